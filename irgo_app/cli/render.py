"""`irgo render`: the board with its layers as a picture, or as one that moves; no display."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from irgo_app.cli.arguments import (LayerChoice, LayerResults, add_engine_arguments,
                                    add_file_argument, add_layer_argument, add_node_arguments,
                                    await_start, chosen_game, chosen_layers, chosen_node,
                                    judge_asked_for, layer_asked_for, needed_within, progress_of)
from irgo_app.cli.streams import written_to
from irgo_app.cli.terminal import warn
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Drawable, TintStyle
from irgo_app.draw.export import PICTURE_FORMATS, check_size, legend_line, write_picture
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES, palette_named
from irgo_app.draw.text_painter import TEXT_STYLES
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.go.coordinates import CoordinateStyle, point_named
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judges import JudgeSettings, judge_of
from irgo_app.judging.studies import studied
from irgo_app.judging.study import place_of_group, place_of_point
from irgo_app.layers.results import Field
from irgo_app.meaning.ishida import ISHIDA, ISHIDA_LEGEND, first_look, whole_view
from irgo_app.print.figures import (BoardStyle, FigureFrame, figure_of, frames_of_moves,
                                    frames_of_study, line_to, numbered_moves, part_of_text,
                                    position_before, range_of_text, stretch)
from irgo_app.print.film import FILM_FORMATS, FilmOptions, write_film
from irgo_app.review.diagram import diagram_of, markup_of
from irgo_app.review.group_names import GroupNames, name_labels
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.navigation import is_over, node_at
from irgo_app.sgf.replay import Replay
from irgo_app.whole_file import why_unwritten, write_whole
from irgo_app.words import counted, listed, message, translated

BOARD_NAMES: Final = tuple(found.name for found in BOARD_THEMES)
THEME: Final = "wood"
"""What a board looks like without --theme."""
SIZE: Final = 800
"""The longer side of a picture in pixels without --size."""


def add_board_arguments(
    parser: argparse.ArgumentParser, themes: Sequence[str] = BOARD_NAMES,
    theme: str | None = THEME,
) -> None:
    """Add --theme, --palette, --coordinates, --turn and --part.

    theme -- what holds without --theme, None where that depends on what is written
    """
    parser.add_argument("--theme", choices=themes, default=theme)
    parser.add_argument("--palette", choices=[found.name for found in TINT_PALETTES],
                        default=TINT_PALETTES[0].name,
                        help=translated("the two colours of a field"))
    parser.add_argument("--coordinates", choices=[style.value for style in CoordinateStyle],
                        default="A1")
    parser.add_argument("--turn", metavar="0-7", type=int, choices=range(8), default=0,
                        help=translated("turn and mirror the view"))
    parser.add_argument("--part", metavar="VERTEX", nargs=2,
                        help=translated("show only the board between these two corners: A1 K10"))


def chosen_look(arguments: argparse.Namespace) -> Look:
    """Return the colours of --theme and --palette."""
    name = arguments.theme or THEME
    return Look(next(theme for theme in BOARD_THEMES if theme.name == name),
                palette_named(arguments.palette))


def chosen_style(arguments: argparse.Namespace, tree: GameTree) -> BoardStyle:
    """Return what --coordinates, --turn and --part say; raises UsageError for no point."""
    part = part_of_text(arguments.part, tree.columns, tree.rows) if arguments.part else None
    return BoardStyle(CoordinateStyle(arguments.coordinates), arguments.turn, part)


_REVIEW_POINTS = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_file_argument(parser)
    add_node_arguments(parser)
    add_layer_argument(parser, has_ishida=True)
    add_engine_arguments(parser)
    parser.add_argument("--ishida", action="store_true",
                        help=translated(
                            "the Ishida view: who owns what, weak and dead stones, where to play; "
                            "the same as --layer ishida"))
    parser.add_argument("--size", metavar="PX", type=int, default=SIZE,
                        help=translated("the longer side in pixels (default 800)"))
    parser.add_argument("--style", choices=[style.value for style in TintStyle], default="contours",
                        help=translated("how a field is drawn"))
    add_board_arguments(parser)
    parser.add_argument("--moves", metavar="N-M",
                        help=translated("these moves as numbers on the stones, what the board "
                                        "cannot show told below; in .gif and .webp the moves "
                                        "to show one after the other"))
    parser.add_argument("--text", choices=list(TEXT_STYLES),
                        help=translated("how a board is drawn with letters (.txt); only sensei "
                                        "shows the numbers of --moves"))
    parser.add_argument("--transparent", action="store_true",
                        help=translated("a transparent background (.png, .svg, .pdf)"))
    parser.add_argument("--pace", metavar="S", type=float,
                        help=translated("seconds a move in .gif and .webp (default 1)"))
    parser.add_argument("--fade", action="store_true",
                        help=translated("blend each board into the next (.gif, .webp)"))
    parser.add_argument("--study", metavar="VERTEX",
                        help=translated("what moving first here brings, Black first beside White "
                                        "first (.gif, .webp)"))
    parser.add_argument("--no-legend", action="store_true", help=translated("leave out the legend"))
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("-o", "--output", metavar="OUT", type=Path,
                        help=translated("the picture to write: .png, .svg or .pdf; .gif or .webp "
                                        "moves; .txt is drawn with letters"))
    target.add_argument("--review", metavar="DIR", type=Path,
                        help=translated(
                            "write PNGs of each layer at five points of the game to a folder"))


_LETTERS: Final = ".txt"
"""A board drawn with letters."""
_REVIEW: Final = "--review"
_ENDINGS: Final = (*PICTURE_FORMATS, *FILM_FORMATS, _LETTERS)
_PACE: Final = 1.0
_TEXT: Final = "gnugo"
_WITH_NUMBERS: Final = "sensei"
"""The only way to draw a board with letters that has numbers of moves."""
_MEANT_FOR: Final[Mapping[str, Sequence[str]]] = {
    "move": _ENDINGS, "node": _ENDINGS, "moves": _ENDINGS, "ishida": _ENDINGS,
    "layer": (*PICTURE_FORMATS, *FILM_FORMATS, _REVIEW), "text": (_LETTERS,),
    "transparent": (*PICTURE_FORMATS, _REVIEW), "pace": tuple(FILM_FORMATS),
    "fade": tuple(FILM_FORMATS), "study": tuple(FILM_FORMATS)}
"""What an option changes something in; those that are not here change all."""
_APART: Final = (("move", "moves"), ("study", "moves"))
"""Options of which one alone can be followed."""


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the picture or pictures."""
    check_size(arguments.size)
    if arguments.output is None:
        return _run(arguments, service)
    with written_to(arguments.output, _ENDINGS, arguments.file) as (arguments.output, _):
        return _run(arguments, service)


