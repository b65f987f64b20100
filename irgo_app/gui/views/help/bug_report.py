"""Help with reporting a bug: what to write, and what irgo says of this machine, to be copied."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget
)

from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import fit_screen
from irgo_app.service.processes import KernelRequest
from irgo_app.service.request import AnyRequest, KernelState, Urgency
from irgo_app.words import translated

_USUAL = QSize(680, 620)
_numbers = count(1)


class BugReport(QDialog):
    """Shows the diagnosis, at once without the kernels, and with them when a worker has answered.

    diagnosis -- returns the text for what is known of the kernels, None for nothing yet
    show_page -- opens the manual's page about reports
    """

    def __init__(
        self, service: ServiceBridge, diagnosis: Callable[[KernelState | None], str],
        show_page: Callable[[], None], parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Report a bug"))
        self.setModal(False)
        self._service, self._diagnosis = service, diagnosis
        self._request = KernelRequest(next(_numbers))
        words = QLabel(translated(
            "Write what you did, what you expected, and what you saw instead; add the game if it "
            "needs one. Put the text below under it: it says what irgo runs on. It holds no names, "
            "no paths and nothing from your games, and irgo sends nothing by itself."))
        words.setWordWrap(True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        self.text = QPlainTextEdit(readOnly=True)
        even = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        even.setPointSizeF(self.font().pointSizeF())
        self.text.setFont(even)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(translated("What irgo says about this machine"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(
            translated("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._copy)
        more = buttons.addButton(
            translated("What to write"), QDialogButtonBox.ButtonRole.HelpRole)
        more.clicked.connect(show_page)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[2 * SPACE] * 4)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(words)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)
        fit_screen(self, _USUAL)
        self.text.setPlainText(diagnosis(None))
        service.ready.connect(self._on_ready)
        service.want([self._request], Urgency.VISIBLE)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(translated("Copied"))

    def _on_ready(self, requests: frozenset[AnyRequest]) -> None:
        if self._request in requests:
            self.text.setPlainText(self._diagnosis(self._service.cached(self._request)))
