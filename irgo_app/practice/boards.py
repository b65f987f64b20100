"""Cards drawn: the board that asks, and boards that answer with numbered moves."""

from __future__ import annotations

from typing import Final

from irgo_app.draw.drawables import Diagram, Drawable, Mark, MarkShape
from irgo_app.go.point import PASS
from irgo_app.practice.card import Card, JudgedMove
from irgo_app.practice.card import Mark as AnswerMark
from irgo_app.print.figures import BoardStyle, Figure, NumberedMove, figure_of

_SHOWN: Final = 7
"""So many moves of a line are drawn."""
_WRONG: Final = 3
"""So many moves that fail are shown with what refutes them."""


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
