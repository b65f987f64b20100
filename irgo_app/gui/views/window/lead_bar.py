"""The lead of the current node: a bar with its range, who says so, and the same in words."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (QAccessible, QColor, QFontMetrics, QPainter, QPainterPath, QPaintEvent,
                           QPen)
from PySide6.QtWidgets import QSizePolicy, QWidget

from irgo_app.draw.palette import BLACK_STONE, WHITE_STONE
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements, chance_words, judge_words, told_by
from irgo_app.gui.models.study.sentences import lead_words
from irgo_app.gui.views.style import (DARK, colours_of, elided, paint_stone, paint_text, small_font,
                                      smooth_painter)
from irgo_app.gui.views.widgets import let_speak, plain_tip, tell_change
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.judgement_words import is_even
from irgo_app.networks import can_judge, not_judged
from irgo_app.words import numeral, translated

_BAR_HEIGHT: Final = 14
_STONE: Final = 6
"""The radius of the stones that say which end of the bar is whose."""
_BLACK_ON_DARK: Final = 86, 78, 102
"""Black's part in a dark window, where a stone's colour would pass for the bar's empty ground."""
_HALF_FULL: Final = 20.0
"""The lead in points at which the bar is filled three quarters: it gets slower towards the ends."""


def share_of(lead: float) -> float:
    """Return how much of the bar is Black's at a lead in points: 0.5 for none, 0 and 1 far off."""
    return 0.5 + 0.5 * lead / (abs(lead) + _HALF_FULL)


class LeadBar(QWidget):
    """Shows the one judgement of the current node once it is there."""

    def __init__(self, review: Review, judgements: Judgements) -> None:
        super().__init__()
        self._review, self._judgements = review, judgements
        self._shown: object = None
        self._said: Judgement | None = None
        self._others: tuple[Judgement, ...] = ()
        self._confirmed = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        let_speak(self, QAccessible.Role.StaticText, self.text)
        self.setAccessibleName(translated("Lead"))
        for signal in (review.node_changed, review.tree_changed, judgements.changed):
            signal.connect(self.refresh)
        self.refresh()

    def text(self) -> str:
        """Return the whole judgement in words, "" while it is missing."""
        said = self._said
        if said is None:
            return self._why_nothing()
        parts = [translated("Lead: {0}").format(lead_words(said.lead))]
        if said.either is not None:
            parts.append(translated("the game is over, but some lives are open: {0} or {1}").format(
                *(lead_words(end) for end in said.either)))
        elif said.is_counted:
            parts.append(translated("nothing is left to play; dead stones are off and the board "
                                    "is counted"))
        elif said.margin:
            parts.append(translated("in four out of five positions {0} to {1}").format(
                *(lead_words(end) for end in said.range)))
        parts += [chance_words(said), told_by(said)]
        if self._confirmed:
            parts.append(translated(
                "read on to {0} positions, which changed it by less than its margin of error"
            ).format(self._confirmed))
        parts += [f"{told_by(other)}: {lead_words(other.lead)}" for other in self._others]
        return " · ".join(part for part in parts if part)

    def _why_nothing(self) -> str:
        position = self._review.position
        return "" if can_judge(position) else str(not_judged(position))

    def refresh(self) -> None:
        """Show the judgement of the current node, nothing while it is missing."""
        now = (self._judgements.of(), self._judgements.beside(), self._judgements.confirmed(),
               self._why_nothing())
        if now == self._shown:
            return
        self._shown = now
        self._said, self._others, self._confirmed, _ = now
        self.setToolTip(plain_tip(self.text()))
        tell_change(self)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self)
        painter = smooth_painter(self)
        side = 2 * _STONE + 6
        bar = QRectF(side, 4, self.width() - 2 * side, _BAR_HEIGHT)
        for colour, x in ((BLACK, _STONE + 1.5), (WHITE, self.width() - _STONE - 1.5)):
            paint_stone(painter, QPointF(x, bar.center().y()), _STONE, colour, colours)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        whole = QPainterPath()
        whole.addRoundedRect(bar, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.fillPath(whole, QColor(
            *WHITE_STONE) if self._said is not None else QColor(colours.well))
        if self._said is not None:
            self._paint_lead(painter, bar, whole, self._said)
        below = QRectF(0, bar.bottom() + 2, self.width(), self.height() - bar.bottom() - 2)
        caption = self._caption(self._said) if self._said is not None else elided(
            self._why_nothing(), small_font(self), below.width())
        paint_text(painter, below, caption, small_font(self), colours.faint,
                   Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)

    def _paint_lead(
        self, painter: QPainter, bar: QRectF, whole: QPainterPath, said: Judgement
    ) -> None:
        colours = colours_of(self)
        painter.setClipPath(whole)
        blacks = QRectF(bar)
        blacks.setWidth(bar.width() * share_of(said.lead))
        painter.fillRect(blacks, QColor(*(_BLACK_ON_DARK if colours is DARK else BLACK_STONE)))
        painter.setPen(QPen(QColor(colours.faint), 1.0))
        painter.drawLine(bar.center().x(), bar.top(), bar.center().x(), bar.bottom())
        painter.setClipping(False)
        painter.setPen(QPen(QColor(colours.faint), 1.0))
        painter.drawPath(whole)
        low, high = (bar.left() + bar.width() * share_of(lead) for lead in said.range)
        painter.setPen(QPen(QColor(colours.accent), 1.6))
        ring = QRectF(low, bar.top(), max(high - low, 4.0), _BAR_HEIGHT)
        painter.drawRoundedRect(ring, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)

    def _caption(self, said: Judgement) -> str:
        """Return the leader's chance and lead, and by whom, as far as there is room."""
        lead, chance = lead_words(said.lead), chance_words(said)
        by = told_by(said, self._confirmed)
        if said.chance is not None and not is_even(said.lead) \
                and (said.lead > 0) == (said.chance > 0.5):
            # The leader is named once.
            lead = f"+{numeral(abs(said.lead), '.1f')}"
        metrics = QFontMetrics(small_font(self))
        short = " · ".join(part for part in (chance, lead) if part)
        return next((words for words in (
            f"{short} · {by}", f"{short} · {judge_words(said)}", short, chance or lead)
            if metrics.horizontalAdvance(words) <= self.width()), lead)
