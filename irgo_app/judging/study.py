"""A place, and its study: what moving first is worth there, by one judge, for both sides; playouts.

A place is a group, a point or a box, and the vacant points around it. Each side's best first move
in it is searched, with free play afterwards: either side may leave when elsewhere is worth more.
What lies between the two leads is the swing. The local part of each line tells whether the move
keeps the initiative, and with it what a move here counts. In a playout nobody leaves: the place is
played move by move until neither side gains there.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, repeats, without_dead
from irgo_app.judging.future import LONGEST_LINE, Future, Move, line_after
from irgo_app.judging.judgement import (CalledOffError, Judge, Judgement, Searched, Tried,
                                        searched_by_both)
from irgo_app.lifedeath.verdict import Outcome

NEAR: Final = 4
"""How many steps from a group or a point its place goes."""
_FURTHER: Final = 2
"""How many steps beyond its region a line still belongs to a place."""
_WHOLE_BOARD: Final = 60
"""So far the whole board is searched for a move elsewhere on which a group hangs."""
LIVES, DIES = 0.35, -0.35
"""Ownership of a group's stones, its owner's view, from which it lives, and below which it dies."""
_NO_TERRITORY: Final[Mapping[Colour, float]] = {BLACK: 0.0, WHITE: 0.0}


class Place(Struct, frozen=True):
    """Where either side may move first.

    region -- the vacant points of the first move, sorted
    near -- all points where a line counts as local, sorted; stones included
    stones -- the group asked about, sorted; empty for a point or a box
    at -- the point asked about, None for a group or a box
    group -- the number of the group from 1, None if it has none
    colour -- the group's colour, EMPTY without a group
    """

    region: tuple[Point, ...]
    near: tuple[Point, ...]
    stones: tuple[Point, ...] = ()
    at: Point | None = None
    group: int | None = None
    colour: Colour = EMPTY


def place_of_group(
    position: Position, stones: Iterable[Point], group: int | None = None
) -> Place:
    """Return the place of a group: what lies within four steps of a stone.

    Raises UsageError if there is no stone.
    """
    own = tuple(sorted(stones))
    if not own or not all(position.cells[stone] for stone in own):
        raise UsageError("A group has stones; name one of them, such as D4.")
    return _around(position, own, stones=own, group=group)


def place_of_point(position: Position, point: Point) -> Place:
    """Return the place of a vacant point, where both sides' first move is; what follows is near.

    Raises UsageError if it is occupied.
    """
    if point == PASS:
        raise UsageError("Name a vacant point.")
    if position.cells[point]:
        raise UsageError(
            "There is a stone at {vertex}; name a vacant point.",
            vertex=position.vertex(point))
    return Place((point,), _around(position, (point,)).near, at=point)


def place_around(position: Position, point: Point) -> Place:
    """Return the place round a point, such as a corner nobody has played in yet."""
    return _around(position, (point,))


def place_of_box(position: Position, corner: Point, other: Point) -> Place:
    """Return the place of the rectangle between two corners; nothing outside it is local.

    Raises UsageError if it holds no vacant point.
    """
    inside = points_of_box(position, corner, other)
    region = tuple(point for point in inside if not position.cells[point])
    if not region:
        raise UsageError("The box holds no vacant point; draw it round some.")
    return Place(region, inside)


def points_of_box(position: Position, corner: Point, other: Point) -> tuple[Point, ...]:
    """Return the points of the rectangle between two corners, sorted."""
    (top, left), (bottom, right) = (
        divmod(point, position.columns) for point in (corner, other))
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    return tuple(row * position.columns + column for row in rows for column in columns)


def steps_between(one: Point, other: Point, columns: int) -> int:
    """Return how many steps from point to point lead from one to the other."""
    (row, column), (other_row, other_column) = divmod(one, columns), divmod(other, columns)
    return abs(row - other_row) + abs(column - other_column)


def points_within(position: Position, points: Iterable[Point], steps: int) -> tuple[Point, ...]:
    """Return all points so many steps or fewer from one of some points, sorted."""
    columns, rows, found = position.columns, position.rows, set[Point]()
    for point in points:
        row, column = divmod(point, columns)
        # Line by line, for the window asks this of every group at every move.
        for line in range(max(0, row - steps), min(rows - 1, row + steps) + 1):
            wide, start = steps - abs(line - row), line * columns
            found.update(range(start + max(0, column - wide),
                               start + min(columns - 1, column + wide) + 1))
    return tuple(sorted(found))


def _around(
    position: Position, points: tuple[Point, ...], *, stones: tuple[Point, ...] = (),
    group: int | None = None,
) -> Place:
    region = tuple(point for point in points_within(position, points, NEAR)
                   if not position.cells[point])
    return Place(region, points_within(position, points, NEAR + _FURTHER), stones, None, group,
                 position.colour_at(stones[0]) if stones else EMPTY)


class Initiative(Enum):
    """Who keeps the move when a place is played out."""

    GOTE = "gote"
    BLACK_SENTE = "sente for Black"
    WHITE_SENTE = "sente for White"
    DOUBLE_SENTE = "double sente"


class Play(Future, frozen=True, eq=True):
    """What follows if one colour moves first in the place.

    moves -- as far as they lie in the place; a pass where there is nothing to gain
    end -- the position after them, with dead stones still on the board
    lead -- after the best first move and free play
    ownership -- at the end, empty if the judge does not tell
    line -- all moves the search saw, which may leave the place when elsewhere is worth more
    count -- Black's lead at the end of `moves`, whoever's turn it is
    threat -- what a second move in a row would gain in the place, in points
    dead -- stones of the group that count as taken; outcome -- what becomes of it, None where no
    group is asked about
    fate -- the ownership of its stones in its owner's view, 1 safe, -1 lost; None if not known
    territory -- for each colour what it has secured at the end, by irgo's maps, with prisoners
    influence -- what Black may expect beyond that less what White may: the rest of the lead
    tried -- the first moves a search looked at, best first
    """

    line: tuple[Move, ...] = ()
    count: float = 0.0
    threat: float = 0.0
    dead: tuple[Point, ...] = ()
    outcome: Outcome | None = None
    fate: float | None = None
    territory: Mapping[Colour, float] = field(default_factory=lambda: _NO_TERRITORY)
    influence: float = 0.0
    tried: tuple[Tried, ...] = ()

    @property
    def local(self) -> tuple[Move, ...]:
        """Return the moves in the place, none where there is nothing to gain."""
        return () if self.move == PASS else self.moves

    @property
    def elsewhere(self) -> Move | None:
        """Return the reply to the only move in the place, where it lies elsewhere or is a pass.

        None where the place itself is answered, and where no reply is known.
        """
        is_left = len(self.local) == 1 and self.line[:1] == self.moves
        return self.line[1] if is_left and len(self.line) > 1 else None

    @property
    def keeps_sente(self) -> bool:
        """Return whether the other side had the last local move, and so the first side the next."""
        return len(self.moves) % 2 == 0

    @property
    def counted_position(self) -> Position:
        """Return the position with the dead stones taken off: what the maps are drawn of."""
        return without_dead(self.end, self.dead)


class Study(Struct, frozen=True):
    """What moving first is worth in a place of a position.

    at -- the point in question, or a first move
    rest -- Black's lead as the position stands, with its side to move
    method -- how the life of the group was judged, "" for a point or if it was not
    engine -- who judged; visits -- positions looked at
    komi -- of the game, in points for White; it is counted in all leads
    """

    position: Position
    place: Place
    at: Point
    black_first: Play
    white_first: Play
    rest: float = 0.0
    method: str = ""
    engine: str = ""
    visits: int = 0
    komi: float = 0.0

    @property
    def group(self) -> int | None:
        """Return the number of the group from 1, None if it has none."""
        return self.place.group

    @property
    def stones(self) -> tuple[Point, ...]:
        """Return the stones of the group, none for a point or a box."""
        return self.place.stones

    @property
    def colour(self) -> Colour:
        """Return the colour of the group, EMPTY where there is none."""
        return self.place.colour

    @property
    def swing(self) -> float:
        """Return what moving first is worth, in points, never below 0.

        It is 0 where every move in the place costs more than it gains, elsewhere being larger, and
        where neither side has one: two passes differ by what the turn is worth elsewhere.
        """
        if self.black_first.move == self.white_first.move == PASS:
            return 0.0
        return max(0.0, self.black_first.lead - self.white_first.lead)

    @property
    def hanging(self) -> tuple[Point, ...]:
        """Return the stones of the group that are safe if its owner moves first, and else lost."""
        own, enemy = (self.if_first(sign * self.colour).ownership for sign in (1, -1))
        if not own or not enemy:
            return ()
        return tuple(stone for stone in self.stones if self.colour * own[stone] >= LIVES
                     and self.colour * enemy[stone] <= DIES)

    @property
    def initiative(self) -> Initiative:
        """Return who keeps the move."""
        by_black, by_white = self.black_first.keeps_sente, self.white_first.keeps_sente
        if by_black and by_white:
            return Initiative.DOUBLE_SENTE
        if by_black:
            return Initiative.BLACK_SENTE
        return Initiative.WHITE_SENTE if by_white else Initiative.GOTE

    @property
    def deiri(self) -> float:
        """Return the difference of the local results, as players count a move (deiri)."""
        return max(0.0, self.black_first.count - self.white_first.count)

    @property
    def miai(self) -> float:
        """Return what one move gains on average (miai): in gote half the deiri, else all of it."""
        return self.deiri / 2 if self.initiative is Initiative.GOTE else self.deiri

    def if_first(self, colour: Colour) -> Play:
        """Return what happens if a colour moves first."""
        return self.black_first if colour == BLACK else self.white_first


def study_of(
    position: Position, place: Place, judge: Judge, visits: int,
    cancel: CancelFlag | None = None,
) -> Study:
    """Return the study of a place.

    visits -- how many positions each side's search may look at. Raises EngineError if an engine
    fails, CalledOffError if the flag is raised.
    """
    asked, (place, looked) = place, _with_move_elsewhere(position, place, judge, visits, cancel)
    region = frozenset(place.region)
    found = searched_by_both(position, judge, region, visits, cancel)
    lines = {first: line_on(position, first, found[first].line) for first in found}
    moves = {first: lines[first][:local_moves(lines[first], place)] for first in found}
    boards = [position, *(after(position, first, moves[first]) for first in found),
              *(after(position, first, moves[first][:1]) for first in found)]
    # Either side to move on every board: the mean of the two leads is what lies there, whoever's
    # turn it is; what they differ by is what the turn is worth.
    said = judge.appraise(
        [board.with_to_play(colour) for board in boards for colour in (BLACK, WHITE)], cancel)
    rest, *pairs = zip(said[::2], said[1::2], strict=True)
    plays = dict[Colour, Play]()
    for index, first in enumerate(found):
        end, once = pairs[index], pairs[index + len(found)]
        plays[first] = _play_of(position, place, first, found[first], lines[first], moves[first],
                                boards[1 + index], end, max(0.0, _turn(once) - _turn(rest)))
    # As it stands: a board that is told whose turn it is has no ko any more.
    now = judge.appraise([position], cancel)[0].lead
    looked += sum(searched.visits for searched in found.values()) + len(said)
    return _settled(Study(
        position, asked, point_of(position, place, plays), plays[BLACK], plays[WHITE], now, "",
        judge.name, looked, judge.komi), _mean(rest))


def _with_move_elsewhere(
    position: Position, place: Place, judge: Judge, visits: int, cancel: CancelFlag | None
) -> tuple[Place, int]:
    """Return the place of a group with the enemy's move elsewhere that takes its life, if any.

    With it, how many positions were looked at. Stones further away may be all that a group has to
    connect to: who looks near it alone would say that it lives either way. An engine that only
    plays is not asked: it does not tell whose each point will be, and takes its own time for each
    move.
    """
    if not place.stones or judge.usual_visits == 1:
        return place, 0
    # The whole board as a place: its moves are valued as those of the place itself are.
    everywhere = frozenset(point for point, cell in enumerate(position.cells) if not cell)
    found = searched_by_both(position, judge, everywhere, min(visits, _WHOLE_BOARD), cancel)
    looked = sum(searched.visits for searched in found.values())
    fates = dict[Colour, Outcome]()
    for first, searched in found.items():
        board = after(position, first, line_on(position, first, searched.line[:1]))
        fates[first] = outcome_of(fate_of(position, place, board, searched.ownership))
    move = found[-place.colour].line[:1]
    hangs = fates[place.colour] is Outcome.LIVES and fates[-place.colour] is not Outcome.LIVES
    if not hangs or not move or move[0] in (PASS, *place.region):
        return place, looked
    near = {*place.near, *points_within(position, move, _FURTHER)}
    region = tuple(sorted((*place.region, *move)))
    return replace(place, region=region, near=tuple(sorted(near))), looked


def _play_of(
    position: Position, place: Place, first: Colour, searched: Searched, line: tuple[Move, ...],
    moves: tuple[Move, ...], end: Position, said: tuple[Judgement, Judgement], threat: float,
) -> Play:
    ownership = _mean_ownership(searched, said)
    fate = fate_of(position, place, end, ownership)
    outcome = outcome_of(fate) if place.stones else None
    dead = tuple(stone for stone in place.stones
                 if outcome is Outcome.DIES and end.cells[stone] == position.cells[stone])
    moves = moves or ((first, PASS),)
    return Play(moves, after(position, first, moves[:1]), end, searched.lead, ownership,
                searched.visits, line=line, count=_mean(said), threat=threat, dead=dead,
                outcome=outcome, fate=fate, tried=searched.moves)


def outcome_of(fate: float | None) -> Outcome:
    """Return what becomes of a group whose stones are owned so much by its owner."""
    if fate is None or DIES < fate < LIVES:
        return Outcome.UNKNOWN
    return Outcome.LIVES if fate > 0 else Outcome.DIES


def line_on(position: Position, first: Colour, points: tuple[Point, ...]) -> tuple[Move, ...]:
    """Return a search's line as moves, as far as the rules allow them; it ends at two passes."""
    return line_after(position.with_to_play(first), first, points[:LONGEST_LINE])[0]


