"""`irgo gtp`: irgo as an engine for any GTP controller, on standard input and output."""

from __future__ import annotations

import argparse
import io
import sys

from irgo_app.cli.command import Command
from irgo_app.gtp_server.server import make_engine
from irgo_app.service.analysis_service import AnalysisService


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments: there are none."""


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Answer commands until `quit` or the end of the input."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    make_engine(service).run(sys.stdin, sys.stdout)
    return 0


COMMAND = Command("gtp", "be a GTP engine: play, score, and show layers in any controller",
                  add_arguments, run)
