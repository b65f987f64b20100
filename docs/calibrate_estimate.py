"""Make resources/estimate.npz and estimate.json, the tables of the layer `estimate`.

    python docs/calibrate_estimate.py OWNERSHIP.jsonl.gz

Each line of the file is a position with its expected ownership (tests/bench/truth.py). Takes
about ten minutes on one core and needs nothing but irgo's own requirements; on one machine the
same file gives the same tables, bit for bit.

How: gradient boosting of symmetric trees (every level of a tree asks one question) on squared
error, in two rounds. The second round sees the first estimate, so for its making the first estimate
of a game comes from trees that have not seen that game. What is reported comes from games that no
tree had seen: games are dealt into five folds; for each fold both rounds are made from the other
four, and within these four the first estimate of a fold comes from the other three.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numba
import numpy as np

from irgo_app.kernels.estimate_looks import DEPTH
from irgo_app.layers.estimate import NEEDS, UNIT, PointFeatures, Trees
from irgo_app.layers.layer import layer_of_need
from irgo_app.service.plan import REGISTRY, Computer
from irgo_app.service.request import LayerRequest
from tests.bench.truth import Case, figures, load_cases

FOLDS = 5
BINS = 64
ROUNDS = ({"trees": 300, "rate": 0.15}, {"trees": 450, "rate": 0.1})
ROW_SHARE, FEATURE_SHARE, RIDGE = 0.2, 0.3, 100.0
"""For each tree: the share of points and of features that are looked at, and the ridge."""
DOUBT_BANDS = 8
SCORE_SHARE = 0.8
"""The share of positions whose score lies in the range."""
LEAVES = 1 << DEPTH


@numba.njit
def _gain(codes: Any, points: Any, rest: Any, leaf_of: Any, leaf_count: int, ridge: float,
          sums: Any, counts: Any, scores: Any) -> tuple[float, int]:
    """Return what the best question about one feature gains, and its bin."""
    size = leaf_count * BINS
    sums[:size] = 0.0
    counts[:size] = 0.0
    for index in range(points.size):
        cell = leaf_of[index] * BINS + codes[points[index]]
        sums[cell] += rest[index]
        counts[cell] += 1.0
    scores[:] = 0.0
    for leaf in range(leaf_count):
        total, count = 0.0, 0.0
        for cell in range(leaf * BINS, leaf * BINS + BINS):
            total += sums[cell]
            count += counts[cell]
        below, number = 0.0, 0.0
        for bound in range(BINS - 1):
            below += sums[leaf * BINS + bound]
            number += counts[leaf * BINS + bound]
            scores[bound] += (below * below / (number + ridge)
                              + (total - below) ** 2 / (count - number + ridge))
    best = 0
    for bound in range(1, BINS - 1):
        if scores[bound] > scores[best]:
            best = bound
    return scores[best], best


@numba.njit
def _grow(codes: Any, points: Any, rest: Any, features: Any, ridge: float, asked: Any, bounds: Any
          ) -> None:
    """Choose the questions of one tree, one level after the other."""
    leaf_of = np.zeros(points.size, np.int32)
    sums, counts = np.empty(LEAVES * BINS), np.empty(LEAVES * BINS)
    scores = np.empty(BINS)
    for level in range(DEPTH):
        best = -1.0
        for feature in features:
            gain, bound = _gain(codes[feature], points, rest, leaf_of, 1 << level, ridge, sums,
                                counts, scores)
            if gain > best:
                best, asked[level], bounds[level] = gain, feature, bound
        chosen = codes[asked[level]]
        for index in range(points.size):
            if chosen[points[index]] > bounds[level]:
                leaf_of[index] |= 1 << level


@numba.njit
def _answer(codes: Any, asked: Any, bounds: Any, leaf_of: Any) -> None:
    """Find the leaf of every point; leaf_of -- uint8."""
    leaf_of[:] = 0
    for level in range(asked.size):
        chosen, bound, bit = codes[asked[level]], bounds[level], np.uint8(1 << level)
        for point in range(leaf_of.size):
            if chosen[point] > bound:
                leaf_of[point] |= bit


@numba.njit
def _fill_leaves(leaf_of: Any, rest: Any, is_known: Any, rate: float, ridge: float, leaves: Any,
                 counts: Any) -> None:
    """Set each leaf to a share of the mean of what is still to explain; take it off everywhere."""
    sums = np.zeros(LEAVES)
    counts[:] = 0.0
    for point in range(leaf_of.size):
        if is_known[point]:
            sums[leaf_of[point]] += rest[point]
            counts[leaf_of[point]] += 1.0
    for leaf in range(LEAVES):
        leaves[leaf] = np.rint(rate * sums[leaf] / (counts[leaf] + ridge))
    for point in range(leaf_of.size):
        rest[point] -= leaves[leaf_of[point]]


class Table:
    """Features of all points as codes of at most 64 bins; codes -- uint8 (features, points)."""

    def __init__(self, features: np.ndarray) -> None:
        self.codes = np.empty(features.shape, np.uint8)
        self.edges = []
        for code, values in zip(self.codes, features, strict=True):
            sample = np.sort(values[::37])
            steps = np.arange(1, BINS) * sample.size // BINS
            found = np.unique(sample)
            edges = found[:-1] if found.size <= BINS else np.unique(sample[steps])
            code[:] = np.searchsorted(edges, values)
            self.edges.append(edges)

    def thresholds(self, asked: np.ndarray, bounds: np.ndarray) -> list[int]:
        """Return the values that the bins stand for; above every value where there is no edge."""
        return [int(self.edges[feature][bound]) if bound < len(self.edges[feature]) else 32767
                for feature, bound in zip(asked, bounds, strict=True)]


def boosted(table: Table, target: np.ndarray, is_known: np.ndarray, trees: int, rate: float
            ) -> tuple[Trees, np.ndarray]:
    """Return trees made from the known points, and what they say of all; target in 1/UNIT."""
    generator = np.random.default_rng(8)
    rest = target.astype(np.int32)
    known = np.flatnonzero(is_known).astype(np.int32)
    leaf_of = np.empty(target.size, np.uint8)
    asked, bounds = np.zeros((2, trees, DEPTH), np.int32)
    leaves, counts = np.zeros((trees, LEAVES), np.int32), np.zeros((trees, LEAVES))
    for tree in range(trees):
        points = known[generator.random(known.size) < ROW_SHARE]
        features = generator.permutation(len(table.codes))[
            :int(len(table.codes) * FEATURE_SHARE)]
        _grow(table.codes, points, rest[points].astype(np.float64), features, RIDGE * ROW_SHARE,
              asked[tree], bounds[tree])
        _answer(table.codes, asked[tree], bounds[tree], leaf_of)
        _fill_leaves(leaf_of, rest, is_known, rate, RIDGE, leaves[tree], counts[tree])
    thresholds = [table.thresholds(*questions) for questions in zip(asked, bounds, strict=True)]
    weights = np.rint(counts * (65535 / known.size))
    return Trees(asked.astype(np.uint8), np.array(thresholds, np.int16), leaves.astype(np.int16),
                 weights.astype(np.uint16)), target - rest


class Calibration:
    """All cases as features and targets, seen from the side to move."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases
        computer = Computer()
        self.looks = []
        for case in cases:
            inputs = {}
            for need in NEEDS:
                layer, params = layer_of_need(need, REGISTRY)
                inputs[need] = computer.compute(
                    LayerRequest.of(case.position, layer.name, params), None)
            self.looks.append(PointFeatures(case.position, inputs))
        colours = np.array([case.position.to_play for case in cases])
        self.sizes = [case.ownership.size for case in cases]
        self.colours = np.repeat(colours, self.sizes)
        owned = np.concatenate([case.ownership.ravel() for case in cases])
        self.target = np.rint(UNIT * owned * self.colours).astype(np.int32)
        games = sorted({case.game for case in cases})
        dealt = np.random.default_rng(8).permutation(len(games)) % FOLDS
        fold = dict(zip(games, dealt.tolist(), strict=True))
        self.folds = np.repeat([fold[case.game] for case in cases], self.sizes)
        self.first_count = self.looks[0].first_count
        self.first_table = Table(self._features()[:self.first_count])

    def _features(self) -> np.ndarray:
        return np.concatenate([look.features for look in self.looks], axis=1)

    def without(self, *folds: int) -> np.ndarray:
        """Return which points lie in none of the folds."""
        return ~np.isin(self.folds, folds)

    def first(self, *left_out: int) -> tuple[Trees, np.ndarray]:
        """Return the first round made without some folds, and what it says of all points."""
        return boosted(self.first_table, self.target, self.without(*left_out), **ROUNDS[0])

    def second(self, first: np.ndarray, is_known: np.ndarray) -> tuple[Trees, np.ndarray]:
        """Return the second round, and what both say of all points."""
        start = 0
        for look, size in zip(self.looks, self.sizes, strict=True):
            look.second(first[start:start + size].astype(np.int32))
            start += size
        table = Table(self._features())
        trees, added = boosted(table, self.target - first, is_known, **ROUNDS[1])
        return trees, first + added

    def boards(self, said: np.ndarray) -> list[np.ndarray]:
        """Return what was said as one board a case, Black positive, -1 to 1."""
        values = np.clip(said, -UNIT, UNIT) * self.colours / UNIT
        parts = np.split(values, np.cumsum(self.sizes)[:-1])
        return [part.reshape(case.ownership.shape)
                for part, case in zip(parts, self.cases, strict=True)]


