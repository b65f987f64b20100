"""Who answers the library's questions, once what a program passes has been looked at: one service.

It answers in the caller's thread; each check of what was passed raises UsageError.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from numbers import Integral, Real
from reprlib import repr as short
from threading import RLock
from typing import Final, TypeVar, cast

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.checked import checked_whole
from irgo_app.errors import LayerError, ReaderError, UsageError
from irgo_app.go.point import LARGEST_SIZE, LETTER_OF_COLOUR, SMALLEST_SIZE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judge, Judgement, JudgeTrust, Tell, judge_position
from irgo_app.judging.judges import JudgeSettings, check_visits, own_judge
from irgo_app.judging.life_answers import joint_verdict
from irgo_app.judging.requests import JudgementRequest, LifeRequest, ReaderRequest
from irgo_app.judging.studies import studied
from irgo_app.judging.study import place_of_group
from irgo_app.layers import LAYERS, layer_named
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.groups import Groups
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Result
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.meaning.ishida import WholeView, whole_view
from irgo_app.meaning.requests import PlacesRequest
from irgo_app.review.game_line import GameLine, game_line
from irgo_app.review.group_names import GroupNames
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.as_shown import request_as_shown
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.plan import WorkerBench, searched_together
from irgo_app.service.request import LaneName, Request
from irgo_app.settings import ParamValue
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.komi import HUNDREDTHS
from irgo_app.sgf.navigation import is_over
from irgo_app.sgf.replay import Replay

GROUPS = "groups"
T = TypeVar("T")
NamedGroups = tuple[tuple[str, tuple[Point, ...]], ...]
"""(name, stones) of each group of a position."""
_ONE: Final = RLock()
"""Whoever holds it asks for maps and positions: several threads may ask at once."""


@lru_cache(maxsize=1)
def _service() -> AnalysisService:
    """Return the service all games of this process share; for one thread at a time."""
    return AnalysisService(InlineExecutor())


@lru_cache(maxsize=1)
def _searches() -> WorkerBench:
    return WorkerBench()


def answer_of(request: Request[T]) -> T:
    """Return the answer of the service that all games of this process share.

    For any thread: they are answered one after the other. Raises LayerError
    """
    with _ONE:
        return _service().result(request)


Judging = Callable[[Position, float, str], Judge]
"""(position, komi, rules) -> who judges positions of a game; raises ReaderError if nobody can."""


class Analyst(Struct, frozen=True, eq=False):
    """Answers questions about the nodes of one game; any thread may ask."""

    tree: GameTree
    replay: Replay
    names: GroupNames
    judging: Judging

    @classmethod
    def of(cls, tree: GameTree, judging: Judging | None = None) -> Analyst:
        """Return who answers about a game; judging -- who judges, None for irgo's reader."""
        replay = Replay(tree)
        return cls(tree, replay, GroupNames(partial(_groups_at, tree, replay)),
                   judging or own_judge)

    def komi(self, node: Node) -> float:
        """Return White's points besides the board, the usual ones where the record says none."""
        return game_rules(self.tree, node).judged_komi

    def reading(self, node: Node, visits: int = 0) -> JudgeSettings:
        """Return how irgo reads a node's position; visits -- 0 as far as suits it."""
        return JudgeSettings.of_game(self.tree, visits, node=node)

    def result(self, layer: Layer, params: Mapping[str, ParamValue], node: Node) -> Result:
        """Return a layer's result on a node; raises LayerError, for `ownership` too."""
        position = self.position(node)
        if layer.is_readers_too and layer.of_evaluation is not None:
            said = answer_of(ReaderRequest.of(
                position, self.komi(node), rules=self.reading(node).rules))
            return layer.of_evaluation(said, None, position, params)
        if layer.uses_engine:
            raise LayerError(
                "{name} is what an engine says; ask `irgo analyze --engine NAME` for it.",
                name=layer.name)
        found = answer_of(request_as_shown(layer, params, position, self.tree, node=node))
        if isinstance(found, Estimate) and found.remark is not None:
            raise LayerError(found.remark)
        return found

    def position(self, node: Node) -> Position:
        """Return the position on a node."""
        with _ONE:
            return self.replay.position_at(node)

    def line(self) -> GameLine:
        """Return the main line as a frozen value; raises UsageError if nobody has moved."""
        with _ONE:
            return game_line(self.tree)

    def ishida(self, node: Node, cancel: CancelFlag | None) -> WholeView:
        """Return the Ishida view of a node, with lives read and places found (seconds)."""
        def answer(request: Request[T]) -> T:
            # Searches keep nobody else waiting.
            if isinstance(request, LifeRequest | PlacesRequest):
                return cast(T, request.answer(_searches(), cancel))
            return answer_of(request)

        return whole_view(self.position(node), self.reading(node), answer, is_over=is_over(node))

    def groups(self, node: Node) -> Groups:
        """Return the groups on a node."""
        return _groups_at(self.tree, self.replay, node)

    def named_groups(self, node: Node) -> NamedGroups:
        """Return the groups on a node with the names they have along the game."""
        regions = self.groups(node).regions
        names = self.names_of(node) or ("",) * len(regions)
        return tuple((name, region.stones) for name, region in zip(names, regions, strict=True))

    def group_at(self, node: Node, point: Point) -> tuple[int, str, tuple[Point, ...]]:
        """Return number, name and stones of the group of a stone; raises UsageError."""
        position = self.position(node)
        place = position.vertex(point)
        if not position.cells[point]:
            raise UsageError("There is no stone at {vertex}; name a stone of the group.",
                             vertex=place)
        for number, (name, stones) in enumerate(self.named_groups(node), start=1):
            if point in stones:
                return number, name, stones
        raise UsageError("There is no group at {point}; name a stone that is not dead.",
                         point=place)

    def names_of(self, node: Node) -> tuple[str, ...] | None:
        """Return the names of the groups on a node along the game, in their order."""
        with _ONE:
            return self.names.names(node)

    def judge(self, position: Position, node: Node) -> Judge:
        """Return who judges this game; raises ReaderError for a board that is not judged.

        node -- whose game is meant where the tree holds several
        """
        game = self.reading(node)
        return self.judging(position, game.komi, game.rules)

    def judgement(self, node: Node, visits: int, cancel: CancelFlag | None = None) -> Judgement:
        """Return what a node is worth; visits -- how many positions may be looked at.

        Raises CalledOffError soon after the flag is raised.
        """
        position, reading = self.position(node), self.reading(node, visits)
        is_finished = is_over(node)
        if self.judging is not own_judge:
            return judge_position(position, self.judge(position, node), visits, rules=reading.rules,
                                  is_over=is_finished, cancel=cancel)
        request = JudgementRequest.of(position, reading, is_over=is_finished)
        # Searches keep nobody else waiting.
        return answer_of(request) if request.lane is LaneName.MAPS \
            else request.answer(_searches(), cancel)

    def lives(
        self, node: Node, groups: Sequence[tuple[Point, ...]], limits: Limits,
        tell: Tell | None = None, cancel: CancelFlag | None = None,
    ) -> list[Verdict]:
        """Return the lives of groups, several searched at once; see `GameNode.life_and_death`."""
        position = self.position(node)
        engine = None if self.judging is own_judge else self._engine(position, node)
        requests = [LifeRequest(position, stones, limits) for stones in groups]
        steps, found = len(groups) * (1 if engine is None else 2), dict[int, Verdict]()
        for index, verdict in searched_together(_searches(), requests, cancel, os.cpu_count() or 1):
            found[index] = verdict
            if tell:
                tell(len(found), steps)
        if engine is not None:
            for done, (index, verdict) in enumerate(found.items(), start=len(groups) + 1):
                if not verdict.exact:
                    place = place_of_group(position, groups[index], index + 1)
                    study = studied(position, place, engine, cancel=cancel)
                    found[index] = joint_verdict([verdict], [study]) or verdict
                if tell:
                    tell(done, steps)
        return [found[index] for index in range(len(groups))]

    def _engine(self, position: Position, node: Node) -> Judge | None:
        """Return the engine that judges this game, None where irgo itself does."""
        try:
            judge = self.judge(position, node)
        except ReaderError:
            return None
        return judge if judge.rank is JudgeTrust.ENGINE else None


