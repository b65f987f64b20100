"""A batch from beginning to end: games on their way, what is kept and told."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, field

from irgo_app.batch.analysis import GameRecord, analysed
from irgo_app.batch.crew import Connect, Crew, SchedulerLostError, outcomes
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import GameWork, Source, hash_of, sources_of, works_of
from irgo_app.batch.store import BROKEN, PROBLEMS, SUMMARY, Store, records_in
from irgo_app.batch.summary import summary_page
from irgo_app.errors import SgfError, UsageError
from irgo_app.file_names import path_of_text
from irgo_app.words import Message

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as DaskFuture


Finished: TypeAlias = tuple[GameWork, GameRecord | Message]
"""A game with its record, or with the reason why it has none."""

def batch_futures(
    client: Client, paths: Iterable[str | Path], options: BatchOptions
) -> list[DaskFuture]:
    """Return a Dask future for each game at some paths; its result is a `GameRecord`.

    A file that holds no game raises SgfError here; a game that cannot be analysed raises IrgoError
    when its result is asked for. Equal files are equal tasks: they are computed once.
    """
    return [client.submit(analysed, work, options, pure=True, retries=0)
            for source in sources_of(Path(path) for path in paths)
            for work in works_of(source, source.read())]


def finished(
    crew: Crew, works: Iterator[GameWork], options: BatchOptions
) -> Iterator[list[Finished]]:
    """Yield games as they are done, those together that are done at the same time.

    Never more than a few games a worker are under way. Raises SchedulerLostError.
    """
    return outcomes(crew, works, partial(analysed, options=options))


class BatchCount(Struct):
    """How far a batch has come.

    total -- games to deal with, as far as they are known: files that were not read yet count one
    known -- games whose record was there before; twins -- games of files that came twice
    new -- records made now; broken -- files and games without a record, with the reason
    """

    total: int = 0
    known: int = 0
    twins: int = 0
    new: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)
    first_work: float = 0.0

    @property
    def done(self) -> int:
        """Return how many games are dealt with."""
        return self.known + self.twins + self.new + len(self.broken)

    @property
    def seconds(self) -> float:
        """Return how long the batch has been going on."""
        return time.monotonic() - self.started

    @property
    def games_per_second(self) -> float:
        """Return how many new records were made a second, from the first task on."""
        seconds = time.monotonic() - (self.first_work or self.started)
        return self.new / seconds if self.new else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Return how long it may still take, None before anything is done."""
        rate = self.games_per_second
        return (self.total - self.done) / rate if rate else None


def run_batch(
    paths: Iterable[Path], store: Store, options: BatchOptions, connect: Connect,
    tell: Callable[[BatchCount], None] = lambda count: None,
) -> BatchCount:
    """Bring the records of a folder up to date with the games at some paths; return what was done.

    connect -- lends who does the work; tell -- told after every step
    Raises UsageError where there are no games, the folder cannot be written, or the scheduler is
    lost; every game that was done is kept then.
    """
    sources = sources_of(paths)
    with store.opened():
        batch = _BatchRun(store, options, sources, tell)
        try:
            batch.work(connect)
        finally:
            # Also when it was stopped or failed: what is done is worth a table.
            batch.close()
    return batch.count


class _BatchRun:
    """One run over some sources."""

    def __init__(
        self, store: Store, options: BatchOptions, sources: list[Source],
        tell: Callable[[BatchCount], None],
    ) -> None:
        self.count = BatchCount(total=len(sources))
        self._store, self._options, self._sources, self._tell = store, options, sources, tell
        self._done = store.done()
        self._seen: set[str] = set()
        # No file's record says of a folder that it can be searched by now.
        self._reasons = {name: reason for name, reason in _reasons(store.read(BROKEN)).items()
                         if not _can_be_searched(path_of_text(name))}

    def work(self, connect: Connect) -> None:
        """Compute what is new."""
        works = self._works()
        first = next(works, None)
        if first is None:
            return
        with connect() as crew:
            self.count.first_work = time.monotonic()
            try:
                for batch in finished(crew, chain([first], works), self._options):
                    self._store.add([found for _, found in batch if isinstance(found, GameRecord)])
                    for work, found in batch:
                        if isinstance(found, Message):
                            self._break(_name_of(work), str(found))
                        else:
                            self.count.new += 1
                            self._reasons.pop(_name_of(work), None)
                    self._tell(self.count)
            except SchedulerLostError:
                raise UsageError(
                    "The scheduler is lost; {count} new records are kept. Run the same again to go "
                    "on.", count=self.count.new) from None

    def close(self) -> None:
        """Merge, list what is broken, collect the problems, and write the summary."""
        is_new = self._store.merge()
        # An SGF file has a game at least: no problems, no file.
        if is_new and (problems := "".join(records_in(self._store.games, "problems"))):
            self._store.write(PROBLEMS, problems)
        self._store.write(BROKEN, "".join(
            json.dumps({"file": name, "reason": reason}, ensure_ascii=False) + "\n"
            for name, reason in sorted(self._reasons.items())))
        self._store.write(SUMMARY, summary_page(self._store.games, self._reasons, self.count.new,
                                                self.count.seconds))

    def _works(self) -> Iterator[GameWork]:
        """Yield the games that have no record, reading file after file as they are wanted."""
        for source in self._sources:
            try:
                data = source.read()
                digest = hash_of(data)
                if digest in self._seen:
                    self.count.twins += 1
                    continue
                self._seen.add(digest)
                works = works_of(source, data)
            except SgfError as error:
                self._break(source.name, str(error))
                continue
            finally:
                self._tell(self.count)
            self._reasons.pop(source.name, None)
            self.count.total += len(works) - 1
            for work in works:
                if work.id in self._done:
                    self.count.known += 1
                else:
                    yield work

    def _break(self, name: str, reason: str) -> None:
        self.count.broken[name] = self._reasons[name] = reason


def _can_be_searched(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)


def _name_of(work: GameWork) -> str:
    """Return how the list of broken games calls a game: by its file, and its number of several."""
    return work.name if work.games == 1 else f"{work.name}#{work.game}"


def _reasons(text: str) -> dict[str, str]:
    """Return what was broken in earlier runs; a line that somebody changed is left out."""
    found = {}
    for line in text.splitlines():
        try:
            entry = json.loads(line)
            found[str(entry["file"])] = str(entry["reason"])
        except (ValueError, KeyError, TypeError):
            continue
    return found
