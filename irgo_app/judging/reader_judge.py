"""A network as the judge of positions: it values, and the search over it finds the moves.

irgo's own network judges everywhere; KataGo's, where its file is on this machine, sees far more in
one look, at fifty times the cost.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final, TypeVar

import numpy as np
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import EMPTY, PASS, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import Ruleset, ruleset_named, vacant_regions, why_illegal
from irgo_app.judging.judgement import CalledOffError, Judgement, JudgeTrust, Searched, Tried
from irgo_app.lifedeath.question import unconditionally_alive_stones
from irgo_app.lifedeath.seki import sekis
from irgo_app.networks import MOST_VISITS
from irgo_app.networks.deep import deep_reader
from irgo_app.networks.ending import beyond_turns, chance_of
from irgo_app.networks.network import (Network, Opinion, Remembering, deviation_of, margin_of,
                                       network)
from irgo_app.networks.search import Evaluator, Findings, Floats, MoveFinding, surest_first
from irgo_app.networks.ways import WAYS, searched_in_ways

T = TypeVar("T", Findings, MoveFinding)
NAME: Final = "irgo's reader"
DEEP_NAME: Final = "KataGo's network"
_AT_ONCE: Final = 2
_BOARDS_OF_A_BATCH: Final = 4
"""Boards a thread is given at once: the flag is looked at between two batches."""
_DESCRIBED: Final = 10
"""So many first moves are told with what comes of them."""
_DOUBT: Final = 0.3
"""What is certain is put right where the network is off by more."""


class NetworkJudge(ABC):
    """A network for a game of some komi, and irgo's search over it.

    evaluator -- what the search asks; threads -- in how many it may think
    """

    name = NAME
    rank = JudgeTrust.READER
    usual_visits = 240
    """So that a study stays under a second."""
    _visits_of_a_way = 60
    """A search of more is made in several ways to turn the board, each with so many at least."""
    _long = 240
    """From so many visits on a search takes all threads that are idle."""

    def __init__(self, evaluator: Evaluator, komi: float, threads: int = 0) -> None:
        self.komi, self._evaluator, self._threads = komi, evaluator, threads
        # So many pay: each evaluation keeps one core busy, outside Python.
        self.at_once = threads or min(_AT_ONCE, os.cpu_count() or 1)
        self._free = BoundedSemaphore(self.at_once)

    def search(
        self, position: Position, first: Colour, region: frozenset[int] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return what the search finds if a colour moves first, in the region if there is one.

        There it is valued in hindsight, see `networks/search.py`.
        """
        allowed = None if region is None else [
            point for point in sorted(region) if why_illegal(position, first, point) is None]
        if allowed is not None and not allowed:
            # Nothing to play here: the other side is to move on the same board.
            passed = self.appraise([position.with_to_play(-first)], cancel)[0]
            return Searched(passed.lead, (), (), passed.ownership, 1)
        ways = max(1, min(len(WAYS), visits // self._visits_of_a_way))
        with self._lent(self.at_once if visits >= self._long else 1) as threads:
            found = searched_in_ways(
                self._evaluator, position, self.komi, visits, ways=ways, first=first,
                first_moves=allowed, in_hindsight=allowed is not None, cancel=cancel,
                at_once=threads)
        if cancel:
            raise CalledOffError
        return self._searched(
            Certain(position).findings(found), self._beyond(position.with_to_play(first)),
            keeps_pass=region is None)

    @abstractmethod
    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return what each is worth at a look."""

    def _judgement(self, position: Position, said: Opinion) -> Judgement:
        lead, owned = Certain(position).put_right(said.lead, said.ownership)
        lead += self._beyond(position)
        # Where nothing is left to play the likeliest move is a pass.
        line = (PASS,) if int(said.policy.argmax()) == len(owned) else ()
        chance = chance_of(lead, deviation_of(owned, said.spread)) if said.win is None else said.win
        return Judgement(lead, said.margin, tuple(owned.tolist()), line, judge=self.name,
                         rank=self.rank, chance=chance)

    def _searched(self, found: Findings, beyond: float, *, keeps_pass: bool) -> Searched:
        return searched_of(found, beyond, keeps_pass=keeps_pass)

    @abstractmethod
    def _beyond(self, position: Position) -> float:
        """Return what leads of a position are off by, in points."""

    @contextmanager
    def _lent(self, most: int) -> Iterator[int]:
        """Lend threads: one as soon as it is free, and of the others those that are idle.

        Whoever asks may have threads of its own; more of them than pay would only disturb.
        """
        self._free.acquire()
        threads = 1
        while threads < most and self._free.acquire(blocking=False):
            threads += 1
        try:
            yield threads
        finally:
            self._free.release(threads)


class ReaderJudge(NetworkJudge):
    """irgo's own network.

    counts_area -- whether the game's rules count area; else territory and prisoners
    threads -- how many it thinks in, 0 for as many as pay
    answers -- so many it remembers for itself, 0 for what the process remembers for all
    Raises ReaderError where the network cannot be loaded.
    """

    def __init__(
        self, komi: float = 0.0, own: Network | None = None, *,
        counts_area: bool = False, threads: int = 0, answers: int = 0,
    ) -> None:
        self._network, self._counts_area = own or network(), counts_area
        self._remembering = (Remembering(self._network, answers) if answers
                             else self._network.remembering)
        super().__init__(self._remembering, komi, threads)

    def for_game(self, komi: float, rules: str) -> ReaderJudge:
        return ReaderJudge(komi, self._network, threads=self._threads,
                           counts_area=ruleset_named(rules).counts_area)

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return what each is worth at a look that is the same for boards that are alike."""
        def look(position: Position) -> Judgement:
            with self._lent(1):
                if cancel:
                    raise CalledOffError
                return self._judgement(position, self._network.evaluate_alike(position, self.komi))

        threads = min(self.at_once, len(positions))
        if threads < 2:
            return [look(position) for position in positions]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(look, positions))

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return it as the board's eight ways say on average, or the board as it lies."""
        said = (self._remembering.evaluate([position], self.komi)[0] if is_quick
                else self._network.evaluate_evenly(position, self.komi))
        return tuple(said.policy.tolist())

    def _beyond(self, position: Position) -> float:
        # A side may have moved out of its turn.
        return beyond_turns(position, counts_area=self._counts_area)


class DeepJudge(NetworkJudge):
    """A network of KataGo's, run by irgo.

    path -- its file; rules -- the game's; threads -- how many it thinks in, 0 for as many as pay
    Raises ReaderError where the file cannot be used.
    """

    name = DEEP_NAME
    rank = JudgeTrust.DEEP
    usual_visits = 30
    # One tree sees further than several turned ones that share so few positions.
    _visits_of_a_way = MOST_VISITS
    _long = MOST_VISITS

    def __init__(self, path: str, komi: float, rules: Ruleset, threads: int = 0) -> None:
        self._path, self._rules = path, rules
        super().__init__(deep_reader(path, rules), komi, threads)

    def for_game(self, komi: float, rules: str) -> DeepJudge:
        return DeepJudge(self._path, komi, ruleset_named(rules), self._threads)

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Judgement]:
        """Return what each is worth at one look."""
        found = list[Judgement]()
        size = _BOARDS_OF_A_BATCH * self.at_once
        for start in range(0, len(positions), size):
            if cancel:
                raise CalledOffError
            part = positions[start:start + size]
            found += map(self._judgement, part, self._evaluator.evaluate(part, self.komi))
        return found

    def policy(self, position: Position, *, is_quick: bool = False) -> tuple[float, ...]:
        """Return it at one look."""
        return tuple(self._evaluator.evaluate([position], self.komi)[0].policy.tolist())

    def _searched(self, found: Findings, beyond: float, *, keeps_pass: bool) -> Searched:
        return replace(searched_of(found, beyond, keeps_pass=keeps_pass), chance=found.black_wins)

    def _beyond(self, position: Position) -> float:
        # The network is told the komi that prisoners and turns come to.
        return 0.0