def local_moves(line: tuple[Move, ...], place: Place) -> int:
    """Return how many moves of a line lie in a place before it is left for the first time."""
    near = frozenset(place.near)
    for index, (_, point) in enumerate(line):
        if point not in near:
            return index
    return len(line)


def answered_in(
    place: Place, board: Position, judge: Judge, visits: int, cancel: CancelFlag | None = None
) -> tuple[tuple[Move, ...], Position, tuple[float, ...] | None]:
    """Return how the side to play goes on in a place, the board then, and its ownership.

    board -- the place's own, or a later one; visits -- how far it is searched
    Raises EngineError if an engine fails, CalledOffError if the flag is raised.
    """
    first = board.to_play
    region = frozenset(point for point in place.region if not board.cells[point])
    found = judge.search(board, first, region, visits, cancel)
    line = line_on(board, first, found.line)
    reply = line[:local_moves(line, place)]
    return reply, after(board, first, reply), found.ownership


def after(position: Position, first: Colour, line: tuple[Move, ...]) -> Position:
    """Return the position after a line that the rules allow."""
    board = position.with_to_play(first)
    for colour, point in line:
        board = play(board, colour, point)
    return board


def _settled(study: Study, rest: float) -> Study:
    """Return a study whose moves that gain nothing are taken back: leaving is the better play.

    rest -- Black's lead as the position stands, whoever's turn it is
    """
    def plain(played: Play) -> Play:
        gain = played.first * (played.count - rest)
        if played.local and (study.swing > 0 or gain > 0):
            return played
        passed = (played.first, PASS)
        return replace(played, moves=(passed,), end=study.position, line=(),
                       after=after(study.position, played.first, (passed,)))

    return replace(study, black_first=plain(study.black_first),
                   white_first=plain(study.white_first))


