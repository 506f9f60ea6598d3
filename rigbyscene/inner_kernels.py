"""Compiles kernels that only kernels call without machine code or optimisation of their own.

numba does both for every function, at every level of nesting again, which is a third of what the first run waits for.
The outermost kernel holds all that it calls and is optimised as a whole. This reaches into numba's compiler; where a
release of numba has moved these things, kernels are compiled its usual way, and only the first run is slower.
"""

from __future__ import annotations

from typing import Any


def compiler_for_callers(inner: bool) -> dict[str, Any]:
    """The option for `numba.njit` that compiles an `inner` kernel so; empty for others and for an unknown numba."""
    return {"pipeline_class": _COMPILER} if inner and _COMPILER is not None else {}


def _make_compiler() -> Any:
    from numba.core import compiler, compiler_machinery, cpu, typed_passes
    from numba.core.codegen import CPUCodeLibrary

    base: Any = typed_passes.NativeLowering
    builder: Any = compiler.DefaultPassBuilder
    if not (hasattr(CPUCodeLibrary, "_optimize_final_module") and hasattr(CPUCodeLibrary, "_finalize_final_module")):
        return None
    if not hasattr(cpu.CPUContext, "get_executable"):
        return None

    class LoweringForCallers(base):  # type: ignore[misc]
        """numba's last step, but for what makes the function run by itself."""

        _name = "rigbyscene_lowering_for_callers"

        def run_pass(self, state: Any) -> bool:
            context = state.targetctx
            library = state.library = context.codegen().create_library(state.func_id.func_qualname)
            library._optimize_final_module = lambda: None
            library._finalize_final_module = lambda: setattr(library, "_finalized", True)
            # numba tells functions apart by their entry point and wants a built-in one: unique, and refusing calls
            context.get_executable = lambda library, fndesc, env: {}.popitem
            try:
                return bool(super().run_pass(state))
            finally:
                del context.get_executable  # the class's own again

    register: Any = compiler_machinery.register_pass
    lowering = register(mutates_CFG=True, analysis_only=False)(LoweringForCallers)

    class CompilerForCallers(compiler.CompilerBase):
        """numba's usual compiler, but for its last step."""

        def define_pipelines(self) -> list[Any]:
            passes = builder.define_nopython_pipeline(self.state)
            passes.passes = [(lowering if step is base else step, text) for step, text in passes.passes]
            passes.finalize()
            return [passes]

    return CompilerForCallers


try:
    _COMPILER = _make_compiler()
except (ImportError, AttributeError):
    _COMPILER = None
