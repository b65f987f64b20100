"""What thinks behind `genmove` and analysis: the reader, or where it cannot be used the maps."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from irgo_app.errors import NOTICE_LOGGER, GtpError, ReaderError
from irgo_app.go.point import Colour, Point
from irgo_app.gtp_server.clock import Clock
from irgo_app.gtp_server.game import GtpGame
from irgo_app.gtp_server.simple_player import choose_move
from irgo_app.judging.score import dead_stones, settled_dead_stones
from irgo_app.reader.ending import dead_chains
from irgo_app.reader.levels import DEFAULT_LEVEL, Level
from irgo_app.reader.network import check_size, network
from irgo_app.reader.player import search_of_game, settle
from irgo_app.reader.search import Search
from irgo_app.service.analysis_service import AnalysisService

MOST_VISITS: Final = 40_000
"""More would fill the memory: a visited position takes some six kilobytes."""


@dataclass(frozen=True, slots=True)
class Manner:
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
        position = self._game.position
        try:
            check_size(position)
            read = dead_chains(position, network().evaluate_evenly(
                position, self._game.compensation).ownership)
        except ReaderError as error:
            self._tell(error)
            read = dead_stones(position, self._service)
        return settled_dead_stones(position, read)

    def _tell(self, error: ReaderError) -> None:
        """Say why the reader is not used, once a reason."""
        if str(error) not in self._told:
            self._told.add(str(error))
            logging.getLogger(NOTICE_LOGGER).warning("%s", error)