class Certain:
    """What of a board is certain: what lives unconditionally, its eyes, and what lives in seki.

    The network doubts some such groups, a whole point for each of their stones, and holds one side
    of most sekis for dead: their ownership is put right, and the lead as far as it rests on that.
    """

    def __init__(self, position: Position, *, with_sekis: bool = True) -> None:
        alive, owners = unconditionally_alive_stones(position), dict[Point, Colour]()
        if alive:
            owners = {stone: position.colour_at(stone) for stone in alive}
            near = topology(position.columns, position.rows).neighbours
            for region, touched in vacant_regions(position):
                around = {stone for point in region for stone in near[point]
                          if position.cells[stone]}
                if len(touched) == 1 and around <= alive:
                    owners |= dict.fromkeys(region, next(iter(touched)))
        self._position, self._shared = position, frozenset[Point]()
        for seki in sekis(position) if with_sekis else ():
            owners |= {stone: position.colour_at(stone) for stone in seki.stones}
            owners |= dict.fromkeys(seki.points, EMPTY)
            self._shared |= seki.points
        self._points = np.fromiter(owners, np.intp, len(owners))
        self._owners = np.fromiter(owners.values(), np.float32, len(owners))

    def put_right(self, lead: float, ownership: Floats) -> tuple[float, Floats]:
        """Return a lead and an ownership in which nothing that is certain is in doubt."""
        missing = self._owners - ownership[self._points]
        is_wrong = np.abs(missing) > _DOUBT
        if not is_wrong.any():
            return lead, ownership
        owned = ownership.copy()
        owned[self._points[is_wrong]] = self._owners[is_wrong]
        owned.flags.writeable = False
        return lead + float(missing[is_wrong].sum()), owned

    def findings(self, found: Findings) -> Findings:
        """Return what a search found with the same put right after every first move.

        What lives unconditionally lives whatever is played; a seki, while nobody plays in it.
        """
        def right(said: T, certain: Certain) -> T:
            lead, owned = certain.put_right(said.lead, said.ownership)
            return said if owned is said.ownership else replace(said, lead=lead, ownership=owned)

        broken = Certain(self._position, with_sekis=False) if self._shared else self
        return replace(right(found, self), moves=tuple(
            right(move, broken if move.point in self._shared else self) for move in found.moves))


def searched_of(found: Findings, beyond: float = 0.0, *, keeps_pass: bool) -> Searched:
    """Return what a search found, without the pass unless it may be the best move.

    beyond -- what all its leads are off by, see `beyond_turns`
    """
    moves = surest_first(move for move in found.moves if keeps_pass or move.point >= 0)
    expected = tuple(found.ownership.tolist())
    lead = found.lead + beyond
    margin = margin_of(found.spread)
    chance = chance_of(lead, deviation_of(found.ownership, found.spread))
    if not moves:
        return Searched(lead, (), (), expected, found.visits, lead, expected, margin, chance)
    tried = tuple(
        Tried(move.point, move.lead + beyond, move.visits, move.line,
              tuple(move.ownership.tolist()), move.black_wins)
        if rank < _DESCRIBED else Tried(move.point, move.lead + beyond, move.visits,
                                        chance=move.black_wins)
        for rank, move in enumerate(moves))
    best = moves[0]
    return Searched(best.lead + beyond, tried, best.line, tuple(best.ownership.tolist()),
                    found.visits, lead, expected, margin, chance)
