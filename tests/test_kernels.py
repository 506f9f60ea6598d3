"""Kernels take code and constants only from where a change is noticed: compiled code is cached by the hash of sources.

numba looks at a kernel's own file only. `rigbyscene.jit` therefore hashes the sources of the kernel's room and of those
in `CALLED_ROOMS`. A kernel that takes anything from elsewhere would go on with the old value after a change there.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping

import pytest

from rigbyscene.jit import CALLED_ROOMS, OF_EVERY_ROOM
from tests.source_tree import Source, parse, room_of, sources

LIBRARIES = {"numpy", "numba", *sys.stdlib_module_names}
"""What kernels may take from outside the package: versions of Python and numba are in the hash."""


def is_kernel(node: ast.AST) -> bool:
    """Whether `node` is a function under ``@kernel`` or ``@kernel(...)``."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    called = [d.func if isinstance(d, ast.Call) else d for d in decorators]
    return any(isinstance(d, ast.Name) and d.id == "kernel" for d in called)


def kernels(source: Source) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef) and is_kernel(node):
            yield node


def outer_names(node: ast.AST) -> set[str]:
    """Names that `node` reads and does not bind itself; annotations are not read when it runs."""
    read, bound = set(), set()
    body: list[ast.AST] = list(node.body) if isinstance(node, ast.FunctionDef) else [node]
    if isinstance(node, ast.FunctionDef):
        bound = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
        body += [d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None]
    for part in body:
        for name in ast.walk(part):
            if isinstance(name, ast.Name):
                (read if isinstance(name.ctx, ast.Load) else bound).add(name.id)
    return read - bound - set(dir(builtins))


def definition(source: Source, name: str) -> ast.AST | None:
    """What `name` is at the top of `source`: a function, a class, or the value assigned to it."""
    for node in source.tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node
        if isinstance(node, ast.Assign) and any(name in outer_targets(t) for t in node.targets):
            return node.value
        if isinstance(node, ast.AnnAssign) and name in outer_targets(node.target):
            return node.value
    return None


def outer_targets(target: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}


def strays(source: Source, tree: Mapping[str, Source], called: Mapping[str, tuple[str, ...]]) -> list[str]:
    """What the kernels of `source` take from where a change would not be noticed, directly or through others."""
    allowed = {source.room, *called.get(source.room, ()), *OF_EVERY_ROOM}
    found, seen = [], set()
    todo = [(source, name, f"{source.name}.{k.name}") for k in kernels(source) for name in sorted(outer_names(k))]
    while todo:
        home, name, user = todo.pop()
        if (home.name, name) in seen:
            continue
        seen.add((home.name, name))
        taken = home.imported(name)
        if taken is None:
            value = definition(home, name)
            if value is None:
                found.append(f"{user} takes {name}, which {home.name} does not define at its top")
            elif not (isinstance(value, ast.FunctionDef) and home is source and is_kernel(value)):
                # a constant made of others: they count, too (a kernel of this module is looked at by itself)
                todo += [(home, inner, user) for inner in sorted(outer_names(value))]
        elif taken.module.split(".")[0] in LIBRARIES:
            continue
        elif room_of(taken.module) not in allowed:
            found.append(f"{user} takes {name} from {taken.module}: add {room_of(taken.module)} to jit.CALLED_ROOMS")
        elif taken.name is not None and taken.module in tree:
            todo.append((tree[taken.module], taken.name, user))
    return found


WITH_KERNELS = [name for name, source in sources().items() if any(True for _ in kernels(source))]


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_kernels_take_nothing_from_where_a_change_would_not_be_noticed(name: str) -> None:
    assert strays(sources()[name], sources(), CALLED_ROOMS) == []


def test_there_are_kernels_in_the_rooms_that_pose_and_draw() -> None:
    assert {"pose", "draw", "film"} <= {room_of(name) for name in WITH_KERNELS}


FAR = parse("rigbyscene.model.far", "SIZE = 3\ndef helper(): return 1")
NEAR = parse("rigbyscene.pose.near", "from rigbyscene.model.far import SIZE\nfrom rigbyscene.jit import kernel\n"
             "TWICE = 2 * SIZE\nOWN = 4\n@kernel\ndef own(x):\n    return OWN * x")  # fmt: skip
HEAD = "import math\nimport numpy as np\nfrom rigbyscene.jit import kernel\n"


@pytest.mark.parametrize(
    ("text", "is_fine"),
    [
        ("@kernel\ndef k(x):\n    y = np.empty(3)\n    return math.sin(x) + y[0] + len(y)", True),
        ("from rigbyscene.pose.near import OWN, own\n@kernel\ndef k(x):\n    return own(x) * OWN", True),
        ("from rigbyscene.model.far import SIZE\n@kernel\ndef k(x):\n    return SIZE * x", False),
        ("from rigbyscene.model.far import SIZE\nHERE = SIZE + 1\n@kernel\ndef k(x):\n    return HERE * x", False),
        ("from rigbyscene.pose.near import TWICE\n@kernel(inner=True)\ndef k(x):\n    return TWICE * x", False),
        ("from rigbyscene.model.far import helper\n@kernel\ndef k(x):\n    return helper()", False),
        ("from rigbyscene.model import far\n@kernel\ndef k(x):\n    return far.SIZE", False),
        ("def k(x):\n    return np.zeros(x)\n", True),
        ("@kernel\ndef k(x):\n    return MISSING", False),
        ("from rigbyscene.model.far import SIZE\ndef plain(x: SIZE):\n    return SIZE", True),
    ],
)
def test_a_stray_of_each_kind_is_seen(text: str, is_fine: bool) -> None:
    source = parse("rigbyscene.pose.here", HEAD + text)
    tree = {s.name: s for s in (FAR, NEAR, source)}
    assert (strays(source, tree, {}) == []) == is_fine
    assert strays(source, tree, {"pose": ("model",)}) == [] or "MISSING" in text
