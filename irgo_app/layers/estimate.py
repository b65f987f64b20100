"""The layer `estimate`: what every point is expected to become, and the score.

Two rounds of small decision trees (`kernels/trees.py`) over whole numbers that irgo's own maps and
counts give (`estimate_inputs.py`), calibrated on games whose final ownership a strong network had
judged; no engine, no search. Every value can be taken apart (`reasons`). Source: irgo's own; the
tables are made by docs/calibrate_estimate.py, figures in docs/layers/estimate.md.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import LayerError
from irgo_app.go.point import BLACK, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.layers.estimate_inputs import NEEDS, Look
from irgo_app.layers.layer import Layer, Params
from irgo_app.layers.results import Field, Result, Values, in_json
from irgo_app.resource_files import resource_path
from irgo_app.settings.param import AS_IN_GAME, Param
from irgo_app.words import noted

UNIT: Final = 100_000
"""The trees count in hundred-thousandths of a point's ownership."""

_Whole = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """One round of trees: the arrays of `kernels/trees.py`; weights tell how common a leaf is."""

    asked: npt.NDArray[np.uint8]
    thresholds: npt.NDArray[np.int16]
    leaves: npt.NDArray[np.int16]
    weights: npt.NDArray[np.uint16]

    def add_to(self, features: npt.NDArray[np.int16], out: _Whole) -> None:
        """Add the trees' amounts, in 1/UNIT, for every point."""
        from irgo_app.kernels.trees import add_trees

        add_trees(features, self.asked, self.thresholds, self.leaves, out)

    def take_apart(self, features: npt.NDArray[np.int16], point: Point, out: Values) -> float:
        """Return the usual amount, and add to `out` what each feature changes of it, in 1/UNIT."""
        from irgo_app.kernels.trees import take_apart

        return float(take_apart(features, point, self.asked, self.thresholds, self.leaves,
                                self.weights, out))


@cache
def tables() -> tuple[Trees, Trees]:
    """Return the two rounds of trees of resources/estimate.npz."""
    with np.load(resource_path("estimate.npz")) as arrays:
        first, second = (
            Trees(*(arrays[f"{name}_{number}"] for name in Trees.__dataclass_fields__))
            for number in (1, 2))
    return first, second


@cache
def seen_positions() -> frozenset[int]:
    """Return the fingerprints (`Case.fingerprint`) of the positions the tables were made from."""
    with np.load(resource_path("estimate.npz")) as arrays:
        return frozenset(arrays["seen"].tolist())


@cache
def measured() -> Mapping[str, Any]:
    """Return how far the estimate was off on games it was not made from: resources/estimate.json.

    `doubt`, `error`: in four of five positions of so much doubt (the sum of 1 - |value| over the
    board, for 361 points) the score was off by at most so much. `figures`: a row for each phase,
    see `bench/truth.py`. `measured`: on what.
    """
    found: Mapping[str, Any] = json.loads(resource_path("estimate.json").read_text("utf-8"))
    return found


