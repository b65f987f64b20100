"""The folder a batch writes to: valid at any moment, whatever is killed or full.

A game that is done becomes a part at once: a folder below `parts` with both tables, which appears
under its name when it lies whole on the disk. At the end, and when there are many, parts are
merged; a part is removed when its rows are where they belong. What two interrupted merges would
have twice is told by the game's id. Only parts are looked at, and removed, whose names prove that
irgo made them; the folder of a batch is one that held none of its files before.

A table is a folder of Parquet files with some thousand games each: of a large batch only the last
file is written anew. JSON Lines are written on from where they ended.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from irgo_app.batch.analysis import GameRecord
from irgo_app.batch.columns import Cell, Column, ColumnType, game_columns, move_columns
from irgo_app.batch.options import BatchOptions
from irgo_app.errors import UsageError
from irgo_app.own_names import is_own_name, new_name, opened_folder
from irgo_app.whole_file import whole_file, why_unwritten, write_whole

_ROWS_AT_ONCE: Final = 20_000
_ROWS_A_GROUP: Final = 100_000
"""Of Parquet: so many rows are packed together, and read at once by programs that want one column.
"""
_GAMES_A_FILE: Final = 5_000
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


def files_of(table: Path) -> list[Path]:
    """Return the files of a table, in the order of its rows; none where there is no table."""
    return sorted(table.glob("[0-9]*.parquet")) if table.is_dir() else []


def batches_of(table: Path, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a table, some at a time; nothing where there is none."""
    for path in files_of(table):
        yield from _batches_in(path, columns)


