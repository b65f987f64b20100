"""SVG, PNG, PDF and text agree with the diagram they are given."""

import json
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from irgo_app.draw.board_geometry import BoardGeometry, BoardPart
from irgo_app.draw.board_painter import Look, placed
from irgo_app.draw.drawables import (Arrow, CandidateStone, ColouredLinks, Diagram, GhostStone,
                                     Label, Letter, Loss, Mark, MarkShape, Outline, PlayedHere,
                                     RegionTint, Tint, TintStyle)
from irgo_app.draw.export import pdf_of, picture_geometry, png_of, svg_of, write_picture
from irgo_app.draw.field_painter import contour_segments, fields_rgba
from irgo_app.draw.palette import (BOARD_THEMES, INK_AND_SKY, LIT, LOST, PAPER, RED_AND_BLUE,
                                   TINT_PALETTES, WOOD, TintPalette, hex_colour)
from irgo_app.draw.text_painter import field_text, text_of
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers import layer_named
from tests.conftest import DATA

SVG = "{http://www.w3.org/2000/svg}"
POSITION = Position.from_diagram(""". . X . .
                                    . O X . .
                                    . O . . .
                                    . . . . .""")
EVERYTHING = (
    RegionTint(BLACK, (0, 1)), ColouredLinks({BLACK: (3,), WHITE: (10,)}, {BLACK: ((2, 3),),
                                                                          WHITE: ()}),
    *(Mark(index, shape) for index, shape in enumerate(MarkShape)),
    Label(18, "<&"), Arrow(0, 12), Arrow(4, 4), Arrow(5, 7, False), GhostStone(19, WHITE),
)


def test_no_dot_lies_under_a_number() -> None:
    dots = tuple(Mark(stone, MarkShape.BLACK_DOT) for stone in (2, 6))
    bare, numbered = (svg_of(Diagram(POSITION, dots, move_numbers=numbers)).count("<circle")
                      for numbers in ({}, {6: 41}))
    assert numbered == bare - 1


@pytest.mark.parametrize("shape", [
    MarkShape.TRIANGLE, MarkShape.SQUARE, MarkShape.CIRCLE, MarkShape.CROSS, MarkShape.SELECTED,
    MarkShape.BLACK_TERRITORY])
@pytest.mark.parametrize("text", ["A", "12", "number"])
@pytest.mark.parametrize("point", [0, 2, 6])
def test_a_mark_and_a_text_on_one_point_are_both_read(
    shape: MarkShape, text: str, point: int
) -> None:
    """The rows that the mark takes end before those of the text begin."""
    numbers = {point: 12} if text == "number" else {}
    if numbers and not POSITION.cells[point]:
        return
    words = () if numbers else (Label(point, text),)

    def lines(*drawables: object, numbers: dict[int, int]) -> npt.NDArray[np.uint8]:
        diagram = Diagram(POSITION, drawables, move_numbers=numbers)  # type: ignore[arg-type]
        picture = QImage.fromData(png_of(diagram, size=500))
        return np.frombuffer(bytes(picture.constBits()), np.uint8).reshape(picture.height(), -1)

    both = lines(Mark(point, shape), *words, numbers=numbers)
    rows = np.flatnonzero((both != lines(numbers={})).any(axis=1)).tolist()
    gaps = [(above, below) for above, below in pairwise(rows) if below > above + 1]
    assert len(gaps) == 1, "the text begins below the mark"
    assert rows[0] > 0 and rows[-1] < len(both) - 1


def test_what_is_dimmed_is_so_with_all_that_is_on_it() -> None:
    signs = (Mark(18, MarkShape.DIMMED), Arrow(18, 16), Label(18, "x"), Mark(18, MarkShape.CIRCLE))
    root = ET.fromstring(svg_of(Diagram(POSITION, signs)).encode())
    last = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "labels")[-1]
    assert last.tag == f"{SVG}rect"


