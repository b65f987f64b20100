"""The engine at the window: which one, what it does on a node or a whole line, what engines said.

The engine's callbacks come on its own threads; signals carry them to Qt's. An analysis follows the
node that is shown.
"""

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.engines.engine import Engine, EngineState, Restriction
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KIND, KataGoAnalysis
from irgo_app.engines.profile import (EngineProfile, found_engines, profiles_of_settings,
                                      without_known)
from irgo_app.engines.tracker import EngineGame
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.service_bridge import Mailbox
from irgo_app.gui.models.window import Notices
from irgo_app.judging.engine_record import (SAVED, engine_game, save_evaluations, saved_evaluation,
                                            selected_points)
from irgo_app.settings import Settings
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.words import Message, message, translated


class Evaluations(QObject):
    """The last evaluation of each node.

    noted -- a node that has a new evaluation
    """

    noted = Signal(object)

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self._known: dict[int, EngineEvaluation] = {}
        self._names: dict[int, str] = {}
        self._game: GameTree = review.game
        self.is_hidden = False
        review.game_changed.connect(self._on_game)

    def of(self, node: Node) -> EngineEvaluation | None:
        """Return what an engine said of a node last, None if nobody did or it is hidden."""
        if self.is_hidden:
            return None
        found = self._known.get(node.id)
        if found is None and any(node.says(identifier) for identifier in SAVED):
            found = saved_evaluation(node, self._review.replay.position_at(node))
            if found is not None:
                self._known[node.id] = found
        return found

    def name_of(self, node: Node) -> str:
        """Return who said what is known of a node; of what the record brought nobody knows."""
        return self._names.get(node.id) or translated("the engine of the record")

    def before(self, node: Node) -> EngineEvaluation | None:
        """Return what was said two moves earlier: what the move of a node is held against."""
        grandparent = node.parent.parent if node.parent else None
        return self.of(grandparent) if grandparent else None

    def hide(self, *, is_hidden: bool) -> None:
        """Keep to oneself what engines say, as while the user plays against one; or no longer."""
        if is_hidden != self.is_hidden:
            self.is_hidden = is_hidden
            self.noted.emit(self._review.node)

    def note(
        self, node: Node, found: EngineEvaluation, name: str = "", *, keeps_deeper: bool = False
    ) -> None:
        """Keep an evaluation of a node and tell of it; of a game that was left nothing is kept.

        name -- who said it, "" if that is not known
        keeps_deeper -- leave one that rests on more visits in its place
        """
        if node.tree is not self._game:
            return
        known = self._known.get(node.id)
        if not (keeps_deeper and known is not None and known.visits > found.visits):
            self._known[node.id], self._names[node.id] = found, name
        self.noted.emit(node)

    def _on_game(self) -> None:
        if self._review.game is not self._game:
            self._game = self._review.game
            self._known.clear()
            self._names.clear()


class _MoveAsked(Struct, frozen=True, eq=False):
    """A move that an engine, by its name, was asked for: every question is an object of its own."""

    node: Node
    name: str


