"""`rigbyscene sheet`: a contact sheet of a scene's shots."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from rigbyscene.cli import messages
from rigbyscene.cli.naming import scene_name
from rigbyscene.cli.opening import check_staging, checked_look, chosen_shots, files_of, open_scene
from rigbyscene.cli.parsing import Mistakes
from rigbyscene.cli.requests import Look, Staging
from rigbyscene.draw.renderer import SceneRenderer
from rigbyscene.errors import UsageError
from rigbyscene.film.sheet import draw_sheet, placed_cells, sheet_layout
from rigbyscene.film.stills import check_still, write_still
from rigbyscene.film.times import parse_fps

MOST_COUNT = 1000
MOST_COLUMNS = 100
WIDTHS = (100, 16384)
MAX_PIXELS = 1 << 27
"""Sheets above this (400 MB while they are drawn) are refused."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A contact sheet: `count` frames of each of `shots` (empty: all), `columns` None for as many."""

    staging: Staging
    look: Look
    output: str
    shots: tuple[str, ...] = ()
    fps: str = "30"
    count: int = 6
    columns: int | None = None
    width: int = 1920
    overwrite: bool = False
    quiet: bool = False


def write_sheet(request: Sheet) -> None:
    """Draw and write the sheet and say so in one line. Raises RigbySceneError for whatever stands against it."""
    start_s = time.perf_counter()
    mistakes = Mistakes()
    source = Path(request.staging.scene)
    mistakes.check(check_still, request.output, overwrite=request.overwrite, inputs=[source])
    check_staging(request.staging, mistakes)
    look = checked_look(request.look, mistakes)
    fps = mistakes.value(Fraction(30), parse_fps, request.fps)
    _check_numbers(request, mistakes)
    mistakes.raise_all()

    scene = open_scene(request.staging, quiet=request.quiet)
    shots = chosen_shots(scene, request.shots)
    scene = scene.framed(shots)
    layout = sheet_layout(request.width, request.columns or request.count, look.frame or scene.frame)
    cells = placed_cells(shots, fps, request.count, layout.columns)
    height = layout.tops(cells)[-1]
    if height * layout.width > MAX_PIXELS or max(layout.picture) > WIDTHS[1]:
        found = f"{len(cells)} pictures of {layout.picture[0]}x{layout.picture[1]} pixels are too much for one sheet"
        remedy = "choose fewer shots, a smaller --count or --width, or more --columns"
        raise UsageError.single("sheet-too-large", request.output, "", found, remedy)
    page = draw_sheet(
        scene, SceneRenderer(scene.art), cells, fps, layout, replace(look, size=layout.picture), scene_name(scene.name)
    )
    path = write_still(page, request.output, overwrite=request.overwrite, inputs=files_of(scene))
    if not request.quiet:
        frames = messages.counted(len(cells), "frame")
        shown = messages.counted(len(shots), "shot")
        made = f"{layout.width}x{height}, {frames} of {shown}, {messages.bytes_of(path.stat().st_size)}"
        elapsed_s = time.perf_counter() - start_s
        messages.say(messages.printable(f"{request.output}: {made}; made in {elapsed_s:.1f} s"))


def _check_numbers(request: Sheet, mistakes: Mistakes) -> None:
    found, remedy = f"{request.count} frames a shot cannot be", f"give 1 to {MOST_COUNT}"
    mistakes.require(1 <= request.count <= MOST_COUNT, "bad-count", "--count", found, remedy)
    columns = request.columns or request.count
    found, remedy = f"{columns} pictures side by side cannot be", f"give 1 to {MOST_COLUMNS}"
    is_number = request.columns is None or request.columns >= 1
    mistakes.require(is_number and columns <= MOST_COLUMNS, "bad-columns", "--columns", found, remedy)
    found, remedy = f"a sheet {request.width} pixels wide cannot be", f"give {WIDTHS[0]} to {WIDTHS[1]}"
    is_width = WIDTHS[0] <= request.width <= WIDTHS[1]
    mistakes.require(is_width, "bad-width", "--width", found, remedy)
    if is_width and 1 <= columns <= MOST_COLUMNS:
        found = f"{columns} pictures have no room in {request.width} pixels"
        has_room = request.width >= 24 * columns
        mistakes.require(has_room, "bad-columns", "--columns", found, "give fewer --columns or more --width")
