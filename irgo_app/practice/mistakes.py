"""Cards from one's own games: the moves that surely lost points, at most one a fight.

They are those that a report tells (`review.losses`), and say what it says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.judging.judge import Judge
from irgo_app.judging.place import steps_between
from irgo_app.meaning.why import Why
from irgo_app.practice.card import Card, JudgedMove, Theme
from irgo_app.practice.deck import JudgedGame
from irgo_app.practice.making import card_of_game
from irgo_app.resource_files import digest_of
from irgo_app.review.game_line import GameLine, Tell, all_searched
from irgo_app.review.losses import Losses, Seeming, all_asked
from irgo_app.sgf.game_info import GameInfo

LEAST: Final = 2.5
"""A mistake of fewer points is not looked for, unless somebody says otherwise."""
_LOOK: Final = 4
"""How far each position of a game is searched."""
_MOST: Final = 5
"""So many cards a game and side come of it at most."""
_FIGHT_MOVES: Final = 12
_FIGHT_STEPS: Final = 7
"""Mistakes within so many moves and so near each other are one fight's."""


class Found(Struct, frozen=True):
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

    judged = all_searched(line, judge, _LOOK, part(0, 25), cancel)
    losses = Losses(line, judged, judge, cancel)
    asked = {index for index, (colour, point) in enumerate(line.moves)
             if colour in colours and point != PASS}
    whys = _one_a_fight(line, losses, judge, losses.seeming(asked), least, part(30, 100))
    largest = sorted(whys, key=lambda number: -whys[number].loss)[:_MOST * len(colours)]
    cards = tuple(_card(line, number, whys[number], source) for number in largest)
    return Found(cards, tuple(_counted(line, colour, cards, now) for colour in colours))


def _one_a_fight(
    line: GameLine, losses: Losses, judge: Judge, seeming: Sequence[Seeming], least: float,
    tell: Tell,
) -> dict[int, Why]:
    """Return mistakes that hold, by their numbers from 1, without others of the same fight.

    seeming -- those that seem to have lost most first: once one is told, the rest of its fight is
    not searched; least -- points
    """
    def is_near(one: Seeming, other: Seeming) -> bool:
        return abs(one.index - other.index) <= _FIGHT_MOVES \
            and steps_between(one.place, other.place, line.columns) <= _FIGHT_STEPS

    def after(settled: int) -> Tell:
        return lambda done, _: tell(settled + done, len(seeming))

    told, left = dict[int, Why](), list(seeming)
    while left:
        asked = list[Seeming]()
        for each in left:
            if not any(is_near(each, other) for other in asked):
                asked.append(each)
        found = all_asked(asked, losses.told, judge.at_once, after(len(seeming) - len(left)))
        held = {each: why for each, why in found.items()
                if why is not None and why.instead.move != PASS and why.loss >= least}
        told |= {each.index + 1: why for each, why in held.items()}
        left = [each for each in left
                if each not in found and not any(is_near(each, other) for other in held)]
    return told


def _card(line: GameLine, number: int, found: Why, source: str) -> Card:
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
