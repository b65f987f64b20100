"""Cards from one's own games: the moves that surely lost points, at most one a fight.

A loss that a report tells (`review.story`) is searched once more, further, with the other likely
moves beside it; a card is made where the loss is larger than what such searches err by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.judging.judge import Judge
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.place import steps_between
from irgo_app.meaning.future import futures
from irgo_app.meaning.why import Why
from irgo_app.practice.card import Card, Theme
from irgo_app.practice.deck import JudgedGame
from irgo_app.practice.making import card_of_game, of_futures
from irgo_app.resource_files import digest_of
from irgo_app.review.game_line import GameLine, Tell, all_searched
from irgo_app.review.story import verified
from irgo_app.sgf.game_info import GameInfo

LEAST: Final = 2.5
"""A mistake of fewer points is not looked for, unless somebody says otherwise."""
_LOOK: Final = 8
"""How far each position of a game is searched."""
_AGAIN: Final = 48
"""How far the futures of moves are that seem to lose most."""
_MOST_AGAIN: Final = 9
_FURTHER: Final = 96
"""How far those are that did lose."""
_MOST: Final = 5
"""So many cards a game and side come of it at most."""
_OPEN: Final = 0.33
"""A board on which less than this share of the points is in doubt is nearly over: what the reader
says of it then is mostly about stones that are long dead, and wrong."""
_FIGHT_MOVES: Final = 12
_FIGHT_STEPS: Final = 7
"""Mistakes within so many moves and so near each other are one fight's."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a game gives: its cards, the largest loss first, and its mistakes in numbers."""

    cards: tuple[Card, ...]
    games: tuple[JudgedGame, ...]


def mistakes_of(
    line: GameLine, judge: Judge, colours: Collection[Colour] = (BLACK, WHITE),
    least: float = LEAST, source: str = "", now: float = 0.0, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> Found:
    """Return the cards of moves that surely lost points.

    colours -- whose; least -- points; now -- seconds UTC
    tell -- told (hundredths done, 100). Raises EngineError and CalledOffError.
    """
    def part(low: int, high: int) -> Tell:
        return lambda done, total: tell(
            low + (high - low) * done // max(1, total), 100) if tell else None

    judged = all_searched(line, judge, _LOOK, part(0, 40), cancel)
    asked = {index for index, (colour, _) in enumerate(line.moves)
             if colour in colours and _is_open(judged[index])}
    whys = verified(line, judged, judge, part(40, 70), cancel, among=asked,
                    most=_MOST_AGAIN * len(colours), visits=_AGAIN)
    likely = _one_a_fight(line, {
        number: found for number, found in whys.items() if found.loss >= least})
    chosen = likely[:_MOST * len(colours)]
    cards = [card for card in _asked(line, chosen, whys, judged, judge, source, part(70, 100),
                                     cancel)
             if card.mistake is not None and card.mistake.loss >= least
             and card.best.point != PASS]
    cards.sort(key=lambda card: (-card.mistake.loss if card.mistake else 0.0, card.origin.number))
    return Found(tuple(cards), tuple(_counted(line, colour, cards, now) for colour in colours))


def _is_open(said: Judgement) -> bool:
    """Return whether enough of a board is open for its judge's word; an engine's always counts.

    The reader alone says how far it may be wrong.
    """
    in_doubt = sum(1.0 - abs(value) for value in said.ownership)
    return not said.margin or in_doubt >= _OPEN * len(said.ownership)


def _asked(
    line: GameLine, numbers: Sequence[int], whys: Mapping[int, Why],
    judged: Sequence[Judgement], judge: Judge, source: str, tell: Tell,
    cancel: CancelFlag | None,
) -> Iterator[Card]:
    """Yield a card for each mistake, its moves searched further; it loses what every look says."""
    def ask(number: int) -> Card:
        colour, played = line.moves[number - 1]
        position, before, third = line.positions[number - 1], whys[number], judged[number - 1].best
        points = dict.fromkeys((played, before.instead.move, *(
            (third,) if third is not None and may_be_played(position, third) else ())))
        ahead = futures(position, list(points), judge, _FURTHER, cancel)
        moves = of_futures(position, ahead, judge.name, cancel)
        least = min(before.loss, colour * (judged[number - 1].lead - judged[number].lead))
        return card_of_game(line, number - 1, [
            replace(move, loss=min(move.loss, least)) if move.point == played else move
            for move in moves], judge.name, source)

    with ThreadPoolExecutor(judge.at_once) as pool:
        for done, card in enumerate(pool.map(ask, numbers), start=1):
            tell(done, len(numbers))
            yield card


def may_be_played(position: Position, point: Point) -> bool:
    """Return whether the side to play may play a point, or pass."""
    return point == PASS or why_illegal(position, position.to_play, point) is None


def _one_a_fight(line: GameLine, whys: Mapping[int, Why]) -> list[int]:
    """Return the numbers of mistakes, the largest first, without others of the same fight."""
    kept = list[int]()
    for number in sorted(whys, key=lambda number: -whys[number].loss):
        place = whys[number].instead.move
        if place == PASS or any(
                abs(number - other) <= _FIGHT_MOVES
                and steps_between(place, whys[other].instead.move, line.columns) <= _FIGHT_STEPS
                for other in kept):
            continue
        kept.append(number)
    return kept


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
