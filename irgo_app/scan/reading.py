"""A position from a picture: what `irgo scan` prints and the window asks about.

A stranger may have made the picture: what is too large is refused before it is decoded.

Which part of which board is shown, edges, star points and usual boards tell: every place on every
board is weighed by how likely what is seen would be there; the likeliest is taken.
"""

import io
import os
import stat
import struct
import warnings
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import sgf_letters, vertex, vertex_order
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.scan.board_view import (MARKS, BoardView, PointsSeen, Signs, Stones, points_of,
                                      signs_on, stones_of, view_of)
from irgo_app.scan.extent import Bools, Doubles
from irgo_app.sgf.edits import child_with_move, new_game, play_move
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.values import Properties, raw_of_compose, raw_of_text
from irgo_app.words import listed, message

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
_LARGEST_FILE: Final = 64_000_000
_MOST_PIXELS: Final = 25_000_000
_MOST_JPEG_PIXELS: Final = 120_000_000
"""A JPEG that is no progressive one can be decoded at a part of its size."""
_MOST_JPEG_SCANS: Final = 100
_LONGEST_SIDE: Final = 2400
_SHORTEST_SIDE: Final = 40
_DAMAGED: Final = (
    OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, AttributeError,
    ArithmeticError, MemoryError, RuntimeError, AssertionError, BufferError, struct.error,
    zlib.error)
"""What damaged files raise in Pillow's readers is not one kind of error."""


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
        except _DAMAGED as error:
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
    found = found.convert("RGB")
    try:
        return np.asarray(ImageOps.exif_transpose(found))
    except _DAMAGED:
        return np.asarray(found)  # What it says of how it was taken is damaged, the picture is not.


_SIZES: Final = {19: 0.0, 13: -1.0, 9: -1.0}
"""What speaks for a square board, in logarithms of chances."""
_ODD, _EVEN, _OBLONG = -3.0, -6.0, -8.0
_PART, _PART_OF_SMALL = -4.0, -7.0
"""What speaks for a part of a board of 19 lines, and of another."""
_LARGEST: Final = 25
_GOES_ON, _SEEMS_TO = 0.85, 0.07
"""How often a line is seen past the outer point where it goes on, and where it ends there."""
_MOST: Final = 14.0
"""No side says more than this, however many points it has: what misleads one misleads many."""
_FULL: Final = 1.5
"""What speaks against an edge whose points all have stones."""
_STAR_SEEN: Final = 0.85
_CLEAR: Final = 2.0


class PartPlace(Struct, frozen=True):
    """Where a part lies on a board.

    size -- columns and rows of the board
    left, top -- column and row (from the top) of the part's upper left point, counted from 0
    is_sure -- whether the picture tells that, by edges or star points
    """

    size: tuple[int, int]
    left: int
    top: int
    is_sure: bool


def place_of(points: PointsSeen, empty: Bools) -> PartPlace:
    """Return where the points of a view lie.

    empty -- bool (rows, columns): the points where no stone lies
    """
    rows, columns = points.arms.shape
    left, right, up, down = points.beyond
    goes_on = (_goes_on(left, empty[:, 0]), _goes_on(right, empty[:, -1]),
               _goes_on(up, empty[0]), _goes_on(down, empty[-1]))
    by_chance = float(np.clip(points.star[empty].mean() if empty.any() else 0.0, 0.01, 0.5))
    seen = float(np.log(_STAR_SEEN / by_chance))
    missing = float(np.log((1 - _STAR_SEEN) / (1 - by_chance)))
    star: Doubles = (missing + (seen - missing) * points.star) * empty
    found = []
    for board_columns, board_rows, prior in _boards(columns, rows):
        stars = np.zeros((board_rows, board_columns))
        for point in topology(board_columns, board_rows).star_points:
            stars[divmod(point, board_columns)] = 1.0
        for top in range(board_rows - rows + 1):
            for start in range(board_columns - columns + 1):
                is_cut = (start > 0, start + columns < board_columns,
                          top > 0, top + rows < board_rows)
                score = prior + any(is_cut) * (_PART if board_columns == 19 else _PART_OF_SMALL)
                score += float(np.sum(star * stars[top:top + rows, start:start + columns]))
                score += sum(says if cut else -says
                             for says, cut in zip(goes_on, is_cut, strict=True)) / 2
                # Where nothing tells, a part lies in the middle.
                middle = (abs(top - (board_rows - rows) / 2)
                          + abs(start - (board_columns - columns) / 2))
                found.append((score - 1e-3 * middle, PartPlace(
                    (board_columns, board_rows), start, top, is_sure=True)))
    found.sort(key=lambda weighed: -weighed[0])
    best = found[0][1]
    is_sure = len(found) == 1 or found[0][0] > found[1][0] + _CLEAR
    return PartPlace(best.size, best.left, best.top, is_sure)