def test_letters_are_those_of_places_and_of_the_record_alone() -> None:
    """A candidate on a place has the place's letter over its number, and none of its own."""
    candidates = tuple(CandidateStone(point, BLACK, Loss.NONE, str(point))
                       for point in (15, 16, 17))
    places = (Letter(16, "A"), Letter(19, "B"))

    def letters(*drawables: Letter | CandidateStone | Label) -> list[str]:
        root = ET.fromstring(svg_of(Diagram(
            POSITION, drawables, coordinates=CoordinateStyle.NONE)).encode())
        return [text.text for text in root.iter(f"{SVG}text") if text.text and text.text.isalpha()]

    assert letters(*candidates) == []
    assert letters(*candidates, *places) == ["A", "B"]
    assert letters(*candidates, Label(16, "A"), Label(19, "c")) == ["A", "c"]


def test_a_move_that_was_played_next_is_a_stone_in_a_ring() -> None:
    """Where a stone stands already there is nothing to be told."""
    def seen(point: int) -> set[tuple[int, int, int]]:
        picture = svg_of(Diagram(POSITION, (PlayedHere(point, BLACK),)))
        return {LOST} if hex_colour(LOST) in picture else set()

    assert seen(15) == {LOST} and POSITION.cells[15] == 0
    assert not seen(next(point for point, cell in enumerate(POSITION.cells) if cell))


def test_the_sign_of_the_last_move_lies_on_no_label() -> None:
    def marks(*labels: Label) -> int:
        root = ET.fromstring(svg_of(Diagram(POSITION, labels, last_move=2)).encode())
        return len(next(group for group in root.iter(f"{SVG}g") if group.get("id") == "marks"))

    assert marks(Label(3, "A")) == 1 and marks(Label(2, "A")) == 0


@pytest.mark.parametrize("style", TintStyle)
@pytest.mark.parametrize("symmetry", range(8))
def test_svg_is_well_formed_and_escaped(style: TintStyle, symmetry: int) -> None:
    tint = Tint(np.linspace(-1, 1, 20).reshape(4, 5), style)
    diagram = Diagram(POSITION, (tint, *EVERYTHING), last_move=2, symmetry=symmetry,
                      move_numbers={6: 12})
    root = ET.fromstring(svg_of(diagram, legend=("a < b",)).encode())
    groups = [group.get("id") for group in root.iter(f"{SVG}g")]
    assert groups == ["board", "field", "grid", "links", "stones", "marks", "labels", "legend"]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"<&", "12", "a < b", "A", "4"} <= set(texts)
    stones = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "stones")
    fills = [stone.get("fill") for stone in stones]
    assert (fills.count("url(#black)"), fills.count("url(#white)")) == (2, 3)


def _lightness_beside(picture: QImage, geometry: BoardGeometry, point: int) -> int:
    """Return how light the board is between the lines at a point."""
    x, y = geometry.centre(point)
    return picture.pixelColor(round(x + 0.25 * geometry.cell),
                              round(y + 0.25 * geometry.cell)).lightness()


@pytest.mark.parametrize("size", [(2, 2), (13, 9), (52, 52)])
@pytest.mark.parametrize("theme", BOARD_THEMES, ids=lambda theme: theme.name)
def test_png_and_pdf(size: tuple[int, int], theme: object) -> None:
    position = Position.empty(*size)
    values = np.zeros((size[1], size[0]))
    values[:, 0], values[:, -1] = 1.0, -1.0
    diagram = Diagram(position, (Tint(values),), coordinates=CoordinateStyle.NONE)
    look = Look(theme)  # type: ignore[arg-type]
    picture = QImage.fromData(png_of(diagram, size=400, look=look))
    assert max(picture.width(), picture.height()) == 400
    geometry = picture_geometry(diagram, picture.width(), picture.height())
    black, white = (_lightness_beside(picture, geometry, point) for point in (0, size[0] - 1))
    assert black < white
    assert pdf_of(diagram, size=400, look=look).startswith(b"%PDF")


def _size(diagram: Diagram, size: int, legend: tuple[str, ...] = ()) -> tuple[int, int]:
    picture = QImage.fromData(png_of(diagram, size=size, legend=legend))
    return picture.width(), picture.height()


