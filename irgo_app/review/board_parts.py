"""Which part of the board some points lie in, in words: "lower left", "right side", "centre"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.go.point import Point
from irgo_app.words import Message, message

_PARTS: Final = (
    (message("upper left"), message("upper side"), message("upper right")),
    (message("left side"), message("centre"), message("right side")),
    (message("lower left"), message("lower side"), message("lower right")),
)


def part_of_board(points: Sequence[Point], columns: int, rows: int) -> Message:
    """Return the ninth of the board in which the middle of some points lies."""
    row = sum(point // columns for point in points) / len(points)
    column = sum(point % columns for point in points) / len(points)
    return _PARTS[min(2, int(3 * (row + 0.5) / rows))][min(2, int(3 * (column + 0.5) / columns))]
