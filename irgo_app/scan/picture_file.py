"""Opens a picture that a stranger may have made: what is too large is refused before it is decoded.
"""

from __future__ import annotations

import io
import os
import stat
import warnings
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, UnidentifiedImageError

from irgo_app.errors import UsageError

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
_LARGEST_FILE: Final = 64_000_000
_MOST_PIXELS: Final = 25_000_000
_MOST_JPEG_PIXELS: Final = 120_000_000
"""A JPEG that is no progressive one can be decoded at a part of its size."""
_MOST_JPEG_SCANS: Final = 100
_LONGEST_SIDE: Final = 2400
_SHORTEST_SIDE: Final = 40


def open_picture(path: Path) -> npt.NDArray[np.uint8]:
    """Return a file's picture, uint8 (height, width, 3), at most 2,400 pixels long.

    Raises UsageError with one sentence.
    """
    try:
        if path.is_dir():
            raise UsageError("{path} is a folder; choose a picture in it.", path=path)
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UsageError("{path} is no ordinary file; choose a picture.", path=path)
            data = file.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        raise UsageError("There is no file {path}; check the name.", path=path) from None
    except (OSError, ValueError) as error:
        raise UsageError("{path} cannot be read ({reason}); choose another file.", path=path,
                         reason=getattr(error, "strerror", None) or error) from None
    return decode_picture(data, path.name)


def decode_picture(data: bytes, name: str) -> npt.NDArray[np.uint8]:
    """Return the picture of a file's bytes as `open_picture` does; name -- for the sentences."""
    if len(data) > _LARGEST_FILE:
        raise UsageError("{name} is larger than {size} MB; choose a smaller picture.", name=name,
                         size=_LARGEST_FILE // 1_000_000)
    with warnings.catch_warnings():
        # Pillow warns of large pictures; how large is looked at below.
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                _check_size(image, data, name)
                image.draft("RGB", (_LONGEST_SIDE // 2, _LONGEST_SIDE // 2))
                image.load()
                return _as_array(image)
        except UnidentifiedImageError:
            raise UsageError(
                "{name} is no picture that irgo reads; save it as {formats}.", name=name,
                formats="PNG, JPEG, WebP, GIF, BMP") from None
        except Image.DecompressionBombError:
            raise _too_large(name) from None
        except (OSError, ValueError, SyntaxError, EOFError, IndexError, TypeError, KeyError,
                AttributeError, OverflowError, MemoryError, RuntimeError, ZeroDivisionError,
                ArithmeticError, NotImplementedError) as error:
            # What damaged files raise in Pillow's readers is not one kind of error.
            raise UsageError("The picture {name} is damaged; make or save it anew.",
                             name=name) from error


def _check_size(image: Image.Image, data: bytes, name: str) -> None:
    """Raise UsageError for a picture whose decoding would take too much, or that shows nothing."""
    width, height = image.size
    is_plain_jpeg = image.format == "JPEG" and not image.info.get("progressive")
    if width * height > (_MOST_JPEG_PIXELS if is_plain_jpeg else _MOST_PIXELS):
        raise _too_large(name)
    if image.format == "JPEG" and data.count(b"\xff\xda") > _MOST_JPEG_SCANS:
        raise UsageError("The picture {name} is damaged; make or save it anew.", name=name)
    if min(width, height) < _SHORTEST_SIDE:
        raise UsageError("The picture {name} is too small ({width} by {height} pixels); choose one "
                         "in which the board can be seen.", name=name, width=width, height=height)


def _too_large(name: str) -> UsageError:
    return UsageError("The picture {name} has more than {count} million pixels; cut out the board "
                      "or make it smaller.", name=name, count=_MOST_PIXELS // 1_000_000)


def _as_array(image: Image.Image) -> npt.NDArray[np.uint8]:
    """Return the decoded picture upright, on white where it is transparent, and not too large."""
    found = image
    if found.mode.startswith("I;16"):
        found = Image.fromarray((np.asarray(found) >> 8).astype(np.uint8))
    if max(found.size) > _LONGEST_SIDE:
        found = found.convert("RGBA" if "A" in found.mode or "transparency" in found.info
                              else "RGB")
        found.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE), reducing_gap=2.0)
    if "A" in found.mode or "transparency" in found.info:
        with_alpha = found.convert("RGBA")
        ground = Image.new("RGBA", with_alpha.size, (255, 255, 255, 255))
        found = Image.alpha_composite(ground, with_alpha)
    return np.asarray(ImageOps.exif_transpose(found.convert("RGB")))