def test_the_longer_side_is_exact() -> None:
    square, wide = Diagram(Position.empty()), Diagram(Position.empty(13, 9))
    bare = Diagram(Position.empty(), coordinates=CoordinateStyle.NONE)
    assert [_size(diagram, 300) for diagram in (square, bare)] == [(300, 300)] * 2
    assert _size(wide, 301)[0] == 301 > _size(wide, 301)[1]
    for legend in ("one",), ("word " * 60, "two"), ("x" * 4000,):
        width, height = _size(square, 300, legend)
        assert height == 300 and 100 < width < 300


def test_a_part_is_shown_alone_with_its_coordinates() -> None:
    part = BoardPart.between(0, 4 * 19 + 6, 19)
    diagram = Diagram(Position.empty(), (Label(0, "in"), Label(200, "out")), part=part)
    root = ET.fromstring(svg_of(diagram, size=420).encode())
    assert [root.get("width"), root.get("height")] == ["420", "317"]
    texts = Counter(text.text for text in root.iter(f"{SVG}text"))
    assert {*"ABCDEFG", "19", "15"} <= set(texts) and not {"H", "14"} & set(texts)
    clip = next(root.iter(f"{SVG}clipPath"))[0]
    geometry = picture_geometry(diagram, 420, 420)
    x, y, width, height = (float(clip.get(name, "")) for name in ("x", "y", "width", "height"))
    inside, outside = geometry.centre(0), geometry.centre(200)
    assert x < inside[0] < x + width and y < inside[1] < y + height
    assert not (x < outside[0] < x + width and y < outside[1] < y + height)
    assert pdf_of(diagram).startswith(b"%PDF")


@given(st.integers(0, 62), st.integers(0, 62), st.integers(0, 7))
def test_a_part_is_the_same_points_through_every_view(
    one: int, other: int, symmetry: int
) -> None:
    part = BoardPart.between(one, other, 9)
    diagram = Diagram(Position.empty(9, 7), symmetry=symmetry, part=part)
    geometry = picture_geometry(diagram, 500, 500)
    left, top, width, height = geometry.shown_lines()
    for point in range(63):
        row, column = divmod(point, 9)
        x, y = geometry.centre(point)
        is_seen = left - 1 < x < left + width + 1 and top - 1 < y < top + height + 1
        assert is_seen == (part.first_row <= row <= part.last_row
                           and part.first_column <= column <= part.last_column)


def test_without_ground_what_is_no_line_and_no_stone_is_transparent() -> None:
    diagram = Diagram(Position.empty(5), coordinates=CoordinateStyle.NONE)
    picture = QImage.fromData(png_of(diagram, size=200, has_ground=False))
    geometry = picture_geometry(diagram, 200, 200)
    x, y = geometry.centre(6)
    beside = round(x + geometry.cell / 2), round(y + geometry.cell / 2)
    assert picture.pixelColor(*beside).alpha() == 0
    assert picture.pixelColor(int(x), beside[1]).alpha() > 150


def test_the_ending_chooses_the_format(tmp_path: Path) -> None:
    folder = tmp_path
    for name, start in (("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG"), ("a.pdf", b"%PDF")):
        write_picture(folder / name, Diagram(POSITION), size=100)
        assert (folder / name).read_bytes().startswith(start)
    with pytest.raises(UsageError, match=r"^a\.gif should end in \.png, \.svg, \.pdf\.$"):
        write_picture(folder / "a.gif", Diagram(POSITION))
    with pytest.raises(UsageError, match="There is no folder"):
        write_picture(folder / "no" / "a.svg", Diagram(POSITION))


@given(st.lists(st.floats(-2, 2), min_size=6, max_size=6))
def test_exchanging_the_sign_exchanges_the_colours(numbers: list[float]) -> None:
    values = np.array(numbers).reshape(2, 3)
    tints = INK_AND_SKY.on(WOOD)
    ours, theirs = fields_rgba([values], tints, [1.0]), fields_rgba([-values], tints, [1.0])
    assert np.array_equal(ours[..., 3], theirs[..., 3])
    strong = ours[..., 3] > 0
    black, white = np.array(tints.black), np.array(tints.white)
    is_black = (ours[..., :3] == black).all(axis=-1)
    was_black = (theirs[..., :3] == black).all(axis=-1)
    assert (is_black ^ was_black)[strong].all()
    assert (theirs[..., :3] == white).all(axis=-1)[strong & is_black].all()


