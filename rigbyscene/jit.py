"""One decorator for every kernel: plain loops compiled by numba, cached where a change of any kernel is noticed.

numba does not see that a function or a constant in another file changed. Each room's kernels are therefore cached in a
folder whose name is a hash of all sources that they may take anything from, under the user's cache folder (read-only
installs work, too): the room's own and those of `CALLED_ROOMS`. A test parses the imports and holds kernels to it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast, overload

import numba
from numba.core import event as numba_event

from rigbyscene.errors import UsageError
from rigbyscene.held_signals import HeldSignals
from rigbyscene.inner_kernels import compiler_for_callers
from rigbyscene.kernel_cache import KernelCache
from rigbyscene.kernel_folder import cache_root
from rigbyscene.kernel_loading import processor

_PACKAGE = Path(__file__).resolve().parent
CALLED_ROOMS = {"draw": ("model", "pose")}
"""Rooms whose kernels and constants the kernels of a room use."""
OF_EVERY_ROOM = ("jit", "inner_kernels", "borrowing", "kernel_loading")
"""Modules beside the rooms that all kernels are made and kept with."""

BORROWING_ROOMS = ("pose",)
"""Rooms whose inner kernels make no arrays and return none but views that own nothing (`borrowing.borrowed`).

Their callers hold every array, so they count no references to them: that took a sixth of a pose's time and of its
compilation. Making an array in one of them is an error when it is compiled.
"""


_config: Any = numba.config
if _config.DISABLE_JIT:
    raise UsageError.single(
        "no-compiler", "NUMBA_DISABLE_JIT", "", "numba's compiler is switched off, which draws everything", "unset it"
    )


@functools.cache
def _room_cache(room: str) -> Path:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]} {processor()}".encode())
    for module in OF_EVERY_ROOM:
        digest.update((_PACKAGE / f"{module}.py").read_bytes())
    for folder in (*CALLED_ROOMS.get(room, ()), room):
        for source in sorted((_PACKAGE / folder).glob("*.py")):
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return cache_root() / f"{room}-{digest.hexdigest()[:16]}"


def cache_is_cold(rooms: Iterable[str]) -> bool:
    """Whether none of the kernels of some of these rooms has been compiled on this machine yet."""
    return not all(next(_room_cache(room).rglob("*.nbi"), None) for room in rooms)


_Function = Callable[..., Any]
"""numba hands numpy's own scalars and arrays about: to callers a kernel takes and gives Any."""


@overload
def kernel(function: _Function) -> _Function: ...


@overload
def kernel(*, inner: bool, inline: bool = False) -> Callable[[_Function], _Function]: ...


def kernel(
    function: _Function | None = None, *, inner: bool = False, inline: bool = False
) -> _Function | Callable[[_Function], _Function]:
    """Compile `function` with numba on first call, without the GIL, cached on disk by its room's sources.

    ``@kernel(inner=True)`` is for what only kernels call: without a way in from Python and a cache file of its own
    (it is part of its callers), it compiles in about half the time. What is called in a loop should take the arrays it
    needs and no whole `RigArrays`: its two hundred words cross the stack at every call. ``inline=True`` is for those
    that must take them and have one caller: they become part of it before types are inferred.
    """
    if function is None:
        return lambda f: _compiled(f, inner, inline)
    return _compiled(function, inner, inline)


def _compiled(function: _Function, inner: bool, inline: bool) -> _Function:
    source = Path(function.__code__.co_filename).resolve()
    room = source.parent.name
    compiled: Any = numba.njit(  # type: ignore[call-overload]
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=inner,
        no_cfunc_wrapper=inner,
        inline="always" if inline else "never",
        **compiler_for_callers(inner),
        **({"_nrt": False} if inner and room in BORROWING_ROOMS else {}),
    )(function)
    if not inner:
        compiled._cache = KernelCache(compiled.py_func, str(_room_cache(room)), _remark_on_disk)
    _ours.add((compiled.py_func.__module__, compiled.py_func.__qualname__))
    return cast("_Function", compiled)


_remarked: set[str] = set()


def _remark_on_disk(error: OSError) -> None:
    """Say once per process that what was compiled cannot be kept, and where not."""
    if not _remarked and sys.stderr is not None:
        _remarked.add(error.strerror or str(error))
        with contextlib.suppress(OSError):  # nobody reads it: no reason not to go on
            found = f"compiled kernels cannot be kept in {cache_root()}: {error.strerror or error}"
            print(f"rigbyscene: {found}; every start compiles them again", file=sys.stderr)


def plain(compiled: _Function) -> _Function:
    """The Python function that a kernel was compiled from: the same numbers, for the few calls outside kernels."""
    return cast("_Function", cast("Any", compiled).py_func)


class _CompileNotice(numba_event.Listener):
    """Says once per process, on stderr, that kernels are being compiled; cached kernels are loaded silently."""

    said = False

    def on_start(self, event: numba_event.Event) -> None:
        dispatcher = event.data.get("dispatcher") if event.data else None
        function = getattr(dispatcher, "py_func", None)
        # what users and numba itself make of text has no module, or is no function at all
        name = (getattr(function, "__module__", None), getattr(function, "__qualname__", None))
        if self.said or name not in _ours:
            return
        _CompileNotice.said = True
        notice = "compiling kernels for this machine (only the first time; up to half a minute)"
        with contextlib.suppress(OSError):
            print(f"rigbyscene: {notice}", file=sys.stderr)

    def on_end(self, event: numba_event.Event) -> None:
        """Nothing to say: what needed the kernel goes on."""


_held_signals = HeldSignals()


class _SignalsWait(numba_event.Listener):
    """Holds Ctrl-C and its like while numba compiles or loads anything: see `rigbyscene.held_signals`."""

    def on_start(self, event: numba_event.Event) -> None:
        _held_signals.hold()

    def on_end(self, event: numba_event.Event) -> None:
        _held_signals.release()


class _SignalsPass(numba_event.Listener):
    """Lets them come through between two steps of a compilation, which may take ten seconds in all."""

    def on_start(self, event: numba_event.Event) -> None:
        _held_signals.let_pass()

    def on_end(self, event: numba_event.Event) -> None:
        """The next step's beginning is soon enough."""


_ours: set[tuple[str | None, str | None]] = set()
numba_event.register("numba:compiler_lock", _SignalsWait())  # type: ignore[no-untyped-call]
numba_event.register("numba:run_pass", _SignalsPass())  # type: ignore[no-untyped-call]
numba_event.register("numba:compile", _CompileNotice())  # type: ignore[no-untyped-call]
