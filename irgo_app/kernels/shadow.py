"""Influencie's shadows as whole numbers."""

from __future__ import annotations

from typing import Any

from irgo_app.kernels import kernel


@kernel
def shadow_sum(stones: Any, columns: int, rows: int, reach: int, reached: Any, out: Any) -> None:
    """Add up the shadows of all stones: a stone gives `reach - d` at Manhattan distance d < reach.

    A shadow spreads only away from its stone on each axis: a point is reached when one of its
    neighbours towards the stone is reached and holds no enemy stone. Own stones are transparent.
    Source: Influencie, described in docs/layers/influence.shadow.md; oracle_influencie.json.

    stones -- int8 (rows*columns)
    reached -- bool (reach, reach), scratch space
    out -- int32 (rows*columns), overwritten; Black positive, in units of 1/reach of a stone
    Cost: about 4 * reach**2 / 2 steps a stone.
    """
    out[:] = 0
    for source in range(rows * columns):
        colour = stones[source]
        if colour == 0:
            continue
        source_row = source // columns
        source_column = source % columns
        out[source] += colour * reach
        for quadrant in range(4):
            down = 1 if quadrant & 1 else -1
            right = 1 if quadrant & 2 else -1
            for i in range(reach):
                row = source_row + down * i
                if row < 0 or row >= rows:
                    break
                for j in range(reach - i):
                    column = source_column + right * j
                    if column < 0 or column >= columns:
                        break
                    point = row * columns + column
                    is_open = i == 0 and j == 0
                    if i > 0 and reached[i - 1, j] and stones[point - down * columns] != -colour:
                        is_open = True
                    if j > 0 and reached[i, j - 1] and stones[point - right] != -colour:
                        is_open = True
                    reached[i, j] = is_open
                    # An axis belongs to two quadrants and is counted in one of them.
                    is_counted = i + j > 0 and (i > 0 or down > 0) and (j > 0 or right > 0)
                    if is_open and is_counted:
                        out[point] += colour * (reach - i - j)