@pytest.mark.parametrize("palette", TINT_PALETTES, ids=lambda palette: palette.name)
def test_neutral_stays_wood_and_strength_shows_in_steps(palette: TintPalette) -> None:
    values = np.array([[0.0, 0.05, 0.3, 0.6, 0.9, 0.9]] * 2)
    alpha = fields_rgba([values], palette.on(WOOD), [1.0], pixels_per_cell=2,
                       is_smooth=False)[0, ::2, 3].astype(int)
    assert alpha.shape == (5,), "the picture ends at the edge line"
    assert alpha[0] == alpha[1] == 0
    assert (np.diff(alpha[1:]) > 15).all()


def test_fields_are_laid_over_each_other_like_sheets_of_glass() -> None:
    random = np.random.default_rng(8)
    fields, opacities = list(random.uniform(-1.2, 1.2, (3, 5, 7))), (1.0, 0.4, 0.8)
    tints, board = INK_AND_SKY.on(WOOD), np.array(WOOD.flat, float)
    seen = board
    for values, opacity in zip(fields, opacities, strict=True):
        picture = fields_rgba([values], tints, [opacity]).astype(float)
        seen = seen + picture[..., 3:] / 255 * (picture[..., :3] - seen)
    together = fields_rgba(fields, tints, opacities).astype(float)
    ours = board + together[..., 3:] / 255 * (together[..., :3] - board)
    assert together.shape == (64, 96, 4) and np.abs(ours - seen).max() < 2


def test_contours_run_between_the_values() -> None:
    values = np.zeros((5, 5))
    values[:, 3:] = 1.0
    [segments] = contour_segments(values, [0.5])
    assert len(segments)
    assert all(2.0 < x < 3.0 for start, _, end, _ in segments for x in (start, end))
    assert {segments[:, 1::2].min(), segments[:, 1::2].max()} == {0.0, 4.0}
    assert not len(contour_segments(np.zeros((5, 5)), [0.5])[0])


def test_contours_are_closed_or_end_at_the_edge() -> None:
    values = np.random.default_rng(3).normal(size=(9, 13))
    both = contour_segments(values, [0.3, -0.3])
    for pieces in both:
        ends = Counter(tuple(np.round(end, 6)) for piece in pieces
                       for end in (piece[:2], piece[2:]))
        loose = [end for end, count in ends.items() if count % 2]
        assert loose and all(x in (0, 12) or y in (0, 8) for x, y in loose)
    [mirrored] = contour_segments(-values, [0.3])
    assert np.array_equal(both[1], mirrored)


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("size", [(19, 19), (13, 9)])
def test_every_pixel_of_a_cell_is_its_point(symmetry: int, size: tuple[int, int]) -> None:
    geometry = BoardGeometry.fitted(*size, 700, 500, symmetry=symmetry)
    for point in range(size[0] * size[1]):
        x, y = geometry.centre(point)
        reach = 0.45 * geometry.cell
        assert geometry.point_at(x + reach, y - reach) == point
    left, top, width, height = geometry.playing_area()
    assert geometry.point_at(left - 2, top) is None
    assert geometry.point_at(left + width + 2, top + height) is None


def test_text_diagrams() -> None:
    assert text_of(Diagram(POSITION, last_move=2)).splitlines() == [
        "    A B C D E", "  4 . .(X). . 4", "  3 . O X . . 3", "  2 . O . . . 2",
        "  1 . . . . . 1", "    A B C D E"]
    assert field_text(np.array([[1.0, -12.0], [-0.0, 3.0]])) == "   1 -12\n   0   3"
    assert field_text(np.array([[0.25, -1.0]])) == "  0.2 -1.0"


