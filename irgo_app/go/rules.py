"""The rules: which moves are legal, what a recorded move does, how the end of a game is counted.

`play` puts a stone legally, `record` puts it as a game record says, `counted` counts a board.

Which moves are legal is decided here, by a rule set; superko needs the game's past,
which is given along. Sources: the common rules of Go; SGF FF[4] for what a recorded move does
("moves are executed regardless of legality").
What each rule set says of ko, suicide, seki and handicap is as KataGo has it, so that irgo and an
engine mean the same by a name (KataGo documentation, "Supported Go Rules"). Sources of the count:
area scoring as in the Tromp-Taylor rules; territory, prisoners and seki as in the Japanese rules of
1989, where the eyes of stones that share their liberties with the enemy are no territory.

A `RunningPosition` is played on in place: for going through many moves of which few are looked at.
`sane_moves` are those a player may think of: none fills an own eye or throws stones away.
"""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, EMPTY, NAME_OF_COLOUR, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import (BLACK_CELL, CELL_OF_COLOUR, WHITE_CELL, Past, Position,
                                  packed_points, past_after, unpacked_points, without_points)
from irgo_app.words import message, noted

HANDICAP_KOMI: Final = 0.5
"""The komi of a game with handicap: no draw, nothing besides."""


def told_komi(komi: float) -> float:
    """Return the komi that engines are told, which take whole and half points alone.

    Between two whole numbers it is the half point: whoever wins by the record wins by that.
    """
    return komi if komi * 2 == int(komi * 2) else math.floor(komi) + 0.5


class Ko(Enum):
    """Which board may not come back; the values are KataGo's."""

    SIMPLE = "SIMPLE"
    """The one before the other side's move, and only where a lone stone was taken."""
    POSITIONAL = "POSITIONAL"
    """None that lay there in this game, whoever is to move."""
    SITUATIONAL = "SITUATIONAL"
    """None that lay there with the same side to move."""


class HandicapPoints(Enum):
    """What White gets for Black's handicap stones, in points; the values are KataGo's."""

    NONE = "0"
    STONES = "N"
    STONES_BUT_ONE = "N-1"


class Ruleset(Struct, frozen=True):
    """What rule sets differ in.

    name -- as irgo calls it; record_name -- as a record does (SGF's RU)
    engine_name -- as KataGo does
    counts_area -- stones and territory count (area); else territory and prisoners
    ko -- which board may not come back
    allows_suicide -- a move may take off its own chain of two stones or more
    taxes_seki -- eyes in a seki are no points
    handicap_points -- what White gets for handicap stones; komi -- without a handicap
    """

    name: str
    record_name: str
    engine_name: str
    counts_area: bool
    ko: Ko
    allows_suicide: bool
    taxes_seki: bool
    handicap_points: HandicapPoints
    komi: float

    def points_for_handicap(self, stones: int) -> int:
        """Return White's points for so many handicap stones; a single one is no handicap."""
        if stones < 2 or self.handicap_points is HandicapPoints.NONE:
            return 0
        return stones if self.handicap_points is HandicapPoints.STONES else stones - 1

    def usual_komi(self, handicap: int = 0) -> float:
        """Return the komi of a game with so many handicap stones."""
        return HANDICAP_KOMI if handicap >= 2 else self.komi


JAPANESE: Final = Ruleset(
    noted("Japanese"), "Japanese", "japanese", counts_area=False, ko=Ko.SIMPLE,
    allows_suicide=False, taxes_seki=True, handicap_points=HandicapPoints.NONE, komi=6.5)
KOREAN: Final = replace(JAPANESE, name=noted("Korean"), record_name="Korean", engine_name="korean")
CHINESE: Final = Ruleset(
    noted("Chinese"), "Chinese", "chinese", counts_area=True, ko=Ko.SIMPLE,
    allows_suicide=False, taxes_seki=False, handicap_points=HandicapPoints.STONES, komi=7.5)
AGA: Final = replace(
    CHINESE, name="AGA", record_name="AGA", engine_name="aga", ko=Ko.SITUATIONAL,
    handicap_points=HandicapPoints.STONES_BUT_ONE)
NEW_ZEALAND: Final = replace(
    AGA, name=noted("New Zealand"), record_name="NZ", engine_name="new-zealand",
    allows_suicide=True, handicap_points=HandicapPoints.NONE)
