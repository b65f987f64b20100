"""`irgo bench truth`: how true irgo's maps are, measured on positions with what became of them.

Each map is turned into an expectation by one rising curve, fitted on the vacant points of half of
the games and measured on the other half, both ways round. The estimate is measured as it is; on
positions it was made from, what counts are the figures of its making, where no tree had seen the
game it was asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from irgo_app.cli.terminal import json_text
from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.layers import LAYERS, layer_of_text
from irgo_app.layers.estimate import measured, seen_positions
from irgo_app.layers.results import Field, Links, Regions, Result, Values
from irgo_app.review.truth import Case, figures, halves, load_cases, monotone_curve
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest

_ESTIMATE = "estimate"
_FURTHER_READINGS = ("influence.gnugo:show=normalised",)


def truth_document(path: Path) -> dict[str, Any]:
    """Return the table as a JSON-ready document; raises UsageError for a file of no use."""
    cases = load_cases(path)
    in_second = halves(cases)
    if in_second.all():
        raise UsageError(f"{path} holds one game only; maps are fitted on one half of the games "
                         "and measured on the other.")
    names = [layer.name for layer in LAYERS if not layer.uses_engine and layer.name != _ESTIMATE]
    maps = []
    for name in (*names, *_FURTHER_READINGS):
        boards = fitted(cases, in_second, maps_of(name, cases))
        maps.append({"name": name, "how": "one curve, fitted on the other half of the games",
                     "phases": figures(cases, boards, leads(cases, boards))})
    return {"format": "irgo-truth/1", "cases": str(path), "positions": len(cases),
            "games": len({case.game for case in cases}), "maps": maps + estimate_rows(cases)}


def estimate_rows(cases: Sequence[Case]) -> list[dict[str, Any]]:
    """Return the estimate's rows: as it is on new games, as recorded for those it knows.

    A game is known if one of its positions is.
    """
    seen = seen_positions()
    known_games = {case.game for case in cases if case.fingerprint in seen}
    new = [case for case in cases if case.game not in known_games]
    found: list[dict[str, Any]] = []
    if new:
        boards = maps_of(_ESTIMATE, new)
        found.append({
            "name": _ESTIMATE,
            "how": f"as it is, on the {len(new)} positions of games it was not made from",
            "phases": figures(new, boards, leads(new, boards))})
    if len(new) < len(cases):
        found.append({
            "name": _ESTIMATE,
            "how": f"{len(cases) - len(new)} of these positions are of games it was made from: "
                   f"figures of its making, on games left out ({measured()['measured']})",
            "phases": measured()["figures"]})
    return found


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


def print_truth(path: Path, *, as_json: bool) -> None:
    """Print the table as text or as one JSON document."""
    document = truth_document(path)
    if as_json:
        print(json_text(document, indent=1))
        return
    print(f"{document['positions']} positions of {document['games']} games, "
          "opening / middle game / late game")
    print(f"{'map':34} {'R2':>20}  {'sign, sure points':>20}  {'score off by':>17}  "
          f"{'correlation':>17}")
    for row in document["maps"]:
        columns = [" / ".join(_figure(phase.get(key), places) for phase in row["phases"])
                   for key, places in (("r2", 2), ("sign", 3), ("error", 1), ("correlation", 2))]
        print(f"{row['name']:34} {columns[0]:>20}  {columns[1]:>20}  {columns[2]:>17}  "
              f"{columns[3]:>17}")
    for row in document["maps"]:
        if row["name"] == _ESTIMATE:
            print(f"{row['name']}: {row['how']}")


def _figure(value: float | None, places: int) -> str:
    return "-" if value is None else f"{value:.{places}f}"
