"""The games that an assistant has opened, in the worker, and the only files that it reaches.

Those lie below one folder to read, and in one folder to write.
"""

import os
import stat
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from msgspec import Struct, field

from irgo_app.assistants.new_files import NewFiles
from irgo_app.assistants.tools import MOST_RECORD, Permits
from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judge
from irgo_app.judging.judges import Judges, JudgeSettings, own_judge
from irgo_app.judging.reader_judge import NAME
from irgo_app.library.answers import GameStory
from irgo_app.library.game import Game
from irgo_app.sgf.parser import read_games
from irgo_app.words import counted, listed, message, visible

_SHOWN: Final = 200


def read_permitted(permits: Permits, name: str) -> bytes:
    """Return the bytes of a record below the folder that may be read; raises UsageError.

    Where links lead out of the folder, nothing is read. The way to the file is opened folder by
    folder, so that none can become a link meanwhile. What is no ordinary file is refused, and
    what is larger than records are.
    """
    shown = _shown(name)
    try:
        place = (permits.root / name).resolve(strict=True)
        parts = place.relative_to(permits.root).parts
    except (OSError, ValueError, RuntimeError):
        # What lies outside is not told apart from what is not there.
        raise UsageError(
            "There is no file {file} in the folder that irgo may read; name one below it, or "
            "start irgo mcp with --root FOLDER.", file=shown) from None
    try:
        handle = _opened(permits.root, parts)
        try:
            mode = os.fstat(handle).st_mode
            if stat.S_ISDIR(mode):
                raise UsageError("{path} is a folder; choose a game file in it.", path=shown)
            if not stat.S_ISREG(mode):
                raise UsageError("{file} is no ordinary file; choose a game file.", file=shown)
            with open(handle, "rb", closefd=False) as file:
                data = file.read(MOST_RECORD + 1)
        finally:
            os.close(handle)
    except OSError as error:
        raise UsageError("{file} cannot be read ({reason}); choose another file.", file=shown,
                         reason=error.strerror or "?") from None
    if len(data) > MOST_RECORD:
        raise UsageError("{file} is larger than {most} MB; choose a smaller record.", file=shown,
                         most=MOST_RECORD // 1_000_000)
    return data


def _shown(name: str) -> str:
    """Return how sentences call a file; no name is the folder itself."""
    return visible(name, _SHOWN) or "."


def _opened(root: Path, parts: tuple[str, ...]) -> int:
    """Return the handle of a file, opened without following a link; raises OSError."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(
        os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    if os.open not in os.supports_dir_fd:
        return os.open(root.joinpath(*parts), flags)
    handle = os.open(root, flags | os.O_DIRECTORY)
    for part in parts:
        try:
            inner = os.open(part, flags, dir_fd=handle)
        finally:
            os.close(handle)
        handle = inner
    return handle


_MOST_GAMES: Final = 24
_MOST_BYTES: Final = 2 * MOST_RECORD
_SHOWN_NAME: Final = 40


class OpenGame(Struct, eq=False):
    """A game by its name here; size -- of its record, in bytes; story -- once it was told."""

    name: str
    game: Game
    size: int
    story: GameStory | None = None


class Desk(Struct, eq=False):
    """All open games; those that nobody has asked about longest are put away.

    permits -- what the owner allows
    """

    permits: Permits
    _open: OrderedDict[str, OpenGame] = field(default_factory=OrderedDict)
    _count: int = 0
    _lock: Lock = field(default_factory=Lock)
    _judges: Judges = field(default_factory=Judges)
    _engine_lock: Lock = field(default_factory=Lock)
    _new_files: NewFiles | None = None

    def __post_init__(self) -> None:
        if self.permits.write is not None:
            with suppress(OSError):  # It is gone since irgo was started, which is told when used.
                self._new_files = NewFiles(self.permits.write)

    @property
    def new_files(self) -> NewFiles:
        """Return where new files are made; raises UsageError where none may be."""
        if self.permits.write is None:
            raise UsageError("irgo may write nothing here; its owner can start irgo mcp with "
                             "--write FOLDER.")
        if self._new_files is None:
            raise UsageError("There is no folder {folder}; name another.",
                             folder=self.permits.write)
        return self._new_files

    def open_file(self, name: str, index: int) -> tuple[OpenGame, int]:
        """Open a game of a file; return it and how many games there are. Raises IrgoError."""
        return self._opened(read_permitted(self.permits, name), index, _shown(name))

    def open_text(self, text: str, index: int) -> tuple[OpenGame, int]:
        """Open a game of a record's text likewise."""
        return self._opened(text.encode("utf-8", "replace"), index)

    def add(self, game: Game, size: int) -> OpenGame:
        """Put a game on the desk under a new name."""
        with self._lock:
            self._count += 1
            found = OpenGame(f"g{self._count}", game, size)
            self._open[found.name] = found
            while len(self._open) > 1 and (
                    len(self._open) > _MOST_GAMES
                    or sum(each.size for each in self._open.values()) > _MOST_BYTES):
                self._open.popitem(last=False)
        return found

    def game(self, name: str) -> OpenGame:
        """Return the game of a name; raises UsageError."""
        with self._lock:
            found = self._open.get(name)
            if found is None:
                raise UsageError("No game {name} is open; open it with open_game.",
                                 name=visible(name, _SHOWN_NAME))
            self._open.move_to_end(name)
            return found

    @property
    def judge_name(self) -> str:
        """Return who judges, unless a board is too small or too large for irgo's reader."""
        return NAME if self.permits.engine is None else self.permits.engine.name

    @property
    def judge_of_lives(self) -> str:
        """Return who says whether groups live; an engine is asked where nothing is proved."""
        own = message("irgo's search of life and death")
        return str(own) if self.permits.engine is None else str(
            listed([own, self.permits.engine.name]))

    def close(self) -> None:
        """End the engine, if one runs, and let go of the folder for new files."""
        if self._new_files is not None:
            self._new_files.close()
        with self._engine_lock:
            self._judges.close()

    def _opened(self, data: bytes, index: int, name: str = "") -> tuple[OpenGame, int]:
        file = read_games(data, name)
        if not index < len(file.games):
            raise UsageError(counted(
                "The record holds one game; index takes 0.",
                "The record holds {count} games; index takes 0 to {last}.", len(file.games),
                last=len(file.games) - 1))
        warnings = tuple(map(str, file.diagnostics))
        return self.add(Game(file.games[index], warnings, self._judge), len(data)), len(file.games)

    def _judge(self, position: Position, komi: float, rules: str) -> Judge:
        """Return who judges a game: the engine that the owner allowed, else irgo's reader."""
        if self.permits.engine is None:
            return own_judge(position, komi)
        with self._engine_lock:
            return self._judges.judge(position, JudgeSettings(self.permits.engine, komi, rules))
