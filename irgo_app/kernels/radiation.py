"""Zobrist's radiation, in four readings, as whole numbers."""

from __future__ import annotations

from typing import Any

from irgo_app.kernels import kernel


@kernel
def radiate_stones(
    stones: Any, neighbours: Any, generations: int, is_counted_once: bool, does_flow: bool,
    amounts: Any, frontier: Any, out: Any,
) -> None:
    """Add up what each stone sends out in `generations` steps to vacant neighbours.

    Literal reading: in each generation every point of the frontier gives 1 to each vacant
    neighbour, and the points given to are the next frontier. `is_counted_once` gives each point 1
    a generation however many neighbours give; `does_flow` passes the whole amount on, not 1.
    Source: Zobrist 1969 as told in docs/layers/influence.zobrist.md; oracle_zobrist.json.

    stones -- int8 (n); neighbours -- int16 (n, 4), absent = -1
    amounts -- int32 (2, n), scratch, all zero on entry and exit
    frontier -- int16 (2, n), scratch
    out -- int32 (n), overwritten; Black positive; 0 on stones
    """
    out[:] = 0
    for source in range(stones.size):
        colour = stones[source]
        if colour == 0:
            continue
        now, then = 0, 1
        frontier[now, 0] = source
        amounts[now, source] = 1
        count = 1
        for _ in range(generations):
            next_count = 0
            for index in range(count):
                point = frontier[now, index]
                given = amounts[now, point] if does_flow else 1
                amounts[now, point] = 0
                for side in range(4):
                    near = neighbours[point, side]
                    if near < 0 or stones[near] != 0:
                        continue
                    if amounts[then, near] == 0:
                        frontier[then, next_count] = near
                        next_count += 1
                        amounts[then, near] = given
                    elif not is_counted_once:
                        amounts[then, near] += given
            for index in range(next_count):
                point = frontier[then, index]
                out[point] += colour * amounts[then, point]
            now, then = then, now
            count = next_count
        for index in range(count):
            amounts[now, frontier[now, index]] = 0


@kernel
def radiate_board(
    stones: Any, neighbours: Any, generations: int, seed: int, before: Any, out: Any
) -> None:
    """Iterate the whole board at once: positive points send +1, negative -1, to each neighbour.

    Stones start at +-seed, receive like every point and go on sending; all points send at the same
    time. Source: Zobrist 1969, second-hand through Bouzy; oracle_zobrist.json (seed 50).

    before -- int32 (n), scratch; out -- int32 (n), overwritten; Black positive
    """
    for point in range(stones.size):
        out[point] = stones[point] * seed
    for _ in range(generations):
        before[:] = out
        for point in range(stones.size):
            if before[point] == 0:
                continue
            sent = 1 if before[point] > 0 else -1
            for side in range(4):
                near = neighbours[point, side]
                if near >= 0:
                    out[near] += sent
