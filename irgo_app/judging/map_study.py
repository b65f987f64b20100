"""What if Black, or White, plays first here? Both played out and valued by irgo's own maps.

For a group whose life hangs on it, both sides follow the line that the ladder of life and death
gives; elsewhere the locality is played out. The two positions are then valued alike, as secured
territory and influence beyond it: the difference is what moving first is worth there.

In a locality, what stands in atari comes first: it is taken, or saved if that gives it room. Else
each legal move is tried that neither fills an own eye nor throws stones away; the one after which
the board is worth most is played, where stones left in atari count as taken. A side answers only
while that gains as much as the move that began; if it gains less, it gains as much elsewhere, and
the locality is settled. In the end the line is cut where the side to move would have done better
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import (chains, play, repeats, ruleset_named, sane_moves, why_illegal,
                               without_dead)
from irgo_app.judging.judgement import Judgement, JudgeTrust, all_asked
from irgo_app.judging.study import (NEAR, Move, Place, Play, Study, place_of_group, place_of_point,
                                    points_within)
from irgo_app.layers.estimate import FOUR_OF_FIVE, Estimate
from irgo_app.layers.results import Field, Result, Status
from irgo_app.layers.territory import Territory, TerritoryRegion
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict
from irgo_app.reader.ending import chance_of
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest


class Worth(Struct, frozen=True):
    """What a position is worth.

    territory -- for each colour the points it has secured, dead stones and prisoners counted
    influence -- what Black may expect beyond that less what White may, in points
    """

    territory: Mapping[Colour, float]
    influence: float

    @property
    def lead(self) -> float:
        """Return Black's points less White's, without komi."""
        return self.territory[BLACK] - self.territory[WHITE] + self.influence


class MapValues:
    """Values positions of a game by irgo's own layers; not for two threads at once.

    Territory is what the reading counts as secured. Influence is what may be expected beyond it, by
    the layer `estimate`.
    komi -- in points for White; rules -- as KataGo names them; only `appraise` counts by them
    """

    def __init__(self, komi: float = 0.0, rules: str = "japanese") -> None:
        self.komi, self._rules = komi, rules
        self._computer = Computer()

    def for_game(self, komi: float, rules: str) -> MapValues:
        return MapValues(komi, rules)

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        return [map_judgement(position, self.komi, self._rules,
                              lambda asked: self._computer.compute(asked, cancel))
                for position in positions]

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return nothing: maps know no moves."""
        return ()

    def worth(
        self, position: Position, dead: Iterable[Point] = (), living: Iterable[Point] = ()
    ) -> Worth:
        """Return what a position is worth to both sides, the mean of either side to move.

        dead -- stones to take off first, as prisoners; living -- stones that are known to live,
        so that what they control is secured
        """
        board = without_dead(position, dead)
        territory = self._territory(board, living)
        lead = sum(self._expected_lead(board.with_to_play(colour)) for colour in (BLACK, WHITE)) / 2
        return Worth(territory, lead - territory[BLACK] + territory[WHITE])

    def territory(self, position: Position, dead: Iterable[Point] = ()) -> dict[Colour, float]:
        """Return what `worth` says of territory alone, in a tenth of the time."""
        return self._territory(without_dead(position, dead), ())

    def _territory(self, board: Position, living: Iterable[Point]) -> dict[Colour, float]:
        return _territory(board, _secured(board, self._controlled(board), frozenset(living)))

    def quick_lead(self, position: Position, dead: Iterable[Point] = ()) -> float:
        """Return Black's lead at a glance, to order moves by; under a millisecond.

        A vacant point counts half by who controls it, half by its shadow, cut at one stone's.
        """
        board = without_dead(position, dead)
        shadow = self._computer.compute(LayerRequest.of(board, "influence.shadow"), None)
        assert isinstance(shadow, Field)
        is_open = np.frombuffer(board.cells, np.int8) == 0
        by_black, by_white = board.captures
        total = float(by_black - by_white)
        for region in self._controlled(board):
            # The points' half of control; dead stones there are prisoners besides.
            total += region.colour * (_points(board, region) - len(region.points) / 2)
            is_open[list(region.points)] = True
        shadows = shadow.values.ravel()[is_open].clip(-1.0, 1.0)
        return total + float(shadows.sum()) / 2.0

    def _controlled(self, board: Position) -> tuple[TerritoryRegion, ...]:
        found = self._computer.compute(
            LayerRequest.of(board, "territory", {"unsettled": True}), None)
        assert isinstance(found, Territory)
        return found.regions

    def _expected_lead(self, board: Position) -> float:
        """Return Black's lead as `estimate:by=maps` expects it, counted by territory."""
        found = self._computer.compute(
            LayerRequest.of(
                board, "estimate", {"by": "maps", "rules": "territory", "komi": "0"}), None)
        assert isinstance(found, Estimate)
        return found.score.black - found.score.white


