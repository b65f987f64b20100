"""A divided game on pages of paper, as PDF or as one SVG with the pages below each other.

Where everything lies is worked out once, with the letters' widths in the shipped font; a `Paper`
draws it.
"""

from html import escape
from typing import Final, Protocol

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.draw.board_painter import Look, has_rim, paint
from irgo_app.draw.export import picture_geometry
from irgo_app.draw.palette import Rgb, hex_colour
from irgo_app.draw.pdf_canvas import PdfCanvas, new_pdf, spelt
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.draw.wide_letters import has_wide, wanted_families
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.print.figures import PAPERS, Book, Plate, PrintOptions, Text, facts_of, notes_of
from irgo_app.report.blocks import footer_words, names_of, occasion_of
from irgo_app.report.pdf import Pen
from irgo_app.report.pictures import BOARD
from irgo_app.words import message, tag, visible

_MARGIN: Final = 42.5
_FOOT: Final = 22.0
_GUTTER: Final = 18.0
_LEADING: Final = 1.42
_NAME, _TITLE, _PLAIN, _NOTE = 17.0, 10.0, 9.2, 8.0
_INK: Final[Rgb] = (36, 34, 30)
_QUIET: Final[Rgb] = (110, 104, 96)
_RULE: Final[Rgb] = (218, 212, 200)
_ALONE: Final = 0.60
"""Of the page's height: how large a board is that has the page for itself."""
_OF_TWO: Final = 0.405
_OF_VARIATIONS: Final = 0.72
"""Boards of variations are smaller, where there is one column."""
_AFTER: Final = 13.0
_LONGEST_NAME: Final = 80


