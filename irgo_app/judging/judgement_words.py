"""A judgement in words: who leads by how much, who says so, and how far that was read."""

from typing import Final

from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE
from irgo_app.words import Message, counted, message

EVEN_POINTS: Final = 0.5


def is_even(lead: float) -> bool:
    """Return whether a game with this lead is called even, wherever irgo tells a lead."""
    return abs(lead) < EVEN_POINTS


def lead_words(lead: float) -> Message:
    """Return who leads by how much; lead -- Black's, in points."""
    if is_even(lead):
        return message("the game is even")
    return message("{colour} leads by {points:.1f}", points=abs(lead),
                   colour=message(NAME_OF_COLOUR[BLACK if lead > 0 else WHITE]))


def by_words(judge: str, visits: int, *, is_counted: bool = False) -> Message:
    """Return who judges and how far it read, such as "irgo's reader, 240 positions".

    judge -- as people call it; is_counted -- the board is finished, and this is its count
    """
    who = message(judge)
    if is_counted:
        return message("{judge}, counted", judge=who)
    if visits <= 1:
        return message("{judge}, one look", judge=who)
    return counted("{judge}, {count} position", "{judge}, {count} positions", visits, judge=who)


def read_by(judge: str, visits: int) -> Message:
    """Return the same as a sentence."""
    return message("Read by {by}.", by=by_words(judge, visits))
