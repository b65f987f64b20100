"""A report as pages of A4 in PDF, drawn from the same blocks as the page of HTML."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Final

from fpdf import FPDF
from fpdf.enums import TextMode

from irgo_app.draw.board_painter import Look, paint
from irgo_app.draw.palette import Rgb
from irgo_app.draw.pdf_canvas import PdfCanvas, new_pdf, put_text, spelt, text_width
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.report import pictures
from irgo_app.report.blocks import (Block, Board, Columns, Document, Facts, Heading, KeptTogether,
                                    LeadChart, Paragraph, Style, Table, Text, Tiles, Title,
                                    footer_words)
from irgo_app.report.pictures import geometry_on_page, window
from irgo_app.words import tag, visible

SMALL: Final = 7.6
"""The height of the smallest letters, in points."""
_SIZES: Final = {Style.PLAIN: 9.2, Style.LEAD: 11.0, Style.NOTE: 7.9}
_TITLE, _HEADING, _CARD_TITLE, _TILE = 20.0, 14.0, 11.5, 20.0
_CELL: Final = 8.6
_LEADING: Final = 1.42
_CELL_GAP: Final = 6.0
_GUTTER: Final = 14.0
_PADDING: Final = 11.0
_INK, _QUIET, _RULE = pictures.INK, pictures.QUIET, (224, 218, 206)
_EDGES: Final = {BLACK: (28, 28, 32), WHITE: (207, 202, 191)}
_FACTS_A_ROW: Final = 3
_MOST_LETTERS: Final = 2000

_STOPS = "\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f\u300d\u300f"
_PIECE: Final = re.compile(f"[\u2e80-\uffef][{_STOPS}]* ?|[^ \u2e80-\uffef]+[{_STOPS}]* ?| ")
"""What stays together in a line: a word, or one letter of East Asia; with the stop behind it."""


class Pen:
    """Puts blocks on the current page of a document.

    What puts something returns how high it is, in points; while it measures it draws nothing.
    """

    def __init__(self, pdf: FPDF, look: Look) -> None:
        self._pdf, self._look, self._is_drawing = pdf, look, True

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """Have nothing drawn meanwhile."""
        before, self._is_drawing = self._is_drawing, False
        try:
            yield
        finally:
            self._is_drawing = before

    def put(self, block: Block, x: float, y: float, width: float) -> float:
        """Put a block of some width with its upper left corner at a place."""
        match block:
            case Title():
                return self._title(block, x, y, width)
            case Heading():
                return self._heading(block, x, y, width)
            case Paragraph():
                return self._text(block.text, x, y, width, _SIZES[block.style],
                                  _QUIET if block.style is Style.NOTE else _INK)
            case Facts():
                return self._facts(block, x, y, width)
            case Tiles():
                return self._tiles(block, x, y, width)
            case Table():
                return self._run_of_rows(block, x, y, self.widths_of(block, width))
            case Board():
                return self._board(block, x, y, width)
            case LeadChart():
                return self._chart(block, x, y, width)
            case Columns():
                return self._columns(block, x, y, width)
            case KeptTogether():
                return self._card(block, x, y, width)

    def clean(self, text: Text) -> str:
        """Return a text on one line, what the fonts lack told in brackets."""
        return spelt(self._pdf, visible(str(text).replace("\n", " "), _MOST_LETTERS))

    def width_of(self, text: Text, size: float) -> float:
        """Return how wide a line of text is."""
        return text_width(self._pdf, self.clean(text), size)

    def write(
        self, text: Text, x: float, base: float, size: float, colour: Rgb, *,
        is_bold: bool = False,
    ) -> None:
        """Write a line of text on a base line; the font has one weight, bold is drawn round."""
        self._pdf.set_text_color(*colour)
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(0.028 * size)
        with self._pdf.local_context(text_mode=TextMode.FILL_STROKE if is_bold else TextMode.FILL):
            put_text(self._pdf, x, base, self.clean(text), size)

    def rule(self, x: float, y: float, width: float) -> None:
        """Draw a thin line across."""
        self._pdf.set_draw_color(*_RULE)
        self._pdf.set_line_width(0.6)
        self._pdf.line(x, y, x + width, y)

    def widths_of(self, table: Table, width: float) -> tuple[float, ...]:
        """Return how wide the columns of a table are: as their texts need, the widest give way."""
        cells = [table.head, *table.rows]
        wanted = [_CELL_GAP + max(self.width_of(row[column], SMALL if row is table.head else _CELL)
                             for row in cells) for column in range(len(table.head))]
        excess = sum(wanted) - width
        if excess > 0:
            widest = max(wanted)
            wanted[wanted.index(widest)] = max(60.0, widest - excess)
        factor = width / sum(wanted)
        return tuple(part * factor for part in wanted)

    def put_row(
        self, row: Sequence[Text], x: float, y: float, widths: Sequence[float], table: Table, *,
        is_head: bool = False,
    ) -> float:
        """Put a row of a table."""
        size, colour, heights = SMALL if is_head else _CELL, _QUIET if is_head else _INK, [0.0]
        for column, (text, width) in enumerate(zip(row, widths, strict=True)):
            heights.append(self._text(text, x, y + 1.5, width - _CELL_GAP, size, colour,
                                      is_right=column >= table.numbers_from))
            x += width
        return max(heights) + 3.0

    def _run_of_rows(self, table: Table, x: float, y: float, widths: Sequence[float]) -> float:
        below = y + self.put_row(table.head, x, y, widths, table, is_head=True)
        for row in table.rows:
            below += self.put_row(row, x, below, widths, table)
        return below - y

    def _title(self, title: Title, x: float, y: float, width: float) -> float:
        below = y
        for name, colour in ((title.black, BLACK), (title.white, WHITE)):
            height = self._text(name, x + 24, below, width - 24, _TITLE, _INK, is_bold=True)
            if self._is_drawing:
                PdfCanvas(self._pdf).stone(x + 8, below + 0.62 * _TITLE, 7.5, colour)
            below += height
        below += self._text(title.subtitle, x, below + 2, width, _SIZES[Style.PLAIN], _QUIET) + 8
        if self._is_drawing:
            self.rule(x, below, width)
            self.rule(x, below + 2, width)
        return below + 8 - y

    def _heading(self, heading: Heading, x: float, y: float, width: float) -> float:
        top = 0.0 if heading.starts_page else 8.0
        height = self._text(heading.text, x, y + top, width, _HEADING, _INK, is_bold=True)
        if self._is_drawing:
            self.rule(x, y + top + height + 2, width)
        return top + height + 6

    def _facts(self, facts: Facts, x: float, y: float, width: float) -> float:
        part, below = width / _FACTS_A_ROW, y
        for start in range(0, len(facts.rows), _FACTS_A_ROW):
            heights = []
            for index, (name, value) in enumerate(facts.rows[start:start + _FACTS_A_ROW]):
                left = x + index * part
                head = self._text(name, left, below, part - _CELL_GAP, SMALL, _QUIET)
                heights.append(head + self._text(
                    value, left, below + head, part - _CELL_GAP, _SIZES[Style.PLAIN], _INK))
            below += max(heights) + _CELL_GAP
        return below - y

    def _tiles(self, tiles: Tiles, x: float, y: float, width: float) -> float:
        count = len(tiles.tiles)
        part = (width - (count - 1) * 8.0) / count
        with self.measuring():
            labels = [self._text(tile.label, x, y, part - 16, SMALL, _QUIET)
                      for tile in tiles.tiles]
        height = 14 + _TILE * 1.15 + max(labels)
        for index, tile in enumerate(tiles.tiles if self._is_drawing else ()):
            left = x + index * (part + 8.0)
            self._frame(left, y, part, height, tile.colour)
            self.write(tile.value, left + 8, y + 7 + _TILE * 0.95, _TILE, _INK, is_bold=True)
            self._text(tile.label, left + 8, y + 8 + _TILE * 1.15, part - 16, SMALL, _QUIET)
        return height + 4

    def _board(self, board: Board, x: float, y: float, width: float) -> float:
        geometry = geometry_on_page(board)
        left, top, across, down = window(geometry, board.part)
        scale = width / across
        if self._is_drawing:
            canvas = PdfCanvas(self._pdf, x - scale * left, y - scale * top, scale)
            # In a context of its own: what a clip ends with is not known to the pen after it.
            with self._pdf.local_context(), self._pdf.rect_clip(x, y, width, scale * down):
                paint(canvas, board.diagram, geometry, self._look)
        height = scale * down + 3
        return height + self._text(
            board.caption, x, y + height, width, _SIZES[Style.NOTE], _QUIET) + 4

    def _chart(self, chart: LeadChart, x: float, y: float, width: float) -> float:
        inner = width - 2 * _PADDING
        scale = inner / pictures.WIDTH
        height = scale * pictures.HEIGHT + _PADDING
        if self._is_drawing:
            pictures.paint_lead(PdfCanvas(self._pdf, x + _PADDING, y + _PADDING, scale), chart)
        height += self._text(chart.caption, x + _PADDING, y + height + 3, inner,
                             _SIZES[Style.NOTE], _QUIET) + _PADDING
        if self._is_drawing:
            self._frame(x, y, width, height)
        return height

    def _columns(self, columns: Columns, x: float, y: float, width: float) -> float:
        count = len(columns.columns)
        part = (width - (count - 1) * _GUTTER) / count
        return max((self._run(column, x + index * (part + _GUTTER), y, part)
                    for index, column in enumerate(columns.columns)), default=0.0)

    def _card(self, card: KeptTogether, x: float, y: float, width: float) -> float:
        left, inner, radius = x + _PADDING, width - 2 * _PADDING, 8.0
        head = _PADDING + 2 * radius + 5
        height = head + self._run(
            card.blocks, left, y + head, inner, is_first_bold=False) + 3
        if self._is_drawing:
            self._frame(x, y, width, height)
            canvas, middle = PdfCanvas(self._pdf), y + _PADDING + radius
            canvas.circle(left + radius, middle, radius, fill=pictures.MARK)
            canvas.text(left + radius, middle, self.clean(card.label), 9.0, pictures.ON_MARK)
            self.write(card.title, left + 2 * radius + 8, middle + 0.36 * _CARD_TITLE,
                       _CARD_TITLE, _INK, is_bold=True)
        return height

    def _run(
        self, blocks: Sequence[Block], x: float, y: float, width: float, *,
        is_first_bold: bool = True,
    ) -> float:
        """Put blocks one below the other; the first sentence of a column stands out."""
        below = y
        for index, block in enumerate(blocks):
            if isinstance(block, Paragraph) and not index and is_first_bold \
                    and block.style is Style.PLAIN:
                below += self._text(block.text, x, below, width, _SIZES[Style.PLAIN], _INK,
                                    is_bold=True) + _CELL_GAP
            else:
                below += self.put(block, x, below, width) + _CELL_GAP
        return below - y

    def _frame(
        self, x: float, y: float, width: float, height: float, colour: Colour | None = None
    ) -> None:
        """Draw a thin frame, with a thick upper edge in a side's colour."""
        self._pdf.set_draw_color(*_RULE)
        self._pdf.set_line_width(0.6)
        self._pdf.rect(x, y, width, height, style="D", round_corners=True, corner_radius=4)
        if colour is not None:
            self._pdf.set_fill_color(*_EDGES[colour])
            self._pdf.rect(x, y, width, 2.6, style="F")

    def _text(
        self, text: Text, x: float, y: float, width: float, size: float, colour: Rgb, *,
        is_bold: bool = False, is_right: bool = False,
    ) -> float:
        lines = self.lines(self.clean(text), width, size)
        for index, line in enumerate(lines if self._is_drawing else ()):
            left = x + width - self.width_of(line, size) if is_right else x
            self.write(line, left, y + size * (_LEADING * index + 1.05), size, colour,
                       is_bold=is_bold)
        return size * _LEADING * len(lines)

    def lines(self, text: str, width: float, size: float) -> list[str]:
        """Return a text broken where it may be, and within a word that is too long for a line."""
        lines = [""]
        for piece in _PIECE.findall(" ".join(text.split())):
            longer = (lines[-1] + piece).lstrip()
            if self.width_of(longer.rstrip(), size) <= width:
                lines[-1] = longer
                continue
            lines[-1] = lines[-1].rstrip()
            if lines[-1]:
                lines.append("")
            for letter in piece:
                if lines[-1] and self.width_of(lines[-1] + letter, size) > width:
                    lines.append("")
                lines[-1] += letter
        return [*lines[:-1], lines[-1].rstrip()]


