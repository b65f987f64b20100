"""The review of a game: what every move lost, what befell groups, and figures by phase and player.

It rests on what is said of every position and on the maps along the game (`game_line.py`); whoever
asked for those, reader, engine or maps, the review is made the same way. Which stones died or lived
is read off what is said of their points: a stone is safe while its owner is expected to own its
point, lost while the other side is. What neighbouring stones of one colour went through at the same
time is one event of a group. A change counts once it has lasted, so that the doubt of a moment is
none.
"""

from collections.abc import Collection, Mapping, Sequence, Set
from enum import Enum
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.judging.judgement import Judgement, JudgeTrust
from irgo_app.judging.study import DIES, LIVES, NEAR, steps_between
from irgo_app.meaning.reasons import Comparison
from irgo_app.review.game_line import GameLine, GameMaps
from irgo_app.review.lessons import Lesson, Miss, curve_of, lessons_of, misses_of
from irgo_app.review.level import KYU, AudienceLevel
from irgo_app.words import noted

LEAST_STONES: Final = 3
"""Fewer stones than this are no group worth a word."""
_LASTS: Final = 4
"""So many positions in a row a fate holds before it counts."""
_TOGETHER: Final = 2
"""Stones whose fates change within so many moves of each other change together."""
_NEAR: Final = 2
"""Stones so many lines apart or fewer belong together."""

class EventFate(Enum):
    """What became of stones."""

    DIED = "died"
    LIVED = "lived"


class GroupEvent(Struct, frozen=True):
    """A group that died, or that lived after it had been in danger.

    number -- of the move after which it was so, from 1
    stones -- the stones of the group at that moment, sorted
    is_caused -- whether that move brought it about; else it was only seen then, or the move
    is_left -- lay elsewhere, where its player could have changed the group's fate
    """

    number: int
    colour: Colour
    fate: EventFate
    stones: tuple[Point, ...]
    is_caused: bool = True
    is_left: bool = False


def group_events(line: GameLine, judged: Sequence[Judgement]) -> tuple[GroupEvent, ...]:
    """Return what befell groups of at least `LEAST_STONES` stones, in the order of the moves."""
    changes = list[tuple[int, Colour, EventFate, Point]]()
    stones, owned = _boards(line, judged)
    for point in range(stones.shape[1]):
        changes += _changes_at(point, stones[:, point], owned[:, point])
    return tuple(sorted(
        (replace(event, is_caused=is_near(line.moves[event.number - 1][1], event.stones, line))
         for event in _joined(changes, line.columns) if len(event.stones) >= LEAST_STONES),
        key=lambda event: (event.number, event.stones)))


def is_near(point: Point, stones: Sequence[Point], line: GameLine) -> bool:
    """Return whether a move is near enough to stones to have decided what becomes of them."""
    return point != PASS and any(
        steps_between(point, stone, line.columns) <= NEAR for stone in stones)


def _boards(
    line: GameLine, judged: Sequence[Judgement]
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float64]]:
    """Return the stones, int8 (n, points), and what is expected of every point, float64."""
    stones = np.stack([np.frombuffer(position.cells, np.int8) for position in line.positions])
    return stones, np.array([judgement.ownership for judgement in judged])


def _changes_at(
    point: Point, stones: npt.NDArray[np.int8], owned: npt.NDArray[np.float64]
) -> list[tuple[int, Colour, EventFate, Point]]:
    """Return what befell the stones that lay on a point: move, colour, fate, point."""
    found = []
    edges = [0, *(np.flatnonzero(np.diff(stones)) + 1).tolist(), len(stones)]
    for start, end in pairwise(edges):
        colour = int(stones[start])
        if colour and end - start > 1:
            safety = colour * owned[start:end]
            found += [(start + index, colour, fate, point)
                      for index, fate in _fates(safety, is_gone=end < len(stones))]
    return found


