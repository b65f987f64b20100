"""The Game info dock: players, komi, result and the rest, editable."""

from __future__ import annotations

from dataclasses import fields, replace

from PySide6.QtWidgets import QFormLayout, QLineEdit, QScrollArea, QWidget

from irgo_app.gui.models.review import Review
from irgo_app.sgf.edits import Change, ChangeKind
from irgo_app.sgf.game_info import GameInfo, game_info, set_game_info

_TITLES = {
    "black": "Black", "white": "White", "black_rank": "Black's rank", "white_rank": "White's rank",
    "komi": "Komi", "handicap": "Handicap", "result": "Result", "rules": "Rules", "date": "Date",
    "event": "Event", "round": "Round", "place": "Place", "game_name": "Name",
    "comment": "About the game",
}


class InfoPanel(QScrollArea):
    """A line a property; a changed line is one edit when it is left."""

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self.editors: dict[str, QLineEdit] = {}
        page = QWidget()
        form = QFormLayout(page)
        for field in fields(GameInfo):
            editor = QLineEdit()
            editor.setAccessibleName(_TITLES[field.name])
            editor.editingFinished.connect(lambda name=field.name: self._commit(name))
            self.editors[field.name] = editor
            form.addRow(self.tr(_TITLES[field.name]), editor)
        self.setWidget(page)
        self.setWidgetResizable(True)
        review.game_changed.connect(self.refresh)
        review.tree_changed.connect(self._on_tree_changed)
        self.refresh()

    def refresh(self) -> None:
        """Show the game's info."""
        info = game_info(self._review.game)
        for name, editor in self.editors.items():
            editor.setText(getattr(info, name))
            editor.setCursorPosition(0)

    def _commit(self, name: str) -> None:
        info = game_info(self._review.game)
        edit = set_game_info(
            self._review.game, replace(info, **{name: self.editors[name].text().strip()}))
        self._review.apply(edit, initiator=self)

    def _on_tree_changed(self, change: Change) -> None:
        if change.initiator is not self and ChangeKind.INFO in change.kinds:
            self.refresh()
