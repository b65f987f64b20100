"""The bar while moves are tried: what that is, keep them, throw them away."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy

from irgo_app.gui.models.trial import Trial
from irgo_app.gui.views.icons import icon_label
from irgo_app.gui.views.style import SPACE
from irgo_app.words import counted


class TrialBar(QFrame):
    """Tells how far the trial is; shown while it goes on."""

    def __init__(self, trial: Trial) -> None:
        super().__init__()
        self._trial = trial
        self.setObjectName("banner")
        self.words = QLabel()
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.keep = QPushButton(self.tr("Keep as variation"))
        self.keep.setToolTip(self.tr("Leave the moves in the record and go back (Enter)"))
        self.keep.clicked.connect(trial.keep)
        self.throw_away = QPushButton(self.tr("Throw away"))
        self.throw_away.setToolTip(self.tr("Take the moves back and go back (Escape)"))
        self.throw_away.clicked.connect(trial.throw_away)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE, 0, 2, 0)
        row.setSpacing(SPACE)
        row.addWidget(icon_label("try"))
        row.addWidget(self.words, 1)
        row.addWidget(self.keep)
        row.addWidget(self.throw_away)
        trial.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say how many moves were tried."""
        tried = self._trial.count
        self.keep.setEnabled(bool(tried))
        self.words.setText(
            str(counted("Trying: 1 move", "Trying: {count} moves", tried)) if tried
            else self.tr("Trying: nothing you play is kept."))