def test_fields_of_real_games_never_flood_the_board() -> None:
    """Up to the endgame at most half of the board is tinted strongly at full opacity."""
    layer = layer_named("influence.shadow")
    cases = json.loads((DATA / "oracles" / "positions.json").read_text())
    for case in (case for case in cases if case["name"] != "self05_m200"):
        position = Position.from_diagram(case["rows"])
        result = layer.compute(position, {}, layer.full_params({}), None)
        [tint] = [found for found in layer.drawables(result) if isinstance(found, Tint)]
        alpha = fields_rgba([tint.values], INK_AND_SKY.on(WOOD), [1.0])[..., 3]
        assert (alpha > 0.9 * 255 * INK_AND_SKY.on(WOOD).opacity).mean() < 0.5, case["name"]


@pytest.mark.parametrize("text", [
    "a\x01b", "\x1b[31mred", "\ud800", "\ufffe", "\u202egnp", "line\nbreak", "<b>&\"'", "\x00",
    "x" * 100_000, "日本", "\U0001f600"])
def test_what_cannot_be_shown_becomes_a_sign(text: str) -> None:
    diagram = Diagram(POSITION, (Label(18, text),))
    document = svg_of(diagram, size=200, legend=(text,))
    shown = "".join(ET.fromstring(document.encode()).itertext())
    assert not set(shown) & set("\x00\x01\x1b\u202e\ufffe")
    if set(text) & set("\x00\x01\x1b\u202e\ufffe\ud800"):
        assert "\ufffd" in shown
    assert png_of(diagram, size=200, legend=(text,)).startswith(b"\x89PNG")
    assert pdf_of(diagram, size=200, legend=(text,)).startswith(b"%PDF")
    text_of(diagram).encode("ascii")


def _written(diagram: Diagram) -> dict[str, int]:
    return {label.text: label.point for label in placed(diagram)}


def test_no_label_stands_on_a_number_a_sign_or_another_label() -> None:
    everywhere = tuple(range(20))
    labels = (Label(2, "+14", everywhere), Label(0, "W1", everywhere), Label(0, "W2", everywhere),
              Label(0, "a"), Label(1, "b"))
    found = _written(Diagram(POSITION, (*labels, Mark(3, MarkShape.TRIANGLE), GhostStone(4, BLACK)),
                             last_move=7, move_numbers={2: 1, 6: 12}))
    assert (found["a"], found["b"]) == (0, 1), "what the record writes stays where it is"
    assert len(set(found.values())) == len(found) == 5
    taken = {0, 1, 2, 3, 4, 6, 7}
    for text in ("+14", "W1", "W2"):
        assert found[text] not in taken and not POSITION.cells[found[text]]


def test_a_label_without_a_free_place_is_left_out() -> None:
    assert _written(Diagram(POSITION, (Label(2, "+3", (6,)), Label(0, "B", ())),
                            last_move=0, move_numbers={2: 1, 6: 12})) == {}


def test_the_later_of_two_labels_of_the_record_is_written() -> None:
    assert _written(Diagram(POSITION, (Label(0, "A"), Label(0, "x")))) == {"x": 0}


@pytest.mark.parametrize("text", ["1", "12", "123", "+123"])
def test_texts_on_neighbouring_points_never_touch(text: str) -> None:
    diagram = Diagram(POSITION, (Label(15, text), Label(16, text)))
    picture = ET.fromstring(svg_of(diagram, size=400).encode())
    written = [found for found in picture.iter(f"{SVG}text") if found.text == text]
    places = [float(found.get("x", "")) for found in written][-2:]
    widest = len(text) * 0.7 * float(written[-1].get("font-size", ""))
    assert abs(places[1] - places[0]) > widest


def test_labels_have_a_rim_and_no_hole_behind_them() -> None:
    bare, labelled = (
        svg_of(Diagram(POSITION, labels)) for labels in ((), (Label(0, "12"), Label(6, "7"))))
    assert labelled.count("<circle") == bare.count("<circle")
    texts = [found for found in ET.fromstring(labelled.encode()).iter(f"{SVG}text")
             if found.get("font-weight") == "bold"]
    assert [found.get("paint-order") for found in texts] == ["stroke", None]


