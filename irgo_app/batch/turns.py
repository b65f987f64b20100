"""The turning points of a game as cells of its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.batch.columns import Row
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Point
from irgo_app.judging.study import Study
from irgo_app.report.game_report import Studied

_DIGITS: Final = 1


def turn_cells(turns: Sequence[Studied]) -> list[Row]:
    """Return what is kept of each turning point: the move, why, what was better, and its study."""
    return [_cells(turn) for turn in turns]


def _cells(turn: Studied) -> Row:
    point, columns, rows = turn.point, turn.position.columns, turn.position.rows

    def name(place: Point) -> str:
        return vertex(place, columns, rows)

    def line(study: Study | None, first: int) -> list[str]:
        return [] if study is None else [name(place) for _, place in study.if_first(first).moves]

    best = point.move.best
    return {
        "move": point.number, "colour": LETTER_OF_COLOUR[point.move.colour],
        "vertex": name(point.move.point), "why": point.turn.value,
        "points": round(point.points, _DIGITS), "until": point.until,
        "best": None if best is None else name(best),
        "black_first": line(turn.study, BLACK), "white_first": line(turn.study, WHITE),
        "swing": None if turn.study is None else round(turn.study.swing, _DIGITS)}
