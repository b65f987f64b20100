"""A deck for other programs and for paper: Anki, SGF, PDF, and a deck as one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE
from irgo_app.meaning.words import name_of
from irgo_app.practice.boards import asking, line_of, moves_to_show
from irgo_app.practice.card import Card, JudgedMove, Mark, boards_of
from irgo_app.practice.card_words import (
    best_words, origin_words, played_words, question_words, reasons_words, verdict_words
)
from irgo_app.practice.deck import Deck
from irgo_app.print.book import Book, Plate, PrintOptions, Text
from irgo_app.sgf.game_info import GameInfo
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import raw_of_move, raw_of_text
from irgo_app.sgf.writer import write_games
from irgo_app.whole_file import check_ending, why_unwritten, write_whole
from irgo_app.words import listed, message

Named = Sequence[tuple[str, Card]]
DECK: Final = ".deck"
_A_PAGE: Final = 4


def sgf_of_cards(rows: Named, now: float) -> bytes:
    """Return cards as a collection of problems, as any program of SGF shows them."""
    return write_games([record_of(card, number) for number, (_, card) in enumerate(rows, start=1)])


def pdf_of_cards(rows: Named, now: float) -> bytes:
    """Return cards as a sheet: the boards that ask first, then the solutions."""
    # What draws pages takes 40 MB, and a window writes no sheet until it is asked to.
    from irgo_app.print.pages import pdf_of_book

    asked = [Plate(asking(card), message("{number}. {question}", number=number,
                                         question=question_words(card)), is_main=True)
             for number, (_, card) in enumerate(rows, start=1)]
    solved = [_solution(card, number) for number, (_, card) in enumerate(rows, start=1)]
    return pdf_of_book(Book(GameInfo(), (*asked, *solved), title=message("Exercises")),
                       PrintOptions(a_page=_A_PAGE))


def anki_of_cards(rows: Named, now: float) -> bytes:
    """Return cards as a package for Anki."""
    from irgo_app.practice.anki import anki_package

    return anki_package(rows, now)


EXPORTS: Final[Mapping[str, Callable[[Named, float], bytes]]] = {
    ".apkg": anki_of_cards, ".sgf": sgf_of_cards, ".pdf": pdf_of_cards}
"""What cards are written as by the ending of the file, but for a deck itself."""


def check_export(path: Path) -> None:
    """Raise UsageError for a name that says no format."""
    check_ending(path, (*EXPORTS, DECK))


def export(deck: Deck, path: Path, now: float) -> int:
    """Write a deck in the format of the file's ending and return how many cards there are.

    Raises UsageError for a bad name or place, DeckError for a bad or empty deck.
    """
    check_export(path)
    count = deck.count()
    if not count:
        raise UsageError("The deck {deck} is empty; there is nothing to write.", deck=deck.path)
    if path.suffix.lower() == DECK:
        deck.write_copy(path)
        return count
    rows = [(row.id, row.card) for row in deck.rows()][::-1]
    if not rows:
        raise UsageError("No card of the deck {deck} can be read; put a copy of it in its place.",
                         deck=deck.path)
    try:
        write_whole(path, EXPORTS[path.suffix.lower()](rows, now))
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None
    return len(rows)


def record_of(card: Card, number: int) -> GameTree:
    """Return a card as a problem's record; number -- of the problem, from 1."""
    position = card.position
    tree = GameTree(position.columns, position.rows)
    size = str(position.columns) if position.columns == position.rows \
        else f"{position.columns}:{position.rows}"
    properties = {"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"], "AP": ["irgo"], "SZ": [size],
                  "KM": [f"{card.komi:g}"]}
    for name, colour in (("AB", BLACK), ("AW", WHITE)):
        stones = [point for point in range(len(position.cells))
                  if position.colour_at(point) == colour]
        if stones:
            properties[name] = [sgf_letters(stone, position.columns) for stone in stones]
    properties["PL"] = [LETTER_OF_COLOUR[position.to_play]]
    if card.stones:
        properties["TR"] = [sgf_letters(stone, position.columns) for stone in card.stones]
    properties["GN"] = [raw_of_text(str(message("Problem {number}", number=number)))]
    properties["C"] = [raw_of_text("\n".join(
        str(text) for text in (question_words(card), origin_words(card)) if text))]
    tree.replace_properties(tree.root, properties, None)
    for move in card.judged:
        _add_line(tree.root, card, move)
    return tree


def game_of(card: Card) -> tuple[GameTree, Node]:
    """Return a card as a game with the moves before it, and the node that it asks at.

    What is known of its moves are variations there.
    """
    tree = record_of(replace(card, position=card.start, judged=(), stones=(), question=""), 1)
    info = card.origin
    said = {"PB": info.black, "PW": info.white, "DT": info.date, "GN": info.name,
            "RU": card.rules}
    kept = {name: values for name, values in tree.root.properties.items()
            if name not in ("C", "GN")}
    tree.replace_properties(tree.root, kept | {
        name: [raw_of_text(text)] for name, text in said.items() if text}, None)
    node = tree.root
    for colour, point in card.before:
        child = tree.new_node({LETTER_OF_COLOUR[colour]: [raw_of_move(point, tree.columns)]})
        tree.attach(child, node)
        node = child
    for move in card.judged:
        _add_line(node, card, move)
    return tree, node


def _add_line(root: Node, card: Card, move: JudgedMove) -> None:
    """Add a move with what follows it to a node, as far as the rules allow."""
    tree = root.tree
    is_right = card.mark(move) is not Mark.NOT_YET
    line = move.line or ((card.position.to_play, move.point),)
    node = root
    for colour, point in line[:len(boards_of(card.position, line))]:
        properties = {LETTER_OF_COLOUR[colour]: [raw_of_move(point, tree.columns)]}
        if node is root:
            properties["TE" if is_right else "BM"] = ["1"]
            properties["C"] = [raw_of_text("\n".join(_said(card, move)))]
        child = tree.new_node(properties)
        tree.attach(child, node)
        node = child
    if is_right and node is not root:
        said = [node.comment] if node.comment else []
        tree.replace_properties(node, {**node.properties, "C": [raw_of_text(
            "\n".join([*said, "RIGHT"]))]}, None)


def _said(card: Card, move: JudgedMove) -> Iterator[str]:
    for text in (verdict_words(card, move), *reasons_words(card, move), move.note):
        if text:
            yield str(text)


def _solution(card: Card, number: int) -> Plate:
    """Return the board that answers a card, and what is told below it."""
    figure = line_of(card, card.best)
    texts = list[Text]([best_words(card)])
    for move in moves_to_show(card)[1:]:
        texts.append(" ".join(_said(card, move)))
        if len(move.line) > 1:
            texts.append(message("It is answered by {moves}.", moves=listed(
                name_of(point, card.position) for _, point in move.line[1:4])))
    texts += [text for text in (played_words(card), origin_words(card)) if text]
    return Plate(figure.diagram, message("Solution {number}", number=number), figure.notes,
                 tuple(texts), is_main=False)

