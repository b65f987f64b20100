"""The model of the window: which game and node are shown, with which layers; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.drawables import Diagram, Drawable
from irgo_app.errors import IrgoError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, ruleset_named, why_illegal
from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.line_view import LineView
from irgo_app.gui.models.overlays import overlay_drawables
from irgo_app.gui.models.planner import Planner
from irgo_app.review.diagram import diagram_of, numbers_on_board
from irgo_app.review.open_file import OpenFile
from irgo_app.settings.param import ParamValue
from irgo_app.settings.store import Settings
from irgo_app.sgf.edit_actions import child_with_move, new_game, play_move
from irgo_app.sgf.edits import Change, ChangeKind, Edit, UndoStack
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.reader import GameFile, load_file
from irgo_app.sgf.replay import Replay

JOURNAL_FOLDER: Final = "journals"

if TYPE_CHECKING:
    from irgo_app.gui.models.engine_desk import EngineDesk
    from irgo_app.gui.models.life_desk import LifeDesk
    from irgo_app.gui.models.service_bridge import ServiceBridge
    from irgo_app.layers.layer import Layer
    from irgo_app.layers.results import Result


@dataclass(slots=True)
class ShownLayer:
    """A layer as the user wants to see it; `opacity` is 0 to 1."""

    layer: Layer
    is_on: bool = False
    opacity: float = 1.0
    params: dict[str, ParamValue] = field(default_factory=dict)


class ReviewSession(QObject):
    """Game, current node, undo stack and shown layers; tells the widgets what changed.

    node_left -- the current node is about to be left: write down what is still open
    node_changed -- another node is current
    tree_changed -- a `Change`: the record was edited
    game_changed -- another game is shown
    layers_changed -- another choice of layers, opacities or parameters
    results_arrived -- results were computed in the background
    view_changed -- coordinates, turn of the board, colours
    move_played -- a stone was put on the board, or a pass made; the current node holds it
    engine_changed -- the engine does something else, or said something new of the current node
    message_shown -- a sentence for the user
    """

    node_left = Signal()
    node_changed = Signal()
    tree_changed = Signal(object)
    game_changed = Signal()
    layers_changed = Signal()
    results_arrived = Signal()
    view_changed = Signal()
    move_played = Signal()
    engine_changed = Signal()
    message_shown = Signal(str)
    point_highlighted = Signal(int)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.shown: list[ShownLayer] = []
        self.engine_layers: list[ShownLayer] = []
        self.symmetry = 0
        self.is_raw = False
        self.bridge: ServiceBridge | None = None
        self.desk: EngineDesk | None = None
        self.life: LifeDesk | None = None
        self.engine_drawables: Callable[[], tuple[Drawable, ...]] = lambda: ()
        self.planner = Planner(self)
        self._told_failure: str | None = None
        self._adopt(self._file(GameFile([new_game(19, 19)])), 0)
        self.inquiry = Inquiry(self)
        self.line = LineView(self)

    # Files

    def new_game(self, columns: int, rows: int, properties: Mapping[str, list[str]]) -> None:
        """Show an empty game."""
        self.show_file(self._file(GameFile([new_game(columns, rows, dict(properties))])))

    def open_path(self, path: Path) -> bool:
        """Show the first game of a file; if it cannot be read say so and stay where we are."""
        try:
            game_file = load_file(path)
        except IrgoError as error:
            self.message_shown.emit(str(error))
            return False
        self.open_games(game_file, path)
        return True

    def open_games(self, game_file: GameFile, path: Path | None) -> None:
        """Show the first game of a file that has been read; what was repaired becomes a message."""
        self.show_file(self._file(game_file, path))
        if path is not None:
            self.settings.remember_file(str(path.resolve()))
        found = game_file.diagnostics
        if found:
            more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
            self.message_shown.emit(f"Repaired while reading: {found[0]}{more}")

    def show_file(self, file: OpenFile, index: int = 0) -> None:
        """Show a game of an open file; another file that was open is closed."""
        self.node_left.emit()
        before = self.file
        self._adopt(file, index)
        if before is not file:
            before.close()
        self.game_changed.emit()
        self.node_changed.emit()
        self.planner.plan()

    def save(self, path: Path) -> bool:
        """Write all games of the file; False with a message if that failed."""
        self.node_left.emit()
        try:
            self.file.save(path)
        except IrgoError as error:
            self.message_shown.emit(str(error))
            return False
        self.settings.remember_file(str(path.resolve()))
        self.message_shown.emit(self.tr("Saved {0}.").format(path.name))
        self.view_changed.emit()
        return True

    @property
    def undo_stack(self) -> UndoStack:
        """Return what can be undone and redone in the game shown."""
        return self.file.stack(self.game)

    # Where we are

    def go_to(self, node: Node) -> None:
        """Make a node the current one."""
        if node is self.node:
            return
        self.node_left.emit()
        self._set_node(node)
        self.node_changed.emit()

    @property
    def position(self) -> Position:
        """Return the position of the current node."""
        return self.replay.position_at(self.node)

    # Editing

    def apply(self, edit: Edit | None, initiator: object = None) -> None:
        """Do an edit and tell everybody; None does nothing."""
        if edit is not None:
            self._announce(self.file.apply(self.game, edit), initiator)

    def undo(self) -> None:
        """Take the last edit back."""
        self.node_left.emit()
        self._announce(self.file.undo(self.game))

    def redo(self) -> None:
        """Do the last undone edit again."""
        self._announce(self.file.redo(self.game))

    def play(self, point: Point) -> None:
        """Play for the side to move: follow the move if it is recorded, else add it.

        An illegal move changes nothing and is explained.
        """
        colour = self.position.to_play
        known = child_with_move(self.node, colour, point)
        if known:
            self.go_to(known)
            self.move_played.emit()
            return
        try:
            play(self.position, colour, point, ruleset_named(game_info(self.game).rules))
        except IrgoError as error:
            self.message_shown.emit(str(error))
            return
        self.apply(play_move(self.node, colour, point))
        self.move_played.emit()

    def why_not(self, point: Point) -> str | None:
        """Return why the side to move may not play a point, None if it may."""
        rules = ruleset_named(game_info(self.game).rules)
        return why_illegal(self.position, self.position.to_play, point, rules)

    # Layers

    def connect_service(self, bridge: ServiceBridge, layers: tuple[Layer, ...]) -> None:
        """Start the analysis: from now on maps are computed around the current node."""
        from irgo_app.gui.models.life_desk import (
            LifeDesk,  # It brings numpy, after the first paint.
        )

        self.bridge = bridge
        self.shown = [
            ShownLayer(layer, layer.name == self.settings["start_layer"], 1.0,
                       layer.full_params({}))
            for layer in layers if not layer.uses_engine
        ]
        self.engine_layers = [
            ShownLayer(layer, bool(self.settings[f"engine_{layer.name}"]), 1.0,
                       layer.full_params({}))
            for layer in layers if layer.uses_engine
        ]
        bridge.results_ready.connect(self.results_arrived)
        bridge.failed.connect(self.message_shown)
        bridge.noticed.connect(self.message_shown)
        self.life = LifeDesk(self)
        self.layers_changed.emit()
        self.planner.plan()

    def change_layer(self, index: int, **changes: object) -> None:
        """Change a computed layer by its number; see `change`."""
        if 0 <= index < len(self.shown):
            self.change(self.shown[index], **changes)

    def change(self, shown: ShownLayer, **changes: object) -> None:
        """Change a layer's `is_on`, `opacity` or `params`; an engine's are kept in the settings."""
        for name, value in changes.items():
            setattr(shown, name, value)
        if shown.layer.uses_engine:
            self.settings.set(f"engine_{shown.layer.name}", shown.is_on)
        self.layers_changed.emit()
        self.planner.plan()

    def follow_settings(self) -> None:
        """Show the engine's layers, and what is dead, as the settings say."""
        self.layers_changed.emit()
        self.planner.plan()
        for shown in self.engine_layers:
            is_on = bool(self.settings[f"engine_{shown.layer.name}"])
            if is_on != shown.is_on:
                self.change(shown, is_on=is_on)

    def result_for(self, shown: ShownLayer, node: Node | None = None) -> Result | None:
        """Return a layer's result on a node if it is there already."""
        if shown.layer.uses_engine:
            return self.desk.view.result(shown, node or self.node) if self.desk else None
        return self.bridge.service.cached(self.planner.request(shown, node or self.node)) \
            if self.bridge else None

    def diagram(self) -> Diagram:
        """Return the current node as it should be drawn now, or the line that is shown."""
        line = self.line.diagram()
        if line is not None:
            return line
        position = self.position
        wants_numbers = bool(self.settings["move_numbers"]) and not self.is_raw
        return diagram_of(
            self.node, position, overlay_drawables(self),
            coordinates=CoordinateStyle(str(self.settings["coordinates"])),
            symmetry=self.symmetry, shows_next=bool(self.settings["next_moves"]),
            move_numbers=numbers_on_board(self.node, position) if wants_numbers else None)

    # Inside

    def _file(self, game_file: GameFile, path: Path | None = None) -> OpenFile:
        """Return a file with its crash journal beside the settings."""
        settings_file = self.settings.path
        folder = None if settings_file is None else settings_file.parent / JOURNAL_FOLDER
        return OpenFile(game_file, path, folder)

    def _adopt(self, file: OpenFile, index: int) -> None:
        self.file = file
        self.game: GameTree = file.games[index]
        self.replay = Replay(self.game)
        self.planner.forget()
        self.node: Node = self.game.root

    def _set_node(self, node: Node) -> None:
        self.node = node
        self.game.remember(node)
        self.planner.plan()

    def _announce(self, change: Change | None, initiator: object = None) -> None:
        if change is None:
            return
        failure = self.file.journal_failure
        if failure and failure != self._told_failure:
            self._told_failure = failure
            self.message_shown.emit(failure)
        if ChangeKind.INFO in change.kinds:
            self.planner.forget()
        if change.kinds & {ChangeKind.STONES, ChangeKind.STRUCTURE}:
            for node_id in change.node_ids:
                self.replay.forget(self.game.node_by_id(node_id))
        node = self.game.node_by_id(change.show_id)
        has_moved = node is not self.node
        self._set_node(node)
        self.tree_changed.emit(
            Change(change.kinds, change.node_ids, change.show_id, initiator))
        if has_moved:
            self.node_changed.emit()

    def set_view(self, *, symmetry: int | None = None, is_raw: bool | None = None) -> None:
        """See the board through another view transform (0 to 7), or without overlays."""
        self.symmetry = self.symmetry if symmetry is None else symmetry
        self.is_raw = self.is_raw if is_raw is None else is_raw
        self.view_changed.emit()
