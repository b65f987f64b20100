"""Measure what influence becomes, and write resources/chance.json.

    python docs/calibrate_chance.py OWNERSHIP.jsonl.gz

Each line of the file is a position with its expected ownership (tests/bench/truth.py). For each
influence layer with its default parameters, and for the potential of the inner points of moyos, a
rising curve from the absolute value to the expected ownership is fitted at vacant points, once for
each third of the positions by the number of stones.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from irgo_app.layers import LAYERS, layer_named
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.bench.truth import Case, load_cases, monotone_curve

STAGES = 3
KNOTS = 24


def main(path: Path) -> None:
    """Read the cases, fit, write the curves."""
    cases = sorted(load_cases(path), key=lambda case: case.position.stone_count())
    thirds = [[cases[index] for index in part]
              for part in np.array_split(np.arange(len(cases)), STAGES)]
    names = [layer.name for layer in LAYERS
             if any(param.key == "reading" for param in layer.params)]
    curves = {name: [curve(*samples(name, third), is_odd=True) for third in thirds]
              for name in names}
    # The moyo reads the file that is being made; which points are inner does not hang on it.
    curves["moyo"] = curves["influence.potential"]
    document = {
        "measured": f"{len(cases)} positions",
        "stages": [round(float(np.mean([case.position.stone_count() for case in third])), 1)
                   for third in thirds],
        "layers": curves}
    target = Path(__file__).parents[1] / "resources" / "chance.json"
    target.write_text(json.dumps(document) + "\n", encoding="utf-8")
    curves["moyo"] = [curve(*inner_samples(third), is_odd=False) for third in thirds]
    target.write_text(json.dumps(document) + "\n", encoding="utf-8")
    print(f"{target}: {document['measured']}")


def field(name: str, case: Case) -> np.ndarray:
    """Return a layer's field with its default parameters."""
    found = compute(LayerRequest.of(case.position, name), None)
    assert isinstance(found, Field)
    return found.values


def samples(name: str, cases: list[Case]) -> tuple[np.ndarray, np.ndarray]:
    """Return value and ownership of every vacant point."""
    values, owned = [], []
    for case in cases:
        values.append(field(name, case)[case.stones == 0])
        owned.append(case.ownership[case.stones == 0])
    return np.concatenate(values), np.concatenate(owned)


def inner_samples(cases: list[Case]) -> tuple[np.ndarray, np.ndarray]:
    """Return potential and ownership of every inner point, the moyo's colour positive."""
    moyo = layer_named("moyo")
    values, owned = [], []
    for case in cases:
        found = moyo.compute(case.position, {}, moyo.full_params({}), None)
        assert isinstance(found, Moyos)
        inner = found.inner
        values.append(np.abs(field("influence.potential", case))[inner != 0])
        owned.append((inner * case.ownership)[inner != 0])
    return np.concatenate(values), np.concatenate(owned)


def curve(values: np.ndarray, owned: np.ndarray, *, is_odd: bool) -> dict[str, list[float]]:
    """Return the rising curve for values from 0 on; an odd one starts at 0."""
    fitted = monotone_curve(values, owned, is_odd=is_odd)
    knots = np.unique(np.quantile(np.abs(values), np.linspace(0.0, 1.0, KNOTS)).round(3))
    chances = np.maximum(fitted(knots), 0.0).round(3)
    if is_odd:
        knots = np.concatenate([[0.0], knots[knots > 0]])
        chances = np.concatenate([[0.0], chances[-(knots.size - 1):]])
    return {"values": knots.tolist(), "chances": chances.tolist()}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
