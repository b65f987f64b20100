"""Boards as other programs and books draw them, to measure `irgo scan` with; the same for a seed.

Drawn anew for this purpose: printed diagrams, flat and wooden boards with stones of glass, boards
under what engines say. Every picture knows what is on it. `spoilt` does to a picture what cameras,
scanners and mail do.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image, ImageFont

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Drawable, Mark, MarkShape, Tint, TintStyle
from irgo_app.draw.export import png_of
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES, Rgb, hex_colour
from irgo_app.go.coordinates import CoordinateStyle, column_name
from irgo_app.go.point import Point, topology
from irgo_app.go.position import Position
from irgo_app.resource_files import resource_path
from irgo_app.review.diagram import numbers_on_board
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay

Picture: TypeAlias = npt.NDArray[np.uint8]
_SIZES: Final = (9, 11, 13, 15, 17, 19, 19, 19, 19, 19)
_USUAL_FONT: Final = "DejaVu Sans"
_FONTS: Final = ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Nimbus Sans", "Nimbus Roman",
                 "Noto Sans Mono", "Latin Modern Roman", "DejaVu Sans Condensed", "P052")
_FONT_FOLDERS: Final = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/opentype/urw-base35",
                        "/usr/share/fonts/truetype/noto", "/usr/share/texmf/fonts/opentype")
_FONT_FILES: Final = (
    "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono.ttf",
    "DejaVuSansCondensed.ttf", "NimbusSans-Regular.otf", "NimbusSans-Bold.otf",
    "NimbusRoman-Regular.otf", "NimbusRoman-Bold.otf", "P052-Roman.otf", "NotoSansMono-Regular.ttf",
    "lmroman10-regular.otf")
_SENTENCES: Final = (
    "Black 1 is the vital point. If White answers at A, Black 3 connects underneath",
    "Dia. 4: the hane at 2 is met by the block of 3, and White has no second eye",
    "The game so far was even; now White must look after the stones on the right side")


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBoard:
    """A picture and what is on it.

    picture -- uint8 (height, width, 3), red, green, blue
    rows -- of the part that is shown, from the top: `.`, `X` Black, `O` White
    part -- column and row (from the top, counted from 0) of the part's upper left point
    size -- columns and rows of the whole board
    numbers -- by (row, column) within the part
    """

    picture: Picture
    rows: tuple[str, ...]
    size: tuple[int, int]
    part: tuple[int, int]
    numbers: dict[tuple[int, int], int]
    style: str


@dataclass(frozen=True, slots=True)
class _Scene:
    """What is to be drawn: a part of a board, and how large.

    cut -- whether the board goes on: left, top, right, bottom
    order -- numbers of stones by (row, column) of the part
    """

    rows: tuple[str, ...]
    size: tuple[int, int]
    part: tuple[int, int]
    cut: tuple[bool, bool, bool, bool]
    order: dict[tuple[int, int], int]
    cell: float


@dataclass(frozen=True, slots=True)
class _Style:
    """How a board looks; lengths in cells."""

    name: str
    ground: Rgb = (255, 255, 255)
    around: Rgb = (255, 255, 255)
    line: Rgb = (0, 0, 0)
    line_width: float = 0.035
    edge_width: float = 0.09
    radius: float = 0.47
    black: Rgb = (0, 0, 0)
    white: Rgb = (255, 255, 255)
    black_rim: Rgb = (0, 0, 0)
    white_rim: Rgb = (0, 0, 0)
    rim_width: float = 0.04
    is_round: bool = False
    shadow: float = 0.0
    jitter: float = 0.0
    grain: float = 0.0
    aspect: float = 1.0
    margin: float = 0.9
    has_labels: bool = False
    clears_labels: bool = False
    has_rim: bool = False
    overlay: str = ""
    text_around: bool = False
    font: str = _USUAL_FONT


def drawn_board(seed: int, style: str | None = None) -> DrawnBoard:
    """Return a clean picture; the same seed gives the same one.

    style -- a name of `STYLES`, or None for any
    """
    rng = np.random.default_rng(seed)
    names = list(STYLES)
    name = style or names[int(rng.integers(len(names)))]
    return STYLES[name](rng)


def spoilt(board: DrawnBoard, seed: int) -> DrawnBoard:
    """Return a board turned, bent, blurred, shaded, made noisy and kept as JPEG, each by chance."""
    rng = np.random.default_rng(seed)
    picture = board.picture.astype(np.float32)
    frame = tuple(float(value) for value in picture[0, 0])
    if rng.random() < 0.8:
        picture = _warped(picture, rng, frame)
    height, width = picture.shape[:2]
    cell = min(height, width) / (max(board.size) + 2)
    if rng.random() < 0.5:
        blur = float(rng.uniform(0.4, 0.055 * cell + 0.4))
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.5:
        across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        turn = rng.uniform(0, 2 * np.pi)
        shade = 0.82 + 0.2 * (np.cos(turn) * across + np.sin(turn) * down)
        picture *= np.clip(shade, 0.5, 1.0)[:, :, None].astype(np.float32)
    if rng.random() < 0.5:
        picture += rng.normal(0, rng.uniform(1, 9), picture.shape).astype(np.float32)
    result = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        result = cv2.cvtColor(cv2.cvtColor(result, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.7:
        held = io.BytesIO()
        Image.fromarray(result).save(held, "JPEG", quality=int(rng.choice((40, 40, 55, 75))))
        result = np.asarray(Image.open(held).convert("RGB"))
    return replace(board, picture=result, style=f"{board.style}, spoilt")


def _warped(picture: npt.NDArray[np.float32], rng: np.random.Generator,
            frame: tuple[float, ...]) -> npt.NDArray[np.float32]:
    """Return a picture turned by up to 5 degrees, seen a little from the side, on a bent page."""
    height, width = picture.shape[:2]
    angle = np.radians(rng.uniform(-5, 5))
    pad = int(0.09 * max(height, width)) + 4
    padded = cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=frame)
    height, width = padded.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.array([width / 2, height / 2])
    moved = (corners - middle) @ turn.T + middle
    if rng.random() < 0.5:
        moved += rng.uniform(-0.018, 0.018, moved.shape) * max(width, height)
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    found = cv2.warpPerspective(padded, matrix, (width, height), flags=cv2.INTER_AREA,
                                borderMode=cv2.BORDER_CONSTANT, borderValue=frame)
    if rng.random() < 0.3:
        across, down = np.meshgrid(np.arange(width, dtype=np.float32),
                                   np.arange(height, dtype=np.float32))
        bend = rng.uniform(-0.012, 0.012) * height
        down = down + np.float32(bend) * np.sin(np.pi * across / width).astype(np.float32)
        found = cv2.remap(found, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
                          borderValue=frame)
    result: npt.NDArray[np.float32] = found.astype(np.float32)
    return result


# --- what is on the board


@lru_cache(maxsize=4)
def _game(number: int) -> tuple[GameTree, Replay]:
    tree = load_file(resource_path("examples", f"selfplay0{number}.sgf")).games[0]
    return tree, Replay(tree)


def _scene(rng: np.random.Generator, *, may_cut: bool = True, cells: tuple[int, int] = (15, 44)
           ) -> _Scene:
    """Return a part of a position of a game, as a board of 9 to 19 lines or a part of one."""
    tree, replay = _game(int(rng.integers(1, 4)))
    line = tree.main_line()
    node = line[int(rng.integers(0, len(line)))]
    position = replay.position_at(node)
    since = line[max(0, line.index(node) - int(rng.integers(3, 90)))]
    numbers = numbers_on_board(node, position, since if rng.random() < 0.7 else None)
    if rng.random() < 0.5:
        numbers = {}
    size = int(rng.choice(_SIZES))
    columns = rows = size
    left, top = (int(value) for value in rng.integers(0, 20 - size, 2))
    cut = (False, False, False, False)
    if may_cut and size == 19 and rng.random() < 0.4:
        columns = int(rng.integers(7, 20))
        rows = int(rng.integers(7, 20))
        left = 0 if rng.random() < 0.5 else 19 - columns
        top = 0 if rng.random() < 0.5 else 19 - rows
        cut = (left > 0, top > 0, left + columns < 19, top + rows < 19)
    diagram = position.diagram()
    shown = tuple(row[left:left + columns] for row in diagram[top:top + rows])
    order = {(point // 19 - top, point % 19 - left): number for point, number in numbers.items()
             if 0 <= point // 19 - top < rows and 0 <= point % 19 - left < columns}
    part = (left, top) if size == 19 else (0, 0)
    return _Scene(shown, (size, size), part, cut, order, float(rng.integers(*cells)))


# --- styles


def _book(rng: np.random.Generator) -> DrawnBoard:
    """Draw a printed diagram."""
    grey = int(rng.integers(225, 256))
    paper = (grey, grey, int(grey - rng.integers(0, 18)))
    thin = float(rng.uniform(0.02, 0.06))
    look = _Style(
        "book", ground=paper, around=paper, white=paper if rng.random() < 0.5 else (255, 255, 255),
        line=(int(rng.integers(0, 90)),) * 3, line_width=thin,
        edge_width=thin * float(rng.uniform(1, 3.2)), radius=float(rng.uniform(0.43, 0.5)),
        rim_width=float(rng.uniform(0.03, 0.07)), margin=float(rng.uniform(0.55, 2.0)),
        has_labels=rng.random() < 0.6, clears_labels=rng.random() < 0.7,
        has_rim=rng.random() < 0.4, text_around=rng.random() < 0.6,
        aspect=float(rng.choice((1.0, 1.0, 1.0, 1.07))), font=str(rng.choice(_FONTS)))
    return _drawn(rng, look, _scene(rng))


def _flat(rng: np.random.Generator) -> DrawnBoard:
    """Draw a flat board as on the web and in simple programs."""
    grounds = ((220, 179, 92), (240, 200, 120), (200, 160, 90), (235, 215, 170), (250, 235, 205),
               (190, 200, 190), (255, 255, 255), (170, 120, 60))
    ground = grounds[int(rng.integers(len(grounds)))]
    look = _Style(
        "flat", ground=ground, around=ground if rng.random() < 0.5 else (50, 54, 60),
        line=(0, 0, 0) if rng.random() < 0.5 else (90, 70, 40),
        edge_width=float(rng.choice((0.035, 0.06))), radius=float(rng.uniform(0.44, 0.5)),
        black=(int(rng.integers(0, 50)),) * 3, white=(int(rng.integers(235, 256)),) * 3,
        white_rim=(int(rng.integers(0, 170)),) * 3,
        rim_width=float(rng.choice((0.015, 0.03, 0.05))),
        has_labels=rng.random() < 0.4, has_rim=rng.random() < 0.6, margin=float(
            rng.uniform(0.6, 1.3)), font=str(rng.choice(_FONTS)),
        overlay=str(rng.choice(("", "", "territory"))))
    return _drawn(rng, look, _scene(rng))


def _glass(rng: np.random.Generator) -> DrawnBoard:
    """Draw wood with stones of glass, put down a little beside the points, as Sabaki does."""
    look = _Style(
        "glass", ground=(235, 181, 92) if rng.random() < 0.6 else (214, 165, 100),
        around=(235, 181, 92), line=(94, 46, 12) if rng.random() < 0.7 else (0, 0, 0),
        line_width=0.033, edge_width=0.033, radius=float(rng.uniform(0.45, 0.49)),
        black=(40, 40, 40), white=(246, 246, 246), black_rim=(30, 30, 30),
        white_rim=(205, 205, 205), rim_width=0.012, is_round=True,
        shadow=float(rng.uniform(0.15, 0.5)), jitter=float(rng.choice((0.0, 0.045))),
        grain=float(rng.uniform(0.0, 12.0)), has_labels=rng.random() < 0.3,
        has_rim=rng.random() < 0.5,
        overlay=str(rng.choice(("", "", "heat", "territory", "ghosts", "winrates"))))
    return _drawn(rng, look, _scene(rng, may_cut=rng.random() < 0.3, cells=(20, 48)))


def _engine(rng: np.random.Generator) -> DrawnBoard:
    """Draw a darker wood with an engine's moves as coloured discs, as Lizzie does."""
    look = _Style(
        "engine", ground=(190, 150, 88) if rng.random() < 0.5 else (178, 140, 90),
        around=(40, 40, 40), line=(0, 0, 0), line_width=0.03, edge_width=0.06, radius=0.485,
        black=(28, 28, 30), white=(232, 232, 230), black_rim=(10, 10, 10),
        white_rim=(150, 150, 150), rim_width=0.012, is_round=True, shadow=0.4,
        grain=float(rng.uniform(2, 14)), has_rim=rng.random() < 0.8,
        overlay=str(rng.choice(("winrates", "winrates", "ownership", "tints", ""))))
    return _drawn(rng, look, _scene(rng, may_cut=False, cells=(20, 48)))


