"""What numba finds out about the types of a call is remembered: a quarter of all compiling.

For every `+` between two numbers numba asks the same dozens of rules again, from datetimes to
strings. The answer follows from the function and the types alone, as all kernels have the same
options.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core.registry import cpu_target
from numba.core.types import Function


@cache
def remember_types() -> None:
    """Let numba remember, from now on and in this process, what it finds out about calls."""
    context = cpu_target.typing_context
    find_out = context._resolve_user_function_type
    known: dict[object, Any] = {}

    def find(function: Any, types: Any, named_types: Any, literals: Any = None) -> Any:
        kind = context._lookup_global(function) or function
        if not isinstance(kind, Function) or named_types:
            return find_out(function, types, named_types, literals)
        question = kind, tuple(types)
        if question not in known:
            known[question] = find_out(function, types, named_types, literals)
        return known[question]

    context._resolve_user_function_type = find
