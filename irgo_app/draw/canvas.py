"""What a board is painted on: a few primitives that SVG, PDF and Qt each implement once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from irgo_app.draw.palette import BoardTheme, Rgb
from irgo_app.go.point import Colour

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rgba: TypeAlias = npt.NDArray[np.uint8]
else:
    Rgba: TypeAlias = Any

Vertex: TypeAlias = tuple[float, float]
Piece: TypeAlias = Sequence[float]


class Canvas(Protocol):
    """Primitives in pixels, x to the right and y down; opacities 0 to 1."""

    def group(self, name: str) -> None:
        """Begin a named part of the picture ("grid", "stones"); ends the one before."""

    def clipped(
        self, x: float, y: float, width: float, height: float
    ) -> AbstractContextManager[None]:
        """Draw nothing outside a rectangle while the context lasts."""

    def wood(self, x: float, y: float, width: float, height: float, theme: BoardTheme) -> None:
        """Draw a board of a theme that has grain, with it."""

    def rectangle(self, x: float, y: float, width: float, height: float, fill: Rgb,
                  opacity: float) -> None:
        """Draw a filled rectangle."""

    def line(self, vertices: Sequence[Vertex], colour: Rgb, width: float, *,
             is_closed: bool = False, opacity: float = 1.0, dash: float = 0.0) -> None:
        """Draw a polyline with round joins; `dash` is the length of dashes, 0 for none."""

    def segments(self, pieces: Sequence[Piece], colour: Rgb, width: float, *,
                 opacity: float = 1.0) -> None:
        """Draw many short pieces of lines that touch each other, (x, y, x, y) of their ends."""

    def polygon(self, vertices: Sequence[Vertex], fill: Rgb, opacity: float = 1.0) -> None:
        """Draw a filled polygon."""

    def area(self, loops: Sequence[Sequence[Vertex]], fill: Rgb, opacity: float = 1.0) -> None:
        """Fill what an odd number of closed loops encloses: an area with its holes left open."""

    def circle(self, x: float, y: float, radius: float, *, fill: Rgb | None = None,
               stroke: Rgb | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        """Draw a circle, filled, outlined or both."""

    def stone(self, x: float, y: float, radius: float, colour: Colour,
              opacity: float = 1.0) -> None:
        """Draw a stone with its sheen, rim and soft shadow."""

    def text(self, x: float, y: float, text: str, height: float, colour: Rgb, *,
             is_bold: bool = False, halo: Rgb | None = None) -> None:
        """Draw a text centred on a point; `height` is that of the font in pixels.

        halo -- the colour of a thin rim round the letters, where what lies below is of any colour
        """

    def image(self, x: float, y: float, width: float, height: float, rgba: Rgba, *,
              is_smooth: bool) -> None:
        """Draw an RGBA picture (uint8, (h, w, 4), straight alpha) scaled to a rectangle."""
