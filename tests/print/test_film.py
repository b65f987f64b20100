"""Moving pictures show each move, in the size that was asked for, and the file is whole."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from irgo_app.draw.board_painter import Look, geometry_of, paint_fields, paint_links, paint_signs
from irgo_app.draw.drawables import (Arrow, Diagram, Drawable, Label, Mark, MarkShape, Outline,
                                     RegionTint, Tint)
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.print.figures import (BoardStyle, FigureFrame, frames_of_moves, frames_of_study,
                                    part_of_text)
from irgo_app.print.film import FilmOptions, PatchCanvas, Patches, drawn, write_film
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.parser import load_file, read_games
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES


def no_overlay(position: Position, node: Node | None) -> tuple[Drawable, ...]:
    return ()


def pictures(path: Path) -> list[Image.Image]:
    with Image.open(path) as film:
        found = []
        for index in range(film.n_frames):
            film.seek(index)
            found.append(film.convert("RGB"))
        return found


def brightness(picture: Image.Image) -> float:
    return float(np.asarray(picture.convert("L"), dtype=float).mean())


@pytest.mark.parametrize("ending", [".gif", ".webp", ".GIF"])
def test_a_game_move_by_move(tmp_path: Path, ending: str) -> None:
    tree = load_file(GAMES[0]).games[0]
    path = tmp_path / f"game{ending}"
    count = write_film(path, frames_of_moves(tree.main_line()[1:13], Replay(tree), BoardStyle(),
                                             no_overlay), FilmOptions(size=201, pace=0.5))
    found = pictures(path)
    assert count == len(found) == 13
    assert {picture.size for picture in found} == {(201, 201)}
    changes = [np.abs(np.asarray(one, int) - np.asarray(other, int)).max()
               for one, other in pairwise(found)]
    assert min(changes) > 60
    with Image.open(path) as film:
        film.seek(1)
        film.load()
        assert film.info["duration"] == 500


def test_fading_puts_boards_between(tmp_path: Path) -> None:
    tree = read_games(b"(;SZ[5];B[aa];B[bb];B[cc])").games[0]
    frames = list(frames_of_moves(tree.main_line()[1:], Replay(tree), BoardStyle(), no_overlay))
    write_film(tmp_path / "a.webp", frames, FilmOptions(size=100, is_fading=True))
    found = [brightness(picture) for picture in pictures(tmp_path / "a.webp")]
    assert len(found) == 10
    assert found[0] > found[2] > found[4]


def test_maps_lie_under_the_lines(tmp_path: Path) -> None:
    tree = read_games(b"(;SZ[9];B[ee])").games[0]

    def overlay(position: Position, node: Node | None) -> tuple[Drawable, ...]:
        return (Tint(np.ones((9, 9)) * position.stone_count()),)

    frames = frames_of_moves(tree.main_line()[1:], Replay(tree), BoardStyle(), overlay)
    write_film(tmp_path / "a.webp", frames, FilmOptions(size=200))
    bare, tinted = map(brightness, pictures(tmp_path / "a.webp"))
    assert tinted < bare - 10


def test_both_futures_side_by_side(tmp_path: Path) -> None:
    start = Position.empty(9)
    lines = {BLACK: [(BLACK, 40), (WHITE, 41), (BLACK, 42)], WHITE: [(WHITE, 40)]}
    frames = list(frames_of_study(start, lines, BoardStyle(), no_overlay))
    assert [[board.position.stone_count() for board, _ in frame.boards] for frame in frames] == [
        [0, 0], [1, 1], [2, 1], [3, 1]]
    assert [caption for _, caption in frames[0].boards] == ["Black first", "White first"]
    assert frames[-1].boards[0][0].move_numbers == {40: 1, 41: 2, 42: 3}
    write_film(tmp_path / "a.gif", frames, FilmOptions(size=301))
    found = pictures(tmp_path / "a.gif")
    assert len(found) == 4 and found[0].width == 301 and found[0].height < 200


def test_a_part_keeps_its_rim_free(tmp_path: Path) -> None:
    tree = read_games(b"(;SZ[19];B[cd];B[dj])").games[0]
    style = BoardStyle(CoordinateStyle.NONE, part=part_of_text(("A19", "K11"), 19, 19))
    frames = frames_of_moves(tree.main_line()[1:], Replay(tree), style, no_overlay)
    write_film(tmp_path / "a.webp", frames, FilmOptions(size=200))
    found = pictures(tmp_path / "a.webp")
    # The second stone lies outside the part, but for the sliver that a cut shows.
    assert abs(brightness(found[1]) - brightness(found[2])) < 4 < brightness(
        found[0]) - brightness(found[1]) + 4


def test_what_cannot_be_made(tmp_path: Path) -> None:
    tree = read_games(b"(;SZ[5];B[aa])").games[0]

    def write(name: str, nodes: list[Node]) -> None:
        write_film(tmp_path / name, frames_of_moves(nodes, Replay(tree), BoardStyle(), no_overlay),
                   FilmOptions(size=100))

    with pytest.raises(UsageError, match=r"\.gif, \.webp"):
        write("a.mp4", tree.main_line())
    with pytest.raises(UsageError, match="no move"):
        write("a.gif", [])
    with pytest.raises(UsageError, match="There is no folder"):
        write("no/a.gif", tree.main_line())
    with pytest.raises(UsageError, match="choose fewer moves"):
        write("a.gif", tree.main_line() * 1200)
    assert not list(tmp_path.iterdir())
    with pytest.raises(UsageError):
        FilmOptions(size=2001)
    with pytest.raises(UsageError):
        FilmOptions(pace=0.0)


def test_a_change_that_nobody_sees_is_left_out(tmp_path: Path) -> None:
    def film(change: float) -> list[Image.Image]:
        boards = [BoardStyle().diagram(Position.empty(9), (Tint(np.ones((9, 9)) * share),))
                  for share in (0.5, 0.5 + change)]
        write_film(tmp_path / "a.gif", [FigureFrame(((board, ""),)) for board in boards],
                   FilmOptions(size=200))
        return pictures(tmp_path / "a.gif")

    # Pillow puts equal frames into one.
    assert len(film(0.005)) == 1
    assert len(film(0.4)) == 2


_SIZE = 240
_BOARD = Diagram(
    Position.empty(9).with_stones({0: BLACK, 40: WHITE, 80: BLACK}), drawables=(
        RegionTint(points=(1, 2, 10, 11), colour=BLACK, opacity=0.5),
        RegionTint(points=(60, 61, 62), colour=WHITE, opacity=0.5),
        Outline(points=(38, 39, 40, 47, 49), colour=BLACK),
        Outline(points=(70, 71), colour=WHITE),
        Mark(44, MarkShape.CROSS), Mark(0, MarkShape.CIRCLE), Mark(8, MarkShape.TRIANGLE),
        Label(22, "WWWW"), Label(80, "甲"), Arrow(54, 14)), move_numbers={40: 123})


def test_patches_make_the_picture() -> None:
    geometry, look = geometry_of(_BOARD, _SIZE, _SIZE), Look()
    whole = Image.new("RGB", (_SIZE, _SIZE), (220, 180, 120))
    canvas = SvgCanvas(_SIZE, _SIZE)
    found, kept = whole.copy(), Patches()
    again, used = whole.copy(), Patches()
    for paint in (paint_fields, paint_links, paint_signs):
        paint(canvas, _BOARD, geometry, look)
        for picture, before, now in ((found, Patches(), kept), (again, kept, used)):
            patches = PatchCanvas(_SIZE, _SIZE, before, now)
            paint(patches, _BOARD, geometry, look)
            patches.lay_on(picture)
    at_once = drawn(canvas.document("board"))
    whole.paste(at_once, (0, 0), at_once)
    difference = np.abs(np.asarray(whole, int) - np.asarray(found, int))
    assert difference.max() <= 8
    assert np.array_equal(np.asarray(found), np.asarray(again))
    assert len(kept) > 12 and all(kept[key] is used[key] for key in kept)