def _fates(safety: npt.NDArray[np.float64], *, is_gone: bool) -> list[tuple[int, EventFate]]:
    """Return when a stone died or lived, as indices into what was said of it while it lay there.

    is_gone -- whether it was taken afterwards
    """
    found = list[tuple[int, EventFate]]()
    values = safety.tolist()
    lost_for = _lengths([value <= DIES for value in values])
    safe_for = _lengths([value >= LIVES for value in values])
    is_lost, least = lost_for[0] > 0, values[0]
    for index in range(1, len(values)):
        lasting = min(_LASTS, len(values) - index)
        stays = lasting == _LASTS or not is_gone
        least = min(least, values[index])
        if not is_lost and lost_for[index] >= lasting:
            found.append((index, EventFate.DIED))
            is_lost = True
        elif safe_for[index] >= lasting and stays:
            if is_lost or least < 0:
                found.append((index, EventFate.LIVED))
            is_lost, least = False, 1.0
    if is_gone and not is_lost:
        found.append((len(safety), EventFate.DIED))
    return found


def _lengths(holds: Sequence[bool]) -> list[int]:
    """Return for each place how long something holds without a break from there on."""
    lengths = [0] * (len(holds) + 1)
    for index in reversed(range(len(holds))):
        lengths[index] = lengths[index + 1] + 1 if holds[index] else 0
    return lengths[:-1]


def _joined(
    changes: list[tuple[int, Colour, EventFate, Point]], columns: int
) -> list[GroupEvent]:
    """Return changes that belong together as events of groups, at the move most of them came."""
    left, events = sorted(changes, key=lambda change: change[0]), list[GroupEvent]()
    while left:
        group, rest = [left[0]], left[1:]
        for seed in group:
            joining = [each for each in rest if _belong_together(seed, each, columns)]
            group += joining
            rest = [each for each in rest if each not in joining]
        numbers = [number for number, *_ in group]
        number = max(sorted(set(numbers)), key=numbers.count)
        _, colour, fate, _ = group[0]
        events.append(GroupEvent(
            number, colour, fate, tuple(sorted({point for *_, point in group}))))
        left = rest
    return events


def _belong_together(
    one: tuple[int, Colour, EventFate, Point], other: tuple[int, Colour, EventFate, Point],
    columns: int,
) -> bool:
    (row, column), (other_row, other_column) = divmod(one[3], columns), divmod(other[3], columns)
    return (one[1:3] == other[1:3] and abs(one[0] - other[0]) <= _TOGETHER
            and max(abs(row - other_row), abs(column - other_column)) <= _NEAR)


_SURE_LOSS_POINTS: Final = 4.5
"""What irgo's own network says of smaller losses is told with "probably"."""
_NO_MISTAKE: Final = 0.5
"""What a move loses at most that was not held against a better one, as a part of a mistake."""
_OPENING: Final = 0.14
"""The opening lasts until so much of the board is filled: 50 moves on 19 lines."""
_OPEN: Final = 0.5
"""A point is open while nobody is expected to own it by more than this."""
_ENDING: Final = 0.15
"""The endgame begins when less than this share of the board is open for good."""
_ENDGAME: Final = 0.42
"""Where nothing is said of points, it begins when so much of the board was played: 150 moves."""


class Phase(Enum):
    """A part of a game."""

    OPENING = noted("opening")
    MIDDLE = noted("middle game")
    ENDGAME = noted("endgame")


class MoveReview(Struct, frozen=True):
    """What is said of one move.

    number -- from 1; point -- PASS for a pass
    lead -- Black's lead after it, komi counted; margin -- how far off that may be, in points
    loss -- the points it cost its player, 0 or more; what a lesson cost is that of the move it is
    told of, for each side; its other misses are no mistakes of their own
    best -- what was best instead, None if nobody searched
    is_answered -- the other side played near it next
    keeps_sente -- it was answered, and its player was free to play elsewhere after that
    """

    number: int
    colour: Colour
    point: Point
    phase: Phase
    lead: float
    margin: float
    loss: float
    best: Point | None
    is_answered: bool
    keeps_sente: bool