TROMP_TAYLOR: Final = replace(
    NEW_ZEALAND, name="Tromp-Taylor", record_name="Tromp-Taylor", engine_name="tromp-taylor",
    ko=Ko.POSITIONAL)
ING: Final = replace(TROMP_TAYLOR, name="Ing", record_name="GOE", engine_name="ing")
RULESETS: Final = (JAPANESE, CHINESE, KOREAN, AGA, NEW_ZEALAND, ING, TROMP_TAYLOR)
"""In the order in which they are offered."""
_CHINESE_SUPERKO: Final = replace(CHINESE, engine_name="chinese-kgs", ko=Ko.POSITIONAL)
"""What some servers play under the Chinese name."""

_ALIASES: Final = {
    "japanese": JAPANESE, "japan": JAPANESE, "jap": JAPANESE, "jp": JAPANESE, "日本": JAPANESE,
    "nihon": JAPANESE, "territory": JAPANESE, "egf": JAPANESE, "일본": JAPANESE,
    "korean": KOREAN, "korea": KOREAN, "kor": KOREAN, "kr": KOREAN, "韓国": KOREAN, "韓國": KOREAN,
    "韩国": KOREAN, "한국": KOREAN, "baduk": KOREAN,
    "chinese": CHINESE, "china": CHINESE, "chn": CHINESE, "cn": CHINESE, "中国": CHINESE,
    "中國": CHINESE, "중국": CHINESE, "area": CHINESE, "数子": CHINESE, "數子": CHINESE,
    "chinesekgs": _CHINESE_SUPERKO, "chineseogs": _CHINESE_SUPERKO,
    "aga": AGA, "american": AGA, "usa": AGA, "bga": AGA, "british": AGA, "french": AGA, "ffg": AGA,
    "nz": NEW_ZEALAND, "newzealand": NEW_ZEALAND, "zealand": NEW_ZEALAND,
    "goe": ING, "ing": ING, "sst": ING, "応氏": ING, "應氏": ING, "应氏": ING, "计点": ING,
    "計點": ING, "응씨": ING,
    "tromptaylor": TROMP_TAYLOR, "tromp": TROMP_TAYLOR, "tt": TROMP_TAYLOR,
    "logical": TROMP_TAYLOR, "cgos": TROMP_TAYLOR,
}
"""What records and programs call them, in small letters and without anything between."""
_SHORTEST_BEGINNING: Final = 3
_COMPACT: Final = re.compile(
    r"ko(?P<ko>simple|positional|situational|spight)score(?P<scoring>area|territory)"
    r"tax(?P<tax>none|seki|all)sui(?P<suicide>[01])(?:button(?P<button>[01]))?"
    r"(?:whb(?P<bonus>0|n-1|n))?(?:fpok[01]?)?")
"""A rule set spelt out, as KataGo writes it into its records."""


def ruleset_named(text: str) -> Ruleset:
    """Return the rule set of an SGF RU value (`Japanese`, `chinese`, `NZ`, `日本ルール` ...).

    Unknown and empty names give Japanese rules, the most common in records.
    """
    return known_ruleset(text) or JAPANESE


@lru_cache(maxsize=64)
def known_ruleset(text: str) -> Ruleset | None:
    """Return the rule set that a record, a user or a program names, None for an unknown name."""
    folded = text.strip().casefold()
    spelt_out = _COMPACT.fullmatch(folded)
    if spelt_out:
        return ruleset_of_parts(
            ko=spelt_out["ko"], scoring=spelt_out["scoring"], tax=spelt_out["tax"],
            suicide=spelt_out["suicide"] == "1", bonus=spelt_out["bonus"] or "0")
    words = re.findall(r"\w+", folded.replace("_", " "))
    whole = "".join(words)
    for name in (whole, *words):
        if name in _ALIASES:
            return _ALIASES[name]
    # "JapaneseRules", "中国规则": the longest name that a word begins with, or that is in it.
    found = [alias for name in (whole, *words) for alias in _ALIASES
             if ((name.startswith(alias) and len(alias) >= _SHORTEST_BEGINNING)
                 or (alias in name and not alias.isascii()))]
    return _ALIASES[max(found, key=len)] if found else None


def has_button(text: str) -> bool:
    """Return whether rules as KataGo spells them out give half a point to who passes first."""
    spelt_out = _COMPACT.fullmatch(text.strip().casefold())
    return spelt_out is not None and spelt_out["button"] == "1"


