"""Sums of small decision trees over whole numbers: quick to evaluate, easy to take apart.

Each tree asks the same eight questions of every point, "is this feature above that threshold?";
the answers are the bits of the number of a leaf, and the leaf's amount is added. Arrays of T trees:
asked -- uint8 (T, 8), numbers of features; thresholds -- int16 (T, 8); leaves -- int16 (T, 256).
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels.argument_types import (
    Float64Buffer,
    Int16Table,
    Int32Buffer,
    UInt8Rows,
    UInt8Table,
    UInt16Table,
)
from irgo_app.kernels.compiler import inner_kernel, kernel

DEPTH: Final = 8
AT_ONCE: Final = 3
"""Trees whose amounts are added at once."""


@inner_kernel
def _answer(
    features: Int16Table, asked: UInt8Table, thresholds: Int16Table, answers: UInt8Rows
) -> None:
    """Write the number of each point's leaf in some trees, all eight questions in one go.

    Written out, so that the answers stay in registers until they are complete.
    """
    for tree in range(asked.shape[0]):
        numbers, least, out = asked[tree], thresholds[tree], answers[tree]
        first, second, third = features[numbers[0]], features[numbers[1]], features[numbers[2]]
        fourth, fifth, sixth = features[numbers[3]], features[numbers[4]], features[numbers[5]]
        seventh, eighth = features[numbers[6]], features[numbers[7]]
        for point in range(out.size):
            out[point] = (
                (first[point] > least[0])
                | (second[point] > least[1]) << 1
                | (third[point] > least[2]) << 2
                | (fourth[point] > least[3]) << 3
                | (fifth[point] > least[4]) << 4
                | (sixth[point] > least[5]) << 5
                | (seventh[point] > least[6]) << 6
                | (eighth[point] > least[7]) << 7)


@kernel
def add_trees(
    features: Int16Table, asked: UInt8Table, thresholds: Int16Table, leaves: Int16Table,
    answers: UInt8Rows, out: Int32Buffer,
) -> None:
    """Add every tree's amount for every point; about 0.13 us a tree on 361 points.

    Of three trees at once, so that the sums are read and written less often.

    features -- int16 (number of features, n); answers -- uint8 (AT_ONCE, n), scratch
    out -- int32 (n), changed
    """
    one, two, three = answers[0], answers[1], answers[2]
    rest = asked.shape[0] % AT_ONCE
    for tree in range(0, asked.shape[0] - rest, AT_ONCE):
        following = tree + AT_ONCE
        _answer(features, asked[tree:following], thresholds[tree:following], answers)
        first, second, third = leaves[tree], leaves[tree + 1], leaves[tree + 2]
        for point in range(out.size):
            out[point] += first[one[point]] + second[two[point]] + third[three[point]]
    for tree in range(asked.shape[0] - rest, asked.shape[0]):
        _answer(features, asked[tree:tree + 1], thresholds[tree:tree + 1], answers)
        for point in range(out.size):
            out[point] += leaves[tree, one[point]]


@kernel
def take_apart(
    features: Int16Table, point: int, asked: UInt8Table, thresholds: Int16Table,
    leaves: Int16Table, weights: UInt16Table, out: Float64Buffer,
) -> float:
    """Return what the trees give on average; add to `out` what each feature changed from there.

    A question's share is how far its answer moves the average over the leaves that are still
    possible, weighted by how many points of the calibration fell into them (Saabas, 2014). The
    returned average and all shares add up to the trees' amount at the point but for rounding.

    weights -- uint16 (T, 256); out -- float64 (number of features), changed
    """
    usual = 0.0
    for tree in range(asked.shape[0]):
        step, start = 1, 0
        before = 0.0
        for question in range(asked.shape[1] + 1):
            total, weight = 0.0, 0.0
            for leaf in range(start, leaves.shape[1], step):
                total += weights[tree, leaf] * leaves[tree, leaf]
                weight += weights[tree, leaf]
            mean = total / weight if weight > 0 else before
            if question == 0:
                usual += mean
            else:
                out[asked[tree, question - 1]] += mean - before
            before = mean
            if question < asked.shape[1]:
                feature = asked[tree, question]
                if features[feature, point] > thresholds[tree, question]:
                    start += step
                step *= 2
        # The last mean is the leaf itself, or of its parent where no point fell into it.
        out[asked[tree, asked.shape[1] - 1]] += leaves[tree, start] - before
    return usual
