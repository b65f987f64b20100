"""Vertices, letters and view transforms."""

import pytest

from irgo_app.go.coordinates import (SYMMETRIES, CoordinateStyle, column_name, point_of_sgf_letters,
                                     point_of_vertex, rim_labels, sgf_letters, transformed_point,
                                     transformed_size, vertex)
from irgo_app.go.point import PASS


@pytest.mark.parametrize("columns, rows", [(2, 2), (9, 9), (13, 9), (19, 19), (52, 52)])
def test_every_point_has_one_name_of_each_kind(columns: int, rows: int) -> None:
    points = range(columns * rows)
    vertices = [vertex(point, columns, rows) for point in points]
    letters = [sgf_letters(point, columns) for point in points]
    assert len(set(vertices)) == len(set(letters)) == columns * rows
    assert [point_of_vertex(name, columns, rows) for name in vertices] == list(points)
    assert [point_of_sgf_letters(name, columns, rows) for name in letters] == list(points)


def test_known_names() -> None:
    assert vertex(0, 19, 19) == "A19"
    assert vertex(360, 19, 19) == "T1"
    assert point_of_vertex("q16", 19, 19) == 3 * 19 + 15
    assert sgf_letters(3 * 19 + 15, 19) == "pd"
    assert column_name(25) == "AA"
    assert vertex(PASS, 19, 19) == "pass"


@pytest.mark.parametrize("name", ["I5", "A0", "A20", "U1", "", "5", "AA1", "A1B"])
def test_what_is_no_point(name: str) -> None:
    with pytest.raises(ValueError):
        point_of_vertex(name, 19, 19)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_view_transforms_move_every_point_to_its_own_place(symmetry: int) -> None:
    columns, rows = 13, 9
    seen = {transformed_point(point, columns, rows, symmetry) for point in range(columns * rows)}
    assert seen == set(range(columns * rows))
    assert sorted(transformed_size(columns, rows, symmetry)) == [9, 13]


def test_rim_labels() -> None:
    assert rim_labels(CoordinateStyle.GTP, 9, 9) == (list("ABCDEFGHJ"), list("987654321"))
    assert rim_labels(CoordinateStyle.SGF, 3, 2) == (list("abc"), list("ab"))
    assert rim_labels(CoordinateStyle.NONE, 2, 2) == (["", ""], ["", ""])