def _boards(columns: int, rows: int) -> Iterator[tuple[int, int, float]]:
    """Yield columns, rows and what speaks for each board that so large a part may be of."""
    if columns != rows:
        yield columns, rows, _OBLONG
    for size in range(max(columns, rows), _LARGEST + 1):
        yield size, size, _SIZES.get(size, _ODD if size % 2 else _EVEN)


def _goes_on(beyond: Doubles, empty: Bools) -> float:
    """Return how much likelier the outermost line of a side is crossed by lines than an edge."""
    seen, missing = (int((beyond[empty] == value).sum()) for value in (1.0, 0.0))
    if not empty.any():
        return _FULL
    says = (seen * np.log(_GOES_ON / _SEEMS_TO)
            + missing * np.log((1 - _GOES_ON) / (1 - _SEEMS_TO)))
    return float(np.clip(says, -_MOST, _MOST))


_SURE: Final = 0.99
"""A point whose likeliest content is less likely than this is told as unsure."""


class PictureReading(Struct, frozen=True, eq=False):
    """What a picture shows.

    position -- the whole board, empty where the picture does not reach
    part -- columns and rows (counted from 0 at the top left) of its first and last point
    is_placed -- whether the picture tells which part of the board it shows
    numbers, marks -- by point; marks are names of `MARKS`
    unsure -- points that may be otherwise: all of them where it is not clear which lines there are
    corners -- float64 (4, 2), pixels of the picture where the part's corner points lie: upper left,
    upper right, lower right, lower left
    """

    position: Position
    part: tuple[int, int, int, int]
    is_placed: bool
    numbers: dict[Point, int]
    marks: dict[Point, str]
    unsure: tuple[Point, ...]
    corners: npt.NDArray[np.float64]

    @property
    def rows(self) -> list[str]:
        """Return the rows of the part, from the top: `.`, `X` Black, `O` White."""
        left, top, right, bottom = self.part
        return [row[left:right + 1] for row in self.position.diagram()[top:bottom + 1]]


def read_picture(picture: npt.NDArray[np.uint8], name: str) -> PictureReading:
    """Return what a picture (uint8, height x width x 3) shows; raises UsageError where no board is.

    name -- how the sentence calls the picture
    """
    try:
        view = view_of(picture)
        if view is not None:
            points = points_of(view)
            stones = stones_of(view, points)
            return placed(view, stones, signs_on(view, stones),
                          place_of(points, stones.colours == EMPTY))
    except cv2.error:
        pass  # Of odd pictures OpenCV says so in words of its own.
    raise UsageError("No board was found in {name}; cut the picture to the board, and turn it "
                     "upright.", name=name)


def placed(view: BoardView, stones: Stones, signs: Signs, place: PartPlace) -> PictureReading:
    """Return what was seen, put where it belongs on the board."""
    columns, rows = place.size

    def point_at(row: int, column: int) -> Point:
        return (place.top + int(row)) * columns + place.left + int(column)

    laid: dict[Point, Colour] = {
        point_at(row, column): int(stones.colours[row, column])
        for row, column in zip(*np.nonzero(stones.colours != EMPTY), strict=True)}
    unsure = {point_at(row, column)
              for row, column in zip(*np.nonzero((stones.sure < _SURE) | (not view.is_clear)),
                                     strict=True)}
    return PictureReading(
        Position.empty(columns, rows).with_stones(laid),
        (place.left, place.top, place.left + view.columns - 1, place.top + view.rows - 1),
        place.is_sure, {point_at(*at): number for at, number in signs.numbers.items()},
        {point_at(*at): mark for at, mark in signs.marks.items()},
        tuple(sorted(unsure, key=vertex_order(columns))), view.corners)


