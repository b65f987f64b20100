"""The games that an assistant has opened, in the worker."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final

from msgspec import Struct, field

from irgo_app.assistants.messages import Permits
from irgo_app.assistants.permitted import read_permitted
from irgo_app.assistants.tools import MOST_RECORD
from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.judging.judge import Judge
from irgo_app.judging.judges import Judges, Reading, own_judge
from irgo_app.judging.reader_judge import NAME
from irgo_app.library.answers import GameStory
from irgo_app.library.game import Game
from irgo_app.sgf.parser import read_games
from irgo_app.visible_text import visible
from irgo_app.words import counted, listed, message

_MOST_GAMES: Final = 24
_MOST_BYTES: Final = 2 * MOST_RECORD
_SHOWN: Final = 40


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

    def open_file(self, name: str, index: int) -> tuple[OpenGame, int]:
        """Open a game of a file; return it and how many games there are. Raises IrgoError."""
        return self._opened(read_permitted(self.permits, name), index)

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
                                 name=visible(name, _SHOWN))
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
        """End the engine, if one runs."""
        with self._engine_lock:
            self._judges.close()

    def _opened(self, data: bytes, index: int) -> tuple[OpenGame, int]:
        file = read_games(data)
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
            return self._judges.needed(position, Reading(self.permits.engine, komi, rules))
