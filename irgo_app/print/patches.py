"""What changes from frame to frame, drawn in patches: SVG's renderer takes a twentieth of a second
for a picture however little is on it, and a fraction of a thousandth for a mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil, floor
from typing import TypeAlias

from PIL import Image

from irgo_app.draw.board_geometry import Piece, Places, Rgba, Vertex
from irgo_app.draw.export import png_of_svg
from irgo_app.draw.palette import Rgb
from irgo_app.draw.svg_canvas import SvgCanvas

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""
Patches: TypeAlias = dict[tuple[Box, str], Image.Image]
"""Drawn elements by their places and their SVG."""


def drawn(svg: str) -> Image.Image:
    """Return an SVG of irgo's own as a picture with an alpha channel."""
    return Image.open(BytesIO(png_of_svg(svg))).convert("RGBA")


class PatchCanvas(SvgCanvas):
    """Keeps each element apart with the pixels it covers at most, and lays them on a picture.

    kept -- patches that were drawn before; used -- takes up those that were needed
    """

    def __init__(self, width: int, height: int, kept: Patches, used: Patches) -> None:
        super().__init__(width, height)
        self._kept, self._used = kept, used
        self._elements = list[tuple[Box, str | Image.Image]]()
        self._size = width, height
        self._box: Box = 0, 0, width, height

    def lay_on(self, picture: Image.Image) -> None:
        """Paint all that was kept, in its order."""
        for box, found in self._elements:
            patch = found if isinstance(found, Image.Image) else self._patch(box, found)
            picture.paste(patch, box[:2], patch)

    def _patch(self, box: Box, element: str) -> Image.Image:
        """Return the pixels of an element, from the last frame if it is there."""
        key = box, element
        patch = self._used.get(key) or self._kept.get(key)
        if patch is None:
            left, top, right, bottom = box
            self._pieces = [element]
            patch = drawn(self.document("patch", (left, top, right - left, bottom - top)))
        self._used[key] = patch
        return patch

    def group(self, name: str) -> None:
        """Name nothing: no document holds all elements."""

    def line(self, vertices: Sequence[Vertex], colour: Rgb, width: float, *,
             is_closed: bool = False, opacity: float = 1.0, dash: float = 0.0) -> None:
        """Keep a line."""
        self._covers(vertices, width)
        super().line(vertices, colour, width, is_closed=is_closed, opacity=opacity, dash=dash)

    def segments(self, pieces: Sequence[Piece], colour: Rgb, width: float, *,
                 opacity: float = 1.0) -> None:
        """Keep pieces of lines as one."""
        if pieces:
            self._covers([end for x0, y0, x1, y1 in pieces for end in ((x0, y0), (x1, y1))], width)
            super().segments(pieces, colour, width, opacity=opacity)

    def polygon(self, vertices: Sequence[Vertex], fill: Rgb, opacity: float = 1.0) -> None:
        """Keep a polygon."""
        self._covers(vertices, 0.0)
        super().polygon(vertices, fill, opacity)

    def area(self, loops: Sequence[Sequence[Vertex]], fill: Rgb, opacity: float = 1.0) -> None:
        """Keep an area."""
        self._covers([vertex for loop in loops for vertex in loop], 0.0)
        super().area(loops, fill, opacity)

    def smooth_area(self, loops: Sequence[Places], fill: Rgb, opacity: float = 1.0, *,
                    is_soft: bool = False) -> None:
        """Keep an area with smooth edges; its control points enclose it."""
        self._covers([vertex for loop in loops for vertex in loop.tolist()], 0.0)
        super().smooth_area(loops, fill, opacity, is_soft=is_soft)

    def smooth_line(self, vertices: Places, colour: Rgb, width: float, *,
                    opacity: float = 1.0) -> None:
        """Keep a smooth line."""
        self._covers(vertices.tolist(), width)
        super().smooth_line(vertices, colour, width, opacity=opacity)

    def circle(self, x: float, y: float, radius: float, *, fill: Rgb | None = None,
               stroke: Rgb | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        """Keep a circle."""
        self._covers([(x, y)], radius + width)
        super().circle(x, y, radius, fill=fill, stroke=stroke, width=width, opacity=opacity)

    def rectangle(self, x: float, y: float, width: float, height: float, fill: Rgb,
                  opacity: float) -> None:
        """Keep a rectangle."""
        self._covers([(x, y), (x + width, y + height)], 0.0)
        super().rectangle(x, y, width, height, fill, opacity)

    def text(self, x: float, y: float, text: str, height: float, colour: Rgb, *,
             is_bold: bool = False, is_italic: bool = False, halo: Rgb | None = None) -> None:
        """Keep a line of text; no letter is wider than it is high."""
        self._covers([(x, y)], height * (1 + 0.6 * len(text)))
        super().text(x, y, text, height, colour, is_bold=is_bold, is_italic=is_italic,
                     halo=halo)

    def image(self, x: float, y: float, width: float, height: float, rgba: Rgba, *,
              is_smooth: bool) -> None:
        """Keep a tint as a picture: to scale it takes SVG's renderer long."""
        way = Image.Resampling.BICUBIC if is_smooth else Image.Resampling.NEAREST
        tint = Image.fromarray(rgba, "RGBA").resize((round(width), round(height)), way)
        left, top = round(x), round(y)
        self._elements.append(((left, top, left + tint.width, top + tint.height), tint))

    def _covers(self, vertices: Sequence[Vertex], reach: float) -> None:
        across, down = zip(*vertices, strict=True)
        (width, height), more = self._size, reach + 1.0
        self._box = (max(0, floor(min(across) - more)), max(0, floor(min(down) - more)),
                     min(width, ceil(max(across) + more)), min(height, ceil(max(down) + more)))

    def _add(self, element: str) -> None:
        left, top, right, bottom = self._box
        if left < right and top < bottom:
            self._elements.append((self._box, element))
