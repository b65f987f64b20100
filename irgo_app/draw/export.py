"""A diagram as a file (SVG, PNG, PDF: none needs Qt or a display), or as text for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

import resvg_py

from irgo_app.draw.board_painter import Look, geometry_of, paint
from irgo_app.draw.canvas import Canvas
from irgo_app.draw.drawables import Diagram, TintValues
from irgo_app.draw.palette import TintPalette
from irgo_app.draw.pdf_canvas import PdfCanvas, pdf_of_one_page
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.draw.wide_letters import font_file, has_wide, is_wide
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle, rim_labels
from irgo_app.go.topology import topology
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


def text_of(diagram: Diagram) -> str:
    """Return the position with coordinates: X Black, O White, + star point, ( ) last move."""
    position = diagram.position
    columns, rows = position.columns, position.rows
    names, sides = rim_labels(CoordinateStyle.GTP, columns, rows)
    stars = topology(columns, rows).star_points
    header = "   " + "".join(f"{name:>2}" for name in names)
    lines = [header]
    for row, text in enumerate(position.diagram()):
        line = f"{sides[row]:>3}"
        for column, character in enumerate(text):
            point = row * columns + column
            before = "(" if point == diagram.last_move else (
                ")" if column and point - 1 == diagram.last_move else " ")
            is_star = character == "." and point in stars
            line += before + ("+" if is_star else character)
        end = ")" if row * columns + columns - 1 == diagram.last_move else " "
        lines.append(f"{line}{end}{sides[row]}")
    lines.append(header)
    return "\n".join(lines)


def field_text(values: TintValues) -> str:
    """Return a field as right-aligned numbers, a row a line, whole where they all are whole."""
    is_whole = bool((values == values.round()).all())
    texts = [[f"{value:.0f}" if is_whole else f"{value:.1f}" for value in row] for row in values]
    width = max(len(text) for row in texts for text in row) + 1
    return "\n".join("".join(f"{_plain(text):>{width}}" for text in row) for row in texts)


def _plain(text: str) -> str:
    """Return a number without a sign on zero."""
    return text.lstrip("-") if float(text) == 0 else text
