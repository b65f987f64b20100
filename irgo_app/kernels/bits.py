"""Bit counting that numba has no name for: one machine instruction each."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[misc, unused-ignore]
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """Return the number of the lowest bit that is set in a uint64; 64 if there is none."""
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        is_zero_poison = ir.Constant(ir.IntType(1), 0)
        return builder.cttz(arguments[0], is_zero_poison)

    return types.int64(types.uint64), generate
