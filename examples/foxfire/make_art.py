"""Draws, rigs, animates and sounds the whole scene, and writes it beside this file.

    python make_art.py [FOLDER]

The same bytes come out every time. Takes well under a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rigs import saffron, saffron_clips, shots, stage, wick, wick_clips
from sound.foley import write_sounds
from studio.export import write_json, write_skeleton


def main(folder: Path) -> None:
    """Write foxfire.scene.json and its three skeletons with their atlases and sounds into `folder`."""
    wick_rig, saffron_rig, set_rig = wick.build(), saffron.build(), stage.build()
    cast = {"wick": (wick_rig, wick_clips.build(wick_rig)), "saffron": (saffron_rig, saffron_clips.build(saffron_rig))}
    for rig, clips in (*cast.values(), (set_rig, shots.build(set_rig, cast))):
        write_skeleton(rig, clips, folder)
    write_sounds(folder / "audio")
    write_json(shots.manifest(), folder / "foxfire.scene.json", depth=4)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