def left_out_estimates(calibration: Calibration, singles: dict[int, np.ndarray]) -> np.ndarray:
    """Return for every point what trees say that have not seen its game."""
    pairs = {pair: calibration.first(*pair)[1] for pair in combinations(range(FOLDS), 2)}
    said = np.zeros_like(calibration.target)
    for fold in range(FOLDS):
        first = singles[fold].copy()
        for other in range(FOLDS):
            if other != fold:
                here = calibration.folds == other
                first[here] = pairs[min(fold, other), max(fold, other)][here]
        _, both = calibration.second(first, calibration.without(fold))
        here = calibration.folds == fold
        said[here] = both[here]
        print(f"fold {fold + 1} of {FOLDS} done", flush=True)
    return said


def error_by_doubt(cases: Sequence[Case], boards: Sequence[np.ndarray]) -> dict[str, Any]:
    """Return how far four of five scores lie at most from the truth, by bands of doubt."""
    doubt = np.array([(1.0 - np.abs(board)).sum() * 361 / board.size for board in boards])
    error = np.array([abs(board.sum() - case.komi - case.black_lead) * 361 / board.size
                      for board, case in zip(boards, cases, strict=True)])
    bands = np.array_split(np.argsort(doubt, kind="stable"), DOUBT_BANDS)
    return {"doubt": [round(float(doubt[band].mean()), 1) for band in bands],
            "error": [round(float(np.quantile(error[band], SCORE_SHARE)), 1) for band in bands]}


