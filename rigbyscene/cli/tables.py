"""Tables for people, on terminals and elsewhere."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rigbyscene.cli.messages import printable, say, wants_color

_ENDLESS = 10_000
"""Columns of what is no terminal: programs that read tables want rows in one line."""


def table_of(title: str, columns: Iterable[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table of texts. A column whose name begins with ``>`` holds numbers."""
    table = Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, show_edge=False, pad_edge=False
    )
    for name in columns:
        right = name.startswith(">")
        table.add_column(name.lstrip(">"), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return table


def print_parts(parts: Iterable[str | Table]) -> None:
    """Print lines and tables to stdout, a blank line before and after each table; tables without rows are left out."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else _ENDLESS
    text = io.StringIO()  # and not stdout: what cannot be printed is `say`'s to handle
    console = Console(file=text, width=width, force_terminal=wants_color(sys.stdout), highlight=False)
    after_table = False
    for part in parts:
        if isinstance(part, Table) and not part.row_count:
            continue
        if text.tell() and (after_table or isinstance(part, Table)):
            console.print()
        after_table = isinstance(part, Table)
        if isinstance(part, Table):
            console.print(part)
        else:
            console.print(Text(printable(part)), soft_wrap=True)
    say("\n".join(line.rstrip() for line in text.getvalue().splitlines()))