def _secured(
    board: Position, controlled: tuple[TerritoryRegion, ...], living: frozenset[Point]
) -> tuple[TerritoryRegion, ...]:
    """Return the regions that count: of living clusters, and of those known to live."""
    neighbours = topology(board.columns, board.rows).neighbours
    return tuple(
        region for region in controlled
        if region.status is Status.ALIVE or any(
            near in living and board.colour_at(near) == region.colour
            for point in region.points for near in neighbours[point]))


def _territory(board: Position, secured: tuple[TerritoryRegion, ...]) -> dict[Colour, float]:
    """Return the secured points of each colour with its prisoners, on the board or off."""
    by_black, by_white = board.captures
    points = {BLACK: float(by_black), WHITE: float(by_white)}
    for region in secured:
        points[region.colour] += _points(board, region)
    return points


def _points(board: Position, region: TerritoryRegion) -> int:
    """Return the points of a region; a dead stone in it is a prisoner besides."""
    return len(region.points) + sum(board.cells[point] != 0 for point in region.points)


LONGEST: Final = 8
"""Moves after which a locality is left as it is."""
LEAST_GAIN: Final = 1.0
"""A move that gains less, in points, is not played."""
LEAST_ANSWER: Final = 3.0
"""An answer that gains less is not played."""
_WEIGHED: Final = 5
"""So many of the moves that look best at a glance are valued in full."""
_WORTH_SAVING: Final = 2
"""A chain in atari of so many stones comes first."""
_ROOM: Final = 3
"""A chain in atari is saved if extending gives it so many liberties."""


class MapPlayer:
    """Chooses the move after which irgo's own maps are best for the mover.

    dead, living -- stones whose fate is known, see `MapValues.worth`
    """

    def __init__(
        self, values: MapValues, dead: Iterable[Point] = (), living: Iterable[Point] = (),
        cancel: CancelFlag | None = None,
    ) -> None:
        self._values, self._cancel = values, cancel
        self._dead, self._living = frozenset(dead), frozenset(living)

    def choose(
        self, position: Position, colour: Colour, locality: frozenset[Point], least: float
    ) -> tuple[Point, float]:
        """Return the move that gains most in the locality, PASS if none gains `least` points."""
        urgent = self._urgent(position, colour, locality)
        if urgent is not None and urgent[1] >= least:
            return urgent
        found = list[tuple[float, Point, Position]]()
        for point, after in sane_moves(position, colour, locality):
            if self._cancel:
                return PASS, 0.0
            found.append((colour * self._values.quick_lead(*self._seen(after, colour)[:2]),
                          point, after))
        found.sort(key=lambda item: (-item[0], item[1]))
        # What a move gains is what it is better than a pass.
        now = colour * self._values.worth(*self._seen(position, colour)).lead
        best, best_gain = PASS, least
        for _, point, after in found[:_WEIGHED]:
            gain = colour * self._values.worth(*self._seen(after, colour)).lead - now
            if gain > best_gain:
                best, best_gain = point, gain
        return (best, best_gain) if best != PASS else (PASS, 0.0)

    def _urgent(
        self, position: Position, colour: Colour, locality: frozenset[Point]
    ) -> tuple[Point, float] | None:
        """Return the move that takes or saves most stones in atari, at least two, and its gain.

        A stone taken or saved is two points. Stones known to be dead are left alone, and what
        extending cannot save.
        """
        best: tuple[Point, float] | None = None
        for side in (-colour, colour):
            for chain in chains_in_atari(position, side):
                point = next(iter(position.liberties(min(chain))))
                if len(chain) < _WORTH_SAVING or point not in locality or chain & self._dead \
                        or why_illegal(position, colour, point) is not None:
                    continue
                after = play(position, colour, point)
                room = len(after.liberties(min(chain if side == colour else {point})))
                if room < (_ROOM if side == colour else 1) and after.captures == position.captures:
                    continue
                gain = 2.0 * len(chain)
                if best is None or gain > best[1]:
                    best = point, gain
        return best

    def _seen(
        self, position: Position, mover: Colour
    ) -> tuple[Position, frozenset[Point], frozenset[Point]]:
        """Return what is valued: stones of `mover`, who has just moved, in atari are gone."""
        lost = self._dead | stones_in_atari(position, mover)
        return position, lost, self._living - lost


