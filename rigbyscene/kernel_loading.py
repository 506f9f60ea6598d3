"""Loads kernels from the cache without what only compiling needs, which took a quarter of a second of every start.

numba imports all that it can compile before it loads anything, and reads the intermediate code that lies beside the
machine code, for kernels that may yet call this one. Machine code needs the symbols of numba's run-time library and no
more; the rest happens when something is compiled after all. This reaches into numba; where a release of it has moved
these things, kernels are loaded its usual way, and only a start is slower.
"""

from __future__ import annotations

import functools
from typing import Any

import numba
from numba.core import codegen, compiler, runtime

_codegen: Any = codegen
_Compiled: Any = compiler.CompileResult
_NEEDED = ("enable_object_caching", "_set_compiled_object", "_finalize_final_module", "_get_module_for_linking")


def processor() -> str:
    """What machine code is made for: processors that differ keep theirs in folders of their own.

    numba tells them apart by an index in one folder, but writes data before the index, so that two machines on one home
    folder could take each other's.
    """
    config: Any = numba.config
    name = config.CPU_NAME or _codegen.ll.get_host_cpu_name()
    features = config.CPU_FEATURES
    return f"{name} {_codegen.get_host_cpu_features() if features is None else features}"


def start_run_time(context: Any) -> bool:
    """Make the symbols known that machine code refers to; False where this numba must do all that it usually does."""
    run_time: Any = getattr(runtime, "rtsys", None)
    if not hasattr(run_time, "initialize"):
        return False
    run_time.initialize(context)
    return True


def reduced(payload: Any) -> Any:
    """What to keep of `payload`, numba's parts of a compile result, for `rebuilt`.

    The last part are the environments of all functions that became part of this one. Those that hold nothing are left
    out: to have them again, numba imports the modules of its own that the functions came from.
    """
    *parts, environments = payload
    return (*parts, tuple(e for e in environments if getattr(e, "consts", True)))


def rebuilt(context: Any, payload: Any) -> Any:
    """numba's compile result from what its cache kept of one, for `context`."""
    (name, kind, code), descriptor, *_ = payload
    maker = context.codegen()
    engine: Any = getattr(maker, "_engine", None)
    known = hasattr(engine, "_defined_symbols") and all(hasattr(codegen.JITCodeLibrary, method) for method in _NEEDED)
    if kind != "object" or not known:
        return _Compiled._rebuild(context, *payload)

    def library(_: Any) -> Any:
        machine_code, bitcode = code
        made = maker.create_library(name)
        made.enable_object_caching()
        made._set_compiled_object(machine_code)
        made._finalize_final_module()
        made._get_module_for_linking = functools.partial(_parsed, made, bitcode)
        engine._defined_symbols |= {descriptor.llvm_func_name, descriptor.llvm_cpython_wrapper_name}
        return made

    maker.unserialize_library = library
    try:
        return _Compiled._rebuild(context, *payload)
    finally:
        del maker.unserialize_library  # the class's own again


def _parsed(library: Any, bitcode: bytes) -> Any:
    """The code of a loaded kernel, for one that calls it and is being compiled."""
    if library._shared_module is None:
        library._shared_module = _codegen.ll.parse_bitcode(bitcode)
    return library._shared_module
