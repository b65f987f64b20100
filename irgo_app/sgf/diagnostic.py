"""What the parser had to repair, in words, and how much of a file is read at all.

Memory and time stay in proportion to a file, whatever it holds. No record that anybody plays or
writes reaches a limit; what does is read up to there, and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from irgo_app.words import Message, counted, message, translated


class Diagnostic(Struct, frozen=True):
    """One thing that was wrong and what was done about it; line and column count from 1.

    game, node_id -- the node it is about, -1 if it is about none
    """

    line: int
    column: int
    text: str
    game: int = -1
    node_id: int = -1

    def __str__(self) -> str:
        return str(message("line {line}, column {column}: {text}", line=self.line,
                           column=self.column, text=self.text))


class DiagnosticLog:
    """Collects what the parser says by character offset and turns it into Diagnostics.

    has_left_out -- whether a limit was reached, so that part of the file was not read
    """

    def __init__(self, text: str, limit: int = 1000) -> None:
        self._text = text
        self._limit = limit
        self._entries: list[tuple[int, str]] = []
        self._dropped = 0
        self.has_left_out = False

    def add(self, offset: int, text: str | Message, *details: str) -> None:
        """Note a sentence about the place at `offset`; beyond the limit only counts.

        text -- English; a text that is kept is translated here, as it is read where it is shown
        details -- what stands for the `{}` of the text; filled in only where the text is kept
        """
        if len(self._entries) < self._limit:
            sentence = str(text) if isinstance(text, Message) else translated(text)
            self._entries.append((offset, sentence.format(*details) if details else sentence))
        else:
            self._dropped += 1

    def leave_out(self, offset: int, text: str) -> None:
        """Note, beyond any limit, that part of the file was not read."""
        self.has_left_out = True
        self._entries.append((offset, text))

    def diagnostics(
        self, place_of: Callable[[int], tuple[int, int]] = lambda offset: (-1, -1)
    ) -> tuple[Diagnostic, ...]:
        """Return everything noted, in the order of the file.

        place_of -- returns game and node number of an offset
        """
        found = []
        line, seen, last_break = 1, 0, -1
        for offset, sentence in sorted(self._entries):
            line += self._text.count("\n", seen, offset)
            last_break = max(last_break, self._text.rfind("\n", seen, offset))
            seen = offset
            found.append(Diagnostic(line, offset - last_break, sentence, *place_of(offset)))
        if self._dropped:
            found.append(Diagnostic(1, 1, str(counted(
                "One more repair is not listed.", "{count} more repairs are not listed.",
                self._dropped))))
        return tuple(found)


MOST_VALUES: Final = 2_000_000
"""So many values of damaged nodes are read at most."""
NODES_A_GAME: Final = 12
NODES_A_DAMAGED_NODE: Final = 2
"""What a game counts for, and a node read token by token: they take more memory and time."""
STEPS_A_GAME: Final = 8
"""What a game counts for among the steps token by token."""
TOO_MANY_VALUES: Final = message(
    "The file holds more than {most:,} values; the rest was left out.", most=MOST_VALUES)
TOO_MUCH_DAMAGE: Final = message("The file is damaged in too many places; the rest was left out.")
_NODES_AT_LEAST: Final = 600_000
_CHARACTERS_A_NODE: Final = 12
_STEPS_AT_LEAST: Final = 20_000
_STEPS_A_CHARACTER: Final = 0.6


def most_nodes(length: int) -> int:
    """Return how many nodes are read of a text: memory keeps to what its length may take."""
    return _NODES_AT_LEAST + length // _CHARACTERS_A_NODE


def most_steps(length: int) -> int:
    """Return how many tokens are read one by one: time keeps to what the length may take."""
    return _STEPS_AT_LEAST + int(length * _STEPS_A_CHARACTER)


def too_many_games(games: int) -> Message:
    """Return the sentence about a text that has more games than are read."""
    return message("The file holds more games than irgo reads: the first {count:,} are here, the "
                   "rest was left out.", count=games)


def too_many_nodes(length: int) -> Message:
    """Return the sentence about a text that has more nodes than are read."""
    return message("The file holds more than {most:,} nodes; the rest was left out.",
                   most=most_nodes(length))