def play_out(
    position: Position, first: Colour, locality: frozenset[Point], player: MapPlayer,
    cancel: CancelFlag | None = None, begin: tuple[Point, float] | None = None,
) -> tuple[tuple[Move, ...], Position]:
    """Return the moves of both sides in a locality and the position they lead to.

    begin -- the first move and what it gains, if it is given; it must be legal
    Called off, it returns what was played so far.
    """
    moves, colour, history, least = list[Move](), first, [position], LEAST_GAIN
    now = position.with_to_play(first)
    if begin is not None:
        now = play(now, colour, begin[0])
        moves.append((colour, begin[0]))
        history.append(now)
        colour, least = -colour, max(LEAST_ANSWER, begin[1])
    while len(moves) < LONGEST and not cancel:
        point, gain = player.choose(now, colour, locality, least)
        if point == PASS:
            break
        after = play(now, colour, point)
        if repeats(after, history):
            break
        if not moves:
            least = max(LEAST_ANSWER, gain)
        moves.append((colour, point))
        history.append(after)
        now, colour = after, -colour
    return tuple(moves), now


def best_cut(leads: Sequence[float], movers: Sequence[Colour]) -> int:
    """Return after how many moves a line ends if each side may leave it for elsewhere.

    leads -- Black's lead before the line and after each of its moves; movers -- who played them
    """
    cut = len(movers)
    for index in range(len(movers) - 1, -1, -1):
        if movers[index] * leads[index] >= movers[index] * leads[cut]:
            cut = index
    return cut


def stones_in_atari(position: Position, colour: Colour) -> frozenset[Point]:
    """Return the stones of a colour in chains with one liberty that may be taken at once."""
    return frozenset().union(*chains_in_atari(position, colour))


def chains_in_atari(position: Position, colour: Colour) -> list[frozenset[Point]]:
    """Return the chains of a colour with one liberty that may be taken at once."""
    return [chain for chain in chains(position)
            if position.colour_at(min(chain)) == colour
            and len(liberties := position.liberties(min(chain))) == 1
            and why_illegal(position, -colour, next(iter(liberties))) is None]


def map_judgement(
    position: Position, komi: float, rules: str, compute: Callable[[LayerRequest], Result]
) -> Judgement:
    """Return what irgo's maps say of a position; no moves are searched.

    komi -- in points for White; rules -- as KataGo names them; compute -- works layers out
    """
    said = compute(LayerRequest.of(position, "estimate", {
        "by": "maps", "komi": f"{komi:g}",
        "rules": "area" if ruleset_named(rules).counts_area else "territory"}))
    assert isinstance(said, Estimate)
    score = said.score
    low, high = score.outcome
    return Judgement(
        score.lead, (score.range[1] - score.range[0]) / 2,
        tuple(np.asarray(said.values, np.float64).reshape(-1).tolist()), judge=BUILTIN,
        rank=JudgeTrust.MAPS, chance=chance_of(score.lead, (high - low) / (2 * FOUR_OF_FIVE)))


LIMITS: Final = Limits(nodes=5_000, closed_nodes=50_000, playouts=1_500, visits=0)
"""What one answer of life and death may cost in a study of all groups."""
_HANGING: Final = (LifeStatus.UNSETTLED, LifeStatus.KO)
BUILTIN: Final = "irgo's maps"

class Means(Struct, frozen=True):
    """What a study may use.

    limits -- what an answer of life and death may cost
    dead -- stones known to be dead whoever moves first; off the board for the count
    komi -- of the game, in points for White
    """

    limits: Limits = LIMITS
    dead: tuple[Point, ...] = ()
    komi: float = 0.0


