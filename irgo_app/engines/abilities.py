"""What irgo can ask an engine and what not, in words; from its dialect and its commands."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct

from irgo_app.engines.dialects import KATAGO, Dialect
from irgo_app.engines.profile import KATAGO_JSON
from irgo_app.words import Message, message

KIND_TITLES: Final = {
    "auto": message("Found by asking it"),
    "katago": message("KataGo (GTP)"),
    KATAGO_JSON: message("KataGo's analysis engine (JSON)"),
    "leela-zero": message("Leela Zero"),
    "gnugo": message("GNU Go"),
    "irgo": message("irgo"),
    "gtp": message("Another engine that speaks GTP"),
}
"""What the kinds of engines are called."""


def tells_moves(dialect: Dialect, commands: AbstractSet[str]) -> bool:
    """Return whether an engine tells which moves it considers, when it is asked to analyse."""
    return bool(dialect.command) and dialect.command in commands


def tells_chances(dialect: Dialect, commands: AbstractSet[str]) -> bool:
    """Return whether an engine tells who wins how likely: what the analysis of a game needs."""
    return dialect.form is not None and tells_moves(dialect, commands)


def abilities(
    dialect: Dialect, commands: AbstractSet[str]
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return what irgo can ask an engine that speaks GTP, and what it cannot."""
    moves, chances = tells_moves(dialect, commands), tells_chances(dialect, commands)
    rows = (
        ("genmove" in commands, message("playing against you")),
        (moves, message("candidate moves")),
        (chances, message("win rates and whole-game analysis")),
        (chances and dialect is KATAGO, message("the lead and who will own each point")),
        (dialect.can_restrict and moves, message("a search of the selected points only")),
        ("owl_attack" in commands or (chances and "genmove" in commands),
         message("the life of groups")),
    )
    return (tuple(text for can, text in rows if can),
            tuple(text for can, text in rows if not can))


def analysis_abilities() -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return what irgo can ask KataGo's analysis engine, and what it cannot."""
    return ((message("the analysis of a whole game, many positions at once"),
             message("studies of groups and places")),
            (message("playing against you"),
             message("candidate moves of the position on the board")))


class Lacks(Struct, frozen=True):
    """Why an engine cannot be asked for something: a sentence each, "" where it can.

    moves -- candidate moves; game -- the analysis of a game; points -- a search of some points
    """

    moves: str = ""
    game: str = ""
    points: str = ""

    @classmethod
    def of(cls, name: str, dialect: Dialect, commands: AbstractSet[str]) -> Lacks:
        """Return what an engine cannot do, by its dialect and the commands it knows."""
        return cls(
            "" if tells_moves(dialect, commands) else str(message(
                "{name} plays, but gives no candidate moves; choose another engine to analyse.",
                name=name)),
            "" if tells_chances(dialect, commands) else str(message(
                "{name} does not say who is winning; the analysis of a game needs an engine that "
                "does.",
                name=name)),
            "" if dialect.can_restrict else str(message(
                "{name} cannot be limited to selected points; it looks everywhere.", name=name)))
