"""What a review may say of a game: losses and fates that hold when they are searched again.

A mistake found as the difference of two looks is mostly the noise of two looks. Of many that seem
to be some, those few are told that three independent things say:

- the policy: a strong player plays another move many times as often,
- a long search of the board, and both futures searched equally far: the other move is better, and
  the loss does not shrink as they are read further,
- the game: a part of what was lost is still lost in the positions that came of it.

The policy sorts best: the network has learnt which moves are played far better than what groups are
worth. Figures are in docs/reader.md. A fate is told after the boards before and after its move have
been searched, and of the move that caused it. What does not hold is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final, TypeVar

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Point
from irgo_app.go.rules import why_illegal
from irgo_app.judging.judge import Judge, Searched
from irgo_app.judging.judged import END_VISITS
from irgo_app.judging.judgement import Judgement, Rank
from irgo_app.meaning.future import futures, loss_of
from irgo_app.meaning.why import Why, explained, why
from irgo_app.review.game_line import GameLine, Tell, searched
from irgo_app.review.game_review import Fate, GroupEvent, fate_of_stones, is_near

VISITS: Final = 120
"""How far the futures of a move that may be a mistake are searched."""
_STILL_BEST: Final = 480
"""What seems a mistake then is told if so long a search prefers the other move too,"""
_FURTHER: Final = 360
"""and as both futures say that were searched so far: twice as far makes nothing truer."""
_STAYS: Final = 0.9
"""What shrinks below this part of itself thereby may shrink further, and is not told."""
FATE_VISITS: Final = 120
"""How far the boards before and after a group's fate are searched."""
LEAST: Final = 2.0
"""A move that seems to lose fewer points is not looked at again."""
_MOST: Final = 28
"""So many moves are looked at again, those that seem to have lost most."""
_FIRST: Final = 8
"""So many of them make a first list."""
_TIMES: Final = 10.0
"""A mistake is told where the policy holds another move for so many times as likely,"""
_PREFERRED: Final = 0.5
"""which is also first in searches that spend so much on it."""
_AFTER: Final = 4
"""A loss shows in so many positions after the move,"""
_LASTS: Final = 0.2
"""by so much of it."""
_MOST_EVENTS: Final = 24
_HOLDS: Final = 0.6
"""A fate is told from such an expectation on, in the owner's view or against it."""
_SURE: Final = 0.8
"""And where no move can be named that caused it, from such a one on."""
_CAUSE_VISITS: Final = 480
"""The boards before and after a move that is to have caused a fate are searched by the reader."""
_CHANGES: Final = 0.9
"""A move caused a fate if the expectation changed by so much with it: from 1 to -1 is 2,"""
_WAS: Final = 0.2
"""and was so much of the opposite before."""
_ROUND: Final = 4
"""The move that caused a fate is looked for so many moves before and after."""

T = TypeVar("T")
R = TypeVar("R")


def verified(
    line: GameLine, judged: Sequence[Judgement], judge: Judge, tell: Tell | None = None,
    cancel: CancelFlag | None = None, *, among: Container[int] | None = None,
    look: Callable[[dict[int, Why]], None] | None = None,
) -> dict[int, Why]:
    """Return the moves that surely lost points, by their numbers from 1.

    Each is held against the move that a strong player plays there, both futures searched equally
    far; where a judge knows no policy, against the best move that it finds.
    among -- the indices of the moves that are asked about, None for all
    look -- told once what holds of the first few, while the others are still searched
    Raises EngineError and CalledOffError.
    """
    seeming = sorted(
        ((lost, index) for index, (_, point) in enumerate(line.moves)
         if point != PASS and (among is None or index in among)
         and (lost := _lasting(index, line, judged)) >= LEAST
         and _may_be_played(line, index)), reverse=True)
    better: dict[int, Point | None] = {index: None for _, index in seeming}
    knows_policy = bool(judge.policy(line.positions[0]))
    if knows_policy:
        clear = _all(list(better), lambda index: _clear(index, line, judge, cancel), judge)
        better = {index: clear[index] for index in better if clear[index] is not None}
    wanted = list(better)[:_MOST]

    def lasts(index: int, loss: float) -> bool:
        return loss >= LEAST and _lasting(index, line, judged) >= _LASTS * loss

    def ask(index: int) -> Why | None:
        position, played, named = line.positions[index], line.moves[index][1], better[index]
        if named is None:
            found = why(position, played, judge, visits=VISITS, cancel=cancel)
            return found if lasts(index, found.loss) else None
        loss = loss_of(position, *futures(position, (played, named), judge, VISITS, cancel))
        # What does not last by the least that could be told of it need not be searched on.
        if not lasts(index, _STAYS * loss):
            return None
        tried = judge.search(position, position.to_play, None, _STILL_BEST, cancel)
        if not _prefers(tried, named):
            return None
        move, instead = futures(position, (played, named), judge, _FURTHER, cancel)
        further = loss_of(position, move, instead)
        if further < _STAYS * loss or not lasts(index, further):
            return None
        return explained(
            position, move, instead, judge.name, move.visits + instead.visits, cancel)

    def held(found: Mapping[int, Why | None]) -> dict[int, Why]:
        return {index + 1: each for index, each in found.items() if each is not None}

    def told(found: Mapping[int, Why | None]) -> None:
        if look is not None and len(found) == min(_FIRST, len(wanted)):
            look(held(found))

    return held(_all(wanted, ask, judge, tell, told))


