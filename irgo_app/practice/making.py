"""Cards made of positions and games: boards searched, and moves that surely lost points.

The best moves of a board and those asked about are searched on alike. Mistakes are those that a
report tells (`review.losses`), at most one a fight, and say what it says; those of a game that was
told already are taken from its story.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.future import Future, futures
from irgo_app.judging.judgement import Judge, Tell, all_asked, positions_for
from irgo_app.judging.study import steps_between
from irgo_app.meaning.reasons import Comparison, Reason, ReasonKind, State
from irgo_app.meaning.why import explained
from irgo_app.practice.card import Card, CardKind, JudgedMove, Origin, Theme, way_to
from irgo_app.practice.rows import JudgedGame
from irgo_app.report.kept_findings import KeptFindings, kept_findings
from irgo_app.resource_files import digest_of
from irgo_app.review.deep_losses import DeepLosses
from irgo_app.review.game_line import GameLine, looked_through, part_told
from irgo_app.review.game_review import agreeing, reviewed
from irgo_app.review.lessons import fights_of
from irgo_app.review.level import LEVELS
from irgo_app.review.losses import Losses, SuspectMove
from irgo_app.review.mistakes import losses_by
from irgo_app.sgf.game_info import GameInfo

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
LEAST: Final = 2.5
"""A mistake of fewer points is not looked for, unless somebody says otherwise."""
_LOOK: Final = 4
"""How far each position of a game is searched."""
_MOST: Final = 5
"""So many cards a game and side come of it at most."""
_FIGHT_MOVES: Final = 12
_FIGHT_STEPS: Final = 7
"""Mistakes within so many moves and so near each other are one fight's."""


def judged_moves(
    position: Position, points: Sequence[Point], judge: Judge, visits: int = 0,
    cancel: CancelFlag | None = None, rivals: int = _RIVALS,
) -> tuple[JudgedMove, ...]:
    """Return moves of the side to play and the best on the board, the best first.

    visits -- how far each, 0 for the usual. Raises EngineError and CalledOffError.
    """
    visits = visits or positions_for(judge, VISITS)
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
    return Origin(info.black, info.white, info.date, info.game_name or info.event, number,
                  player_of(info, colour), source)


def themes_of_reasons(
    reasons: Sequence[Reason], position: Position, number: int
) -> tuple[Theme, ...]:
    """Return what a mistake was about, what cost most first.

    reasons -- what the mistake loses by; number -- of the game's moves before it
    """
    points, mover = len(position.cells), position.to_play
    of_area = Theme.ENDGAME if number >= _ENDGAME * points else Theme.DIRECTION
    found = list[Theme]()
    for reason in sorted(reasons, key=lambda reason: -reason.share):
        if reason.kind is ReasonKind.LINK and (reason.move is State.CUT) == (reason.colour
            == mover):
            found.append(Theme.CONNECTION)
        if reason.share <= 0:
            continue
        if reason.kind is ReasonKind.GROUP:
            if reason.proved or {reason.move, reason.instead} == {State.LIVES, State.DIES}:
                found.append(Theme.LIFE)
            found.append(Theme.DEFENCE if reason.colour == mover else Theme.ATTACK)
        elif reason.kind is ReasonKind.TERRITORY:
            found.append(of_area)
        elif reason.kind is ReasonKind.FRAMEWORK:
            found.append(Theme.DIRECTION)
    if number < _OPENING * points:
        found.append(Theme.OPENING)
    elif not found:
        found.append(of_area)
    return tuple(dict.fromkeys(found))


class GameCards(Struct, frozen=True):
    """What a game gives: its cards, the largest loss first, and its mistakes in numbers."""

    cards: tuple[Card, ...]
    games: tuple[JudgedGame, ...]


