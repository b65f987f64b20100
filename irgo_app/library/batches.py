"""Many games at once from a program: as Dask futures, or as tables in a folder."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from irgo_app.batch import extra_needed
from irgo_app.batch.options import BatchOptions, check_workers
from irgo_app.checked import checked_names, checked_path, checked_paths, checked_whole

if TYPE_CHECKING:
    from irgo_app.batch.cluster import Client, Future
    from irgo_app.batch.crew import Crew
    from irgo_app.batch.run import BatchCount


def batch_futures(
    client: Client, paths: str | Path | Iterable[str | Path], *, layers: str | Iterable[str] = (),
    studies: bool = False, problems: bool = False,
) -> list[Future]:
    """Return a Dask future for each game at a path or several: files, folders, archives.

    Its result is a `GameRecord`: `game`, a dictionary of cells, and `moves`, one of columns
    (docs/batch.md). What is wrong with a game is raised, as IrgoError, when its result is asked
    for; what is wrong with a file is raised here.

    client -- of a Dask scheduler whose workers have irgo; layers -- counted besides, one name or
    several; studies -- whether turning points are searched; problems -- whether moves that decided
    a group's life are looked for. Raises UsageError, LayerError
    """
    with extra_needed():
        from irgo_app.batch import run
    return run.batch_futures(client, checked_paths(paths),
                             BatchOptions(checked_names(layers), studies, problems))


def run_batch(
    paths: str | Path | Iterable[str | Path], out: str | Path, *,
    layers: str | Iterable[str] = (), studies: bool = False, problems: bool = False,
    workers: int = 2, client: Client | None = None, has_jsonl: bool = True,
) -> BatchCount:
    """Bring the tables in a folder up to date with the games at a path or several.

    As `irgo batch` does.

    has_jsonl -- whether the tables are written as JSON Lines too
    workers -- processes that are started here, unless a client of a Dask scheduler is given
    Returns how many games were new, known and broken. Raises UsageError, LayerError
    """
    with extra_needed():
        from irgo_app.batch import run
        from irgo_app.batch.crew import crew_here
        from irgo_app.batch.store import Store
    options = BatchOptions(checked_names(layers), studies, problems)
    if client is None:
        check_workers(checked_whole(workers), "workers")

    def connect() -> AbstractContextManager[Crew]:
        if client is None:
            return crew_here(workers)
        with extra_needed():
            from irgo_app.batch.cluster import crew_of
        return nullcontext(crew_of(client))

    return run.run_batch(
        checked_paths(paths), Store(checked_path(out), options, has_lines=has_jsonl), options,
        connect)
