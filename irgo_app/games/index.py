"""The index of games: which there are, where their files lie, and what was read of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from irgo_app.batch.sources import Source
from irgo_app.errors import GamesError, SgfError
from irgo_app.file_names import path_of_text, text_of_path
from irgo_app.games.board_events import board_events
from irgo_app.games.index_file import index_path, opened, telling, writing
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from irgo_app.words import Message

_KEY_BYTES: Final = 16
_MAX_TEXT: Final = 80
"""Characters of a name, date or result that are kept."""
_LEAST_GAMES_OF_NAME: Final = 3
"""A name is taken for the user's own if this many games, and most of them, have it."""


class GameEntry(Struct, frozen=True):
    """What the index says of a game.

    key -- of the game's boards, players and date: the same in whatever file it lies
    """

    key: bytes
    columns: int
    rows: int
    black: str
    white: str
    black_rank: str
    white_rank: str
    date: str
    result: str
    handicap: str
    event: str
    moves: int


class IndexedGame(GameEntry, frozen=True):
    """A game of a file as it is put into the index; events -- its boards, see `board_events.py`."""

    events: bytes


class GameSummary(Struct, frozen=True):
    """What a reading says of a game in a line.

    judge -- who read it, "" where nobody has; losses -- points of the largest mistake, 0 for none,
    and its move number, for each side; decided -- the number of the move after which the game was
    decided, 0 where it was open to the end; told -- where it was decided, as JSON of a `Message`
    """

    judge: str = ""
    black_loss: float = 0.0
    black_move: int = 0
    white_loss: float = 0.0
    white_move: int = 0
    decided: int = 0
    told: bytes = b""

    def sentence(self) -> str:
        """Return where the game was decided, in the language of this process; "" if not read."""
        return str(message_of(self.told)) if self.told else ""


class GameRow(GameEntry, frozen=True):
    """A game as a row of the table; id -- its number in this index."""

    id: int
    summary: GameSummary

    @property
    def size(self) -> str:
        """Return the board's size, such as `19` or `13x9`."""
        return str(self.columns) if self.columns == self.rows else f"{self.columns}x{self.rows}"

    def colour_of(self, names: Collection[str]) -> Colour | None:
        """Return the colour of the player with one of the names, None for neither or both.

        names -- as `own_names` has them
        """
        is_black, is_white = (_folded(name) in names for name in (self.black, self.white))
        if is_black == is_white:
            return None
        return BLACK if is_black else WHITE

    def largest_loss(self, colour: Colour | None) -> tuple[float, int]:
        """Return points and move number of the largest mistake; colour -- whose, None for both."""
        found = self.summary
        sides = {BLACK: (found.black_loss, found.black_move),
                 WHITE: (found.white_loss, found.white_move)}
        return max(sides.values()) if colour is None else sides[colour]

    @property
    def opening_move(self) -> int:
        """Return the number of the move to open the game before: where it was decided, or 0."""
        return self.summary.decided or self.largest_loss(None)[1]


class GamesSource(Struct, frozen=True):
    """A place that games come from.

    path -- a folder, a zip archive or a record; player -- of OGS whose games lie there, else ""
    is_complete -- whether all of the player's older games are there
    """

    id: int
    path: Path
    player: str
    is_complete: bool


class KeptReading(Struct, frozen=True):
    """What was read of a game: the summary, and the rest as `statistics.py` decodes it."""

    key: bytes
    summary: GameSummary
    data: bytes


_GAME_COLUMNS: Final = "columns, rows, black, white, black_rank, white_rank, date, result, " \
    "handicap, event, moves"
_SUMMARY_COLUMNS: Final = "judge, black_loss, black_move, white_loss, white_move, decided, told"
_ROW: Final = f"SELECT key, {_GAME_COLUMNS}, id, {_SUMMARY_COLUMNS} FROM games " \
    "LEFT JOIN readings USING (key)"


