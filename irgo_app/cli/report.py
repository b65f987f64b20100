"""`irgo report`: the review of a game as a page, as JSON, or in a copy of its record."""

import argparse
from collections.abc import Callable
from pathlib import Path

from irgo_app.cli.arguments import (add_file_argument, chosen_game, known_judge_asked_for,
                                    progress_of)
from irgo_app.cli.problems import ENDINGS, written_words
from irgo_app.cli.streams import check_output, is_stream, written_to
from irgo_app.cli.terminal import json_text, tell, warn
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.file_names import text_of_path
from irgo_app.report.blocks import MOST_TURNING_POINTS, PALETTES, THEMES, ReportOptions
from irgo_app.report.game_report import problems_of, second_judge, write_problems
from irgo_app.report.report_file import (RECORD, REPORT_FORMATS, check_path, judged_report,
                                         write_report)
from irgo_app.report.story import report_as_json
from irgo_app.review.game_line import fitting, game_line
from irgo_app.review.level import AS_RECORDED, BOTH, LEVELS, SIDES, Audience
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import Message, message, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    usual = ReportOptions()
    add_file_argument(parser)
    parser.add_argument("-o", "--output", metavar="OUT", type=Path,
                        help=translated("the report to write: .html or .pdf, or .sgf for a copy of "
                                        "the record with the story as comments and variations"))
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))
    parser.add_argument("--engine", metavar="NAME",
                        help=translated("let this engine judge, as `irgo engines` names it, in "
                                        "place of irgo's reader; a KataGo tells most"))
    parser.add_argument("--problems", metavar="OUT", type=Path,
                        help=translated("write the game's life-and-death problems too (.sgf)"))
    parser.add_argument("--turning-points", metavar="N", type=int, default=usual.turning_points,
                        help=str(message("how many turning points at most, 0 to {most} (default "
                                         "{usual})", most=MOST_TURNING_POINTS,
                                         usual=usual.turning_points)))
    parser.add_argument("--level", choices=(AS_RECORDED, *LEVELS), default=AS_RECORDED,
                        help=translated("for whom it is told: how small a loss is worth telling, "
                                        "and how much is said (default: by the players' ranks)"))
    parser.add_argument("--side", choices=tuple(SIDES), default=BOTH,
                        help=translated("whose mistakes are told"))
    parser.add_argument("--theme", choices=THEMES, default=usual.theme)
    parser.add_argument("--palette", choices=PALETTES, default=usual.palette,
                        help=translated("the two colours of a field"))
    parser.add_argument("--no-diagrams", action="store_true",
                        help=translated("leave the boards out"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the report; raises IrgoError for a bad file, engine, option or place."""
    options = ReportOptions(
        arguments.turning_points, not arguments.no_diagrams, arguments.theme, arguments.palette,
        audience=Audience(arguments.level, SIDES[arguments.side]))
    if arguments.output is None and not arguments.json:
        raise WrongUsageError(
            "Say what to write with -o, such as -o review.html, or take --json.")
    if is_stream(arguments.output) and arguments.json:
        raise WrongUsageError("Standard output holds either the report or JSON; name a file with "
                              "-o.")
    if arguments.output is None:
        return _run(arguments, service, options, print)
    with written_to(arguments.output, (*REPORT_FORMATS, RECORD), arguments.file) as (
            arguments.output, say):
        check_path(arguments.output)
        return _run(arguments, service, options, say)


def _run(
    arguments: argparse.Namespace, service: AnalysisService, options: ReportOptions,
    say: Callable[[Message], None],
) -> int:
    if arguments.problems is not None:
        if arguments.problems == arguments.output:
            raise UsageError("Report and problems cannot both be in {file}; name another file for "
                             "one of them.", file=arguments.output)
        check_output(arguments.problems, ENDINGS, arguments.file)
    game_file, tree = chosen_game(arguments)
    profile = known_judge_asked_for(arguments)
    whole = game_line(tree)
    line, cut = fitting(whole)
    if cut is not None:
        warn(str(cut))
    with progress_of(translated("Reviewing")) as show:
        judged = judged_report(whole, profile, service.result, options, show)
    if judged.remark is not None and judged.remark != cut:
        warn(str(judged.remark))
    if arguments.output is not None:
        write_report(arguments.output, judged, options, tree)
        if not arguments.json:
            say(message("The report is in {file}.", file=arguments.output))
    if arguments.json:
        print(json_text(report_as_json(judged.report, text_of_path(arguments.file), judged.remark,
                                       tuple(map(str, game_file.diagnostics)))))
    if arguments.problems is not None:
        with progress_of(translated("Problems")) as show:
            problems = problems_of(
                line, second_judge(line, profile), judged.report.review.events, show)
        said = written_words(arguments.problems, write_problems(
            arguments.problems, [(line.info, problems)]))
        # Beside a document on standard output nothing else stands.
        if arguments.json:
            tell(str(said))
        else:
            say(said)
    return 0
