"""Games as Dask futures, each a record to come: all at once for a program, or a few at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from distributed import Client, Future, as_completed
from distributed.client import FutureCancelledError

from irgo_app.batch.analysis import GameRecord, analysed
from irgo_app.batch.cluster import workers_of
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import GameWork, sources_of, works_of
from irgo_app.errors import IrgoError
from irgo_app.words import Message, message

Finished: TypeAlias = tuple[GameWork, GameRecord | Message]
"""A game with its record, or with the reason why it has none."""

_AHEAD: Final = 3
"""So many games a worker lie ready at the scheduler: it never waits, and memory stays flat."""


class SchedulerLostError(Exception):
    """The scheduler does not answer any more."""


def batch_futures(
    client: Client, paths: Iterable[str | Path], options: BatchOptions
) -> list[Future]:
    """Return a future for each game at some paths; its result is a `GameRecord`.

    A file that holds no game raises SgfError here; a game that cannot be analysed raises IrgoError
    when its result is asked for. Equal files are equal tasks: they are computed once.
    """
    return [submitted(client, work, options)
            for source in sources_of(Path(path) for path in paths)
            for work in works_of(source, source.read())]


def submitted(client: Client, work: GameWork, options: BatchOptions) -> Future:
    """Return a game's future."""
    return client.submit(analysed, work, options, pure=True, retries=0)


def finished(
    client: Client, works: Iterator[GameWork], options: BatchOptions
) -> Iterator[list[Finished]]:
    """Yield games as they are done, those together that are done at the same time.

    Never more than a few games a worker are under way. Raises SchedulerLostError.
    """
    try:
        yield from _finished(client, works, options)
    except OSError:
        raise SchedulerLostError from None


def _finished(
    client: Client, works: Iterator[GameWork], options: BatchOptions
) -> Iterator[list[Finished]]:
    under_way: dict[str, GameWork] = {}
    done = as_completed([], loop=client.loop)

    def send(count: int) -> None:
        for work in islice(works, max(0, count)):
            future = submitted(client, work, options)
            under_way[future.key] = work
            done.add(future)

    send(_AHEAD * workers_of(client))
    while under_way:
        batch = done.next_batch()
        yield [(under_way.pop(future.key), _outcome(future)) for future in batch]
        send(_AHEAD * workers_of(client) - len(under_way))


def _outcome(future: Future) -> GameRecord | Message:
    """Return a game's record, or why there is none."""
    try:
        error = future.exception()
    except FutureCancelledError:
        error = None
    if future.cancelled():
        raise SchedulerLostError
    if isinstance(error, IrgoError):
        return error.message
    if error is not None:
        return message("A bug in irgo: {kind}: {error}. Please report it with the file.",
                       kind=type(error).__name__, error=error)
    found: GameRecord = future.result()
    return found
