"""What `irgo lifedeath` and `irgo whatif` share: which groups, which engine, and how long."""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.cli.arguments import add_file_argument, add_node_arguments, chosen_game, chosen_node
from irgo_app.cli.terminal import ProgressBar
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_named, vertex
from irgo_app.go.point import LETTER_OF_COLOUR, Point
from irgo_app.go.position import Position
from irgo_app.judging.map_study import Move
from irgo_app.judging.result_json import Json, head_as_json, node_as_json
from irgo_app.layers.groups import NAME as GROUPS
from irgo_app.layers.groups import GroupRegion, Groups
from irgo_app.lifedeath.groups import dragons_of
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.review.group_names import GroupNames
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import GameFile
from irgo_app.sgf.replay import Replay
from irgo_app.words import message, translated

SECONDS: Final = 10.0
_MOST_SECONDS: Final = 1e6
_NODES_A_SECOND: Final = 60_000
_PLAYOUTS_A_SECOND: Final = 5_000
_VISITS_A_SECOND: Final = 60
_FEWEST: Final = Limits(nodes=2_000, closed_nodes=20_000, playouts=300, visits=8)
_SHARE: Final = 0.4
"""How much of the time is planned for; the rest is for slow machines and hard groups."""


class GroupChoice(Struct, frozen=True):
    """A group of the layer `groups`: its number from 1, its name (W1, B2 ...) and the region.

    at -- the stone by which it was named, if it was
    """

    number: int
    name: str
    region: GroupRegion
    at: Point | None = None

    @property
    def stones(self) -> tuple[Point, ...]:
        return self.region.stones


class AskedNode(Struct, frozen=True):
    """The node that is asked about, and all its groups."""

    game_file: GameFile
    tree: GameTree
    node: Node
    position: Position
    groups: tuple[GroupChoice, ...]

    def at(self, text: str) -> GroupChoice:
        """Return the group of the stone at a vertex; raises UsageError."""
        point = point_named(text, self.position.columns, self.position.rows)
        for choice in self.groups:
            if point in choice.stones:
                return replace(choice, at=point)
        raise UsageError(
            "There is no stone at {vertex}; --group takes a stone of the group, such as D4.",
            vertex=text.upper())


def add_question_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, --game, --move, --node, --engine, --seconds and --json."""
    add_file_argument(parser)
    add_node_arguments(parser)
    parser.add_argument("--engine", metavar="NAME",
                        help=translated("ask this engine too, as `irgo engines` names it"))
    parser.add_argument("--seconds", metavar="S", type=float, default=SECONDS,
                        help=str(message(
                            "how long it may take in all (default {seconds:g}); what is not "
                            "answered by then is unknown", seconds=SECONDS)))
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def scene_of(arguments: argparse.Namespace, service: AnalysisService) -> AskedNode:
    """Return what is asked about; raises SgfError or UsageError."""
    if not 0 < arguments.seconds < _MOST_SECONDS:
        raise UsageError("--seconds takes more than 0.")
    game_file, tree = chosen_game(arguments)
    node, replay = chosen_node(arguments, tree), Replay(tree)

    def groups_of(asked: Node) -> Groups:
        found = service.result(LayerRequest.of(replay.position_at(asked), GROUPS))
        assert isinstance(found, Groups)
        return found

    regions, names = groups_of(node).regions, GroupNames(groups_of).names(node) or ()
    groups = tuple(
        GroupChoice(number, name, region) for number, (region, name) in enumerate(
            zip(regions, names, strict=True), start=1))
    return AskedNode(game_file, tree, node, replay.position_at(node), groups)


def workers() -> int:
    """Return how many groups are asked at once."""
    return os.cpu_count() or 1


def limits_for(seconds: float, dragons: int) -> Limits:
    """Return what an answer may cost if all dragons are to be answered in so many seconds."""
    share = _SHARE * seconds * workers() / max(1, 2 * dragons)
    usual, nodes, visits = Limits(), int(share * _NODES_A_SECOND), int(share * _VISITS_A_SECOND)
    return Limits(
        nodes=max(_FEWEST.nodes, min(usual.nodes, nodes)),
        closed_nodes=max(_FEWEST.closed_nodes, min(usual.closed_nodes, nodes)),
        playouts=max(_FEWEST.playouts, min(usual.playouts, int(share * _PLAYOUTS_A_SECOND))),
        visits=max(_FEWEST.visits, min(usual.visits, visits)),
        most_visits=min(usual.most_visits, visits))


def dragons_in(position: Position, choices: Sequence[GroupChoice]) -> int:
    """Return how many dragons the groups are made of: so many questions are asked both ways."""
    return sum(len(dragons_of(Question(position, choice.stones))) for choice in choices)


@contextmanager
def time_limit(seconds: float) -> Iterator[CancelFlag]:
    """Give a flag that is raised after some seconds, and when the user stops the program."""
    flag = CancelFlag()
    clock = threading.Timer(seconds, flag.set, [True])
    clock.daemon = True
    clock.start()
    try:
        yield flag
    finally:
        flag.set(True)
        clock.cancel()
        flag.close()


@contextmanager
def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how many steps of how many are done."""
    bar = ProgressBar(what)
    try:
        yield bar.show
    finally:
        bar.end()


def document_head(arguments: argparse.Namespace, scene: AskedNode, form: str) -> dict[str, Json]:
    """Return the members every document begins with."""
    return head_as_json(form, str(arguments.file), arguments.game, scene.game_file, scene.tree) \
        | node_as_json(scene.tree, scene.node, scene.position)


def name_of(point: Point, position: Position) -> str:
    """Return a point as a vertex, `pass` for PASS."""
    return vertex(point, position.columns, position.rows)


def line_as_text(line: Sequence[Move], position: Position) -> str:
    """Return moves as `B D4 W E5`."""
    return " ".join(f"{LETTER_OF_COLOUR[colour]} {name_of(point, position)}"
                    for colour, point in line)
