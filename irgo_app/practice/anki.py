"""A deck for Anki: the board that asks in front, the moves, reasons and refutations behind."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import Final

import genanki

from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import svg_of
from irgo_app.practice.boards import asking, line_of, moves_to_show
from irgo_app.practice.card import Card
from irgo_app.practice.card_words import (
    best_words, hint_words, origin_words, played_words, question_words, reasons_words, themes_words,
    verdict_words
)
from irgo_app.words import translated

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


def anki_package(rows: Sequence[tuple[str, Card]], now: float) -> bytes:
    """Return cards, each with its name, as an .apkg file; now -- seconds UTC.

    A card keeps its name, so that a deck that is imported once more brings no card twice.
    """
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
    text = svg_of(diagram, size=size)
    return text[text.index("<svg"):]


def _text(text: object) -> str:
    """Return a text as HTML; Anki's own signs for fields are broken up."""
    return escape(str(text)).replace("{", "&#123;").replace("}", "&#125;")
