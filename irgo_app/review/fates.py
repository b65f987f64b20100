"""What a review may say of groups and of the end: fates that hold when they are searched again.

A fate is told after the boards before and after its move have been searched, and of the move that
caused it. What does not hold is not told; nor is what the game's last board gives the lie. A
mistake that is told was searched already: what it did to groups is told of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Point
from irgo_app.judging.judgement import END_VISITS, Judge, Judgement, JudgeTrust, Tell, positions_for
from irgo_app.judging.study import fate_of_stones
from irgo_app.meaning.reasons import Comparison, ReasonKind
from irgo_app.review.game_line import GameLine, searched
from irgo_app.review.game_review import LEAST_STONES, EventFate, GroupEvent, is_near
from irgo_app.review.happenings import happenings_of

FATE_VISITS: Final = 60
"""How far the boards before and after a group's fate are searched."""
_MOST_EVENTS: Final = 24
_HOLDS: Final = 0.6
"""A fate is told from such an expectation on, in the owner's view or against it."""
_SURE: Final = 0.8
"""And where no move can be named that caused it, from such a one on."""
_CAUSE_VISITS: Final = 240
"""The boards before and after a move that is to have caused a fate are searched by the reader."""
_CHANGES: Final = 0.9
"""A move caused a fate if the expectation changed by so much with it: from 1 to -1 is 2,"""
_WAS: Final = 0.3
"""and was so much of the opposite before."""
_UNSURE: Final = 0.1
"""What deeper searches say of a group is seldom so much more than what the game's own one says."""
_TAKEN: Final = 5
"""So many stones that a move took are told of, whoever foresaw it."""
_IN_TURN: Final = 2
"""Moves that leave a group follow each other over so many moves at most."""
_ROUND: Final = 4
"""The move that caused a fate is looked for so many moves before and after."""


def told_events(
    line: GameLine, judged: Sequence[Judgement], events: Iterable[GroupEvent], judge: Judge,
    tell: Tell | None = None, cancel: CancelFlag | None = None,
    whys: Mapping[int, Comparison] | None = None,
) -> tuple[GroupEvent, ...]:
    """Return the events that hold, each at the move that caused it.

    whys -- the mistakes that are told, by the numbers of their moves
    Raises EngineError and CalledOffError.
    """
    largest = sorted(events, key=lambda event: -len(event.stones))[:_MOST_EVENTS]
    likely = [(event, [number for number in _likely_causes(event, line, judged)
                       if _is_told(*_around(event, number, line, judged), _UNSURE)])
              for event in largest]
    boards = {number for _, numbers in likely for move in numbers for number in (move - 1, move)}
    # One look of a deep network is sure enough of groups.
    deeper = {} if judge.rank is JudgeTrust.DEEP else searched(
        line, boards, judge, FATE_VISITS, tell, cancel)
    looked = [deeper.get(index, said) for index, said in enumerate(judged)]
    told = [found for event, numbers in likely
            if (found := _held(event, numbers, line, looked)) is not None]
    if judge.rank is JudgeTrust.READER:
        boards = {number for event in told if event.is_caused
                  for number in (event.number - 1, event.number)}
        further = searched(line, boards, judge, _CAUSE_VISITS, cancel=cancel)
        looked = [further.get(index, said) for index, said in enumerate(looked)]
        told = [found for event in told
                if (found := _held(event, (event.number,), line, looked)) is not None]
    whys = whys or {}
    of_mistakes = [event for number, found in whys.items()
                   for event in _of_mistake(number, found, line)]
    # Of a move that was searched with both its futures these have the last word.
    told = _captures(line) + of_mistakes + [
        event for event in told
        if not any(_is_same(event, other) for other in of_mistakes)
        and not (event.number in whys and _is_reason(event, whys[event.number]))]
    return _in_order(sorted(told, key=lambda event: (event.number, event.stones)))


def _captures(line: GameLine) -> list[GroupEvent]:
    """Return the groups that were taken, as far as that is more than a few stones."""
    return [GroupEvent(taken.number, -taken.colour, EventFate.DIED, taken.stones, is_caused=False)
            for taken in happenings_of(line, "captures") if len(taken.stones) >= _TAKEN]


def _of_mistake(number: int, found: Comparison, line: GameLine) -> Iterator[GroupEvent]:
    """Yield what a mistake did to groups, as both its futures say.

    Far from a group it did nothing to it: its player left it, unless it is as that player wants.
    """
    for reason in found.difference.reasons:
        stones = tuple(point for point in reason.points
                       if found.position.colour_at(point) == reason.colour)
        if reason.kind is not ReasonKind.GROUP or len(stones) < LEAST_STONES:
            continue
        before, after = (
            reason.colour * sum(future.ownership[stone] for stone in stones) / len(stones)
            for future in (found.instead, found.move))
        fate = EventFate.LIVED if after > 0 else EventFate.DIED
        if _has_changed(*((before, after) if fate is EventFate.LIVED else (-before, -after))):
            is_caused = is_near(found.move.move, stones, line)
            is_wanted = (fate is EventFate.LIVED) == (reason.colour == found.position.to_play)
            yield GroupEvent(number, reason.colour, fate, stones, is_caused,
                             is_left=not is_caused and not is_wanted)