class GamesIndex(AbstractContextManager["GamesIndex"]):
    """An open index; a context that closes it. Its methods raise GamesError. For one thread."""

    def __init__(self, path: Path | None = None, *, makes: bool = True) -> None:
        """Open an index; path -- None for the user's own; makes -- see `opened`."""
        self.path = path or index_path()
        self._file = opened(self.path, makes=makes)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Make the changes inside together: all of them are kept, or none."""
        with writing(self._file, self.path):
            yield

    # Where games come from.

    def sources(self) -> list[GamesSource]:
        return [GamesSource(number, path_of_text(path), player, bool(complete))
                for number, path, player, complete in self._all(
                    "SELECT id, path, player, is_complete FROM sources ORDER BY id")]

    def add_source(self, path: Path, player: str = "") -> GamesSource:
        """Take note of a folder or file; one that is known stays as it is."""
        text = text_of_path(path.absolute())
        self._do("INSERT OR IGNORE INTO sources (path, player, is_complete) VALUES (?, ?, 0)",
                 text, _cleaned(player))
        return next(source for source in self.sources() if text_of_path(source.path) == text)

    def remove_source(self, source: GamesSource) -> None:
        """Forget a folder or file and its games; the files stay where they are."""
        with self.changing():
            self._do("DELETE FROM sources WHERE id = ?", source.id)
            self._do("DELETE FROM absent WHERE source = ?", source.id)
            self.forget_files(number for number, path in self.files().values()
                              if path.is_relative_to(source.path))

    def set_complete(self, source: GamesSource) -> None:
        """Take note that all older games of a player have been fetched."""
        self._do("UPDATE sources SET is_complete = 1 WHERE id = ?", source.id)

    def absent(self, source: GamesSource) -> set[int]:
        """Return the numbers of a player's games that the server does not give."""
        return {game for game, in self._all("SELECT game FROM absent WHERE source = ?", source.id)}

    def add_absent(self, source: GamesSource, game: int) -> None:
        self._do("INSERT OR IGNORE INTO absent VALUES (?, ?)", source.id, game)

    def add_name(self, name: str) -> None:
        """Take note of a name that the user plays under."""
        if cleaned := _cleaned(name):
            self._do("INSERT OR IGNORE INTO names VALUES (?)", cleaned)

    def own_names(self) -> frozenset[str]:
        """Return the names the user plays under, folded: those given, else the usual one.

        Without any, a name that most games have is taken for it.
        """
        names = {_folded(name) for name, in self._all(
            "SELECT name FROM names UNION SELECT player FROM sources") if name}
        if names:
            return frozenset(names)
        found = self._all(
            "SELECT name, count(*), (SELECT count(*) FROM games) FROM ("
            "SELECT black AS name FROM games UNION ALL SELECT white FROM games) "
            "WHERE name != '' GROUP BY name ORDER BY 2 DESC LIMIT 1")
        return frozenset(_folded(name) for name, games, total in found
                         if games >= _LEAST_GAMES_OF_NAME and 2 * games > total)

    # Files and their games.

    def files(self) -> dict[tuple[str, str, int, int], tuple[int, Path]]:
        """Return number and path of each known file, by (path, member, size, time of change)."""
        return {(path, member, size, changed): (number, path_of_text(path))
                for number, path, member, size, changed in self._all(
                    "SELECT id, path, member, size, changed FROM files")}

    def problems(self) -> dict[str, str]:
        """Return why files could not be read, by their names."""
        return {Source(path_of_text(path), member).name: problem
                for path, member, problem in self._all(
                    "SELECT path, member, problem FROM files WHERE problem != '' ORDER BY 1, 2")}

    def put_file(
        self, source: Source, size: int, changed: int, games: Sequence[IndexedGame], problem: str
    ) -> int:
        """Index a file in place of what was known of it; return how many games are new.

        The caller holds `changing`.
        """
        path = text_of_path(source.path)
        before = self._all("SELECT id FROM files WHERE path = ? AND member = ?", path,
                           source.member)
        games_before = [] if not before else self._take_places(before[0][0])
        file = self._do("INSERT OR REPLACE INTO files (id, path, member, size, changed, problem) "
                        "VALUES (?, ?, ?, ?, ?, ?)", before[0][0] if before else None, path,
                        source.member, size, changed, problem)
        new = 0
        for number, game in enumerate(games):
            known = self._one("SELECT id FROM games WHERE key = ?", game.key)
            if known is None:
                new += 1
                known = self._do(
                    f"INSERT INTO games (key, {_GAME_COLUMNS}) VALUES "
                    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *msgspec.structs.astuple(game)[:-1])
                self._do("INSERT INTO boards VALUES (?, ?)", known, game.events)
            self._do("INSERT INTO places VALUES (?, ?, ?)", file, number, known)
        self._remove_homeless(games_before)
        return new

    def forget_files(self, numbers: Iterable[int]) -> None:
        """Remove files from the index, and the games that lie in no other; for `changing`."""
        for number in list(numbers):
            games = self._take_places(number)
            self._do("DELETE FROM files WHERE id = ?", number)
            self._remove_homeless(games)

    def _take_places(self, file: int) -> list[int]:
        """Forget which games lie in a file, and return them."""
        games = [game for game, in self._all("SELECT game FROM places WHERE file = ?", file)]
        self._do("DELETE FROM places WHERE file = ?", file)
        return games

    def _remove_homeless(self, games: Iterable[int]) -> None:
        """Remove those of some games that lie in no file any more."""
        for game in games:
            if self._one("SELECT 1 FROM places WHERE game = ?", game) is None:
                self._do("DELETE FROM games WHERE id = ?", game)
                self._do("DELETE FROM boards WHERE game = ?", game)

    def forget_all_files(self) -> None:
        """Forget what is known of all files, so that the index is made anew; readings stay."""
        with self.changing():
            for table in ("places", "files", "games", "boards"):
                self._do(f"DELETE FROM {table}")

    # The table.

    def count(self) -> int:
        return int(self._all("SELECT count(*) FROM games")[0][0])

    def rows(self) -> list[GameRow]:
        """Return all games, the newest first."""
        return [_row_of(found) for found in self._all(f"{_ROW} ORDER BY date DESC, id DESC")]

    def row(self, number: int) -> GameRow:
        """Return one game; raises GamesError where there is none of the number."""
        found = self._all(f"{_ROW} WHERE id = ?", number)
        if not found:
            raise GamesError("There is no game {number} in the index; `irgo games list` shows the "
                             "numbers.", number=number)
        return _row_of(found[0])

    def place_of(self, number: int) -> tuple[Source, int]:
        """Return a file that holds a game, and the game's number in it, from 0."""
        found = self._all(
            "SELECT path, member, number FROM places JOIN files ON id = file WHERE game = ? "
            "ORDER BY file LIMIT 1", self.row(number).id)
        if not found:
            raise GamesError("The file of game {number} is not known any more; add its folder "
                             "again.", number=number)
        path, member, place = found[0]
        return Source(path_of_text(path), member), place

    def names_of_files(self) -> dict[int, str]:
        """Return the name of a file that holds each game."""
        return {game: Source(path_of_text(path), member).name
                for game, path, member, _ in self._all(
                    "SELECT game, path, member, min(file) FROM places JOIN files ON id = file "
                    "GROUP BY game")}

    def tree_of(self, number: int) -> GameTree:
        """Read a game from its file; raises SgfError where the file is gone or has changed."""
        source, place = self.place_of(number)
        games = read_games(source.read(), source.name).games
        if place >= len(games) or indexed_game(games[place]).key != self.row(number).key:
            raise SgfError("{name} has changed since it was indexed; run `irgo games add` again.",
                           name=source.name)
        return games[place]

    def boards(self) -> Iterator[tuple[int, int, int, bytes]]:
        """Yield number, columns, rows and board events of every game."""
        return iter(self._all(
            "SELECT id, columns, rows, events FROM games JOIN boards ON game = id ORDER BY id"))

    # What was read.

    def keep_readings(self, readings: Iterable[KeptReading]) -> None:
        with self.changing():
            for reading in readings:
                self._do(f"INSERT OR REPLACE INTO readings (key, {_SUMMARY_COLUMNS}, data) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", reading.key,
                         *msgspec.structs.astuple(reading.summary), reading.data)

    def readings(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the data of readings by the keys of their games."""
        return {key: data for key in keys
                for data, in self._all("SELECT data FROM readings WHERE key = ?", key)}

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with telling(self.path):
            return self._file.execute(query, values).fetchall()

    def _one(self, query: str, *values: object) -> object:
        """Return the first value of the first row, None where there is no row."""
        found = self._all(query, *values)
        return found[0][0] if found else None

    def _do(self, query: str, *values: object) -> int:
        """Carry out a change; return the number of the last row that was inserted."""
        with telling(self.path):
            return self._file.execute(query, values).lastrowid or 0


def indexed_game(tree: GameTree) -> IndexedGame:
    """Return what the index keeps of a game."""
    info = game_info(tree)
    events, moves = board_events(tree)
    names = [_cleaned(text) for text in (info.black, info.white, info.date)]
    said = repr((tree.columns, tree.rows, names)).encode()
    return IndexedGame(
        blake2b(said + events, digest_size=_KEY_BYTES).digest(), tree.columns, tree.rows,
        names[0], names[1], _cleaned(info.black_rank), _cleaned(info.white_rank), names[2],
        _cleaned(info.result), _cleaned(info.handicap),
        _cleaned(info.event or info.game_name), moves, events)


def json_of_message(told: Message) -> bytes:
    """Return a sentence as JSON, to be told in whatever language is spoken later."""
    return msgspec.json.encode(_as_plain(told))


def message_of(data: bytes) -> Message:
    """Return the sentence of `json_of_message`."""
    return _as_message(msgspec.json.decode(data))


def _as_plain(said: object) -> object:
    if isinstance(said, Message):
        return {"text": said.text, "several": said.several,
                "arguments": [[name, _as_plain(value)] for name, value in said.arguments]}
    return said if isinstance(said, str | int | float) else str(said)


def _as_message(said: object) -> Message:
    found = msgspec.convert(said, _PlainMessage)
    return Message(found.text, tuple(
        (name, _as_message(value) if isinstance(value, dict) else value)
        for name, value in found.arguments), found.several)


class _PlainMessage(Struct):
    """A `Message` as JSON has it."""

    text: str
    several: str
    arguments: list[tuple[str, object]]


def _row_of(found: Sequence[Any]) -> GameRow:
    summary = GameSummary(*found[_SUMMARY_AT:]) if found[_SUMMARY_AT] is not None else _UNREAD
    return GameRow(*found[:_SUMMARY_AT], summary)  # type: ignore[call-arg]


_UNREAD: Final = GameSummary()
_SUMMARY_AT: Final = len(GameRow.__struct_fields__) - 1


def _cleaned(text: str) -> str:
    """Return a text of a record in one line that any file can hold."""
    return " ".join(text[:_MAX_TEXT].split()).encode("utf-8", "replace").decode()


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
