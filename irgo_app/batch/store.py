"""The folder a batch writes to: valid at any moment, whatever is killed or full.

A game that is done becomes a part at once: a folder below `parts` with both tables, which appears
under its name when it lies whole on the disk. At the end, and when there are many, parts are
merged; a part is removed when its rows are where they belong. What two interrupted merges would
have twice is told by the game's id.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from irgo_app.batch import tables
from irgo_app.batch.analysis import GameRecord
from irgo_app.batch.columns import Cell, Column, game_columns, move_columns
from irgo_app.batch.options import BatchOptions
from irgo_app.errors import UsageError
from irgo_app.whole_file import why_unwritten, write_whole

FORMAT: Final = "irgo-batch/1"
GAMES: Final = "games"
MOVES: Final = "moves"
_MOST_PARTS: Final = 64
"""So many parts of a game or a few are made one."""


class Store:
    """The records of a folder: which are there, and new ones; a context that locks the folder.

    All methods raise UsageError with one sentence if the disk is full or may not be written.
    """

    def __init__(self, folder: Path, options: BatchOptions) -> None:
        self.folder = folder
        self._columns: dict[str, Sequence[Column]] = {
            GAMES: game_columns(options.layers), MOVES: move_columns(options.layers)}
        self._schemas = {name: tables.schema_of(columns) for name, columns in self._columns.items()}
        self._parts_folder = folder / "parts"
        self._fresh: list[Path] = []
        self._options = options

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """Make the folder if need be and keep other batches out of it.

        Raises UsageError where it is another batch's, or holds records of other options.
        """
        with self._telling():
            self._parts_folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / ".lock").open("w")
        with lock:
            self._lock(lock.fileno())
            with self._telling():
                self._check_options()
                for torn in self._parts_folder.glob(".*"):
                    shutil.rmtree(torn, ignore_errors=True)
            yield self

    @property
    def games(self) -> Path:
        """Return the table of games, which is there after the first merge."""
        return self.folder / f"{GAMES}.parquet"

    def done(self) -> set[str]:
        """Return the ids of all records."""
        ids = set[str]()
        with self._telling():
            for path in (self.games, *(part / self.games.name for part in self._parts())):
                ids.update(tables.column_in(path, "id"))
        return ids

    def add(self, records: Sequence[GameRecord]) -> None:
        """Write records that are done; they are safe when this returns."""
        with self._telling():
            games: dict[str, list[Cell]] = {
                column.name: [record.game[column.name] for record in records]
                for column in self._columns[GAMES]}
            moves: dict[str, list[Cell]] = {
                column.name: [cell for record in records for cell in record.moves[column.name]]
                for column in self._columns[MOVES] if column.name != "id"}
            moves["id"] = [record.id for record in records for _ in record.moves["move"]]
            self._fresh.append(self._new_part({
                name: tables.table_of(cells, self._schemas[name])
                for name, cells in ((GAMES, games), (MOVES, moves))}))
            if len(self._fresh) >= _MOST_PARTS:
                self._join(self._fresh)
                self._fresh = []

    def merge(self) -> None:
        """Put all parts into the two tables, and write these as JSON Lines too."""
        with self._telling():
            parts = self._parts()
            # The table of games is last: a game is done when it is there or in a part.
            for name in (MOVES, GAMES):
                path = self.folder / f"{name}.parquet"
                if parts or not path.exists():
                    tables.merged(path, [part / path.name for part in parts], self._schemas[name])
                    tables.as_lines(path, path.with_suffix(".jsonl"))
            for part in parts:
                self._remove(part)
            self._fresh = []

    def write(self, name: str, text: str) -> None:
        """Write a file of text beside the tables, whole or not at all."""
        with self._telling():
            write_whole(self.folder / name, text.encode())

    def read(self, name: str) -> str:
        """Return a file of text beside the tables, "" where there is none."""
        with self._telling():
            path = self.folder / name
            return path.read_text("utf-8") if path.exists() else ""

    def _parts(self) -> list[Path]:
        return sorted(path for path in self._parts_folder.iterdir()
                      if not path.name.startswith("."))

    def _new_part(self, content: dict[str, tables.Table]) -> Path:
        """Write both tables of a part; it is there whole or not at all."""
        # Parts are merged in the order of their names: as they came.
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex[:8]}"
        fresh = self._parts_folder / f".{name}"
        fresh.mkdir()
        try:
            for table, rows in content.items():
                tables.write_table(fresh / f"{table}.parquet", rows)
            os.replace(fresh, self._parts_folder / name)
        finally:
            # Gone already where all went well.
            shutil.rmtree(fresh, ignore_errors=True)
        return self._parts_folder / name

    def _join(self, parts: Iterable[Path]) -> None:
        """Make several parts one."""
        many = list(parts)
        self._new_part({name: tables.joined([part / f"{name}.parquet" for part in many])
                        for name in (GAMES, MOVES)})
        for part in many:
            self._remove(part)

    def _remove(self, part: Path) -> None:
        """Remove a part whose rows are elsewhere; first its name, so that no half of it counts."""
        torn = part.with_name(f".{part.name}")
        os.replace(part, torn)
        shutil.rmtree(torn, ignore_errors=True)

    def _check_options(self) -> None:
        """Take note of the options the first time; later they have to be the same."""
        asked = {"format": FORMAT, **self._options.as_json()}
        path = self.folder / "batch.json"
        try:
            known = json.loads(path.read_text("utf-8")) if path.exists() else asked
        except ValueError:
            raise UsageError("{path} is damaged; remove it, or choose another folder.",
                             path=path) from None
        if known != asked:
            raise UsageError(
                "{folder} holds records of other layers, studies or another engine; choose another "
                "folder, or ask as {path} says.", folder=self.folder, path=path)
        if not path.exists():
            write_whole(path, json.dumps(asked, indent=1).encode())

    def _lock(self, handle: int) -> None:
        """Keep the folder for this process; the system lets go of it when the process ends."""
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError("Another batch writes to {folder}; wait for it, or choose another "
                             "folder.", folder=self.folder) from None

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Turn what the disk refuses, and tables that somebody damaged, into one sentence."""
        try:
            yield
        except tables.DamagedTable as error:
            raise UsageError(
                "{folder} holds a damaged table ({reason}); remove it, or choose another folder.",
                folder=self.folder, reason=error) from None
        except OSError as error:
            raise UsageError(why_unwritten(self.games, error)) from None
