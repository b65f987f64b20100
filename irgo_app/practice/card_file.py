"""A card as a deck keeps it: JSON on one line, every value of which is checked when it is read.

Points are SGF letters and boards rows of signs. Reasons are kept as data, never as words: so they
turn with the board and are told in any language.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from irgo_app.go.coordinates import point_of_sgf_letters, sgf_letters
from irgo_app.go.point import BLACK, PASS, WHITE, Point
from irgo_app.go.position import Position, packed_points
from irgo_app.meaning.reasons import Reason, ReasonKind, State
from irgo_app.practice.card import Card, CardKind, JudgedMove, Move, Origin, Theme

DAMAGED: Final = (ValueError, KeyError, TypeError, IndexError, RecursionError)
"""What reading a damaged card raises."""
MOST_LETTERS: Final = 1_000_000
"""A longer body is no card of irgo's."""
_MOST_TEXT: Final = 4_000
"""Letters of a name, a question, a note."""
_MOST_LINE: Final = 400_000
_PASS_LETTERS: Final = "--"
_SIDE: Final = {BLACK: "B", WHITE: "W", 0: "-"}
_COLOUR: Final = {letter: colour for colour, letter in _SIDE.items()}
_Written: TypeAlias = Mapping[str, Any]

_Text: TypeAlias = Annotated[str, Meta(max_length=_MOST_TEXT)]
_Line: TypeAlias = Annotated[str, Meta(max_length=_MOST_LINE)]
_Points: TypeAlias = Annotated[str, Meta(max_length=2 * 52 * 52)]
_Number: TypeAlias = Annotated[float, Meta(ge=-100_000, le=100_000)]
"""Points on a board, lost or ahead; neither infinite nor no number."""
_Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
_Side: TypeAlias = Literal["B", "W"]


class _CardBoard(Struct):
    """A board in JSON."""

    rows: Annotated[list[Annotated[str, Meta(max_length=52)]], Meta(max_length=52)]
    to_play: _Side
    ko: Annotated[str, Meta(max_length=2)]
    captures: tuple[_Count, _Count]


class _Reason(Struct):
    """A reason in JSON."""

    kind: ReasonKind
    colour: Literal["B", "W", "-"]
    points: _Points
    share: _Number
    sure: _Number
    proved: bool
    move: State
    instead: State


class _JudgedMove(Struct):
    """A judged move in JSON."""

    move: Annotated[str, Meta(max_length=2)]
    loss: _Number
    works: bool | None
    lead: _Number
    line: _Line
    note: _Text
    reasons: Annotated[list[_Reason], Meta(max_length=1_000)]


class _Origin(Struct):
    """Where a card comes from, in JSON."""

    black: _Text = ""
    white: _Text = ""
    date: _Text = ""
    name: _Text = ""
    number: _Count = 0
    player: _Text = ""
    source: _Text = ""


class _Card(Struct):
    """A card in JSON."""

    kind: CardKind
    position: _CardBoard
    start: _CardBoard
    before: _Line
    judged: Annotated[list[_JudgedMove], Meta(min_length=1, max_length=3_000)]
    themes: Annotated[list[str], Meta(max_length=len(Theme))]
    origin: _Origin
    played: Annotated[str, Meta(max_length=2)] | None
    after: _Line
    stones: _Points
    question: _Text
    judge: _Text
    komi: _Number
    rules: _Text


