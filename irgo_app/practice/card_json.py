"""Cards as JSON, as a deck keeps them: points as SGF letters, boards as rows of signs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec.structs import asdict

from irgo_app.go.coordinates import point_of_sgf_letters, sgf_letters
from irgo_app.go.point import BLACK, PASS, WHITE, Point
from irgo_app.go.position import Position, packed_points
from irgo_app.meaning.reasons import Kind, Reason, State
from irgo_app.practice.card import Card, CardKind, JudgedMove, Move, Origin, Theme

Said: TypeAlias = Mapping[str, Any]
"""What a text of JSON says, which may be anything."""
_PASS_LETTERS = "--"
_SIDE = {BLACK: "B", WHITE: "W", 0: "-"}
_COLOUR = {letter: colour for colour, letter in _SIDE.items()}


def written(card: Card) -> str:
    """Return a card as JSON on one line."""
    columns = card.position.columns
    return json.dumps({
        "kind": card.kind.value, "position": _board(card.position), "start": _board(card.start),
        "before": _line(card.before, columns), "judged": [
            _judged(move, columns) for move in card.judged],
        "themes": [theme.name for theme in card.themes],
        "origin": asdict(card.origin),
        "played": None if card.played is None else _letters((card.played,), columns),
        "after": _line(card.after, columns), "stones": _letters(card.stones, columns),
        "question": card.question, "judge": card.judge, "komi": card.komi, "rules": card.rules,
    }, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Card:
    """Return the card of a JSON text; raises ValueError, KeyError or TypeError for another."""
    said = json.loads(text)
    position = _position(said["position"])
    columns, rows = position.columns, position.rows
    points = _Points(columns, rows)
    return Card(
        CardKind(said["kind"]), position, _position(said["start"]), points.line(said["before"]),
        tuple(_read_judged(move, points) for move in said["judged"]),
        tuple(Theme[name] for name in said["themes"]), Origin(**said["origin"]),
        None if said["played"] is None else points.of(said["played"])[0],
        points.line(said["after"]), points.of(said["stones"]), str(said["question"]),
        str(said["judge"]), float(said["komi"]), str(said["rules"]))


def _letters(points: Sequence[Point], columns: int) -> str:
    return "".join(_PASS_LETTERS if point == PASS else sgf_letters(point, columns)
                   for point in points)


def _line(moves: Sequence[Move], columns: int) -> str:
    return "".join(f"{_SIDE[colour]}{_letters((point,), columns)}" for colour, point in moves)


def _board(position: Position) -> Said:
    return {"rows": position.diagram(), "to_play": _SIDE[position.to_play],
            "ko": _letters((position.ko_point,), position.columns),
            "captures": list(position.captures)}


def _judged(move: JudgedMove, columns: int) -> Said:
    return {
        "move": _letters((move.point,), columns), "loss": round(move.loss, 2),
        "works": move.works, "lead": round(move.lead, 2), "line": _line(move.line, columns),
        "note": move.note, "reasons": [{
            "kind": reason.kind.value, "colour": _SIDE[reason.colour],
            "points": _letters(reason.points, columns), "share": round(reason.share, 2),
            "sure": round(reason.sure, 2), "proved": reason.proved, "move": reason.move.value,
            "instead": reason.instead.value} for reason in move.reasons]}


class _Points:
    """Reads points of a board."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns, self._rows = columns, rows

    def of(self, text: str) -> tuple[Point, ...]:
        """Return the points of pairs of letters."""
        return tuple(
            PASS if text[at:at + 2] == _PASS_LETTERS else point_of_sgf_letters(
                text[at:at + 2], self._columns, self._rows) for at in range(0, len(text), 2))

    def line(self, text: str) -> tuple[Move, ...]:
        """Return the moves of a line: a letter of the side, then its point."""
        return tuple((_COLOUR[text[at]], self.of(text[at + 1:at + 3])[0])
                     for at in range(0, len(text), 3))


def _position(said: Said) -> Position:
    bare = Position.from_diagram(list(said["rows"]), _COLOUR[said["to_play"]])
    ko_point = _Points(bare.columns, bare.rows).of(said["ko"])[0]
    by_black, by_white = said["captures"]
    return Position(bare.columns, bare.rows, bare.cells, bare.to_play, ko_point,
                    (int(by_black), int(by_white)), packed_points(()))


def _read_judged(said: Said, points: _Points) -> JudgedMove:
    reasons = tuple(Reason(
        Kind(reason["kind"]), _COLOUR[reason["colour"]], points.of(reason["points"]),
        float(reason["share"]), float(reason["sure"]), bool(reason["proved"]),
        State(reason["move"]), State(reason["instead"])) for reason in said["reasons"])
    return JudgedMove(points.of(said["move"])[0], float(said["loss"]), said["works"],
                      float(said["lead"]), points.line(said["line"]), reasons, str(said["note"]))
