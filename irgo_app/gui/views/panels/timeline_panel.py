"""The Timeline dock: influence, score, territory and moyo over the moves; click to go there."""

from __future__ import annotations

from html import escape

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QMenu

from irgo_app.gui.models.evaluations import Evaluations
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown, ShownLayer
from irgo_app.gui.views.panels.timeline_curves import (
    CURVES,
    CurveRow,
    CurveValues,
    balance,
    expected_winrate,
)
from irgo_app.gui.views.panels.timeline_engine import TimelineEngine
from irgo_app.service.request import AnyRequest
from irgo_app.sgf import navigation
from irgo_app.sgf.game_tree import Node

_REFRESH_MS = 120
_CURRENT = (220, 110, 0)
_MOST_NODES = 2000
"""So many nodes are shown at most: every game, and a stretch of a line built to be endless."""


class TimelinePanel(pg.PlotWidget):  # type: ignore[misc]
    """Curves over the nodes of the current line, as they become known.

    Of a very long line a stretch around the current node is shown.

    The influence balance of the first layer that is on; the rows of CURVES; win rates, the engine's
    and the one to expect; the engine's lead. A right click offers which to show.
    """

    def __init__(
        self, review: Review, shown: Shown, evaluations: Evaluations, service: ServiceBridge
    ) -> None:
        super().__init__()
        self._review, self._shown, self._evaluations = review, shown, evaluations
        self._line: list[Node] = []
        self._first = 0
        """How deep the first node of the line lies: 0 unless only a stretch is shown."""
        self._places: dict[int, int] = {}
        self._balance = CurveValues(balance)
        self._values = {row.id: CurveValues(row.value_of, row.range_of) for row in CURVES}
        self._winrates = CurveValues(expected_winrate)
        self.setAccessibleName(self.tr("Timeline of influence, score, territory and moyo"))
        self.setMinimumHeight(120)
        self._set_up()
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh_timer.timeout.connect(self.refresh)
        service.ready.connect(self._on_ready)
        shown.changed.connect(self._refresh_timer.start)
        evaluations.noted.connect(self._on_noted)
        review.game_changed.connect(self._on_game)
        review.tree_changed.connect(lambda change: self._on_edit())
        review.node_changed.connect(self._on_node)
        self._on_game()

    def _set_up(self) -> None:
        colours = self.palette()
        self.setBackground(colours.color(QPalette.ColorRole.Base))
        text = colours.color(QPalette.ColorRole.Text)
        for side, title in (("left", self.tr("Points")), ("bottom", self.tr("Move"))):
            axis = self.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setPen(text)
            axis.setTextPen(text)
            self.setLabel(side, title)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.addLine(y=0, pen=pg.mkPen(colours.color(QPalette.ColorRole.Mid)))
        fill = QColor(90, 90, 160, 70)
        self._curve = self.plot([], [], pen=pg.mkPen(text, width=1.5), fillLevel=0, brush=fill)
        self._set_up_curves(text)
        self.engine = TimelineEngine(self, text, self._evaluations)
        self._marker = pg.InfiniteLine(0, pen=pg.mkPen(_CURRENT, width=2))
        self.addItem(self._marker)

    def _set_up_curves(self, text: QColor) -> None:
        """Add the rows of CURVES; a band round those that have a range."""
        self._influence_colour = text
        self._curves: dict[str, pg.PlotDataItem] = {}
        self._bands: dict[str, tuple[pg.PlotCurveItem, pg.PlotCurveItem, pg.FillBetweenItem]] = {}
        for row in CURVES:
            style = Qt.PenStyle.DashLine if row.is_dashed else Qt.PenStyle.SolidLine
            self._curves[row.id] = self.plot(
                [], [], pen=pg.mkPen(row.colour, width=2, style=style))
            if row.range_of is not None:
                ends = pg.PlotCurveItem([], []), pg.PlotCurveItem([], [])
                band = pg.FillBetweenItem(*ends, brush=QColor(*row.colour, 45))
                self._bands[row.id] = (*ends, band)
                self.addItem(band)
        self._name_curves()

    def _name_curves(self) -> None:
        """Put the names of the curves shown above the plot, in their colours."""
        names = [(self.tr("Influence"), "━", self._influence_colour.name(), self._curve)] + [
            (QCoreApplication.translate("Timeline", row.title), "╌" if row.is_dashed else "━",
             QColor(*row.colour).name(), self._curves[row.id]) for row in CURVES]
        shown = [f'<span style="color:{colour}">{sign} {escape(title)}</span>'
                 for title, sign, colour, curve in names if curve.isVisible()]
        half = (len(shown) + 1) // 2
        lines = (" &nbsp; ".join(part) for part in (shown[:half], shown[half:]) if part)
        self.setTitle("<br>".join(lines) or None, size="8pt")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer which curves to show."""
        menu = QMenu(self)
        offered = [("influence", self.tr("Influence"), self._curve)] + [
            (row.id, QCoreApplication.translate("Timeline", row.title), self._curves[row.id])
            for row in CURVES]
        for curve_id, title, curve in offered:
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(curve.isVisible())
            action.toggled.connect(
                lambda is_on, curve_id=curve_id: self.show_curve(curve_id, is_on))
        menu.exec(event.globalPos())

    def show_curve(self, curve_id: str, is_on: bool) -> None:
        """Show or hide a curve: `influence` or the id of a row of CURVES."""
        curve = self._curve if curve_id == "influence" else self._curves[curve_id]
        curve.setVisible(is_on)
        for item in self._bands.get(curve_id, ()):
            item.setVisible(is_on)
        self._name_curves()

    def refresh(self) -> None:
        """Draw what is known of the current line."""
        self._collect()
        self.engine.draw(
            self._line, [(entry[0], entry[1]) for entry in self._along(self._winrates)],
            self._first)
        known = self._along(self._balance)
        self._curve.setData([entry[0] for entry in known], [entry[1] for entry in known])
        for row in CURVES:
            self._draw_curve(row)
        last = self._first + len(self._line) - 1
        self.setXRange(self._first, max(10, last), padding=0.02)

    def _along(self, curve: CurveValues) -> list[tuple[int, float, float, float]]:
        """Return move, value and ends of the range for every node shown that has a value."""
        return curve.along(self._line, self._first)

    def _draw_curve(self, row: CurveRow) -> None:
        found = self._along(self._values[row.id])
        numbers, values, lows, highs = ([entry[place] for entry in found] for place in range(4))
        self._curves[row.id].setData(numbers, values)
        if row.id in self._bands:
            low, high, _ = self._bands[row.id]
            low.setData(numbers, lows)
            high.setData(numbers, highs)

    def values(self, curve_id: str) -> list[float]:
        """Return the values drawn of a row of CURVES."""
        values = self._curves[curve_id].getData()[1]
        return [] if values is None else list(values)

    @property
    def balances(self) -> dict[int, float]:
        """Return the balance of each known node, by node id."""
        found = ((node.id, self._balance.at(node)) for node in self._line)
        return {node_id: value for node_id, value in found if value is not None}

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while the dock was hidden."""
        super().showEvent(event)
        self._refresh_timer.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the move under the mouse."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""

    def _go_to(self, place: QPointF) -> None:
        x = self.plotItem.vb.mapSceneToView(place).x()
        index = max(0, min(round(x) - self._first, len(self._line) - 1))
        self._review.go_to(self._line[index])

    def _collect(self) -> None:
        """Take what has become known from the cache."""
        if not self.isVisible():
            return
        self._balance.collect(self._shown, self._balance_layer(), self._line)
        for row in CURVES:
            self._values[row.id].collect(self._shown, self._shown.named(row.layer), self._line)
        self._winrates.collect(self._shown, self._shown.named("estimate"), self._line)

    def _balance_layer(self) -> ShownLayer | None:
        """Return the layer whose balance is drawn: the first that is on, else the first."""
        on = [shown for shown in self._shown.layers if shown.is_on]
        return next(iter(on or self._shown.layers), None)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        curves = (self._balance, self._winrates, *self._values.values())
        if not self._refresh_timer.isActive() and any(
                not curve.missing.isdisjoint(ready) for curve in curves):
            self._refresh_timer.start()

    def _on_noted(self, _node: Node) -> None:
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _on_game(self) -> None:
        for curve in (self._balance, self._winrates, *self._values.values()):
            curve.forget()
        self._on_edit()

    def _on_edit(self) -> None:
        self._line, self._places = [], {}
        self._on_node()

    def _on_node(self) -> None:
        node = self._review.node
        if node.id not in self._places:
            self._first, self._line = navigation.stretch_around(node, _MOST_NODES)
            self._places = {shown.id: place for place, shown in enumerate(self._line)}
            self._refresh_timer.start()
        self._marker.setValue(self._first + self._places[node.id])