def point_of(position: Position, place: Place, plays: Mapping[Colour, Play]) -> Point:
    """Return the point a study is about: the one asked for, or a first move if there is one."""
    if place.at is not None:
        return place.at
    attacker = -position.colour_at(place.stones[0]) if place.stones else position.to_play
    for colour in (attacker, -attacker):
        if plays[colour].local:
            return plays[colour].move
    return (*place.stones, *place.region)[0]


def _mean(pair: tuple[Judgement, Judgement]) -> float:
    return (pair[0].lead + pair[1].lead) / 2


def _turn(pair: tuple[Judgement, Judgement]) -> float:
    """Return what the turn is worth: Black's lead if it is his less his lead if it is White's."""
    return pair[0].lead - pair[1].lead


def _mean_ownership(
    searched: Searched, pair: tuple[Judgement, Judgement]
) -> tuple[float, ...]:
    """Return the ownership at the end of the line, both turns and the search taken together."""
    boards = [board for board in (pair[0].ownership, pair[1].ownership, searched.ownership)
              if board]
    return tuple(sum(values) / len(boards) for values in zip(*boards, strict=True))


def fate_of(
    position: Position, place: Place, end: Position, ownership: tuple[float, ...] | None
) -> float | None:
    """Return the ownership of a group's stones for their owner; stones that are gone are lost."""
    if not place.stones or not ownership:
        return None
    return fate_of_stones(place.stones, position.colour_at(place.stones[0]), end, ownership)


