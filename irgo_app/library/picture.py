"""Pictures as the library gives them, and what a notebook shows of an answer."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from html import escape
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import png_of, svg_of, write_picture
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.errors import UsageError
from irgo_app.visible_text import visible
from irgo_app.words import listed

_Choice = TypeVar("_Choice", bound=Enum)
SIZE: Final = 480
"""The longer side of a picture in pixels, unless another is asked for."""


class Picture(Struct, frozen=True, eq=False):
    """A board with what lies on it, as an image of its own.

    size -- the longer side in pixels; legend -- a line of text for each layer, under the board
    """

    diagram: Diagram
    size: int
    look: Look
    legend: tuple[str, ...] = ()

    @property
    def svg(self) -> str:
        """Return the picture as a document of SVG."""
        return svg_of(self.diagram, size=self.size, look=self.look, legend=self.legend)

    @property
    def png(self) -> bytes:
        """Return the picture as PNG."""
        return png_of(self.diagram, size=self.size, look=self.look, legend=self.legend)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file that ends in .svg, .png or .pdf; raises UsageError."""
        write_picture(Path(path), self.diagram, size=self.size, look=self.look,
                      legend=self.legend)

    def _repr_svg_(self) -> str:
        """Return what Jupyter shows of a value."""
        return self.svg


def look_of(theme: str, palette: str) -> Look:
    """Return the colours of a board theme and of fields by their names; raises UsageError."""
    themes = {found.name: found for found in BOARD_THEMES}
    palettes = {found.name: found for found in TINT_PALETTES}
    if theme not in themes:
        raise UsageError("There is no theme {name!r}; there are {names}.", name=theme,
                         names=listed(themes))
    if palette not in palettes:
        raise UsageError("There is no palette {name!r}; there are {names}.", name=palette,
                         names=listed(palettes))
    return Look(themes[theme], palettes[palette])


def one_of(choices: type[_Choice], what: str, value: str) -> _Choice:
    """Return the choice of a value, such as "A1" for a rim; raises UsageError for another."""
    for choice in choices:
        if choice.value == value:
            return choice
    raise UsageError("{what} is one of {values}, not {value!r}.", what=what, value=value,
                     values=listed(repr(choice.value) for choice in choices))


def shown(sentences: Iterable[str], picture: Picture | None = None) -> str:
    """Return sentences, escaped, and a picture below them as HTML for a notebook."""
    told = "".join(f"<p>{escape(visible(sentence))}</p>" for sentence in sentences)
    return f"<div>{told}{'' if picture is None else picture.svg.partition('?>')[2]}</div>"
