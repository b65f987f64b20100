"""`irgo batch`: any number of games at once, as tables of games and of moves."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from irgo_app.batch import extra_needed
from irgo_app.batch.crew import Connect, crew_here
from irgo_app.batch.options import BatchOptions, Tls, check_workers
from irgo_app.cli.arguments import add_layer_argument, known_judge_asked_for, layer_asked_for
from irgo_app.cli.terminal import ProgressBar, about, warn
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import counted, message, translated

if TYPE_CHECKING:
    from irgo_app.batch.run import BatchCount

_MOST_TOLD = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", type=Path, nargs="+",
                        help=translated("game records, collections, folders of them, zip archives"))
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True,
                        help=translated("the folder of the tables; a record that is there stays"))
    add_layer_argument(parser)
    parser.add_argument("--studies", action="store_true",
                        help=translated("search and study the turning points of every game (slow)"))
    parser.add_argument("--problems", action="store_true",
                        help=translated("look for moves that decided a group's life, and write "
                                        "them as a collection of problems"))
    parser.add_argument("--no-jsonl", action="store_true",
                        help=translated("write the tables as Parquet alone, not as JSON Lines too"))
    add_crew_arguments(parser)


def add_crew_arguments(parser: argparse.ArgumentParser) -> None:
    """Add who judges games, and which processes or machines do the work."""
    parser.add_argument("--engine", metavar="NAME",
                        help=translated("a KataGo that judges in place of irgo's reader, as "
                                        "`irgo engines` names it"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", type=int,
                       help=translated("how many processes work (default: one a processor)"))
    where.add_argument("--scheduler", metavar="ADDRESS",
                       help=translated("a Dask scheduler that runs already: tls://10.0.0.5:8786"))
    parser.add_argument("--tls-ca", metavar="FILE", type=Path,
                        help=translated("who signed the scheduler's certificate (PEM)"))
    parser.add_argument("--tls-cert", metavar="FILE", type=Path,
                        help=translated("irgo's own certificate for the scheduler (PEM)"))
    parser.add_argument("--tls-key", metavar="FILE", type=Path,
                        help=translated("the key of that certificate (PEM)"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Compute what is new; returns 1 where no game could be read at all.

    Raises UsageError without the extra, for bad paths, a full disk
    """
    with extra_needed():
        from irgo_app.batch.run import run_batch
        from irgo_app.batch.store import Store
    connect = crew_asked_for(arguments)
    for text in arguments.layer:
        layer_asked_for(text)
    options = BatchOptions(
        tuple(arguments.layer), arguments.studies, arguments.problems,
        known_judge_asked_for(arguments))
    bar = ProgressBar(translated("Batch"))
    try:
        count = run_batch(
            arguments.paths, Store(arguments.output, options, has_lines=not arguments.no_jsonl),
            options, connect,
            lambda count: bar.show(count.done, count.total, _note(count)))
    finally:
        bar.end()
    _tell(count, arguments.output)
    return int(bool(count.broken) and not count.known + count.new)


def crew_asked_for(arguments: argparse.Namespace) -> Connect:
    """Return what lends those who do the work: processes here, or a cluster; raises UsageError."""
    if arguments.workers is not None:
        check_workers(arguments.workers, "--workers")
    files = (arguments.tls_ca, arguments.tls_cert, arguments.tls_key)
    if arguments.scheduler is None:
        if any(files):
            raise WrongUsageError(
                "--tls-ca, --tls-cert and --tls-key go with --scheduler; without it "
                "nothing leaves this machine.")
        return partial(crew_here, arguments.workers or os.cpu_count() or 1)
    if any(files) and not all(files):
        raise WrongUsageError(
            "--tls-ca, --tls-cert and --tls-key go together; name all three files.")
    for path in filter(None, files):
        if not path.is_file():
            raise UsageError("There is no file {path}; check the name.", path=path)
    with extra_needed():
        from irgo_app.batch.cluster import crew_at
    if not any(files):
        warn(str(message(
            "The scheduler at {address} is joined without TLS: whoever reaches it can run programs "
            "on its workers and read what is sent. Start it with certificates, and name --tls-ca, "
            "--tls-cert and --tls-key.", address=arguments.scheduler)))
    return partial(crew_at, arguments.scheduler, Tls(*files) if all(files) else None)


def _note(count: BatchCount) -> str:
    left = count.seconds_left
    if left is None:
        return ""
    minutes, seconds = divmod(round(left), 60)
    return "  " + str(message(
        "{rate:.1f} games/s  {minutes}:{seconds:02d} left", rate=count.games_per_second,
        minutes=minutes, seconds=seconds))


def _tell(count: BatchCount, folder: Path) -> None:
    for name, reason in sorted(count.broken.items())[:_MOST_TOLD]:
        warn(about(name, reason))
    if len(count.broken) > _MOST_TOLD:
        warn(str(message("{count} more are listed in {file}.", file=folder / "broken.jsonl",
                         count=len(count.broken) - _MOST_TOLD)))
    print(counted("One new record", "{count} new records", count.new), end="")
    print(message(", {known} known, {twins} twice, {broken} broken; {rate:.2f} games a second.",
                  known=count.known, twins=count.twins, broken=len(count.broken),
                  rate=count.games_per_second))
    print(message("Tables and summary are in {folder}.", folder=folder))