def _is_reason(event: GroupEvent, found: Comparison) -> bool:
    """Return whether a reason of a mistake is about the group of an event."""
    return any(reason.kind is ReasonKind.GROUP and reason.colour == event.colour
               and 2 * len(set(event.stones).intersection(reason.points)) > len(event.stones)
               for reason in found.difference.reasons)


def _is_same(event: GroupEvent, other: GroupEvent) -> bool:
    """Return whether two events are one group's fate, seen a few moves apart."""
    return (event.fate is other.fate and _is_of_same_group(event, other)
            and abs(event.number - other.number) <= _ROUND)


def _is_of_same_group(event: GroupEvent, other: GroupEvent) -> bool:
    own, others = set(event.stones), set(other.stones)
    return event.colour == other.colour and 2 * len(own & others) > min(len(own), len(others))


def ended(
    line: GameLine, judged: Sequence[Judgement], judge: Judge,
    cancel: CancelFlag | None = None,
) -> tuple[tuple[Judgement, ...], frozenset[Point] | None]:
    """Return judgements in which a finished game is counted, and its dead stones.

    None for a game that is not finished. From the last move that is no pass on, the lead is the
    count: dead stones off, by the game's rules and komi; but before a pass with which a side gave
    away more than leads are off by, it is what the board was worth. Raises EngineError and
    CalledOffError.
    """
    last = len(line.positions) - 1
    looked = searched(line, [last], judge, positions_for(judge, END_VISITS), cancel=cancel)[last]
    first = last
    if looked.is_counted:
        while first > 0 and line.moves[first - 1][1] == PASS \
                and abs(judged[first - 1].lead - looked.lead) <= judged[first - 1].margin:
            first -= 1
    return (*judged[:first], *(looked for _ in range(first, last + 1))), looked.dead


def _likely_causes(
    event: GroupEvent, line: GameLine, judged: Sequence[Judgement]
) -> tuple[int, ...]:
    """Return the numbers of moves that may have caused an event: its own, and the largest jump."""
    near = range(max(1, event.number - _ROUND), min(len(line.moves), event.number + _ROUND) + 1)
    largest = max(near, key=lambda number: _jump(event, number, line, judged), default=event.number)
    return tuple(dict.fromkeys((event.number, largest)))


def _wanted(event: GroupEvent) -> int:
    return 1 if event.fate is EventFate.LIVED else -1


def _safety(
    event: GroupEvent, line: GameLine, judged: Sequence[Judgement], number: int
) -> float:
    """Return how surely a group keeps its stones after a move, -1 to 1; those there count."""
    position = line.positions[number]
    there = [stone for stone in event.stones if position.colour_at(stone) == event.colour]
    if 2 * len(there) < len(event.stones) and number < event.number:
        there = there or list(event.stones)
    return fate_of_stones(there or event.stones, event.colour, position, judged[number].ownership)


def _held(
    event: GroupEvent, numbers: Sequence[int], line: GameLine, looked: Sequence[Judgement]
) -> GroupEvent | None:
    """Return an event as it holds, None if it does not."""
    changes = {number: _around(event, number, line, looked) for number in numbers}
    for number, (before, after) in sorted(
            changes.items(), key=lambda change: change[1][0] - change[1][1]):
        stones = tuple(stone for stone in event.stones
                       if line.positions[number].colour_at(stone) == event.colour
                       or line.positions[number - 1].colour_at(stone) == event.colour)
        if not stones:
            continue
        is_caused = _has_changed(before, after) and is_near(
            line.moves[number - 1][1], stones, line)
        if is_caused or after >= _SURE:
            return replace(event, number=number, stones=stones, is_caused=is_caused)
    return None


def _around(
    event: GroupEvent, number: int, line: GameLine, looked: Sequence[Judgement]
) -> tuple[float, float]:
    """Return how surely an event's fate is expected before and after a move, -1 to 1."""
    before, after = (_wanted(event) * _safety(event, line, looked, at)
                     for at in (number - 1, number))
    return before, after


def _jump(
    event: GroupEvent, number: int, line: GameLine, judged: Sequence[Judgement]
) -> float:
    before, after = _around(event, number, line, judged)
    return after - before


def _is_told(before: float, after: float, slack: float = 0.0) -> bool:
    """Return whether a fate may be told of a move, before and after which it is so sure."""
    return after >= _SURE - slack or _has_changed(before, after, slack)


def _has_changed(before: float, after: float, slack: float = 0.0) -> bool:
    return (after >= _HOLDS - slack and before <= slack - _WAS
            and after - before >= _CHANGES - slack)