def _run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    _check_options(arguments)
    _, tree = chosen_game(arguments)
    with LayerResults(arguments, tree, service) as results:
        if arguments.review:
            return _write_review(arguments, tree, service, results)
        if arguments.output.suffix.lower() in FILM_FORMATS:
            return _write_film(arguments, tree, service, results)
        return _write_one(arguments, tree, service, results)


def _check_options(arguments: argparse.Namespace) -> None:
    """Raise UsageError for an option that would be followed in nothing that is written."""
    written = _REVIEW if arguments.review else arguments.output.suffix.lower()
    layers = _layer_names(arguments)
    asked = vars(arguments) | {"ishida": _wants_ishida(arguments), "layer": layers or None}
    # Move 0 is one that was asked for, though it equals False.
    given = {option for option in _MEANT_FOR if asked[option] is not None
             and asked[option] is not False}
    for option in sorted(given):
        if written not in _MEANT_FOR[option]:
            raise WrongUsageError(
                "--{option} changes nothing with {written}, only with {others}; leave it out.",
                option=option, written=written, others=listed(_MEANT_FOR[option]))
    for pair in _APART:
        if given.issuperset(pair):
            raise WrongUsageError("Give either {one} or {other}.", one=f"--{pair[0]}",
                                  other=f"--{pair[1]}")
    if (arguments.allow or arguments.avoid) and not any(
            layer_asked_for(text)[0].uses_engine for text in layers):
        raise WrongUsageError(
            "--allow and --avoid are for what moves are looked for; take them with "
            "--layer candidates.")


