"""Sums of small decision trees over whole numbers: quick to evaluate, easy to take apart.

Each tree asks the same eight questions of every point, "is this feature above that threshold?";
the answers are the bits of the number of a leaf, and the leaf's amount is added. Arrays of T trees:
asked -- uint8 (T, 8), numbers of features; thresholds -- int16 (T, 8); leaves -- int16 (T, 256).
"""

from __future__ import annotations

from typing import Final

from irgo_app.kernels import inner_kernel, kernel
from irgo_app.kernels.argument_types import (
    Float64Buffer,
    Int16s,
    Int16Table,
    Int32Buffer,
    UInt8Buffer,
    UInt8s,
    UInt8Table,
    UInt16Table,
)

DEPTH: Final = 8


@inner_kernel
def _answer(
    features: Int16Table, asked: UInt8s, thresholds: Int16s, answers: UInt8Buffer
) -> None:
    """Write the number of each point's leaf in one tree, all eight questions in one go.

    Written out, so that the answers stay in registers until they are complete.
    """
    first, second, third = features[asked[0]], features[asked[1]], features[asked[2]]
    fourth, fifth, sixth = features[asked[3]], features[asked[4]], features[asked[5]]
    seventh, eighth = features[asked[6]], features[asked[7]]
    for point in range(answers.size):
        answers[point] = (
            (first[point] > thresholds[0])
            | (second[point] > thresholds[1]) << 1
            | (third[point] > thresholds[2]) << 2
            | (fourth[point] > thresholds[3]) << 3
            | (fifth[point] > thresholds[4]) << 4
            | (sixth[point] > thresholds[5]) << 5
            | (seventh[point] > thresholds[6]) << 6
            | (eighth[point] > thresholds[7]) << 7)


@kernel
def add_trees(
    features: Int16Table, asked: UInt8Table, thresholds: Int16Table, leaves: Int16Table,
    answers: UInt8Buffer, out: Int32Buffer,
) -> None:
    """Add every tree's amount for every point; about 0.15 us a tree on 361 points.

    features -- int16 (number of features, n); answers -- uint8 (n), scratch
    out -- int32 (n), changed
    """
    for tree in range(asked.shape[0]):
        _answer(features, asked[tree], thresholds[tree], answers)
        amounts = leaves[tree]
        for point in range(out.size):
            out[point] += amounts[answers[point]]


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
