"""Smooth shapes lie where fields and stones are, and move with them."""

import numpy as np
import pytest

from irgo_app.draw.smooth_shapes import Loop, Loops, bodies, fine_field, loops_above, on_spline


def _winds(loop: Loop, x: float, y: float) -> bool:
    """Return whether a place lies in a loop, by the sides that a ray to the right crosses."""
    middles = (loop + np.roll(loop, -1, axis=0)) / 2
    (x0, y0), (x1, y1) = middles.T, np.roll(middles, -1, axis=0).T
    crossing = (y0 > y) != (y1 > y)
    return bool(np.count_nonzero(
        crossing & (x < x0 + (y - y0) * (x1 - x0) / np.where(y1 == y0, 1, y1 - y0))) % 2)


def is_in(loops: Loops, x: float, y: float) -> bool:
    """Return whether a place lies in an odd number of loops."""
    return sum(_winds(loop, x, y) for loop in loops) % 2 == 1


def test_between_points_a_field_takes_their_values_and_never_goes_beyond() -> None:
    values = np.random.default_rng(3).uniform(-1, 1, (6, 9))
    fine = fine_field(values, 4)
    assert fine.shape == (25, 37)
    assert fine[2::4, 2::4] == pytest.approx(values)
    assert np.abs(fine).max() <= np.abs(values).max()


@pytest.mark.parametrize("seed", range(5))
def test_a_loop_encloses_the_points_that_are_well_above_its_level(seed: int) -> None:
    values = np.random.default_rng(seed).uniform(0, 1, (9, 13))
    for level, loops in zip((0.3, 0.7), loops_above(fine_field(values), (0.3, 0.7)), strict=True):
        for (row, column), value in np.ndenumerate(values):
            if abs(value - level) > 0.2:
                assert is_in(loops, column, row) == (value > level), (row, column, value)


def test_a_steep_edge_moves_less_than_a_third_of_a_line_when_a_field_changes_little() -> None:
    values = np.tile(np.clip(1.3 - 0.3 * np.arange(9.0), 0, 1), (7, 1))
    edges = []
    for change in (-0.049, 0.0, 0.05):
        (loop,), = loops_above(fine_field(np.clip(values + change, 0, 1)), (0.72,))
        edges.append(float(loop[np.abs(loop[:, 1] - 3) < 0.3, 0].max()))
    assert 0 < max(edges) - min(edges) < 1 / 3


def test_stones_that_are_linked_have_one_body_and_the_other_sides_begins_half_way() -> None:
    linked = [([(2, 2), (4, 2)], [((2, 2), (4, 2), False)])]
    (ours, theirs) = bodies(linked, [([(2, 3)], [])], 9, 9, 0.6)
    assert len(ours) == 1 and is_in(ours, 3, 2) and is_in(ours, 2.3, 2.3)
    assert not is_in(ours, 2, 2.55) and is_in(theirs, 2, 2.55)
    assert not is_in(ours, 3, 2.5)
    apart, _ = bodies([([(2, 2), (4, 2)], [])], [], 9, 9, 0.6)
    assert len(apart) == 2 and not is_in(apart, 3, 2)


def test_places_on_a_spline_go_from_its_first_control_point_to_its_last() -> None:
    line = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (4.0, 2.0)])
    places = on_spline(line)
    assert places.tolist() == [[0, 0], [1.5, 0.25], [2, 1], [2.5, 1.75], [4, 2]]
    shortest = on_spline(line[:3])
    assert shortest.tolist() == [[0, 0], [1.5, 0.5], [2, 2]]