def _irgo(rng: np.random.Generator) -> DrawnBoard:
    """Draw a board of irgo's own, bare or under a map, with numbers or marks."""
    scene = _scene(rng, may_cut=False)
    rows = list(scene.rows)
    position = Position.from_diagram(rows)
    columns = len(rows[0])
    drawables: list[Drawable] = []
    chance = rng.random()
    if chance < 0.4:
        small = rng.normal(0, 1, (5, 5)).astype(np.float32)
        values = np.clip(cv2.resize(small, (columns, len(rows)), interpolation=cv2.INTER_CUBIC),
                         -1, 1).astype(np.float64)
        styles = [TintStyle.SMOOTH, TintStyle.CELLS, TintStyle.SQUARES, TintStyle.CONTOURS]
        drawables.append(Tint(values, styles[int(rng.integers(len(styles)))]))
    elif chance < 0.7:
        shapes = (MarkShape.CIRCLE, MarkShape.CROSS, MarkShape.SQUARE, MarkShape.TRIANGLE,
                  MarkShape.BLACK_TERRITORY, MarkShape.WHITE_TERRITORY)
        drawables += [Mark(int(point), shapes[int(rng.integers(len(shapes)))])
                      for point in rng.choice(columns * len(rows), 12, replace=False)]
    numbers: dict[Point, int] = {row * columns + column: number
                                 for (row, column), number in scene.order.items()}
    diagram = Diagram(
        position, tuple(drawables), move_numbers=numbers,
        coordinates=CoordinateStyle.GTP if rng.random() < 0.6 else CoordinateStyle.NONE)
    theme = BOARD_THEMES[int(rng.integers(len(BOARD_THEMES)))]
    palette = TINT_PALETTES[int(rng.integers(len(TINT_PALETTES)))]
    pixels = int(scene.cell * (columns + 2))
    picture = _decoded(png_of(diagram, size=pixels, look=Look(theme, palette)))
    return DrawnBoard(picture, tuple(rows), scene.size, (0, 0), scene.order,
                      f"irgo {theme.name}")


