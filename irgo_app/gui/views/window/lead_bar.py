"""The estimated lead of the current node: a bar with its range, and the same in words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from irgo_app.draw.palette import BLACK_STONE, WHITE_STONE
from irgo_app.gui.models.file.review import Review
from irgo_app.gui.models.layers.shown import Shown
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.views.access import let_speak, tell_change
from irgo_app.gui.views.style import colours_of, small_font
from irgo_app.layers.estimate import Estimate, Score
from irgo_app.service.request import AnyRequest
from irgo_app.words import numeral, translated

_BAR_HEIGHT: Final = 14
_HALF_FULL: Final = 20.0
"""The lead in points at which the bar is filled three quarters: it gets slower towards the ends."""


def _lead_text(lead: float) -> str:
    """Return a lead as results are written: B+3.5, W+2.0, or 0."""
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}" if lead else "0"


def share_of(lead: float) -> float:
    """Return how much of the bar is Black's at a lead in points: 0.5 for none, 0 and 1 far off."""
    return 0.5 + 0.5 * lead / (abs(lead) + _HALF_FULL)


class LeadBar(QWidget):
    """Shows it once it is known, as the layer `estimate` is set."""

    def __init__(self, review: Review, shown: Shown, service: ServiceBridge) -> None:
        super().__init__()
        self._review, self._shown = review, shown
        self._score: Score | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        let_speak(self, QAccessible.Role.StaticText, self.text)
        self.setAccessibleName(translated("Lead"))
        review.node_changed.connect(self.refresh)
        review.tree_changed.connect(self.refresh)
        shown.changed.connect(self.refresh)
        service.ready.connect(self._on_ready)
        self.refresh()

    def text(self) -> str:
        """Return the whole estimate in words, "" while it is missing."""
        score = self._score
        if score is None:
            return ""
        said = translated("Estimate: {0} ({1} to {2})").format(
            *(_lead_text(lead) for lead in (score.lead, *score.outcome)))
        if score.winrate is None:
            return said
        return said + " · " + translated("Black wins {0} %").format(round(100 * score.winrate))

    def refresh(self) -> None:
        """Show the estimate of the current node, nothing while it is missing."""
        shown = self._shown.named("estimate")
        result = self._shown.result_for(shown) if shown else None
        self._score = result.score if isinstance(result, Estimate) else None
        self.setToolTip(self.text())
        tell_change(self)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, the range as a ring over it, and the lead below."""
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(1, 4, self.width() - 2, _BAR_HEIGHT)
        whole = QPainterPath()
        whole.addRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.fillPath(whole, QColor(
            *WHITE_STONE) if self._score is not None else QColor(colours.well))
        if self._score is not None:
            self._paint_lead(painter, bar, whole, self._score)
            painter.setFont(small_font(self))
            painter.setPen(QColor(colours.faint))
            painter.drawText(
                QRectF(0, bar.bottom() + 2, self.width(), self.height() - bar.bottom() - 2),
                Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
                self._caption(self._score))
        painter.end()

    def _paint_lead(
        self, painter: QPainter, bar: QRectF, whole: QPainterPath, score: Score
    ) -> None:
        colours = colours_of(self)
        painter.setClipPath(whole)
        blacks = QRectF(bar)
        blacks.setWidth(bar.width() * share_of(score.lead))
        painter.fillRect(blacks, QColor(*BLACK_STONE))
        painter.setPen(QPen(QColor(colours.faint), 1.0))
        painter.drawLine(bar.center().x(), bar.top(), bar.center().x(), bar.bottom())
        painter.setClipping(False)
        painter.setPen(QPen(QColor(colours.faint), 1.0))
        painter.drawPath(whole)
        low, high = (bar.left() + bar.width() * share_of(lead) for lead in score.outcome)
        painter.setPen(QPen(QColor(colours.accent), 1.6))
        ring = QRectF(low, bar.top(), max(high - low, 4.0), _BAR_HEIGHT)
        painter.drawRoundedRect(ring, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)

    def _caption(self, score: Score) -> str:
        """Return the lead with its range and the chance, as far as there is room."""
        lead = self._named(score.lead)
        long = translated("{0}  ({1} … {2})").format(
            lead, *(self._named(end) for end in score.outcome))
        longest = long if score.winrate is None else translated("{0} · Black wins {1} %").format(
            long, round(100 * score.winrate))
        metrics = QFontMetrics(small_font(self))
        return next((words for words in (longest, long)
                     if metrics.horizontalAdvance(words) <= self.width()), lead)

    def _named(self, lead: float) -> str:
        """Return a lead with the name of who has it."""
        if not lead:
            return translated("even")
        return (translated("Black +{0}") if lead > 0 else translated("White +{0}")).format(
            numeral(abs(lead), ".1f"))

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        shown = self._shown.named("estimate")
        if shown is not None and self._shown.request_for(shown, self._review.node) in ready:
            self.refresh()
