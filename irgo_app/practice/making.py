"""Cards of positions: a board searched, its best moves and those asked about searched on alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judge import Judge
from irgo_app.meaning.future import Future, futures
from irgo_app.meaning.reasons import Kind, Reason, State
from irgo_app.meaning.why import explained
from irgo_app.practice.card import Card, CardKind, JudgedMove, Origin, Theme, way_to
from irgo_app.review.game_line import GameLine

VISITS: Final = 160
"""How far each move of a card is searched."""
_RIVALS: Final = 3
"""So many of the board's likely best moves are searched on."""
_OPENING: Final = 0.14
"""Of the board's points: a game's first moves, so many, are its opening."""
_ENDGAME: Final = 0.5
"""From so many moves on, of the board's points, what changes territory is endgame."""
_AFTER: Final = 8
"""So many moves of the game after the position are kept."""


def judged_moves(
    position: Position, points: Sequence[Point], judge: Judge, visits: int = VISITS,
    cancel: CancelFlag | None = None, rivals: int = _RIVALS,
) -> tuple[JudgedMove, ...]:
    """Return moves of the side to play and the best on the board, the best first.

    All are searched equally far. Raises EngineError and CalledOffError.
    """
    found = judge.search(position, position.to_play, None, visits, cancel)
    others = [tried.point for tried in found.moves if tried.point not in points][:rivals]
    wanted = list(dict.fromkeys([*points, *others])) or [PASS]
    ahead = futures(position, wanted, judge, visits, cancel)
    return of_futures(position, ahead, judge.name, cancel)


def of_futures(
    position: Position, ahead: Sequence[Future], judge: str, cancel: CancelFlag | None = None,
) -> tuple[JudgedMove, ...]:
    """Return futures that were searched equally far as judged moves, the best first."""
    best = max(ahead, key=lambda future: position.to_play * future.lead)
    judged = [of_future(position, future, best, judge, cancel) for future in ahead
              if future is not best]
    return (JudgedMove(best.move, 0.0, lead=best.lead, line=best.moves),
            *sorted(judged, key=lambda move: (move.loss, move.point)))


def of_future(
    position: Position, future: Future, best: Future, judge: str,
    cancel: CancelFlag | None = None,
) -> JudgedMove:
    """Return a move as judged against the best, with its reasons."""
    told = explained(position, future, best, judge, 0, cancel)
    return JudgedMove(future.move, told.loss, lead=future.lead, line=future.moves,
                      reasons=told.difference.reasons)


def card_of_position(
    position: Position, judge: Judge, rules: str, origin: Origin,
    cancel: CancelFlag | None = None,
) -> Card:
    """Return the card of any position; raises UsageError where there is nothing to play."""
    judged = judged_moves(position, (), judge, cancel=cancel)
    if judged[0].point == PASS:
        raise UsageError("There is nothing left to play on this board; choose another position.")
    worst = judged[-1]
    return Card(CardKind.MOVE, position, position, (), judged,
                themes_of_reasons(worst.reasons, position, position.stone_count()), origin,
                judge=judge.name, komi=judge.komi, rules=rules)


def card_of_game(
    line: GameLine, number: int, judged: Sequence[JudgedMove], judge: str, source: str = "",
) -> Card:
    """Return the card of a game's position; number -- of the moves before it."""
    colour, played = line.moves[number]
    position = line.positions[number]
    start, before = way_to(line.positions[:number + 1], line.moves[:number])
    mistake = next((move for move in judged if move.point == played), None)
    reasons = mistake.reasons if mistake is not None else judged[-1].reasons
    return Card(
        CardKind.MOVE, position, start, before, tuple(judged),
        themes_of_reasons(reasons, position, number), origin_of(line, number, colour, source),
        played, line.moves[number:number + _AFTER], judge=judge, komi=line.komi,
        rules=line.rules)


def origin_of(line: GameLine, number: int, colour: Colour, source: str) -> Origin:
    """Return where a position of a game comes from."""
    info = line.info
    player = info.black if colour > 0 else info.white
    return Origin(info.black, info.white, info.date, info.game_name or info.event, number, player,
                  source)


def themes_of_reasons(
    reasons: Sequence[Reason], position: Position, number: int
) -> tuple[Theme, ...]:
    """Return what a mistake was about, what cost most first.

    reasons -- what the mistake loses by; number -- of the game's moves before it
    """
    points, mover = len(position.cells), position.to_play
    found = list[Theme]()
    for reason in sorted(reasons, key=lambda reason: -reason.share):
        if reason.kind is Kind.LINK and (reason.move is State.CUT) == (reason.colour == mover):
            found.append(Theme.CONNECTION)
        if reason.share <= 0:
            continue
        if reason.kind is Kind.GROUP:
            if reason.proved or {reason.move, reason.instead} == {State.LIVES, State.DIES}:
                found.append(Theme.LIFE)
            found.append(Theme.DEFENCE if reason.colour == mover else Theme.ATTACK)
        elif reason.kind is Kind.TERRITORY:
            found.append(Theme.ENDGAME if number >= _ENDGAME * points else Theme.DIRECTION)
        elif reason.kind is Kind.FRAMEWORK:
            found.append(Theme.DIRECTION)
    if number < _OPENING * points:
        found.append(Theme.OPENING)
    elif not found:
        found.append(Theme.ENDGAME if number >= _ENDGAME * points else Theme.DIRECTION)
    return tuple(dict.fromkeys(found))