_PAGE: Final = (595.28, 841.89)
"""A4 in points."""
_MARGIN: Final = 42.5
_FOOT: Final = 22.0
_GAP: Final = 9.0
_WITH_HEADING: Final = 130.0
"""A heading alone at the foot of a page helps nobody: so much must fit below it."""


def pdf_of(document: Document, look: Look) -> bytes:
    """Return the file; letters that the fonts lack are told by name, in brackets."""
    pages = _Pages(document, look)
    for index, block in enumerate(document.blocks):
        pages.add(block, document.blocks[index + 1:])
    return pages.finished()


class _Pages:
    """Lays blocks out from the top of one page to the next."""

    def __init__(self, document: Document, look: Look) -> None:
        self._pdf = new_pdf(*_PAGE)
        self._pen = Pen(self._pdf, look)
        self._pdf.set_title(self._pen.clean(document.title))
        self._pdf.set_creator("irgo")
        self._pdf.set_lang(tag())
        self._width = _PAGE[0] - 2 * _MARGIN
        self._bottom = _PAGE[1] - _MARGIN - _FOOT
        self._y = 0.0
        self._turn_page()

    def add(self, block: Block, rest: Sequence[Block]) -> None:
        """Put a block where the last one ended, on a new page if it needs one.

        rest -- the blocks after it: a part that is to start a page does so where that has no room
        for all of it, up to the next heading, and is more than half full
        """
        if isinstance(block, Table):
            self._add_table(block)
            return
        needed = self._height(block)
        if isinstance(block, Heading):
            part = takewhile(lambda later: not isinstance(later, Heading), rest)
            is_half_full = self._y > (_MARGIN + self._bottom) / 2
            needed += sum(self._height(later) + _GAP for later in part) \
                if block.starts_page and is_half_full else _WITH_HEADING
        if self._y > _MARGIN and self._y + needed > self._bottom:
            self._turn_page()
        self._y += self._pen.put(block, _MARGIN, self._y, self._width) + _GAP

    def _height(self, block: Block) -> float:
        with self._pen.measuring():
            if not isinstance(block, Table):
                return self._pen.put(block, _MARGIN, 0.0, self._width)
            widths = self._pen.widths_of(block, self._width)
            return sum(self._pen.put_row(row, _MARGIN, 0.0, widths, block)
                       for row in (block.head, *block.rows))

    def finished(self) -> bytes:
        """Return the file."""
        return bytes(self._pdf.output())

    def _turn_page(self) -> None:
        self._pdf.add_page()
        self._y = _MARGIN
        base, number = _PAGE[1] - _MARGIN, str(self._pdf.page_no())
        self._pen.write(footer_words(), _MARGIN, base, SMALL, pictures.QUIET)
        self._pen.write(number, _PAGE[0] - _MARGIN - self._pen.width_of(number, SMALL), base,
                        SMALL, pictures.QUIET)

    def _add_table(self, table: Table) -> None:
        """Put a table row by row, its head again on every page it goes on to."""
        widths = self._pen.widths_of(table, self._width)
        needs_head = True
        for index, row in enumerate(table.rows):
            with self._pen.measuring():
                height = self._pen.put_row(row, _MARGIN, self._y, widths, table)
            if self._y + (3 if needs_head else 1) * height > self._bottom:
                self._turn_page()
                needs_head = True
            if needs_head:
                self._y += self._pen.put_row(
                    table.head, _MARGIN, self._y, widths, table, is_head=True)
                self._pen.rule(_MARGIN, self._y, self._width)
            elif index in table.sections:
                self._pen.rule(_MARGIN, self._y, self._width)
            self._y += self._pen.put_row(row, _MARGIN, self._y, widths, table)
            needs_head = False
        self._y += _GAP
