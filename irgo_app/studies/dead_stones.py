"""Stones that are known to be dead, taken off the board as prisoners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from irgo_app.go.point import EMPTY, WHITE, Point
from irgo_app.go.position import Position


def without_dead(position: Position, dead: Iterable[Point]) -> Position:
    """Return a position with some stones taken prisoner; vacant points among them stay so."""
    stones = [point for point in dead if position.cells[point]]
    if not stones:
        return position
    by_black, by_white = position.captures
    white_stones = sum(position.colour_at(point) == WHITE for point in stones)
    return replace(
        position.with_stones(dict.fromkeys(stones, EMPTY)),
        captures=(by_black + white_stones, by_white + len(stones) - white_stones))