def fate_of_stones(
    stones: Sequence[Point], colour: Colour, board: Position, ownership: Sequence[float]
) -> float:
    """Return how much a colour is expected to own its stones on average, 1 safe and -1 lost.

    Stones that are gone from the board are lost.
    """
    values = [colour * ownership[stone] if board.colour_at(stone) == colour else -1.0
              for stone in stones]
    return sum(values) / len(values)


LEAST_GAIN: Final = 1.0
"""A move that gains less, in points, is not played."""
LONGEST: Final = 60


class PlayoutStep(Struct, frozen=True):
    """One move of a playout.

    position -- after it; lead -- Black's there, whoever's turn it is
    """

    move: Move
    position: Position
    lead: float


def playout(
    position: Position, place: Place, first: Colour, judge: Judge, visits: int = 0,
    cancel: CancelFlag | None = None,
) -> Iterator[PlayoutStep]:
    """Yield the moves of both sides in a place, as they are found; nobody plays elsewhere.

    A side passes when its best move there gains no point, but who was asked to begin does; two
    passes in a row end it. A pass is no step of its own. Called off, it ends.
    """
    history = [position.with_to_play(first)]
    while len(history) <= LONGEST:
        try:
            step = next_step(history, place, judge, visits, cancel)
        except CalledOffError:
            return
        if step is None:
            return
        history.append(step.position)
        yield step


