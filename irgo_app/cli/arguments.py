"""Arguments several commands share, and what they ask for: file, game, nodes, layers, engine.

The result of a layer is computed, asked of an engine, or taken from the record. Commands about
groups share which of them, which engine, and how long.
"""

import argparse
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag, raised_by_interrupt
from irgo_app.cli.streams import read_file, tell_repairs
from irgo_app.cli.terminal import ProgressBar, tell, warn
from irgo_app.engines.dialects import check_tells_points
from irgo_app.engines.engine import NoMoveError, Restriction, Searcher
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KIND
from irgo_app.engines.profile import EngineProfile, engine_named
from irgo_app.engines.trial import found_out
from irgo_app.errors import EngineError, LayerError, UsageError, WrongUsageError
from irgo_app.go.coordinates import point_named
from irgo_app.go.point import LETTER_OF_COLOUR, PASS, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.judging.engine_record import engine_game, saved_evaluation
from irgo_app.judging.future import Move
from irgo_app.judging.judgement import CalledOffError, Judge, JudgeTrust
from irgo_app.judging.judges import check_visits
from irgo_app.judging.requests import VISITS as READER_VISITS
from irgo_app.judging.requests import ReaderRequest
from irgo_app.judging.result_json import Json, head_as_json, node_as_json
from irgo_app.layers import COMPUTED, layer_of_text, ownership
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.groups import GroupRegion, Groups
from irgo_app.layers.layer import Layer
from irgo_app.layers.results import Result
from irgo_app.lifedeath.groups import dragons_of
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.meaning.ishida import ISHIDA
from irgo_app.networks import can_judge, not_judged
from irgo_app.review.group_names import GroupNames
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.as_shown import request_as_shown
from irgo_app.service.plan import WorkerBench, groups_on
from irgo_app.service.request import LayerRequest
from irgo_app.settings import ParamValue
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.navigation import node_at
from irgo_app.sgf.parser import GameFile
from irgo_app.sgf.replay import Replay
from irgo_app.words import counted, listed, message, translated


class LayerChoice(Struct, frozen=True):
    """A layer with all its parameters, and the game whose rules and komi count."""

    layer: Layer
    params: dict[str, ParamValue]
    game: GameTree

    @property
    def text(self) -> str:
        """Return the choice as `--layer` takes it, with the parameters that are not defaults."""
        return self.layer.text_of(self.params)

    def request(self, position: Position, node: Node | None) -> LayerRequest:
        """Return what to ask the service for on the position of a node."""
        return request_as_shown(self.layer, self.params, position, self.game, node=node)

    def groups(self, replay: Replay, service: AnalysisService, node: Node) -> Groups:
        """Return what the layer `groups` finds on a node."""
        found = service.result(self.request(replay.position_at(node), node))
        assert isinstance(found, Groups)
        return found


def add_file_argument(parser: argparse.ArgumentParser) -> None:
    """Add FILE and --game."""
    parser.add_argument("file", metavar="FILE", type=Path,
                        help=translated("a game record (SGF); - reads standard input"))
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


def add_layer_argument(parser: argparse.ArgumentParser, *, has_ishida: bool = False) -> None:
    """Add --layer, which may be given several times; has_ishida -- it takes `ishida` too."""
    parser.add_argument("--layer", metavar="NAME[:PARAM=VALUE,...]", action="append", default=[],
                        help=translated(
                            "a layer, as `irgo layers` names it, or `ishida` for the Ishida view; "
                            "may be given several times") if has_ishida else translated(
                            "a layer, as `irgo layers` names it; may be given several times"))