def ruleset_of_parts(ko: str, scoring: str, tax: str, *, suicide: bool, bonus: str) -> Ruleset:
    """Return the rule set of these parts, in KataGo's words: one of the table, or one of its own.

    Spight's ko counts as situational superko, a tax on groups as that on seki. Raises ValueError
    for a word that is none.
    """
    ko = {"SPIGHT": "SITUATIONAL"}.get(ko.upper(), ko.upper())
    if scoring.upper() not in ("AREA", "TERRITORY") or tax.upper() not in ("NONE", "SEKI", "ALL"):
        raise ValueError(scoring)
    counts_area = scoring.upper() == "AREA"
    own = replace(
        CHINESE if counts_area else JAPANESE, ko=Ko(ko), allows_suicide=suicide,
        taxes_seki=tax.upper() != "NONE", handicap_points=HandicapPoints(bonus.upper()))
    for rules in RULESETS:
        if replace(own, name=rules.name, record_name=rules.record_name, komi=rules.komi,
                   engine_name=rules.engine_name) == rules:
            return rules
    parts = parts_of(own)
    compact = (f"ko{parts['ko']}score{parts['scoring']}tax{parts['tax']}"
               f"sui{int(suicide)}whb{parts['whiteHandicapBonus']}")
    return replace(own, name=compact, record_name=compact, engine_name=compact)


def parts_of(rules: Ruleset) -> dict[str, str | bool]:
    """Return what a rule set is made of, in KataGo's words."""
    return {
        "hasButton": False, "ko": rules.ko.value,
        "scoring": "AREA" if rules.counts_area else "TERRITORY",
        "suicide": rules.allows_suicide, "tax": "SEKI" if rules.taxes_seki else "NONE",
        "whiteHandicapBonus": rules.handicap_points.value}


Neighbours: TypeAlias = tuple[tuple[Point, ...], ...]


def put_stone(
    cells: bytearray, colour: Colour, point: Point, neighbours: Neighbours
) -> tuple[list[Point], list[Point], Point]:
    """Put a stone on an empty point of `cells` and take off what has no liberty then.

    Returns the enemy's stones taken, the own ones (suicide), and the point the enemy may not retake
    at once (PASS if there is none).
    """
    own, enemy = CELL_OF_COLOUR[colour], CELL_OF_COLOUR[-colour]
    cells[point] = own
    taken: list[Point] = []
    has_room = False
    for near in neighbours[point]:
        cell = cells[near]
        if not cell:
            has_room = True
        elif cell == enemy:
            taken += _take_if_breathless(cells, near, neighbours)
    if has_room:
        return taken, [], PASS
    if not taken:
        return taken, _take_if_breathless(cells, point, neighbours), PASS
    is_ko = len(taken) == 1 and _is_lone_in_atari(cells, point, neighbours)
    return taken, [], taken[0] if is_ko else PASS


def _take_if_breathless(cells: bytearray, start: Point, neighbours: Neighbours) -> list[Point]:
    """Take the chain at `start` off `cells` if it has no liberty; return the stones taken."""
    cell = cells[start]
    seen = {start}
    chain = [start]
    for point in chain:
        for near in neighbours[point]:
            other = cells[near]
            if not other:
                return []
            if other == cell and near not in seen:
                seen.add(near)
                chain.append(near)
    for point in chain:
        cells[point] = 0
    return chain


def _is_lone_in_atari(cells: bytearray, point: Point, neighbours: Neighbours) -> bool:
    """Return whether the stone at `point` stands alone with exactly one liberty."""
    own = cells[point]
    around = [cells[near] for near in neighbours[point]]
    return own not in around and around.count(0) == 1