def _batches_in(path: Path, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(path) as file:
        yield from file.iter_batches(_ROWS_AT_ONCE, columns=columns)


def ids_in(paths: Iterable[Path]) -> set[str]:
    """Return the ids of the games in Parquet files."""
    return {name for path in paths for batch in _batches_in(path, ["id"])
            for name in batch.column(0).unique().to_pylist()}


def records_in(table: Path, name: str) -> Iterator[str]:
    """Yield the records in a column of a table, those of one row after the other."""
    for batch in batches_of(table, [name]):
        for records in batch.column(0).to_pylist():
            yield from records or ()


def joined(paths: Iterable[Path]) -> pa.Table:
    """Return the rows of several Parquet files as one table."""
    return pa.concat_tables([pq.read_table(path) for path in paths])


def merged(table: Path, parts: Iterable[Path], schema: pa.Schema) -> None:
    """Put the rows of parts behind those of a table; raises OSError.

    The last file is filled up and others follow, each of them there whole or not at all. Rows of a
    game that the table or an earlier part has are left out: so it does not matter how often, or
    after what interruption, the same parts are merged.
    """
    table.mkdir(exist_ok=True)
    files = files_of(table)
    seen, last = ids_in(files), files[-1:]
    if len(ids_in(last)) >= _GAMES_A_FILE:
        last = []
    number = len(files) - len(last)
    rows = _rows_apart([*last, *parts], len(last), schema, seen)
    is_empty = not files
    while piece := next(rows, None):
        with whole_file(table / f"{number:04d}.parquet") as path, pq.ParquetWriter(
                path, schema, compression=_PACKING) as writer:
            games = set[str]()
            kept, count = [piece], piece.num_rows
            while True:
                games.update(kept[-1].column("id").unique().to_pylist())
                is_full = len(games) >= _GAMES_A_FILE
                following = None if is_full else next(rows, None)
                if count >= _ROWS_A_GROUP or following is None:
                    writer.write_table(pa.concat_tables(kept), row_group_size=_ROWS_A_GROUP)
                    kept, count = [], 0
                if following is None:
                    break
                kept.append(following)
                count += following.num_rows
        number, is_empty = number + 1, False
    if is_empty:
        write_table(table / "0000.parquet", schema.empty_table())


def _rows_apart(
    paths: Sequence[Path], own: int, schema: pa.Schema, seen: set[str]
) -> Iterator[pa.Table]:
    """Yield the rows of Parquet files, without those of games that came in an earlier file.

    own -- so many files, at the beginning, are the table's, whose rows are all kept
    seen -- the games of the table; those of the files are added
    """
    for index, path in enumerate(paths):
        before = frozenset(seen) if index >= own else frozenset()
        for batch in _batches_in(path):
            ids = batch.column("id")
            seen.update(ids.unique().to_pylist())
            fresh = pa.array([each not in before for each in ids.to_pylist()])
            # What an older irgo did not know holds nothing.
            rows = pa.concat_tables(
                [schema.empty_table(), pa.Table.from_batches([batch.filter(fresh)])],
                promote_options="default")
            if rows.num_rows:
                yield rows


class _Written(Struct):
    """How far a file of JSON Lines goes: rows of its table, and bytes."""

    rows: int = 0
    bytes: int = 0


def write_lines_on(table: Path, target: Path) -> None:
    """Write the rows of a table that a file of JSON Lines lacks behind those it has.

    How far it goes is noted beside it, so that a line cut short by a kill is written again. Raises
    OSError
    """
    note = target.with_name(f".{target.name}.written")
    try:
        done = msgspec.json.decode(note.read_bytes(), type=_Written)
        is_there = target.stat().st_size >= done.bytes
    except (OSError, msgspec.DecodeError):
        is_there = False
    if not is_there:
        done = _Written()
    skip = done.rows
    with target.open("r+b" if is_there else "wb") as file:
        file.truncate(done.bytes)
        file.seek(done.bytes)
        for path in files_of(table):
            with pq.ParquetFile(path) as parquet:
                rows = parquet.metadata.num_rows
                if skip >= rows:
                    skip -= rows
                    continue
                for batch in parquet.iter_batches(_ROWS_AT_ONCE):
                    for row in batch.slice(min(skip, batch.num_rows)).to_pylist():
                        file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
                        done.rows += 1
                    skip = max(0, skip - batch.num_rows)
        file.flush()
        os.fsync(file.fileno())
        done.bytes = file.tell()
    write_whole(note, msgspec.json.encode(done))


_FORMAT: Final = "irgo-batch/1"
_FORMAT_OF_STUDIES: Final = "irgo-batch/2"
"""Before, the loss of a move that was not searched again was a bound that nothing told from a loss.
"""
GAMES: Final = "games"
MOVES: Final = "moves"
BROKEN: Final = "broken.jsonl"
SUMMARY: Final = "summary.html"
PROBLEMS: Final = "problems.sgf"
_OPTIONS: Final = "batch.json"
_TABLES: Final = tuple(f"{name}.{kind}" for name in (GAMES, MOVES) for kind in ("parquet", "jsonl"))
_PART: Final = re.compile(r"\d{20}(\..+)")
"""The time in ns at which a part was made, then a name of irgo's own."""
_MOST_PARTS: Final = 64
"""So many parts of a game or a few are made one."""
_MOST_JOINED: Final = 32
"""And so many of those go into the tables before the end."""


class Store:
    """The records of a folder: which are there, and new ones; a context that locks the folder.

    All methods raise UsageError with one sentence if the disk is full or may not be written.
    """

    def __init__(
        self, folder: Path, options: BatchOptions, *, has_lines: bool = True
    ) -> None:
        """Take a folder; has_lines -- whether its tables are written as JSON Lines too."""
        self.folder, self._has_lines = folder, has_lines
        self._columns: dict[str, Sequence[Column]] = {
            GAMES: game_columns(options.layers), MOVES: move_columns(options.layers)}
        self._schemas = {name: schema_of(columns) for name, columns in self._columns.items()}
        self._parts_folder = folder / "parts"
        self._fresh: list[Path] = []
        self._joined = 0
        self._options = options

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """Make the folder if need be and keep other batches out of it.

        Raises UsageError where it is another batch's, or holds records of other options.
        """
        with self._telling():
            self.folder.mkdir(parents=True, exist_ok=True)
            # What somebody else keeps under this name is not touched.
            lock = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT
                           | getattr(os, "O_NOFOLLOW", 0), 0o666)
        try:
            self._lock(lock)
            with self._telling():
                self._check_options()
                for name in (MOVES, GAMES):
                    _as_folder(self.folder / f"{name}.parquet")
                self._parts_folder.mkdir(exist_ok=True)
                self._remove_torn()
            try:
                yield self
            finally:
                # Parts that could not be merged stay; what Ctrl-C cut short does not.
                with suppress(OSError):
                    self._remove_torn()
                    self._parts_folder.rmdir()
        finally:
            os.close(lock)

    @property
    def games(self) -> Path:
        """Return the table of games, which is there after the first merge."""
        return self.folder / f"{GAMES}.parquet"

    def done(self) -> set[str]:
        """Return the ids of all records."""
        with self._telling():
            return ids_in([*files_of(self.games),
                           *(part / self.games.name for part in self._parts())])

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
                self._joined += 1
                if self._joined >= _MOST_JOINED:
                    self._merge()

    def merge(self) -> bool:
        """Put all parts into the two tables, and write these as JSON Lines too.

        Returns whether anything was new, or a table was not there.
        """
        with self._telling():
            is_new = self._merge()
            for name in (MOVES, GAMES) if self._has_lines else ():
                lines = self.folder / f"{name}.jsonl"
                if is_new or not lines.exists():
                    write_lines_on(self.folder / f"{name}.parquet", lines)
        return is_new

    def _merge(self) -> bool:
        parts, games = self._parts(), self.games
        is_new = bool(parts) or not files_of(games)
        if is_new:
            # The table of games is last: a game is done when it is there or in a part. So where a
            # merge was cut short the table of moves may be ahead of it.
            for table in (self.folder / f"{MOVES}.parquet", games):
                merged(table, [part / table.name for part in parts],
                       self._schemas[table.stem])
        for part in parts:
            self._remove(part)
        self._fresh, self._joined = [], 0
        return is_new

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
        return sorted(path for path in self._parts_folder.iterdir() if _is_part(path.name))

    def _new_part(self, content: dict[str, Table]) -> Path:
        """Write both tables of a part; it is there whole or not at all."""
        # Parts are merged in the order of their names: as they came.
        name = f"{time.time_ns():020d}{new_name('')}"
        fresh = self._parts_folder / f".{name}"
        fresh.mkdir()
        try:
            for table, rows in content.items():
                write_table(fresh / f"{table}.parquet", rows)
            os.replace(fresh, self._parts_folder / name)
        finally:
            # Gone already where all went well.
            _remove_folder(fresh)
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
        _remove_folder(torn)

    def _remove_torn(self) -> None:
        """Remove parts that were not written whole, or not removed whole."""
        for torn in self._parts_folder.glob(".*"):
            if _is_part(torn.name.removeprefix(".")):
                _remove_folder(torn)

    def _check_options(self) -> None:
        """Take note of the options the first time; later they have to be the same."""
        form = _FORMAT_OF_STUDIES if self._options.has_studies else _FORMAT
        asked = {"format": form, **self._options.as_json()}
        path = self.folder / _OPTIONS
        if not path.exists():
            for name in (*_TABLES, BROKEN, SUMMARY, PROBLEMS):
                if os.path.lexists(self.folder / name):
                    raise UsageError(
                        "{folder} holds a file {file} that irgo did not write there; choose "
                        "another folder.", folder=self.folder, file=name)
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


def _as_folder(table: Path) -> None:
    """Make the one file that an older irgo wrote the first of a folder; raises OSError."""
    parked = table.with_name(f".{table.name}.one")
    if table.is_file():
        os.replace(table, parked)
    if parked.exists():
        table.mkdir(exist_ok=True)
        os.replace(parked, table / "0000.parquet")


def _is_part(name: str) -> bool:
    """Return whether irgo gave a part its name."""
    found = _PART.fullmatch(name)
    return found is not None and is_own_name(found[1], "")


def _remove_folder(part: Path) -> None:
    """Remove the tables of a part, and its folder if there is nothing else in it."""
    with suppress(OSError):
        with opened_folder(part) as (_, handle):
            for name in (GAMES, MOVES):
                with suppress(FileNotFoundError):
                    file = f"{name}.parquet"
                    os.unlink(part / file if handle is None else file, dir_fd=handle)
        part.rmdir()
