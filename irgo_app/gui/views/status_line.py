"""The status line: move, turn, prisoners; and what is being computed, once it lasts."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import NAME_OF_COLOUR
from irgo_app.gui.models.session import ReviewSession

_PATIENCE_MS = 500


def _lead_text(lead: float) -> str:
    """Return a lead as results are written: B+3.5, W+2.0, or 0."""
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}" if lead else "0"


class StatusLine(QStatusBar):
    """Follows the session; `stop_wanted` when the user stops the background work."""

    stop_wanted = Signal()

    def __init__(self, session: ReviewSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._place, self._prisoners, self._score, self._hover = (QLabel() for _ in range(4))
        self._progress = QProgressBar(textVisible=False)
        self._progress.setMaximumWidth(160)
        self._what = QLabel()
        self._stop = QToolButton()
        self._stop.setText(self.tr("Stop"))
        self._stop.clicked.connect(self.stop_wanted)
        self._clock = QElapsedTimer()
        self._is_searching = False
        self.addWidget(self._place)
        self.addWidget(self._prisoners)
        self.addWidget(self._score)
        self.addWidget(self._hover)
        for label in (self._place, self._prisoners, self._score, self._hover, self._what):
            label.setTextFormat(Qt.TextFormat.PlainText)
        for widget in (self._what, self._progress, self._stop):
            self.addPermanentWidget(widget)
            widget.hide()
        session.node_changed.connect(self.refresh)
        session.tree_changed.connect(self.refresh)
        session.results_arrived.connect(self._refresh_score)
        session.layers_changed.connect(self._refresh_score)
        self.refresh()

    def refresh(self) -> None:
        """Show the current node."""
        session, position = self._session, self._session.position
        number = session.game.move_number(session.node)
        move = session.node.move
        place = self.tr("Move {0}").format(number)
        if move:
            where = vertex(move[1], position.columns, position.rows)
            place += f" ({NAME_OF_COLOUR[move[0]]} {where})"
        remark = session.replay.remark(session.node)
        turn = self.tr("{0} to play").format(NAME_OF_COLOUR[position.to_play])
        self._place.setText(f"{place} · {turn}" + (f" · ⚠ {remark}" if remark else ""))
        by_black, by_white = position.captures
        self._prisoners.setText(
            self.tr("Prisoners: Black {0}, White {1}").format(by_black, by_white))

        self._refresh_score()

    def _refresh_score(self) -> None:
        """Show the estimated score of the current node, once it is known."""
        session = self._session
        shown = next((found for found in session.shown if found.layer.name == "estimate"), None)
        result = session.result_for(shown) if shown else None
        score = getattr(result, "score", None)
        self._score.setText("" if score is None else self.tr("Estimate: {0} ({1} to {2})").format(
            *(_lead_text(lead) for lead in (score.lead, *score.range))))

    @property
    def score_text(self) -> str:
        """Return what is shown of the score."""
        return self._score.text()

    def show_hover(self, text: str) -> None:
        """Show what the mouse points at."""
        self._hover.setText(text)

    def show_reading(self, done: int, total: int) -> None:
        """Show how far the reading of a large file is."""
        self._what.setText(self.tr("Reading the file"))
        self._show(done, total)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the background work is, if it has lasted for half a second."""
        if not self._is_searching:
            self._what.setText(self.tr("Computing maps"))
            self._show(done, total)

    def show_search(self, done: int, total: int) -> None:
        """Show how far life and death is; until it ends the maps are provisional."""
        self._is_searching = done < total
        self._what.setText(self.tr("Life and death; the maps are provisional"))
        self._show(done, total)

    def _show(self, done: int, total: int) -> None:
        is_busy = done < total
        if not is_busy:
            self._clock.invalidate()
        elif not self._clock.isValid():
            self._clock.start()
        lasts = is_busy and self._clock.elapsed() > _PATIENCE_MS
        if lasts:
            self._progress.setRange(0, total)
            self._progress.setValue(done)
        for widget in (self._what, self._progress, self._stop):
            widget.setVisible(lasts)