class Paper(Protocol):
    """What pages are drawn on; places in points from the upper left of the page."""

    def turn(self) -> None:
        """Begin a page."""

    def words(self, x: float, base: float, text: str, size: float, colour: Rgb, *,
              is_bold: bool = False) -> None:
        """Write a line of text on a base line."""

    def rule(self, x: float, y: float, width: float) -> None:
        """Draw a thin line across."""

    def stone(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Draw a stone."""

    def board(self, x: float, y: float, scale: float, plate: Plate, geometry: BoardGeometry,
              look: Look, *, has_ground: bool) -> None:
        """Draw the board of a diagram with its upper left corner at a place.

        scale -- points to one unit of its geometry
        """

    def finished(self) -> bytes:
        """Return the file."""


def pdf_of_book(book: Book, options: PrintOptions) -> bytes:
    """Return the pages as PDF."""
    typesetter = _Typesetter(options)
    return _set(book, options, typesetter, _PdfPaper(typesetter, _title_of(book)))


def svg_of_book(book: Book, options: PrintOptions) -> bytes:
    """Return the pages as one SVG, below each other; Inkscape takes them as pages."""
    typesetter = _Typesetter(options)
    return _set(book, options, typesetter, _SvgPaper(options, _title_of(book)))


def _title_of(book: Book) -> str:
    if book.title:
        return visible(str(book.title), _LONGEST_NAME)
    black, white = names_of(book.info)
    return visible(f"{black} – {white}", _LONGEST_NAME)


class _Typesetter:
    """Knows how wide texts are, and breaks them into lines."""

    def __init__(self, options: PrintOptions) -> None:
        self.pdf = new_pdf(*PAPERS[options.paper])
        self.pen = Pen(self.pdf, options.look)

    def clean(self, text: Text) -> str:
        """Return a text on one line, what the fonts lack told in brackets."""
        return spelt(self.pdf, visible(" ".join(str(text).split())))

    def lines(self, text: str, width: float, size: float) -> list[str]:
        """Return a clean text in lines."""
        return self.pen.lines(text, width, size)


def _set(book: Book, options: PrintOptions, typesetter: _Typesetter, paper: Paper) -> bytes:
    setter = _Setter(options, typesetter, paper)
    setter.head(book)
    for plate in book.plates:
        setter.plate(plate)
    if book.is_part:
        setter.paragraph(message("The record holds more; the rest was left out."))
    return paper.finished()


class _Setter:
    """Lays plates out, column by column and page by page."""

    def __init__(self, options: PrintOptions, typesetter: _Typesetter, paper: Paper) -> None:
        self._options, self._typesetter, self._paper = options, typesetter, paper
        width, height = PAPERS[options.paper]
        self._columns = 2 if options.a_page == 4 else 1
        self._inner = width - 2 * _MARGIN
        self._width = (self._inner - (self._columns - 1) * _GUTTER) / self._columns
        self._bottom = height - _MARGIN - _FOOT
        self._height = self._bottom - _MARGIN
        self._page, self._top, self._boards = 0, _MARGIN, 0
        self._column, self._y = 0, _MARGIN
        self._turn_page()

    def head(self, book: Book) -> None:
        """Put who played whom, where, when, and how it ended; or a title."""
        if book.title:
            for line in self._typesetter.lines(
                    self._typesetter.clean(book.title), self._inner, _NAME):
                self._line(line, _MARGIN, _NAME, _INK, is_bold=True)
        players = () if book.title else zip(names_of(book.info), (BLACK, WHITE), strict=True)
        for name, colour in players:
            text = self._typesetter.clean(visible(str(name), _LONGEST_NAME))
            self._paper.stone(_MARGIN + 7, self._y + 0.62 * _NAME, 6.5, colour)
            for line in self._typesetter.lines(text, self._inner - 22, _NAME):
                self._line(line, _MARGIN + 22, _NAME, _INK, is_bold=True)
        facts = " · ".join(str(message("{name}: {value}", name=name, value=value))
                           for name, value in facts_of(book.info))
        for text in (occasion_of(book.info), facts):
            for line in self._typesetter.lines(
                    self._typesetter.clean(visible(text, 400)), self._inner, _PLAIN):
                if line:
                    self._line(line, _MARGIN, _PLAIN, _QUIET)
        self._paper.rule(_MARGIN, self._y + 4, self._inner)
        self._y += 4 + _AFTER
        self._top = self._y

    def plate(self, plate: Plate) -> None:
        """Put a diagram with what is told of it."""
        options, look = self._options, self._options.look
        side = {1: min(self._width, _ALONE * self._height), 2: _OF_TWO * self._height,
                4: self._width}[options.a_page]
        if options.a_page == 1 and not plate.is_main:
            side *= _OF_VARIATIONS
        geometry = picture_geometry(plate.diagram, BOARD, BOARD)
        scale = side / BOARD
        across, down = (scale * length for length in geometry.shown_area(
            has_rim=has_rim(plate.diagram))[2:])
        caption = [(line, _TITLE, _INK, True) for line in self._broken(plate.title, _TITLE)]
        caption += [(line, _NOTE, _INK, False) for line in self._broken(notes_of(plate), _NOTE)]
        needed = down + 6 + sum(size * _LEADING for _, size, _, _ in caption)
        if options.a_page == 2:
            needed = down
        if self._boards >= options.a_page or self._y + needed > self._bottom + 0.5:
            self._next_column(is_full=self._boards >= options.a_page)
        self._boards += 1
        is_beside = options.a_page == 2
        left = self._left + (0.0 if is_beside else (self._width - across) / 2)
        self._paper.board(left, self._y, scale, plate, geometry, look,
                          has_ground=options.has_ground or plate.has_maps)
        if is_beside:
            self._beside(plate, across, down)
            return
        self._y += down + 6
        for line, size, colour, is_bold in caption:
            self._line(line, self._left, size, colour, is_bold=is_bold)
        for text in plate.texts:
            self.paragraph(text)
        self._y += _AFTER

    def paragraph(self, text: Text) -> None:
        """Put a paragraph, over as many columns as it takes."""
        for line in self._broken(text, _PLAIN):
            if self._y + _PLAIN * _LEADING > self._bottom + 0.5:
                self._next_column()
            self._line(line, self._left, _PLAIN, _INK)
        self._y += 2.5

    @property
    def _left(self) -> float:
        return _MARGIN + self._column * (self._width + _GUTTER)

    def _beside(self, plate: Plate, across: float, down: float) -> None:
        """Put what is told beside a board, and below it what has no room there."""
        top, left = self._y, self._left + across + _GUTTER
        width, below = self._width - across - _GUTTER, self._y + down
        rest = list[Text]()
        texts = [(plate.title, _TITLE, True), (notes_of(plate), _NOTE, False),
                 *((text, _PLAIN, False) for text in plate.texts)]
        for text, size, is_bold in texts:
            clean = self._typesetter.clean(text)
            if rest:
                rest.append(clean)
                continue
            offset = 0
            for line in self._typesetter.lines(clean, width, size) if clean else ():
                if self._y + size * _LEADING > below + 0.5:
                    rest.append(clean[offset:])
                    break
                self._line(line, left, size, _INK, is_bold=is_bold)
                offset = clean.index(line, offset) + len(line)
            self._y += 2.5
        self._y = max(top + down, self._y if not rest else 0.0) + (4 if rest else 0)
        for text in rest:
            self.paragraph(text)
        self._y += _AFTER

    def _broken(self, text: Text, size: float) -> list[str]:
        clean = self._typesetter.clean(text)
        return self._typesetter.lines(clean, self._width, size) if clean else []

    def _line(self, text: str, x: float, size: float, colour: Rgb, *, is_bold: bool = False
              ) -> None:
        self._paper.words(x, self._y + 1.05 * size, text, size, colour, is_bold=is_bold)
        self._y += size * _LEADING

    def _next_column(self, *, is_full: bool = False) -> None:
        """Go on at the top of the next column; is_full -- of the next page."""
        if not is_full and self._column + 1 < self._columns:
            self._column, self._y = self._column + 1, self._top
            return
        self._turn_page()

    def _turn_page(self) -> None:
        self._paper.turn()
        self._page += 1
        self._boards, self._top = 0, _MARGIN
        self._column, self._y = 0, _MARGIN
        base, number = self._bottom + _FOOT, str(self._page)
        self._paper.words(_MARGIN, base, str(footer_words()), _NOTE, _QUIET)
        width = self._typesetter.pen.width_of(number, _NOTE)
        self._paper.words(_MARGIN + self._inner - width, base, number, _NOTE, _QUIET)


class _PdfPaper:
    """Draws pages of a PDF."""

    def __init__(self, typesetter: _Typesetter, title: str) -> None:
        self._pdf, self._pen = typesetter.pdf, typesetter.pen
        self._pdf.set_title(typesetter.clean(title))
        self._pdf.set_creator("irgo")
        self._pdf.set_lang(tag())

    def turn(self) -> None:
        self._pdf.add_page()

    def words(self, x: float, base: float, text: str, size: float, colour: Rgb, *,
              is_bold: bool = False) -> None:
        self._pen.write(text, x, base, size, colour, is_bold=is_bold)

    def rule(self, x: float, y: float, width: float) -> None:
        self._pen.rule(x, y, width)

    def stone(self, x: float, y: float, radius: float, colour: Colour) -> None:
        PdfCanvas(self._pdf).stone(x, y, radius, colour)

    def board(self, x: float, y: float, scale: float, plate: Plate, geometry: BoardGeometry,
              look: Look, *, has_ground: bool) -> None:
        paint(PdfCanvas(self._pdf, x, y, scale), plate.diagram, geometry, look,
              has_ground=has_ground)

    def finished(self) -> bytes:
        return bytes(self._pdf.output())


class _SvgPaper:
    """Draws pages below each other in one picture."""

    def __init__(self, options: PrintOptions, title: str) -> None:
        self._size, self._title = PAPERS[options.paper], title
        self._pieces = list[str]()
        self._pages = self._boards = 0

    def turn(self) -> None:
        width, height = self._size
        if self._pages:
            self._pieces.append("</g>")
        self._pieces.append(
            f'<g transform="translate(0 {self._pages * height:.2f})">'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>')
        self._pages += 1

    def words(self, x: float, base: float, text: str, size: float, colour: Rgb, *,
              is_bold: bool = False) -> None:
        weight = ' font-weight="bold"' if is_bold else ""
        if has_wide(text):
            weight += f' font-family="{", ".join((*wanted_families(), "sans-serif"))}"'
        self._pieces.append(
            f'<text x="{x:.2f}" y="{base:.2f}" font-size="{size:g}" fill="{hex_colour(colour)}"'
            f"{weight}>{escape(visible(text))}</text>")

    def rule(self, x: float, y: float, width: float) -> None:
        self._pieces.append(f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="0.6" '
                            f'fill="{hex_colour(_RULE)}"/>')

    def stone(self, x: float, y: float, radius: float, colour: Colour) -> None:
        fill = "#1c1c20" if colour == BLACK else "#ffffff"
        self._pieces.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:g}" fill="{fill}" '
                            'stroke="#78766f" stroke-width="0.6"/>')

    def board(self, x: float, y: float, scale: float, plate: Plate, geometry: BoardGeometry,
              look: Look, *, has_ground: bool) -> None:
        self._boards += 1
        _, _, across, down = geometry.shown_area(has_rim=has_rim(plate.diagram))
        canvas = SvgCanvas(across, down, f"b{self._boards}-")
        paint(canvas, plate.diagram, geometry, look, has_ground=has_ground)
        picture = canvas.inline(str(plate.title))
        place = f'<svg x="{x:.2f}" y="{y:.2f}" width="{scale * across:.2f}" ' \
            f'height="{scale * down:.2f}" '
        self._pieces.append(picture.replace("<svg ", place, 1))

    def finished(self) -> bytes:
        width, height = self._size
        pages = "".join(
            f'<inkscape:page x="0" y="{page * height:.2f}" width="{width}" height="{height}"/>'
            for page in range(self._pages))
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<svg xmlns="http://www.w3.org/2000/svg" '
            'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
            'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
            f'width="{width}pt" height="{self._pages * height:.2f}pt" '
            f'viewBox="0 0 {width} {self._pages * height:.2f}" '
            'font-family="DejaVu Sans, Helvetica, Arial, sans-serif">\n'
            f"<title>{escape(visible(self._title))}</title>\n"
            f"<sodipodi:namedview>{pages}</sodipodi:namedview>\n")
        return (text + "\n".join(self._pieces) + "</g>\n</svg>\n").encode("utf-8")
