"""How true irgo's maps are, on positions with what became of them: `irgo bench truth`.

Each map is turned into an expectation by one rising curve, fitted on the vacant points of half of
the games and measured on the other half, both ways round. The estimate is measured as it is; on
positions from which the one by the maps was made, what counts are the figures of its making, where
no tree had seen the game it was asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.layers import COMPUTED, layer_of_text
from irgo_app.layers.estimate import READER, Estimate, measured, seen_positions
from irgo_app.layers.results import Field, Links, Regions, Result, Values
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest
from irgo_bench.truth import Case, Figures, figures, halves, load_cases, monotone_curve

_ESTIMATE = "estimate"
_BY_MAPS, _BY_READER = f"{_ESTIMATE}:by=maps", f"{_ESTIMATE}:by=reader"
_FURTHER_READINGS = ("influence.gnugo:show=normalised",)


@dataclass(frozen=True, slots=True)
class MapRow:
    """What one map is worth: its name, how it was measured, and figures for each phase."""

    name: str
    how: str
    phases: list[Figures]


class MapTruth:
    """The table of all maps on the cases of a file; raises UsageError for a file of no use."""

    def __init__(self, path: Path) -> None:
        cases = load_cases(path)
        in_second = halves(cases)
        if in_second.all():
            raise UsageError(
                "{path} holds one game only; maps are fitted on one half of the games and "
                "measured on the other.", path=path)
        self._path, self._positions = path, len(cases)
        self._games = len({case.game for case in cases})
        names = [layer.name for layer in COMPUTED if layer.name != _ESTIMATE]
        self._rows: list[MapRow] = []
        for name in (*names, *_FURTHER_READINGS):
            boards = fitted(cases, in_second, maps_of(name, cases))
            self._rows.append(MapRow(name, "one curve, fitted on the other half of the games",
                                     figures(cases, boards, leads(cases, boards))))
        self._rows += estimate_rows(cases)

    def document(self) -> dict[str, object]:
        """Return the table JSON-ready."""
        return {"format": "irgo-truth/1", "cases": str(self._path), "positions": self._positions,
                "games": self._games, "maps": [asdict(row) for row in self._rows]}

    def lines(self) -> list[str]:
        """Return the table as lines of text."""
        found = [f"{self._positions} positions of {self._games} games, "
                 "opening / middle game / late game",
                 f"{'map':34} {'R2':>20}  {'sign, sure points':>20}  {'score off by':>17}  "
                 f"{'correlation':>17}"]
        for row in self._rows:
            columns = [" / ".join(_figure(phase.get(key), places) for phase in row.phases)
                       for key, places in (
                           ("r2", 2), ("sign", 3), ("error", 1), ("correlation", 2))]
            found.append(f"{row.name:34} {columns[0]:>20}  {columns[1]:>20}  {columns[2]:>17}  "
                         f"{columns[3]:>17}")
        return [*found, *(f"{row.name}: {row.how}" for row in self._rows
                          if row.name.startswith(_ESTIMATE))]


def estimate_rows(cases: Sequence[Case]) -> list[MapRow]:
    """Return the estimate's rows: the reader's, and the maps' on new games and on those they know.

    The maps' rows are called `estimate`, as they were before there was a reader.
    The maps are measured as they are on new games; for games they were made from stands what was
    recorded then. A game is known if one of its positions is.
    """
    found = [reader_row(cases)]
    seen = seen_positions()
    known_games = {case.game for case in cases if case.fingerprint in seen}
    new = [case for case in cases if case.game not in known_games]
    if new:
        boards = maps_of(_BY_MAPS, new)
        found.append(MapRow(
            _ESTIMATE, f"as it is, on the {len(new)} positions of games it was not made from",
            figures(new, boards, leads(new, boards))))
    if len(new) < len(cases):
        found.append(MapRow(
            _ESTIMATE,
            f"{len(cases) - len(new)} of these positions are of games it was made from: "
            f"figures of its making, on games left out ({measured()['measured']})",
            measured()["figures"]))
    return found


def reader_row(cases: Sequence[Case]) -> MapRow:
    """Return the row of the estimate by the reader, with the lead that its network expects."""
    computer, boards, expected, by_maps = Computer(), list[Values](), list[float](), 0
    for case in cases:
        estimate = computer.compute(LayerRequest.of(
            case.position, _ESTIMATE, {"rules": "area", "komi": f"{case.komi:g}"}), None)
        assert isinstance(estimate, Estimate)
        boards.append(estimate.values)
        expected.append(estimate.score.lead)
        by_maps += estimate.by != READER
    how = "by irgo's network as it is, which has learnt from other games"
    if by_maps:
        how += f"; {by_maps} positions it cannot judge are by the maps"
    return MapRow(_BY_READER, how, figures(cases, boards, np.array(expected)))


def maps_of(name: str, cases: Sequence[Case]) -> list[Values]:
    """Return a layer's map of each case, Black positive; what is no field is 1, 0 or -1."""
    layer, params = layer_of_text(name)
    computer = Computer()
    return [as_map(computer.compute(
        LayerRequest.of(case.position, layer.name, params), None), case.position)
        for case in cases]


def as_map(result: Result, position: Position) -> Values:
    """Return a result as float64 (rows, columns)."""
    if isinstance(result, Field):
        return result.values
    values = np.zeros(len(position.cells))
    if isinstance(result, Regions):
        for region in result.regions:
            values[list(region.points)] = region.colour
    elif isinstance(result, Links):
        for colour, points in result.points.items():
            values[list(points)] = colour
    return values.reshape(position.rows, position.columns)


def fitted(
    cases: Sequence[Case], in_second: np.ndarray, maps: Sequence[Values]
) -> list[Values]:
    """Return for each case the ownership a curve of the other half expects; stones stay."""
    curves = []
    for half in (False, True):
        others = [(case, found) for case, found, is_second in zip(
            cases, maps, in_second, strict=True) if is_second != half]
        curves.append(monotone_curve(
            np.concatenate([found[case.stones == 0] for case, found in others]),
            np.concatenate([case.ownership[case.stones == 0] for case, _ in others])))
    return [np.where(case.stones == 0, curves[int(is_second)](found), case.stones)
            for case, found, is_second in zip(cases, maps, in_second, strict=True)]


def leads(cases: Sequence[Case], boards: Sequence[Values]) -> Values:
    """Return Black's expected lead by area, komi counted."""
    return np.array([board.sum() - case.komi for case, board in zip(cases, boards, strict=True)])


def _figure(value: str | int | float | None, places: int) -> str:
    return f"{value:.{places}f}" if isinstance(value, int | float) else "-"
