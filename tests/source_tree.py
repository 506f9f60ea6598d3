"""The package's source as a tree of names: which module takes what from where. For tests that hold the design."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "rigbyscene"


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a module takes from another: `name` of `module` (None: the module itself), as `alias`."""

    alias: str
    module: str
    name: str | None
    line: int


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One module: its dotted `name`, its `tree`, and all its imports, those inside functions and conditions too."""

    name: str
    tree: ast.Module
    imports: tuple[Import, ...]

    @property
    def room(self) -> str:
        return room_of(self.name)

    def imported(self, alias: str) -> Import | None:
        return next((i for i in self.imports if i.alias == alias), None)


def room_of(module: str) -> str:
    """The room of a module of this package: its folder, or itself where it lies in the package's own folder.

    >>> room_of("rigbyscene.pose.trig"), room_of("rigbyscene.jit"), room_of("rigbyscene")
    ('pose', 'jit', 'rigbyscene')
    """
    return module.split(".")[1] if "." in module else module


def parse(name: str, text: str) -> Source:
    """A module from its text."""
    tree = ast.parse(text)
    return Source(name, tree, tuple(_imports(tree, name)))


def _imports(tree: ast.Module, module: str) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.asname or name.name.split(".")[0], name.name, None, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: imports here are absolute"
            for name in node.names:
                yield Import(name.asname or name.name, node.module or "", name.name, node.lineno)


@functools.cache
def sources() -> dict[str, Source]:
    """All modules of the package by dotted name."""
    made = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        made[name] = parse(name, path.read_text(encoding="utf-8"))
    return made
