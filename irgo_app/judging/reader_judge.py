"""irgo's own reader as the judge of studies: its network values, its search finds the moves."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.judging.judge import Appraisal, CalledOffError, Searched, Tried
from irgo_app.reader.network import Network, network
from irgo_app.reader.search import Findings, Knobs
from irgo_app.reader.turned_search import WAYS, searched_in_ways

NAME: Final = "irgo's reader"
_VISITS: Final = 60
_AT_ONCE: Final = 2
_VISITS_OF_A_WAY: Final = 15
"""A search of more is made in several ways to turn the board, each with so many at least."""
_DESCRIBED: Final = 10
"""So many first moves are told with what comes of them."""
_KNOBS: Final = Knobs(by_score=True, evenly=False)


class ReaderJudge:
    """The network of this process, for a game of some komi.

    Raises ReaderError where the network cannot be loaded.
    """

    def __init__(self, komi: float = 0.0, own: Network | None = None) -> None:
        self._komi, self._network = komi, own or network()

    @property
    def name(self) -> str:
        return NAME

    @property
    def komi(self) -> float:
        return self._komi

    @property
    def usual_visits(self) -> int:
        """Return how far a first move is searched, so that a study stays under a second."""
        return _VISITS

    @property
    def at_once(self) -> int:
        """Return how many threads pay: each evaluation keeps one core busy, outside Python."""
        return min(_AT_ONCE, os.cpu_count() or 1)

    def for_game(self, komi: float, rules: str) -> ReaderJudge:
        return ReaderJudge(komi, self._network)

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Appraisal]:
        if cancel:
            raise CalledOffError
        return [Appraisal(said.lead, said.margin, tuple(said.ownership.tolist()))
                for said in self._network.evaluate(positions, self._komi)]

    def search(
        self, position: Position, first: Colour, region: frozenset[int] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return what the search finds if a colour moves first, in the region if there is one."""
        allowed = None if region is None else [
            point for point in sorted(region) if why_illegal(position, first, point) is None]
        if allowed is not None and not allowed:
            # Nothing to play here: the other side is to move on the same board.
            passed = self.appraise([position.with_to_play(-first)], cancel)[0]
            return Searched(passed.lead, (), (), passed.ownership, 1)
        ways = max(1, min(len(WAYS), visits // _VISITS_OF_A_WAY))
        found = searched_in_ways(
            self._network, position, self._komi, visits, ways=ways, first=first,
            first_moves=allowed, knobs=_KNOBS, cancel=cancel)
        if cancel:
            raise CalledOffError
        return searched_of(found, keeps_pass=region is None)


def searched_of(found: Findings, *, keeps_pass: bool) -> Searched:
    """Return what a search found, without the pass unless it may be the best move."""
    moves = [move for move in found.moves if keeps_pass or move.point >= 0]
    expected = tuple(found.ownership.tolist())
    if not moves:
        return Searched(found.lead, (), (), expected, found.visits, found.lead, expected)
    # What a move is good for at least: one that was hardly looked at only seems to be good.
    moves.sort(key=lambda move: -move.bound)
    tried = tuple(
        Tried(move.point, move.lead, move.visits, move.line, tuple(move.ownership.tolist()))
        if rank < _DESCRIBED else Tried(move.point, move.lead, move.visits)
        for rank, move in enumerate(moves))
    best = moves[0]
    return Searched(best.lead, tried, best.line, tuple(best.ownership.tolist()), found.visits,
                    found.lead, expected)