def reading_json(reading: PictureReading) -> dict[str, object]:
    """Return what a picture shows as the contract's JSON."""
    columns, rows = reading.position.columns, reading.position.rows
    left, top, right, bottom = reading.part
    return {
        "format": "irgo-scan/1", "size": [columns, rows],
        "part": [vertex(bottom * columns + left, columns, rows),
                 vertex(top * columns + right, columns, rows)],
        "placed": reading.is_placed, "rows": reading.rows,
        "numbers": {vertex(point, columns, rows): number
                    for point, number in sorted(reading.numbers.items(), key=lambda item: item[1])},
        "marks": {vertex(point, columns, rows): mark for point, mark in reading.marks.items()},
        "unsure": [vertex(point, columns, rows) for point in reading.unsure]}


def game_of(reading: PictureReading) -> GameTree:
    """Return a game with the position; numbered stones are its moves where they follow each other.

    Numbers that are no moves are labels; what is unsure stands in the comment.
    """
    moves = _moves(reading)
    tree = _set_up(reading, moves)
    if moves:
        node = tree.root
        for colour, point in moves:
            play_move(node, colour, point).apply(tree)
            played = child_with_move(node, colour, point)
            assert played is not None
            node = played
        if Replay(tree).position_at(node).cells != reading.position.cells:
            return _set_up(reading, [])
    return tree


def _moves(reading: PictureReading) -> list[tuple[Colour, Point]]:
    """Return the numbered stones in their order, none if a number is missing or a colour wrong."""
    ordered = sorted((number, point) for point, number in reading.numbers.items())
    if not ordered:
        return []
    first = ordered[0][0]
    moves = [(reading.position.colour_at(point), point) for _, point in ordered]
    follow = all(number == first + index for index, (number, _) in enumerate(ordered))
    alternate = all(one[0] != other[0] for one, other in pairwise(moves))
    return moves if follow and alternate else []


def _set_up(reading: PictureReading, moves: list[tuple[Colour, Point]]) -> GameTree:
    """Return a game of one node with all stones but those that are played."""
    position, columns = reading.position, reading.position.columns
    played = {point for _, point in moves}
    properties: Properties = {}
    for identifier, colour in (("AB", BLACK), ("AW", WHITE)):
        points = [sgf_letters(point, columns) for point in range(len(position.cells))
                  if position.colour_at(point) == colour and point not in played]
        if points:
            properties[identifier] = points
    if moves:
        properties["PL"] = ["B" if moves[0][0] == BLACK else "W"]
    else:
        labels = [raw_of_compose(sgf_letters(point, columns), str(number))
                  for point, number in sorted(reading.numbers.items())]
        if labels:
            properties["LB"] = labels
    for mark, identifier in MARKS.items():
        points = [sgf_letters(point, columns) for point, found in reading.marks.items()
                  if found == mark and point not in played]
        if points:
            properties[identifier] = points
    comment = remarks_of(reading)
    if comment:
        properties["C"] = [raw_of_text("\n".join(comment))]
    return new_game(columns, position.rows, properties)


def remarks_of(reading: PictureReading) -> list[str]:
    """Return sentences about what the picture does not tell for sure."""
    columns, rows = reading.position.columns, reading.position.rows
    found = []
    left, top, right, bottom = reading.part
    if len(reading.unsure) == (right - left + 1) * (bottom - top + 1):
        found.append(str(message("It is hard to see where the board ends; check all of it.")))
    elif reading.unsure:
        found.append(str(message("Not sure: {points}.", points=listed(
            vertex(point, columns, rows) for point in reading.unsure if point != PASS))))
    if not reading.is_placed:
        found.append(str(message("The picture does not tell which part of the board it shows.")))
    return found
