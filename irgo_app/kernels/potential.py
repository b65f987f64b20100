"""Potential: every stone adds a stamp of values around itself.

Source: Tajima & Sanechika, "Determination of Inner Areas of Moyo by Potential Values", appendix A
(fifteen tables by the stone's distances from the two nearest edges) and section 5 (1/d and 1/2^d).
The tables lie in resources/potential_tables.json. Stamps are whole numbers, so that a stone taken
away leaves nothing behind.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from irgo_app.kernels.argument_types import Int8s, Int32Buffer, Int64Buffer, UInt16Buffer
from irgo_app.kernels.compiler import kernel
from irgo_app.resource_files import computed_with

_CLASS_LIMIT: Final = 5
"""Lines from the edge that are told apart; the fifth stands for all farther ones."""
_TABLE_SCALE: Final = 8.0
_FORMULA_SCALE: Final = 2.0**32
_STRENGTH: Final = 100.0

_Table: TypeAlias = tuple[tuple[int, int], tuple[tuple[int, ...], ...]]


class Stamps(NamedTuple):
    """The stamp of every point: starts -- int32 (n+1), points -- uint16, amounts -- int64."""

    starts: Int32Buffer
    points: UInt16Buffer
    amounts: Int64Buffer


def scale_of(function: str) -> float:
    """Return how many units of the amounts make a potential of 1."""
    return _TABLE_SCALE if function == "tables" else _FORMULA_SCALE


@lru_cache(maxsize=8)
def stamps(columns: int, rows: int, function: str, distance: str, reach: int) -> Stamps:
    """Return the stamps of a board size.

    function -- tables, 1/d or 1/2^d; distance -- manhattan or euclidean, reach -- where formulas
    are cut; both for the formulas only. Where several placements of a table are equally right (two
    edges equally near), their mean is taken, so that the field keeps the board's symmetries.
    """
    found: list[dict[int, int]] = []
    for point in range(columns * rows):
        row, column = divmod(point, columns)
        if function == "tables":
            found.append(_table_stamp(row, column, columns, rows))
        else:
            found.append(_formula_stamp(row, column, columns, rows, function, distance, reach))
    starts = np.cumsum([0] + [len(stamp) for stamp in found])
    return Stamps(
        starts.astype(np.int32),
        np.array([point for stamp in found for point in sorted(stamp)], np.uint16),
        np.array([stamp[point] for stamp in found for point in sorted(stamp)], np.int64))


def _formula_stamp(
    row: int, column: int, columns: int, rows: int, function: str, distance: str, reach: int
) -> dict[int, int]:
    stamp = {}
    for near_row in range(max(0, row - reach), min(rows, row + reach + 1)):
        for near_column in range(max(0, column - reach), min(columns, column + reach + 1)):
            down, right = near_row - row, near_column - column
            steps = float(abs(down) + abs(right)) if distance == "manhattan" else math.sqrt(
                down * down + right * right)
            if steps <= reach:
                share = 1.0 / max(steps, 1.0) if function == "1/d" else 2.0**-steps
                stamp[near_row * columns + near_column] = round(
                    _STRENGTH * share * _FORMULA_SCALE)
    return stamp


def _table_stamp(row: int, column: int, columns: int, rows: int) -> dict[int, int]:
    """Return the mean of all equally right placements of the point's table, times _TABLE_SCALE."""
    line, other_line = (
        min(place + 1, size - place, _CLASS_LIMIT) for place, size in ((row, rows),
                                                                       (column, columns)))
    (stone_row, stone_column), table = _tables()[min(line, other_line), max(line, other_line)]
    placements = [
        (is_turned, down, right)
        for is_turned in _orientations(line, other_line)
        for down in _directions(row, rows) for right in _directions(column, columns)
    ]
    total: dict[int, int] = defaultdict(int)
    for is_turned, down, right in placements:
        for i, values in enumerate(table):
            for j, value in enumerate(values):
                inward, along = i - stone_row, j - stone_column
                near_row = row + down * (along if is_turned else inward)
                near_column = column + right * (inward if is_turned else along)
                if value and 0 <= near_row < rows and 0 <= near_column < columns:
                    total[near_row * columns + near_column] += value
    part = int(_TABLE_SCALE) // len(placements)
    return {point: part * value for point, value in total.items()}


def _orientations(line: int, other_line: int) -> tuple[bool, ...]:
    """Return whether the table's rows run along the columns of the board (its nearest edge left
    or right): both ways for equal lines.
    """
    if line == other_line:
        return (False, True)
    return (line > other_line,)


def _directions(place: int, size: int) -> tuple[int, ...]:
    """Return the ways that lead from the nearest edge inwards: +1 from the first, -1 from the last
    line, both in the middle.
    """
    before, behind = place, size - 1 - place
    if before == behind:
        return (1, -1)
    return (1,) if before < behind else (-1,)


@cache
def _tables() -> dict[tuple[int, int], _Table]:
    """Return the tables by their lines from the nearest and from the other edge."""
    document = json.loads(computed_with("potential_tables.json"))
    return {
        (table["line_from_edge"], table["line_from_other_edge"]):
        ((table["stone"][0], table["stone"][1]), tuple(tuple(row) for row in table["rows"]))
        for table in document["tables"]
    }


@kernel
def add_stamp(point: int, factor: int, stamps: Stamps, out: Int64Buffer) -> None:
    """Add `factor` times the stamp of a point; out -- int64 (n), changed."""
    points, amounts = stamps.points, stamps.amounts
    for entry in range(stamps.starts[point], stamps.starts[point + 1]):
        out[points[entry]] += factor * amounts[entry]


@kernel
def add_changes(before: Int8s, after: Int8s, stamps: Stamps, out: Int64Buffer) -> None:
    """Bring a potential from one set of stones to another: one stamp for each that differs.

    A stamp passes over other stones, so nothing else changes. From an empty board this is the whole
    field: sum over stones of colour * stamp. Source: Tajima & Sanechika, section 2; moyo.json.

    before, after -- int8 (n); stamps -- see `Stamps`; out -- int64 (n), changed
    """
    for point in range(before.size):
        if before[point] != after[point]:
            add_stamp(point, after[point] - before[point], stamps, out)