def chosen_game(arguments: argparse.Namespace) -> tuple[GameFile, GameTree]:
    """Return the file and the game of it that was asked for; raises SgfError or UsageError.

    What had to be repaired is told at once, but for what goes into a JSON document.
    """
    game_file = read_file(arguments.file)
    if not getattr(arguments, "json", False):
        tell_repairs(game_file)
    count = len(game_file.games)
    if not 0 <= arguments.game < count:
        raise UsageError(counted(
            "{file} holds one game; --game takes 0.",
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
    """Return the layers of `--layer` texts, all that need no engine if there are no texts.

    The Ishida view, which is none, is left out; so is of all what needs irgo's network where the
    board is not judged, which is told.
    """
    if not texts:
        empty = Position.empty(game.columns, game.rows)
        if not can_judge(empty):
            warn(str(not_judged(empty)))
        return [LayerChoice(layer, layer.full_params({}), game) for layer in COMPUTED
                if can_judge(empty) or not layer.uses_network]
    return [LayerChoice(*layer_asked_for(text), game) for text in texts if text != ISHIDA]


def layer_asked_for(text: str) -> tuple[Layer, dict[str, ParamValue]]:
    """Return a layer of `--layer` and its parameters; raises WrongUsageError."""
    try:
        return layer_of_text(text)
    except LayerError as error:
        raise WrongUsageError(error.message) from None


_VISITS = 100
SECONDS: Final = 10.0
_MOST_SECONDS: Final = 1_000_000


def add_engine_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what layers that need an engine are told: which one, and how long it may search."""
    parser.add_argument("--engine", metavar="NAME",
                        help=translated(
                            "the engine for ownership and candidates, as `irgo engines` names it; "
                            "without it what the record holds of an analysis is shown, and else "
                            "the candidates of irgo itself"))
    parser.add_argument("--visits", metavar="N", type=int, default=0,
                        help=str(message(
                            "how far it searches a position (default: as its profile says, else "
                            "{visits}; irgo itself {own})", visits=_VISITS, own=READER_VISITS)))
    parser.add_argument("--seconds", metavar="S", type=float, default=SECONDS,
                        help=str(message("and at most how long (default {seconds:g})",
                                         seconds=SECONDS)))
    places = parser.add_mutually_exclusive_group()
    places.add_argument("--allow", metavar="VERTICES",
                        help=translated("it may play here only: D4,Q16"))
    places.add_argument("--avoid", metavar="VERTICES",
                        help=translated("it may not play here: D4,Q16"))


class LayerResults(AbstractContextManager["LayerResults"]):
    """Answers layers on nodes of one game; a context, so that its engine is ended."""

    def __init__(
        self, arguments: argparse.Namespace, tree: GameTree, service: AnalysisService
    ) -> None:
        self._profile = engine_asked_for(arguments)
        check_visits(arguments.visits, "--visits", engine=self._profile)
        _check_seconds(arguments)
        self._service = service
        self._replay = Replay(tree)
        self._visits, self._seconds = arguments.visits, arguments.seconds
        self._bench = WorkerBench()
        self._restriction = _restriction(arguments, tree)
        self._searcher: Searcher | None = None
        self._known: dict[int, EngineEvaluation | None] = {}
        self._own: dict[int, EngineEvaluation] = {}

    def __exit__(self, *failure: object) -> None:
        if self._searcher is not None:
            self._searcher.close()

    def source(self, node: Node) -> str:
        """Return whose words a layer that shows an engine's shows on a node."""
        if self._profile is not None:
            return self._profile.name
        return "irgo" if node.id in self._own else "the record"

    def result(self, choice: LayerChoice, node: Node) -> Result:
        """Return a layer's result on a node.

        Raises LayerError, EngineError, ReaderError, and UsageError where nothing that --allow
        names can be played.
        """
        position, show = self._replay.position_at(node), choice.layer.of_evaluation
        if show is not None:
            _check_playable(self._restriction, position)
        try:
            evaluation = None if show is None else self._evaluation(node)
        except NoMoveError:
            # Who names moves alone says nothing of a board on which there are none.
            if choice.layer.name == ownership.NAME:
                raise LayerError(ownership.NO_OWNERSHIP) from None
            raise
        if evaluation is None and choice.layer.is_readers_too:
            evaluation = self._of_the_reader(node)
        if show is None or evaluation is None:
            found = self._service.result(choice.request(position, node))
            if isinstance(found, Estimate) and found.remark is not None:
                raise LayerError(found.remark)
            return found
        before = node.parent.parent if node.parent else None
        return show(evaluation, self._known_of(before) if before else None, position, choice.params)

    def _known_of(self, node: Node) -> EngineEvaluation | None:
        return self._known.get(node.id) or self._own.get(node.id)

    def _of_the_reader(self, node: Node) -> EngineEvaluation:
        if node.id not in self._own:
            position = self._replay.position_at(node)
            request = ReaderRequest.of(
                position, game_rules(node.tree, node).judged_komi,
                self._visits, self._allowed(position),
                game_rules(node.tree, node).rules.engine_name)
            with time_limit(self._seconds) as flag:
                found = request.answer(self._bench, flag)
            if self._restriction is not None and self._restriction.is_allowed:
                # The reader may always pass, which nobody asked about.
                found = replace(found, candidates=tuple(
                    candidate for candidate in found.candidates if candidate.point != PASS))
            self._own[node.id] = found
        return self._own[node.id]

    def _allowed(self, position: Position) -> frozenset[Point] | None:
        """Return where the first move may be, None for everywhere."""
        if self._restriction is None:
            return None
        named = frozenset(self._restriction.points)
        return named if self._restriction.is_allowed else (
            frozenset(range(len(position.cells))) - named)

    def _evaluation(self, node: Node) -> EngineEvaluation | None:
        """Return what the engine, or without one the record, says of a node."""
        if node.id not in self._known:
            self._known[node.id] = self._searched(self._profile, node) if self._profile \
                else saved_evaluation(node, self._replay.position_at(node))
        return self._known[node.id]

    def _searched(self, profile: EngineProfile, node: Node) -> EngineEvaluation:
        if self._searcher is None:
            self._searcher = Searcher(profile)
        return self._searcher.evaluation(
            engine_game(node, self._replay), self._visits or profile.visits or _VISITS,
            self._seconds, self._restriction)


def _check_seconds(arguments: argparse.Namespace) -> None:
    if not 0 < arguments.seconds < _MOST_SECONDS:
        raise WrongUsageError("--seconds takes more than 0 and less than {most:,}.",
                              most=_MOST_SECONDS)


def judge_asked_for(arguments: argparse.Namespace) -> EngineProfile | None:
    """Return the engine of `--engine`, None if irgo itself is to judge; raises WrongUsageError."""
    try:
        return None if arguments.engine is None else engine_named(arguments.engine)
    except EngineError as error:
        raise WrongUsageError(error.message) from None


def known_judge_asked_for(arguments: argparse.Namespace) -> EngineProfile | None:
    """Return the engine of `--engine` with its kind, for which it may have to be started."""
    profile = judge_asked_for(arguments)
    return None if profile is None else found_out(profile, tell)


def points_asked_for(arguments: argparse.Namespace) -> EngineProfile | None:
    """Return the engine of `--engine` that is to judge in points, None if irgo itself is.

    Raises WrongUsageError for one that is not known, UsageError for one that only plays.
    """
    profile = known_judge_asked_for(arguments)
    if profile is not None:
        check_tells_points(profile)
    return profile


def engine_asked_for(arguments: argparse.Namespace) -> EngineProfile | None:
    """Return the engine of `--engine`, None without one.

    Raises WrongUsageError for one that is not known, UsageError for one that does not speak GTP.
    """
    profile = judge_asked_for(arguments)
    if profile is not None and profile.kind == KIND:
        raise UsageError(
            "{name} analyses whole games in the window; name an engine that speaks GTP.",
            name=profile.name)
    return profile


def _restriction(arguments: argparse.Namespace, tree: GameTree) -> Restriction | None:
    text = arguments.allow or arguments.avoid
    if not text:
        return None
    points = tuple(point_named(name, tree.columns, tree.rows) for name in text.split(","))
    return Restriction(points, bool(arguments.allow))


def _check_playable(restriction: Restriction | None, position: Position) -> None:
    """Raise UsageError where none of the points that are allowed can be played."""
    if restriction is not None and restriction.is_allowed and all(
            why_illegal(position, position.to_play, point) for point in restriction.points):
        raise UsageError("{vertex} cannot be played here; name another move.",
                         vertex=listed(map(position.vertex, restriction.points)))


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
    _check_seconds(arguments)
    game_file, tree = chosen_game(arguments)
    node, replay = chosen_node(arguments, tree), Replay(tree)

    def groups_of(asked: Node) -> Groups:
        return groups_on(replay.position_at(asked), service.result)

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


def await_start(judge: Judge, position: Position) -> None:
    """Wait until an engine answers, so that its start takes nothing of a question's time.

    position -- any of the game. Raises EngineError
    """
    if judge.rank is JudgeTrust.ENGINE:
        judge.appraise([position])


@contextmanager
def time_limit(seconds: float) -> Iterator[CancelFlag]:
    """Give a flag that is raised after some seconds, and when the user stops the program."""
    flag = CancelFlag()
    clock = threading.Timer(seconds, flag.set, [True])
    clock.daemon = True
    clock.start()
    try:
        with raised_by_interrupt(flag):
            yield flag
    finally:
        flag.set(True)
        clock.cancel()
        flag.close()


@contextmanager
def needed_within(seconds: float) -> Iterator[CancelFlag]:
    """Give such a flag for what is of no use half done; raises UsageError where it is called off.
    """
    with time_limit(seconds) as flag:
        try:
            yield flag
        except CalledOffError:
            raise UsageError("{seconds:g} s were not enough; give it more with --seconds.",
                             seconds=seconds) from None


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
    return head_as_json(form, arguments.file, arguments.game, scene.game_file, scene.tree) \
        | node_as_json(scene.tree, scene.node, scene.position)


def line_as_text(line: Sequence[Move], position: Position) -> str:
    """Return moves as `B D4 W E5`."""
    return " ".join(f"{LETTER_OF_COLOUR[colour]} {position.vertex(point)}"
                    for colour, point in line)
