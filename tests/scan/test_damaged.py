"""Pictures that are damaged or odd: one sentence, and what can be seen is seen."""

import io
import random
import struct

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from irgo_app.errors import UsageError
from irgo_app.scan import reading
from irgo_app.scan.reading import decode_picture, read_picture
from tests.scan.fuzz import damaged_picture, examine, odd_exif


def test_damaged_pictures_are_read_or_refused_in_a_sentence() -> None:
    decoded = sum(examine(damaged_picture(random.Random(seed)), reads=False)
                  for seed in range(300))
    assert 30 < decoded < 270


def test_what_a_picture_says_of_how_it_was_taken_may_be_anything() -> None:
    picture = Image.new("RGB", (80, 60), (9, 9, 9))
    for seed in range(300):
        out = io.BytesIO()
        picture.save(out, "PNG", exif=odd_exif(random.Random(seed)))
        assert decode_picture(out.getvalue(), "odd.png").size == 80 * 60 * 3


def test_where_that_is_damaged_the_picture_stays_as_it_lies(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_image: object) -> None:
        raise struct.error("unpack requires a buffer of 4 bytes")

    monkeypatch.setattr(ImageOps, "exif_transpose", fail)
    out = io.BytesIO()
    Image.new("RGB", (80, 60)).save(out, "PNG")
    assert decode_picture(out.getvalue(), "odd.png").shape == (60, 80, 3)


def test_what_opencv_raises_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_picture: object) -> None:
        raise cv2.error("OpenCV(4.10) resize.cpp:4152: error: (-215:Assertion failed)")

    monkeypatch.setattr(reading, "view_of", fail)
    with pytest.raises(UsageError, match="No board was found in odd"):
        read_picture(np.zeros((60, 80, 3), np.uint8), "odd.png")
