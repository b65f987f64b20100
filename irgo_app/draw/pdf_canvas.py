"""A canvas that writes vector PDF through fpdf2, with the shipped font embedded.

Letters of East Asia, which that font lacks, come from a font of this machine. What no font has is
told in brackets by the name that Unicode gives it, as "[rocket]".
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from math import atan, degrees
from typing import Any, Final
from unicodedata import category, name, normalize

from fpdf import FPDF
from fpdf.drawing import PaintedPath
from fpdf.enums import TextMode

from irgo_app.draw import palette
from irgo_app.draw.board_geometry import HALO_WIDTH, LEAN, Piece, Places, Rgba, Vertex
from irgo_app.draw.field_painter import png_bytes
from irgo_app.draw.palette import BoardTheme, Rgb, hex_colour
from irgo_app.draw.wide_letters import font_file, has_wide, is_wide, no_font_words, speaks_readably
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, Colour
from irgo_app.resource_files import resource_path
from irgo_app.words import SIGN, visible

FONT: Final = "irgo"
"""The name of the shipped font in a document."""
_WIDE: Final = "wide"
"""The name of the font for wide letters."""
_FLAG: Final = "[\U0001f1e6-\U0001f1ff]"
_CHANGES: Final = "[\u200d\u20e3\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
"""What joins signs, or says how one is drawn: joiner, keycap, variation, colour of skin, region."""
_PIECE: Final = re.compile(f"{_FLAG}{{2}}|.{_CHANGES}*", re.DOTALL)
"""What is told together: two letters that are a flag, or one with what changes it."""


def new_pdf(width: float, height: float) -> FPDF:
    """Return an empty document of pages of width x height points, with the shipped font."""
    pdf = FPDF(unit="pt", format=(width, height))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.add_font(FONT, fname=str(resource_path("fonts", "DejaVuSans.ttf")))
    return pdf


def has_letter(pdf: FPDF, letter: str) -> bool:
    """Return whether one of the fonts has a letter."""
    return ord(letter) in pdf.fonts[_font_of(pdf, letter)].cmap


def spelt(pdf: FPDF, text: str) -> str:
    """Return a text in letters that the fonts have, what they lack told in brackets.

    A sign is told by its name, a flag by the letters of its country, letters by their script; the
    same in a row once, and a plainer form in place of a name where there is one.
    """
    if SIGN not in text and all(has_letter(pdf, letter) for letter in text):
        return text
    found = list[str]()
    for piece in _PIECE.findall(text):
        told = _told(pdf, piece)
        if not told.startswith("[") or told == piece or found[-1:] != [told]:
            found.append(told)
    return "".join(found)


def _told(pdf: FPDF, piece: str) -> str:
    letter = piece[0]
    if letter != SIGN and has_letter(pdf, letter):
        return "".join(one for one in piece if has_letter(pdf, one))
    plain = normalize("NFKC", letter)
    if plain != letter and all(has_letter(pdf, one) for one in plain):
        return plain
    return "" if category(letter) == "Cf" else f"[{_name(piece)}]"


def _name(piece: str) -> str:
    letter = piece[0]
    if letter == SIGN:
        return "?"
    if re.match(_FLAG, letter):
        return "flag " + "".join(chr(ord("A") + ord(one) - 0x1f1e6) for one in piece)
    words = name(letter, f"U+{ord(letter):04X}")
    if category(letter)[0] in "LM":
        script = words.split()[0]
        return f"{script if script == 'CJK' else script.capitalize()} …"
    return words if words.startswith("U+") else words.lower()


def text_width(pdf: FPDF, text: str, size: float) -> float:
    """Return how wide a text is, in points."""
    width = 0.0
    for font, run in _runs(pdf, text):
        pdf.set_font(font, size=size)
        width += float(pdf.get_string_width(run))
    return width


def put_text(pdf: FPDF, left: float, base: float, text: str, size: float) -> None:
    """Write a text on a base line, each letter in the font that has it."""
    for font, run in _runs(pdf, text):
        pdf.set_font(font, size=size)
        pdf.text(left, base, run)
        left += float(pdf.get_string_width(run))


def _runs(pdf: FPDF, text: str) -> list[tuple[str, str]]:
    if not has_wide(text) or not _with_wide_font(pdf):
        return [(FONT, text)]
    return [(font, "".join(run))
            for font, run in groupby(text, lambda letter: _font_of(pdf, letter))]


def _font_of(pdf: FPDF, letter: str) -> str:
    """Return the font that has a letter, the shipped one if none has: some signs are as wide."""
    is_there = is_wide(letter) and _with_wide_font(pdf) and ord(letter) in pdf.fonts[_WIDE].cmap
    return _WIDE if is_there else FONT


def _with_wide_font(pdf: FPDF) -> bool:
    """Return whether the document has a font for wide letters; it gets one where it can.

    Raises UsageError where there is none and its language is written in such letters: of names and
    comments in them the rest of the document is still of use.
    """
    if _WIDE not in pdf.fonts:
        if not speaks_readably():
            raise UsageError(no_font_words())
        found = font_file()
        if found is None:
            return False
        pdf.add_font(_WIDE, fname=str(found.path), collection_font_number=found.number)
    return True


class PdfCanvas:
    """A picture on the current page of a document.

    left, top -- where its upper left corner lies, in points
    scale -- points to one unit of the picture
    """

    def __init__(self, pdf: FPDF, left: float = 0.0, top: float = 0.0, scale: float = 1.0) -> None:
        self._pdf, self._left, self._top, self._scale = pdf, left, top, scale

    def document(self, title: str) -> bytes:
        """Return the PDF document."""
        self._pdf.set_title(visible(title))
        return bytes(self._pdf.output())

    def group(self, name: str) -> None:
        """PDF has no named groups."""

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Draw nothing outside a rectangle."""
        # In a context of its own: what a clip ends with is not known to what is drawn after it.
        with self._pdf.local_context(), self._pdf.rect_clip(
                *self._at(x, y), self._scale * width, self._scale * height):
            yield

    def wood(self, x: float, y: float, width: float, height: float, theme: BoardTheme) -> None:
        """Draw the board as a flat rectangle, as print wants it."""
        self.rectangle(x, y, width, height, theme.flat, 1.0)

    def rectangle(self, x: float, y: float, width: float, height: float, fill: Rgb,
                  opacity: float) -> None:
        self._pdf.set_fill_color(*fill)
        with self._state(opacity):
            self._pdf.rect(*self._at(x, y), self._scale * width, self._scale * height, style="F")

    def line(self, vertices: Sequence[Vertex], colour: Rgb, width: float, *,
             is_closed: bool = False, opacity: float = 1.0, dash: float = 0.0) -> None:
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(self._scale * width)
        if dash:
            self._pdf.set_dash_pattern(self._scale * dash, 0.7 * self._scale * dash)
        with self._state(opacity):
            corners = [self._at(*vertex) for vertex in vertices]
            self._pdf.polyline(corners + (corners[:1] if is_closed else []))
        if dash:
            self._pdf.set_dash_pattern()

    def segments(self, pieces: Sequence[Piece], colour: Rgb, width: float, *,
                 opacity: float = 1.0) -> None:
        """Draw pieces of lines as one path."""
        if not pieces:
            return
        with self._stroked(colour, width, opacity) as path:
            path.style.stroke_cap_style = "round"
            for x0, y0, x1, y1 in pieces:
                path.move_to(*self._at(x0, y0))
                path.line_to(*self._at(x1, y1))

    def polygon(self, vertices: Sequence[Vertex], fill: Rgb, opacity: float = 1.0) -> None:
        self._pdf.set_fill_color(*fill)
        with self._state(opacity):
            self._pdf.polygon([self._at(*vertex) for vertex in vertices], style="F")

    def area(self, loops: Sequence[Sequence[Vertex]], fill: Rgb, opacity: float = 1.0) -> None:
        with self._filled(fill, opacity) as path:
            for loop in loops:
                path.move_to(*self._at(*loop[0]))
                for vertex in loop[1:]:
                    path.line_to(*self._at(*vertex))
                path.close()

    def smooth_area(self, loops: Sequence[Places], fill: Rgb, opacity: float = 1.0, *,
                    is_soft: bool = False) -> None:
        with self._filled(fill, opacity) as path:
            for loop in loops:
                self._spline(path, loop.tolist(), is_closed=True)

    def smooth_line(self, vertices: Places, colour: Rgb, width: float, *,
                    opacity: float = 1.0) -> None:
        with self._stroked(colour, width, opacity) as path:
            self._spline(path, vertices.tolist(), is_closed=False)

    @contextmanager
    def _filled(self, fill: Rgb, opacity: float) -> Iterator[PaintedPath]:
        with self._pdf.new_path() as path:
            path.style.fill_color = hex_colour(fill)
            path.style.fill_opacity = opacity
            path.style.stroke_color = None
            path.style.intersection_rule = "evenodd"
            yield path

    @contextmanager
    def _stroked(self, colour: Rgb, width: float, opacity: float) -> Iterator[PaintedPath]:
        with self._pdf.new_path() as path:
            path.style.fill_color = None
            path.style.stroke_color = hex_colour(colour)
            path.style.stroke_width = self._scale * width
            path.style.stroke_opacity = opacity
            yield path

    def _spline(self, path: PaintedPath, points: list[list[float]], *, is_closed: bool) -> None:
        ahead = [*points[1:], points[0]] if is_closed else points[1:]
        middles = [self._at((x + other_x) / 2, (y + other_y) / 2)
                   for (x, y), (other_x, other_y) in zip(points, ahead, strict=False)]
        controls = [self._at(x, y) for x, y in ahead]
        if is_closed:
            path.move_to(*middles[0])
            for control, end in zip(controls, [*middles[1:], middles[0]], strict=True):
                path.quadratic_curve_to(*control, *end)
            path.close()
            return
        path.move_to(*self._at(*points[0]))
        for control, end in zip(controls[:-1], [*middles[1:-1], controls[-1]], strict=True):
            path.quadratic_curve_to(*control, *end)

    def circle(self, x: float, y: float, radius: float, *, fill: Rgb | None = None,
               stroke: Rgb | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        if fill:
            self._pdf.set_fill_color(*fill)
        if stroke:
            self._pdf.set_draw_color(*stroke)
            self._pdf.set_line_width(self._scale * width)
        style = ("D" if stroke else "") + ("F" if fill else "")
        with self._state(opacity):
            self._pdf.circle(*self._at(x, y), self._scale * radius, style=style)

    def stone(self, x: float, y: float, radius: float, colour: Colour,
              opacity: float = 1.0) -> None:
        """Draw a stone as print wants it: flat, with its rim."""
        is_black = colour == BLACK
        self.circle(
            x, y, radius, fill=palette.BLACK_STONE if is_black else palette.WHITE_STONE_SHEEN,
            stroke=palette.BLACK_STONE_RIM if is_black else palette.WHITE_STONE_RIM,
            width=max(0.4, radius * 0.05), opacity=opacity)

    def text(self, x: float, y: float, text: str, height: float, colour: Rgb, *,
             is_bold: bool = False, is_italic: bool = False, halo: Rgb | None = None) -> None:
        """Draw a text centred on a point; the shipped font has one weight and stands upright."""
        size = self._scale * height
        self._pdf.set_text_color(*colour)
        text = spelt(self._pdf, visible(text))
        left, base = self._at(x, y + 0.36 * height)
        place = left - text_width(self._pdf, text, size) / 2, base
        if halo:
            self._pdf.set_draw_color(*halo)
            self._pdf.set_line_width(2 * HALO_WIDTH * self._scale * height)
            with self._pdf.local_context(text_mode=TextMode.STROKE, stroke_join_style="round"):
                put_text(self._pdf, *place, text, size)
        if is_italic:
            with self._pdf.skew(ax=degrees(atan(LEAN)), x=place[0], y=base):
                put_text(self._pdf, *place, text, size)
            return
        put_text(self._pdf, *place, text, size)

    def image(self, x: float, y: float, width: float, height: float, rgba: Rgba, *,
              is_smooth: bool) -> None:
        """Embed the picture."""
        self._pdf.image(BytesIO(png_bytes(rgba)), *self._at(x, y), self._scale * width,
                        self._scale * height)

    def _at(self, x: float, y: float) -> Vertex:
        return self._left + self._scale * x, self._top + self._scale * y

    def _state(self, opacity: float) -> Any:
        return self._pdf.local_context(fill_opacity=opacity, stroke_opacity=opacity)
