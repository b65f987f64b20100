"""A game printed to a file: PDF, one page of HTML, or SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.print.book import (
    Book, Maps, Plate, PrintOptions, Turns, book_of, facts_of, names_of, notes_of, occasion_of
)
from irgo_app.print.pages import pdf_of_book, svg_of_book
from irgo_app.report.blocks import (
    Block, Board, Columns, Document, Facts, Heading, Paragraph, Style, Title
)
from irgo_app.report.html import html_of
from irgo_app.sgf.game_tree import GameTree
from irgo_app.whole_file import why_unwritten, write_whole
from irgo_app.words import listed, message


def html_of_book(book: Book, options: PrintOptions) -> bytes:
    """Return the game as one page of HTML, which prints on the paper that was chosen."""
    black, white = names_of(book.info)
    blocks: list[Block] = [Title(black, white, occasion_of(book.info)), Facts(facts_of(book.info))]
    if options.a_page == 4:
        pairs = [book.plates[start:start + 2] for start in range(0, len(book.plates), 2)]
        blocks += [Columns((*(_column(plate) for plate in pair), *[()] * (2 - len(pair))))
                   for pair in pairs]
    elif options.a_page == 2:
        blocks += [Columns(((_board(plate),), _column(plate)[1:])) for plate in book.plates]
    else:
        for plate in book.plates:
            blocks += [Heading(plate.title), _board(plate), *_column(plate)[2:]]
    if book.is_part:
        blocks.append(Paragraph(message("The record holds more; the rest was left out.")))
    document = Document(message("{black} – {white}", black=black, white=white), tuple(blocks))
    return html_of(document, options.look, options.paper).encode("utf-8")


def _board(plate: Plate) -> Board:
    return Board(plate.diagram, notes_of(plate))


def _column(plate: Plate) -> tuple[Block, ...]:
    """Return a board, its title, and what is told of it."""
    return (_board(plate), Paragraph(plate.title),
            *(Paragraph(text, Style.NOTE) for text in plate.texts))


PRINT_FORMATS: Final[Mapping[str, Callable[[Book, PrintOptions], bytes]]] = {
    ".pdf": pdf_of_book, ".html": html_of_book, ".svg": svg_of_book}
"""The formats of printed games by the ending of their files."""


def check_print_path(path: Path) -> None:
    """Raise UsageError for a name that says no format."""
    if path.suffix.lower() not in PRINT_FORMATS:
        raise UsageError("{name} should end in {endings}.", name=path.name,
                         endings=listed(PRINT_FORMATS))


def print_game(
    path: Path, tree: GameTree, options: PrintOptions, maps: Maps, turns: Turns | None = None
) -> Book:
    """Write a game as books print it, and return what was written; raises UsageError.

    The file is the old one or the new one whatever happens, and never half.
    """
    check_print_path(path)
    book = book_of(tree, options, maps, turns)
    try:
        write_whole(path, PRINT_FORMATS[path.suffix.lower()](book, options))
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None
    return book
