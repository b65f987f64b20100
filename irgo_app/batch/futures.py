"""Games as futures, each a record to come: all at once for a program, or a few at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from irgo_app.batch.analysis import GameRecord, analysed
from irgo_app.batch.crew import Crew
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import GameWork, sources_of, works_of
from irgo_app.errors import IrgoError
from irgo_app.words import Message, message

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as DaskFuture

Finished: TypeAlias = tuple[GameWork, GameRecord | Message]
"""A game with its record, or with the reason why it has none."""

_AHEAD: Final = 3
"""So many games a worker lie ready: it never waits, and memory stays flat."""


class SchedulerLostError(Exception):
    """The scheduler does not answer any more."""


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
    try:
        yield from _finished(crew, works, options)
    except OSError:
        raise SchedulerLostError from None


def _finished(
    crew: Crew, works: Iterator[GameWork], options: BatchOptions
) -> Iterator[list[Finished]]:
    under_way: dict[Future[GameRecord], GameWork] = {}

    def send() -> None:
        for work in islice(works, max(0, _AHEAD * crew.size() - len(under_way))):
            under_way[crew.executor.submit(analysed, work, options)] = work

    send()
    while under_way:
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        yield [(under_way.pop(future), _outcome(future)) for future in done]
        send()


def _outcome(future: Future[GameRecord]) -> GameRecord | Message:
    """Return a game's record, or why there is none."""
    try:
        error = future.exception()
    except CancelledError:
        raise SchedulerLostError from None
    if isinstance(error, IrgoError):
        return error.message
    if error is not None:
        return message("A bug in irgo: {kind}: {error}. Please report it with the file.",
                       kind=type(error).__name__, error=error)
    return future.result()
