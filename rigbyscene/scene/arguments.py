"""Arguments of what `import rigbyscene` offers, judged: what is wrong with one is told with its name and a remedy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Real

from rigbyscene.errors import UsageError, nearest_name


def checked_choice(value: object, known: Sequence[str], argument: str, name: str) -> str:
    """`value` where it is one of `known`, else UsageError about `argument` of the scene called `name`.

    >>> checked_choice("Smooth", ["reference", "smooth"], "crossfade", "a.json")
    Traceback (most recent call last):
    rigbyscene.errors.UsageError: error: a.json: crossfade: 'Smooth' is no choice; choose from 'reference', 'smooth' \
(did you mean 'smooth'?)
    """
    if isinstance(value, str) and value in known:
        return value
    near = nearest_name(value, known) if isinstance(value, str) else None
    remedy = f"choose from {', '.join(map(repr, known))}"
    raise UsageError.single("bad-choice", name, argument, f"{value!r} is no choice", remedy, near)


def checked_pair(value: object, argument: str, name: str, remedy: str) -> tuple[float, float]:
    """`value` as two numbers, else UsageError: one number for both is not guessed at."""
    parts = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else ()
    if len(parts) != 2 or not all(isinstance(part, Real) for part in parts):
        raise UsageError.single(f"bad-{argument}", name, argument, f"{value!r} is not a width and a height", remedy)
    return parts[0], parts[1]


def checked_names(names: object, argument: str, name: str) -> None:
    """UsageError where `names` is one text: its letters would be taken for names."""
    if isinstance(names, str):
        found = f"{names!r} is one name, not a list of names"
        raise UsageError.single("bad-names", name, argument, found, f"give [{names!r}]")
