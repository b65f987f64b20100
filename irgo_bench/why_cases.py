"""How far reasons can be trusted, against a strong engine's futures: `irgo bench why`.

A case is a JSON line: `rows`, `to_play`, `komi` of a position, `move` and `best`, and `after_move`
and `after_best` with the engine's `ownership` of every point (-99 to 99, Black positive); `loss`.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import chains
from irgo_app.judging.judge import Judge
from irgo_app.judging.judges import Reading, needed_judge_of
from irgo_app.meaning.reasons import Kind
from irgo_app.meaning.why import Why, why

_SO: Final = 0.35
"""A group's change is so if its stones' mean ownership changes by so much, the way it is said."""
_LARGE: Final = 0.7
"""A chain that changes by so much should be told of."""
_TITLES: Final = {
    "loss_error": "mean error of the loss, points",
    "groups_so": "share of the groups told that are so",
    "chains_told": "share of the chains that change and are told",
    "territory_so": "share of the territories told that change so, by half at least",
    "rest": "the rest as a part of losses over 5 points, median",
}


@dataclass(slots=True)
class _Tally:
    errors: list[float] = field(default_factory=list)
    groups: list[bool] = field(default_factory=list)
    chains: list[bool] = field(default_factory=list)
    territories: list[bool] = field(default_factory=list)
    rests: list[float] = field(default_factory=list)

    def add(self, found: Why, loss: float, shift: npt.NDArray[np.float64]) -> None:
        """Count a case; shift -- float64 (points), what the mover loses there by the engine."""
        self.errors.append(abs(found.loss - loss))
        told = set[Point]()
        for reason in found.difference.reasons:
            points, sign = list(reason.points), np.sign(reason.share)
            if reason.kind is Kind.GROUP:
                self.groups.append(bool(sign * shift[points].mean() >= _SO))
                told |= set(points)
            elif reason.kind is Kind.TERRITORY:
                self.territories.append(
                    bool(sign * shift[points].sum() >= abs(reason.share) / 2))
        for chain in chains(found.position):
            if len(chain) > 1 and abs(shift[list(chain)].mean()) >= _LARGE:
                self.chains.append(2 * len(chain & told) >= len(chain))
        if abs(found.loss) > 5:
            self.rests.append(abs(found.difference.rest / found.loss))

    def figures(self) -> dict[str, float | None]:
        def mean(values: Sequence[float]) -> float | None:
            return round(statistics.fmean(values), 3) if values else None

        return {"loss_error": mean(self.errors), "groups_so": mean(self.groups),
                "chains_told": mean(self.chains), "territory_so": mean(self.territories),
                "rest": round(statistics.median(self.rests), 3) if self.rests else None}


class WhyCases:
    """The moves of a file, explained; raises UsageError for a file of no use, or EngineError."""

    def __init__(self, path: Path, judge: Judge, visits: int = 0) -> None:
        tally, rows = _Tally(), _rows(path)
        for row in rows:
            try:
                position, move, best = _case(row)
                shift = position.to_play * (
                    np.array(row["after_best"]["ownership"], float)
                    - np.array(row["after_move"]["ownership"], float)) / 99
                loss, komi = float(row["loss"]), float(row["komi"])
            except (KeyError, TypeError, ValueError, IndexError) as error:
                raise UsageError("{path} holds no moves with an engine's futures ({error}).",
                                 path=path, error=error) from None
            tally.add(why(position, move, judge.for_game(komi, "japanese"), instead=best,
                          visits=visits), loss, shift)
        self._found: dict[str, object] = {
            "format": "irgo-bench-why/1", "cases": len(rows), "evaluator": judge.name,
            **tally.figures()}

    def document(self) -> dict[str, object]:
        """Return the figures, JSON-ready."""
        return self._found

    def lines(self) -> list[str]:
        """Return the same as lines of text."""
        found = self._found
        shown = {key: "-" if found[key] is None else f"{found[key]:.3f}" for key in _TITLES}
        return [f"{found['cases']} moves, judged by {found['evaluator']}",
                *(f"  {title:<64} {shown[key]:>8}" for key, title in _TITLES.items())]


def why_answers(cases: Path, engine: EngineProfile | None, visits: int) -> WhyCases:
    """Return the moves explained by an engine, or by irgo's reader."""
    with needed_judge_of(Reading(engine), Position.empty()) as judge:
        return WhyCases(cases, judge, max(0, visits))


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError("{path} cannot be read as JSON lines ({error}).", path=path,
                         error=error) from None
    if not rows:
        raise UsageError("{path} holds no moves.", path=path)
    return rows


def _case(row: dict[str, Any]) -> tuple[Position, Point, Point]:
    position = Position.from_diagram(
        row["rows"], BLACK if row["to_play"] == LETTER_OF_COLOUR[BLACK] else WHITE)

    def point(name: str) -> Point:
        return PASS if name == "pass" else point_of_vertex(name, position.columns, position.rows)

    return position, point(row["move"]), point(row["best"])
