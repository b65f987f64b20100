"""What is said of every position of a game: by a reader or an engine, else by irgo's maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final

import numpy as np

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.results import Result
from irgo_app.review.game_line import GameLine
from irgo_app.service.request import LayerRequest
from irgo_app.studies.evaluator import Appraisal, CalledOffError, Evaluator, Searched

ComputeLayer = Callable[[LayerRequest], Result]
"""Works a layer out, such as `AnalysisService.result`."""
Tell = Callable[[int, int], None]
"""Is told how many steps of how many are done."""

BATCH: Final = 8
"""Positions that a judge looks at in one go."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of one position.

    lead -- Black's lead in points at the end of the game if both play on well, komi counted
    margin -- in four of five positions the lead lies within so many points of it; 0 if not known
    ownership -- for every point -1 (White's) to 1 (Black's)
    line -- the best play from here, the first move first; empty if nobody searched
    visits -- positions looked at
    """

    lead: float
    margin: float
    ownership: tuple[float, ...]
    line: tuple[Point, ...] = ()
    visits: int = 1

    @property
    def best(self) -> Point | None:
        """Return the best move found, which may be PASS; None if nobody searched."""
        return self.line[0] if self.line else None


def at_first_sight(
    line: GameLine, judge: Evaluator, tell: Tell | None = None, cancel: CancelFlag | None = None
) -> tuple[Judgement, ...]:
    """Return what a judge says of each position at one look, in batches.

    Raises EngineError, and CalledOffError soon after the flag is raised.
    """
    found = list[Judgement]()
    for start in range(0, len(line.positions), BATCH):
        batch = line.positions[start:start + BATCH]
        found += [_of_appraisal(said, position) for said, position in zip(
            judge.appraise(batch, cancel), batch, strict=True)]
        if tell:
            tell(len(found), len(line.positions))
    return tuple(found)


def by_maps(
    line: GameLine, compute: ComputeLayer, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> tuple[Judgement, ...]:
    """Return what irgo's maps say of each position; no moves are searched."""
    found = list[Judgement]()
    for position in line.positions:
        if cancel:
            raise CalledOffError
        found.append(_by_maps(position, line, compute))
        if tell:
            tell(len(found), len(line.positions))
    return tuple(found)


def searched(
    line: GameLine, known: Sequence[Judgement], wanted: Iterable[int], judge: Evaluator,
    visits: int, tell: Tell | None = None, cancel: CancelFlag | None = None,
) -> tuple[Judgement, ...]:
    """Return judgements with some of them replaced by what a search finds.

    wanted -- the indices of the positions; visits -- how many positions each search may look at.
    As many searches run at once as suit the judge. Raises EngineError and CalledOffError.
    """
    judged, indices = list(known), sorted(set(wanted))
    pool = ThreadPoolExecutor(judge.at_once)
    try:
        jobs: dict[Future[Searched], int] = {
            pool.submit(judge.search, line.positions[index], line.positions[index].to_play, None,
                        visits, cancel): index
            for index in indices}
        for done, job in enumerate(as_completed(jobs), start=1):
            index = jobs[job]
            judged[index] = _of_search(job.result(), judged[index])
            if tell:
                tell(done, len(indices))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return tuple(judged)


def _of_appraisal(said: Appraisal, position: Position) -> Judgement:
    ownership = said.ownership or (0.0,) * len(position.cells)
    return Judgement(said.lead, said.margin, ownership)


def _of_search(found: Searched, before: Judgement) -> Judgement:
    """Return what a search found, the range as it was judged before."""
    return Judgement(found.on_average, before.margin, found.ownership or before.ownership,
                     found.line or (PASS,), found.visits)


def _by_maps(position: Position, line: GameLine, compute: ComputeLayer) -> Judgement:
    counts_area = line.rules not in ("japanese", "korean")
    said = compute(LayerRequest.of(position, "estimate", {
        "by": "maps", "rules": "area" if counts_area else "territory",
        "komi": f"{line.komi:g}"}))
    assert isinstance(said, Estimate)
    low, high = said.score.range
    return Judgement(said.score.lead, (high - low) / 2,
                     tuple(np.asarray(said.values, np.float64).reshape(-1).tolist()))
