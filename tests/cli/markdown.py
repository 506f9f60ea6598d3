"""Guides that run: the fenced blocks of a Markdown page, executed in order in one folder, stated outputs compared.

- ``bash``: each line is a command of ours (``\\`` joins lines). It must succeed, or end as the comment
  ``<!-- exits with 1 -->`` before the block says. A line that begins with ``#`` is a remark.
- ``python``: runs in the page's one namespace.
- ``text`` right after one of these: what it printed, of a refused command with its errors. ``...`` stands for anything
  within a line, a line of ``...`` for any lines.
- ``json``: must parse; the comment ``<!-- file: NAME -->`` before it writes it to that file.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!-- ([^\n]*) -->\n\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: its language, its text, the comment right before it, its line in the page."""

    language: str
    text: str
    comment: str
    line: int


def blocks(page: str) -> list[Block]:
    """All fenced blocks of a page, in order."""
    found = []
    for match in FENCE.finditer(page):
        comment = COMMENT.search(page[: match.start()])
        line = page.count("\n", 0, match.start()) + 2
        found.append(Block(match[1], match[2], comment[1] if comment else "", line))
    return found


def command_lines(text: str) -> list[list[str]]:
    """The commands of a ``bash`` block, split as a shell would."""
    lines = text.replace("\\\n", " ").splitlines()
    return [shlex.split(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]


def matches(stated: str, printed: str) -> bool:
    """Whether `printed` is what `stated` says.

    >>> matches("a: made in ... s\\n", "a: made in 0.2 s\\n"), matches("a\\n...\\nc\\n", "a\\nb\\nb\\nc\\n")
    (True, True)
    >>> matches("a\\n", "a\\nb\\n"), matches("a ... c\\n", "a\\nc\\n")
    (False, False)
    """
    pattern = ""
    for line in stated.strip("\n").splitlines():
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*"
        else:
            pattern += r"[^\n]*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed.strip("\n") + "\n") is not None
