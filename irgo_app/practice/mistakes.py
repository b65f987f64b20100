"""Cards from one's own games: the moves that surely lost points, at most one a fight.

A loss that a report tells (`review.story`) is searched once more, further, with the other likely
moves beside it; a card is made where the loss is larger than what such searches err by.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.judging.judge import Judge
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.place import steps_between
from irgo_app.meaning.why import Why
from irgo_app.practice.card import AS_GOOD, Card, Theme
from irgo_app.practice.deck import JudgedGame
from irgo_app.practice.making import VISITS, card_of_game, judged_moves
from irgo_app.review.game_line import GameLine, Tell, all_searched
from irgo_app.review.story import verified
from irgo_app.sgf.game_info import GameInfo

LEAST: Final = 4.0
"""A mistake of fewer points is not looked for, unless somebody says otherwise."""
_LOOK: Final = 8
"""How far each position of a game is searched."""
_AGAIN: Final = 48
"""How far the futures of moves are that seem to lose most."""
_MOST_AGAIN: Final = 16
_MOST: Final = 10
"""So many cards a game and side come of it at most."""
_ERROR: Final = 2.0
"""What two searches of one board lie apart by, in points."""
_SHARE_SURE: Final = 0.5
"""A loss is sure if each look says at least so much of it."""
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

    judged = all_searched(line, judge, _LOOK, part(0, 50), cancel)
    whys = verified(line, judged, judge, part(50, 75), cancel, colours=colours,
                    most=_MOST_AGAIN * len(colours), visits=_AGAIN)
    likely = _one_a_fight(line, {
        number: found for number, found in whys.items() if found.loss >= least})
    chosen = likely[:_MOST * len(colours)]
    cards = [card for card in _asked(line, chosen, whys, judge, source, part(75, 100), cancel)
             if _is_sure(card, whys[card.origin.number + 1], judged, least)]
    cards.sort(key=lambda card: (-card.mistake.loss if card.mistake else 0.0, card.origin.number))
    return Found(tuple(cards), tuple(_counted(line, colour, cards, now) for colour in colours))


def _asked(
    line: GameLine, numbers: Sequence[int], whys: Mapping[int, Why], judge: Judge, source: str,
    tell: Tell, cancel: CancelFlag | None,
) -> Iterator[Card]:
    """Yield a card for each mistake, its moves searched further."""
    def ask(number: int) -> Card:
        colour, played = line.moves[number - 1]
        position = line.positions[number - 1]
        if position.to_play != colour:
            position = position.with_to_play(colour)
        points = (played, whys[number].instead.move)
        judged = judged_moves(position, points, judge, VISITS, cancel, rivals=1)
        return card_of_game(line, number - 1, judged, judge.name, source)

    with ThreadPoolExecutor(judge.at_once) as pool:
        for done, card in enumerate(pool.map(ask, numbers), start=1):
            tell(done, len(numbers))
            yield card


def _is_sure(card: Card, before: Why, judged: Sequence[Judgement], least: float) -> bool:
    """Return whether a loss is larger than what searches err by: all looks say so."""
    mistake = card.mistake
    if mistake is None or card.best.point == PASS or mistake.loss < max(least, AS_GOOD + _ERROR):
        return False
    number, side = card.origin.number, card.position.to_play
    at_sight = side * (judged[number].lead - judged[number + 1].lead)
    return min(before.loss, at_sight) >= _SHARE_SURE * mistake.loss


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
        hashlib.sha256(said.encode()).hexdigest()[:16], player_of(info, colour),
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