def first_estimate(look: Look, trees: Trees) -> _Whole:
    """Return what the first round says, int32 (n) in 1/UNIT, and fill the second look."""
    total = np.zeros(look.features.shape[1], np.int32)
    trees.add_to(look.features, total)
    look.second(np.clip((total + 50) // 100, -1000, 1000).astype(np.int32))
    return total


@dataclass(frozen=True, slots=True)
class Score:
    """What the sides may expect, in points.

    black, white -- their points, komi included; lead -- Black's
    range -- where the lead lies in four of five positions
    rules -- `area` or `territory`: how it was counted
    """

    black: float = field(metadata=in_json("B"))
    white: float = field(metadata=in_json("W"))
    lead: float
    range: tuple[float, float]
    rules: str
    komi: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Estimate(Field):
    """The expected ownership, Black +1, with the score that follows from it."""

    score: Score


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Estimate:
    """Return the expected ownership, float64 (rows, columns), and the score."""
    shape = position.rows, position.columns
    if not any(position.cells):
        values = np.zeros(shape)
    elif 0 not in position.cells:
        # Nothing can be played and nothing be alive: the board is taken as it stands.
        values = np.frombuffer(position.cells, np.int8).astype(np.float64).reshape(shape)
    else:
        first, second = tables()
        look = Look(position, inputs)
        total = first_estimate(look, first)
        second.add_to(look.features, total)
        owned = np.clip(total, -UNIT, UNIT) * position.to_play
        values = (owned / UNIT).reshape(shape)
    return Estimate(values, "expected ownership, -1..1", score=score_of(position, values, params))


def score_of(position: Position, values: Values, params: Params) -> Score:
    """Return both sides' points, Black's lead and the range it lies in four times out of five.

    Area rules: each side is expected to own a share of every point. Territory rules: of the vacant
    points, of the enemy's stones twice (the point and the prisoner), and it has its prisoners.
    Komi is White's. Without a game it is counted by area and without komi. Raises LayerError for a
    komi that is no number.
    """
    rules = "territory" if params["rules"] == "territory" else "area"
    try:
        komi = 0.0 if params["komi"] == AS_IN_GAME else float(params["komi"])
    except ValueError:
        komi = math.nan
    if not math.isfinite(komi):
        raise LayerError(
            "estimate:komi takes a number or {as_in_game}, not {text!r}.",
            as_in_game=AS_IN_GAME, text=params["komi"])
    stones = np.frombuffer(position.cells, np.int8).reshape(values.shape)
    points = {}
    for colour in (BLACK, WHITE):
        share = (1.0 + colour * values) / 2.0
        if rules == "area":
            points[colour] = float(share.sum())
        else:
            points[colour] = float(share[stones == 0].sum() + 2.0 * share[stones == -colour].sum())
            points[colour] += position.captures[0 if colour == BLACK else 1]
    points[WHITE] += komi
    lead = points[BLACK] - points[WHITE]
    table, size = measured(), values.size / 361
    doubt = float((1.0 - np.abs(values)).sum()) / size
    error = float(np.interp(doubt, table["doubt"], table["error"])) * size
    return Score(round(points[BLACK], 1), round(points[WHITE], 1), round(lead, 1),
                 (round(lead - error, 1), round(lead + error, 1)), rules, komi)


def reasons(
    position: Position, inputs: Mapping[str, Result], params: Params, point: Point
) -> tuple[tuple[str, float], ...]:
    """Return what brings a point's value about, in words, Black positive; adds up to the value."""
    value = float(compute(position, inputs, params, None).values.flat[point])
    if not any(position.cells) or 0 not in position.cells:
        return ()
    first, second = tables()
    look = Look(position, inputs)
    first_estimate(look, first)
    changed = np.zeros(len(look.names))
    usual = sum(trees.take_apart(look.features, point, changed) for trees in (first, second))
    amounts: dict[str, float] = {}
    for (_, word), amount in zip(look.names, changed.tolist(), strict=True):
        amounts[word] = amounts.get(word, 0.0) + amount * position.to_play / UNIT
    found = sorted(amounts.items(), key=lambda item: -abs(item[1]))
    found.append((noted("the side to move"), usual * position.to_play / UNIT))
    cut = value - sum(amount for _, amount in found)
    return (*found, (noted("the limit of one point"), cut)) if abs(cut) > 1e-6 else tuple(found)


LAYER: Final = Layer(
    name="estimate",
    title="Estimate",
    kind=Field,
    unit="expected ownership, -1..1",
    source="irgo's own maps, calibrated on expected ownership by a strong network",
    compute=compute,
    params=(
        Param("rules", str, AS_IN_GAME, "Rules",
              "How the score is counted; game: as the record says.",
              choices=(AS_IN_GAME, "area", "territory")),
        Param("komi", str, AS_IN_GAME, "Komi",
              "White's points besides the board; game: as the record says."),
    ),
    needs=NEEDS,
    reasons=reasons,
)
