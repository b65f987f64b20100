"""What kernels have machine instructions for, where numba by itself would compile no such thing."""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from irgo_app.kernels.bits import lowest_bit


@cache
def add_instructions() -> None:
    """Let numba compile the functions of `bits.py`, from now on and in this process."""
    type_callable(lowest_bit)(_type_of_lowest_bit)
    lower_builtin(lowest_bit, types.uint64)(_count_trailing_zeros)


def _type_of_lowest_bit(context: Any) -> Any:
    def result(word: Any) -> Any:
        return types.int64 if word == types.uint64 else None

    return result


def _count_trailing_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    is_zero_poison = ir.Constant(ir.IntType(1), 1)
    return builder.cttz(arguments[0], is_zero_poison)
