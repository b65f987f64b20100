"""The rules: `play` puts a stone legally, `record` puts it as a game record says.

Capture, simple ko and suicide are decided here; positional superko is a query, since it needs the
game's history. Sources: the common rules of Go; superko and area scoring as in the Tromp-Taylor
rules; SGF FF[4] for what a recorded move does ("moves are executed regardless of legality").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from irgo_app.errors import IllegalMoveError
from irgo_app.go.capture import put_stone
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, Colour, Point
from irgo_app.go.position import BLACK_CELL, WHITE_CELL, Position, without_points
from irgo_app.go.running_position import RunningPosition
from irgo_app.go.topology import topology
from irgo_app.words import message, noted


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What rule families differ in.

    allows_suicide -- a move may take off its own chain (of two stones or more, or of one)
    uses_superko -- no position of the board may come back
    counts_area -- stones and territory count (area); else territory and prisoners
    """

    name: str
    allows_suicide: bool
    uses_superko: bool
    counts_area: bool


JAPANESE: Final = Ruleset(noted("Japanese"), False, False, False)
CHINESE: Final = Ruleset(noted("Chinese"), False, True, True)
AGA: Final = Ruleset("AGA", False, True, True)
NEW_ZEALAND: Final = Ruleset("NZ", True, True, True)
TROMP_TAYLOR: Final = Ruleset("Tromp-Taylor", True, True, True)
RULESETS: Final = (JAPANESE, CHINESE, AGA, NEW_ZEALAND, TROMP_TAYLOR)


def ruleset_named(text: str) -> Ruleset:
    """Return the ruleset of an SGF RU value (`Japanese`, `Chinese`, `AGA`, `NZ`, `GOE` ...).

    Unknown and empty names give Japanese rules, the most common in records.
    """
    word = text.strip().lower()
    aliases = {"goe": NEW_ZEALAND, "ing": NEW_ZEALAND, "new zealand": NEW_ZEALAND,
               "korean": JAPANESE}
    for rules in RULESETS:
        if word.startswith(rules.name.lower()):
            return rules
    return aliases.get(word, JAPANESE)


def play(position: Position, colour: Colour, point: Point, rules: Ruleset = JAPANESE) -> Position:
    """Return the position after a legal move.

    Raises IllegalMoveError if the point is occupied, retakes a ko at once, or is suicide where the
    rules forbid it. Superko is not checked (see `repeats`), nor whose turn it is.
    """
    if point == PASS:
        return _passed(position, colour)
    if position.cells[point]:
        raise _illegal(position, colour, point, noted("a stone is there already"))
    if point == position.ko_point and colour == position.to_play:
        raise _illegal(position, colour, point, noted("it retakes a ko at once"))
    after, own_taken = _put(position, colour, point)
    if own_taken and not rules.allows_suicide:
        raise _illegal(position, colour, point, noted("it would be suicide"))
    return after


def record(position: Position, colour: Colour, point: Point) -> tuple[Position, str | None]:
    """Return the position after a move of a record, legal or not, and what was odd about it.

    A stone already there is replaced, captures are taken off, suicide takes off its own chain.
    The remark is a clause such as "a stone was there already", or None for a legal move.
    """
    running = RunningPosition(position)
    remark = running.record(colour, point)
    return running.frozen(), remark


def why_illegal(
    position: Position, colour: Colour, point: Point, rules: Ruleset = JAPANESE
) -> str | None:
    """Return why a move may not be played as one sentence, or None if it may."""
    try:
        play(position, colour, point, rules)
    except IllegalMoveError as error:
        return str(error)
    return None


def repeats(position: Position, history: Iterable[Position]) -> bool:
    """Return whether the stones lay just so in an earlier position (positional superko)."""
    return any(
        position.cells == earlier.cells and position.columns == earlier.columns
        for earlier in history
    )


def area_score(position: Position) -> int:
    """Return Black's stones and surrounded points minus White's, with every stone taken as alive.

    Empty regions that touch both colours count for nobody (Tromp-Taylor rule 9); no komi.
    """
    cells = position.cells
    score = cells.count(BLACK_CELL) - cells.count(WHITE_CELL)
    for region, touched in vacant_regions(position):
        if len(touched) == 1:
            score += len(region) if BLACK in touched else -len(region)
    return score


def vacant_regions(position: Position) -> list[tuple[list[Point], frozenset[Colour]]]:
    """Return the regions of vacant points, each with the colours of the stones around it."""
    cells = position.cells
    neighbours = topology(position.columns, position.rows).neighbours
    regions = []
    seen: set[Point] = set()
    for start, cell in enumerate(cells):
        if cell or start in seen:
            continue
        region, touched = [start], set()
        seen.add(start)
        for point in region:
            for near in neighbours[point]:
                if cells[near]:
                    touched.add(position.colour_at(near))
                elif near not in seen:
                    seen.add(near)
                    region.append(near)
        regions.append((region, frozenset(touched)))
    return regions


def _passed(position: Position, colour: Colour) -> Position:
    return Position(position.columns, position.rows, position.cells, -colour, PASS,
                    position.captures, position.order)


def _illegal(position: Position, colour: Colour, point: Point, reason: str) -> IllegalMoveError:
    where = vertex(point, position.columns, position.rows)
    return IllegalMoveError(
        "{colour} may not play {where}: {reason}.",
        colour=message(NAME_OF_COLOUR[colour]), where=where, reason=message(reason))


def _put(position: Position, colour: Colour, point: Point) -> tuple[Position, int]:
    """Return the position with a stone put on an empty point, and how many own stones that took."""
    neighbours = topology(position.columns, position.rows).neighbours
    cells = bytearray(position.cells)
    taken, lost, ko_point = put_stone(cells, colour, point, neighbours)
    by_black, by_white = position.captures
    gain, loss = len(taken), len(lost)
    captures = (
        (by_black + gain, by_white + loss) if colour == BLACK
        else (by_black + loss, by_white + gain)
    )
    order = position.order + point.to_bytes(2, "little")
    if taken or lost:
        order = without_points(order, taken + lost)
    after = Position(position.columns, position.rows, bytes(cells), -colour, ko_point, captures,
                     order)
    return after, loss
