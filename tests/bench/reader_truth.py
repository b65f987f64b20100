"""How right the reader is, on games kept apart from its training: `tests.bench reader --games`.

The network is asked as a search asks it, with the last moves and the komi of the game, once a
position; what it says is held against its teacher's opinion. So is what the estimate tells, which
knows the board alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from irgo_app.layers.estimate import Estimate
from irgo_app.layers.results import Values
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest
from tests.bench.taught_games import OWNERSHIP_UNIT, TaughtGame, games_kept_apart, positions_of
from tests.bench.truth import Case, Figures, figure_text, figures

if TYPE_CHECKING:
    from irgo_app.networks.network import Opinion

_BATCH: Final = 8
_FIRST_MOVES: Final = 5


@dataclass(frozen=True, slots=True)
class SizeRow:
    """What the reader is worth on boards of one size.

    first, five -- how often the teacher's first move is the reader's, and among its first five
    in_range -- how often the teacher's lead lies in the reader's range of 80 %
    phases -- see `truth.figures`, with `in_range` besides
    told -- the same of what the estimate tells
    """

    size: int
    games: int
    positions: int
    first: float
    five: float
    in_range: float
    phases: list[Figures]
    told: list[Figures]


class ReaderTruth:
    """The figures of the games kept apart in some files; raises UsageError if there are none."""

    def __init__(self, paths: Sequence[Path]) -> None:
        games: dict[int, list[TaughtGame]] = {}
        for game in games_kept_apart(paths):
            games.setdefault(game.size, []).append(game)
        self._rows = [_row(size, games[size]) for size in sorted(games, reverse=True)]

    def document(self) -> dict[str, object]:
        """Return the figures JSON-ready."""
        return {"format": "irgo-reader/1", "sizes": [asdict(row) for row in self._rows]}

    def lines(self) -> list[str]:
        """Return the figures as lines of text."""
        found = ["size  games  positions  first move  first five  in range   "
                 "R2 of vacant points     score off by      by the estimate: R2            off by"]
        for row in self._rows:
            columns = [" / ".join(figure_text(phase.get(key), places) for phase in phases)
                       for phases in (row.phases, row.told)
                       for key, places in (("r2", 3), ("error", 1))]
            found.append(f"{row.size:4}  {row.games:5}  {row.positions:9}  {row.first:10.3f}  "
                         f"{row.five:10.3f}  {row.in_range:8.2f}   {columns[0]:>19}  "
                         f"{columns[1]:>15}  {columns[2]:>23}  {columns[3]:>15}")
        return [*found, "R2 and score: opening / middle game / late game"]


def _row(size: int, games: list[TaughtGame]) -> SizeRow:
    """Measure the games of one size; raises ReaderError for one that the reader cannot judge."""
    from irgo_app.networks.network import network

    cases, is_first, is_among = list[Case](), list[bool](), list[bool]()
    opinions: list[Opinion] = []
    for number, game in enumerate(games):
        positions = positions_of(game)
        of_game = [opinion for at in range(0, len(positions), _BATCH)
                   for opinion in network().evaluate(positions[at:at + _BATCH], game.komi)]
        opinions += of_game
        for turn, opinion in enumerate(of_game):
            points, weights = game.policies[turn]
            best = int(points[int(weights.argmax())]) if len(points) else int(game.moves[turn])
            order = np.argsort(-opinion.policy, kind="stable")[:_FIRST_MOVES]
            is_first.append(int(order[0]) == best)
            is_among.append(best in order)
        cases += [
            Case(str(number), turn, position,
                 game.ownership[turn].astype(np.float64).reshape(size, size) / OWNERSHIP_UNIT,
                 float(game.score[turn]), game.komi)
            for turn, position in enumerate(positions)]
    said = _Said(
        [opinion.ownership.astype(np.float64).reshape(size, size) for opinion in opinions],
        np.array([opinion.lead for opinion in opinions]),
        np.array([opinion.margin for opinion in opinions]))
    return SizeRow(
        size, len(games), len(cases), float(np.mean(is_first)), float(np.mean(is_among)),
        float(said.is_right_about(cases).mean()), _phases(cases, said),
        _phases(cases, _estimated(cases)))


@dataclass(frozen=True, slots=True, eq=False)
class _Said:
    """What is said of cases: ownership, float64 (rows, columns); Black's lead, and its margin."""

    boards: list[Values]
    leads: Values
    margins: Values

    def is_right_about(self, cases: Sequence[Case]) -> npt.NDArray[np.bool_]:
        """Return for each case whether the teacher's lead lies in the range of 80 %."""
        error = np.abs(self.leads - np.array([case.black_lead for case in cases]))
        return np.asarray(error <= self.margins)


def _estimated(cases: Sequence[Case]) -> _Said:
    """Return what the estimate tells; the teacher counts as by Japanese rules."""
    computer, boards, ranges = Computer(), list[Values](), list[tuple[float, float]]()
    for case in cases:
        estimate = computer.compute(LayerRequest.of(
            case.position, "estimate", {"rules": "territory", "komi": f"{case.komi:g}"}), None)
        assert isinstance(estimate, Estimate) and estimate.score is not None
        boards.append(estimate.values)
        ranges.append(estimate.score.range)
    ends = np.array(ranges)
    return _Said(boards, ends.mean(axis=1), (ends[:, 1] - ends[:, 0]) / 2)


def _phases(cases: Sequence[Case], said: _Said) -> list[Figures]:
    phases, is_inside = figures(cases, said.boards, said.leads), said.is_right_about(cases)
    for number, phase in enumerate(phases):
        here = np.array([case.phase == number for case in cases])
        phase["in_range"] = float(is_inside[here].mean()) if here.any() else None
    return phases
