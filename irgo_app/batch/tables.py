"""Records as Parquet and JSON Lines: written whole or not at all, read as streams."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from irgo_app.batch.columns import Cell, Column, Kind
from irgo_app.whole_file import whole_file

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
    Kind.TEXT: pa.string(), Kind.WHOLE: pa.int32(), Kind.NUMBER: pa.float64(),
    Kind.TRUTH: pa.bool_(), Kind.EVENTS: pa.list_(_EVENT), Kind.TURNS: pa.list_(_TURN),
    Kind.RECORDS: pa.list_(pa.string())}


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
    with whole_file(target) as path, \
            pq.ParquetWriter(path, schema, compression=_PACKING) as writer:
        known: set[str] = set()
        for part in (target, *parts):
            before = frozenset(known)
            for batch in batches_of(part):
                ids = batch.column("id")
                known.update(ids.unique().to_pylist())
                fresh = pa.array([each not in before for each in ids.to_pylist()])
                writer.write_batch(batch.filter(fresh))


def as_lines(source: Path, target: Path) -> None:
    """Write a Parquet file as JSON Lines, one object a row; raises OSError."""
    with whole_file(target) as path, path.open("w", encoding="utf-8") as file:
        for batch in batches_of(source):
            for row in batch.to_pylist():
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
