"""Text -> game trees in one pass, without recursion, whatever the text holds.

Plain nodes are taken whole (`plain_node.py`); where the text is anything else it is read token by
token (`tokens.py`) up to the next plain place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.topology import LARGEST_SIZE
from irgo_app.sgf.diagnostic import DiagnosticLog
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.plain_node import PLAIN_NODE, PLAIN_NODE_INSIDE, is_plain, plain_values
from irgo_app.sgf.tokens import Token, TokenKind, Tokens
from irgo_app.words import message

Watch = Callable[[int, int], None]
"""Told how many characters of how many are read; raises to stop the reading."""

_HAS_VALUE: Final = re.compile(r"\s*+\[")
_SIMPLE_MOVE: Final = re.compile(r";\s*+[BW]\[(?:([a-zA-Z])([a-zA-Z]))?+\](?!\s*+\[)")
_MOVE_OR_SETUP: Final = re.compile(r"(?<=[BWE\s])\[(?<!LB\[)")
"""The bracket behind a B, W or AE, perhaps after white space; labels (LB) are common, no move."""
_NAMES_A_GAME: Final = re.compile(r";\s*+(?:GM|FF)\s*+\[")
_LETTERS: Final = "".join(sgf_letters(column, LARGEST_SIZE)[0] for column in range(LARGEST_SIZE))
_WINDOW: Final = 1 << 16
"""A node with more characters is read token by token: no single step takes long."""
_NODES_AT_LEAST: Final = 600_000
_CHARACTERS_A_NODE: Final = 12
"""How many nodes are read: memory stays in proportion to the file, and real files within it."""
_NODES_A_GAME: Final = 12
_NODES_A_DAMAGED_NODE: Final = 2
"""What a game counts for, and a node read token by token: they take more memory and time."""
_CHECKED: Final = frozenset({"B", "W", "AB", "AW", "AE"})
_SMALL_LETTERS: Final = re.compile("[a-z]++")
_MOST_VALUES: Final = 2_000_000
_SHORT: Final = 4
"""Values of so many characters are kept once, however often they stand in the file."""
_LONGEST_SOURCE: Final = 1 << 22
"""A longer node is not compared with its own text, which would take too long in one step."""
_WATCH_EVERY: Final = 4096
_MANY: Final = 1000
"""So many values are as much work as the nodes after which somebody may stop the reading."""


@dataclass(slots=True)
class BuiltGame:
    """A game as it was found.

    start -- the offset of its root
    doubtful -- nodes whose moves must be looked at, with their offsets
    """

    tree: GameTree
    start: int
    doubtful: list[tuple[Node, int]] = field(default_factory=list)


def build_games(
    text: str, start: int, log: DiagnosticLog, watch: Watch | None = None
) -> list[BuiltGame]:
    """Return the games of a text from offset `start` on; repairs are noted in `log`."""
    builder = _Builder(text, log, watch)
    with ExitStack() as on_stop:
        on_stop.callback(builder.dissolve)
        builder.run(start)
        on_stop.pop_all()
    return builder.games


class _Builder:
    """Builds trees; `current` is the node that properties and children go to."""

    def __init__(self, text: str, log: DiagnosticLog, watch: Watch | None) -> None:
        self.text, self.log, self.watch = text, log, watch
        self.tokens = Tokens(text, log, self._tell)
        self.games: list[BuiltGame] = []
        self.tree: GameTree | None = None
        self.current: Node | None = None
        self.branches: list[Node | None] = []
        """The node each open bracket follows."""
        self.columns = self.rows = ""
        """The letters of the board's columns and rows; "" before its size is known."""
        self.identifier = ""
        self.node_start = -1
        self.node_count = 0
        self.most_nodes = _NODES_AT_LEAST + len(text) // _CHARACTERS_A_NODE
        self.value_count = 0
        self.short_values: dict[str, str] = {}
        self.is_node_true = True
        self.is_after_bracket = False
        """Whether the node to come, or the one that is open, stands after a bracket."""
        self.is_node_open = False
        self.noted_after_game = 0

    def run(self, start: int) -> None:
        """Read the text from `start` to its end."""
        text, log, offset, countdown = self.text, self.log, start, _WATCH_EVERY
        match_inside, match_plain = PLAIN_NODE_INSIDE.match, PLAIN_NODE.match
        last_window = len(text) - _WINDOW
        while self.node_count + len(self.branches) <= self.most_nodes and (
            self.value_count <= _MOST_VALUES
        ):
            countdown -= 1
            if not countdown:
                countdown = _WATCH_EVERY
                self._tell(offset)
            if self.branches or not self.games:
                plain = (match_inside(text, offset, offset + _WINDOW) if offset < last_window
                         else match_plain(text, offset))
                if plain is not None:
                    self._plain_node(*plain.span(1))
                    offset = plain.end()
                    continue
            token = self.tokens.next(offset)
            if token is None:
                offset = len(text)
                break
            offset = self._take(token)
        else:
            self._tell_limit(offset)
        self._end_node(offset)
        if self.branches:
            log.add(len(text), "The file ends inside a game; everything up to there was kept.")

    def dissolve(self) -> None:
        """Take apart what was read; nobody will look at it."""
        for game in self.games:
            game.tree.dissolve()

    def _tell(self, offset: int) -> None:
        if self.watch is not None:
            self.watch(offset, len(self.text))

    def _tell_limit(self, offset: int) -> None:
        found = message("The file holds more than {most:,} values; the rest was left out.",
                        most=_MOST_VALUES)
        if self.value_count <= _MOST_VALUES:
            found = message("The file holds more than {most:,} nodes; the rest was left out.",
                            most=self.most_nodes)
        self.log.leave_out(offset, str(found))

    def _plain_node(self, start: int, end: int) -> None:
        """Add a node that needs no repair."""
        if self.is_node_open:
            self._end_node(start)
        text = self.text
        if self.tree is None or self.current is None:
            node = self._plain_root(start, end)
        elif self.is_after_bracket and _NAMES_A_GAME.match(text, start, end):
            # The start of a game inside one that was not closed is looked at token by token.
            self._root(start, end)
            return
        else:
            self.node_count += 1
            node = self.tree.append_plain(start, end, self.current)
        self.is_after_bracket = False
        self.identifier = ""
        self.current = node
        if not self.columns:
            node.tree.adopt_size()
            self.columns, self.rows = _LETTERS[:node.tree.columns], _LETTERS[:node.tree.rows]
        move = _SIMPLE_MOVE.match(text, start, end)
        checked = start
        if move and (not move[1] or (move[1] in self.columns and move[2] in self.rows)):
            checked = move.end()
        if text.find("[", checked, end) >= 0 and _MOVE_OR_SETUP.search(text, checked, end):
            self.games[-1].doubtful.append((node, start))

    def _plain_root(self, start: int, end: int) -> Node:
        """Begin a game with a node that needs no repair."""
        self._new_game(start)
        assert self.tree is not None
        self.tree.texts.append(start, end)
        self.tree.root.change(None, None)
        return self.tree.root

    def _root(self, start: int, end: int) -> None:
        """Read a plain node that may be the root of a game token by token."""
        offset = start
        while offset < end:
            token = self.tokens.next(offset)
            if token is None or token.start >= end:
                break
            offset = self._take(token)

    def _take(self, token: Token) -> int:
        """Build on with the next token, and return where it goes on."""
        kind = token.kind
        if self.games and not self.branches and kind is not TokenKind.OPEN:
            self._skip_after_game(token)
        elif kind is TokenKind.VALUE:
            return self._value(token)
        elif kind is TokenKind.IDENTIFIER:
            return self._identifier(token)
        elif kind is TokenKind.NODE:
            is_after_bracket = self.is_after_bracket and not self.is_node_open
            self._end_node(token.start)
            self._node(token.start, is_true=True)
            self.is_after_bracket = is_after_bracket
        elif kind is TokenKind.OPEN:
            self._end_node(token.start)
            self.branches.append(self.current)
            self.is_after_bracket = True
        else:
            self._close(token)
        return token.end

    def _close(self, token: Token) -> None:
        self._end_node(token.start)
        if not self.branches:
            self.log.add(token.start, "A ')' too many was skipped.")
            return
        self.current = self.branches.pop()
        self.is_after_bracket = True
        if self.current is None:
            # The bracket stood before the root; one around several games may still be open.
            self.tree = None

    def _skip_after_game(self, token: Token) -> None:
        """Leave out what stands between or after games; noted once a game."""
        if token.kind is TokenKind.CLOSE:
            self.log.add(token.start, "A ')' too many was skipped.")
        elif self.noted_after_game != len(self.games):
            self.noted_after_game = len(self.games)
            self.log.add(token.start, "Text after the game was left out.")

    def _node(self, start: int, *, is_true: bool) -> None:
        """Open a node, as a new game's root or below the current one."""
        self.node_count += _NODES_A_DAMAGED_NODE
        if self.tree is None:
            self._new_game(start)
            assert self.tree is not None
            node = self.tree.root
        else:
            node = self.tree.new_node({})
            self.tree.attach(node, self.current or self.tree.root)
        self.current = node
        self.node_start, self.is_node_true, self.is_node_open = start, is_true, True
        self.tree.texts.append(max(start, 0), max(start, 0))
        self.identifier = ""

    def _new_game(self, start: int) -> None:
        if not self.branches:
            self.log.add(max(start, 0), "A game without its '(' was read.")
            self.branches.append(None)
        self.tree = GameTree(text=self.text)
        self.games.append(BuiltGame(self.tree, start))
        self.node_count += _NODES_A_GAME
        self.columns = self.rows = ""

    def _identifier(self, token: Token) -> int:
        """Begin a property, and add its first value; returns where it goes on."""
        bracket = _HAS_VALUE.match(self.text, token.end)
        if bracket is None:
            self.log.add(token.start, "{!r} has no value and was skipped.", token.text[:20])
            self.is_node_true = False
            self.identifier = ""
            return token.end
        if not self.is_node_open:
            self.log.add(token.start, "A node without its ';' was read.")
            is_after_bracket = self.is_after_bracket
            self._node(token.start, is_true=False)
            self.is_after_bracket = is_after_bracket
        name = token.text
        if not name.isupper():
            name = _SMALL_LETTERS.sub("", name)
            if not name or not name[0].isalpha():
                name = token.text.upper()
            self.log.add(
                token.start, "The property {} was read as {}.", token.text[:20], name[:20])
            self.is_node_true = False
        if name in ("GM", "FF") and self._is_lost_root():
            self._split_game(token.start)
        self.identifier = name
        return self._value(self.tokens.value(bracket.end() - 1))

    def _is_lost_root(self) -> bool:
        """Return whether the current node starts a variation that is really the next game."""
        node = self.current
        return bool(
            node and node.parent and not node.properties and self.is_after_bracket
        )

    def _split_game(self, offset: int) -> None:
        assert self.tree is not None and self.current is not None
        self.log.add(offset, "A game that was not closed ends where the next one starts.")
        self.tree.detach(self.current)
        start = self.node_start
        self.tree, self.branches = None, [None]
        self.current = None
        self._node(start, is_true=False)

    def _value(self, token: Token) -> int:
        """Add a value and all plain ones behind it; returns where it goes on."""
        if not self.identifier or self.current is None:
            self.log.add(token.start, "A value without a property was skipped.")
            self.is_node_true = False
            return token.end
        if self.identifier in _CHECKED:
            doubtful = self.games[-1].doubtful
            if not doubtful or doubtful[-1][0] is not self.current:
                doubtful.append((self.current, self.node_start))
        if token.is_repaired:
            self.is_node_true = False
        raws, end = plain_values(self.text, token.end, token.end + _WINDOW)
        if len(raws) > _MANY:
            self._tell(end)
        self.value_count += 1 + len(raws)
        kept = self.short_values.setdefault
        values = self.current.properties.setdefault(self.identifier, [])
        for raw in (token.text, *raws):
            values.append(kept(raw, raw) if len(raw) <= _SHORT else raw)
        return end

    def _end_node(self, offset: int) -> None:
        """Remember the node's text if it says exactly what was read."""
        if self.is_node_open and self.current is not None:
            start = self.node_start
            if self.is_node_true and offset - start <= _LONGEST_SOURCE and is_plain(
                self.text[start:offset]
            ):
                self.current.tree.texts.end_at(self.current.id, offset)
                self.current.change(None, None)
        self.is_node_open = False
        self.is_after_bracket = False
        self.identifier = ""

