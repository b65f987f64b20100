"""`irgo edit`: a record turned, with its colours exchanged, its handicap stones set up."""

import argparse
from pathlib import Path
from typing import Final

from irgo_app.cli.streams import games_in, written_to
from irgo_app.errors import WrongUsageError
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.game_info import missing_handicap
from irgo_app.sgf.whole_record import TURNINGS, change_record
from irgo_app.sgf.writer import save_file
from irgo_app.words import message, translated

_ENDINGS: Final = (".sgf",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path,
                        help=translated(
                            "a game record; all games of a collection are changed; - reads "
                            "standard input"))
    parser.add_argument("--turn", choices=TURNINGS, help=translated(
        "turn the record, or mirror it from left to right or flip it from top to bottom"))
    parser.add_argument("--swap-colours", action="store_true",
                        help=translated("exchange Black and White"))
    parser.add_argument("--handicap", action="store_true", help=translated(
        "set up the handicap stones that the record names and does not show, on the usual points"))
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True,
                        help=translated("the game record to write (.sgf)"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the changed record; raises IrgoError for a change that cannot be made."""
    if not (arguments.turn or arguments.swap_colours or arguments.handicap):
        raise WrongUsageError("Name a change: --turn, --swap-colours or --handicap.")
    games = games_in([arguments.file])
    # In a collection those without a handicap stay as they are.
    lacking = [tree for tree in games if missing_handicap(tree)] or games[:1]
    for tree in games:
        change_record(tree, arguments.turn or "", swaps_colours=arguments.swap_colours,
                      sets_handicap=arguments.handicap and tree in lacking)
    with written_to(arguments.output, _ENDINGS, arguments.file) as (output, say):
        save_file(output, games)
        say(message("The changed record is in {file}.", file=output))
    return 0
