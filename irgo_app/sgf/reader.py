"""Games from bytes: reads as far as a file goes, says what it repaired, never stops half-way.

A file is refused, in one sentence, only if it holds no Go game at all.
"""

from __future__ import annotations

import gc
import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from irgo_app.errors import SgfError
from irgo_app.go.point import Point
from irgo_app.sgf.diagnostic import Diagnostic, DiagnosticLog
from irgo_app.sgf.encoding import decode
from irgo_app.sgf.game_info import root_remarks
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.other_formats import read_other_format
from irgo_app.sgf.tree_builder import BuiltGame, Watch, build_games
from irgo_app.sgf.values import is_reversed, move_of, number_of, points_of

LARGE_FILE: Final = 400_000
"""From so many bytes on reading takes longer than a user should wait for a window."""
_GAME_START: Final = re.compile(r"\(\s*(?:;|\(\s*;|[A-Za-z][A-Za-z0-9]*\s*\[)")
_BARE_START: Final = re.compile(r";\s*[A-Za-z]+\s*\[|\b[BW]\[[a-zA-Z]{2}\]")
_LARGEST_FILE: Final = 200_000_000
_GAME_NAMES: Final = {"2": "Othello", "3": "chess", "4": "Gomoku", "5": "Nine Men's Morris",
                      "6": "Backgammon", "7": "Chinese chess", "8": "Shogi"}


def is_large(path: Path) -> bool:
    """Return whether a file should be read in the background."""
    try:
        return path.is_file() and path.stat().st_size > LARGE_FILE
    except OSError:
        return False


@dataclass(slots=True)
class GameFile:
    """The games of a file, what was repaired, and the charset it was read in.

    data -- the bytes that were read
    forced_encoding -- the charset the user asked for, None if it was found
    format -- SGF, GIB, NGF or UGF
    """

    games: list[GameTree]
    diagnostics: tuple[Diagnostic, ...] = ()
    encoding: str = "utf-8"
    data: bytes = b""
    forced_encoding: str | None = None
    format: str = "SGF"


def load_file(
    path: Path, encoding: str | None = None, watch: Watch | None = None
) -> GameFile:
    """Return the games of a file; raises SgfError with one sentence if there are none.

    encoding -- read the file in this charset, whatever it says
    watch -- told how far the reading is; raises to stop it
    """
    try:
        if path.is_dir():
            raise SgfError("{path} is a folder; choose a game file in it.", path=path)
        if path.stat().st_size > _LARGEST_FILE:
            raise SgfError("{path} is larger than 200 MB; split it into smaller files.", path=path)
        data = path.read_bytes()
    except FileNotFoundError:
        raise SgfError("There is no file {path}; check the name.", path=path) from None
    except PermissionError:
        raise SgfError("{path} may not be read; change its permissions.", path=path) from None
    except OSError as error:
        raise SgfError(
            "{path} cannot be read ({reason}).", path=path, reason=error.strerror) from None
    return read_games(data, str(path), encoding, watch)


def read_games(
    data: bytes, name: str = "The text", encoding: str | None = None, watch: Watch | None = None
) -> GameFile:
    """Return the games of a file's bytes (SGF, GIB, NGF or UGF); raises SgfError if it holds none.

    name -- how error sentences call the file
    """
    if not data.strip():
        raise SgfError("{name} is empty; choose a file that holds a game.", name=name)
    decoded = decode(data, encoding)
    log = DiagnosticLog(decoded.text)
    if decoded.remark:
        log.add(0, decoded.remark)
    other = read_other_format(decoded.text, log)
    if other is not None:
        found_format, tree = other
        return GameFile([tree], log.diagnostics(), decoded.encoding, data, encoding, found_format)
    start = _GAME_START.search(decoded.text) or _BARE_START.search(decoded.text)
    if not start or "\x00\x00" in decoded.text[:start.start()]:
        raise SgfError("{name} is not a game record (SGF); choose another file.", name=name)
    if decoded.text[:start.start()].strip():
        log.add(0, "Text before the game was left out.")
    with _without_garbage_search():
        built = build_games(decoded.text, start.start(), log, watch)
        kept = _go_games(built, name, log)
    diagnostics = log.diagnostics(lambda offset: _place_of(kept, offset))
    games = [game.tree for game in kept]
    return GameFile(games, diagnostics, decoded.encoding, data, encoding)


