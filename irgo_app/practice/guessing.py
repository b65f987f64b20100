"""Guessing the moves of a game: which are asked, what the guesses were worth, what was learnt."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.practice.card import Card, CardKind, JudgedMove, Mark, Theme, way_to
from irgo_app.practice.making import card_of_game, origin_of
from irgo_app.review.game_line import GameLine
from irgo_app.words import Message, counted, listed, message

_AREA: Final = 4
"""The area of a hint goes so many lines from the move."""


class Guess(Struct):
    """A game replayed from one side.

    numbers -- of the moves before each that is guessed; place -- which of them is asked
    """

    line: GameLine
    colour: Colour
    numbers: tuple[int, ...]
    source: str
    place: int = -1
    hits: int = 0
    marks: list[Mark] = field(default_factory=list)
    lost: dict[Theme, float] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """Return how many moves are still to come."""
        return len(self.numbers) - self.place - 1

    @property
    def number(self) -> int:
        """Return how many moves of the game lie before the one that is asked."""
        return self.numbers[self.place]

    @property
    def actual(self) -> Point:
        """Return the game's own move."""
        return self.line.moves[self.number][1]

    def advance(self) -> bool:
        """Go to the next move to guess; return whether there is one."""
        self.place = min(self.place + 1, len(self.numbers))
        return self.place < len(self.numbers)

    def area(self) -> tuple[Point, ...]:
        """Return the points round the game's own move, which is not in their middle."""
        columns, rows = self.line.columns, self.line.rows
        row, column = divmod(self.actual, columns)
        # Off the middle by what the point itself says, so that it gives nothing away.
        row += (self.actual * 7 + self.number) % 5 - 2
        column += (self.actual * 3 + self.number) % 5 - 2
        return tuple(point for point in range(columns * rows)
                     if max(abs(point // columns - row), abs(point % columns - column)) <= _AREA)

    def question(self) -> Card:
        """Return the card that asks; what is best is not known yet but the game's own move."""
        number, positions = self.number, self.line.positions
        start, before = way_to(positions[:number + 1], self.line.moves[:number])
        return Card(CardKind.MOVE, positions[number], start, before,
                    (JudgedMove(self.actual, 0.0),), (),
                    origin_of(self.line, number, self.colour, self.source), self.actual,
                    komi=self.line.komi, rules=self.line.rules)

    def take(self, said: JudgedMove, card: Card) -> None:
        """Take note of a guess that was judged."""
        self.hits += said.point == self.actual
        mark = card.mark(said)
        self.marks.append(mark)
        if mark is Mark.NOT_YET and card.themes:
            theme = card.themes[0]
            self.lost[theme] = self.lost.get(theme, 0.0) + said.loss

    def summary(self) -> Message:
        """Return what was learnt."""
        if not self.marks:
            return message("No move was guessed.")
        good = sum(mark is Mark.BEST for mark in self.marks)
        told = counted(
            "Of {all} guesses {good} were as good as the best, and one was the game's own move.",
            "Of {all} guesses {good} were as good as the best, and {count} were the game's own "
            "moves.", self.hits, all=len(self.marks), good=good)
        worst = sorted(self.lost, key=lambda theme: -self.lost[theme])[:2]
        if not worst:
            return told
        return message("{sentence} Most was lost in: {themes}.", sentence=told,
                       themes=listed(message(theme.value) for theme in worst))


def own_moves(line: GameLine, colour: Colour) -> tuple[int, ...]:
    """Return the numbers of moves before each move of a side that can be guessed."""
    return tuple(index for index, (mover, point) in enumerate(line.moves)
                 if mover == colour and point != PASS)


def guess_card(guess: Guess, judged: tuple[JudgedMove, ...]) -> Card:
    """Return the card of a guess that was judged."""
    return replace(card_of_game(guess.line, guess.number, judged, "irgo", guess.source),
                   is_guess=True)

