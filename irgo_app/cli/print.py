"""`irgo print`: a game as books print it, with its comments and variations."""

from __future__ import annotations

import argparse
from pathlib import Path

from irgo_app.cli.arguments import add_file_argument, chosen_game, progress_of
from irgo_app.cli.render import add_board_arguments, chosen_style
from irgo_app.cli.terminal import warn
from irgo_app.errors import UsageError
from irgo_app.judging.judges import Reading
from irgo_app.meaning.ishida import whole_view
from irgo_app.print.book import PAGE_COUNTS, PAPERS, THEMES, WHITE_PAGE, PrintOptions
from irgo_app.print.print_file import check_print_path, print_game
from irgo_app.print.story import Story, story_of
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import message, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    usual = PrintOptions()
    add_file_argument(parser)
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True,
                        help=translated("what to write: .pdf, .html or .svg"))
    parser.add_argument("--every", metavar="N", type=int, default=usual.every,
                        help=str(message("moves a figure (default {usual})", usual=usual.every)))
    parser.add_argument("--ends", metavar="N,M", default="",
                        help=translated("end a figure after these moves too, as chapters do"))
    parser.add_argument("--story", action="store_true",
                        help=translated("end figures where the game turned, as `irgo report` finds "
                                        "it, and tell how below them"))
    parser.add_argument("--a-page", type=int, choices=PAGE_COUNTS, default=usual.a_page,
                        help=translated("diagrams a page"))
    parser.add_argument("--paper", choices=list(PAPERS), default=usual.paper)
    parser.add_argument("--ishida", metavar="N", type=int, default=0,
                        help=translated("show the Ishida view after every N-th move"))
    parser.add_argument("--no-comments", action="store_true",
                        help=translated("leave the comments out"))
    parser.add_argument("--no-variations", action="store_true",
                        help=translated("leave the variations out"))
    add_board_arguments(parser, THEMES, WHITE_PAGE)


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the file; raises IrgoError for a bad file, option or place."""
    check_print_path(arguments.output)
    _, tree = chosen_game(arguments)
    try:
        ends = tuple(int(part) for part in arguments.ends.split(",") if part.strip())
    except ValueError:
        raise UsageError("--ends takes numbers of moves such as 40,120.") from None
    options = PrintOptions(
        arguments.every, ends, arguments.a_page, arguments.paper, not arguments.no_comments,
        not arguments.no_variations, arguments.ishida, chosen_style(arguments, tree),
        arguments.theme, arguments.palette)
    story = Story()
    if arguments.story:
        with progress_of(translated("Reviewing")) as tell:
            story = story_of(tree, service.result, tell)
    if story.remark is not None:
        warn(str(story.remark))
    book = print_game(arguments.output, tree, options,
                      lambda position: whole_view(
                          position, Reading.of_game(tree), service.result).drawables(),
                      story.turns)
    print(message("The game is in {file}.", file=arguments.output))
    if book.is_part:
        print(translated("The record holds more; the rest was left out."))
    return 0