class EngineDesk(QObject):
    """Runs at most one engine.

    state -- what the engine does, as far as this thread was told
    guest -- who is used for a while in place of the engine of the settings
    is_lent -- whether a walk through the game has the engine: it follows no node then

    state_changed -- what the engine does is another thing
    engines_changed -- which engines there are; finding them looks through folders
    answered -- a line for the console's log
    search_ended -- a node whose search the engine ended itself, and why if it refused it
    stopped -- the engine was ended by the user
    gave_up -- asked for a move, the engine resigned
    """

    state_changed = Signal()
    engines_changed = Signal()
    answered = Signal(str)
    search_ended = Signal(object, str)
    stopped = Signal()
    gave_up = Signal()
    _state_told = Signal(object, object, object)
    _move_told = Signal(object, str)
    _thought_told = Signal(object, object)

    def __init__(
        self, review: Review, evaluations: Evaluations, notices: Notices, settings: Settings
    ) -> None:
        super().__init__()
        self._review, self._evaluations = review, evaluations
        self._notices, self._settings = notices, settings
        self._engine: Engine | None = None
        self.guest: EngineProfile | None = None
        self.state = EngineState.STOPPED
        self._asked: tuple[Node, EngineGame, Restriction | None] | None = None
        self.is_analyzing = False
        self.is_lent = False
        self._thinking: _MoveAsked | None = None
        self.text = message("No engine is running.")
        self._state_told.connect(self._on_state)
        self._evaluations_told = Mailbox(self)
        self._evaluations_told.arrived.connect(lambda told: self._on_evaluation(*told))
        self._move_told.connect(self._on_move)
        self._thought_told.connect(self._on_thought)
        review.node_changed.connect(self._follow)
        review.tree_changed.connect(lambda change: self._follow())

    @property
    def has_failed(self) -> bool:
        """Return whether the engine has ended for good."""
        return self.state is EngineState.FAILED

    @property
    def ready(self) -> Engine | None:
        """Return the engine once it has said what it is, None before."""
        return self._engine if self.state in (EngineState.READY, EngineState.THINKING) else None

    def profiles(self) -> list[EngineProfile]:
        """Return the engines of the settings, then those found on this machine."""
        own = profiles_of_settings(self._settings.engines)
        return own + without_known(found_engines(), own)

    def batch_profile(self) -> EngineProfile | None:
        """Return the engine for whole games, None where the chosen one reads them itself.

        That is the one of this kind that the user chose, else that of the program chosen. Where
        none was chosen, or what was chosen cannot read games, it is the user's first of this kind.
        """
        own, found = profiles_of_settings(self._settings.engines), found_engines()
        chosen, wanted = self.chosen_profile(), str(self._settings["engine"])
        mine = [profile for profile in own if profile.kind == KIND]
        named = [profile for profile in self.profiles() if profile.name == wanted]
        if named and named[0].kind == KIND:
            return named[0]
        beside = [] if chosen is None else [
            profile for profile in (*own, *(found if chosen in found else ()))
            if profile.kind == KIND and profile.words[0] == chosen.words[0]]
        is_able = self.ready is None or not self.ready.lacks.game
        return next(iter(beside if chosen in named and is_able else (*mine, *beside)), None)

    def chosen_profile(self) -> EngineProfile | None:
        """Return the guest if there is one, else the engine of the settings.

        Without one of them, the first there is.
        """
        if self.guest is not None:
            return self.guest
        known = [profile for profile in self.profiles() if profile.kind != KIND]
        wanted = str(self._settings["engine"])
        return next((profile for profile in known if profile.name == wanted),
                    known[0] if known else None)

    def choose(self, name: str) -> None:
        """Use an engine from now on, as the settings have it now."""
        is_other = name != self._settings["engine"] or self.guest is not None
        if is_other:
            self.guest = None
            self._settings.set("engine", name)
        if is_other or (self._engine is not None and self._engine.profile != self.chosen_profile()):
            was_analyzing = self.is_analyzing
            self.stop()
            if was_analyzing:
                self.toggle()

    def toggle(self) -> None:
        """Begin or end the analysis of the node that is shown."""
        self.is_analyzing = not self.is_analyzing
        self._thinking = None
        if self.is_analyzing:
            self.is_analyzing = self.search(self._review.node, self._restriction())
        elif self.state is EngineState.STARTING:
            # It may go on starting for minutes, and nobody waits for it any more.
            self.stop()
        elif self._engine is not None:
            self._engine.pause()
        self.state_changed.emit()

    def play_move(self) -> None:
        """Have the engine play for the side to move."""
        engine = self._started()
        if engine is None:
            return
        self.is_analyzing = False
        asked = self._thinking = _MoveAsked(self._review.node, engine.profile.name)
        letter = LETTER_OF_COLOUR[self._review.position.to_play]
        engine.genmove(engine_game(asked.node, self._review.replay), letter,
                       lambda answer: self._move_told.emit(asked, answer),
                       lambda found: self._thought_told.emit(asked, found))
        self.state_changed.emit()

    @property
    def thinks_of(self) -> Node | None:
        """Return the node that the engine chooses a move for, None if it does not."""
        return self._thinking.node if self._thinking else None

    def forget_move(self) -> None:
        """Want no move any more that the engine was asked for."""
        if self._thinking is not None:
            self._thinking = None
            if self._engine is not None and not self.has_failed:
                self._engine.pause()
            self.state_changed.emit()

    def ask(self, command: str) -> None:
        """Send a command of the console; the answer comes as `answered`."""
        engine = self._started()
        if engine is not None:
            self.answered.emit(f"> {command}")
            engine.command_later(command, self.answered.emit)

    def stop(self) -> None:
        self.is_analyzing = False
        self._thinking = None
        self.stopped.emit()
        if self._engine is not None:
            engine, self._engine = self._engine, None
            engine.stop()
            self.state = EngineState.STOPPED
            self.text = message("The engine was stopped.")
        self.state_changed.emit()

    def lend(self) -> None:
        """Leave the engine to a walk through the game: it follows no node until `rest`."""
        self.is_analyzing = False
        self._thinking = None
        self.is_lent = True

    def search(self, node: Node, restriction: Restriction | None = None) -> bool:
        """Search a node; False if there is no engine."""
        engine = self._started()
        if engine is not None:
            game = engine_game(node, self._review.replay)
            self._asked = node, game, restriction
            engine.analyze(game, lambda found: self._evaluations_told.put((engine, node, found)),
                           lambda text: self.search_ended.emit(node, text), restriction)
        return engine is not None

    def rest(self) -> None:
        """End the search; the engine is nobody's any more."""
        self.is_lent = False
        if self._engine is not None and not self.has_failed:
            self._engine.pause()
        self.state_changed.emit()

    def take_guest(self, profile: EngineProfile | None) -> None:
        """Use another engine than that of the settings for a while, None to end that."""
        if profile != self.guest:
            self.guest = profile
            self.stop()

    def is_missing(self) -> bool:
        """Return whether there is no engine to start, and tell the user so."""
        is_missing = self._engine is None and self.chosen_profile() is None
        if is_missing:
            self._tell_missing()
        return is_missing

    def _tell_missing(self) -> None:
        batch = self.batch_profile()
        self._notices.tell(translated(
            "There is no engine yet; add one with Engine → Engines …")
            if batch is None else message(
                "{name} reads whole games (Engine → Analyse the whole game …); for the "
                "position on the board add an engine that speaks GTP.", name=batch.name))

    def _started(self) -> Engine | None:
        """Return the engine, started if it is not running; None with a message without one."""
        if self._engine is None or self.has_failed:
            profile = self.chosen_profile()
            if profile is None:
                self._tell_missing()
                return None
            if self._engine is not None:
                self._engine.stop()
            engine = Engine(profile, lambda state, text: self._state_told.emit(engine, state, text))
            self._engine, self.state = engine, EngineState.STARTING
            engine.start()
        return self._engine

    def _restriction(self) -> Restriction | None:
        """Return the points the user wants searched alone, None for all."""
        wanted = self._settings["engine_selected"]
        return selected_points(self._review.node) if wanted else None

    def _follow(self) -> None:
        """Analyse the current node; what is under way goes on where the engine sees the same.

        It sees stones, side, rules, komi and the points it may play on.
        """
        node = self._review.node
        if self.is_analyzing and not self.is_lent and self._asked != (
                node, engine_game(node, self._review.replay), self._restriction()):
            self.is_analyzing = self.search(self._review.node, self._restriction())

    def _on_state(self, engine: Engine, state: EngineState, text: Message) -> None:
        # A last word of an engine that was stopped or replaced meanwhile.
        if engine is not self._engine:
            return
        self.text, self.state = text, state
        if state is EngineState.FAILED:
            self.is_analyzing = False
            self._thinking = None
            self._notices.tell(text)
        self.state_changed.emit()

    def _on_evaluation(self, engine: Engine, node: Node, found: EngineEvaluation) -> None:
        if engine is not self._engine:
            return
        self._evaluations.note(node, found, engine.profile.name, keeps_deeper=self.is_lent)
        # GTP analyses without end: the limit of the profile is kept here.
        visits = engine.profile.visits
        if visits and found.visits >= visits and node is self._review.node and self.is_analyzing:
            engine.pause()

    def _on_thought(self, asked: _MoveAsked, found: EngineEvaluation) -> None:
        if asked is self._thinking:
            self._evaluations.note(asked.node, found, asked.name, keeps_deeper=True)

    def _on_move(self, asked: _MoveAsked, answer: str) -> None:
        review = self._review
        # Something else was wanted, or the user went elsewhere while the engine was thinking.
        if asked is not self._thinking:
            return
        self._thinking = None
        if asked.node is not review.node or not answer:
            if not answer:
                self._notices.tell(self.text)
            self.state_changed.emit()
            return
        if answer.strip().lower() == "resign":
            self.gave_up.emit()
            return
        try:
            point = point_of_vertex(answer, review.position.columns, review.position.rows)
        except (ValueError, EngineError):
            self._notices.tell(translated(
                "The engine answered {0}, which is no move of this board.").format(answer[:20]))
            return
        review.play(point)
        self.state_changed.emit()