def _clear(
    index: int, line: GameLine, judge: Judge, cancel: CancelFlag | None
) -> Point | None:
    """Return what a strong player clearly plays where one would hardly play the game's move."""
    position, played = line.positions[index], line.moves[index][1]
    likely = judge.policy(position)
    best = _likeliest(likely)
    if best == PASS or likely[best] < _TIMES * likely[played]:
        return None
    tried = judge.search(position, position.to_play, None, VISITS, cancel)
    return best if _prefers(tried, best) else None


def _prefers(found: Searched, point: Point | None) -> bool:
    """Return whether a move is the best one, and a search spent half of itself on it."""
    tried = found.moves
    return bool(tried) and tried[0].point == point and (
        tried[0].visits >= _PREFERRED * sum(move.visits for move in tried))


def _likeliest(policy: Sequence[float]) -> Point:
    """Return the likeliest move, which may be PASS."""
    found = max(range(len(policy)), key=policy.__getitem__)
    return PASS if found == len(policy) - 1 else found


def _lasting(index: int, line: GameLine, judged: Sequence[Judgement]) -> float:
    """Return what a move lost as the stretch of the game round it says."""
    before = [judged[at].lead for at in range(max(0, index - 1), index + 1)]
    after = [judged[at].lead for at in range(index + 1, min(index + _AFTER, len(judged) - 1) + 1)]
    return line.moves[index][0] * (sum(before) / len(before) - sum(after) / len(after))


def _may_be_played(line: GameLine, index: int) -> bool:
    """Return whether the rules allow a move; records hold others, which nobody can judge."""
    colour, point = line.moves[index]
    return why_illegal(line.positions[index], colour, point) is None


def told_events(
    line: GameLine, judged: Sequence[Judgement], events: Iterable[GroupEvent], judge: Judge,
    tell: Tell | None = None, cancel: CancelFlag | None = None,
) -> tuple[GroupEvent, ...]:
    """Return the events that hold, each at the move that caused it.

    Raises EngineError and CalledOffError.
    """
    largest = sorted(events, key=lambda event: -len(event.stones))[:_MOST_EVENTS]
    likely = [(event, _likely_causes(event, line, judged)) for event in largest]
    boards = {number for _, numbers in likely for move in numbers for number in (move - 1, move)}
    deeper = searched(line, boards, judge, FATE_VISITS, tell, cancel)
    looked = [deeper.get(index, said) for index, said in enumerate(judged)]
    told = [found for event, numbers in likely
            if (found := _held(event, numbers, line, looked)) is not None]
    if judge.rank is Rank.READER:
        boards = {number for event in told if event.is_caused
                  for number in (event.number - 1, event.number)}
        further = searched(line, boards, judge, _CAUSE_VISITS, cancel=cancel)
        looked = [further.get(index, said) for index, said in enumerate(looked)]
        told = [found for event in told
                if (found := _held(event, (event.number,), line, looked)) is not None]
    return _in_order(sorted(told, key=lambda event: (event.number, event.stones)))


def ended(
    line: GameLine, judged: Sequence[Judgement], judge: Judge,
    cancel: CancelFlag | None = None,
) -> tuple[tuple[Judgement, ...], frozenset[Point] | None]:
    """Return judgements in which a finished game is counted, and its dead stones.

    None for a game that is not finished. From the last move that is no pass on, the lead is the
    count: dead stones off, by the game's rules and komi. Raises EngineError and CalledOffError.
    """
    last = len(line.positions) - 1
    looked = searched(line, [last], judge, END_VISITS, cancel=cancel)[last]
    first = last
    if looked.is_counted:
        while first > 0 and line.moves[first - 1][1] == PASS:
            first -= 1
    return (*judged[:first], *(looked for _ in range(first, last + 1))), looked.dead