class RunningPosition:
    """What a `Position` holds, to be changed.

    to_play, ko_point, captures -- as there
    rules -- what a suicide is held against
    """

    def __init__(self, position: Position, rules: Ruleset = JAPANESE) -> None:
        self._rules = rules
        self._columns, self._rows = position.columns, position.rows
        self._neighbours = topology(position.columns, position.rows).neighbours
        self._cells = bytearray(position.cells)
        self._order = dict.fromkeys(unpacked_points(position.order))
        """The stones played, in order; a point has one stone at most, so it is there once."""
        self.to_play = position.to_play
        self.ko_point = position.ko_point
        self.captures = position.captures
        self._past: Past = position.past

    @property
    def board(self) -> bytes:
        """Return what lies on the points, as `Position.cells` has it."""
        return bytes(self._cells)

    def frozen(self) -> Position:
        """Return the position as it is now."""
        return Position(self._columns, self._rows, bytes(self._cells), self.to_play,
                        self.ko_point, self.captures, packed_points(self._order), self._past)

    def record(self, colour: Colour, point: Point) -> str | None:
        """Put a stone as a record says, legal or not, and return what was odd about it.

        A stone already there is replaced, captures are taken off, suicide takes off its own chain.
        The remark is a clause such as "a stone was there already", or None for a legal move.
        """
        is_turn, ko_point = colour == self.to_play, self.ko_point
        self._past = past_after(self._past if is_turn else (), point, bytes(self._cells))
        self.to_play, self.ko_point = -colour, PASS
        if point == PASS:
            return None
        order, was_there = self._order, self._cells[point]
        if was_there:
            self._cells[point] = 0
            order.pop(point, None)
        taken, lost, self.ko_point = put_stone(self._cells, colour, point, self._neighbours)
        order[point] = None
        if taken or lost:
            for gone in taken or lost:
                order.pop(gone, None)
            by_black, by_white = self.captures
            gain = len(taken or lost)
            self.captures = ((by_black + gain, by_white) if (colour == BLACK) == bool(taken)
                             else (by_black, by_white + gain))
        if was_there:
            return noted("a stone was there already")
        if is_turn and point == ko_point:
            return noted("it retakes the ko at once")
        is_forbidden = len(lost) == 1 or (lost and not self._rules.allows_suicide)
        return noted("it is suicide") if is_forbidden else None

    def put(self, stones: Mapping[Point, Colour]) -> None:
        """Put or remove stones as in setup: nothing is captured."""
        for point, colour in stones.items():
            self._cells[point] = CELL_OF_COLOUR[colour]
            self._order.pop(point, None)
        self.ko_point, self._past = PASS, ()

    def give_turn(self, colour: Colour) -> None:
        """Give the turn to a colour; if it is another's, no ko is barred."""
        if colour != self.to_play:
            self.to_play, self.ko_point, self._past = colour, PASS, ()


def play(
    position: Position, colour: Colour, point: Point, rules: Ruleset = JAPANESE,
    earlier: Iterable[Position] = (),
) -> Position:
    """Return the position after a legal move.

    earlier -- the game's positions before this one; looked at only where a board might come back
    Raises IllegalMoveError if the point is occupied, retakes a ko at once, is suicide where the
    rules forbid it, or brings back a board that may not come back. Whose turn it is is not checked.
    """
    if point == PASS:
        return replace(position, to_play=-colour, ko_point=PASS,
                       past=past_after(position.past if colour == position.to_play else (), PASS,
                                       position.cells))
    if position.cells[point]:
        raise _illegal(position, colour, point, noted("a stone is there already"))
    if point == position.ko_point and colour == position.to_play:
        raise _illegal(position, colour, point, noted("it retakes the ko at once"))
    after, lost = _put(position, colour, point)
    # The suicide of a single stone is a pass that moves the clock: no rule set here has it.
    if lost == 1 or (lost and not rules.allows_suicide):
        raise _illegal(position, colour, point, noted("it would be suicide"))
    if after.captures != position.captures and repeats(after, earlier, rules.ko):
        raise _illegal(position, colour, point, noted("the same board would come back"))
    return after


def boards_of(position: Position, line: Sequence[tuple[Colour, Point]]) -> list[Position]:
    """Return the boards after each move of a line, as far as the rules allow it."""
    boards = list[Position]()
    for colour, point in line:
        try:
            position = play(position, colour, point)
        except IllegalMoveError:
            break
        boards.append(position)
    return boards


def record(position: Position, colour: Colour, point: Point) -> tuple[Position, str | None]:
    """Return the position after a move of a record and what was odd about it.

    As `RunningPosition.record` plays and says it.
    """
    running = RunningPosition(position)
    remark = running.record(colour, point)
    return running.frozen(), remark


def why_illegal(
    position: Position, colour: Colour, point: Point, rules: Ruleset = JAPANESE,
    earlier: Iterable[Position] = (),
) -> str | None:
    """Return why a move may not be played as one sentence, or None if it may; see `play`."""
    try:
        play(position, colour, point, rules, earlier)
    except IllegalMoveError as error:
        return str(error)
    return None