def main(path: Path) -> None:
    """Read the cases, make both rounds, measure, write the tables."""
    cases = load_cases(path)
    calibration = Calibration(cases)
    print(f"{len(cases)} positions, {len(calibration.looks[0].names)} features", flush=True)
    singles = {fold: calibration.first(fold)[1] for fold in range(FOLDS)}
    boards = calibration.boards(left_out_estimates(calibration, singles))
    leads = np.array([board.sum() - case.komi
                      for board, case in zip(boards, cases, strict=True)])
    found = figures(cases, boards, leads)
    for row in found:
        print(row, flush=True)
    first, _ = calibration.first()
    unseen = np.select([calibration.folds == fold for fold in range(FOLDS)], list(singles.values()))
    second, _ = calibration.second(unseen, calibration.without())
    folder = Path(__file__).parents[1] / "resources"
    arrays = {f"{name}_{number}": getattr(trees, name)
              for number, trees in ((1, first), (2, second))
              for name in Trees.__struct_fields__}
    seen = np.array(sorted(case.fingerprint for case in cases), np.uint64)
    np.savez_compressed(folder / "estimate.npz", seen=seen, **arrays)
    document = {
        "measured": f"{len(cases)} positions of {len({case.game for case in cases})} games, "
                    f"{FOLDS} folds by game",
        **error_by_doubt(cases, boards), "figures": _rounded(found)}
    (folder / "estimate.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _rounded(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: round(value, 4) if isinstance(value, float) else value
             for key, value in row.items()} for row in rows]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