def _groups_at(tree: GameTree, replay: Replay, node: Node) -> Groups:
    layer = layer_named(GROUPS)
    with _ONE:
        position = replay.position_at(node)
    found = answer_of(request_as_shown(
        layer, layer.full_params({}), position, tree, node=node))
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


def checked_komi(komi: float) -> float:
    """Return what has to be a komi, of Python or of numpy, that a record can keep."""
    if not isinstance(komi, Real) or isinstance(komi, bool) or not math.isfinite(komi):
        raise UsageError("A komi is a number of points, not {value}.", value=short(komi))
    kept = float(f"{float(komi):g}")
    if abs(kept) >= HUNDREDTHS:
        raise UsageError("A komi is less than {most} points for either side, not {value}.",
                         most=HUNDREDTHS, value=short(komi))
    return kept


def checked_size(size: int | tuple[int, int]) -> tuple[int, int]:
    """Return columns and rows of what has to be a number of lines, or a pair of both."""
    if isinstance(size, tuple) and len(size) == 2:
        columns, rows = map(checked_whole, size)
    elif isinstance(size, Integral) and not isinstance(size, bool):
        columns = rows = size
    else:
        raise UsageError("The size of a board is a number of lines such as 9, or a pair of columns "
                         "and rows such as (13, 9), not {value}.", value=short(size))
    if not all(SMALLEST_SIZE <= lines <= LARGEST_SIZE for lines in (columns, rows)):
        raise UsageError("A board has {least} to {most} lines.", least=SMALLEST_SIZE,
                         most=LARGEST_SIZE)
    return int(columns), int(rows)


def checked_visits(visits: int, least: int = 0) -> int:
    """Return how many positions may be looked at; least -- 0 where that means the usual."""
    check_visits(checked_whole(visits), "visits", least)
    return visits


def checked_tell(tell: Tell | None) -> Tell | None:
    """Return what has to be a function that is told how far the work is, or None."""
    if tell is not None and not callable(tell):
        raise UsageError("A function is wanted here, not {value}.", value=short(tell))
    return tell
