"""Games from bytes: reads as far as a file goes, says what it repaired, never stops half-way.

A file is refused, in one sentence, only if it holds no Go game at all.

How bytes become text is in `decoding.py`.
"""

import gc
import os
import re
import stat
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.errors import SgfError
from irgo_app.go.point import Point
from irgo_app.sgf.archives import is_packed, packing_of, unpacked
from irgo_app.sgf.decoding import decode
from irgo_app.sgf.game_info import info_remarks
from irgo_app.sgf.game_tree import GameTree, Node, insert_between
from irgo_app.sgf.other_formats import NotShownError, read_other_format
from irgo_app.sgf.strict_text import Piece, first_match, percent
from irgo_app.sgf.tree_builder import BuiltGame, Diagnostic, DiagnosticLog, Watch, build_games
from irgo_app.sgf.values import (is_reversed, move_of, not_shown, number_of, points_of,
                                 size_not_shown)
from irgo_app.words import message, noted, translated

RECORD_ENDINGS: Final = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
"""How names of records end, in small letters."""
LARGE_FILE: Final = 50_000
"""From so many bytes on reading may take longer than a user should wait for a window: below it the
worst that was found takes an eighth of a second, an ordinary game a hundredth."""
_STEP: Final = 1 << 20
_GAME_START: Final = re.compile(r"\(\s*+(?:;|\(\s*+;|[A-Za-z][A-Za-z0-9]*+\s*+\[)")
_NODE_START: Final = re.compile(r";\s*+[A-Za-z]++\s*+\[")
_MOVE: Final = re.compile(r"\b[BW]\[[a-zA-Z]{2}\]")
_MOVE_LENGTH: Final = 5
LARGEST_FILE: Final = 200_000_000
"""So many bytes of a file are read at most."""
_TELL_EVERY: Final = 1024
"""So many nodes or games are checked before somebody may stop the reading."""
_GAME_NAMES: Final = {
    "2": noted("Othello"), "3": noted("chess"), "4": noted("Gomoku"),
    "5": noted("Nine Men's Morris"), "6": noted("Backgammon"), "7": noted("Chinese chess"),
    "8": noted("Shogi")}


def is_large(path: Path) -> bool:
    """Return whether a file should be read in the background."""
    try:
        return path.is_file() and path.stat().st_size > LARGE_FILE
    except OSError:
        return False


class GameFile(Struct):
    """The games of a file, what was repaired, and the charset it was read in.

    data -- the bytes that were read
    forced_encoding -- the charset the user asked for, None if it was found
    format -- SGF, GIB, NGF, UGF, text for diagrams drawn with letters, zip, or gzip
    certainty -- the chance that a guessed charset is the right one, None if nothing was guessed
    is_part -- whether a limit was reached, so that part of the file was not read
    spans -- where each game begins and ends in the text, -1 where it does not; none where a file
    holds one game; pieces -- as of `Decoded`
    """

    games: list[GameTree]
    diagnostics: tuple[Diagnostic, ...] = ()
    encoding: str = "utf-8"
    data: bytes = b""
    forced_encoding: str | None = None
    format: str = "SGF"
    certainty: float | None = None
    is_part: bool = False
    spans: list[tuple[int, int]] = []
    pieces: tuple[Piece, ...] = ()

    def bytes_of_games(self) -> list[bytes | None]:
        """Return the bytes each game was read from, None where they are no game by themselves."""
        if not self.spans:
            return [None] * len(self.games)
        if self.pieces:
            own = {(piece.text_start, piece.text_end): self.data[piece.start:piece.end]
                   for piece in self.pieces}
            return [own.get(span) for span in self.spans]
        text, reached = self.games[0].texts.text, 0
        found: list[bytes | None] = []
        for start, end in self.spans:
            data = text[max(start, 0):max(end, 0)].encode(self.encoding, "replace")
            # Where a charset writes a letter in another way than the file, the bytes are not there.
            place = self.data.find(data, reached) if b"(" in data[:1] else -1
            reached = max(reached, place)
            found.append(data if place >= 0 and start >= 0 else None)
        return found

    @property
    def doubts(self) -> list[str]:
        """Return why it should not be written over its file without asking, as sentences."""
        doubts = []
        if self.certainty is not None and self.forced_encoding is None:
            doubts.append(str(message(
                "Its charset was guessed: {charset}, {percent} % sure.",
                charset=self.encoding, percent=percent(self.certainty))))
        if self.is_part:
            doubts.append(str(message("Only part of it was read.")))
        return doubts


