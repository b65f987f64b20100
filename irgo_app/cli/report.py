"""`irgo report`: the review of a game as a page of HTML or as PDF, to read and to hand out."""

from __future__ import annotations

import argparse
from pathlib import Path

from irgo_app.cli.command import Command
from irgo_app.cli.group_questions import progress_of
from irgo_app.cli.layer_results import judging_profile
from irgo_app.cli.selection import add_file_argument, chosen_game
from irgo_app.report.options import MOST_TURNING_POINTS, PALETTES, THEMES, ReportOptions
from irgo_app.report.report_file import check_path, judged_report, write_report
from irgo_app.review.game_line import game_line
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import message, noted, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    usual = ReportOptions()
    add_file_argument(parser)
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True,
                        help=translated("the report to write: .html or .pdf"))
    add_review_arguments(parser)
    parser.add_argument("--turning-points", metavar="N", type=int, default=usual.turning_points,
                        help=str(message("how many turning points at most, 0 to {most} (default "
                                         "{usual})", most=MOST_TURNING_POINTS,
                                         usual=usual.turning_points)))
    parser.add_argument("--theme", choices=THEMES, default=usual.theme)
    parser.add_argument("--palette", choices=PALETTES, default=usual.palette,
                        help=translated("the two colours of a field"))
    parser.add_argument("--no-diagrams", action="store_true",
                        help=translated("leave the boards out"))
    parser.add_argument("--language", metavar="CODE", default="",
                        help=translated("the language of the report, such as de (default: as irgo "
                                        "speaks anyhow)"))


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """Add who judges the game."""
    parser.add_argument("--engine", metavar="NAME",
                        help=translated("let this engine judge, as `irgo engines` names it, in "
                                        "place of irgo's reader; a KataGo tells most"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the report; raises IrgoError for a bad file, engine, option or place."""
    options = ReportOptions(
        arguments.turning_points, not arguments.no_diagrams, arguments.theme, arguments.palette,
        arguments.language)
    check_path(arguments.output)
    _, tree = chosen_game(arguments)
    profile = None if arguments.engine is None else judging_profile(arguments.engine)
    with progress_of(translated("Reviewing")) as tell:
        judged = judged_report(game_line(tree), profile, service.result, options, tell)
    write_report(arguments.output, judged, options)
    print(message("The report is in {file}.", file=arguments.output))
    return 0


COMMAND = Command("report", noted("write the review of a game as HTML or PDF"),
                  add_arguments, run)
