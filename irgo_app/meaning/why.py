"""Why a move is good or bad: its future held against that of another, and what differs."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.judging.future import Future, Move, futures
from irgo_app.judging.judgement import (CalledOffError, Judge, Judgement, JudgeTrust, as_counted,
                                        is_finished, positions_for)
from irgo_app.judging.studies import proof_of
from irgo_app.judging.study import NEAR, Study, steps_between
from irgo_app.judging.study_words import NOTHING
from irgo_app.lifedeath.verdict import Outcome
from irgo_app.meaning.ladders import ladders
from irgo_app.meaning.reasons import (Comparison, Reason, ReasonKind, State, difference, framed,
                                      links)

VISITS: Final = 480
"""How far irgo's reader searches each of the two futures; eight turned boards share them."""
_SEARCH: Final = 240
"""How far the board is searched for the best move, where none is named;"""
_LEAST_SEARCH: Final = 16
"""and at least so far: one look names no move, and a pass is no rival."""
_RIVALS: Final = 2
"""So many of the board's likely best moves are searched on before one is named."""
_OF_FATE: Final = {Outcome.LIVES: State.LIVES, Outcome.SEKI: State.LIVES, Outcome.DIES: State.DIES}


def why(
    position: Position, move: Point, judge: Judge, *, instead: Point | None = None,
    visits: int = 0, rules: str = "", cancel: CancelFlag | None = None,
) -> Comparison:
    """Return what a move of the side to play loses or gains against another, and why.

    move -- PASS for a pass; instead -- what it is compared with, None for the best on the board
    visits -- how far each future is searched, 0 for the usual
    rules -- as KataGo names them: by these a finished board is counted; "" to leave it uncounted
    Raises UsageError for a move that is against the rules, EngineError, and CalledOffError soon
    after the flag is raised.
    """
    for point in (move, *(() if instead is None else (instead,))):
        _check(position, point)
    # A position of an engine costs more than one of irgo's reader, and says more.
    usual = judge.usual_visits if judge.rank is JudgeTrust.ENGINE else positions_for(judge, VISITS)
    wanted, looked = visits or usual, 0
    if instead is not None:
        ahead = futures(position, [move, instead], judge, wanted, cancel)
    else:
        with ThreadPoolExecutor(judge.at_once) as pool:
            own = pool.submit(futures, position, [move], judge, wanted, cancel)
            found = pool.submit(judge.search, position, position.to_play, None,
                                min(max(wanted, _LEAST_SEARCH), _SEARCH), cancel).result()
            ahead = own.result()
        liked = [tried.point for tried in found.moves if tried.point != move]
        reply = _reply_instead(position, ahead[0])
        # The point of a strong answer is often one's own best, which no search from here sees.
        rivals = list(dict.fromkeys(
            [*liked[:_RIVALS], *([] if reply is None else [reply])])) or [PASS]
        ahead += futures(position, rivals, judge, wanted, cancel)
        looked = found.visits
    ahead = _counted_if_finished(ahead, judge.komi, rules)
    best = max(ahead[1:], key=lambda future: position.to_play * future.lead)
    return explained(position, ahead[0], best, judge.name,
                     looked + sum(future.visits for future in ahead), cancel)


def _counted_if_finished(
    ahead: tuple[Future, ...], komi: float, rules: str
) -> tuple[Future, ...]:
    """Return futures with their leads counted if all of them end on a finished board.

    A judge's lead is off by a fraction of a point where judgements of the same board are counted.
    """
    said = [Judgement(future.lead, future.margin, future.ownership, (PASS,))
            for future in ahead]
    if not rules or not all(
        future.moves[-1][1] == PASS and len(each.ownership) == len(future.end.cells)
        and is_finished(each) for future, each in zip(ahead, said, strict=True)
    ):
        return ahead
    return tuple(replace(future, lead=as_counted(future.end, each, komi, rules).lead)
                 for future, each in zip(ahead, said, strict=True))


def _reply_instead(position: Position, future: Future) -> Point | None:
    """Return the answer to a move if that point could be played in its place, else None."""
    reply = future.moves[1][1] if len(future.moves) > 1 else PASS
    return reply if may_replace(position, future.move, reply) else None


