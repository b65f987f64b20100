"""What is written on the stones of a board seen from above."""

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from irgo_app.resource_files import resource_path
from irgo_app.scan.board_view import CELL, BoardView, Signs, Stones, at, box_of, ink_of, signs_on


def read(texts: list[str], *, pixels: int = 40, blur: float = 0.0, black: int = 1) -> Signs:
    """Return what is read on a row of stones, Black and White in turn.

    pixels -- from line to line in the picture that the view was made of; blur -- in its pixels
    black -- 1 if the first stone is black, 0 if White's is
    """
    count = len(texts)
    width, height = int(at(count - 1) + at(0)), int(2 * at(0))
    finer = 4
    picture = Image.new("L", (width * finer, height * finer), 180)
    draw = ImageDraw.Draw(picture)
    font_file = str(resource_path("fonts", "DejaVuSans.ttf"))
    for index, text in enumerate(texts):
        middle = (at(index) * finer, at(0) * finer)
        is_black = index % 2 != black
        draw.circle(middle, 0.47 * CELL * finer, fill=20 if is_black else 240)
        font = ImageFont.truetype(font_file, (0.5 if len(text) < 3 else 0.42) * CELL * finer)
        draw.text(middle, text, font=font, anchor="mm", fill=240 if is_black else 20)
    small = (width * pixels // CELL, height * pixels // CELL)
    light = np.asarray(picture.resize(small, Image.Resampling.BOX), np.float32)
    if blur:
        light = cv2.GaussianBlur(light, (0, 0), blur)
    light = cv2.resize(light, (width, height), interpolation=cv2.INTER_CUBIC)
    colours = np.array([[1 if index % 2 != black else -1 for index in range(count)]], np.int8)
    view = BoardView(np.repeat(light[:, :, None], 3, 2), np.ones(light.shape, np.bool_), count, 1,
                     np.zeros((4, 2)))
    return signs_on(view, Stones(colours, np.ones((1, count))))


@pytest.mark.parametrize(("pixels", "blur"), [(40, 0.0), (24, 0.0), (20, 0.6), (30, 1.0)])
def test_digits_that_touch_are_told_apart(pixels: int, blur: float) -> None:
    texts = ["1", "8", "23", "40", "57", "66", "79", "94", "101", "138", "245", "352"]
    found = read(texts, pixels=pixels, blur=blur)
    assert [found.numbers.get((0, index)) for index in range(len(texts))] == [*map(int, texts)]
    assert not found.marks and not found.doubtful


def test_a_number_is_told_once() -> None:
    found = read(["31", "12", "31", "16", "35", "18"])
    assert sorted(found.numbers.values()) == [12, 16, 18, 31, 35]
    assert found.doubtful and found.doubtful <= {(0, 0), (0, 2)}


def test_what_is_no_number_of_a_move_is_none() -> None:
    found = read(["0", "999", "05"])
    assert not found.numbers


def test_a_bare_stone_has_no_ink() -> None:
    stone = np.full((CELL + 1, CELL + 1), 30.0, np.float32)
    assert box_of(ink_of(stone)) is None


def test_the_rim_of_a_stone_is_not_written_on_it() -> None:
    stone = np.full((CELL + 1, CELL + 1), 20.0, np.float32)
    cv2.circle(stone, (CELL // 2, CELL // 2), 16, 230.0, 2)
    assert box_of(ink_of(stone)) is None
    cv2.line(stone, (20, 13), (20, 27), 230.0, 3)
    box = box_of(ink_of(stone))
    assert box is not None and box[2] - box[0] < 14
