"""What `irgo scan` reads from pictures that irgo and others draw."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from irgo_app.cli.main import run_command
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import CandidateStone, Diagram, Letter, Loss, MusicalStone, Quality
from irgo_app.draw.export import png_of
from irgo_app.draw.palette import BOARD_THEMES
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle, point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.resource_files import resource_path
from irgo_app.scan.board_view import BoardView, Signs, Stones, at, points_of, stones_of, view_of
from irgo_app.scan.reading import (PartPlace, PictureReading, decode_picture, game_of, open_picture,
                                   placed, read_picture, reading_json, remarks_of)
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.bench.drawn_boards import DrawnBoard, drawn_board, spoilt

PICTURES = Path(__file__).parents[1] / "data" / "pictures"
MADE_ELSEWHERE = json.loads((PICTURES / "boards.json").read_text("utf-8"))
SMALL = """
    .........
    ..X...O..
    .XO......
    ..X..O...
    ....X....
    ...O.....
    ..O...X..
    .....OX..
    .........
"""


def read(board: DrawnBoard) -> PictureReading:
    return read_picture(board.picture, "picture")


def drawn(diagram: Diagram, theme: str = "wood") -> PictureReading:
    look = Look(next(found for found in BOARD_THEMES if found.name == theme))
    return read_picture(decode_picture(png_of(diagram, size=500, look=look), "board.png"), "board")


@pytest.mark.parametrize("theme", ["wood", "paper", "dark"])
def test_the_case_study_comes_back_in_every_theme(theme: str, tmp_path: Path,
                                                  capsys: pytest.CaptureFixture[str]) -> None:
    game = str(resource_path("examples", "case_study.sgf"))
    picture, record = tmp_path / "board.png", tmp_path / "board.sgf"
    assert run_command(["render", game, "--theme", theme, "-o", str(picture)]) == 0
    assert run_command(["scan", str(picture), "-o", str(record), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    tree = load_file(resource_path("examples", "case_study.sgf")).games[0]
    expected = Replay(tree).position_at(tree.main_line()[-1])
    assert said["rows"] == expected.diagram()
    assert said["part"] == ["A1", "T19"] and said["size"] == [19, 19]
    again = load_file(record).games[0]
    assert Replay(again).position_at(again.main_line()[-1]).cells == expected.cells


@pytest.mark.parametrize(("seed", "style"), [
    (1, "book"), (2, "flat"), (3, "glass"), (4, "engine"), (5, "irgo")])
def test_boards_of_other_programs_are_read(seed: int, style: str) -> None:
    board = drawn_board(seed, style)
    assert tuple(read(board).rows) == board.rows


@pytest.mark.parametrize("seed", [11, 12])
def test_spoilt_pictures_are_read(seed: int) -> None:
    board = spoilt(drawn_board(seed), seed)
    assert tuple(read(board).rows) == board.rows


@pytest.mark.parametrize(("seed", "part"), [
    (95, ["F8", "T19"]), (24, ["A1", "G8"]), (76, ["N1", "T13"])])
def test_a_part_lies_where_its_edges_are(seed: int, part: list[str]) -> None:
    board = drawn_board(seed, "book")
    reading = read(board)
    assert tuple(reading.rows) == board.rows
    assert reading_json(reading)["part"] == part and reading_json(reading)["size"] == [19, 19]


def test_numbers_become_moves_and_marks_stay() -> None:
    position = Position.from_diagram(SMALL)
    points = [point_of_vertex(name, 9, 9) for name in ("C8", "G8", "B7", "C7")]
    diagram = Diagram(position, move_numbers=dict(zip(points, (1, 2, 3, 4), strict=True)),
                      coordinates=CoordinateStyle.NONE)
    reading = drawn(diagram)
    assert reading.position.cells == position.cells
    assert [reading.numbers.get(point) for point in points] == [1, 2, 3, 4]
    line = game_of(reading).main_line()
    assert [node.move for node in line[1:]] == [
        (1, points[0]), (-1, points[1]), (1, points[2]), (-1, points[3])]


@pytest.mark.parametrize("theme", ["wood", "paper", "dark"])
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_candidates_and_letters_of_places_are_no_stones(theme: str, colour: Colour) -> None:
    position = Position.from_diagram(SMALL)
    free = iter(point for point, cell in enumerate(position.cells) if not cell and point % 3)
    discs = [CandidateStone(next(free), colour, loss, "2.5") for loss in Loss]
    letters = [Letter(next(free), "B", is_first=is_first) for is_first in (True, False, False)]
    rings = [MusicalStone(next(free), colour, inner, outer)
             for inner, outer in zip(Quality, (None, *list(Quality)[:3]), strict=True)]
    reading = drawn(Diagram(position, (*discs, *letters, *rings)), theme)
    assert reading.rows == position.diagram()
    drawn_on = {found.point for found in (*discs, *letters, *rings)}
    assert not drawn_on & set(reading.unsure)


def test_in_a_cold_light_stones_are_stones() -> None:
    position = Position.from_diagram(SMALL)
    picture = decode_picture(png_of(Diagram(position), size=500), "board.png")
    cold = (picture * np.array([0.8, 0.9, 1.0])).astype(np.uint8)
    assert read_picture(cold, "board").rows == position.diagram()


def test_a_sign_in_colour_on_a_stone_takes_no_stone_away() -> None:
    board = drawn_board(5, "irgo")
    view = view_of(board.picture)
    assert view is not None
    for row, line in enumerate(board.rows):
        for column, sign in enumerate(line):
            if sign != ".":
                cv2.circle(view.colours, (round(at(column)), round(at(row))), 9, (220, 40, 30), 3)
    found = stones_of(view, points_of(view)).colours
    assert tuple("".join(".XO"[colour] for colour in row) for row in found) == board.rows


def test_what_is_no_board_is_one_sentence() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3), np.uint8)
    for picture in (noise, np.full((300, 400, 3), 255, np.uint8)):
        with pytest.raises(UsageError, match="No board was found in tea"):
            read_picture(picture, "tea")


def test_a_transparent_picture_lies_on_white(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    Image.new("RGBA", (50, 60), (0, 0, 0, 0)).save(path)
    assert decode_picture(path.read_bytes(), "board").min() == 255


def check_told(board: DrawnBoard) -> None:
    """Check that all lines are found, and that what is read wrongly is told as unsure."""
    reading = read(board)
    assert [*map(len, reading.rows)] == [*map(len, board.rows)]
    left, top, _, _ = reading.part
    columns = reading.position.columns
    unsure = {(point // columns - top, point % columns - left) for point in reading.unsure}
    wrong = {(row, column) for row, line in enumerate(board.rows)
             for column, sign in enumerate(line) if reading.rows[row][column] != sign}
    assert wrong <= unsure and len(unsure) < 0.2 * len(board.rows) ** 2


@pytest.mark.parametrize("seed", [
    800_002, 800_045, 800_093, 950_014, 950_028, 950_076, 950_115, 970_006, 992_121])
def test_a_full_board_shows_few_lines_and_is_found(seed: int) -> None:
    check_told(drawn_board(seed))


@pytest.mark.parametrize("number", [68, 82, 95, 108, 117, 41_049, 42_029])
def test_the_lines_of_spoilt_pictures_are_found(number: int) -> None:
    check_told(spoilt(drawn_board(955_000 + number), 950_000 + number))


@pytest.mark.parametrize("name", sorted(MADE_ELSEWHERE))
def test_pictures_that_other_programs_made_are_read(name: str) -> None:
    made = MADE_ELSEWHERE[name]
    reading = read_picture(open_picture(PICTURES / f"{name}.png"), name)
    left, top, _, _ = reading.part
    columns = reading.position.columns
    assert reading.rows == made["rows"] and [left, top] == made["part"] and columns == 19
    numbers = {((top + row) * columns + left + column): number
               for row, column, number in made["numbers"]}
    # The veins of a stone of shell may look like a digit, and one number may not be read.
    assert len(numbers.items() ^ reading.numbers.items()) <= 1


def test_a_board_that_is_cut_along_its_edge_is_whole() -> None:
    picture = open_picture(PICTURES / "qgo.png")[36:543, 36:544]
    reading = read_picture(picture, "picture")
    assert reading.rows == MADE_ELSEWHERE["qgo"]["rows"] and reading.part == (0, 0, 18, 18)


def test_where_other_lines_explain_as_much_all_is_unsure() -> None:
    view = BoardView(np.full((240, 240, 3), 220, np.float32), np.ones((240, 240), np.bool_), 4, 4,
                     np.zeros((4, 2)), is_clear=False)
    stones = Stones(np.zeros((4, 4), np.int8), np.ones((4, 4)))
    reading = placed(
        view, stones, Signs({}, {}, frozenset()), PartPlace((4, 4), 0, 0, is_sure=True))
    assert len(reading.unsure) == 16
    assert [str(remark) for remark in remarks_of(reading)] == [
        "It is hard to see where the board ends; check all of it."]
