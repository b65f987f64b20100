"""What `irgo scan` reads from pictures that irgo and others draw."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from irgo_app.cli.main import run_command
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import png_of
from irgo_app.draw.palette import BOARD_THEMES
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle, point_of_vertex
from irgo_app.go.position import Position
from irgo_app.resource_files import resource_path
from irgo_app.scan.picture_file import decode_picture
from irgo_app.scan.reading import Reading, game_of, read_picture, reading_json
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from irgo_bench.drawn_boards import DrawnBoard, drawn_board, spoilt

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


def read(board: DrawnBoard) -> Reading:
    return read_picture(board.picture, "picture")


def drawn(diagram: Diagram, theme: str = "wood") -> Reading:
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


def test_what_is_no_board_is_one_sentence() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3), np.uint8)
    for picture in (noise, np.full((300, 400, 3), 255, np.uint8)):
        with pytest.raises(UsageError, match="No board was found in tea"):
            read_picture(picture, "tea")


def test_a_transparent_picture_lies_on_white(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    Image.new("RGBA", (50, 60), (0, 0, 0, 0)).save(path)
    assert decode_picture(path.read_bytes(), "board").min() == 255


@pytest.mark.parametrize("seed", [800_002, 800_003, 800_045, 800_093, 970_006])
def test_a_full_board_shows_few_lines_and_is_found(seed: int) -> None:
    board = drawn_board(seed)
    assert read(board).rows == [*board.rows]
