"""The estimated score of the current node, in the status line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from irgo_app.gui.models.review import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown
from irgo_app.layers.estimate import Estimate, Score
from irgo_app.service.request import AnyRequest


def _lead_text(lead: float) -> str:
    """Return a lead as results are written: B+3.5, W+2.0, or 0."""
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}" if lead else "0"


class ScoreLabel(QLabel):
    """Shows it once it is known, as the layer `estimate` is set."""

    def __init__(self, review: Review, shown: Shown, service: ServiceBridge) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self.setTextFormat(Qt.TextFormat.PlainText)
        review.node_changed.connect(self.refresh)
        review.tree_changed.connect(lambda change: self.refresh())
        shown.changed.connect(self.refresh)
        service.ready.connect(self._on_ready)
        self.refresh()

    def refresh(self) -> None:
        """Show the estimate of the current node, nothing while it is missing."""
        shown = self._shown.named("estimate")
        result = self._shown.result_for(shown) if shown else None
        self.setText(self._words(result.score) if isinstance(result, Estimate) else "")

    def _words(self, score: Score) -> str:
        said = self.tr("Estimate: {0} ({1} to {2})").format(
            *(_lead_text(lead) for lead in (score.lead, *score.outcome)))
        if score.winrate is None:
            return said
        return said + " · " + self.tr("Black wins {0} %").format(round(100 * score.winrate))

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        shown = self._shown.named("estimate")
        if shown is not None and self._shown.request_for(shown, self._review.node) in ready:
            self.refresh()