def repeats(position: Position, earlier: Iterable[Position], ko: Ko = Ko.POSITIONAL) -> bool:
    """Return whether a board has come back that may not.

    With simple ko that is never so: the one board it keeps from coming back is the position's own
    `ko_point`.
    """
    if ko is Ko.SIMPLE:
        return False
    return any(
        position.cells == before.cells and position.columns == before.columns
        and (ko is Ko.POSITIONAL or position.to_play == before.to_play) for before in earlier)


def _illegal(position: Position, colour: Colour, point: Point, reason: str) -> IllegalMoveError:
    where = position.vertex(point)
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
                     order, past_after(position.past if colour == position.to_play else (), point,
                                       position.cells))
    return after, loss


_THROWN_AWAY: Final = 2
"""A move that puts so many own stones into atari and takes nothing throws them away."""


def sane_moves(
    position: Position, colour: Colour, locality: Iterable[Point]
) -> list[tuple[Point, Position]]:
    """Return the legal moves that fill no own eye and throw nothing away, with what they lead to.

    Nor are moves on the edge of the board with no stone around. Sorted by point. `position` need
    not have this colour to play.
    """
    found = list[tuple[Point, Position]]()
    for point in sorted(locality):
        if position.cells[point] or is_own_eye(position, point, colour) \
                or _is_lonely_at_edge(position, point):
            continue
        try:
            after = play(position, colour, point)
        except IllegalMoveError:
            continue
        if not _throws_away(position, after, point):
            found.append((point, after))
    return found


