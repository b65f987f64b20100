"""Arguments several commands share: which file, game, nodes and layers are meant."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.layers import COMPUTED, layer_of_text
from irgo_app.layers.layer import Layer
from irgo_app.service.as_shown import request_as_shown
from irgo_app.service.request import LayerRequest
from irgo_app.settings.param import ParamValue
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.node_address import node_at
from irgo_app.sgf.reader import GameFile, load_file
from irgo_app.words import counted, translated


@dataclass(frozen=True, slots=True)
class LayerChoice:
    """A layer with all its parameters, and the game whose rules and komi count."""

    layer: Layer
    params: dict[str, ParamValue]
    game: GameTree

    @property
    def text(self) -> str:
        """Return the choice as `--layer` takes it, with the parameters that are not defaults."""
        return self.layer.text_of(self.params)

    def request(self, position: Position) -> LayerRequest:
        """Return what to ask the service for on a position."""
        return request_as_shown(self.layer, self.params, position, self.game)


def add_file_argument(parser: argparse.ArgumentParser) -> None:
    """Add FILE and --game."""
    parser.add_argument("file", metavar="FILE", type=Path, help=translated("a game record (SGF)"))
    parser.add_argument("--game", metavar="K", type=int, default=0,
                        help=translated(
                            "which game of a collection, counted from 0 (default: the first)"))


def add_node_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --move and --node, which exclude each other."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--move", metavar="N", type=int,
                       help=translated("N moves down the main line (default: the last)"))
    group.add_argument("--node", metavar="SPEC",
                       help=translated("child indices from the root, *k repeats: 0*34,1,0*5"))


def add_layer_argument(parser: argparse.ArgumentParser) -> None:
    """Add --layer, which may be given several times."""
    parser.add_argument("--layer", metavar="NAME[:PARAM=VALUE,...]", action="append", default=[],
                        help=translated(
                            "a layer, as `irgo layers` names it; may be given several times"))


def chosen_game(arguments: argparse.Namespace) -> tuple[GameFile, GameTree]:
    """Return the file and the game of it that was asked for; raises SgfError or UsageError."""
    game_file = load_file(arguments.file)
    count = len(game_file.games)
    if not 0 <= arguments.game < count:
        raise UsageError(counted(
            "{file} holds one game; --game takes 0 to {last}.",
            "{file} holds {count} games; --game takes 0 to {last}.",
            count, file=arguments.file, last=count - 1))
    return game_file, game_file.games[arguments.game]


def chosen_node(arguments: argparse.Namespace, tree: GameTree) -> Node:
    """Return the node of --move or --node, by default the end of the main line."""
    if arguments.node is not None:
        return node_at(tree, arguments.node)
    if arguments.move is not None:
        return tree.node_of_move_number(arguments.move)
    return tree.main_line()[-1]


def chosen_layers(texts: list[str], game: GameTree) -> list[LayerChoice]:
    """Return the layers of `--layer` texts, all that need no engine if there are none."""
    if not texts:
        return [LayerChoice(layer, layer.full_params({}), game) for layer in COMPUTED]
    return [LayerChoice(*layer_of_text(text), game) for text in texts]
