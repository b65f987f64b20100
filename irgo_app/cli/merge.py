"""`irgo merge`: games of files as one tree, each game's info where it parts from the others."""

import argparse
from pathlib import Path
from typing import Final

from irgo_app.cli.streams import games_in, written_to
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.merging import merged
from irgo_app.sgf.writer import save_file
from irgo_app.words import message, translated

_ENDINGS: Final = (".sgf",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+",
                        help=translated(
                            "game records (SGF); all games of a collection are taken; - reads "
                            "standard input"))
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True,
                        help=translated("the game record to write (.sgf)"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the tree; raises IrgoError where the games do not fit, and for bad files."""
    games = games_in(arguments.files)
    tree = merged(games)
    with written_to(arguments.output, _ENDINGS, *arguments.files) as (output, say):
        save_file(output, [tree])
        say(message("{count} games are one tree in {file}.", count=len(games), file=output))
    return 0