class PhaseFigures(Struct, frozen=True):
    """What a player did in a phase of the game.

    phase -- None for the whole game; moves -- how many, passes left out
    lost -- points lost, by all moves, passes too: much of that is the noise of short looks
    mistakes -- lessons told of its moves; by_mistakes -- what these lost
    worst -- number of the mistake that lost most, 0 if there is none
    sente -- how often a move kept sente
    moyo -- points that came to lie inside the player's moyos in this phase
    turned -- how many of those were the player's territory in the end
    """

    colour: Colour
    phase: Phase | None
    moves: int
    lost: float
    mistakes: int
    by_mistakes: float
    worst: int
    sente: int
    moyo: int
    turned: int


class GameReview(Struct, frozen=True, eq=False):
    """All that is known of a game; positions are numbered as in `line.positions`.

    judge -- who says what is said, as people call it
    judged -- what is said of each position, read equally far: what moves are compared by
    told -- what is told of each: round a move that was held against a better one by the searches
    that say what it lost
    whys -- moves that were held against better ones, by their numbers
    moves -- one for each move; phases -- (first move, last move) of each phase that was reached
    lessons -- the mistakes, those that miss one point joined, in the order of the moves they are
    told of: list, story, figures, and cards have the same
    level -- for whom it is told; least -- points that a mistake loses at least
    side -- whose mistakes are told, None for both sides'
    """

    line: GameLine
    judge: str
    judged: tuple[Judgement, ...]
    told: tuple[Judgement, ...]
    whys: Mapping[int, Comparison]
    maps: GameMaps
    moves: tuple[MoveReview, ...]
    phases: dict[Phase, tuple[int, int]]
    figures: tuple[PhaseFigures, ...]
    events: tuple[GroupEvent, ...]
    lessons: tuple[Lesson, ...] = ()
    level: AudienceLevel = KYU
    side: Colour | None = None

    @property
    def least(self) -> float:
        return self.level.least * self.line.stakes

    @property
    def mistakes(self) -> tuple[MoveReview, ...]:
        """Return the moves that lessons count for: as many as the figures count.

        What both sides missed counts for both.
        """
        numbers = (miss.number for lesson in self.lessons for miss in _counted(lesson, self.side))
        return tuple(self.moves[number - 1] for number in sorted(numbers))

    @property
    def curve(self) -> tuple[float, ...]:
        """Return Black's lead at each position as a curve shows it: see `curve_of`."""
        return curve_of([said.lead for said in self.told], self.lessons)

    @property
    def visits(self) -> int:
        """Return how far positions were read to compare moves; a finished board is read further."""
        read = sorted(said.visits for said in self.judged)
        return read[len(read) // 2]

    def leads_round(self, number: int) -> tuple[float, float]:
        """Return Black's lead before and after a move, as it is told of these positions."""
        return self.told[number - 1].lead, self.told[number].lead

    def figures_of(self, colour: Colour, phase: Phase | None = None) -> PhaseFigures:
        """Return a player's figures in a phase that was reached, or in the whole game."""
        return next(found for found in self.figures
                    if found.colour == colour and found.phase is phase)


def reviewed(
    line: GameLine, judge: str, judged: Sequence[Judgement], maps: GameMaps,
    whys: Mapping[int, Comparison] | None = None, events: Sequence[GroupEvent] | None = None,
    unsure: Collection[int] = (), repeated: Mapping[int, Point] | None = None,
    level: AudienceLevel = KYU, side: Colour | None = None,
) -> GameReview:
    """Return the review that follows from what is said of every position of a game.

    judge -- who said it
    whys -- moves that were held against better ones, by their numbers: what they lost is known;
    another is held for no mistake. None where nobody searched
    events -- what befell groups, None to read it off what is said
    unsure -- the numbers of moves that are only likely to have lost what `whys` says
    repeated -- moves that left a point which one of `whys` left, by their numbers, with that point
    level, side -- for whom it is told
    """
    phases = _phases(line, judged)
    held = agreeing(whys or {})
    unsure = {*unsure, *(number for number, why in held.items()
                         if judged[number - 1].rank is JudgeTrust.READER
                         and why.loss < _SURE_LOSS_POINTS * line.stakes)}
    told = tuple(_told(said, held, index) for index, said in enumerate(judged))
    every = tuple(_move(line, judged, told, None if whys is None else held, index, phases)
                  for index in range(len(line.moves)))
    every = tuple(_repeating(move, line, judged, repeated or {}) for move in every)
    least = level.least * line.stakes
    missed = [move for move in every if _is_mistake(move, least, held)]
    lessons = lessons_of(line, misses_of([
        (move.number, move.colour, move.loss, move.best) for move in missed], held), unsure, side)
    first = {miss.number for lesson in lessons for miss in _counted(lesson, side)}
    others = {move.number for move in missed} - first
    moves = tuple(
        replace(move, loss=min(move.loss, _NO_MISTAKE * line.mistake))
        if move.number in others else move for move in every)
    mistakes = {move for move in moves if move.number in first}
    figures = tuple(_figures(moves, mistakes, maps, judged, colour, phase, phases)
                    for phase in (*phases, None) for colour in (BLACK, WHITE))
    return GameReview(line, judge, tuple(judged), told, held, maps, moves, phases,
                      figures, group_events(line, judged) if events is None else tuple(events),
                      lessons, level, side)


def agreeing(whys: Mapping[int, Comparison]) -> dict[int, Comparison]:
    """Return comparisons that tell one lead of the position between two moves in a row.

    The future of the first move and the better one of the second begin on the same board and were
    searched apart; the latter counts, in curve, list and cards.
    """
    found = dict(whys)
    for number, why in whys.items():
        after = whys.get(number + 1)
        if after is not None:
            best = after.instead
            loss = why.mover * (why.instead.lead - best.lead)
            found[number] = replace(
                why, difference=replace(why.difference, loss=loss), move=replace(
                    why.move, lead=best.lead, margin=best.margin, chance=best.chance))
    return found


def _counted(lesson: Lesson, side: Colour | None) -> tuple[Miss, ...]:
    """Return the misses that a lesson counts for; side -- whose mistakes are told, None for both.
    """
    return (lesson.told,) if side is not None or lesson.others is None else (
        lesson.told, lesson.others)


def _is_mistake(move: MoveReview, least: float, whys: Mapping[int, Comparison]) -> bool:
    """Return whether a move is told as a mistake.

    A pass is if it was held against a better move: after the last one the board is counted, and a
    count differs from a judgement by more than the pass lost.
    """
    return move.loss >= least and (move.point != PASS or move.number in whys)


def _told(said: Judgement, whys: Mapping[int, Comparison], index: int) -> Judgement:
    """Return what is told of a position: what the move after it was held against, else itself."""
    later, earlier = whys.get(index + 1), whys.get(index)
    future = later.instead if later is not None else (
        earlier.move if earlier is not None else None)
    if future is None or said.is_counted:
        return said
    return replace(said, lead=future.lead, margin=future.margin, chance=future.chance,
                   visits=future.visits)


def _loss(
    line: GameLine, judged: Sequence[Judgement], whys: Mapping[int, Comparison] | None, index: int
) -> float:
    """Return what the move on a position cost its player, in points, 0 or more."""
    if whys is not None and index + 1 in whys:
        return max(0.0, whys[index + 1].loss)
    fell = _fell(line, judged, index)
    # What was not looked at again is no mistake, however two short looks differ.
    return fell if whys is None else min(fell, _NO_MISTAKE * line.mistake)


def _phases(line: GameLine, judged: Sequence[Judgement]) -> dict[Phase, tuple[int, int]]:
    """Return the first and the last move of each phase that has moves."""
    points, last = line.columns * line.rows, len(line.moves)
    opened = [float(np.mean(np.abs(np.array(said.ownership)) < _OPEN)) for said in judged]
    if not any(any(said.ownership) for said in judged):
        closed = round(_ENDGAME * points)
    else:
        closed = max((index + 1 for index, share in enumerate(opened) if share >= _ENDING),
                     default=0)
    opening = min(round(_OPENING * points), last)
    closed = min(max(closed, opening), last)
    spans = {Phase.OPENING: (1, opening), Phase.MIDDLE: (opening + 1, closed),
             Phase.ENDGAME: (closed + 1, last)}
    return {phase: span for phase, span in spans.items() if span[0] <= span[1]}


def _move(
    line: GameLine, judged: Sequence[Judgement], told: Sequence[Judgement],
    whys: Mapping[int, Comparison] | None, index: int, phases: dict[Phase, tuple[int, int]],
) -> MoveReview:
    colour, point = line.moves[index]
    number = index + 1
    phase = next(name for name, (first, last) in phases.items() if first <= number <= last)
    answer, next_own = _near(line, index, 1), _near(line, index, 2)
    return MoveReview(
        number, colour, point, phase, told[number].lead, told[number].margin,
        _loss(line, judged, whys, index), _best(judged, whys, index), answer is True,
        answer is True and next_own is False)


def _repeating(
    move: MoveReview, line: GameLine, judged: Sequence[Judgement], repeated: Mapping[int, Point]
) -> MoveReview:
    """Return a move that left the point of a mistake with what the looks say that it lost."""
    best = repeated.get(move.number)
    return move if best is None else replace(move, loss=_fell(line, judged, move.number - 1),
                                             best=best)


def _fell(line: GameLine, judged: Sequence[Judgement], index: int) -> float:
    return max(0.0, line.moves[index][0] * (judged[index].lead - judged[index + 1].lead))


def _best(
    judged: Sequence[Judgement], whys: Mapping[int, Comparison] | None, index: int
) -> Point | None:
    """Return what was best instead of a move: what it was held against, else what was seen."""
    found = whys.get(index + 1) if whys else None
    return judged[index].best if found is None else found.instead.move


def _near(line: GameLine, index: int, later: int) -> bool | None:
    """Return whether a later move lies near a move; None if there is none, or one of them passes.

    The turns must alternate up to it.
    """
    if index + later >= len(line.moves):
        return None
    colour, point = line.moves[index]
    if any(line.moves[index + step][0] != colour * (-1) ** step for step in range(1, later + 1)):
        return None
    other = line.moves[index + later][1]
    if PASS in (point, other):
        return None
    return steps_between(point, other, line.columns) <= NEAR


def _figures(
    moves: Sequence[MoveReview], told: Set[MoveReview], maps: GameMaps,
    judged: Sequence[Judgement], colour: Colour, phase: Phase | None,
    phases: dict[Phase, tuple[int, int]],
) -> PhaseFigures:
    first, last = (1, len(moves)) if phase is None else phases[phase]
    own = [move for move in moves[first - 1:last] if move.colour == colour]
    inner = maps.inner[first - 1:last + 1] == colour
    built = inner.any(axis=0) & ~inner[0]
    owned = (colour * np.array(judged[-1].ownership) >= LIVES) | (maps.secured[-1] == colour)
    mistakes = [move for move in own if move in told]
    stones = [move for move in own if move.point != PASS]
    worst = max(mistakes, key=lambda move: move.loss, default=None)
    return PhaseFigures(
        colour, phase, len(stones), sum(move.loss for move in own), len(mistakes),
        sum(move.loss for move in mistakes), 0 if worst is None else worst.number,
        sum(move.keeps_sente for move in stones), int(built.sum()), int((built & owned).sum()))
