"""`irgo problems`: positions of games where one move decides a group's life, written as SGF."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from irgo_app.cli.arguments import points_asked_for, progress_of
from irgo_app.cli.streams import games_in, written_to
from irgo_app.cli.terminal import warn
from irgo_app.errors import UsageError
from irgo_app.report.game_report import problems_of, second_judge, write_problems
from irgo_app.review.game_line import fitting, game_line
from irgo_app.review.problems import question_words
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import Message, counted, message, translated

ENDINGS: Final = (".sgf",)
"""Of a collection of problems."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+",
                        help=translated(
                            "game records (SGF); all games of a collection are read; - reads "
                            "standard input"))
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True,
                        help=translated("the collection of problems to write (.sgf)"))
    parser.add_argument("--engine", metavar="NAME",
                        help=translated("an engine that must agree with irgo's reader where "
                                        "nothing is proved: a KataGo, as `irgo engines` names it"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the problems; raises IrgoError for a bad file, engine or place."""
    with written_to(arguments.output, ENDINGS, *arguments.files) as (output, say):
        return _run(arguments, output, say)


def _run(
    arguments: argparse.Namespace, output: Path, say: Callable[[Message], None]
) -> int:
    profile = points_asked_for(arguments)
    lines = [game_line(tree) for tree in games_in(arguments.files)
             if any(node.move for node in tree.main_line())]
    if not lines:
        raise UsageError("There is no game with moves; name files that hold some.")
    fit = [fitting(line) for line in lines]
    for cut in filter(None, (cut for _, cut in fit)):
        warn(str(cut))
    found = []
    with progress_of(translated("Problems")) as tell:
        for number, (line, _) in enumerate(fit):
            def told(done: int, total: int, before: int = number) -> None:
                tell(100 * before + 100 * done // total, 100 * len(lines))

            found.append((line.info, problems_of(line, second_judge(line, profile), tell=told)))
    for info, problems in found:
        for problem in problems:
            say(message("{question} After move {number}: {black} – {white}",
                        question=question_words(problem), number=problem.number,
                        black=info.black or message("Black"),
                        white=info.white or message("White")))
    said = written_words(output, write_problems(output, found))
    say(said)
    return 0


def written_words(path: Path, count: int) -> Message:
    """Return how many problems a file holds now, in a sentence."""
    if not count:
        return message("No move surely decided a group's life; nothing was written.")
    return counted("One problem is in {file}.", "{count} problems are in {file}.", count,
                   file=path)