def next_step(
    history: Sequence[Position], place: Place, judge: Judge, visits: int = 0,
    cancel: CancelFlag | None = None,
) -> PlayoutStep | None:
    """Return the next move of a playout, None where neither side gains anything more.

    history -- the positions of the playout so far, the last one current; none may come again
    Raises EngineError, or CalledOffError
    """
    board = history[-1]
    for colour in (board.to_play, -board.to_play):
        begins = len(history) == 1 and colour == board.to_play
        after, lead = _best(board.with_to_play(colour), colour, place, judge, visits, cancel,
                            least=-math.inf if begins else LEAST_GAIN)
        if after is not None and not repeats(after[1], history):
            return PlayoutStep((colour, after[0]), after[1], lead)
    return None


def _best(
    board: Position, colour: Colour, place: Place, judge: Judge, visits: int,
    cancel: CancelFlag | None, *, least: float,
) -> tuple[tuple[int, Position] | None, float]:
    """Return the best move in the place and what it leads to, None if it gains less than that."""
    region = frozenset(point for point in place.near if not board.cells[point])
    if not region:
        return None, 0.0
    found = judge.search(
        board, colour, region, visits or judge.usual_visits, cancel)
    point = found.moves[0].point if found.moves else PASS
    if point == PASS:
        return None, 0.0
    after = play(board, colour, point)
    # What a move gains is counted whoever's turn it is: a turn elsewhere is no gain here.
    said = judge.appraise([each.with_to_play(turn) for each in (board, after)
                               for turn in (colour, -colour)], cancel)
    gain = colour * (said[2].lead + said[3].lead - said[0].lead - said[1].lead) / 2
    if gain < least:
        return None, 0.0
    return (point, after), (said[2].lead + said[3].lead) / 2
