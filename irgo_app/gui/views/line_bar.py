"""A bar in the strip while a line is shown on it: what it shows, step, keep, close."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton

from irgo_app.gui.models.line import ShownLine
from irgo_app.gui.views.tool_button import tool_button


class LineBar(QFrame):
    """Steps through the line that is shown."""

    def __init__(self, view: ShownLine) -> None:
        super().__init__()
        self._view = view
        self.setObjectName("banner")
        self.title = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.place = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.keep = QPushButton(self.tr("Keep as variation"))
        self.keep.setToolTip(self.tr("Put the line into the record; Ctrl+Z takes it out again."))
        self.keep.clicked.connect(view.keep)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 2, 4, 2)
        layout.addWidget(self.title, 1)
        self._steps: list[QToolButton] = []
        for name, words, act in (
            ("first", self.tr("Before the line"), lambda: view.go(0)),
            ("back", self.tr("Back"), lambda: view.go(view.step - 1)),
            ("forward", self.tr("Forward"), lambda: view.go(view.step + 1)),
            ("last", self.tr("To the end of the line"), self._to_end),
        ):
            self._steps.append(tool_button(name, words, act))
            layout.addWidget(self._steps[-1])
        layout.insertWidget(3, self.place)
        layout.addWidget(self.keep)
        layout.addWidget(tool_button("close", self.tr("Close the line"), view.close))
        view.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the line as it is now."""
        line = self._view.line
        if line is None:
            return
        step, last = self._view.step, len(line.moves)
        self.title.setText(line.title)
        self.place.setText(f"{step}/{last}")
        for button, is_on in zip(self._steps, (step, step, step < last, step < last),
                                 strict=True):
            button.setEnabled(bool(is_on))

    def _to_end(self) -> None:
        if self._view.line is not None:
            self._view.go(len(self._view.line.moves))
