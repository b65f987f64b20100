"""`irgo print`: a game as books print it, with comments and variations, or as it moves."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from irgo_app.cli.arguments import add_file_argument, chosen_game, progress_of
from irgo_app.cli.render import SIZE, add_board_arguments, chosen_look, chosen_style, write_frames
from irgo_app.cli.streams import written_to
from irgo_app.cli.terminal import warn
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.judging.judges import JudgeSettings
from irgo_app.meaning.ishida import whole_view
from irgo_app.print.figures import (PAGE_COUNTS, PAPERS, THEMES, WHITE_PAGE, PrintOptions,
                                    frames_of_moves, range_of_text, stretch)
from irgo_app.print.film import FILM_FORMATS, FilmOptions
from irgo_app.print.print_file import PRINT_FORMATS, print_game, turns_of
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.replay import Replay
from irgo_app.words import Message, listed, message, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    usual = PrintOptions()
    add_file_argument(parser)
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True,
                        help=translated("what to write: .pdf, .html or .svg; .gif or .webp moves"))
    parser.add_argument("--moves", metavar="N-M",
                        help=translated("print these moves of the main line only"))
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
    add_board_arguments(parser, THEMES, None)


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the file; raises IrgoError for a bad file, option or place."""
    with written_to(arguments.output, (*PRINT_FORMATS, *FILM_FORMATS), arguments.file) as (
            arguments.output, say):
        return _run(arguments, service, say)


def _run(
    arguments: argparse.Namespace, service: AnalysisService, say: Callable[[Message], None]
) -> int:
    _, tree = chosen_game(arguments)
    moves = None if arguments.moves is None else range_of_text(arguments.moves)
    # Here, so that no story is told before it is found that there are no such moves.
    nodes = tree.main_line()[1:] if moves is None else stretch(tree.main_line(), *moves)
    is_part = False
    if arguments.output.suffix.lower() in FILM_FORMATS:
        _write_film(arguments, tree, nodes)
    else:
        is_part = _write_pages(arguments, tree, moves, service)
    say(message("The game is in {file}.", file=arguments.output))
    if is_part:
        say(message("The record holds more; the rest was left out."))
    return 0


def _write_pages(
    arguments: argparse.Namespace, tree: GameTree, moves: tuple[int, int] | None,
    service: AnalysisService,
) -> bool:
    """Write the game on pages; return whether more was wanted than is printed."""
    try:
        ends = tuple(int(part) for part in arguments.ends.split(",") if part.strip())
    except ValueError:
        raise WrongUsageError("--ends takes numbers of moves such as 40,120.") from None
    first, last = moves or (1, tree.move_number(tree.main_line()[-1]))
    if not all(first <= end <= last for end in ends):
        raise UsageError("--ends takes moves that are printed, here from {first} to {last}.",
                         first=first, last=last)
    options = PrintOptions(
        arguments.every, ends, arguments.a_page, arguments.paper, not arguments.no_comments,
        not arguments.no_variations, arguments.ishida, chosen_style(arguments, tree),
        arguments.theme or WHITE_PAGE, arguments.palette, moves)
    turns = None
    if arguments.story:
        with progress_of(translated("Reviewing")) as tell:
            turns, remark = turns_of(tree, service.result, tell)
        if remark is not None:
            warn(str(remark))
    return print_game(arguments.output, tree, options,
                      lambda position: whole_view(
                          position, JudgeSettings.of_game(tree), service.result).drawables(),
                      turns).is_part


def _write_film(arguments: argparse.Namespace, tree: GameTree, nodes: Sequence[Node]) -> None:
    """Write the moving picture that `irgo render` writes of these moves."""
    if given := _for_pages_alone(arguments):
        raise WrongUsageError("A picture that moves has no pages; leave out {options}.",
                              options=listed(given))
    frames = frames_of_moves(nodes, Replay(tree), chosen_style(arguments, tree), lambda *_: ())
    write_frames(arguments.output, frames, len(nodes) + 1,
                 FilmOptions(SIZE, look=chosen_look(arguments)))


def _for_pages_alone(arguments: argparse.Namespace) -> list[str]:
    usual = PrintOptions()
    given = {
        "--every": arguments.every != usual.every, "--ends": arguments.ends,
        "--story": arguments.story, "--a-page": arguments.a_page != usual.a_page,
        "--paper": arguments.paper != usual.paper, "--ishida": arguments.ishida,
        "--no-comments": arguments.no_comments, "--no-variations": arguments.no_variations,
        f"--theme {WHITE_PAGE}": arguments.theme == WHITE_PAGE}
    return [name for name, is_given in given.items() if is_given]
