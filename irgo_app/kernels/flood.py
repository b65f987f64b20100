"""Connected sets of points: the one flood fill of maps that cover the whole board."""

from __future__ import annotations

from irgo_app.kernels.argument_types import Int8s, Int32Buffer, Int32Table
from irgo_app.kernels.compiler import kernel


@kernel
def label_parts(kinds: Int8s, neighbours: Int32Table, queue: Int32Buffer, out: Int32Buffer) -> int:
    """Number the connected sets of points of one kind from 1, in reading order; return how many.

    kinds -- int8 (n): what makes points alike, such as their colour; 0 for points of no set
    neighbours -- int32 (n, 4): where one may step from each point, absent = -1
    queue -- int32 (n), overwritten: the points of all sets, one set after the other
    out -- int32 (n), overwritten: the number of each point's set, or 0
    """
    out[:] = 0
    number, begin, end = 0, 0, 0
    for start in range(kinds.size):
        if kinds[start] == 0 or out[start] != 0:
            continue
        number += 1
        out[start] = number
        queue[end] = start
        end += 1
        while begin < end:
            point = queue[begin]
            begin += 1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0 and kinds[near] == kinds[start] and out[near] == 0:
                    out[near] = number
                    queue[end] = near
                    end += 1
    return number