def _in_order(events: Sequence[GroupEvent]) -> tuple[GroupEvent, ...]:
    """Return events without those that say of a group once more what was said last.

    Where both sides left a group move after move, what the last of these moves did is told.
    """
    told = list[GroupEvent]()
    for event in events:
        before = [other for other in told if _is_of_same_group(event, other)]
        if before and event.is_left and before[-1].is_left \
                and event.number - before[-1].number <= _IN_TURN:
            told.remove(before.pop())
        if not before or before[-1].fate is not event.fate:
            told.append(event)
    return tuple(told)


def with_ends(
    events: Sequence[GroupEvent], line: GameLine, judged: Sequence[Judgement], judge: Judge,
    dead: frozenset[Point] | None, cancel: CancelFlag | None = None,
) -> tuple[GroupEvent, ...]:
    """Return events and, where the last board surely gives a group's last one the lie, one more.

    It is told of the move with which that turned, or of the last one, by which it is seen.
    dead -- the dead stones of a finished game, None for another
    Raises EngineError and CalledOffError.
    """
    last, found = len(line.moves), list(events)
    visits = positions_for(
        judge, _CAUSE_VISITS if judge.rank is JudgeTrust.READER else FATE_VISITS)
    for index, event in enumerate(events):
        stones = tuple(stone for stone in event.stones
                       if line.positions[last].colour_at(stone) == event.colour)
        if event.number == last or 2 * len(stones) <= len(event.stones) or any(
                _is_of_same_group(event, other) for other in events[index + 1:]):
            continue
        fate = EventFate.LIVED if event.fate is EventFate.DIED else EventFate.DIED
        turned = GroupEvent(last, event.colour, fate, stones, is_caused=False)
        if dead is None:
            is_so = _around(turned, last, line, judged)[1] >= _HOLDS
        else:
            is_so = (2 * len(dead.intersection(stones)) > len(stones)) == (fate is EventFate.DIED)
        if is_so:
            number = max(range(event.number + 1, last + 1),
                         key=lambda number: _jump(turned, number, line, judged))
            looked = [*judged]
            for at, said in searched(
                    line, (number - 1, number), judge, visits, cancel=cancel).items():
                looked[at] = said
            found.append(_held(turned, (number,), line, looked) or turned)
    return tuple(sorted(found, key=lambda event: (event.number, event.stones)))


def consistent(
    events: Sequence[GroupEvent], line: GameLine, dead: frozenset[Point] | None
) -> tuple[GroupEvent, ...]:
    """Return events that agree with the last board, and with how a finished game was counted.

    dead -- its dead stones, None for a game that is not finished
    """
    last, told = line.positions[-1], list[GroupEvent]()
    for index, event in enumerate(events):
        own = set(event.stones)
        has_turned = any(own & set(other.stones) and other.colour == event.colour
                         and other.fate is not event.fate for other in events[index + 1:])
        lost = sum(stone in (dead or ()) or last.colour_at(stone) != event.colour
                   for stone in own)
        is_lost, has_died = 2 * lost > len(own), event.fate is EventFate.DIED
        # Nobody knows yet whether stones that are there at the end of an unfinished game live.
        if has_turned or is_lost == has_died or (dead is None and has_died):
            told.append(event)
    return tuple(told)


def lasting(
    events: Sequence[GroupEvent], line: GameLine, judged: Sequence[Judgement]
) -> tuple[GroupEvent, ...]:
    """Return events that were certain, each at the move that made it so.

    What a side gave away with a move counts if it was still so after the other side's answer: a
    group that both leave hangs, and is told with the point that both leave. What was only seen
    after a move is told of the first move after which it stayed so.
    """
    told = list[GroupEvent]()
    for event in events:
        gives_away = event.is_left or (event.is_caused and (
            event.fate is EventFate.DIED) == (line.moves[event.number - 1][0] == event.colour))
        answered = min(event.number + 1, len(line.moves))
        if gives_away and _wanted(event) * _safety(event, line, judged, answered) < _WAS:
            continue
        is_taken = all(line.positions[event.number].colour_at(stone) != event.colour
                       for stone in event.stones)
        if event.fate is EventFate.LIVED and not (event.is_caused or event.is_left) and not any(
                other.fate is EventFate.DIED and _is_of_same_group(event, other) for other in told):
            # That a group which nobody had told dead turned out to be safe teaches nothing.
            continue
        told.append(event if event.is_caused or event.is_left or is_taken
                    else _first_seen(event, line, judged))
    return _in_order(sorted(told, key=lambda event: (event.number, event.stones)))


def _first_seen(
    event: GroupEvent, line: GameLine, judged: Sequence[Judgement]
) -> GroupEvent:
    """Return an event at the first move from which on it was expected without a break."""
    number = event.number
    while number > 1 and _wanted(event) * _safety(event, line, judged, number - 1) >= _HOLDS \
            and all(line.positions[number - 1].colour_at(stone) == event.colour
                    for stone in event.stones):
        number -= 1
    return replace(event, number=number)
