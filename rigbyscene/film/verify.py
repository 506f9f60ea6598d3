"""Reading a finished film back: is it whole, and is it what was asked for?

Each kind of container has a reader of its own, without decoding; the file tells, not the command that made it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rigbyscene.errors import RenderError, RigbySceneError
from rigbyscene.film.facts import FilmFacts
from rigbyscene.film.formats import Container
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.sequence import check_sequence
from rigbyscene.film.stream import check_stream
from rigbyscene.film.verify_images import check_apng, check_gif, check_webp
from rigbyscene.film.verify_matroska import check_matroska
from rigbyscene.film.verify_mp4 import check_mp4


def verify_film(plan: FilmPlan, path: Path) -> FilmFacts:
    """Read `path` back. Raises `RenderError` unless it is the whole film of `plan`, frame for frame, and tagged so."""
    try:
        facts, faults = _CHECKS[plan.encoding.row.container](plan, path)
    except RigbySceneError as error:
        faults = [diagnostic.found for diagnostic in error.diagnostics]
    if faults:
        maker = "ffmpeg ended well" if plan.encoding.encoder else "everything was written"
        found = f"{maker}, but the film {', '.join(faults)}"
        remedy = "export again, with the ffmpeg that imageio-ffmpeg brings if this one is another"
        raise RenderError.single("film-not-whole", str(plan.final), "", found, remedy)
    return facts


_Check = Callable[[FilmPlan, Path], tuple[FilmFacts, list[str]]]
_CHECKS: dict[Container, _Check] = {
    Container.MP4: check_mp4,
    Container.MOV: check_mp4,
    Container.WEBM: check_matroska,
    Container.MATROSKA: check_matroska,
    Container.GIF: check_gif,
    Container.APNG: check_apng,
    Container.WEBP: check_webp,
    Container.PNG: check_sequence,
    Container.RGBA: check_stream,
    Container.Y4M: check_stream,
}
