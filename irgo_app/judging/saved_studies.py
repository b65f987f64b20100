"""Studies kept in the record, in irgo's own property IRS: who read them, and what they found.

Each value is one line of JSON, a study. Places of groups are told by their stones, so that they are
the same places when the record is read again; what cannot be read counts as not there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, SupportsFloat, TypeAlias

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.map_study import followed
from irgo_app.judging.place import Place, place_of_group, place_of_point
from irgo_app.judging.study import Move, Play, Study
from irgo_app.lifedeath.verdict import Outcome
from irgo_app.sgf.edits import ChangeKind, Edit, set_properties
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.values import raw_of_text, text_of

Document: TypeAlias = dict[str, Any]
PROPERTY: Final = "IRS"
_VERSION: Final = 1
_MOST_POINTS: Final = 10_000.0
_COLOURS: Final = {letter: colour for colour, letter in LETTER_OF_COLOUR.items()}
_OWNED: Final = 100
"""An ownership of 1 as it is written: whole numbers are short."""


def save_studies(
    node: Node, position: Position, found: Iterable[tuple[str, Study]]
) -> Edit | None:
    """Return the edit that writes studies into their node, None if there are none.

    found -- who read each, "" for irgo, and the study; those kept before go
    """
    writer = _Names(position)
    values = [raw_of_text(json.dumps(writer.study(reader, study), separators=(",", ":")))
              for reader, study in found]
    if not values:
        return None
    return set_properties(node, {PROPERTY: values}, "keep studies", ChangeKind.INFO)


def saved_studies(node: Node, position: Position) -> list[tuple[str, Study]]:
    """Return the studies that the record holds of a node, with who read them."""
    found = []
    for raw in node.properties.get(PROPERTY, []):
        try:
            found.append(_Names(position).read(json.loads(text_of(raw))))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError,
                RecursionError, UsageError):
            continue
    return found


class _Names:
    """Writes points of one board as vertices, and reads them."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def study(self, reader: str, study: Study) -> Document:
        place = study.place
        document: Document = {
            "v": _VERSION, "reader": reader, "engine": study.engine, "method": study.method,
            "visits": study.visits, "komi": study.komi, "rest": round(study.rest, 4),
            "point": self._name(study.at), "B": self._play(study.black_first),
            "W": self._play(study.white_first)}
        if place.stones:
            return document | {"group": place.group, "stones": self._names(place.stones)}
        if place.at is not None:
            return document | {"at": self._name(place.at)}
        return document | {"region": self._names(place.region), "near": self._names(place.near)}

    def read(self, document: Document) -> tuple[str, Study]:
        """Return who read a study, and the study; raises what broken JSON raises."""
        if document["v"] != _VERSION:
            raise ValueError(document["v"])
        place = self._place(document)
        black, white = (self._read_play(document[LETTER_OF_COLOUR[first]], first, place)
                        for first in (BLACK, WHITE))
        return str(document["reader"]), Study(
            place, self._point(document["point"]), black, white, _number(document["rest"]),
            str(document["method"]), str(document["engine"]), int(document["visits"]),
            _number(document["komi"]))

    def _place(self, document: Document) -> Place:
        if "stones" in document:
            group = document["group"]
            return place_of_group(self._position, self._points(document["stones"]),
                                  None if group is None else int(group))
        if "at" in document:
            return place_of_point(self._position, self._point(document["at"]))
        return Place(self._points(document["region"]), self._points(document["near"]))

    def _play(self, play: Play) -> Document:
        owned = play.ownership
        return {
            "moves": self._line(play.moves), "line": self._line(play.line),
            "lead": round(play.lead, 4), "count": round(play.count, 4),
            "threat": round(play.threat, 4), "dead": self._names(play.dead),
            "outcome": None if play.outcome is None else play.outcome.value,
            "fate": None if play.fate is None else round(play.fate, 3),
            "territory": [round(play.territory[colour], 1) for colour in (BLACK, WHITE)],
            "influence": round(play.influence, 2),
            "owners": None if owned is None else [round(_OWNED * value) for value in owned]}

    def _read_play(self, row: Document, first: Colour, place: Place) -> Play:
        moves, end = followed(self._position, first, self._moves(row["moves"]))
        black, white = map(_number, row["territory"])
        owned, outcome, fate = row["owners"], row["outcome"], row["fate"]
        if owned is not None and len(owned) != len(self._position.cells):
            raise ValueError("ownership of another board")
        return Play(
            first, moves, end, _number(row["lead"]), self._moves(row["line"]),
            _number(row["count"]), _number(row["threat"]), self._points(row["dead"]),
            None if outcome is None else Outcome(outcome), None if fate is None else _number(fate),
            {BLACK: black, WHITE: white}, _number(row["influence"]),
            ownership=None if owned is None else tuple(
                max(-1.0, min(1.0, int(value) / _OWNED)) for value in owned))

    def _line(self, moves: Sequence[Move]) -> str:
        return " ".join(f"{LETTER_OF_COLOUR[colour]}:{self._name(point)}"
                        for colour, point in moves)

    def _moves(self, text: str) -> tuple[Move, ...]:
        return tuple((_COLOURS[word[0]], self._point(word[2:])) for word in text.split())

    def _names(self, points: Sequence[Point]) -> str:
        return " ".join(map(self._name, points))

    def _points(self, text: str) -> tuple[Point, ...]:
        return tuple(map(self._point, text.split()))

    def _name(self, point: Point) -> str:
        return vertex(point, self._position.columns, self._position.rows)

    def _point(self, name: str) -> Point:
        return point_of_vertex(name, self._position.columns, self._position.rows)


def _number(value: SupportsFloat | str) -> float:
    """Return a number of points; raises ValueError for what is none, which JSON allows."""
    found = float(value)
    if not abs(found) <= _MOST_POINTS:
        raise ValueError(value)
    return found
