"""Measure what an inner point of a moyo is worth, and write resources/moyo_points.json.

    python docs/calibrate_moyo.py OWNERSHIP.jsonl.gz

Each line of the file is a position with its expected ownership: {"rows": [".X.O", ...],
"ownership": [[-1 to 1, ...], ...]}, Black positive. For every inner point the ownership for the
moyo's colour is averaged over bands of its absolute potential.
"""

from __future__ import annotations

import gzip
import json
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np

from irgo_app.go.position import Position
from irgo_app.layers import layer_named
from irgo_app.layers.results import Field, Regions

BANDS = (0, 4, 8, 12, 16, 20, 26, 32, 40, 50, 60, 80, 100, 150, 1000)


def main(path: Path) -> None:
    """Read the cases, average, write the curve."""
    moyo, potential = layer_named("moyo"), layer_named("influence.potential")
    heights, shares = [], []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            position = Position.from_diagram(case["rows"])
            found = moyo.compute(position, {}, moyo.full_params({}), None)
            field = potential.compute(position, {}, potential.full_params({}), None)
            assert isinstance(found, Regions) and isinstance(field, Field)
            inner = np.array(found.extra["inner"])
            heights.append(np.abs(field.values)[inner != 0])
            shares.append((inner * np.array(case["ownership"]))[inner != 0])
    height, share = np.concatenate(heights), np.concatenate(shares)
    bands = [(height >= low) & (height < high)
             for low, high in pairwise(BANDS)]
    means = np.maximum.accumulate([share[band].mean() for band in bands])
    document = {
        "measured": f"{height.size} inner points of {len(heights)} positions",
        "potential": [round(float(height[band].mean()), 1) for band in bands],
        "points": [round(float(mean), 3) for mean in means],
    }
    target = Path(__file__).parents[1] / "resources" / "moyo_points.json"
    target.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"{target}: {document['measured']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