def _pixels(diagram: Diagram) -> tuple[QImage, BoardGeometry]:
    picture = QImage.fromData(png_of(diagram, size=400))
    return picture, picture_geometry(diagram, picture.width(), picture.height())


@pytest.mark.parametrize("style", TintStyle)
def test_tints_end_at_the_edge_line(style: TintStyle) -> None:
    empty = Position.empty(9, 9)
    over = (Tint(np.ones((9, 9)), style), RegionTint(WHITE, (0, 4, 76)))
    tinted, geometry = _pixels(Diagram(empty, over))
    bare, _ = _pixels(Diagram(empty, is_quiet=True))
    left, top, width, height = geometry.lined_area()
    inside = round(left + 0.25 * geometry.cell), round(top + 0.25 * geometry.cell)
    assert tinted.pixelColor(*inside) != bare.pixelColor(*inside)
    for x, y in [(round(left + 3.3 * geometry.cell), round(top - 0.3 * geometry.cell)),
                 (round(left - 0.3 * geometry.cell), round(top + 3.3 * geometry.cell)),
                 (round(left + width + 0.3 * geometry.cell), round(top + 0.4 * geometry.cell)),
                 (round(left + 4.1 * geometry.cell), round(top + height + 0.3 * geometry.cell))]:
        assert tinted.pixelColor(x, y) == bare.pixelColor(x, y)


def test_cells_are_crisp_where_a_smooth_field_is_not() -> None:
    values = np.where(np.arange(9) < 5, 1.0, -1.0) * np.ones((9, 1))

    def shades(style: TintStyle) -> set[str]:
        """Return the colours across the border between two cells, off the lines."""
        picture, geometry = _pixels(
            Diagram(Position.empty(9, 9), (Tint(values, style),)))
        y = round(geometry.top + 2.5 * geometry.cell)
        border = geometry.left + 4.5 * geometry.cell
        return {picture.pixelColor(round(border + part * geometry.cell), y).name()
                for part in np.linspace(-0.4, 0.4, 30)}

    assert len(shades(TintStyle.CELLS)) <= 5 < 6 < len(shades(TintStyle.SMOOTH))


def test_the_board_is_flat_under_a_map() -> None:
    tint = Tint(np.zeros((4, 5)))
    for diagram, has_grain in ((Diagram(POSITION), True), (Diagram(POSITION, (tint,)), False),
                               (Diagram(POSITION, is_quiet=True), False)):
        assert ("url(#wood)" in svg_of(diagram)) is has_grain
        assert "url(#wood)" not in svg_of(diagram, look=Look(PAPER))


def test_two_fields_have_one_family_of_contours() -> None:
    values = np.random.default_rng(1).normal(size=(4, 5))
    one, two = (svg_of(Diagram(POSITION, (Tint(values, TintStyle.CONTOURS),) * count))
                for count in (1, 2))
    assert one.count("<path") == two.count("<path")


def test_groups_are_outlined_in_the_colour_of_their_side() -> None:
    look = Look(WOOD, RED_AND_BLUE)
    document = svg_of(Diagram(POSITION, (Outline(BLACK, (0, 1)), Outline(WHITE, (13, 14)),
                                         Outline(BLACK, (18,), is_lit=True))), look=look)
    for colour in (look.tints.black_line, look.tints.white_line, LIT):
        assert document.count(f'stroke="{hex_colour(colour)}"') == 1


def test_a_stone_beyond_the_part_leaves_no_trace() -> None:
    part, inside, beyond = BoardPart(0, 5, 4, 8), 5 * 9 + 2, 4 * 9 + 2
    assert part.holds(inside, 9) and not part.holds(beyond, 9) and not part.holds(5 * 9 + 5, 9)
    bare = Position.empty(9)
    one, both = (svg_of(Diagram(bare.with_stones(dict.fromkeys(points, BLACK)), part=part))
                 for points in ([inside], [inside, beyond]))
    assert one == both != svg_of(Diagram(bare, part=part))