def _place_of(games: list[BuiltGame], offset: int) -> tuple[int, int]:
    """Return game and number of the node at an offset, (-1, -1) before the first."""
    index = bisect_right(games, offset, key=lambda game: game.start) - 1
    if index < 0:
        return -1, -1
    return index, max(0, bisect_right(games[index].starts, offset) - 1)


@contextmanager
def _without_garbage_search() -> Iterator[None]:
    """Keep Python from looking for circles among the nodes again and again while they are made."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _go_games(built: list[BuiltGame], name: str, log: DiagnosticLog) -> list[BuiltGame]:
    """Return the Go games among what was read, checked; raises SgfError if there are none."""
    found: list[BuiltGame] = []
    other = ""
    for game in built:
        tree = game.tree
        kind = tree.root.properties.get("GM", ["1"])[0].strip()
        if kind not in ("", "1") and number_of(kind) not in (None, 1.0):
            other = other or kind
            log.add(game.start, f"A game of another kind (GM[{kind[:10]}]) was left out.")
            continue
        if not tree.adopt_size():
            log.add(game.start, "The board's size cannot be read; 19x19 was taken.")
        _check(game, log)
        found.append(game)
    if not found and other:
        kind = _GAME_NAMES.get(other, "another game")
        raise SgfError(
            "{name} is a record of {kind}, not of Go; choose another file.", name=name, kind=kind)
    if not found:
        raise SgfError("{name} is not a game record (SGF); choose another file.", name=name)
    return found


def _check(game: BuiltGame, log: DiagnosticLog) -> None:
    """Note what was not written as SGF says; a node with two moves becomes two nodes."""
    tree = game.tree
    for node, offset in game.doubtful:
        properties = node.properties
        for identifier in ("B", "W"):
            raws = properties.get(identifier, [])
            remark = move_of(raws[0], tree.columns, tree.rows).remark if raws else None
            if remark:
                log.add(offset, remark)
            if len(raws) > 1:
                log.add(offset, "A move names several points; the first was taken.")
        if "B" in properties and "W" in properties:
            log.add(offset, "A node held two moves; it was split in two.")
            _split(tree, node)
        if ("B" in properties or "W" in properties) and node.has_setup:
            log.add(offset, "A node holds setup stones and a move; the stones were put first.")
        if node.has_setup:
            _check_setup(node, offset, log)
    for remark in root_remarks(tree.root.properties):
        log.add(game.start, remark)


def _split(tree: GameTree, node: Node) -> None:
    """Give the second move of a node a node of its own, between it and what follows."""
    later = next(name for name in reversed(node.properties) if name in ("B", "W"))
    second = tree.new_node({later: node.properties[later]})
    for child in tuple(node.children):
        tree.detach(child)
        tree.attach(child, second)
    kept = {name: values for name, values in node.properties.items() if name != later}
    tree.replace_properties(node, kept, None)
    tree.attach(second, node)


def _check_setup(node: Node, offset: int, log: DiagnosticLog) -> None:
    """Note setup points that are none, rectangles from the wrong corner, and points set twice."""
    seen: set[Point] = set()
    for identifier in ("AB", "AW", "AE"):
        raws = node.properties.get(identifier, [])
        points, failed = points_of(raws, node.tree.columns, node.tree.rows)
        if failed:
            log.add(offset, f"{identifier}[{failed[0][:12]}] is no point and was left out.")
        if any(is_reversed(raw) for raw in raws):
            log.add(offset, f"A rectangle of {identifier} starts at the wrong corner.")
        if not seen.isdisjoint(points):
            log.add(offset, f"{identifier} sets a point that the node sets already; "
                            "the later was taken.")
        seen.update(points)
