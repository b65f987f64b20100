"""What happened in a game by the rules alone: stones taken, kos, ladders that were played out."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Final

from msgspec import Struct, field

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR, NAME_OF_COLOUR, PASS, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.lifedeath.groups import stones_in_ladders
from irgo_app.review.game_line import GameLine
from irgo_app.words import Message, counted, listed, message

_FEWEST_ATARIS: Final = 3
"""A ladder has so many: an atari that is answered by getting out of it is none yet."""


class GameHappening(Struct, frozen=True):
    """One thing that happened.

    number -- of the move it began with, from 1; last -- of its last move
    colour -- whose move it was; at -- its point
    stones -- what was taken or chased, sorted; of a ko the two points
    numbers -- of the moves it is made of; columns, rows -- of the board
    works -- of a ladder: whether it takes the stones, read out to the end; else None
    """

    kind: str
    number: int
    last: int
    colour: Colour
    at: Point
    stones: tuple[Point, ...]
    numbers: tuple[int, ...]
    columns: int
    rows: int
    works: bool | None = None

    @property
    def sentence(self) -> str:
        """Return it in a sentence."""
        return str(_WORDS[self.kind](self))

    def json(self) -> dict[str, object]:
        """Return it in numbers and vertices."""
        found: dict[str, object] = {
            "kind": self.kind, "move_number": self.number, "last_move_number": self.last,
            "colour": LETTER_OF_COLOUR[self.colour], "move": self.vertex(self.at),
            "stones": [self.vertex(stone) for stone in self.stones],
            "move_numbers": list(self.numbers)}
        return found | ({} if self.works is None else {"works": self.works}) | {
            "proved": True, "text": self.sentence}

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.sentence)}</p>"

    def vertex(self, point: Point) -> str:
        """Return a point of its board as GTP has it."""
        return vertex(point, self.columns, self.rows)


def happenings_of(line: GameLine, what: str) -> tuple[GameHappening, ...]:
    """Return the `captures`, `kos` or `ladders` of a game in their order; raises UsageError."""
    if what not in _FINDERS:
        raise UsageError("{what} cannot be looked for; there are {names}.", what=what,
                         names=listed(_FINDERS))
    return tuple(_FINDERS[what](line))


def _captures(line: GameLine) -> list[GameHappening]:
    found = list[GameHappening]()
    for number, (colour, point) in enumerate(line.moves, start=1):
        before, after = line.positions[number - 1:number + 1]
        gone = _taken(before, after, colour)
        if point != PASS and gone:
            found.append(_happening(line, "captures", number, number, tuple(gone), (number,)))
    return found


def _taken(before: Position, after: Position, colour: Colour) -> list[Point]:
    """Return the other side's stones that a move took; none where the record took them off."""
    if after.captures == before.captures:
        return []
    return [stone for stone in range(len(before.cells))
            if before.colour_at(stone) == -colour and not after.cells[stone]]


def _kos(line: GameLine) -> list[GameHappening]:
    fights = dict[tuple[Point, ...], list[int]]()
    for number, (_, point) in enumerate(line.moves, start=1):
        ko = line.positions[number].ko_point
        if point != PASS and ko != PASS:
            fights.setdefault(tuple(sorted((point, ko))), []).append(number)
    return [_happening(line, "kos", numbers[0], numbers[-1], points, tuple(numbers))
            for points, numbers in fights.items()]


class _Chase(Struct):
    """A chain that is given atari again and again; works -- as read after the first atari."""

    stones: frozenset[Point]
    works: bool
    ataris: list[int] = field(default_factory=list)
    last: int = 0


def _ladders(line: GameLine) -> list[GameHappening]:
    """Return each chain that was given atari, ran to two liberties, and was given atari again."""
    open_chases, found = list[_Chase](), list[_Chase]()
    for number, (colour, point) in enumerate(line.moves, start=1):
        after = line.positions[number]
        if point == PASS or after.colour_at(point) != colour:
            continue
        own = after.chain(point)
        for chase in [chase for chase in open_chases if chase.stones & own]:
            open_chases.remove(chase)
            if len(after.liberties(point)) == 2:
                chase.stones, chase.last = own, number
                open_chases.append(chase)
        for stone in _given_atari(after, point, colour):
            chain = after.chain(stone)
            chase = next((one for one in open_chases if one.stones & chain), None) or _Chase(
                chain, stone in stones_in_ladders(after))
            if chase not in open_chases:
                open_chases.append(chase)
            chase.stones, chase.last = chain, number
            chase.ataris.append(number)
            if len(chase.ataris) == _FEWEST_ATARIS:
                found.append(chase)
    return [_happening(line, "ladders", chase.ataris[0], chase.last,
                       tuple(sorted(chase.stones)), tuple(chase.ataris), chase.works)
            for chase in found]


def _given_atari(after: Position, point: Point, colour: Colour) -> list[Point]:
    """Return a stone of each enemy chain beside a move that has one liberty left."""
    found, seen = list[Point](), set[Point]()
    for beside in topology(after.columns, after.rows).neighbours[point]:
        if after.colour_at(beside) == -colour and beside not in seen:
            seen |= after.chain(beside)
            if len(after.liberties(beside)) == 1:
                found.append(beside)
    return found


def _happening(
    line: GameLine, kind: str, number: int, last: int, stones: tuple[Point, ...],
    numbers: tuple[int, ...], works: bool | None = None,
) -> GameHappening:
    colour, point = line.moves[number - 1]
    return GameHappening(kind, number, last, colour, point, stones, numbers, line.columns,
                         line.rows, works)


_FINDERS: Final[Mapping[str, Callable[[GameLine], Sequence[GameHappening]]]] = {
    "captures": _captures, "kos": _kos, "ladders": _ladders}


def _capture_words(found: GameHappening) -> Message:
    return counted("Move {number}, {colour} {move}, takes one stone at {stones}.",
                   "Move {number}, {colour} {move}, takes {count} stones at {stones}.",
                   len(found.stones), **_named(found))


def _ko_words(found: GameHappening) -> Message:
    return counted("A ko at {stones} is taken once, by move {numbers}.",
                   "A ko at {stones} is taken {count} times, by the moves {numbers}.",
                   len(found.numbers), **_named(found))


def _ladder_words(found: GameHappening) -> Message:
    if found.works:
        return message("From move {number} on {colour} chases the stones at {stones} in a ladder, "
                       "which works.", **_named(found))
    return message("From move {number} on {colour} chases the stones at {stones} in a ladder, "
                   "which does not work.", **_named(found))


def _named(found: GameHappening) -> dict[str, object]:
    return {"number": found.number, "colour": message(NAME_OF_COLOUR[found.colour]),
            "move": found.vertex(found.at), "stones": listed(map(found.vertex, found.stones)),
            "numbers": listed(map(str, found.numbers))}


_WORDS: Final[Mapping[str, Callable[[GameHappening], Message]]] = {
    "captures": _capture_words, "kos": _ko_words, "ladders": _ladder_words}
