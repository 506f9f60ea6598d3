"""For kernels that take many arrays: views that nobody counts references to."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.extending import intrinsic


def _without_owner(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    parts: Any = cgutils
    view = parts.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
    view.meminfo = parts.get_null_value(view.meminfo.type)
    return view._getvalue()


def _borrow(typing_context: Any, array: Any) -> Any:
    """In a kernel: the same array as a view that owns nothing, for as long as the kernel runs.

    numba counts references to every array of a tuple wherever one is handed to a function that LLVM does not inline:
    two calls for each of forty arrays, atomic instructions where they have an owner. The kernel's caller holds the
    buffers until it returns; a kernel must not return such a view to Python or store it.
    """
    return array(array), _without_owner


borrowed: Any = intrinsic(_borrow)
