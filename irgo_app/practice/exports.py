"""A deck for other programs and for paper: Anki, SGF, PDF with boards, and a deck as one file."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from irgo_app.draw.drawables import Diagram, Drawable, Mark, MarkShape
from irgo_app.errors import UsageError
from irgo_app.go.point import PASS
from irgo_app.go.rules import boards_of
from irgo_app.meaning.words import name_of
from irgo_app.practice.card import AnswerMark, Card, JudgedMove
from irgo_app.practice.card_words import (best_words, hint_words, origin_words, played_words,
                                          question_words, reasons_words, themes_words,
                                          verdict_words)
from irgo_app.practice.deck import Deck
from irgo_app.print.figures import (BoardStyle, Book, Figure, NumberedMove, Plate, PrintOptions,
                                    Text, figure_of)
from irgo_app.review.problems import record_of_position
from irgo_app.sgf.edits import add_move
from irgo_app.sgf.game_info import GameInfo
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import raw_of_text
from irgo_app.sgf.writer import write_games
from irgo_app.whole_file import check_ending, why_unwritten, write_whole
from irgo_app.words import listed, message, translated

_SHOWN: Final = 7
"""So many moves of a line are drawn."""
_WRONG: Final = 3
"""So many moves that fail are shown with what refutes them."""
_MODEL: Final = 1_768_122_341
_DECK: Final = 1_768_122_342
"""Anki knows a deck and its kind of card by number, whatever they are called."""
_ASKING, _SHOWING = 560, 380
_STYLE: Final = """
.card { font-family: sans-serif; font-size: 18px; text-align: center; }
.card svg { max-width: 96%; height: auto; }
.line { margin: 1em auto; max-width: 34em; }
.quiet { opacity: 0.7; font-size: 15px; }
"""
Named = Sequence[tuple[str, Card]]
DECK: Final = ".deck"
_A_PAGE: Final = 4


def asking(card: Card) -> Diagram:
    """Return the board that asks: the last move marked, and the group that it is about."""
    last = card.before[-1][1] if card.before else PASS
    return BoardStyle().diagram(card.position, _signs(card), last)


def line_of(card: Card, move: JudgedMove) -> Figure:
    """Return the board with a move and what follows it, as numbers."""
    line = move.line or ((card.position.to_play, move.point),)
    moves = [NumberedMove(number, *played) for number, played in enumerate(line[:_SHOWN], start=1)]
    return figure_of(card.position, moves, BoardStyle(), _signs(card))


def moves_to_show(card: Card) -> tuple[JudgedMove, ...]:
    """Return the best move, the game's own, and moves that fail, as a solution shows them."""
    failing = [move for move in card.judged[1:] if card.mark(move) is AnswerMark.NOT_YET
               and move.point != card.played]
    own = [] if card.mistake is None or card.mistake is card.best else [card.mistake]
    return (card.best, *own, *failing[:_WRONG - len(own)])


def _signs(card: Card) -> tuple[Drawable, ...]:
    return tuple(Mark(stone, MarkShape.TRIANGLE) for stone in card.stones)


def anki_package(rows: Named, now: float) -> bytes:
    """Return cards, each with its name, as an .apkg file; now -- seconds UTC.

    A card keeps its name, so that a deck that is imported once more brings no card twice.
    """
    # Of some weight, and a window writes no such file until it is asked to.
    import genanki

    model = genanki.Model(
        _MODEL, "irgo", fields=[{"name": "Question"}, {"name": "Hint"}, {"name": "Answer"}],
        templates=[{
            "name": "irgo", "qfmt": "{{Question}}<div class=quiet>{{hint:Hint}}</div>",
            "afmt": "{{FrontSide}}<hr id=answer>{{Answer}}"}], css=_STYLE)
    deck = genanki.Deck(_DECK, translated("Go: my exercises"))
    for name, card in rows:
        deck.add_note(genanki.Note(
            model=model, fields=[_front(card), _text(hint_words(card)), _back(card)],
            tags=[theme.name.lower() for theme in card.themes], guid=f"irgo-{name}"))
    out = BytesIO()
    try:
        genanki.Package(deck).write_to_file(out, now)
    except sqlite3.DatabaseError as error:
        # It is made in a temporary file, on a disk that may be full.
        raise OSError(str(error)) from None
    return out.getvalue()


def _front(card: Card) -> str:
    return f"<div>{_text(question_words(card))}</div>{_board(asking(card), _ASKING)}"


def _back(card: Card) -> str:
    parts = [f"<div><b>{_text(best_words(card))}</b></div>"]
    for move in moves_to_show(card):
        figure = line_of(card, move)
        said = [verdict_words(card, move), *reasons_words(card, move), *figure.notes, move.note]
        texts = "<br>".join(_text(text) for text in said if text)
        parts.append(f"<div class=line>{texts}<br>{_board(figure.diagram, _SHOWING)}</div>")
    parts += [f"<div class=quiet>{_text(text)}</div>" for text in (
        played_words(card), origin_words(card), themes_words(card)) if text]
    return "".join(parts)


def _board(diagram: Diagram, size: int) -> str:
    """Return a board as part of a page: without what stands before a file's first element."""
    # What draws pictures is of some weight, too.
    from irgo_app.draw.export import svg_of

    text = svg_of(diagram, size=size)
    return text[text.index("<svg"):]


def _text(text: object) -> str:
    """Return a text as HTML; Anki's own signs for fields are broken up."""
    return escape(str(text)).replace("{", "&#123;").replace("}", "&#125;")


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


EXPORTS: Final[Mapping[str, Callable[[Named, float], bytes]]] = {
    ".apkg": anki_package, ".sgf": sgf_of_cards, ".pdf": pdf_of_cards}
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
        raise UsageError("No card of the deck {deck} can be read; put a copy of it in its place, "
                         "or have `irgo practice repair` take them out.",
                         deck=deck.path)
    try:
        write_whole(path, EXPORTS[path.suffix.lower()](rows, now))
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None
    return len(rows)


def record_of(card: Card, number: int) -> GameTree:
    """Return a card as a problem's record; number -- of the problem, from 1."""
    tree = record_of_position(card.position, card.stones, number, "\n".join(
        str(text) for text in (question_words(card), origin_words(card)) if text), card.komi)
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
    for move in card.before:
        node = add_move(node, *move)
    for judged in card.judged:
        _add_line(node, card, judged)
    return tree, node


def _add_line(root: Node, card: Card, move: JudgedMove) -> None:
    """Add a move with what follows it to a node, as far as the rules allow."""
    tree = root.tree
    is_right = card.mark(move) is not AnswerMark.NOT_YET
    line = move.line or ((card.position.to_play, move.point),)
    node = root
    for played in line[:len(boards_of(card.position, line))]:
        child = add_move(node, *played)
        if node is root:
            tree.replace_properties(child, {
                **child.properties, "TE" if is_right else "BM": ["1"],
                "C": [raw_of_text("\n".join(_said(card, move)))]}, None)
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
