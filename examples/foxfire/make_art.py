"""Draws, rigs and animates the whole scene, and writes it beside this file.

    python make_art.py [FOLDER]

The same bytes come out every time. Takes well under a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rigs import saffron, saffron_clips, shots, stage, wick, wick_clips
from studio.export import write_json, write_skeleton


def main(folder: Path) -> None:
    """Write foxfire.scene.json and its three skeletons with their atlases into `folder`."""
    set_rig = stage.build()
    write_skeleton(set_rig, shots.build(set_rig), folder)
    for character, clips in ((wick, wick_clips), (saffron, saffron_clips)):
        rig = character.build()
        write_skeleton(rig, clips.build(rig), folder)
    write_json(shots.manifest(), folder / "foxfire.scene.json", depth=4)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
