"""`irgo serve`: questions as lines of JSON on standard input, answers as lines on standard output.
"""

import argparse
import io
import os
import sys

from irgo_app.batch.options import check_workers
from irgo_app.cli.terminal import OutputError
from irgo_app.judging.judges import check_visits
from irgo_app.library.serving import LONGEST_LINE, Document, Server, line_of
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import message, translated

_VISITS = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--visits", metavar="N", type=int, default=_VISITS,
                        help=str(message("how far a position is searched where a query does not "
                                         "say (default {visits})", visits=_VISITS)))
    parser.add_argument("--threads", metavar="N", type=int, default=os.cpu_count() or 1,
                        help=translated("how many positions are searched at once (default: one a "
                                        "processor)"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Answer until the input ends; Ctrl-C ends at once."""
    check_visits(arguments.visits, "--visits", least=1)
    check_workers(arguments.threads, "--threads")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    server = Server(_say, arguments.threads, arguments.visits)
    has_ended = False
    try:
        while line := sys.stdin.readline(LONGEST_LINE):
            server.take(line)
        has_ended = True
    finally:
        server.close(waits=has_ended)
    return 0


def _say(document: Document) -> None:
    try:
        sys.stdout.write(line_of(document))
        sys.stdout.flush()
    except (OutputError, BrokenPipeError):
        # Whoever asked has gone; the end of the input comes next.
        pass
