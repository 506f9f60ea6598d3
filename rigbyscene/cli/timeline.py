"""`rigbyscene timeline`: the clips, fades, events and camera of a scene's shots as a chart."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from rigbyscene.api import Scene, load_skeleton
from rigbyscene.cli import messages
from rigbyscene.cli.naming import scene_name
from rigbyscene.cli.opening import check_staging, chosen_shots, files_of, open_scene
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.requests import Staging
from rigbyscene.errors import UsageError
from rigbyscene.film.chart import Chart
from rigbyscene.film.interrupt import interrupts_raise
from rigbyscene.film.output import PartFile, checked_destination, disk_error
from rigbyscene.film.stills import write_still
from rigbyscene.film.timeline import LEAST_WIDTH, MOST_WIDTH, timeline_chart
from rigbyscene.film.timeline_data import contents_of
from rigbyscene.scene.sampler import Sampler

ENDINGS = (".svg", ".png")


@dataclass(frozen=True, slots=True)
class Timeline:
    """A chart of `shots` (empty: all), `width` pixels wide."""

    staging: Staging
    output: str
    shots: tuple[str, ...] = ()
    width: int = 1600
    overwrite: bool = False
    quiet: bool = False


def write_timeline(request: Timeline) -> None:
    """Draw and write the chart and say so in one line. Raises RigbySceneError for whatever stands against it."""
    start_s = time.perf_counter()
    mistakes = Mistakes()
    ending = Path(request.output).suffix.lower()
    found = f"the ending {ending!r} is no kind of chart" if ending else "has no ending that tells the kind of chart"
    remedy = f"end the name in {' or '.join(ENDINGS)}"
    mistakes.require(ending in ENDINGS, "unknown-format", request.output, found, remedy)
    inputs = [Path(request.staging.scene)]
    mistakes.check(checked_destination, request.output, overwrite=request.overwrite, inputs=inputs)
    check_staging(request.staging, mistakes)
    found, remedy = f"a chart {request.width} pixels wide cannot be", f"give {LEAST_WIDTH} to {MOST_WIDTH}"
    mistakes.require(LEAST_WIDTH <= request.width <= MOST_WIDTH, "bad-width", "--width", found, remedy)
    mistakes.raise_all()

    scene = open_scene(request.staging, quiet=request.quiet, art="none")
    shots = chosen_shots(scene, request.shots)
    sampler = Sampler(scene)
    contents = [contents_of(scene, shot, sampler) for shot in shots]
    chart = timeline_chart(scene_name(scene.name), contents, request.width)
    path = _written(chart, request, [*files_of(scene), *_pages_of(scene, request.output)])
    if not request.quiet:
        shown = messages.counted(len(shots), "shot")
        made = f"{chart.width}x{chart.height}, {shown}, {messages.bytes_of(path.stat().st_size)}"
        elapsed_s = time.perf_counter() - start_s
        messages.say(messages.printable(f"{request.output}: {made}; made in {elapsed_s:.1f} s"))


def _pages_of(scene: Scene, output: str) -> list[Path]:
    """The scene's pictures, which a chart has no use for but must not replace, if there is anything to replace."""
    if not Path(output).exists():
        return []
    skeletons = dict.fromkeys(files.path for files in (scene.files.stage, *scene.files.actors))
    return [Path(page) for path in skeletons for page in load_skeleton(path, art="lenient").page_paths]


def _written(chart: Chart, request: Timeline, inputs: list[Path]) -> Path:
    if Path(request.output).suffix.lower() == ".png":
        if chart.height > MOST_WIDTH * 4:
            found = f"{chart.height} rows of pixels are too much for one picture"
            raise UsageError.single(
                "chart-too-large", request.output, "", found, "choose fewer shots, or write an .svg"
            )
        from rigbyscene.film.chart_png import pixels_of

        return write_still(pixels_of(chart), request.output, overwrite=request.overwrite, inputs=inputs)
    from rigbyscene.film.chart_svg import svg_of

    final = checked_destination(request.output, overwrite=request.overwrite, inputs=inputs)
    with interrupts_raise(), PartFile(final, overwrite=request.overwrite) as part:
        try:
            part.path.write_text(svg_of(chart), encoding="utf-8", newline="\n")
        except OSError as error:
            raise disk_error(final, error) from None
        part.publish()
    return final
