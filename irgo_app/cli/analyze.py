"""`irgo analyze`: the layers of one node or of a whole game, as text or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from irgo_app.cli.command import Command
from irgo_app.cli.progress import with_progress
from irgo_app.cli.selection import (
    LayerChoice,
    add_file_argument,
    add_layer_argument,
    add_node_arguments,
    chosen_game,
    chosen_layers,
    chosen_node,
)
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.text_painter import field_text, text_of
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR, NAME_OF_COLOUR, PASS
from irgo_app.go.position import Position
from irgo_app.layers.results import Field, Result, as_json
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.reader import GameFile
from irgo_app.sgf.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_file_argument(parser)
    add_node_arguments(parser)
    parser.add_argument("--all", action="store_true", help="every node of the game tree")
    add_layer_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the analysis; raises IrgoError for a bad file, node or layer."""
    if arguments.all and (arguments.move is not None or arguments.node is not None):
        raise UsageError("--all means every node; leave out --move and --node.")
    choices = chosen_layers(arguments.layer)
    game_file, tree = chosen_game(arguments)
    nodes = list(tree.nodes()) if arguments.all else [chosen_node(arguments, tree)]
    analyses = with_progress(
        _analyses(tree, nodes, choices, service), len(nodes), "Analysing"
    )
    if arguments.json:
        _print_json(arguments, game_file, tree, analyses)
    else:
        for diagnostic in game_file.diagnostics:
            print(f"warning: {diagnostic}", file=sys.stderr)
        for analysis in analyses:
            _print_text(*analysis)
    return 0


_Analysis = tuple[GameTree, Node, Position, list[tuple[LayerChoice, Result]]]


def _analyses(
    tree: GameTree, nodes: list[Node], choices: list[LayerChoice], service: AnalysisService
) -> Iterable[_Analysis]:
    replay = Replay(tree)
    for node in nodes:
        position = replay.position_at(node)
        results = [
            (choice, service.result(LayerRequest.of(position, choice.layer.name, choice.params)))
            for choice in choices
        ]
        yield tree, node, position, results


def _print_json(
    arguments: argparse.Namespace, game_file: GameFile, tree: GameTree,
    analyses: Iterable[_Analysis],
) -> None:
    """Print the document node by node, so that a long game needs little memory."""
    head = {
        "format": "irgo-analysis/1", "file": str(arguments.file), "game": arguments.game,
        "size": [tree.columns, tree.rows],
        "warnings": [str(diagnostic) for diagnostic in game_file.diagnostics],
    }
    print(json.dumps(head, ensure_ascii=False)[:-1] + ', "nodes": [', end="")
    for index, analysis in enumerate(analyses):
        separator = ",\n" if index else "\n"
        print(separator + json.dumps(_node_as_json(*analysis), ensure_ascii=False), end="")
    print("]}")


def _node_as_json(
    tree: GameTree, node: Node, position: Position, results: list[tuple[LayerChoice, Result]]
) -> dict[str, Any]:
    move = node.move
    return {
        "node": tree.node_spec(node),
        "move_number": tree.move_number(node),
        "last_move": move and [
            LETTER_OF_COLOUR[move[0]], vertex(move[1], position.columns, position.rows)
        ],
        "to_play": LETTER_OF_COLOUR[position.to_play],
        "stones": position.diagram(),
        "layers": {
            choice.layer.name: as_json(result, position) | {"params": choice.params}
            for choice, result in results
        },
    }


def _print_text(
    tree: GameTree, node: Node, position: Position, results: list[tuple[LayerChoice, Result]]
) -> None:
    last_move = node.move[1] if node.move else PASS
    print(f"Move {tree.move_number(node)}, {NAME_OF_COLOUR[position.to_play]} to play")
    print(text_of(Diagram(position, last_move=last_move)))
    for choice, result in results:
        print(f"\n{choice.layer.name} ({choice.layer.unit})")
        if isinstance(result, Field):
            print(field_text(result.values))
        else:
            print(json.dumps(as_json(result, position), ensure_ascii=False, indent=1))
    print()


COMMAND = Command("analyze", "print the layers of a node, or of every node of a game",
                  add_arguments, run)