def load_file(path: Path, encoding: str | None = None, watch: Watch | None = None) -> GameFile:
    """Return the games of a file; raises SgfError with one sentence if there are none.

    encoding -- read the file in this charset, whatever it says
    watch -- told how far the reading is; raises to stop it
    """
    return read_whole(bytes_of(path, watch), str(path), encoding, watch)


def read_whole(
    data: bytes, name: str, encoding: str | None = None, watch: Watch | None = None
) -> GameFile:
    """Return the games of a file's bytes; of one that is too large those of its beginning.

    The arguments are those of `read_games`. Raises SgfError
    """
    found = read_games(data[:LARGEST_FILE], name, encoding, watch)
    if len(data) > LARGEST_FILE:
        found.diagnostics += (Diagnostic(
            1, 1, str(message("Only the first {size} MB of the file were read.",
                              size=LARGEST_FILE // 1_000_000))),)
        found.is_part = True
    return found


def bytes_of(path: Path, watch: Watch | None = None) -> bytes:
    """Return the bytes of a file, one more than are read at most; raises SgfError.

    Devices and pipes are refused: they may have no end, and waiting for them holds everything.
    """
    watch = watch or _ignore
    try:
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        if path.is_dir():
            raise SgfError("{path} is a folder; choose a game file in it.", path=path)
        with open(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise SgfError("{path} is no ordinary file; choose a game file.", path=path)
            pieces: list[bytes] = []
            size = 0
            while size <= LARGEST_FILE and (piece := file.read(_STEP)):
                if pieces:
                    watch(0, max(1, status.st_size))
                pieces.append(piece)
                size += len(piece)
            return b"".join(pieces)
    except FileNotFoundError:
        raise SgfError("There is no file {path}; check the name.", path=path) from None
    except PermissionError:
        raise SgfError("{path} may not be read; change its permissions.", path=path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SgfError(
            "{path} cannot be read ({reason}); choose another file.",
            path=path, reason=reason) from None


def read_games(
    data: bytes, name: str = "", encoding: str | None = None, watch: Watch | None = None
) -> GameFile:
    """Return the games of a file's bytes; raises SgfError if it holds none.

    Known are SGF, GIB, NGF, UGF, diagrams drawn with letters, and all these in zip or gzip.

    name -- how error sentences call the file
    """
    watch, name = watch or _ignore, name or translated("The text")
    if not data or data.isspace():
        raise SgfError("{name} is empty; choose a file that holds a game.", name=name)
    if is_packed(data):
        return _packed_games(data, name, encoding, watch)
    decoded = decode(data, encoding, lambda offset: watch(0, len(data)))
    log = DiagnosticLog(decoded.text)
    if decoded.remark:
        log.add(0, decoded.remark)
    for piece in decoded.pieces:
        if piece.remark:
            log.add(piece.text_start, piece.remark)
    found = GameFile([], (), decoded.encoding, data, encoding, certainty=decoded.certainty)
    with _without_garbage_search():
        try:
            other = read_other_format(
                decoded.text, log, lambda offset: watch(offset, len(decoded.text)))
        except NotShownError as error:
            raise not_shown(name, error.size) from None
        if other is not None:
            found.format, tree = other
            found.games = [tree]
            found.diagnostics = log.diagnostics()
        elif (start := _start_of(decoded.text, log, watch)) < 0:
            # Few files hold diagrams; what reads them is loaded for those.
            from irgo_app.sgf.text_diagrams import read_text_diagrams

            found.format, found.games = "text", read_text_diagrams(decoded.text, log)
            if not found.games:
                raise SgfError("{name} is not a game record (SGF); choose another file.", name=name)
            found.diagnostics = log.diagnostics()
        else:
            built = build_games(decoded.text, start, log, watch)
            with ExitStack() as on_stop:
                for game in built:
                    on_stop.callback(game.tree.dissolve)
                kept = _go_games(
                    built, name, log, lambda: watch(len(decoded.text), len(decoded.text)))
                on_stop.pop_all()
            found.games = [game.tree for game in kept]
            if len(kept) > 1 and encoding is None:
                found.spans = [(game.opened, game.closed) for game in kept]
                found.pieces = decoded.pieces
            found.diagnostics = log.diagnostics(lambda offset: _place_of(kept, offset))
    found.is_part = log.has_left_out
    return found


def _packed_games(data: bytes, name: str, encoding: str | None, watch: Watch) -> GameFile:
    """Return the games of all records in a zip archive or a gzip file.

    A record in it that cannot be read is told of, and costs the others nothing.
    """
    found = GameFile([], (), "", data, encoding, format=packing_of(data))
    encodings = dict[str, None]()
    for member, piece in unpacked(data, name, RECORD_ENDINGS):
        shown = f"{name}/{member}" if member else name
        try:
            if is_packed(piece):
                raise SgfError("{name} is packed twice; unpack it first.", name=shown)
            one = read_games(piece, shown, encoding, watch)
        except SgfError as error:
            if not member:
                raise
            found.diagnostics += (Diagnostic(1, 1, str(error)),)
            continue
        found.diagnostics += tuple(replace(
            said, text=f"{member}: {said.text}" if member else said.text,
            game=said.game + len(found.games) if said.game >= 0 else -1)
            for said in one.diagnostics)
        encodings[one.encoding] = None
        found.games += one.games
        found.is_part = found.is_part or one.is_part
        if one.certainty is not None:
            found.certainty = min(one.certainty, 1.0 if found.certainty is None
                                  else found.certainty)
    if not found.games:
        raise SgfError("{name} holds no game record (SGF, GIB, NGF, UGF); choose another file.",
                       name=name)
    found.encoding = ", ".join(encodings)
    return found


def _ignore(_done: int, _total: int) -> None:
    """Take no notice of how far the reading is."""


def _start_of(text: str, log: DiagnosticLog, watch: Watch) -> int:
    """Return where the first game starts, -1 if there is none."""
    start = _first(_GAME_START, "(", text, watch)
    if start < 0:
        places = _first(_NODE_START, ";", text, watch), _first_move(text, watch)
        start = min((place for place in places if place >= 0), default=-1)
    if start < 0 or text.find("\x00\x00", 0, start) >= 0:
        return -1
    if start and not text[:start].isspace():
        log.add(0, "Text before the game was left out.")
    return start


def _first(pattern: re.Pattern[str], sign: str, text: str, watch: Watch) -> int:
    """Return where a pattern that begins with a sign matches first, -1 if it does nowhere."""
    offset, count = text.find(sign), 0
    while offset >= 0 and not pattern.match(text, offset):
        offset = text.find(sign, offset + 1)
        count += 1
        if count % 4096 == 0:
            watch(0, len(text))
    return offset


def _first_move(text: str, watch: Watch) -> int:
    """Return where a move stands first, -1 if there is none."""
    match = first_match(_MOVE, text, _MOVE_LENGTH, lambda offset: watch(0, len(text)))
    return match.start() if match else -1


def _place_of(games: list[BuiltGame], offset: int) -> tuple[int, int]:
    """Return game and number of the node at an offset, (-1, -1) before the first."""
    index = bisect_right(games, offset, key=lambda game: game.start) - 1
    if index < 0:
        return -1, -1
    return index, max(0, bisect_right(games[index].tree.texts.starts, offset) - 1)


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


def _go_games(
    built: list[BuiltGame], name: str, log: DiagnosticLog, tell: Callable[[], None]
) -> list[BuiltGame]:
    """Return the Go games among what was read, checked; raises SgfError if there are none.

    tell -- called now and then; raises to stop
    """
    found: list[BuiltGame] = []
    other, unshown = "", None
    steps = count(1)
    for game in built:
        if next(steps) % _TELL_EVERY == 0:
            tell()
        tree = game.tree
        if _is_prose(tree.root):
            continue
        kind = tree.root.properties.get("GM", ["1"])[0].strip()
        if kind not in ("", "1") and number_of(kind) not in (None, 1.0):
            other = other or kind
            log.add(game.start, "A game of another kind (GM[{}]) was left out.", kind[:10])
            continue
        if (size := size_not_shown((tree.root.properties.get("SZ") or ["19"])[0])) is not None:
            unshown = unshown or size
            log.add(game.start, "A game on a board of {}x{} was left out: irgo cannot show it.",
                    *map(str, size))
            continue
        if not tree.adopt_size():
            log.add(game.start, "The board's size cannot be read; 19x19 was taken.")
        _check(game, log, steps, tell)
        tree.texts.forget_properties()
        found.append(game)
    if not found and unshown:
        raise not_shown(name, unshown)
    if not found and other:
        named = message(_GAME_NAMES.get(other, noted("another game")))
        raise SgfError(
            "{name} is a record of {kind}, not of Go; choose another file.", name=name, kind=named)
    if not found:
        raise SgfError("{name} is not a game record (SGF); choose another file.", name=name)
    return found


def _is_prose(root: Node) -> bool:
    """Return whether brackets of a text were read as a game: SGF's names have two letters at most.
    """
    return not root.children and bool(root.properties) and all(
        len(identifier) > 2 for identifier in root.properties)


def _check(
    game: BuiltGame, log: DiagnosticLog, steps: Iterator[int], tell: Callable[[], None]
) -> None:
    """Note what was not written as SGF says; a node with two moves becomes two nodes.

    steps -- counts the games and nodes looked at
    """
    tree = game.tree
    columns, rows = tree.columns, tree.rows
    for node, offset in game.doubtful:
        if next(steps) % _TELL_EVERY == 0:
            tell()
        properties = node.properties
        moves = [properties[name] for name in ("B", "W") if name in properties]
        for raws in moves:
            remark = move_of(raws[0], columns, rows).remark
            if remark:
                log.add(offset, remark)
            if len(raws) > 1:
                log.add(offset, "A move names several points; the first was taken.")
        has_setup = "AB" in properties or "AW" in properties or "AE" in properties
        if len(moves) > 1:
            log.add(offset, "A node held two moves; it was split in two.")
            _split(tree, node)
        if moves and has_setup:
            log.add(offset, "A node holds setup stones and a move; the stones were put first.")
        if has_setup:
            _check_setup(node, offset, log, tell)
    for node, remark in info_remarks(tree):
        log.add(game.start if node is tree.root else tree.texts.starts[node.id], remark)


def _split(tree: GameTree, node: Node) -> None:
    """Give the second move of a node a node of its own, between it and what follows."""
    kept = dict(node.properties)
    later = next(name for name in reversed(kept) if name in ("B", "W"))
    second = tree.new_node({later: kept.pop(later)})
    insert_between(node, second)
    tree.replace_properties(node, kept, None)


def _check_setup(node: Node, offset: int, log: DiagnosticLog, tell: Callable[[], None]) -> None:
    """Note setup points that are none, rectangles from the wrong corner, and points set twice."""
    seen: set[Point] = set()
    properties = node.properties
    for identifier in ("AB", "AW", "AE"):
        named = properties.get(identifier)
        if not named:
            continue
        # A point that is named again in the same list says nothing new.
        raws = list(dict.fromkeys(named))
        points: set[Point] = set()
        wrong = ""
        is_turned = False
        for start in range(0, len(raws), _TELL_EVERY):
            if start:
                tell()
            piece = raws[start:start + _TELL_EVERY]
            found, failed = points_of(piece, node.tree.columns, node.tree.rows)
            points.update(found)
            wrong = wrong or "".join(failed[:1])
            is_turned = is_turned or any(map(is_reversed, piece))
        if wrong:
            log.add(offset, "{}[{}] is no point and was left out.", identifier, wrong[:12])
        if is_turned:
            log.add(offset, "A rectangle of {} starts at the wrong corner.", identifier)
        if not seen.isdisjoint(points):
            log.add(offset, "{} sets a point that the node sets already; the later was taken.",
                    identifier)
        seen |= points
