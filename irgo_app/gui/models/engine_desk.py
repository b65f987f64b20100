"""The engine at the window: which one, what it does, and what it said of each node.

The engine's callbacks come on its own threads; signals carry them to Qt's. An analysis follows the
node that is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from irgo_app.engines.discovery import found_engines
from irgo_app.engines.engine import Engine, EngineState, Restriction
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KIND
from irgo_app.engines.profile import (
    EngineProfile,
    profiles_of_settings,
    without_known,
)
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.gui.models.candidate_view import CandidateView
from irgo_app.gui.models.chord_player import ChordPlayer
from irgo_app.gui.models.game_analysis import GameAnalysis
from irgo_app.gui.models.mailbox import Mailbox
from irgo_app.review.engine_game import engine_game, selected_points
from irgo_app.review.saved_analysis import SAVED, saved_evaluation
from irgo_app.sgf.edits import Change, ChangeKind
from irgo_app.sgf.game_tree import GameTree, Node

if TYPE_CHECKING:
    from irgo_app.gui.models.session import ReviewSession


class EngineDesk(QObject):
    """Runs at most one engine.

    state_changed -- the engine's state
    engines_changed -- which engines there are; finding them looks through folders
    evaluated -- the current node has a new evaluation, or another line is looked at
    node_evaluated -- some node has a new evaluation
    answered -- a line for the console's log
    """

    state_changed = Signal()
    engines_changed = Signal()
    evaluated = Signal()
    node_evaluated = Signal(object)
    answered = Signal(str)
    _state_told = Signal(object, object, str)
    _end_told = Signal(object, str)
    _move_told = Signal(object, str)

    def __init__(self, session: ReviewSession) -> None:
        super().__init__(session)
        self.session = session
        self._engine: Engine | None = None
        self._state = EngineState.STOPPED
        self._evaluations: dict[int, EngineEvaluation] = {}
        self._game: GameTree = session.game
        self.is_analyzing = False
        self.is_opponent = False
        self._is_playing = False
        self.text = self.tr("No engine is running.")
        self.walk = GameAnalysis(self)
        self.view = CandidateView(self)
        self.chords = ChordPlayer(self)
        self._state_told.connect(self._on_state)
        self._evaluations_told = Mailbox(self)
        self._evaluations_told.arrived.connect(lambda told: self._on_evaluation(*told))
        self._end_told.connect(self.walk.on_end)
        self._move_told.connect(self._on_move)
        session.node_changed.connect(self._follow)
        session.tree_changed.connect(self._on_tree_changed)
        session.game_changed.connect(self._on_game)
        session.desk = self
        session.engine_drawables = self.view.drawables
        self.evaluated.connect(session.results_arrived)
        self.evaluated.connect(session.engine_changed)
        self.state_changed.connect(session.engine_changed)
        session.engine_changed.emit()

    @property
    def state(self) -> EngineState:
        """Return what the engine does, as far as this thread was told."""
        return self._state

    @property
    def commands(self) -> list[str]:
        """Return the commands the engine knows, none while it is not ready."""
        return sorted(self._engine.commands) if self._engine else []

    def profiles(self) -> list[EngineProfile]:
        """Return the engines of the settings, then those found on this machine."""
        own = profiles_of_settings(self.session.settings.engines)
        return own + without_known(found_engines(), own)

    def chosen_profile(self) -> EngineProfile | None:
        """Return the engine of the settings, else the first there is."""
        known = [profile for profile in self.profiles() if profile.kind != KIND]
        wanted = str(self.session.settings["engine"])
        return next((profile for profile in known if profile.name == wanted),
                    known[0] if known else None)

    def choose(self, name: str) -> None:
        """Use another engine from now on."""
        if name != self.session.settings["engine"]:
            self.session.settings.set("engine", name)
            was_analyzing = self.is_analyzing
            self.stop()
            if was_analyzing:
                self.toggle()

    def toggle(self) -> None:
        """Begin or end the analysis of the node that is shown."""
        self.is_analyzing = not self.is_analyzing
        if self.is_analyzing:
            self._analyze()
        elif self._engine is not None:
            self._engine.pause()
        self.state_changed.emit()

    def play_move(self) -> None:
        """Have the engine play for the side to move."""
        engine = self._started()
        if engine is None:
            return
        self.is_analyzing = False
        node = self.session.node
        letter = LETTER_OF_COLOUR[self.session.position.to_play]
        engine.genmove(engine_game(node, self.session.replay), letter,
                       lambda answer: self._move_told.emit(node, answer))

    def ask(self, command: str) -> None:
        """Send a command of the console; the answer comes as `answered`."""
        engine = self._started()
        if engine is not None:
            self.answered.emit(f"> {command}")
            engine.command_later(command, self.answered.emit)

    def stop(self) -> None:
        """End the engine."""
        self.is_analyzing = False
        self.walk.stop()
        if self._engine is not None:
            engine, self._engine = self._engine, None
            engine.stop()
            self._state = EngineState.STOPPED
            self.text = self.tr("The engine was stopped.")
        self.state_changed.emit()

    @property
    def has_failed(self) -> bool:
        """Return whether the engine has ended for good."""
        return self.state is EngineState.FAILED

    def analyze_game(self, visits: int, seconds: float = 0.0) -> None:
        """Begin the analysis of the current line, or stop it; see `GameAnalysis.start`."""
        if self.walk.is_running:
            self.walk.stop()
            return
        self.is_analyzing = False
        self.walk.start(self.session.game.current_line(self.session.node), visits, seconds)

    def search(self, node: Node, restriction: Restriction | None = None) -> bool:
        """Search a node; False if there is no engine."""
        engine = self._started()
        if engine is not None:
            engine.analyze(engine_game(node, self.session.replay),
                           lambda found: self._evaluations_told.put((engine, node, found)),
                           lambda text: self._end_told.emit(node, text), restriction)
        return engine is not None

    def rest(self) -> None:
        """End the search of the walk."""
        if self._engine is not None and not self.has_failed:
            self._engine.pause()
        self.state_changed.emit()

    def set_opponent(self, *, is_on: bool) -> None:
        """Let the engine answer every move the user plays from now on."""
        self.is_opponent = is_on
        self.state_changed.emit()

    def evaluation(self, node: Node | None = None) -> EngineEvaluation | None:
        """Return what the engine said of a node last, in this session or in the record."""
        node = node or self.session.node
        found = self._evaluations.get(node.id)
        if found is None and any(node.says(identifier) for identifier in SAVED):
            found = saved_evaluation(node, self.session.replay.position_at(node))
            if found is not None:
                self._evaluations[node.id] = found
        return found

    def _started(self) -> Engine | None:
        """Return the engine, started if it is not running; None with a message without one."""
        if self._engine is None or self.has_failed:
            profile = self.chosen_profile()
            if profile is None:
                self.session.message_shown.emit(self.tr(
                    "There is no engine yet; add one with Engine → Engines …"))
                return None
            if self._engine is not None:
                self._engine.stop()
            engine = Engine(profile, lambda state, text: self._state_told.emit(
                engine, state, text))
            self._engine, self._state = engine, EngineState.STARTING
            engine.start()
        return self._engine

    def _analyze(self) -> None:
        node = self.session.node
        wanted = self.session.settings["engine_selected"]
        self.is_analyzing = self.search(node, selected_points(node) if wanted else None)

    def note(self, node: Node, found: EngineEvaluation) -> None:
        """Keep an evaluation of a node and tell of it."""
        known = self._evaluations.get(node.id)
        if known is None or known.visits <= found.visits or not self.walk.is_running:
            self._evaluations[node.id] = found
        self.node_evaluated.emit(node)
        if node is self.session.node:
            self.evaluated.emit()

    def _follow(self) -> None:
        self.view.forget()
        if self.is_analyzing:
            self._analyze()

    def _on_tree_changed(self, change: Change) -> None:
        """Analyse what was changed; answer a move that the user has just played."""
        if not self.walk.is_running:
            self._follow()
        node = self.session.node
        was_played = ChangeKind.STRUCTURE in change.kinds and node.move is not None
        is_new = was_played and node.id in change.node_ids and not node.children
        if self.is_opponent and is_new and not self._is_playing:
            self.play_move()

    def _on_game(self) -> None:
        if self.session.game is not self._game:
            self._game = self.session.game
            self._evaluations.clear()
            self.walk.stop()

    def _on_state(self, engine: Engine, state: EngineState, text: str) -> None:
        if engine is not self._engine:
            return
        self.text, self._state = text, state
        if state is EngineState.FAILED:
            self.is_analyzing = False
            self.session.message_shown.emit(text)
        self.state_changed.emit()

    def _on_evaluation(self, engine: Engine, node: Node, found: EngineEvaluation) -> None:
        if engine is not self._engine or node.tree is not self._game:
            return
        self.note(node, found)
        visits = engine.profile.visits
        if visits and found.visits >= visits and node is self.session.node and self.is_analyzing:
            engine.pause()

    def _on_move(self, node: Node, answer: str) -> None:
        session = self.session
        if node is not session.node:
            return
        if answer.strip().lower() == "resign":
            session.message_shown.emit(self.tr("The engine resigns."))
            return
        try:
            point = point_of_vertex(answer, session.position.columns, session.position.rows)
        except (ValueError, EngineError):
            session.message_shown.emit(self.tr(
                "The engine answered {0}, which is no move of this board.").format(answer[:20]))
            return
        self._is_playing = True
        session.play(point)
        self._is_playing = False
