"""What engines said of the nodes of the game, in this session or in the record."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.gui.models.file.review import Review
from irgo_app.judging.engine_record import SAVED, saved_evaluation
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.words import translated


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