def mistakes_of(
    line: GameLine, judge: Judge, colours: Collection[Colour] = (BLACK, WHITE),
    least: float = LEAST, source: str = "", now: float = 0.0, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> GameCards:
    """Return the cards of moves that surely lost points.

    colours -- whose; least -- points on 19 lines, fewer on a smaller board; now -- seconds UTC
    tell -- told (hundredths done, 100). Raises EngineError and CalledOffError.
    """
    kept = kept_findings(line, judge)
    whys = _whys_of(line, judge, colours, least, tell, cancel) if kept is None \
        else _kept_whys(kept, line, judge, colours, least)
    largest = sorted(whys, key=lambda number: -whys[number].loss)[:_MOST * len(colours)]
    cards = tuple(card_of_mistake(line, number, whys[number], source) for number in largest)
    return GameCards(cards, tuple(_counted(line, colour, cards, now) for colour in colours))


def _kept_whys(
    kept: KeptFindings, line: GameLine, judge: Judge, colours: Collection[Colour], least: float
) -> dict[int, Comparison]:
    """Return the sure mistakes that the story of a game tells of, each lesson once a side."""
    found = kept.mistakes
    reviews = [reviewed(line, judge.name, kept.judged, kept.maps, found.whys, kept.events,
                        found.unsure, found.repeated, LEVELS["dan"], colour)
               for colour in colours]
    fights = [fight for review in reviews for fight in fights_of(line, [
        lesson for lesson in review.lessons
        if lesson.number in found.whys and lesson.number not in found.unsure
        and found.whys[lesson.number].instead.move != PASS
        and lesson.told.points >= least * line.stakes])]
    largest = [max(fight, key=lambda lesson: lesson.told.points).number for fight in fights]
    whys = agreeing(found.whys)
    return {number: whys[number] for number in largest}


def _whys_of(
    line: GameLine, judge: Judge, colours: Collection[Colour], least: float, tell: Tell | None,
    cancel: CancelFlag | None,
) -> dict[int, Comparison]:
    """Return the mistakes of a game that nobody has told yet, one a fight."""
    judged = looked_through(line, judge, _LOOK, part_told(tell, 0, 25), cancel)
    losses = losses_by(line, judged, judge, cancel)
    asked = {index for index, (colour, point) in enumerate(line.moves)
             if colour in colours and point != PASS}
    return _one_a_fight(line, losses, judge, losses.seeming(asked), least,
                        part_told(tell, 30, 100))


def _one_a_fight(
    line: GameLine, losses: Losses | DeepLosses, judge: Judge, seeming: Sequence[SuspectMove],
    least: float, tell: Tell,
) -> dict[int, Comparison]:
    """Return mistakes that hold, by their numbers from 1, without others of the same fight.

    seeming -- those that seem to have lost most first: once one is told, the rest of its fight is
    not searched; least -- points
    """
    def is_near(one: SuspectMove, other: SuspectMove) -> bool:
        return abs(one.index - other.index) <= _FIGHT_MOVES \
            and steps_between(one.place, other.place, line.columns) <= _FIGHT_STEPS

    def after(settled: int) -> Tell:
        return lambda done, _: tell(settled + done, len(seeming))

    told, left = dict[int, Comparison](), list(seeming)
    while left:
        asked = list[SuspectMove]()
        for each in left:
            if not any(is_near(each, other) for other in asked):
                asked.append(each)
        found = all_asked(asked, losses.told, judge.at_once, after(len(seeming) - len(left)))
        held = {each: why for each, why in found.items()
                if why is not None and why.instead.move != PASS
                and why.loss >= least * line.stakes}
        told |= {each.index + 1: why for each, why in held.items()}
        left = [each for each in left
                if each not in found and not any(is_near(each, other) for other in held)]
    return told


def card_of_mistake(line: GameLine, number: int, found: Comparison, source: str) -> Card:
    """Return the card of a mistake; number -- of the move, from 1."""
    best, played = found.instead, found.move
    return card_of_game(line, number - 1, (
        JudgedMove(best.move, 0.0, lead=best.lead, line=best.moves),
        JudgedMove(played.move, found.loss, lead=played.lead, line=played.moves,
                   reasons=found.difference.reasons)), found.judge, source)


def _counted(
    line: GameLine, colour: Colour, cards: Sequence[Card], now: float
) -> JudgedGame:
    """Return how many mistakes a side made, each under what it was most about."""
    own = [card for card in cards if card.position.to_play == colour]
    said = repr((line.moves, line.positions[0].cells, colour))
    info = line.info
    return JudgedGame(
        digest_of(said.encode())[:16], player_of(info, colour),
        info.game_name or info.event, info.date, now,
        sum(mover == colour for mover, _ in line.moves),
        Counter[Theme](card.themes[0] for card in own))


def player_of(info: GameInfo, colour: Colour) -> str:
    """Return who played a side, "" if the record does not say."""
    return info.black if colour == BLACK else info.white


def sides_of(info: GameInfo, names: Collection[str]) -> tuple[Colour, ...]:
    """Return the sides that are played under one of some names, `Black` and `White` among them."""
    wanted = {name.strip().casefold() for name in names}
    sides = tuple(colour for colour in (BLACK, WHITE)
                  if player_of(info, colour).strip().casefold() in wanted - {""})
    if sides:
        return sides
    return tuple(colour for colour, name in ((BLACK, "black"), (WHITE, "white"))
                 if name in wanted and not player_of(info, colour))