def what_if_group(
    position: Position, stones: Iterable[Point], group: int | None = None,
    verdict: Verdict | None = None, means: Means | None = None, cancel: CancelFlag | None = None,
) -> Study | None:
    """Return what moving first is worth at a group; None if called off.

    verdict -- the life of the group, if it is known already. Raises ValueError without stones.
    """
    means = means or Means()
    question = Question(position, stones)
    verdict = verdict or group_verdict(position, question.stones, means.limits, cancel)
    near = points_within(position, question.stones, NEAR)
    player = _Locality(position, means, cancel, question.region.vacant.intersection(near))
    plays = {first: player.group_play(verdict, first) for first in (BLACK, WHITE)}
    return player.study(place_of_group(position, verdict.stones, group), _place(verdict, plays),
                        plays, verdict.method)


def what_if_at(
    position: Position, point: Point, means: Means | None = None, cancel: CancelFlag | None = None
) -> Study | None:
    """Return what moving first at a vacant point is worth; None if called off.

    A side that may not play there is taken to play elsewhere. Raises UsageError if it is occupied.
    """
    means = means or Means()
    place = place_of_point(position, point)
    player = _Locality(position, means, cancel, frozenset(points_within(position, (point,), NEAR)))
    plays = {first: player.point_play(point, first) for first in (BLACK, WHITE)}
    return player.study(place, point, plays)


def what_if_in(
    position: Position, place: Place, means: Means | None = None,
    cancel: CancelFlag | None = None,
) -> Study | None:
    """Return what moving first is worth in a place without a group; None if called off."""
    means = means or Means()
    player = _Locality(position, means, cancel, frozenset(place.region))
    plays = {first: player.place_play(first) for first in (BLACK, WHITE)}
    moves = [plays[first].move for first in (position.to_play, -position.to_play)]
    at = next((move for move in moves if move is not None), place.region[0])
    return player.study(place, at, plays)


def what_if_all(
    position: Position, groups: Sequence[Sequence[Point]],
    means: Means | None = None, cancel: CancelFlag | None = None,
    progress: Callable[[int, int], None] | None = None, workers: int = 1,
) -> tuple[Study, ...]:
    """Return a study of every group, what is worth most first; fewer if called off.

    groups -- the stones of each, numbered from 1
    progress -- told (steps done, all steps): a step is a verdict or a study
    workers -- threads; the searches of life and death use them, the rest does not gain
    """
    means, total = means or Means(), 2 * len(groups)
    tell = progress or (lambda done, of: None)
    known = all_asked(
        range(1, len(groups) + 1),
        lambda number: group_verdict(position, groups[number - 1], means.limits, cancel),
        workers, lambda done, _: tell(done, total))
    dead = {*means.dead, *(stone for verdict in known.values()
                           if verdict.status is LifeStatus.DEAD for stone in verdict.stones)}
    studies = list[Study]()
    # What hangs on a move is studied first, in case there is no time for all.
    for number in sorted(known, key=lambda each: (known[each].status not in _HANGING, each)):
        if cancel:
            break
        own = replace(means, dead=tuple(sorted(dead - set(groups[number - 1]))))
        study = what_if_group(position, groups[number - 1], number, known[number], own, cancel)
        if study is not None:
            studies.append(study)
        tell(len(groups) + len(studies), total)
    return tuple(sorted(studies, key=lambda study: (-study.swing, study.group or 0, study.at)))


