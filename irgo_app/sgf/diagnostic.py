"""What a reader had to repair, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that was wrong and what was done about it; line and column count from 1.

    game, node_id -- the node it is about, -1 if it is about none
    """

    line: int
    column: int
    text: str
    game: int = -1
    node_id: int = -1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


class DiagnosticLog:
    """Collects what a reader says by character offset and turns it into Diagnostics."""

    def __init__(self, text: str, limit: int = 1000) -> None:
        self._text = text
        self._limit = limit
        self._entries: list[tuple[int, str]] = []
        self.dropped = 0

    def add(self, offset: int, text: str) -> None:
        """Note a sentence about the place at `offset`; beyond the limit only counts."""
        if len(self._entries) < self._limit:
            self._entries.append((offset, text))
        else:
            self.dropped += 1

    def diagnostics(
        self, place_of: Callable[[int], tuple[int, int]] = lambda offset: (-1, -1)
    ) -> tuple[Diagnostic, ...]:
        """Return everything noted, in the order of the file.

        place_of -- returns game and node number of an offset
        """
        found = []
        line, seen = 1, 0
        for offset, sentence in sorted(self._entries):
            line += self._text.count("\n", seen, offset)
            seen = offset
            column = offset - self._text.rfind("\n", 0, offset)
            found.append(Diagnostic(line, column, sentence, *place_of(offset)))
        if self.dropped:
            found.append(Diagnostic(1, 1, f"{self.dropped} more repairs are not listed."))
        return tuple(found)
