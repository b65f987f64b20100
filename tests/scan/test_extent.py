"""Which lines of a lattice are a board's."""

import numpy as np
import pytest

from irgo_app.scan.extent import Extent, Stretches, extent_of

FIRST = (-5, -3)


def grid(columns: range, rows: range, *, across: int = 26, down: int = 24) -> Stretches:
    """Return a lattice on which just the lines of a board are seen."""
    upright = np.zeros((down - 1, across, 2))
    level = np.zeros((down, across - 1, 2))
    upright[rows.start:rows.stop - 1, columns.start:columns.stop] = 1.0
    level[rows.start:rows.stop, columns.start:columns.stop - 1] = 1.0
    return Stretches(upright, level, np.zeros((down, across), np.bool_))


def with_stones(seen: Stretches, points: list[tuple[int, int]]) -> Stretches:
    """Return what is seen when stones lie on points (row, column)."""
    for row, column in points:
        seen.discs[row, column] = True
        seen.upright_halves[row - 1, column, 1] = seen.upright_halves[row, column, 0] = 0.0
        seen.level_halves[row, column - 1, 1] = seen.level_halves[row, column, 0] = 0.0
    return seen


def lines(extent: Extent | None) -> tuple[range, range]:
    """Return columns and rows as counted in the arrays."""
    assert extent is not None
    return (range(extent.columns.start - FIRST[0], extent.columns.stop - FIRST[0]),
            range(extent.rows.start - FIRST[1], extent.rows.stop - FIRST[1]))


@pytest.mark.parametrize(("columns", "rows"), [
    (range(3, 22), range(2, 21)), (range(4, 13), range(5, 14)), (range(2, 9), range(6, 17))])
def test_all_lines_that_are_seen_are_the_board(columns: range, rows: range) -> None:
    found = extent_of(grid(columns, rows), FIRST)
    assert lines(found) == (columns, rows)
    assert found is not None and found.shown == pytest.approx(0.97)


def test_stones_hide_lines_but_not_the_board() -> None:
    columns, rows = range(3, 22), range(2, 21)
    rng = np.random.default_rng(4)
    points = [(int(row), int(column)) for row in rows for column in columns if rng.random() < 0.8]
    assert lines(extent_of(with_stones(grid(columns, rows), points), FIRST)) == (columns, rows)


def test_a_column_of_stones_is_the_last_line() -> None:
    columns, rows = range(3, 22), range(2, 21)
    hidden = [(row, columns[-1]) for row in rows]
    assert lines(extent_of(with_stones(grid(columns, rows), hidden), FIRST)) == (columns, rows)


def test_what_looks_like_a_line_here_and_there_is_none() -> None:
    columns, rows = range(3, 22), range(2, 21)
    seen = grid(columns, rows)
    rng = np.random.default_rng(5)
    seen.upright_halves[rng.random(seen.upright_halves.shape) < 0.06] = 1.0
    seen.level_halves[rng.random(seen.level_halves.shape) < 0.06] = 1.0
    assert lines(extent_of(seen, FIRST)) == (columns, rows)


def test_a_frame_that_nothing_joins_to_the_board_is_left_out() -> None:
    columns, rows = range(3, 22), range(2, 21)
    seen = grid(columns, rows)
    seen.upright_halves[rows.start:rows.stop - 1, columns.stop] = 1.0
    assert lines(extent_of(seen, FIRST)) == (columns, rows)


def test_hardly_any_line_is_no_board() -> None:
    assert extent_of(grid(range(0), range(0)), FIRST) is None
    assert extent_of(grid(range(4, 7), range(4, 7)), FIRST) is None
    assert extent_of(grid(range(3), range(3), across=3, down=3), FIRST) is None


def test_more_lines_speak_more_for_a_board() -> None:
    small, large = (extent_of(grid(range(3, 3 + size), range(3, 3 + size)), FIRST)
                    for size in (9, 19))
    assert small is not None and large is not None and large.score > 3 * small.score > 0