def may_replace(position: Position, move: Point, other: Point) -> bool:
    """Return whether another point could have been played in place of a move."""
    return other not in (PASS, move) and why_illegal(position, position.to_play, other) is None


def check_moves(move: Point, instead: Point | None) -> None:
    """Raise WrongUsageError where a user asks how a move compares with itself."""
    if move == instead:
        raise WrongUsageError("Two moves are compared; name two that are not the same.")


def check_recorded(position: Position, move: Point, number: int) -> None:
    """Raise UsageError where a move of the record, by its number, is against the rules."""
    reason = None if move == PASS else why_illegal(position, position.to_play, move)
    if reason is not None:
        raise UsageError(
            "{reason} Move {number} of the record cannot be explained; name another move.",
            reason=reason, number=number)


def explained(
    position: Position, move: Future, instead: Future, judge: str, visits: int,
    cancel: CancelFlag | None = None,
) -> Comparison:
    """Return two futures that were searched equally far, explained; proofs overrule the judge."""
    found = framed(difference(position, move, instead), position, move, instead)
    reasons = [told for reason in found.reasons
               if (told := _proved(reason, move, instead, cancel)) is not None]
    reasons += ladders(position, move, instead)
    reasons += links(position, move, instead)
    reasons += _initiative(position, move, instead)
    if cancel:
        raise CalledOffError
    return Comparison(position, move, instead, replace(found, reasons=tuple(reasons)), judge,
                      visits)


def why_of_study(study: Study) -> Comparison | None:
    """Return a study as an answer to why one should move there before the other side does.

    Both sides were searched equally far for it. None where nothing is gained by that, or nobody
    told whose each point will be.
    """
    position = study.position
    mine, theirs = (study.if_first(side) for side in (position.to_play, -position.to_play))
    if not (mine.ownership and theirs.ownership) or study.swing < NOTHING:
        return None
    found = framed(difference(position, theirs, mine), position, theirs, mine)
    return Comparison(position, theirs, mine, found, study.engine, study.visits)


def _check(position: Position, point: Point) -> None:
    reason = None if point == PASS else why_illegal(position, position.to_play, point)
    if reason is not None:
        raise UsageError("{vertex} cannot be played here; name another move.",
                         vertex=position.vertex(point))


def _proved(
    reason: Reason, move: Future, instead: Future, cancel: CancelFlag | None
) -> Reason | None:
    """Return a reason with what is proved of its group in both futures; None if that says no."""
    if reason.kind is not ReasonKind.GROUP:
        return reason
    states = [_proved_state(future, reason, cancel) for future in (move, instead)]
    if None in states:
        return reason
    if states[0] is states[1]:
        return None
    assert states[0] is not None and states[1] is not None
    return replace(reason, move=states[0], instead=states[1], sure=1.0, proved=True)


def _proved_state(future: Future, reason: Reason, cancel: CancelFlag | None) -> State | None:
    """Return what is proved to become of a group after a move, None if nothing is.

    The other side moves next, as the rules have it.
    """
    left = [stone for stone in reason.points if future.after.colour_at(stone) == reason.colour]
    if not left:
        return State.DIES
    found = proof_of(future.after, left, cancel)
    answer = None if found is None else found.if_first(future.after.to_play)
    return None if answer is None or not answer.exact else _OF_FATE.get(answer.outcome)


def _initiative(position: Position, move: Future, instead: Future) -> list[Reason]:
    """Return who has the next move elsewhere, where that is not the same in both futures."""
    free = [first_elsewhere(future.moves, position.columns) for future in (move, instead)]
    if None in free or free[0] == free[1] or PASS in (move.move, instead.move):
        return []
    gains = instead if free[1] == position.to_play else move
    return [Reason(ReasonKind.INITIATIVE, position.to_play, (gains.move,), 0.0, 0.7)]


def first_elsewhere(moves: Sequence[Move], columns: int) -> Colour | None:
    """Return who first leaves the neighbourhood of a line's moves, None if nobody does."""
    seen = list[Point]()
    for colour, point in moves:
        if point == PASS or (seen and all(
                steps_between(point, other, columns) > NEAR for other in seen)):
            return colour
        seen.append(point)
    return None


NameOf = Callable[[Sequence[Point]], str]
"""What a group with these stones is called, "" if it has no name."""
