"""A diagram as a file: SVG, PNG and PDF, none of which needs Qt or a display."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

import resvg_py

from irgo_app.draw.board_painter import Look, geometry_of, paint
from irgo_app.draw.canvas import Canvas
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.palette import TintPalette
from irgo_app.draw.pdf_canvas import PdfCanvas, pdf_of_one_page
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.draw.wide_letters import font_file, has_wide, is_wide
from irgo_app.errors import UsageError
from irgo_app.resource_files import resource_path
from irgo_app.whole_file import why_unwritten, write_whole
from irgo_app.words import listed, message

_LEGEND_HEIGHT = 26.0
_LETTER_WIDTH = 0.58
"""Of a letter on average, in heights of the font."""


class PictureWriter(Protocol):
    """Draws a diagram, `size` pixels or points along the longer side, and returns the file.

    legend -- one line of text for each layer shown, written under the board
    """

    def __call__(
        self, diagram: Diagram, *, size: int = 800, look: Look | None = None,
        legend: tuple[str, ...] = (),
    ) -> bytes: ...


def svg_of(
    diagram: Diagram, *, size: int = 800, look: Look | None = None, legend: tuple[str, ...] = ()
) -> str:
    """Return the diagram as SVG, `size` pixels along the longer side.

    legend -- one line of text for each layer shown, written under the board
    """
    width, height = _picture_size(diagram, size)
    canvas = SvgCanvas(width, height + _LEGEND_HEIGHT * len(legend))
    _paint_all(canvas, diagram, width, height, look or Look(), legend)
    return canvas.document("Go diagram by irgo")


def pdf_of(
    diagram: Diagram, *, size: int = 800, look: Look | None = None, legend: tuple[str, ...] = ()
) -> bytes:
    """Return the diagram as one page of vector PDF, `size` points along the longer side."""
    width, height = _picture_size(diagram, size)
    canvas = PdfCanvas(pdf_of_one_page(width, height + _LEGEND_HEIGHT * len(legend)))
    _paint_all(canvas, diagram, width, height, look or Look(), legend)
    return canvas.document("Go diagram by irgo")


def png_of(
    diagram: Diagram, *, size: int = 800, look: Look | None = None, legend: tuple[str, ...] = ()
) -> bytes:
    """Return the diagram as PNG, drawn from its SVG with the shipped font.

    Letters of East Asia, which that lacks, come from a font of this machine.
    """
    fonts = [str(resource_path("fonts", "DejaVuSans.ttf"))]
    text = svg_of(diagram, size=size, look=look, legend=legend)
    if has_wide(text) and (found := font_file()) is not None:
        fonts.append(str(found.path))
    return bytes(resvg_py.svg_to_bytes(
        svg_string=text, skip_system_fonts=True, font_files=fonts, font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans"))


def _svg_file(
    diagram: Diagram, *, size: int = 800, look: Look | None = None, legend: tuple[str, ...] = ()
) -> bytes:
    return svg_of(diagram, size=size, look=look, legend=legend).encode("utf-8")


PICTURE_FORMATS: Final[Mapping[str, PictureWriter]] = {
    ".png": png_of,
    ".svg": _svg_file,
    ".pdf": pdf_of,
}
"""The picture formats by the ending of their files."""


def write_picture(
    path: Path, diagram: Diagram, *, size: int = 800, look: Look | None = None,
    legend: tuple[str, ...] = (),
) -> None:
    """Write the diagram in the format of the file's ending; raises UsageError if that is none."""
    write = PICTURE_FORMATS.get(path.suffix.lower())
    if write is None:
        *others, last = PICTURE_FORMATS
        raise UsageError("{name} should end in {others} or {last}.", name=path.name,
                         others=listed(others), last=last)
    try:
        write_whole(path, write(diagram, size=size, look=look, legend=legend))
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None


def _picture_size(diagram: Diagram, size: int) -> tuple[float, float]:
    """Return (width, height) of a board in its proportions, the longer side `size`."""
    area = geometry_of(diagram, size, size, snap=False).board_area()
    return round(min(size, area[2] + 1)), round(min(size, area[3] + 1))


def _paint_all(
    canvas: Canvas, diagram: Diagram, width: float, height: float, look: Look,
    legend: tuple[str, ...],
) -> None:
    canvas.rectangle(0, 0, width, height + _LEGEND_HEIGHT * len(legend), look.theme.flat, 1.0)
    paint(canvas, diagram, geometry_of(diagram, width, height, snap=False), look)
    if legend:
        canvas.group("legend")
    for index, text in enumerate(legend):
        middle = height + _LEGEND_HEIGHT * (index + 0.4)
        letters = sum(1.0 if is_wide(letter) else _LETTER_WIDTH for letter in text)
        fitting = 0.97 * width / max(1.0, letters)
        canvas.text(width / 2, middle, text, min(0.5 * _LEGEND_HEIGHT, fitting),
                    look.theme.rim_text)


def legend_line(title: str, unit: str, palette: TintPalette) -> str:
    """Return the line that explains a signed field: which side has which colour."""
    return str(message("{layer}: {black} is Black's, {white} is White's ({unit})",
                       layer=message(title), unit=message(unit), black=message(palette.black),
                       white=message(palette.white)))


