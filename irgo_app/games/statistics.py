"""What keeps going wrong: points lost a game by theme, phase and clock, with ranges and examples.

A mean is told with the range that it has when games are drawn anew from those that were read
(bootstrap); from fewer than `LEAST_GAMES` nothing is told.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.games.index import GamesIndex
from irgo_app.games.reading import KeptMistake, ReadGame, read_game_of
from irgo_app.games.table import TableLine
from irgo_app.go.point import BLACK
from irgo_app.judging.result_json import Json
from irgo_app.practice.card import Card, Theme
from irgo_app.practice.card_file import DAMAGED, read
from irgo_app.review.game_review import Phase
from irgo_app.words import Message, counted, message, noted, visible

WINDOWS: Final = (10, 50, 0)
"""How many of the last games are looked at; 0 for all."""
LEAST_GAMES: Final = 8
_EXAMPLES: Final = 3
_WORST_GAMES: Final = 3
_DRAWS: Final = 1000
_RANGE: Final = (10, 90)
"""The percentiles between which a mean lies."""
_MOVES: Final = 100
PACES: Final = (noted("quick: within 5 seconds"), noted("5 to 20 seconds"),
                noted("slow: over 20 seconds"))
Floats = npt.NDArray[np.float64]


class MistakeExample(Struct, frozen=True):
    """A mistake in a game: move -- its number; opponent -- safe to show."""

    game: int
    move: int
    points: float
    opponent: str
    date: str


class LossShare(Struct, frozen=True):
    """What is lost under one head.

    title -- for the catalogue; points -- a game on average, by the clock for 100 moves
    low, high -- where that mean lies in four of five draws; games -- in how many it happened
    examples -- the three that lost most, in different games
    """

    name: str
    title: str
    points: float
    low: float
    high: float
    games: int
    examples: tuple[MistakeExample, ...]


class GamesStatistics(Struct, frozen=True):
    """What keeps going wrong in one's last games.

    games -- those that were read, of `asked` that were looked at; nothing is told of too few
    lost -- points a game in all; paces -- empty where no record has a clock; worst -- the games
    in which mistakes lost most, each with its largest
    """

    asked: int
    games: int
    lost: float
    themes: tuple[LossShare, ...]
    phases: tuple[LossShare, ...]
    paces: tuple[LossShare, ...]
    worst: tuple[MistakeExample, ...]

    @property
    def is_enough(self) -> bool:
        return self.games >= LEAST_GAMES


def own_lines(lines: Sequence[TableLine], window: int) -> list[TableLine]:
    """Return one's own last games, so many of them, 0 for all; lines -- the newest first."""
    own = [line for line in lines if line.colour is not None]
    return own[:window or len(own)]


def statistics_of(
    index: GamesIndex, lines: Sequence[TableLine], window: int = 0
) -> GamesStatistics:
    """Return what went wrong in one's last games."""
    asked = own_lines(lines, window)
    kept = index.readings(line.row.key for line in asked if line.row.summary.judge)
    games = [_OwnGame(line, read_game_of(kept[line.row.key]))
             for line in asked if line.row.key in kept]
    if len(games) < LEAST_GAMES:
        return GamesStatistics(len(asked), len(games), 0.0, (), (), (), _worst(games))
    draws = np.random.default_rng(len(games)).multinomial(
        len(games), [1 / len(games)] * len(games), _DRAWS)
    themes = [_share(theme.name.lower(), theme.value, games, draws, ("theme", theme))
              for theme in Theme]
    phases = [_share(phase.name.lower(), phase.value, games, draws, ("phase", phase.name))
              for phase in Phase]
    paces = [_share(f"pace_{pace}", title, games, draws, ("pace", pace),
                    [game.paces[pace] / _MOVES for game in games])
             for pace, title in enumerate(PACES)
             if sum(game.paces[pace] for game in games) >= _MOVES]
    lost = sum(mistake.points for game in games for mistake in game.mistakes) / len(games)
    return GamesStatistics(
        len(asked), len(games), lost,
        tuple(sorted((share for share in themes if share.games), key=lambda each: -each.points)),
        tuple(phases), tuple(paces), _worst(games))


class _OwnGame:
    """A game that was read, from its player's side."""

    def __init__(self, line: TableLine, found: ReadGame) -> None:
        self.line = line
        self.mistakes = [mistake for mistake in found.mistakes if mistake.colour == line.colour]
        self.paces = found.paces[0 if line.colour == BLACK else 1]

    def example(self, mistake: KeptMistake, points: float | None = None) -> MistakeExample:
        row = self.line.row
        return MistakeExample(row.id, mistake.number, mistake.points if points is None else points,
                              self.line.opponent, visible(row.date))