def is_own_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether a vacant point is an eye of a colour that it should not fill.

    All neighbours are its stones, none of them in atari, and the enemy has at most one of the
    diagonal points, none at the edge.
    """
    own = CELL_OF_COLOUR[colour]
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if any(position.cells[near] != own for near in neighbours):
        return False
    if any(len(position.liberties(near)) == 1 for near in neighbours):
        return False
    diagonals = _diagonals(point, position.columns, position.rows)
    enemies = sum(position.colour_at(near) == -colour for near in diagonals)
    return enemies <= (1 if len(diagonals) == 4 else 0)


def _is_lonely_at_edge(position: Position, point: Point) -> bool:
    """Return whether a point on the first line has no stone on the points around it."""
    neighbours = topology(position.columns, position.rows).neighbours[point]
    if len(neighbours) == 4:
        return False
    around = (*neighbours, *_diagonals(point, position.columns, position.rows))
    return not any(position.cells[near] for near in around)


def _throws_away(before: Position, after: Position, point: Point) -> bool:
    """Return whether a move puts two or more own stones, itself one, into atari for nothing."""
    if before.captures != after.captures or len(after.liberties(point)) != 1:
        return False
    return len(after.chain(point)) >= _THROWN_AWAY


def _diagonals(point: Point, columns: int, rows: int) -> list[Point]:
    row, column = divmod(point, columns)
    return [
        (row + down) * columns + column + right for down in (-1, 1) for right in (-1, 1)
        if 0 <= row + down < rows and 0 <= column + right < columns]


Region = tuple[list[Point], frozenset[Colour]]
ONE_EYE: Final = 2
"""An eye of so many points makes no two."""
_LEFT_OPEN: Final = 0.05
"""Where a larger share of the board is nobody's a game is not finished: neutral points are fewer.
"""


class Count(Struct, frozen=True):
    """What both sides have.

    territory -- for Black and White the vacant points that are theirs, dead stones' points among
    them
    stones -- living stones on the board; they count by area
    prisoners -- stones taken and dead stones of the other side; they count by territory
    komi, handicap_points -- what White has besides
    """

    territory: tuple[tuple[Point, ...], tuple[Point, ...]]
    stones: tuple[int, int]
    prisoners: tuple[int, int]
    komi: float
    handicap_points: int
    counts_area: bool

    @property
    def points(self) -> tuple[float, float]:
        """Return Black's and White's points, with komi and what White has for a handicap."""
        other = self.stones if self.counts_area else self.prisoners
        black, white = (len(found) + more for found, more in
                        zip(self.territory, other, strict=True))
        return float(black), white + self.komi + self.handicap_points

    @property
    def lead(self) -> float:
        black, white = self.points
        return black - white

    @property
    def result(self) -> str:
        """Return the result as SGF has it: `B+3.5`, `W+12`, `0` for a draw."""
        return f"{'B' if self.lead > 0 else 'W'}+{abs(self.lead):g}" if self.lead else "0"

    def is_open(self, points: int, in_doubt: int = 0) -> bool:
        """Return whether so much of a board of so many points is nobody's that the game goes on.

        in_doubt -- of so many points nobody knows whose they are, for who judges the board
        """
        nobodys = points - sum(self.stones) - sum(map(len, self.territory))
        return max(in_doubt, nobodys) > _LEFT_OPEN * points


def counted(
    position: Position, dead: Collection[Point], rules: Ruleset, komi: float, handicap: int = 0,
    held: Mapping[Point, Colour] | None = None,
) -> Count:
    """Return the count of a position.

    dead -- stones to be taken off; handicap -- how many stones Black had for it
    held -- whose points are where a wall was left open, see `reader.ending.held_points`
    Other vacant regions that touch both colours are nobody's.
    """
    cleared = position.with_stones(dict.fromkeys(dead, EMPTY))
    regions = vacant_regions(cleared)
    taxed = _eyes_in_seki(cleared, regions) if rules.taxes_seki else frozenset()
    mine: dict[Colour, list[Point]] = {BLACK: [], WHITE: []}
    for region, touched in regions:
        if len(touched) == 1 and region[0] not in taxed:
            mine[next(iter(touched))] += region
        elif held:
            for point in held.keys() & region:
                mine[held[point]].append(point)
    taken = [position.colour_at(point) for point in dead]
    by_black, by_white = position.captures
    return Count(
        (tuple(sorted(mine[BLACK])), tuple(sorted(mine[WHITE]))),
        (cleared.cells.count(BLACK_CELL), cleared.cells.count(WHITE_CELL)),
        (by_black + taken.count(WHITE), by_white + taken.count(BLACK)),
        komi, rules.points_for_handicap(handicap), rules.counts_area)


def vacant_regions(position: Position) -> list[Region]:
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


def stones_together(position: Position, start: Point) -> frozenset[Point]:
    """Return the stones that live or die with the one at `start`.

    These are all of its colour that are reached from it over its own colour and vacant points.
    """
    colour = position.colour_at(start)
    neighbours = topology(position.columns, position.rows).neighbours
    seen = {start}
    queue = [start]
    for point in queue:
        for near in neighbours[point]:
            if near not in seen and position.colour_at(near) in (colour, EMPTY):
                seen.add(near)
                queue.append(near)
    return frozenset(point for point in seen if position.cells[point])


def chains(position: Position) -> Iterable[frozenset[Point]]:
    """Yield the chains of a position."""
    seen: set[Point] = set()
    for point, cell in enumerate(position.cells):
        if cell and point not in seen:
            chain = position.chain(point)
            seen |= chain
            yield chain


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


def _eyes_in_seki(position: Position, regions: list[Region]) -> frozenset[Point]:
    """Return the territory that is no point because its owner lives in a seki.

    Stones that touch a neutral region, and cannot have two eyes even with all their friends that
    touch it, live only because nobody wants to play there. A neutral point that was merely left
    over lies beside stones with two eyes, and takes nothing away.
    """
    found = set[Point]()
    for colour in (BLACK, WHITE):
        open_to = [index for index, (_, touched) in enumerate(regions) if colour in touched]
        for joined in _joined(position, colour, [regions[index][0] for index in open_to]):
            those = [regions[open_to[index]] for index in joined]
            eyes = [region for region, touched in those if len(touched) == 1]
            if len(eyes) < len(those) and len(eyes) == 1 and len(eyes[0]) <= ONE_EYE:
                found.update(eyes[0])
    return frozenset(found)


def _joined(position: Position, colour: Colour, regions: list[list[Point]]) -> list[list[int]]:
    """Return which vacant regions hang together by chains of a colour, as lists of numbers."""
    number = {point: index for index, region in enumerate(regions) for point in region}
    neighbours = topology(position.columns, position.rows).neighbours
    groups: list[list[int]] = []
    seen: set[Point] = set()
    for start in number:
        if start in seen:
            continue
        seen.add(start)
        queue, group = [start], set[int]()
        for point in queue:
            if point in number:
                group.add(number[point])
            for near in neighbours[point]:
                if near not in seen and (near in number or position.colour_at(near) == colour):
                    seen.add(near)
                    queue.append(near)
        groups.append(sorted(group))
    return groups
