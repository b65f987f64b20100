"""`irgo mcp`: irgo's facts for assistants, by the Model Context Protocol on standard streams."""

import argparse
import os
from contextlib import closing
from pathlib import Path

from irgo_app.assistants.link import Link
from irgo_app.assistants.tools import Permits
from irgo_app.cli.arguments import points_asked_for
from irgo_app.errors import UsageError
from irgo_app.extras import packages_needed
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import ENGLISH, message, speaking, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--root", metavar="FOLDER", type=Path, default=Path(),
                        help=translated("the folder below which records may be read (default: "
                                        "the working folder)"))
    parser.add_argument("--write", metavar="FOLDER", type=Path,
                        help=translated("a folder in which new files may be made (default: none)"))
    parser.add_argument("--engine", metavar="NAME",
                        help=translated("let this engine judge, as `irgo engines` names it; one "
                                        "that gives a score, such as KataGo (default: irgo's "
                                        "reader, and no engine is started)"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Answer an assistant until the input ends."""
    engine = points_asked_for(arguments)
    permits = Permits(_folder(arguments.root), arguments.write and _folder(arguments.write), engine)
    # Of the C library on Linux: threads share what others gave back, 50 MB less in all.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    # The worker loads while the protocol does. What irgo answers is English whoever reads it.
    with speaking(Path(), ENGLISH), closing(Link(permits)) as link:
        with packages_needed(message("irgo mcp"), dict.fromkeys(
                ("mcp", "mcp_types", "anyio"), "mcp")):
            from irgo_app.assistants.server import serve
        serve(link)
    return 0


def _folder(path: Path) -> Path:
    """Return a folder without links in its path; raises UsageError."""
    try:
        found = path.resolve(strict=True)
    except (OSError, RuntimeError):
        found = path
    if not found.is_dir():
        raise UsageError("There is no folder {folder}; name another.", folder=path)
    return found