STYLES: Final[dict[str, Callable[[np.random.Generator], DrawnBoard]]] = {
    "book": _book, "flat": _flat, "glass": _glass, "engine": _engine, "irgo": _irgo}


# --- drawing


def _drawn(rng: np.random.Generator, look: _Style, scene: _Scene) -> DrawnBoard:
    canvas = _Canvas(rng, look, scene)
    if look.text_around:
        canvas.text_around()
    canvas.board()
    canvas.tints()
    canvas.grid()
    canvas.labels()
    canvas.stones()
    canvas.signs()
    if look.has_rim:
        canvas.rim()
    picture = _decoded(bytes(resvg_py.svg_to_bytes(
        svg_string=canvas.document(), skip_system_fonts=True, font_files=font_files(),
        font_family=_USUAL_FONT)))
    if look.grain:
        noise = rng.normal(0, look.grain, (picture.shape[0] // 3 + 1, picture.shape[1] // 24 + 1))
        wood = cv2.resize(noise.astype(np.float32), picture.shape[1::-1],
                          interpolation=cv2.INTER_CUBIC)
        picture = np.clip(picture + wood[:, :, None], 0, 255).astype(np.uint8)
    return DrawnBoard(picture, scene.rows, scene.size, scene.part, scene.order, look.name)


class _Canvas:
    """An SVG document of one board."""

    def __init__(self, rng: np.random.Generator, look: _Style, scene: _Scene) -> None:
        # What is written in a font that is not there is not drawn.
        self._font = look.font if look.font in _families() else _USUAL_FONT
        self._rng, self._look, self._scene = rng, look, scene
        self._parts: list[str] = []
        self._across, self._down = len(scene.rows[0]), len(scene.rows)
        self._cell_x, self._cell_y = scene.cell, scene.cell * look.aspect
        margin = look.margin + (0.9 if look.has_rim else 0.0)
        near = float(rng.uniform(0.5, 0.62))
        sides = [near if is_cut else margin for is_cut in scene.cut]
        text = 3.0 if look.text_around else 0.0
        self._left = (sides[0] + text * float(rng.uniform(0, 1))) * self._cell_x
        self._top = (sides[1] + text) * self._cell_y
        self._reach = near - 0.03
        self._width = round(self._left + (self._across - 1 + sides[2] + 0.4 * text) * self._cell_x)
        self._height = round(self._top + (self._down - 1 + sides[3] + text) * self._cell_y)
        self._free = [(row, column) for row, line in enumerate(scene.rows)
                      for column, sign in enumerate(line) if sign == "."]
        self._taken = {(row, column): sign for row, line in enumerate(scene.rows)
                       for column, sign in enumerate(line) if sign != "."}
        self._lettered: list[tuple[int, int]] = []

    def _at(self, row: float, column: float) -> tuple[float, float]:
        return self._left + column * self._cell_x, self._top + row * self._cell_y

    def _add(self, text: str) -> None:
        self._parts.append(text)

    def document(self) -> str:
        """Return the picture as SVG."""
        look = self._look
        stones = "".join(
            f'<radialGradient id="{name}" cx="0.36" cy="0.32" r="0.75">'
            f'<stop offset="0" stop-color="{hex_colour(bright)}"/>'
            f'<stop offset="1" stop-color="{hex_colour(body)}"/></radialGradient>'
            for name, bright, body in (
                ("black", (min(255, look.black[0] + 110),) * 3, look.black),
                ("white", (255, 255, 255), (int(0.86 * look.white[0]),) * 3)))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self._width}" '
                f'height="{self._height}"><defs>{stones}</defs>'
                f'<rect width="100%" height="100%" fill="{hex_colour(look.around)}"/>'
                + "".join(self._parts) + "</svg>")

    def board(self) -> None:
        """Paint the ground."""
        reach = self._look.margin if not self._look.has_rim else self._look.margin + 0.8
        sides = [self._reach + 0.2 if is_cut else reach for is_cut in self._scene.cut]
        left, top = self._at(-sides[1], -sides[0])
        right, bottom = self._at(self._down - 1 + sides[3], self._across - 1 + sides[2])
        self._add(f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" '
                  f'fill="{hex_colour(self._look.ground)}"/>')

    def grid(self) -> None:
        """Draw lines and star points."""
        cut = [self._reach if is_cut else 0.0 for is_cut in self._scene.cut]
        for row in range(self._down):
            is_edge = (row == 0 and not cut[1]) or (row == self._down - 1 and not cut[3])
            self._line(self._at(row, -cut[0]), self._at(row, self._across - 1 + cut[2]), is_edge)
        for column in range(self._across):
            is_edge = (column == 0 and not cut[0]) or (column == self._across - 1 and not cut[2])
            self._line(self._at(-cut[1], column), self._at(self._down - 1 + cut[3], column),
                       is_edge)
        columns = self._scene.size[0]
        for point in topology(*self._scene.size).star_points:
            row = point // columns - self._scene.part[1]
            column = point % columns - self._scene.part[0]
            if 0 <= row < self._down and 0 <= column < self._across:
                self._circle(row, column, max(1.4 / self._cell_x, 0.09),
                             hex_colour(self._look.line))

    def _line(self, start: tuple[float, float], end: tuple[float, float], is_edge: bool) -> None:
        look = self._look
        width = max(1.0, (look.edge_width if is_edge else look.line_width) * self._cell_x)
        self._add(f'<path d="M{start[0]} {start[1]}L{end[0]} {end[1]}" fill="none" '
                  f'stroke="{hex_colour(look.line)}" stroke-width="{width}" '
                  f'stroke-linecap="square"/>')

    def _circle(self, row: float, column: float, radius: float, fill: str, *, stroke: str = "none",
                width: float = 0.0, opacity: float = 1.0) -> None:
        x, y = self._at(row, column)
        self._add(f'<ellipse cx="{x}" cy="{y}" rx="{radius * self._cell_x}" '
                  f'ry="{radius * self._cell_x}" fill="{fill}" stroke="{stroke}" '
                  f'stroke-width="{width * self._cell_x}" opacity="{opacity}"/>')

    def _square(self, row: float, column: float, half: float, fill: str, opacity: float) -> None:
        x, y = self._at(row - half, column - half)
        self._add(f'<rect x="{x}" y="{y}" width="{2 * half * self._cell_x}" '
                  f'height="{2 * half * self._cell_y}" fill="{fill}" opacity="{opacity}"/>')

    def _text(self, row: float, column: float, text: str, height: float, fill: str) -> None:
        x, y = self._at(row, column)
        self._add(f'<text x="{x}" y="{y + 0.36 * height * self._cell_x}" '
                  f'font-size="{height * self._cell_x}" text-anchor="middle" '
                  f'font-family="{self._font}" fill="{fill}">{text}</text>')

    def stones(self) -> None:
        """Draw the stones, their numbers, and the mark of the last move."""
        look, scene = self._look, self._scene
        bold = float(self._rng.uniform(0.44, 0.6))
        for (row, column), sign in self._taken.items():
            shift = self._rng.normal(0, look.jitter, 2) if look.jitter else (0.0, 0.0)
            y, x = row + float(np.clip(shift[0], -0.09, 0.09)), column + float(
                np.clip(shift[1], -0.09, 0.09))
            if look.shadow:
                self._circle(y + 0.07, x + 0.05, look.radius * 1.03, "#000000",
                             opacity=look.shadow)
            flat = look.black if sign == "X" else look.white
            name = "black" if sign == "X" else "white"
            rim = look.black_rim if sign == "X" else look.white_rim
            self._circle(y, x, look.radius - look.rim_width / 2,
                         f"url(#{name})" if look.is_round else hex_colour(flat),
                         stroke=hex_colour(rim), width=look.rim_width)
            ink = "#f8f8f8" if sign == "X" else "#101010"
            if (row, column) in scene.order:
                text = str(scene.order[row, column])
                self._text(y, x, text, bold * (1.0 if len(text) < 3 else 0.82), ink)
        if not scene.order and self._taken and self._rng.random() < 0.5:
            places = list(self._taken)
            row, column = places[int(self._rng.integers(len(places)))]
            ink = "#f8f8f8" if self._taken[row, column] == "X" else "#101010"
            if self._rng.random() < 0.5:
                self._circle(row, column, 0.22, "none", stroke=ink, width=0.06)
            else:
                self._circle(row, column, 0.15, str(self._rng.choice(("#e03020", ink))))

    def labels(self) -> None:
        """Write letters and draw marks on some empty points."""
        if not self._look.has_labels or not self._free:
            return
        count = min(len(self._free), int(self._rng.integers(1, 8)))
        ink = hex_colour(self._look.line)
        chosen = self._rng.choice(len(self._free), count, replace=False)
        for index, letter in zip(chosen, "ABCDEFGH", strict=False):
            row, column = self._free[int(index)]
            if self._look.clears_labels:
                self._circle(row, column, 0.36, hex_colour(self._look.ground))
            kind = self._rng.random()
            if kind < 0.6:
                self._text(row, column, letter if kind < 0.3 else letter.lower(), 0.62, ink)
            elif kind < 0.7:
                self._circle(row, column, 0.24, "none", stroke=ink, width=0.06)
            elif kind < 0.8:
                self._square(row, column, 0.2, ink, 1.0)
            else:
                x, y = self._at(row, column)
                r = 0.27 * self._cell_x
                path = (f"M{x - r} {y + 0.7 * r}L{x + r} {y + 0.7 * r}L{x} {y - r}Z" if kind < 0.9
                        else f"M{x - r} {y - r}L{x + r} {y + r}M{x + r} {y - r}L{x - r} {y + r}")
                self._add(f'<path d="{path}" fill="none" stroke="{ink}" '
                          f'stroke-width="{0.07 * self._cell_x}"/>')

    def tints(self) -> None:
        """Tint cells, as maps of influence and of ownership do."""
        if self._look.overlay != "tints":
            return
        for row, column, value in self._smooth_values(0.8):
            self._square(row, column, 0.5, "#000000" if value > 0 else "#ffffff",
                         0.45 * abs(value))

    def _smooth_values(self, spread: float) -> Iterator[tuple[int, int, float]]:
        """Yield row, column and value of each point in a smooth field by chance, -1 to 1."""
        small = self._rng.normal(0, spread, (4, 4)).astype(np.float32)
        values = cv2.resize(small, (self._across, self._down), interpolation=cv2.INTER_CUBIC)
        for row in range(self._down):
            for column in range(self._across):
                yield row, column, float(np.clip(values[row, column], -1, 1))

    def signs(self) -> None:
        """Draw what an engine says over the stones."""
        overlay, rng = self._look.overlay, self._rng
        if overlay in ("ownership", "territory"):
            for row, column, value in self._smooth_values(0.9):
                if overlay == "territory" and ((row, column) in self._taken or abs(value) < 0.5):
                    continue
                half = 0.15 if overlay == "territory" else 0.2 * abs(value) ** 0.5
                self._square(row, column, half, "#000000" if value > 0 else "#ffffff", 0.9)
        if overlay in ("winrates", "heat", "ghosts") and self._free:
            count = min(len(self._free), int(rng.integers(2, 12)))
            colours = ("#20c8c8", "#30b040", "#d8c020", "#d05030", "#8040b0", "#3070d0")
            for index in rng.choice(len(self._free), count, replace=False):
                row, column = self._free[int(index)]
                colour = str(rng.choice(colours))
                if overlay == "ghosts":
                    self._circle(row, column, 0.2, str(rng.choice(("#000000", "#ffffff"))),
                                 opacity=0.6)
                elif overlay == "heat":
                    self._circle(row, column, 0.62, colour, opacity=0.3)
                    self._text(row, column, f"{rng.integers(1, 99)}", 0.4, "#101010")
                else:
                    self._circle(row, column, 0.46, colour, stroke="#303030", width=0.02,
                                 opacity=float(rng.uniform(0.55, 0.9)))
                    self._text(row - 0.1, column, f"{rng.uniform(20, 70):.1f}", 0.3, "#000000")
                    self._text(row + 0.2, column, f"{rng.integers(1, 9999)}", 0.24, "#000000")

    def rim(self) -> None:
        """Write coordinates along the sides that are the board's edges."""
        cut, away = self._scene.cut, 0.95
        ink = hex_colour(self._look.line)
        rows = self._scene.size[1]
        for column in range(self._across):
            name = column_name(column + self._scene.part[0])
            for at_row, is_cut in ((-away, cut[1]), (self._down - 1 + away, cut[3])):
                if not is_cut:
                    self._text(at_row, column, name, 0.42, ink)
        for row in range(self._down):
            name = str(rows - row - self._scene.part[1])
            for at_column, is_cut in ((-away, cut[0]), (self._across - 1 + away, cut[2])):
                if not is_cut:
                    self._text(row, at_column, name, 0.42, ink)

    def text_around(self) -> None:
        """Print lines of text above and below."""
        ink = hex_colour(self._look.line)
        for row in (-self._look.margin - 2.6, -self._look.margin - 1.6,
                    self._down - 1 + self._look.margin + 1.8):
            sentence = _SENTENCES[int(self._rng.integers(len(_SENTENCES)))]
            x, y = self._at(row - (0.9 if self._look.has_rim else 0.0), 0)
            self._add(f'<text x="{x}" y="{y}" font-size="{0.62 * self._cell_x}" '
                      f'font-family="{self._font}" fill="{ink}">{sentence}</text>')


@lru_cache(maxsize=1)
def font_files() -> list[str]:
    """Return the fonts to write with: irgo's own, and what this machine has of a few others."""
    found = [str(resource_path("fonts", "DejaVuSans.ttf"))]
    for folder in map(Path, _FONT_FOLDERS):
        found += sorted(str(path) for path in folder.rglob("*") if path.name in _FONT_FILES)
    return found


@lru_cache(maxsize=1)
def _families() -> frozenset[str]:
    """Return the names of the fonts that are there."""
    names = [ImageFont.truetype(path).getname() for path in font_files()]
    return frozenset(f"{family} {style}" if style == "Condensed" else str(family)
                     for family, style in names)


def _decoded(png: bytes) -> Picture:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