def written(card: Card) -> str:
    """Return a card as JSON on one line; texts are cut to what is read again."""
    columns = card.position.columns
    return json.dumps({
        "kind": card.kind.value, "position": _board(card.position), "start": _board(card.start),
        "before": _line(card.before, columns), "judged": [
            _judged(move, columns) for move in card.judged],
        "themes": [theme.name for theme in card.themes],
        "origin": {key: _text(value) if isinstance(value, str) else value
                   for key, value in asdict(card.origin).items()},
        "played": None if card.played is None else _letters((card.played,), columns),
        "after": _line(card.after, columns), "stones": _letters(card.stones, columns),
        "question": _text(card.question), "judge": _text(card.judge), "komi": card.komi,
        "rules": _text(card.rules),
    }, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Card:
    """Return the card of a JSON text; raises one of DAMAGED for another."""
    if len(text) > MOST_LETTERS:
        raise ValueError("no card is so long")
    found = msgspec.json.decode(text, type=_Card)
    position, start = _position(found.position), _position(found.start)
    if (start.columns, start.rows) != (position.columns, position.rows):
        raise ValueError("a card has one board")
    points = _PointReader(position.columns, position.rows)
    return Card(
        found.kind, position, start, points.line(found.before),
        tuple(_read_judged(move, points) for move in found.judged),
        tuple(Theme[name] for name in found.themes), Origin(**asdict(found.origin)),
        None if found.played is None else points.one(found.played),
        points.line(found.after), points.several(found.stones), found.question, found.judge,
        found.komi, found.rules)


def _text(text: str) -> str:
    """Return a text as a deck can keep it: a name of a file may hold what is no text."""
    return text[:_MOST_TEXT].encode("utf-8", "replace").decode()


def _letters(points: Sequence[Point], columns: int) -> str:
    return "".join(_PASS_LETTERS if point == PASS else sgf_letters(point, columns)
                   for point in points)


def _line(moves: Sequence[Move], columns: int) -> str:
    return "".join(f"{_SIDE[colour]}{_letters((point,), columns)}" for colour, point in moves)


def _board(position: Position) -> _Written:
    return {"rows": position.diagram(), "to_play": _SIDE[position.to_play],
            "ko": _letters((position.ko_point,), position.columns),
            "captures": list(position.captures)}


def _judged(move: JudgedMove, columns: int) -> _Written:
    return {
        "move": _letters((move.point,), columns), "loss": move.loss,
        "works": move.works, "lead": move.lead, "line": _line(move.line, columns),
        "note": _text(move.note), "reasons": [{
            "kind": reason.kind.value, "colour": _SIDE[reason.colour],
            "points": _letters(reason.points, columns), "share": reason.share, "sure": reason.sure,
            "proved": reason.proved, "move": reason.move.value,
            "instead": reason.instead.value} for reason in move.reasons]}


class _PointReader:
    """Reads points of a board; raises one of DAMAGED for what is none."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns, self._rows = columns, rows

    def one(self, letters: str) -> Point:
        """Return the point of a pair of letters."""
        return PASS if letters == _PASS_LETTERS else point_of_sgf_letters(
            letters, self._columns, self._rows)

    def several(self, text: str) -> tuple[Point, ...]:
        """Return the points of pairs of letters; none of them is a pass."""
        return tuple(point_of_sgf_letters(text[at:at + 2], self._columns, self._rows)
                     for at in range(0, len(text), 2))

    def line(self, text: str) -> tuple[Move, ...]:
        """Return the moves of a line: a letter of the side, then its point."""
        moves = tuple((_COLOUR[text[at]], self.one(text[at + 1:at + 3]))
                      for at in range(0, len(text), 3))
        if any(colour == 0 for colour, _ in moves):
            raise ValueError("a move has a side")
        return moves


def _position(found: _CardBoard) -> Position:
    bare = Position.from_diagram(found.rows, _COLOUR[found.to_play])
    ko_point = _PointReader(bare.columns, bare.rows).one(found.ko)
    if ko_point != PASS and bare.cells[ko_point]:
        raise ValueError("a ko is taken back at an empty point")
    return Position(bare.columns, bare.rows, bare.cells, bare.to_play, ko_point, found.captures,
                    packed_points(()))


def _read_judged(found: _JudgedMove, points: _PointReader) -> JudgedMove:
    reasons = tuple(Reason(
        reason.kind, _COLOUR[reason.colour], points.several(reason.points), reason.share,
        reason.sure, reason.proved, reason.move, reason.instead) for reason in found.reasons)
    return JudgedMove(points.one(found.move), found.loss, found.works, found.lead,
                      points.line(found.line), reasons, found.note)
