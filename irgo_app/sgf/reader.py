"""Games from bytes: reads as far as a file goes, says what it repaired, never stops half-way.

The tree is built in one pass without recursion. A file is refused, in one sentence, only if it
holds no Go game at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from irgo_app.errors import SgfError
from irgo_app.sgf.diagnostic import Diagnostic, DiagnosticLog
from irgo_app.sgf.encoding import decode
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.tokens import Token, TokenKind, tokenise
from irgo_app.sgf.values import move_of, number_of

_GAME_START: Final = re.compile(r"\(\s*(?:;|\(\s*;|[A-Za-z][A-Za-z0-9]*\s*\[)")
_BARE_START: Final = re.compile(r";\s*[A-Za-z]+\s*\[|\b[BW]\[[a-zA-Z]{2}\]")
_HAS_VALUE: Final = re.compile(r"\s*\[")
_LARGEST_FILE: Final = 200_000_000
_GAME_NAMES: Final = {"2": "Othello", "3": "chess", "4": "Gomoku", "5": "Nine Men's Morris",
                      "6": "Backgammon", "7": "Chinese chess", "8": "Shogi"}


@dataclass(slots=True)
class GameFile:
    """The games of a file, what was repaired, and the charset it was read in."""

    games: list[GameTree]
    diagnostics: tuple[Diagnostic, ...] = ()
    encoding: str = "utf-8"


def load_file(path: Path, encoding: str | None = None) -> GameFile:
    """Return the games of a file; raises SgfError with one sentence if there are none."""
    try:
        if path.is_dir():
            raise SgfError(f"{path} is a folder; choose a game file in it.")
        if path.stat().st_size > _LARGEST_FILE:
            raise SgfError(f"{path} is larger than 200 MB; split it into smaller files.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise SgfError(f"There is no file {path}; check the name.") from None
    except PermissionError:
        raise SgfError(f"{path} may not be read; change its permissions.") from None
    except OSError as error:
        raise SgfError(f"{path} cannot be read ({error.strerror}).") from None
    return read_games(data, str(path), encoding)


def read_games(data: bytes, name: str = "The text", encoding: str | None = None) -> GameFile:
    """Return the games of a file's bytes; raises SgfError if it holds no Go game.

    name -- how error sentences call the file
    """
    if not data.strip():
        raise SgfError(f"{name} is empty; choose a file that holds a game.")
    decoded = decode(data, encoding)
    start = _GAME_START.search(decoded.text) or _BARE_START.search(decoded.text)
    if not start or "\x00\x00" in decoded.text[:200]:
        raise SgfError(f"{name} is not a game record (SGF); choose another file.")
    log = DiagnosticLog(decoded.text)
    if decoded.remark:
        log.add(0, decoded.remark)
    if decoded.text[:start.start()].strip():
        log.add(0, "Text before the game was left out.")
    builder = _Builder(decoded.text, log)
    for token in tokenise(decoded.text, start.start(), log):
        builder.take(token)
    builder.end(len(decoded.text))
    games = _go_games(builder, name, log)
    return GameFile(games, log.diagnostics(), decoded.encoding)


@dataclass(slots=True)
class _Builder:
    """Builds trees from tokens; `current` is the node that properties and children go to."""

    text: str
    log: DiagnosticLog
    games: list[GameTree] = field(default_factory=list)
    offsets: list[dict[int, int]] = field(default_factory=list)
    tree: GameTree | None = None
    current: Node | None = None
    branches: list[Node | None] = field(default_factory=list)
    identifier: str = ""
    node_start: int = -1
    is_node_true: bool = True
    is_after_bracket: bool = False
    is_node_open: bool = False
    noted_after_game: int = 0

    def take(self, token: Token) -> None:
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

    def end(self, offset: int) -> None:
        """Close what the end of the file left open."""
        self._end_node(offset)
        if self.branches:
            self.log.add(offset, "The file ends inside a game; everything up to there was kept.")

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
        if self.tree is None:
            self._new_game()
            assert self.tree is not None
            node = self.tree.root
        else:
            node = self.tree.new_node({})
            self.tree.attach(node, self.current or self.tree.root)
        self.current = node
        self.node_start, self.is_node_true, self.is_node_open = start, is_true, True
        self.offsets[-1][node.id] = start
        self.identifier = ""

    def _new_game(self) -> None:
        if not self.branches:
            self.log.add(self.node_start if self.node_start > 0 else 0,
                         "A game without its '(' was read.")
            self.branches.append(None)
        self.tree = GameTree()
        self.games.append(self.tree)
        self.offsets.append({})

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
        properties = self.current.properties
        if self.identifier in properties and self.text[token.start - 1] not in "] \t\r\n":
            self.is_node_true = False
        properties.setdefault(self.identifier, []).append(token.text)
        if token.is_repaired:
            self.is_node_true = False

    def _end_node(self, offset: int) -> None:
        """Remember the node's text if it says exactly what was read."""
        if self.is_node_open and self.current is not None:
            source = self.text[self.node_start:offset]
            if self.is_node_true and _says_no_more(source):
                self.current.source = source
        self.is_node_open = False
        self.is_after_bracket = False


_PLAIN_NODE: Final = re.compile(
    r";\s*(?:[A-Z][A-Z0-9]*\s*(?:\[[^\]\\]*(?:\\.[^\]\\]*)*\]\s*)+)*", re.DOTALL)


def _says_no_more(source: str) -> bool:
    """Return whether a node's text is plain SGF, so that it may be written again as it stands."""
    match = _PLAIN_NODE.fullmatch(source)
    return match is not None


def _go_games(builder: _Builder, name: str, log: DiagnosticLog) -> list[GameTree]:
    """Return the Go games among what was read, checked; raises SgfError if there are none."""
    found: list[GameTree] = []
    other = ""
    for tree, offsets in zip(builder.games, builder.offsets, strict=True):
        kind = tree.root.properties.get("GM", ["1"])[0].strip()
        if kind not in ("", "1") and number_of(kind) not in (None, 1.0):
            other = other or kind
            log.add(offsets[tree.root.id],
                    f"A game of another kind (GM[{kind[:10]}]) was left out.")
            continue
        if not tree.adopt_size():
            log.add(offsets[tree.root.id], "The board's size cannot be read; 19x19 was taken.")
        _check(tree, offsets, log)
        found.append(tree)
    if not found and other:
        game = _GAME_NAMES.get(other, "another game")
        raise SgfError(f"{name} is a record of {game}, not of Go; choose another file.")
    if not found:
        raise SgfError(f"{name} is not a game record (SGF); choose another file.")
    return found


def _check(tree: GameTree, offsets: dict[int, int], log: DiagnosticLog) -> None:
    """Note moves that were not written as SGF says, and numbers that are none."""
    for node in tree.nodes():
        for identifier in ("B", "W"):
            for raw in node.properties.get(identifier, [])[:1]:
                remark = move_of(raw, tree.columns, tree.rows).remark
                if remark:
                    log.add(offsets.get(node.id, 0), remark)
        if "B" in node.properties and "W" in node.properties:
            log.add(offsets.get(node.id, 0), "A node holds two moves; Black's was taken.")
    for identifier, what in (("KM", "komi"), ("HA", "handicap")):
        for raw in tree.root.properties.get(identifier, [])[:1]:
            if number_of(raw) is None:
                log.add(offsets[tree.root.id], f"The {what} [{raw[:12]}] is no number.")
