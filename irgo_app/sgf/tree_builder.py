"""Text -> game trees in one pass, without recursion, whatever the text holds.

Plain nodes are taken whole (`plain_node.py`); where the text is anything else it is read token by
token (`tokens.py`) up to the next plain place.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from irgo_app.go.coordinates import sgf_letters
from irgo_app.sgf.diagnostic import DiagnosticLog
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.plain_node import PLAIN_NODE, is_plain
from irgo_app.sgf.tokens import Token, TokenKind, next_token

Watch = Callable[[int, int], None]
"""Told how many characters of how many are read; raises to stop the reading."""

_HAS_VALUE: Final = re.compile(r"\s*\[")
_SIMPLE_MOVE: Final = re.compile(r";\s*[BW]\[([a-zA-Z]{2})\](?!\s*\[)")
_MOVE_OR_SETUP: Final = re.compile(r"(?<=[BWE\s])\[(?<!LB\[)")
"""The bracket behind a B, W or AE, perhaps after white space; labels (LB) are common, no move."""
_MOST_NODES: Final = 2_000_000
_WATCH_EVERY: Final = 4096


@dataclass(slots=True)
class BuiltGame:
    """A game as it was found.

    start -- the offset of its root
    starts -- the offset of every node, by the node's number
    doubtful -- nodes whose moves must be looked at, with their offsets
    """

    tree: GameTree
    start: int
    starts: array[int] = field(default_factory=lambda: array("I"))
    doubtful: list[tuple[Node, int]] = field(default_factory=list)


def build_games(
    text: str, start: int, log: DiagnosticLog, watch: Watch | None = None
) -> list[BuiltGame]:
    """Return the games of a text from offset `start` on; repairs are noted in `log`."""
    builder = _Builder(text, log)
    builder.run(start, watch)
    return builder.games


@lru_cache(maxsize=8)
def _places(columns: int, rows: int) -> frozenset[str]:
    """Return the letters of all points of a board."""
    return frozenset(sgf_letters(point, columns) for point in range(columns * rows))


class _Builder:
    """Builds trees; `current` is the node that properties and children go to."""

    def __init__(self, text: str, log: DiagnosticLog) -> None:
        self.text, self.log = text, log
        self.games: list[BuiltGame] = []
        self.tree: GameTree | None = None
        self.current: Node | None = None
        self.branches: list[Node | None] = []
        """The node each open bracket follows."""
        self.places: frozenset[str] | None = None
        self.identifier = ""
        self.node_start = -1
        self.node_count = 0
        self.is_node_true = True
        self.is_after_bracket = False
        self.is_node_open = False
        self.noted_after_game = 0

    def run(self, start: int, watch: Watch | None) -> None:
        """Read the text from `start` to its end."""
        text, log, offset, countdown = self.text, self.log, start, _WATCH_EVERY
        match_plain = PLAIN_NODE.match
        while self.node_count + len(self.branches) <= _MOST_NODES:
            countdown -= 1
            if not countdown:
                countdown = _WATCH_EVERY
                if watch is not None:
                    watch(offset, len(text))
            plain = match_plain(text, offset) if self.branches or not self.games else None
            if plain is not None:
                self._plain_node(plain.group(1), plain.start(1))
                offset = plain.end()
                continue
            token = next_token(text, offset, log)
            if token is None:
                break
            self._take(token)
            offset = token.end
        else:
            log.add(offset, f"The file holds more than {_MOST_NODES:,} nodes; "
                            "the rest was left out.")
        self._end_node(len(text))
        if self.branches:
            log.add(len(text), "The file ends inside a game; everything up to there was kept.")

    def _plain_node(self, source: str, start: int) -> None:
        """Add a node that needs no repair."""
        if self.is_node_open:
            self._end_node(start)
        if self.tree is None or self.current is None or (
            self.is_after_bracket and len(self.branches) > 1 and _names_a_game(source)
        ):
            # A root is read token by token: it may be the start of a game inside an open one.
            self._root(source, start)
            return
        self.node_count += 1
        self.is_after_bracket = False
        self.identifier = ""
        self.current = node = self.tree.append_plain(source, self.current)
        self.games[-1].starts.append(start)
        if self.places is None:
            self.tree.adopt_size()
            self.places = _places(self.tree.columns, self.tree.rows)
        move = _SIMPLE_MOVE.match(source)
        checked = move.end() if move and move.group(1) in self.places else 0
        if checked < len(source) and (
            source.find("[", checked) >= 0 and _MOVE_OR_SETUP.search(source, checked)
        ):
            self.games[-1].doubtful.append((node, start))

    def _root(self, source: str, start: int) -> None:
        """Read a plain node that may be the root of a game token by token."""
        offset, end = start, start + len(source)
        while offset < end:
            token = next_token(self.text, offset, self.log)
            if token is None or token.start >= end:
                break
            self._take(token)
            offset = token.end

    def _take(self, token: Token) -> None:
        """Build on with the next token."""
        kind = token.kind
        if self.games and not self.branches and kind is not TokenKind.OPEN:
            self._skip_after_game(token)
        elif kind is TokenKind.VALUE:
            self._value(token)
        elif kind is TokenKind.IDENTIFIER:
            self._identifier(token)
        elif kind is TokenKind.NODE:
            self._end_node(token.start)
            self._node(token.start, is_true=True)
        elif kind is TokenKind.OPEN:
            self._end_node(token.start)
            self.branches.append(self.current)
            self.is_after_bracket = True
        else:
            self._close(token)

    def _close(self, token: Token) -> None:
        self._end_node(token.start)
        if not self.branches:
            self.log.add(token.start, "A ')' too many was skipped.")
            return
        self.current = self.branches.pop()
        if not self.branches:
            self.tree = self.current = None

    def _skip_after_game(self, token: Token) -> None:
        """Leave out what stands between or after games; noted once a game."""
        if token.kind is TokenKind.CLOSE:
            self.log.add(token.start, "A ')' too many was skipped.")
        elif self.noted_after_game != len(self.games):
            self.noted_after_game = len(self.games)
            self.log.add(token.start, "Text after the game was left out.")

    def _node(self, start: int, *, is_true: bool) -> None:
        """Open a node, as a new game's root or below the current one."""
        self.node_count += 1
        if self.tree is None:
            self._new_game(start)
            assert self.tree is not None
            node = self.tree.root
        else:
            node = self.tree.new_node({})
            self.tree.attach(node, self.current or self.tree.root)
        self.current = node
        self.node_start, self.is_node_true, self.is_node_open = start, is_true, True
        self.games[-1].starts.append(max(start, 0))
        self.games[-1].doubtful.append((node, start))
        self.identifier = ""

    def _new_game(self, start: int) -> None:
        if not self.branches:
            self.log.add(max(start, 0), "A game without its '(' was read.")
            self.branches.append(None)
        self.tree = GameTree()
        self.games.append(BuiltGame(self.tree, start))
        self.places = None

    def _identifier(self, token: Token) -> None:
        if not _HAS_VALUE.match(self.text, token.end):
            self.log.add(token.start, f"{token.text[:20]!r} has no value and was skipped.")
            self.is_node_true = False
            self.identifier = ""
            return
        if not self.is_node_open:
            self.log.add(token.start, "A node without its ';' was read.")
            self._node(token.start, is_true=False)
        name = "".join(c for c in token.text if not c.islower()) or token.text.upper()
        if not name[0].isalpha():
            name = token.text.upper()
        if name != token.text:
            self.log.add(token.start, f"The property {token.text[:20]} was read as {name[:20]}.")
            self.is_node_true = False
        if name in ("GM", "FF") and self._is_lost_root():
            self._split_game(token.start)
        self.identifier = name

    def _is_lost_root(self) -> bool:
        """Return whether the current node starts a variation that is really the next game."""
        node = self.current
        return bool(
            node and node.parent and not node.properties and self.is_after_bracket
            and len(self.branches) > 1
        )

    def _split_game(self, offset: int) -> None:
        assert self.tree is not None and self.current is not None
        self.log.add(offset, "A game that was not closed ends where the next one starts.")
        self.tree.detach(self.current)
        start = self.node_start
        self.tree, self.branches = None, [None]
        self.current = None
        self._node(start, is_true=False)

    def _value(self, token: Token) -> None:
        if not self.identifier or self.current is None:
            self.log.add(token.start, "A value without a property was skipped.")
            self.is_node_true = False
            return
        self.current.properties.setdefault(self.identifier, []).append(token.text)
        if token.is_repaired:
            self.is_node_true = False

    def _end_node(self, offset: int) -> None:
        """Remember the node's text if it says exactly what was read."""
        if self.is_node_open and self.current is not None:
            source = self.text[self.node_start:offset]
            if self.is_node_true and is_plain(source):
                self.current.source = source
        self.is_node_open = False
        self.is_after_bracket = False
        self.identifier = ""


def _names_a_game(source: str) -> bool:
    return "GM[" in source or "FF[" in source
