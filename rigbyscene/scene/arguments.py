"""Arguments of what `import rigbyscene` offers, judged: what is wrong with one is told with its name and a remedy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Literal, get_args

from rigbyscene.errors import UsageError, nearest_name

Loop = Literal["none", "shot", "all"]
LOOPS: tuple[Loop, ...] = get_args(Loop)
MOST_SETTLE_S = 3600.0
"""Every pose on the way is posed: an hour of a small skeleton takes some ten seconds, before each shot."""
_MOST_LETTERS = 80


def told(value: object) -> str:
    """`value` as a message shows it, however long it is.

    >>> told("x"), told(10**400)[:12], told(10**5000)
    ("'x'", '100000000000', 'an int too long to write')
    """
    try:
        text = str(value) if isinstance(value, Real) else repr(value)
    except ValueError:  # Python writes no int of more than 4300 digits
        return f"an {type(value).__name__} too long to write" if isinstance(value, int) else "what cannot be written"
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 20]}... ({len(text)} characters)"


def finite(value: object) -> float | None:
    """`value` as a float, None where it is no finite number. True is none, nor is an int that no float can hold.

    >>> finite(3), finite(True), finite("3"), finite(10**400), finite(float("nan"))
    (3.0, None, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def checked_number(value: object, least: float, code: str, name: str, argument: str, what: str, remedy: str) -> float:
    """`value` as a finite float from `least` up, else UsageError about `argument` of the scene called `name`.

    >>> checked_number("1", 0.0, "bad-time", "a.json", "update", "the step", "give seconds")
    Traceback (most recent call last):
    rigbyscene.errors.UsageError: error: a.json: update: the step is '1'; give seconds
    """
    number = finite(value)
    if number is None or number < least:
        raise UsageError.single(code, name, argument, f"{what} is {told(value)}", remedy)
    return number


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


def checked_name(value: object, argument: str, name: str) -> None:
    """UsageError where `value` is no text: what is looked up by it goes by a name, not by a number."""
    if not isinstance(value, str):
        found = f"{told(value)} is not a name"
        raise UsageError.single("bad-name", name, argument, found, "give the name as a text")
