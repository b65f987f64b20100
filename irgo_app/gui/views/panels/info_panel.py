"""The Game info panel: players, komi, result and the rest, editable."""

from __future__ import annotations

from dataclasses import fields, replace

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QFormLayout, QLineEdit, QScrollArea, QWidget

from irgo_app.gui.models.review import Review
from irgo_app.sgf.edits import Change, ChangeKind
from irgo_app.sgf.game_info import GameInfo, game_info, set_game_info

_TITLES = {
    "black": str(QT_TRANSLATE_NOOP("InfoPanel", "Black")),
    "white": str(QT_TRANSLATE_NOOP("InfoPanel", "White")),
    "black_rank": str(QT_TRANSLATE_NOOP("InfoPanel", "Black's rank")),
    "white_rank": str(QT_TRANSLATE_NOOP("InfoPanel", "White's rank")),
    "komi": str(QT_TRANSLATE_NOOP("InfoPanel", "Komi")),
    "handicap": str(QT_TRANSLATE_NOOP("InfoPanel", "Handicap")),
    "result": str(QT_TRANSLATE_NOOP("InfoPanel", "Result")),
    "rules": str(QT_TRANSLATE_NOOP("InfoPanel", "Rules")),
    "date": str(QT_TRANSLATE_NOOP("InfoPanel", "Date")),
    "event": str(QT_TRANSLATE_NOOP("InfoPanel", "Event")),
    "round": str(QT_TRANSLATE_NOOP("InfoPanel", "Round")),
    "place": str(QT_TRANSLATE_NOOP("InfoPanel", "Place")),
    "game_name": str(QT_TRANSLATE_NOOP("InfoPanel", "Name")),
    "comment": str(QT_TRANSLATE_NOOP("InfoPanel", "About the game")),
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
            title = QCoreApplication.translate("InfoPanel", _TITLES[field.name])
            editor = QLineEdit()
            editor.setAccessibleName(title)
            editor.editingFinished.connect(lambda name=field.name: self._commit(name))
            self.editors[field.name] = editor
            form.addRow(title, editor)
        self.setWidget(page)
        self.setWidgetResizable(True)
        # Its lines have the focus, not the page.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
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
