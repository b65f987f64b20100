"""A diagram as a file: SVG, PNG and PDF, none of which needs Qt or a display."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import resvg_py
from msgspec import Struct

from irgo_app.draw.board_geometry import BoardGeometry, Canvas
from irgo_app.draw.board_painter import Look, has_rim, paint
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.palette import TintPalette
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.draw.wide_letters import font_file, has_wide, is_wide
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.resource_files import resource_path
from irgo_app.whole_file import check_ending, why_unwritten, write_whole
from irgo_app.words import message

_LINE_HEIGHT: Final = 26.0
"""Of a line of text below the board, in pixels, unless the picture is small."""
_LINE_SHARE: Final = 0.06
"""Of the picture's side: a line of text is no higher."""
_MOST_TEXT: Final = 0.4
"""So much of a picture's side is text at most."""
_LETTER_WIDTH: Final = 0.58
"""Of a letter on average, in heights of the font."""
_FONT: Final = 0.5
"""How high letters are, in heights of a line."""
TITLE: Final = "Go diagram by irgo"
SIZES: Final = (50, 8000)
"""The least and the most pixels of a picture's longer side."""


class PictureWriter(Protocol):
    """Draws a diagram and returns the file.

    size -- pixels or points along the longer side, exactly, the text below counted
    legend -- texts written below the board: a line for each layer, notes on the moves
    has_ground -- with the board's wood; without, lines and stones stand on nothing
    """

    def __call__(
        self, diagram: Diagram, *, size: int = 800, look: Look | None = None,
        legend: Sequence[str] = (), has_ground: bool = True,
    ) -> bytes: ...


class _Sheet(Struct, frozen=True):
    """Where everything lies in a picture: the board, and so many lines of text below."""

    width: float
    height: float
    geometry: BoardGeometry
    line_height: float
    lines: tuple[str, ...]


def svg_of(
    diagram: Diagram, *, size: int = 800, look: Look | None = None, legend: Sequence[str] = (),
    has_ground: bool = True,
) -> str:
    """Return the diagram as SVG; the arguments are those of every `PictureWriter`."""
    sheet = _sheet(diagram, size, legend)
    canvas = SvgCanvas(sheet.width, sheet.height)
    _paint_all(canvas, diagram, sheet, look or Look(), has_ground=has_ground)
    return canvas.document(TITLE)


def pdf_of(
    diagram: Diagram, *, size: int = 800, look: Look | None = None, legend: Sequence[str] = (),
    has_ground: bool = True,
) -> bytes:
    """Return the diagram as one page of vector PDF, `size` points along the longer side."""
    # fpdf2 takes 40 MB and a third of a second, which who draws no PDF is spared.
    from irgo_app.draw.pdf_canvas import PdfCanvas, new_pdf

    sheet = _sheet(diagram, size, legend)
    pdf = new_pdf(sheet.width, sheet.height)
    pdf.add_page()
    canvas = PdfCanvas(pdf)
    _paint_all(canvas, diagram, sheet, look or Look(), has_ground=has_ground)
    return canvas.document(TITLE)


def png_of(
    diagram: Diagram, *, size: int = 800, look: Look | None = None, legend: Sequence[str] = (),
    has_ground: bool = True,
) -> bytes:
    """Return the diagram as PNG, drawn from its SVG."""
    return png_of_svg(svg_of(diagram, size=size, look=look, legend=legend, has_ground=has_ground))


def png_of_svg(text: str) -> bytes:
    """Return an SVG of irgo's own as PNG, with the shipped font.

    Letters of East Asia, which that lacks, come from a font of this machine.
    """
    fonts = [str(resource_path("fonts", "DejaVuSans.ttf"))]
    if has_wide(text) and (found := font_file()) is not None:
        fonts.append(str(found.path))
    return bytes(resvg_py.svg_to_bytes(
        svg_string=text, skip_system_fonts=True, font_files=fonts, font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans"))


PICTURE_FORMATS: Final[Mapping[str, PictureWriter]] = {
    ".png": png_of,
    ".svg": lambda diagram, **how: svg_of(diagram, **how).encode("utf-8"),
    ".pdf": pdf_of,
}
"""The picture formats by the ending of their files."""


def write_picture(
    path: Path, diagram: Diagram, *, size: int = 800, look: Look | None = None,
    legend: Sequence[str] = (), has_ground: bool = True,
) -> None:
    """Write the diagram in the format of the file's ending; raises UsageError if that is none."""
    check_ending(path, PICTURE_FORMATS)
    write = PICTURE_FORMATS[path.suffix.lower()]
    try:
        write_whole(path, write(diagram, size=size, look=look, legend=legend,
                                has_ground=has_ground))
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None


def check_size(size: int) -> None:
    """Raise UsageError for a size that no picture has."""
    least, most = SIZES
    if not least <= size <= most:
        raise WrongUsageError("--size takes {least} to {most} pixels.", least=least, most=most)


def _sheet(diagram: Diagram, size: int, legend: Sequence[str]) -> _Sheet:
    """Return the layout of a picture whose longer side is `size`."""
    bare = picture_geometry(diagram, size, size)
    _, _, across, _ = bare.shown_area(has_rim=has_rim(diagram))
    usual = min(_LINE_HEIGHT, _LINE_SHARE * size)
    lines = tuple(line for text in legend for line in _broken(text, across / usual))
    line_height = min(usual, _MOST_TEXT * size / max(1, len(lines)))
    geometry = picture_geometry(diagram, size, size - line_height * len(lines))
    _, _, width, height = geometry.shown_area(has_rim=has_rim(diagram))
    return _Sheet(round(width), round(height + line_height * len(lines)), geometry, line_height,
                  lines)


def picture_geometry(diagram: Diagram, width: float, height: float) -> BoardGeometry:
    """Return where the board lies in a picture that has no more room than it needs."""
    position = diagram.position
    return BoardGeometry.filling(
        position.columns, position.rows, width, height, has_rim=has_rim(diagram),
        symmetry=diagram.symmetry, part=diagram.part)


def _letters(text: str) -> float:
    return sum(1.0 if is_wide(letter) else _LETTER_WIDTH for letter in text)


def _broken(text: str, width: float) -> list[str]:
    """Return a text in lines that fit into a width, in heights of a line, broken at spaces."""
    most = max(1.0, 0.97 * width / _FONT)
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _letters(longer) > most:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _paint_all(
    canvas: Canvas, diagram: Diagram, sheet: _Sheet, look: Look, *, has_ground: bool
) -> None:
    if has_ground:
        canvas.rectangle(0, 0, sheet.width, sheet.height, look.theme.flat, 1.0)
    paint(canvas, diagram, sheet.geometry, look, has_ground=has_ground)
    if sheet.lines:
        canvas.group("legend")
    top = sheet.height - sheet.line_height * len(sheet.lines)
    for index, text in enumerate(sheet.lines):
        middle = top + sheet.line_height * (index + 0.4)
        fitting = 0.97 * sheet.width / max(1.0, _letters(text))
        canvas.text(sheet.width / 2, middle, text, min(_FONT * sheet.line_height, fitting),
                    look.theme.rim_text)


def legend_line(title: str, unit: str, palette: TintPalette) -> str:
    """Return the line that explains a signed field: which side has which colour."""
    return str(message("{layer}: {black} is Black's, {white} is White's ({unit})",
                       layer=message(title), unit=message(unit), black=message(palette.black),
                       white=message(palette.white)))
