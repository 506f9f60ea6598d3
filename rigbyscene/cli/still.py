"""`rigbyscene still`: one moment of a scene to a PNG."""

from __future__ import annotations

import time
from pathlib import Path

from rigbyscene.cli import messages
from rigbyscene.cli.opening import (
    check_staging,
    check_time,
    checked_look,
    chosen_shots,
    files_of,
    open_scene,
    picture_for,
)
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.requests import Still
from rigbyscene.film.stills import check_still, write_still
from rigbyscene.scene.clips import SAME_TIME_S


def write_scene_still(request: Still) -> None:
    """Draw and write the picture and say so in one line. Raises RigbySceneError for whatever stands against it."""
    start_s = time.perf_counter()
    mistakes = Mistakes()
    output, overwrite = request.output, request.overwrite
    mistakes.check(check_still, output, overwrite=overwrite, inputs=[Path(request.staging.scene)])
    check_staging(request.staging, mistakes)
    asked = checked_look(request.look, mistakes)
    t = request.time_s
    check_time(t, mistakes)
    mistakes.raise_all()

    scene = open_scene(request.staging, quiet=request.quiet)
    shot = chosen_shots(scene, () if request.shot is None else (request.shot,))[0]
    scene = scene.framed([shot])
    picture = picture_for(scene, asked)
    if t > shot.duration + SAME_TIME_S and not request.quiet:
        ends = messages.seconds(shot.duration)
        messages.tell(f"shot {messages.printable(shot.name)} ends at {ends}; the picture shows what holds after it")
    pixels = scene.render(
        shot,
        t,
        picture.size,
        background=picture.background,
        frame=picture.frame,
        fit=picture.fit,
        supersample=picture.supersample,
        threads=picture.threads,
    )
    path = write_still(pixels, output, overwrite=overwrite, inputs=files_of(scene))
    if not request.quiet:
        width, height = picture.size
        made = f"{width}x{height}, shot {shot.name} at {messages.seconds(t)}, {messages.bytes_of(path.stat().st_size)}"
        elapsed_s = time.perf_counter() - start_s
        messages.say(messages.printable(f"{output}: {made}; made in {elapsed_s:.1f} s"))