class BatchSearch(QObject):
    """One run of the analysis engine; `failed` with a sentence if it ends too soon."""

    failed = Signal(str)
    _told = Signal(object, object, object)
    _engine_failed = Signal(object, str)

    def __init__(self, review: Review, evaluations: Evaluations, notices: Notices) -> None:
        super().__init__()
        self._review, self._evaluations, self._notices = review, evaluations, notices
        self._engine: KataGoAnalysis | None = None
        self._name = ""
        self._told.connect(self._on_told)
        self._engine_failed.connect(self._on_failed)

    def start(self, profile: EngineProfile, nodes: list[Node], visits: int, seconds: float) -> bool:
        """Have nodes searched; False with a message if the engine cannot start."""
        replay = self._review.replay
        try:
            engine = self._engine = KataGoAnalysis(
                profile, lambda text: self._engine_failed.emit(engine, text))
            self._name = profile.name
            for node in nodes:
                engine.ask(engine_game(node, replay), visits, seconds,
                           lambda found, node=node: self._told.emit(engine, node, found))
        except EngineError as error:
            self._notices.tell(error.message)
            self.stop()
            return False
        return True

    def stop(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _on_told(self, engine: object, node: Node, found: EngineEvaluation) -> None:
        if engine is self._engine:
            self._evaluations.note(node, found, self._name, keeps_deeper=True)

    def _on_failed(self, engine: object, text: str) -> None:
        if engine is self._engine:
            self.failed.emit(text)


_USUAL_VISITS: Final = 200


class GameAnalysis(QObject):
    """One walk of the engine through the current line, stopped and carried on at will.

    What it found is written into the record when it ends or is stopped, as one edit; nodes that
    have their visits already are not searched again. KataGo's analysis engine, where there is one,
    gets all nodes at once; any other engine one after another.

    visits, seconds -- how far a node is searched, as `start` was told last
    progress -- nodes done, nodes in all
    """

    progress = Signal(int, int)

    def __init__(
        self, review: Review, desk: EngineDesk, evaluations: Evaluations, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._desk = review, desk
        self._evaluations, self._notices = evaluations, notices
        self._nodes: list[Node] = []
        self._total = 0
        self.visits, self.seconds = _USUAL_VISITS, 0.0
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._on_time)
        self._fresh: list[Node] = []
        self._is_batch = False
        self._batch = BatchSearch(review, evaluations, notices)
        self._batch.failed.connect(self._on_batch_failed)
        evaluations.noted.connect(self._on_evaluated)
        desk.state_changed.connect(self._on_state)
        desk.search_ended.connect(self._on_end)
        desk.stopped.connect(self.stop)
        self._game = review.game
        review.game_changed.connect(self._on_game)

    @property
    def is_running(self) -> bool:
        return bool(self._nodes)

    @property
    def has_found(self) -> bool:
        """Return whether it found what is not written into the record yet."""
        return bool(self._fresh)

    def start(self, visits: int, seconds: float = 0.0) -> None:
        """Search each node of the current line that has fewer visits than wanted.

        visits -- 0 without limit: then each node that was never searched
        seconds -- how long a node is searched, from the engine's first word on; 0 without limit
        """
        self.visits, self.seconds, self._fresh = visits, seconds, []
        line = self._review.game.current_line(self._review.node)
        self._nodes = [node for node in line if self._missing(node)]
        self._total = len(line)
        self._desk.lend()
        self._begin_batch()
        self._next()

    def _begin_batch(self) -> bool:
        """Give all nodes that are left to the engine for whole games; False without one."""
        batch = self._desk.batch_profile()
        self._is_batch = batch is not None and bool(self._nodes) and self._batch.start(
            batch, self._nodes, self.visits, self.seconds)
        return self._is_batch

    def stop(self) -> None:
        """End the walk; what was found is written down."""
        self._clock.stop()
        if self._nodes:
            self._nodes = []
            self._finish()

    def _missing(self, node: Node) -> bool:
        """Return whether a node must be searched; one never searched always must."""
        found = self._evaluations.of(node)
        return found is None or found.visits < self.visits

    def _next(self) -> None:
        """Tell how far it is, and search the next node; who reads whole games has all of them."""
        self._clock.stop()
        self.progress.emit(self._total - len(self._nodes), self._total)
        if not self._nodes:
            self._finish()
        elif not self._is_batch and not self._desk.search(self._nodes[0]):
            self.stop()

    def _on_end(self, node: Node, text: str) -> None:
        """Take the end of a search that the engine ended: at a limit of its own, or refused."""
        if self._is_batch or not self._nodes or node is not self._nodes[0]:
            return
        found = self._evaluations.of(node)
        if found is not None and found.winrate is not None and not text:
            self._accept(node)
            return
        # An engine that cannot leaves it to one of the user's that reads whole games.
        if self._begin_batch():
            return
        self._notices.tell(text or translated(
            "This engine gives no win rate; the analysis of a game needs one that does."))
        self.stop()

    def _on_evaluated(self, node: Node) -> None:
        if self._is_batch:
            if node in self._nodes:
                self._accept(node)
        elif self._nodes and node is self._nodes[0]:
            if self.visits and not self._missing(node):
                self._accept(node)
            elif self.seconds and not self._clock.isActive():
                self._clock.start(round(1000 * self.seconds))

    def _on_time(self) -> None:
        """Take what the engine said of a node when its time is over."""
        if self._nodes and not self._is_batch:
            self._accept(self._nodes[0])

    def _accept(self, node: Node) -> None:
        self._nodes.remove(node)
        self._fresh.append(node)
        self._next()

    def _on_state(self) -> None:
        if self._nodes and self._desk.has_failed:
            self.stop()

    def _on_batch_failed(self, text: str) -> None:
        self._notices.tell(text)
        self.stop()

    def _finish(self) -> None:
        self.progress.emit(self._total, self._total)
        self._batch.stop()
        self._desk.rest()
        review, fresh = self._review, self._fresh
        self._fresh = []
        if not fresh or fresh[0].tree is not review.game:
            return
        here = review.node
        review.apply(save_evaluations([
            (node, review.replay.position_at(node), found) for node in fresh
            if (found := self._evaluations.of(node)) is not None]))
        review.go_to(here)

    def _on_game(self) -> None:
        if self._review.game is not self._game:
            self._game = self._review.game
            self.stop()
