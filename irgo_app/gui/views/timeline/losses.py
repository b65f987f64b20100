"""The moves that lost most: a row each, a click goes there."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame, QLabel, QListWidget, QListWidgetItem, QStackedWidget, QStyle, QStyledItemDelegate,
    QStyleOptionViewItem, QVBoxLayout, QWidget
)

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, PASS
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.timeline import Losses, LostMove
from irgo_app.gui.views.style import RADIUS, SPACE, bold_font, colours_of, small_font
from irgo_app.words import numeral, translated

_LOST = Qt.ItemDataRole.UserRole
_BAR_WIDTH = 90
_STONE = 7
_COLON = re.compile(r"\s*[:：]")
"""Languages of East Asia have a wide one."""


class LossesPanel(QWidget):
    """Follows the list; the row of the current node is the chosen one."""

    def __init__(self, review: Review, losses: Losses) -> None:
        super().__init__()
        self._review, self._losses = review, losses
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(_LossDelegate(self.list))
        self.list.setAccessibleName(translated("Moves that lost most"))
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        self.empty = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop)
        self.empty.setObjectName("small")
        self.empty.setContentsMargins(SPACE // 2, SPACE // 2, SPACE // 2, SPACE // 2)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)
        losses.changed.connect(self.refresh)
        review.node_changed.connect(self._follow)
        self.refresh()

    def refresh(self) -> None:
        """List what is known now."""
        self.list.clear()
        for lost in self._losses.moves:
            item = QListWidgetItem(self._words(lost))
            item.setData(_LOST, lost)
            self.list.addItem(item)
        self._pages.setCurrentWidget(self.list if self.list.count() else self.empty)
        self.empty.setText(self._why_empty())
        self._follow()

    def _why_empty(self) -> str:
        """Return why nothing is listed."""
        if not self._losses.is_complete or not self._review.game.root.children:
            return translated(
                "Open a game, or wait until its maps are computed: the moves that lost "
                "most are listed here. N goes from one to the next.")
        if self._losses.turns:
            return translated("No single move lost much; the story says where the game turned.")
        return translated("No move of this line lost much, as far as irgo can tell.")

    def sizeHint(self) -> QSize:
        return QSize(240, 160)

    def _words(self, lost: LostMove) -> str:
        """Return what a row says, for screen readers and as its tool tip's first line."""
        position = self._review.replay.position_at(lost.node)
        where = translated("pass") if lost.point == PASS else vertex(
            lost.point, position.columns, position.rows)
        return (translated("{0}. Black {1}: −{2}") if lost.colour == BLACK
                else translated("{0}. White {1}: −{2}")).format(
                    lost.number, where, numeral(lost.mistake.points, ".1f"))

    def _go(self, item: QListWidgetItem) -> None:
        lost = item.data(_LOST)
        self._review.go_to(lost.node)

    def _follow(self) -> None:
        node = self._review.node
        rows = [row for row in range(self.list.count())
                if self.list.item(row).data(_LOST).node is node]
        self.list.setCurrentRow(rows[0] if rows else -1)


def without_loss(row: str) -> str:
    """Return what a row says before its loss, which stands beside the bar: `87. Black L6`."""
    return _COLON.split(row)[0]


class _LossDelegate(QStyledItemDelegate):
    """Paints a row: stone, number and point, a bar for the loss, the points, who says so."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of two thirds more than a line."""
        return QSize(200, round(option.fontMetrics.height() * 1.65))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex
    ) -> None:
        widget = self.parent()
        assert isinstance(widget, QListWidget)
        lost, colours = index.data(_LOST), colours_of(widget)
        rect = option.rect.adjusted(1, 1, -1, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QPen(QColor(colours.accent if is_chosen else colours.line)))
            painter.setBrush(QColor(colours.accent_soft if is_chosen else colours.well))
            painter.drawRoundedRect(rect, RADIUS, RADIUS)
        self._paint_stone(painter, rect, lost, colours.faint)
        text = without_loss(index.data(Qt.ItemDataRole.DisplayRole))
        painter.setPen(QColor(colours.text))
        painter.setFont(bold_font(widget) if is_chosen else widget.font())
        middle = Qt.AlignmentFlag.AlignVCenter
        right = rect.right() - SPACE
        painter.drawText(rect.adjusted(3 * SPACE + 4, 0, 0, 0), middle, text)
        painter.setFont(small_font(widget))
        painter.setPen(QColor(colours.faint))
        width_by = painter.fontMetrics().horizontalAdvance(lost.judge)
        painter.drawText(QRect(right - width_by, rect.top(), width_by, rect.height()),
                         middle | Qt.AlignmentFlag.AlignRight, lost.judge)
        painter.setFont(bold_font(widget))
        painter.setPen(QColor(colours.text))
        width = painter.fontMetrics().horizontalAdvance("−00.0")
        end = right - width_by - SPACE
        painter.drawText(QRect(end - width, rect.top(), width, rect.height()),
                         middle | Qt.AlignmentFlag.AlignRight,
                         "−" + numeral(lost.mistake.points, ".1f"))
        self._paint_bar(painter, rect, end - width - SPACE, lost, colours.well, colours.bad)
        painter.restore()

    def _paint_stone(
        self, painter: QPainter, rect: QRect, lost: LostMove, edge: str
    ) -> None:
        painter.setPen(QPen(QColor(edge), 1))
        painter.setBrush(QColor("#1c1d20" if lost.colour == BLACK else "#ffffff"))
        centre = rect.center()
        centre.setX(rect.left() + SPACE + _STONE)
        painter.drawEllipse(centre, _STONE, _STONE)

    def _paint_bar(
        self, painter: QPainter, rect: QRect, right: int, lost: LostMove, well: str, bad: str
    ) -> None:
        """Paint the loss as a share of the largest in the list."""
        widget = self.parent()
        assert isinstance(widget, QListWidget)
        room = right - rect.left() - widget.fontMetrics().horizontalAdvance("000. White Q16") \
            - 5 * SPACE
        wide = min(_BAR_WIDTH, room)
        if wide < 2 * SPACE:
            return
        largest = widget.item(0).data(_LOST).mistake.points
        high = 6
        bar = QRect(right - wide, rect.center().y() - high // 2 + 1, wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(well))
        painter.drawRoundedRect(bar, high / 2, high / 2)
        bar.setWidth(max(high, round(wide * min(1.0, lost.mistake.points / largest))))
        painter.setBrush(QColor(bad))
        painter.drawRoundedRect(bar, high / 2, high / 2)
