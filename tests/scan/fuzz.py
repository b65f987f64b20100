"""Damaged pictures: read, or refused in one sentence.

    python -m tests.scan.fuzz --pictures 5000 --seed 1
"""

import argparse
import io
import random
import resource
import struct
import time
from functools import cache
from typing import Final

import numpy as np
from PIL import Image

from irgo_app.errors import UsageError
from irgo_app.scan.reading import decode_picture, read_picture

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
_MODES: Final = {"WEBP": ("RGB",), "JPEG": ("RGB", "L")}
_SIDE: Final = 120
_TAGS: Final = (0x0112, 0x011A, 0x0128, 0x8769, 0x8825, 0x9286, 0x0132, 0x927C)
_ODD: Final = (0, 1, 2, 255, 65_535, 2**31, 2**32 - 1)


@cache
def _board() -> Image.Image:
    """Return a small picture with lines in it."""
    pixels = np.full((_SIDE, _SIDE, 3), 200, np.uint8)
    pixels[10:-10:12, 10:-10] = pixels[10:-10, 10:-10:12] = 40
    return Image.fromarray(pixels)


def odd_exif(chance: random.Random) -> bytes:
    """Return EXIF whose entries promise other than they hold."""
    order = chance.choice("<>")
    entries = [struct.pack(
        order + "HHII", chance.choice(_TAGS), chance.choice((0, 1, 2, 3, 4, 5, 7, 9, 12, 99)),
        chance.choice(_ODD), chance.choice((*_ODD, 8, 26))) for _ in range(chance.randint(1, 6))]
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    count = struct.pack(order + "H", chance.choice((len(entries), 1, 0, 65_535)))
    body = head + count + b"".join(entries) + chance.randbytes(chance.randint(0, 40))
    return b"Exif\0\0" + body[:chance.choice((len(body), chance.randrange(len(body) + 1)))]


def damaged_picture(chance: random.Random) -> bytes:
    """Return the bytes of a picture that was damaged, or whose EXIF is odd."""
    kind, out = chance.choice(_FORMATS), io.BytesIO()
    picture = _board().convert(chance.choice(_MODES.get(kind, ("RGB", "L", "P", "1"))))
    options: dict[str, object] = {}
    if kind in ("PNG", "JPEG", "WEBP") and chance.random() < 0.6:
        options["exif"] = odd_exif(chance)
    if kind == "JPEG" and chance.random() < 0.3:
        options["progressive"] = True
    picture.save(out, kind, **options)
    data = bytearray(out.getvalue())
    if chance.random() < 0.7:
        for _ in range(chance.choice((1, 1, 3, 10, 100))):
            place = chance.randrange(min(len(data), chance.choice((40, 200, 10_000))))
            data[place] = chance.randrange(256)
    if chance.random() < 0.2:
        del data[chance.randrange(len(data)):]
    return bytes(data)


def examine(data: bytes, *, reads: bool) -> bool:
    """Decode a picture, and have the board looked for; return whether it was decoded."""
    try:
        picture = decode_picture(data, "odd.png")
    except UsageError as error:
        assert str(error).isprintable() and "odd.png" in str(error)
        return False
    assert picture.dtype == np.uint8 and picture.ndim == 3
    if reads:
        try:
            read_picture(picture, "odd.png")
        except UsageError as error:
            assert str(error).isprintable()
    return True


def main() -> None:
    """Examine so many pictures, the first from a seed."""
    parser = argparse.ArgumentParser(description="Read damaged pictures.")
    parser.add_argument("--pictures", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    decoded, slowest = 0, 0.0
    for seed in range(given.seed, given.seed + given.pictures):
        data, begin = damaged_picture(random.Random(seed)), time.monotonic()
        try:
            decoded += examine(data, reads=seed % 10 == 0)
        except BaseException:
            print(f"seed {seed}", flush=True)
            raise
        slowest = max(slowest, time.monotonic() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{given.pictures} pictures: {decoded} decoded, the others refused in a sentence; the "
          f"slowest {slowest:.1f} s, {memory} MB at most")


if __name__ == "__main__":
    main()
