"""What the timeline draws of win rates, an engine's and the reader's, and of an engine's lead."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor

from irgo_app.gui.models.evaluations import Evaluations
from irgo_app.sgf.game_tree import Node

_WINRATE = (30, 130, 60)
_LEAD = (40, 90, 200)


class TimelineEngine:
    """Curves on a plot; the win rates' axis, at the right, is shown once there is one.

    The win rate that irgo's reader expects is dashed.
    """

    def __init__(self, plot: pg.PlotWidget, text: QColor, evaluations: Evaluations) -> None:
        self._plot, self._evaluations = plot, evaluations
        item = plot.plotItem
        view = self._view = pg.ViewBox(enableMouse=False)
        view.setYRange(0, 100, padding=0.02)
        item.scene().addItem(view)
        axis = item.getAxis("right")
        axis.linkToView(view)
        axis.setLabel(QCoreApplication.translate("Timeline", "Black wins %"))
        axis.setPen(text)
        axis.setTextPen(text)
        view.setXLink(item)
        self._winrates = pg.PlotCurveItem([], [], pen=pg.mkPen(_WINRATE, width=2))
        view.addItem(self._winrates)
        self._expected = pg.PlotCurveItem(
            [], [], pen=pg.mkPen(_WINRATE, width=1.5, style=Qt.PenStyle.DashLine))
        view.addItem(self._expected)
        self._leads = pg.PlotCurveItem([], [], pen=pg.mkPen(_LEAD, width=2))
        plot.addItem(self._leads)
        item.vb.sigResized.connect(lambda: view.setGeometry(item.vb.sceneBoundingRect()))

    def draw(
        self, line: Sequence[Node], expected: Sequence[tuple[int, float]], first: int = 0
    ) -> None:
        """Draw what is known of the nodes of a line.

        expected -- moves and Black's win rates, 0 to 1, as irgo's reader expects them
        first -- the number of the line's first node
        """
        found = [(number, self._evaluations.of(node))
                 for number, node in enumerate(line, first)]
        known = [(number, 100 * evaluation.winrate)
                 for number, evaluation in found
                 if evaluation is not None and evaluation.winrate is not None]
        self._plot.showAxis("right", bool(known or expected))
        self._expected.setData([number for number, _ in expected],
                               [100 * value for _, value in expected])
        self._winrates.setData([number for number, _ in known], [value for _, value in known])
        leads = [(number, evaluation.score_lead) for number, evaluation in found
                 if evaluation is not None and evaluation.score_lead is not None]
        self._leads.setData([number for number, _ in leads], [lead for _, lead in leads])

    @property
    def winrates(self) -> list[float]:
        """Return the win rates drawn, Black's in percent."""
        values = self._winrates.getData()[1]
        return [] if values is None else list(values)

    @property
    def expected_winrates(self) -> list[float]:
        """Return the win rates of irgo's reader that are drawn, Black's in percent."""
        values = self._expected.getData()[1]
        return [] if values is None else list(values)

    @property
    def leads(self) -> list[float]:
        """Return the score leads drawn, Black's points."""
        values = self._leads.getData()[1]
        return [] if values is None else list(values)