def _likely_causes(
    event: GroupEvent, line: GameLine, judged: Sequence[Judgement]
) -> tuple[int, ...]:
    """Return the numbers of moves that may have caused an event: its own, and the largest jump."""
    def jump(number: int) -> float:
        return _wanted(event) * (_safety(event, line, judged, number)
                                 - _safety(event, line, judged, number - 1))

    near = range(max(1, event.number - _ROUND), min(len(line.moves), event.number + _ROUND) + 1)
    largest = max(near, key=jump, default=event.number)
    return tuple(dict.fromkeys((event.number, largest)))


def _wanted(event: GroupEvent) -> int:
    return 1 if event.fate is Fate.LIVED else -1


def _safety(
    event: GroupEvent, line: GameLine, judged: Sequence[Judgement], number: int
) -> float:
    """Return how surely a group keeps its stones after a move, -1 to 1; those there count."""
    position = line.positions[number]
    there = [stone for stone in event.stones if position.colour_at(stone) == event.colour]
    if 2 * len(there) < len(event.stones) and number < event.number:
        there = there or list(event.stones)
    return fate_of_stones(there or event.stones, event.colour, judged[number], position)


def _held(
    event: GroupEvent, numbers: Sequence[int], line: GameLine, looked: Sequence[Judgement]
) -> GroupEvent | None:
    """Return an event as it holds, None if it does not."""
    sign = _wanted(event)
    for number in sorted(numbers, key=lambda number: -sign * (
            _safety(event, line, looked, number) - _safety(event, line, looked, number - 1))):
        after, before = (sign * _safety(event, line, looked, at) for at in (number, number - 1))
        if after < _HOLDS:
            continue
        stones = tuple(stone for stone in event.stones
                       if line.positions[number].colour_at(stone) == event.colour
                       or line.positions[number - 1].colour_at(stone) == event.colour)
        if not stones:
            continue
        is_caused = after - before >= _CHANGES and before <= -_WAS and is_near(
            line.moves[number - 1][1], stones, line)
        if is_caused or after >= _SURE:
            return replace(event, number=number, stones=stones, is_caused=is_caused)
    return None


def _in_order(events: Sequence[GroupEvent]) -> tuple[GroupEvent, ...]:
    """Return events without those that say of a group once more what was said last."""
    told = list[GroupEvent]()
    for event in events:
        own = set(event.stones)
        before = [other for other in told if other.colour == event.colour
                  and 2 * len(own & set(other.stones)) > min(len(own), len(other.stones))]
        if not before or before[-1].fate is not event.fate:
            told.append(event)
    return tuple(told)


def consistent(
    events: Sequence[GroupEvent], line: GameLine, dead: frozenset[Point] | None
) -> tuple[GroupEvent, ...]:
    """Return events that agree with the last board, and with how a finished game was counted.

    dead -- its dead stones, None for a game that is not finished
    """
    last, told = line.positions[-1], list[GroupEvent]()
    for index, event in enumerate(events):
        own = set(event.stones)
        is_last = not any(own & set(other.stones) and other.colour == event.colour
                          for other in events[index + 1:])
        lost = sum(stone in (dead or ()) or last.colour_at(stone) != event.colour
                   for stone in own)
        is_lost, has_died = 2 * lost > len(own), event.fate is Fate.DIED
        # Nobody knows yet whether stones that are there at the end of an unfinished game live.
        if not is_last or is_lost == has_died or (dead is None and has_died):
            told.append(event)
    return tuple(told)


def _all(
    wanted: Sequence[T], ask: Callable[[T], R], judge: Judge, tell: Tell | None = None,
    told: Callable[[Mapping[T, R]], None] | None = None,
) -> Mapping[T, R]:
    """Return the answers to questions, as many asked at once as suit the judge.

    told -- told after each what is known so far
    """
    found = dict[T, R]()
    pool = ThreadPoolExecutor(judge.at_once)
    try:
        jobs = {pool.submit(ask, each): each for each in wanted}
        for job in as_completed(jobs):
            found[jobs[job]] = job.result()
            if told:
                told(found)
            if tell:
                tell(len(found), len(wanted))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return found
