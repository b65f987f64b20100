"""What thinks behind `genmove`, analysis and score: the reader, or where it cannot the maps.

By the maps a sparring partner plays, no more: each legal move that fills no eye is tried; the
position after it is valued by the territory the reading counts as secured, the stones it calls
dead, and the shadows of all stones; the best wins. For a score, stones that are proved or read to
be dead come off, and the area is counted.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.errors import NOTICE_LOGGER, GtpError, IllegalMoveError, ReaderError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import play, repeats
from irgo_app.gtp_server.game import Clock, GtpGame
from irgo_app.judging.judged import END_VISITS
from irgo_app.judging.requests import JudgementRequest
from irgo_app.layers.clusters import Clusters
from irgo_app.layers.results import Field, Status
from irgo_app.layers.territory import Territory
from irgo_app.lifedeath.groups import settled_dead_stones
from irgo_app.reader.levels import DEFAULT_LEVEL, Level
from irgo_app.reader.network import check_size, network
from irgo_app.reader.player import search_of_game, settle
from irgo_app.reader.search import Search
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.request import LayerRequest


def dead_stones(position: Position, service: AnalysisService) -> frozenset[Point]:
    """Return the stones the reading (layer `clusters`) calls dead."""
    found = service.result(LayerRequest.of(position, "clusters"))
    assert isinstance(found, Clusters)
    return frozenset(
        point for region in found.regions if region.status is Status.DEAD
        for point in region.stones)


_INFLUENCE_WEIGHT: Final = 0.25
_STONE_WEIGHT: Final = 2.0
_DEAD_WEIGHT: Final = 0.5
_ATARI_WEIGHT: Final = 0.8
_LEAST_GAIN: Final = 0.01


def choose_move(
    positions: Sequence[Position], colour: Colour, service: AnalysisService
) -> Point:
    """Return a move for `colour` in the last of the game's positions, PASS if none gains."""
    position = positions[-1]
    now = colour * _value(position, colour, service)
    best, best_gain = PASS, _LEAST_GAIN
    for point in range(len(position.cells)):
        if position.cells[point] or _is_eye(position, point, colour):
            continue
        try:
            after = play(position, colour, point)
        except IllegalMoveError:
            continue
        if repeats(after, positions):
            continue
        gain = colour * _value(after, colour, service) - now
        if gain > best_gain:
            best, best_gain = point, gain
    return best