def _write_one(
    arguments: argparse.Namespace, tree: GameTree, service: AnalysisService, results: LayerResults
) -> int:
    choices = _choices(arguments, tree)
    if arguments.moves is None:
        node, moves = chosen_node(arguments, tree), list[Node]()
    else:
        moves = _asked_moves(arguments, tree)
        node = moves[-1]
    _write(arguments, arguments.output, tree, node, choices, service, results, moves,
           has_ishida=_wants_ishida(arguments))
    return 0


def _choices(arguments: argparse.Namespace, tree: GameTree) -> list[LayerChoice]:
    return chosen_layers(arguments.layer, tree) if arguments.layer else []


def _layer_names(arguments: argparse.Namespace) -> list[str]:
    return [text for text in arguments.layer if text != ISHIDA]


def _wants_ishida(arguments: argparse.Namespace) -> bool:
    return arguments.ishida or ISHIDA in arguments.layer


def _asked_moves(arguments: argparse.Namespace, tree: GameTree) -> list[Node]:
    """Return the nodes of --moves on the main line, or on the line of --node."""
    line = tree.main_line() if arguments.node is None \
        else line_to(tree, node_at(tree, arguments.node))
    return stretch(line, *range_of_text(arguments.moves))


def _write_film(
    arguments: argparse.Namespace, tree: GameTree, service: AnalysisService, results: LayerResults
) -> int:
    """Write a picture that moves: a stretch of the game, or both futures of a place."""
    replay, style = Replay(tree), chosen_style(arguments, tree)
    choices = _choices(arguments, tree)

    def overlay(position: Position, node: Node | None) -> list[Drawable]:
        # Letters and lives would come and go from move to move.
        found = list(first_look(position, JudgeSettings.of_game(tree, node=node), service.result)) \
            if _wants_ishida(arguments) else []
        return found + [drawable for choice in choices for drawable in choice.layer.drawables(
            service.result(choice.request(position, node)) if node is None
            else results.result(choice, node), style=arguments.style)]

    options = FilmOptions(arguments.size, _PACE if arguments.pace is None else arguments.pace,
                          arguments.fade, chosen_look(arguments))
    if arguments.study is not None:
        frames = frames_of_study(*_studied(arguments, tree), style, overlay)
        total = 0
    else:
        nodes = tree.path_to(chosen_node(arguments, tree))[1:] if arguments.moves is None \
            else _asked_moves(arguments, tree)
        frames, total = frames_of_moves(nodes, replay, style, overlay), len(nodes) + 1
    write_frames(arguments.output, frames, total, options)
    return 0


def write_frames(
    path: Path, frames: Iterable[FigureFrame], total: int, options: FilmOptions
) -> None:
    """Write a picture that moves, with a bar; total -- about how many frames, 0 if unknown."""
    with progress_of(translated("Drawing")) as tell:
        write_film(path, frames, options, lambda done: tell(done, max(done, total)))


def _studied(
    arguments: argparse.Namespace, tree: GameTree
) -> tuple[Position, dict[Colour, Sequence[tuple[Colour, Point]]]]:
    """Return the position of a study and the moves of both its futures."""
    node = chosen_node(arguments, tree)
    position = Replay(tree).position_at(node)
    point = point_named(arguments.study, tree.columns, tree.rows)
    place = place_of_group(position, tuple(sorted(position.chain(point)))) \
        if position.cells[point] else place_of_point(position, point)
    reading = JudgeSettings.of_game(tree, engine=judge_asked_for(arguments), node=node)
    with judge_of(reading, position) as judge, progress_of(translated("What if")):
        await_start(judge, position)
        with needed_within(arguments.seconds) as flag:
            study = studied(position, place, judge, arguments.visits, cancel=flag)
    return position, {first: study.if_first(first).local for first in (BLACK, WHITE)}