class _Locality:
    """Plays a locality out, one side first, and values what comes of it."""

    def __init__(
        self, position: Position, means: Means, cancel: CancelFlag | None,
        locality: frozenset[Point],
    ) -> None:
        self._position, self._means, self._cancel = position, means, cancel
        self._locality = locality
        self._values = MapValues()

    def study(
        self, place: Place, at: Point, plays: Mapping[Colour, Play], method: str = ""
    ) -> Study | None:
        """Return what both plays tell together; None if called off."""
        if self._cancel:
            return None
        return Study(place, at, plays[BLACK], plays[WHITE], self._lead_of(self._position), method,
                     BUILTIN, komi=self._means.komi)

    def _lead_of(self, board: Position) -> float:
        return self._values.worth(board, self._means.dead).lead

    def group_play(self, verdict: Verdict, first: Colour) -> Play:
        """Return what happens if `first` moves first at a group."""
        answer = verdict.if_first(first)
        is_dead = dies(answer)
        dead = (*self._means.dead, *(verdict.stones if is_dead else ()))
        living = verdict.stones if _lives(answer) else ()
        if verdict.status in _HANGING:
            moves, after = followed(self._position, first, answer.line)
        else:
            moves, after = self._played_out(first, dead, living)
        return self._valued(first, moves, after, dead, living, answer.outcome)

    def point_play(self, point: Point, first: Colour) -> Play:
        """Return what happens if `first` moves first at a point; nothing if it may not."""
        try:
            begun = play(self._position, first, point)
        except IllegalMoveError:
            return self._valued(first, (), self._position, self._means.dead, (), None)
        gain = first * (self._lead_of(begun) - self._lead_of(self._position))
        moves, after = self._played_out(first, self._means.dead, (), (point, gain))
        return self._valued(first, moves, after, self._means.dead, (), None)

    def place_play(self, first: Colour) -> Play:
        """Return what happens if `first` moves first in the locality."""
        moves, after = self._played_out(first, self._means.dead, ())
        return self._valued(first, moves, after, self._means.dead, (), None)

    def _played_out(
        self, first: Colour, dead: tuple[Point, ...], living: tuple[Point, ...],
        begin: tuple[Point, float] | None = None,
    ) -> tuple[tuple[Move, ...], Position]:
        player = MapPlayer(self._values, dead, living, self._cancel)
        moves, _ = play_out(self._position, first, self._locality, player, self._cancel, begin)
        return self._cut(first, moves, dead, living, 0 if begin is None else 1)

    def _cut(
        self, first: Colour, moves: tuple[Move, ...], dead: tuple[Point, ...],
        living: tuple[Point, ...], least: int,
    ) -> tuple[tuple[Move, ...], Position]:
        """Return a line up to where the side to move had better leave it, after `least` moves."""
        positions = [followed(self._position, first, moves[:count])[1]
                     for count in range(least, len(moves) + 1)]
        leads = [self._values.worth(position, dead, living).lead for position in positions]
        cut = best_cut(leads, [colour for colour, _ in moves[least:]])
        return moves[:least + cut], positions[cut]

    def _valued(
        self, first: Colour, moves: tuple[Move, ...], after: Position, dead: tuple[Point, ...],
        living: tuple[Point, ...], outcome: Outcome | None,
    ) -> Play:
        gone = tuple(sorted(
            {stone for stone in dead
             if after.cells[stone] == self._position.cells[stone]}))
        worth = self._values.worth(after, gone, living)
        # A line by the maps ends where the place is settled: its lead is the count, too.
        return Play(first, moves, after, worth.lead, moves, worth.lead, 0.0, gone, outcome,
                    territory=worth.territory, influence=worth.influence)


def followed(
    position: Position, first: Colour, line: Sequence[Move]
) -> tuple[tuple[Move, ...], Position]:
    """Return as much of a line as the rules allow, passes left out, and where it leads."""
    moves, now = list[Move](), position.with_to_play(first)
    for colour, point in line:
        if point == PASS:
            now = now.with_to_play(-colour)
            continue
        if colour != now.to_play:
            now = now.with_to_play(colour)
        try:
            now = play(now, colour, point)
        except IllegalMoveError:
            break
        moves.append((colour, point))
    return tuple(moves), now


def dies(answer: Answer) -> bool:
    """Return whether a group counts as dead; in a ko, if it dies without threats elsewhere."""
    return answer.outcome is Outcome.DIES or (
        answer.outcome is Outcome.KO and answer.kill > 0.5)


def _lives(answer: Answer) -> bool:
    return not dies(answer) and answer.outcome is not Outcome.UNKNOWN


def _place(verdict: Verdict, plays: Mapping[Colour, Play]) -> Point:
    """Return the point a study of a group is about: a first move if there is one."""
    for colour in (-verdict.colour, verdict.colour):
        if plays[colour].moves:
            return plays[colour].moves[0][1]
    return verdict.stones[0]