def _is_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether all neighbours are stones of the colour that belong to one chain."""
    around = topology(position.columns, position.rows).neighbours[point]
    own = CELL_OF_COLOUR[colour]
    return all(position.cells[near] == own for near in around) and len(
        {min(position.chain(near)) for near in around}) == 1


def _value(position: Position, mover: Colour, service: AnalysisService) -> float:
    """Return how good a position is for Black, in points."""
    territory = service.result(LayerRequest.of(position, "territory"))
    shadow = service.result(LayerRequest.of(position, "influence.shadow"))
    assert isinstance(territory, Territory) and isinstance(shadow, Field)
    count = territory.count
    dead = dead_stones(position, service)
    by_black, by_white = position.captures
    stones = (_DEAD_WEIGHT * sum(-position.colour_at(point) for point in dead)
              + by_black - by_white)
    # The other side moves next: what stands in atari then is as good as taken.
    in_atari = _in_atari(position, mover)
    return (float(count[BLACK] - count[WHITE]) + _STONE_WEIGHT * stones
            + _INFLUENCE_WEIGHT * float(shadow.values.clip(-1, 1).sum())
            - _ATARI_WEIGHT * _STONE_WEIGHT * mover * in_atari)


def _in_atari(position: Position, colour: Colour) -> int:
    """Return how many stones of a colour stand in chains with one liberty."""
    own, seen, count = CELL_OF_COLOUR[colour], set[Point](), 0
    for point, cell in enumerate(position.cells):
        if cell == own and point not in seen:
            chain = position.chain(point)
            seen |= chain
            if len(position.liberties(point)) == 1:
                count += len(chain)
    return count


MOST_VISITS: Final = 40_000
"""More would fill the memory: a visited position takes some six kilobytes."""


class Manner(Struct, frozen=True):
    """How irgo plays: what `irgo gtp` was started with, and what controllers change.

    seed -- the same seed, the same games; may_resign -- else every game is played to the end
    """

    level: Level = DEFAULT_LEVEL
    seed: int = 0
    may_resign: bool = True


class Thought:
    """A search for a move, with the visits and the time it may take.

    began -- on the clock of time.perf_counter, before the search asked for its root
    """

    def __init__(self, search: Search, visits: int, began: float, seconds: float) -> None:
        self.search, self._visits = search, visits
        self._began = began
        self._deadline = self._began + seconds

    @property
    def spent(self) -> float:
        """Return the seconds since it began."""
        return time.perf_counter() - self._began

    @property
    def is_done(self) -> bool:
        """Return whether its visits are made or its time is up."""
        return self.search.visits >= self._visits or time.perf_counter() >= self._deadline

    def carry_on(self, seconds: float = math.inf) -> None:
        """Search on, at most for so long."""
        self.search.run(self._visits, None, min(self._deadline, time.perf_counter() + seconds))


class Thinker:
    """Chooses moves and searches positions of the game on the board."""

    def __init__(self, game: GtpGame, service: AnalysisService, manner: Manner) -> None:
        self.clock = Clock()
        self.manner = manner
        self._game, self._service = game, service
        self._told: set[str] = set()

    @property
    def visits(self) -> int:
        """Return the visits of a move."""
        return self.manner.level.visits

    def set_visits(self, visits: float) -> None:
        """Take another number of visits; raises GtpError if there can be no such search."""
        if not 1 <= visits <= MOST_VISITS or visits != int(visits):
            raise GtpError(f"irgo takes 1 to {MOST_VISITS} visits")
        self.manner = replace(
            self.manner, level=replace(self.manner.level, visits=int(visits)))

    def search(self, colour: Colour, first_moves: Collection[Point] | None = None) -> Search:
        """Return a search of the position on the board; raises ReaderError if none is possible."""
        check_size(self._game.position)
        return search_of_game(
            network(), self._game.positions, colour, self._game.compensation, first_moves,
            self._game.rules)

    def thought(self, colour: Colour, first_moves: Collection[Point] | None = None) -> Thought:
        """Return a search for a move of `colour`, not yet begun; raises ReaderError."""
        game, began = self._game, time.perf_counter()
        seconds = self.clock.budget(colour, len(game.positions) - 1, len(game.position.cells))
        return Thought(self.search(colour, first_moves), self.visits, began, seconds)

    def settled(self, thought: Thought, colour: Colour) -> tuple[Point, bool]:
        """Return the move of a search that is done, and whether irgo would rather resign."""
        game, manner = self._game, self.manner
        choice = settle(network(), thought.search, game.positions, game.compensation,
                        manner.level, rules=game.rules, seed=manner.seed)
        self.clock.spent(colour, thought.spent)
        return choice.point, choice.resigns and manner.may_resign

    def move(self, colour: Colour) -> tuple[Point, bool]:
        """Return the move `colour` makes, and whether it would rather resign.

        Where the reader cannot be used the move is that of one look with the maps, which never
        resigns; a notice says so.
        """
        try:
            thought = self.thought(colour)
        except ReaderError as error:
            self._tell(error)
            return choose_move(self._game.positions, colour, self._service), False
        thought.carry_on()
        return self.settled(thought, colour)

    def dead_stones(self) -> frozenset[Point]:
        """Return the stones on the board that are dead: proved, else by the reader or the maps."""
        position, reading = self._game.position, self._game.reading
        try:
            check_size(position)
            network()
        except ReaderError as error:
            self._tell(error)
            return settled_dead_stones(position, dead_stones(position, self._service))
        said = self._service.result(JudgementRequest.of(
            position, replace(reading, visits=END_VISITS), is_over=True))
        return said.dead or frozenset()

    def _tell(self, error: ReaderError) -> None:
        """Say why the reader is not used, once a reason."""
        if str(error) not in self._told:
            self._told.add(str(error))
            logging.getLogger(NOTICE_LOGGER).warning("%s", error)
