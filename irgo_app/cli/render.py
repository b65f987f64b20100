"""`irgo render`: the board with its layers as PNG, SVG or PDF; no window, no display."""

from __future__ import annotations

import argparse
from pathlib import Path

from irgo_app.cli.arguments import (
    LayerChoice,
    LayerResults,
    add_engine_arguments,
    add_file_argument,
    add_layer_argument,
    add_node_arguments,
    chosen_game,
    chosen_layers,
    chosen_node,
)
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Drawable, TintStyle
from irgo_app.draw.export import legend_line, write_picture
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.layers import ISHIDA, layer_named
from irgo_app.layers.groups import Groups
from irgo_app.layers.results import Field
from irgo_app.review.diagram import diagram_of
from irgo_app.review.group_names import GroupNames, name_labels
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.replay import Replay
from irgo_app.words import counted, message, translated

_REVIEW_POINTS = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_file_argument(parser)
    add_node_arguments(parser)
    add_layer_argument(parser)
    add_engine_arguments(parser)
    parser.add_argument("--ishida", action="store_true",
                        help=translated(
                            "the layers of Ishida-type graphics: influence, territory, moyo, life"))
    parser.add_argument("--size", metavar="PX", type=int, default=800,
                        help=translated("the longer side in pixels (default 800)"))
    parser.add_argument("--theme", choices=[theme.name for theme in BOARD_THEMES], default="wood")
    parser.add_argument("--palette", choices=[found.name for found in TINT_PALETTES],
                        default=TINT_PALETTES[0].name,
                        help=translated("the two colours of a field"))
    parser.add_argument("--style", choices=[style.value for style in TintStyle], default="contours",
                        help=translated("how a field is drawn"))
    parser.add_argument("--coordinates", choices=[style.value for style in CoordinateStyle],
                        default="A1")
    parser.add_argument("--turn", metavar="0-7", type=int, choices=range(8), default=0,
                        help=translated("turn and mirror the view"))
    parser.add_argument("--no-legend", action="store_true", help=translated("leave out the legend"))
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("-o", "--output", metavar="OUT", type=Path,
                        help=translated("the picture to write: .png, .svg or .pdf"))
    target.add_argument("--review", metavar="DIR", type=Path,
                        help=translated(
                            "write PNGs of each layer at five points of the game to a folder"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write the picture or pictures."""
    if not 50 <= arguments.size <= 8000:
        raise UsageError("--size takes 50 to 8000 pixels.")
    _, tree = chosen_game(arguments)
    with LayerResults(arguments, tree, service) as results:
        if arguments.review:
            return _write_review(arguments, tree, service, results)
        return _write_one(arguments, tree, service, results)


def _write_one(
    arguments: argparse.Namespace, tree: GameTree, service: AnalysisService, results: LayerResults
) -> int:
    """Write one picture with all the layers."""
    choices = chosen_layers(arguments.layer, tree) if arguments.layer else []
    if arguments.ishida:
        choices = [LayerChoice(layer_named(name), layer_named(name).full_params(params), tree)
                   for name, params in ISHIDA] + choices
    node = chosen_node(arguments, tree)
    _write(arguments, arguments.output, tree, node, choices, service, results)
    return 0


def _write_review(
    arguments: argparse.Namespace, tree: GameTree, service: AnalysisService, results: LayerResults
) -> int:
    """Write each layer at five points of the main line; say where they are."""
    folder: Path = arguments.review
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            "The folder {folder} cannot be made ({reason}).",
            folder=folder, reason=error.strerror) from None
    line = tree.main_line()
    places = sorted({round(part * (len(line) - 1) / (_REVIEW_POINTS - 1))
                     for part in range(_REVIEW_POINTS)})
    count = 0
    for place in places:
        node = line[place]
        for choice in chosen_layers(arguments.layer, tree):
            name = f"move{tree.move_number(node):03d}_{choice.layer.name}.png"
            _write(arguments, folder / name, tree, node, [choice], service, results)
            count += 1
    print(counted("One picture in {folder}", "{count} pictures in {folder}", count, folder=folder))
    return 0


def _write(
    arguments: argparse.Namespace, path: Path, tree: GameTree, node: Node,
    choices: list[LayerChoice], service: AnalysisService, results: LayerResults,
) -> None:
    replay = Replay(tree)
    position = replay.position_at(node)
    palette = next(found for found in TINT_PALETTES if found.name == arguments.palette)
    drawables: list[Drawable] = []
    legend: list[str] = []
    for choice in choices:
        result = results.result(choice, node)
        drawables += choice.layer.drawables(result, style=arguments.style)
        if choice.layer.shows_names and choice.layer.shows_names(choice.params):
            drawables += _group_names(choice, node, replay, service)
        if isinstance(result, Field):
            legend.append(legend_line(choice.layer.title, result.unit, palette))
        else:
            legend.append(str(message("{layer}: {legend}", layer=message(choice.layer.title),
                                       legend=message(choice.layer.legend or choice.layer.unit))))
    diagram = diagram_of(
        node, position, tuple(drawables), coordinates=CoordinateStyle(arguments.coordinates),
        symmetry=arguments.turn)
    look = Look(
        next(theme for theme in BOARD_THEMES if theme.name == arguments.theme), palette)
    write_picture(path, diagram, size=arguments.size, look=look,
                  legend=() if arguments.no_legend else tuple(legend))


def _group_names(
    choice: LayerChoice, node: Node, replay: Replay, service: AnalysisService
) -> tuple[Drawable, ...]:
    """Return the names of the groups as they come to be along the game."""
    def groups_of(place: Node) -> Groups:
        found = service.result(choice.request(replay.position_at(place)))
        assert isinstance(found, Groups)
        return found

    names = GroupNames(groups_of).names(node)
    return name_labels(groups_of(node), names, replay.position_at(node)) if names else ()
