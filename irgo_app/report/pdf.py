"""A report as pages of A4 in PDF, drawn from the same blocks as the page of HTML."""

from __future__ import annotations

from typing import Final

from irgo_app.draw.board_painter import Look
from irgo_app.draw.pdf_canvas import new_pdf
from irgo_app.report import lead_chart
from irgo_app.report.blocks import Block, Document, Heading, Table
from irgo_app.report.footer import footer_words
from irgo_app.report.pdf_blocks import SMALL, Pen
from irgo_app.words import tag

_PAGE: Final = (595.28, 841.89)
"""A4 in points."""
_MARGIN: Final = 42.5
_FOOT: Final = 22.0
_GAP: Final = 9.0
_WITH_HEADING: Final = 130.0
"""A heading alone at the foot of a page helps nobody: so much must fit below it."""


def pdf_of(document: Document, look: Look) -> bytes:
    """Return the file; a letter that the shipped font lacks is shown as a sign for that."""
    pages = _Pages(document, look)
    for block in document.blocks:
        pages.add(block)
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

    def add(self, block: Block) -> None:
        """Put a block where the last one ended, on a new page if it needs one."""
        if isinstance(block, Table):
            self._add_table(block)
            return
        height = self._pen.put(block, _MARGIN, self._y, self._width, is_drawn=False)
        is_heading = isinstance(block, Heading)
        needed = height + (_WITH_HEADING if is_heading else 0.0)
        starts_page = isinstance(block, Heading) and block.starts_page
        if self._y > _MARGIN and (starts_page or self._y + needed > self._bottom):
            self._turn_page()
        self._y += self._pen.put(block, _MARGIN, self._y, self._width) + _GAP

    def finished(self) -> bytes:
        """Return the file."""
        return bytes(self._pdf.output())

    def _turn_page(self) -> None:
        """Begin a page, with its foot."""
        self._pdf.add_page()
        self._y = _MARGIN
        base, number = _PAGE[1] - _MARGIN, str(self._pdf.page_no())
        self._pen.write(footer_words(), _MARGIN, base, SMALL, lead_chart.QUIET)
        self._pen.write(number, _PAGE[0] - _MARGIN - self._pen.width_of(number, SMALL), base,
                        SMALL, lead_chart.QUIET)

    def _add_table(self, table: Table) -> None:
        """Put a table row by row, its head again on every page it goes on to."""
        widths = self._pen.widths_of(table, self._width)
        needs_head = True
        for index, row in enumerate(table.rows):
            height = self._pen.put_row(row, _MARGIN, self._y, widths, table, is_drawn=False)
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
