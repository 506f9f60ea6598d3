"""A film from its parts: which are there, who makes the others, and how they become one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rigbyscene.film.join import is_joined, join_parts, part_ending, replay_parts
from rigbyscene.film.part_makers import PartMaker, PartsHere
from rigbyscene.film.parts import PART_FRAMES, PartsFolder
from rigbyscene.film.plan import FilmPlan
from rigbyscene.film.progress import Phase
from rigbyscene.film.writers import open_writer


@dataclass(frozen=True, slots=True)
class Work:
    """Who makes the parts of a film, and whether an earlier export's are used.

    `maker` None: this process. With `resume` parts outlive an interruption, and those of an earlier export are used if
    `fingerprint` is theirs (see `rigbyscene.film.parts.Fingerprint`).
    """

    maker: PartMaker | None = None
    resume: bool = False
    fingerprint: Mapping[str, str] = field(default_factory=dict)


HERE = Work()


def is_made_in_parts(plan: FilmPlan, work: Work) -> bool:
    """Whether the film is cut into parts."""
    return work.maker is not None or work.resume or (is_joined(plan) and plan.frame_count > PART_FRAMES)


@dataclass(frozen=True, slots=True)
class PartsMade:
    """All `count` parts of a film, of which `kept_count` were there from an earlier export.

    `write` puts the film together from them at a path.
    """

    write: Callable[[Path], None]
    count: int
    kept_count: int


@contextmanager
def parts_made(plan: FilmPlan, work: Work, tell: Callable[[Phase, int], None]) -> Iterator[PartsMade]:
    """Make the parts of the film of `plan`.

    `tell` hears of phases and frames done. Raises what its steps raise. Leave the context in peace only when the film
    is in its place: its parts are removed then.
    """
    with PartsFolder(plan.final, part_ending(plan), work.fingerprint, resume=work.resume) as folder:
        parts = folder.parts(plan.frame_count)
        missing = [part for part in parts if not part.path.exists()]
        done = plan.frame_count - sum(len(part.frames) for part in missing)
        tell(Phase.FRAMES, done)

        def after_frames(count: int) -> None:
            nonlocal done
            done += count
            tell(Phase.FRAMES, done)

        def write(output: Path) -> None:
            tell(Phase.FINISHING, plan.frame_count)
            if is_joined(plan):
                join_parts(plan, parts, output)
            else:
                with open_writer(plan, output) as writer:
                    replay_parts(plan, parts, writer, lambda frames: tell(Phase.FINISHING, plan.frame_count))
                    writer.finish()

        (work.maker or PartsHere()).make(plan, missing, after_frames)
        yield PartsMade(write, len(parts), len(parts) - len(missing))
        folder.done()