def _share(
    name: str, title: str, games: Sequence[_OwnGame], draws: npt.NDArray[np.int64],
    head: tuple[str, object], weights: Sequence[float] | None = None,
) -> LossShare:
    """Return what is lost under a head.

    head -- a field of a mistake and its value; weights -- of games, usually 1
    """
    own = [[mistake for mistake in game.mistakes if getattr(mistake, head[0]) == head[1]]
           for game in games]
    lost = np.array([sum(mistake.points for mistake in found) for found in own])
    each = np.ones(len(games)) if weights is None else np.array(weights)
    drawn = draws @ lost / np.maximum(draws @ each, 1e-9)
    low, high = np.percentile(drawn, _RANGE)
    largest = sorted(
        ((game, max(found, key=lambda mistake: mistake.points))
         for game, found in zip(games, own, strict=True) if found),
        key=lambda pair: -pair[1].points)
    return LossShare(
        name, title, float(lost.sum() / max(each.sum(), 1e-9)), float(low), float(high),
        sum(map(bool, own)),
        tuple(game.example(mistake) for game, mistake in largest[:_EXAMPLES]))


def _worst(games: Sequence[_OwnGame]) -> tuple[MistakeExample, ...]:
    """Return the games that lost most, each at its largest mistake, with all points lost in it."""
    lost = sorted(((sum(mistake.points for mistake in game.mistakes), game)
                   for game in games if game.mistakes), key=lambda pair: -pair[0])
    return tuple(
        game.example(max(game.mistakes, key=lambda mistake: mistake.points), points)
        for points, game in lost[:_WORST_GAMES])


def cards_of(
    index: GamesIndex, lines: Sequence[TableLine], theme: Theme | None = None
) -> list[Card]:
    """Return the cards of one's own mistakes in games that were read; theme -- None for all."""
    kept, found = index.readings(line.row.key for line in lines), list[Card]()
    for line in lines:
        for text in read_game_of(kept.get(line.row.key, b"")).cards:
            try:
                card = read(text)
            except DAMAGED:
                continue
            if card.position.to_play == line.colour and theme in (None, *card.themes[:1]):
                found.append(card)
    return found


def statistics_words(found: GamesStatistics) -> Message:
    """Return how many games it is about and what they lost, or why nothing is told."""
    if not found.asked:
        return message("None of these games is known to be yours; give irgo the names you play "
                       "under.")
    if not found.is_enough:
        return message("{games} of {asked} games are read. What keeps going wrong is told from "
                       "{least} games on: fewer say nothing.", games=found.games,
                       asked=found.asked, least=LEAST_GAMES)
    return message("Mistakes cost you {points:.0f} points a game in {games} games.",
                   points=found.lost, games=found.games)


def share_words(share: LossShare) -> Message:
    """Return a head with its points and their range."""
    return counted("{title}: {points:.1f} points ({low:.1f} to {high:.1f}), in one game",
                   "{title}: {points:.1f} points ({low:.1f} to {high:.1f}), in {count} games",
                   share.games, title=message(share.title), points=share.points, low=share.low,
                   high=share.high)


def example_words(example: MistakeExample) -> Message:
    """Return an example: against whom, at which move, how many points."""
    return message("{opponent}, {date}, move {number}: {points:.0f} points",
                   opponent=example.opponent, date=example.date or message("no date"),
                   number=example.move, points=example.points)


def shares_as_json(found: GamesStatistics) -> dict[str, Json]:
    """Return what keeps going wrong; without shares where too few games were read."""
    return {"asked": found.asked, "read": found.games, "least_games": LEAST_GAMES,
            "enough": found.is_enough, "lost": round(found.lost, 1),
            "themes": [_share_as_json(share) for share in found.themes],
            "phases": [_share_as_json(share) for share in found.phases],
            "clock": [_share_as_json(share) for share in found.paces],
            "worst": [_example_as_json(example) for example in found.worst]}


def _share_as_json(share: LossShare) -> Json:
    return {"name": share.name, "points": round(share.points, 1), "low": round(share.low, 1),
            "high": round(share.high, 1), "games": share.games,
            "examples": [_example_as_json(example) for example in share.examples]}


def _example_as_json(example: MistakeExample) -> Json:
    return {"game": example.game, "move_number": example.move,
            "points": round(example.points, 1), "opponent": example.opponent,
            "date": example.date}