def _write_review(
    arguments: argparse.Namespace, tree: GameTree, service: AnalysisService, results: LayerResults
) -> int:
    """Write each layer at five points of the main line; say where they are."""
    folder: Path = arguments.review
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            "The folder {folder} cannot be made ({reason}); name another.",
            folder=folder, reason=error.strerror) from None
    line = tree.main_line()
    places = sorted({round(part * (len(line) - 1) / (_REVIEW_POINTS - 1))
                     for part in range(_REVIEW_POINTS)})
    count = 0
    for place in places:
        node = line[place]
        for choice in _choices(arguments, tree) or chosen_layers([], tree):
            name = f"move{tree.printed_number(node):03d}_{choice.layer.name}.png"
            _write(arguments, folder / name, tree, node, [choice], service, results)
            count += 1
    print(counted("One picture in {folder}", "{count} pictures in {folder}", count, folder=folder))
    return 0


def _write(
    arguments: argparse.Namespace, path: Path, tree: GameTree, node: Node,
    choices: list[LayerChoice], service: AnalysisService, results: LayerResults,
    moves: Sequence[Node] = (), *, has_ishida: bool = False,
) -> None:
    """Write one picture; moves -- the nodes whose moves are numbered, those up to `node`."""
    replay, style, look = Replay(tree), chosen_style(arguments, tree), chosen_look(arguments)
    position = replay.position_at(node)
    drawables: list[Drawable] = []
    legend: list[str] = []
    if has_ishida:
        drawables += whole_view(position, JudgeSettings.of_game(tree, node=node), service.result,
                                is_over=is_over(node)).drawables()
        legend.append(translated(ISHIDA_LEGEND))
    for choice in choices:
        result = results.result(choice, node)
        drawables += choice.layer.drawables(result, style=arguments.style)
        if choice.layer.shows_names and choice.layer.shows_names(choice.params):
            drawables += _group_names(choice, node, replay, service)
        if isinstance(result, Field):
            legend.append(legend_line(choice.layer.title, result.unit, look.palette))
        else:
            legend.append(str(message("{layer}: {legend}", layer=message(choice.layer.title),
                                       legend=message(choice.layer.legend or choice.layer.unit))))
    diagram = replace(diagram_of(
        node, position, tuple(drawables), coordinates=style.coordinates, symmetry=style.symmetry),
        part=style.part)
    notes: tuple[str, ...] = ()
    if moves:
        first = tree.move_number(node) - sum(step.has_move for step in moves) + 1
        figure = figure_of(position_before(replay, moves[0]), numbered_moves(moves, first), style,
                           (*drawables, *markup_of(node)))
        diagram = figure.diagram
        notes = (str(listed(figure.notes)),) if figure.notes else ()
    if path.suffix.lower() == _LETTERS:
        form = arguments.text or _TEXT
        if moves and form != _WITH_NUMBERS:
            warn(str(message("with letters, only --text {form} shows the numbers of moves.",
                             form=_WITH_NUMBERS)))
        _write_text(path, "\n".join((TEXT_STYLES[form](diagram), *notes, "")))
        return
    write_picture(path, diagram, size=arguments.size, look=look,
                  legend=notes if arguments.no_legend else (*notes, *legend),
                  has_ground=not arguments.transparent)


def _write_text(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None


def _group_names(
    choice: LayerChoice, node: Node, replay: Replay, service: AnalysisService
) -> tuple[Drawable, ...]:
    """Return the names of the groups as they come to be along the game."""
    groups_of = partial(choice.groups, replay, service)
    names = GroupNames(groups_of).names(node)
    return name_labels(groups_of(node), names, replay.position_at(node)) if names else ()
