"""Who answers the library's questions: one service for the process, in the caller's thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from irgo_app.errors import LayerError, UsageError
from irgo_app.go.point import LETTER_OF_COLOUR, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judge import Judge
from irgo_app.judging.judges import Reading, own_judge
from irgo_app.judging.requests import ReaderRequest
from irgo_app.layers import LAYERS, layer_named
from irgo_app.layers.groups import Groups
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Result
from irgo_app.review.group_names import GroupNames
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.as_shown import request_as_shown
from irgo_app.service.executors import InlineExecutor
from irgo_app.settings.schema import ParamValue
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.replay import Replay

GROUPS = "groups"
NamedGroups = tuple[tuple[str, tuple[Point, ...]], ...]
"""(name, stones) of each group of a position."""


@lru_cache(maxsize=1)
def service() -> AnalysisService:
    """Return the service all games of this process share; for one thread at a time."""
    return AnalysisService(InlineExecutor())


@dataclass(frozen=True, slots=True, eq=False)
class Analyst:
    """Answers questions about the nodes of one game."""

    tree: GameTree
    replay: Replay
    names: GroupNames

    @classmethod
    def of(cls, tree: GameTree) -> Analyst:
        """Return who answers about a game."""
        replay = Replay(tree)
        return cls(tree, replay, GroupNames(partial(_groups_at, tree, replay)))

    @property
    def komi(self) -> float:
        """Return White's points besides the board, the usual ones where the record says none."""
        return game_rules(self.tree).judged_komi

    def reading(self, visits: int = 0) -> Reading:
        """Return how irgo reads positions of this game; visits -- 0 as far as suits it."""
        game = game_rules(self.tree)
        return Reading(None, game.judged_komi, game.rules.engine_name, visits)

    def result(self, layer: Layer, params: Mapping[str, ParamValue], node: Node) -> Result:
        """Return a layer's result on a node; raises LayerError, for `ownership` too."""
        position = self.replay.position_at(node)
        if layer.is_readers_too and layer.of_evaluation is not None:
            said = service().result(ReaderRequest.of(position, self.komi))
            return layer.of_evaluation(said, None, position, params)
        if layer.uses_engine:
            raise LayerError(
                "{name} is what an engine says; ask `irgo analyze --engine NAME` for it.",
                name=layer.name)
        return service().result(request_as_shown(layer, params, position, self.tree))

    def groups(self, node: Node) -> Groups:
        """Return the groups on a node."""
        return _groups_at(self.tree, self.replay, node)

    def named_groups(self, node: Node) -> NamedGroups:
        """Return the groups on a node with the names they have along the game."""
        regions = self.groups(node).regions
        names = self.names.names(node) or ("",) * len(regions)
        return tuple((name, region.stones) for name, region in zip(names, regions, strict=True))

    def judge(self, position: Position) -> Judge:
        """Return irgo's reader for this game; raises ReaderError for a board it cannot judge."""
        game = self.reading()
        return own_judge(position, game.komi, game.rules)


def _groups_at(tree: GameTree, replay: Replay, node: Node) -> Groups:
    layer = layer_named(GROUPS)
    found = service().result(
        request_as_shown(layer, layer.full_params({}), replay.position_at(node), tree))
    assert isinstance(found, Groups)
    return found


def colour_of(letter: str) -> Colour:
    """Return the colour of "B" or "W"; raises UsageError for anything else."""
    for colour, known in LETTER_OF_COLOUR.items():
        if letter == known:
            return colour
    raise UsageError("A colour is \"B\" or \"W\", not {text!r}.", text=letter)


def layer_names() -> tuple[str, ...]:
    """Return the names of all layers, in the order of the window's menu.

    `ownership` is an engine's; all others irgo answers itself.
    """
    return tuple(layer.name for layer in LAYERS)
