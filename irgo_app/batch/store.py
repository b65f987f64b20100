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
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from irgo_app.batch.analysis import GameRecord
from irgo_app.batch.columns import Cell, Column, ColumnType, game_columns, move_columns
from irgo_app.batch.options import BatchOptions
from irgo_app.errors import UsageError
from irgo_app.whole_file import whole_file, why_unwritten, write_whole

_ROWS_AT_ONCE: Final = 20_000
_PACKING: Final = "zstd"
_EVENT: Final = pa.struct([
    ("move", pa.int32()), ("colour", pa.string()), ("fate", pa.string()),
    ("stones", pa.list_(pa.string()))])
_TURN: Final = pa.struct([
    ("move", pa.int32()), ("colour", pa.string()), ("vertex", pa.string()), ("why", pa.string()),
    ("points", pa.float64()), ("until", pa.int32()), ("best", pa.string()),
    ("black_first", pa.list_(pa.string())), ("white_first", pa.list_(pa.string())),
    ("swing", pa.float64())])
_TYPES: Final = {
    ColumnType.TEXT: pa.string(), ColumnType.WHOLE: pa.int32(), ColumnType.NUMBER: pa.float64(),
    ColumnType.TRUTH: pa.bool_(), ColumnType.EVENTS: pa.list_(_EVENT),
    ColumnType.TURNS: pa.list_(_TURN),
    ColumnType.RECORDS: pa.list_(pa.string())}


Table: TypeAlias = pa.Table
DamagedTable: Final = pa.ArrowInvalid
"""What reading a file raises that is no Parquet, or not all of it."""


def schema_of(columns: Sequence[Column]) -> pa.Schema:
    """Return the schema of a table."""
    return pa.schema([(column.name, _TYPES[column.kind]) for column in columns])


def table_of(cells: dict[str, list[Cell]], schema: pa.Schema) -> pa.Table:
    """Return a table of columns of cells."""
    return pa.table({name: pa.array(cells[name], schema.field(name).type)
                     for name in schema.names}, schema=schema)


def write_table(path: Path, table: pa.Table) -> None:
    """Write a table to a new file and onto the disk; raises OSError."""
    with path.open("wb") as file:
        pq.write_table(table, file, compression=_PACKING)
        file.flush()
        os.fsync(file.fileno())


def batches_of(path: Path, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a Parquet file, some at a time; nothing where there is no file."""
    if path.exists():
        with pq.ParquetFile(path) as file:
            yield from file.iter_batches(_ROWS_AT_ONCE, columns=columns)


def column_in(path: Path, name: str) -> Iterator[str]:
    """Yield the texts of a column of a Parquet file."""
    for batch in batches_of(path, [name]):
        yield from batch.column(0).to_pylist()


def records_in(path: Path, name: str) -> Iterator[str]:
    """Yield the records in a column of a Parquet file, those of one row after the other."""
    for batch in batches_of(path, [name]):
        for records in batch.column(0).to_pylist():
            yield from records or ()


def joined(paths: Iterable[Path]) -> pa.Table:
    """Return the rows of several Parquet files as one table."""
    return pa.concat_tables([pq.read_table(path) for path in paths])


def merged(target: Path, parts: Iterable[Path], schema: pa.Schema) -> None:
    """Put the rows of parts behind those of a Parquet file; raises OSError, and all is as it was.

    Rows of a game, by the column `id`, that the file or an earlier part has already are left out:
    so it does not matter how often, or after what interruption, the same parts are merged.
    """
    with whole_file(target) as path, pq.ParquetWriter(path, schema, compression=_PACKING) as writer:
        known: set[str] = set()
        for part in (target, *parts):
            before = frozenset(known)
            for batch in batches_of(part):
                ids = batch.column("id")
                known.update(ids.unique().to_pylist())
                fresh = pa.array([each not in before for each in ids.to_pylist()])
                # What an older irgo did not know holds nothing.
                writer.write_table(pa.concat_tables(
                    [schema.empty_table(), pa.Table.from_batches([batch.filter(fresh)])],
                    promote_options="default"))


def as_lines(source: Path, target: Path) -> None:
    """Write a Parquet file as JSON Lines, one object a row; raises OSError."""
    with whole_file(target) as path, path.open("w", encoding="utf-8") as file:
        for batch in batches_of(source):
            for row in batch.to_pylist():
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


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
        self._schemas = {name: schema_of(columns) for name, columns in self._columns.items()}
        self._parts_folder = folder / "parts"
        self._fresh: list[Path] = []
        self._options = options

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """Make the folder if need be and keep other batches out of it.

        Raises UsageError where it is another batch's, or holds records of other options.
        """
        with self._telling():
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / ".lock").open("w")
        with lock:
            self._lock(lock.fileno())
            with self._telling():
                self._check_options()
                self._parts_folder.mkdir(exist_ok=True)
                for torn in self._parts_folder.glob(".*"):
                    shutil.rmtree(torn, ignore_errors=True)
            try:
                yield self
            finally:
                # Parts that could not be merged stay.
                with suppress(OSError):
                    self._parts_folder.rmdir()

    @property
    def games(self) -> Path:
        """Return the table of games, which is there after the first merge."""
        return self.folder / f"{GAMES}.parquet"

    def done(self) -> set[str]:
        """Return the ids of all records."""
        ids = set[str]()
        with self._telling():
            for path in (self.games, *(part / self.games.name for part in self._parts())):
                ids.update(column_in(path, "id"))
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
                name: table_of(cells, self._schemas[name])
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
                    merged(path, [part / path.name for part in parts], self._schemas[name])
                    as_lines(path, path.with_suffix(".jsonl"))
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

    def _new_part(self, content: dict[str, Table]) -> Path:
        """Write both tables of a part; it is there whole or not at all."""
        # Parts are merged in the order of their names: as they came.
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex[:8]}"
        fresh = self._parts_folder / f".{name}"
        fresh.mkdir()
        try:
            for table, rows in content.items():
                write_table(fresh / f"{table}.parquet", rows)
            os.replace(fresh, self._parts_folder / name)
        finally:
            # Gone already where all went well.
            shutil.rmtree(fresh, ignore_errors=True)
        return self._parts_folder / name

    def _join(self, parts: Sequence[Path]) -> None:
        self._new_part({name: joined(part / f"{name}.parquet" for part in parts)
                        for name in (GAMES, MOVES)})
        for part in parts:
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
        except DamagedTable as error:
            raise UsageError(
                "{folder} holds a damaged table ({reason}); remove it, or choose another folder.",
                folder=self.folder, reason=error) from None
        except OSError as error:
            raise UsageError(why_unwritten(self.games, error)) from None
