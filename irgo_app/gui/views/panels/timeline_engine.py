"""What the timeline draws of win rates, an engine's and the reader's, and of an engine's lead."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor

from irgo_app.gui.models.evaluations import Evaluations
from irgo_app.gui.views.panels.timeline_curves import WINRATE
from irgo_app.sgf.game_tree import Node

_LEAD = (40, 110, 210)
_MISSING = float("nan")


class TimelineEngine:
    """Curves on a plot; the win rates' axis, at the right, is shown with them.

    The win rate that irgo's reader expects is dashed. The engine's lead goes with the lead.
    """

    def __init__(self, plot: pg.PlotWidget, evaluations: Evaluations) -> None:
        self._plot, self._evaluations = plot, evaluations
        item = plot.plotItem
        view = self._view = pg.ViewBox(enableMouse=False)
        view.setYRange(0, 100, padding=0.02)
        item.scene().addItem(view)
        self.axis = item.getAxis("right")
        self.axis.linkToView(view)
        view.setXLink(item)
        # None of these joins two moves between which nothing is known.
        self._winrates = pg.PlotCurveItem(
            [], [], pen=pg.mkPen(WINRATE.colour, width=2), connect="finite")
        self._expected = pg.PlotCurveItem(
            [], [], connect="finite",
            pen=pg.mkPen(WINRATE.colour, width=1.5, style=Qt.PenStyle.DashLine))
        self._leads = pg.PlotCurveItem([], [], pen=pg.mkPen(_LEAD, width=2), connect="finite")
        view.addItem(self._winrates)
        view.addItem(self._expected)
        plot.addItem(self._leads)
        item.vb.sigResized.connect(lambda: view.setGeometry(item.vb.sceneBoundingRect()))
        self.show_winrates(is_on=False)

    def show_winrates(self, *, is_on: bool) -> None:
        """Show or hide the win rates with their axis."""
        self._view.setVisible(is_on)
        self._plot.showAxis("right", is_on)
        self._plot.plotItem.getAxis("right").setLabel(
            QCoreApplication.translate("Timeline", "Black wins %") if is_on else None)

    def show_leads(self, *, is_on: bool) -> None:
        """Show or hide the engine's lead."""
        self._leads.setVisible(is_on)

    def draw(
        self, line: Sequence[Node], expected: Sequence[float | None], first: int = 0
    ) -> None:
        """Draw what is known of the nodes of a line.

        expected -- for each node Black's win rate in percent as irgo's reader expects it
        first -- the number of the line's first node
        """
        numbers = list(range(first, first + len(line)))
        found = [self._evaluations.of(node) for node in line]
        winrates = [100 * known.winrate if known and known.winrate is not None else None
                    for known in found]
        leads = [known.score_lead if known else None for known in found]
        for curve, values in ((self._expected, expected), (self._winrates, winrates),
                              (self._leads, leads)):
            curve.setData(numbers, [_MISSING if value is None else value for value in values])

    def recolour(self, text: QColor) -> None:
        """Draw the axis in another colour."""
        self.axis.setPen(text)
        self.axis.setTextPen(text)

    @property
    def winrates(self) -> list[float]:
        """Return the win rates drawn, Black's in percent."""
        return _known(self._winrates)

    @property
    def expected_winrates(self) -> list[float]:
        """Return the win rates of irgo's reader that are drawn, Black's in percent."""
        return _known(self._expected)

    @property
    def leads(self) -> list[float]:
        """Return the score leads drawn, Black's points."""
        return _known(self._leads)


def _known(curve: pg.PlotCurveItem) -> list[float]:
    values = curve.getData()[1]
    return [] if values is None else [value for value in values if value == value]
