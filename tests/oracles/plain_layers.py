"""The layers once more in plain Python, written from their definitions and slow."""

from __future__ import annotations

from fractions import Fraction

from irgo_app.go.position import Position
from irgo_app.go.topology import topology


def shadow(position: Position, reach: int) -> list[Fraction]:
    """Spread from each stone by breadth, stepping only away from it on each axis."""
    columns = position.columns
    total = [Fraction(0)] * len(position.cells)
    for source in range(len(position.cells)):
        colour = position.colour_at(source)
        if not colour:
            continue
        level, distance = {source}, 0
        while level and distance < reach:
            following = set()
            for point in level:
                total[point] += colour * Fraction(reach - distance, reach)
                if position.colour_at(point) == -colour:
                    continue
                for near in topology(columns, position.rows).neighbours[point]:
                    if _distance(near, source, columns) == distance + 1:
                        following.add(near)
            level, distance = following, distance + 1
    return total


def _distance(first: int, second: int, columns: int) -> int:
    (row, column), (other_row, other_column) = divmod(first, columns), divmod(second, columns)
    return abs(row - other_row) + abs(column - other_column)


def radiation(position: Position, generations: int) -> list[int]:
    """Zobrist's radiation, literal reading."""
    neighbours = topology(position.columns, position.rows).neighbours
    total = [0] * len(position.cells)
    for source in range(len(position.cells)):
        colour = position.colour_at(source)
        frontier = {source} if colour else set()
        for _ in range(generations):
            given = [near for point in frontier for near in neighbours[point]
                     if not position.cells[near]]
            for point in given:
                total[point] += colour
            frontier = set(given)
    return total
