"""Which curves the timeline can draw, from layers and engines, and how they are made readable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pyqtgraph as pg
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QColor

from irgo_app.gui.models.engine.evaluations import Evaluations
from irgo_app.service.figures import Figures
from irgo_app.sgf.game_tree import Node

Colour = tuple[int, int, int]
Run = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class CurveRow:
    """One curve and its chip.

    layer -- whose numbers it is drawn from, whatever lies on the board
    value_of -- what is drawn of them: points, or percent on the axis at the right
    colour -- to be seen on light and on dark ground
    """

    id: str
    title: str
    layer: str
    value_of: Callable[[Figures], float | None]
    colour: Colour
    help: str


LEAD: Final = CurveRow(
    "lead", str(QT_TRANSLATE_NOOP("Timeline", "Lead")), "estimate", lambda found: found.value,
    (120, 100, 140), str(QT_TRANSLATE_NOOP(
        "Timeline", "Who leads by how much, as irgo estimates; pale: where the game may end in "
        "four of five games")))
WINRATE: Final = CurveRow(
    "winrate", str(QT_TRANSLATE_NOOP("Timeline", "Win rate")), "estimate",
    lambda found: None if found.winrate is None else 100 * found.winrate, (40, 140, 75),
    str(QT_TRANSLATE_NOOP(
        "Timeline", "How likely Black wins: dashed by irgo's network, solid by an engine")))
CURVES: Final = (
    LEAD,
    CurveRow("influence", str(QT_TRANSLATE_NOOP("Timeline", "Influence")), "influence.shadow",
             lambda found: found.value, (70, 120, 200), str(QT_TRANSLATE_NOOP(
                 "Timeline", "Black's influence less White's, summed over the board"))),
    CurveRow("territory", str(QT_TRANSLATE_NOOP("Timeline", "Territory")), "territory",
             lambda found: found.value, (190, 105, 40), str(QT_TRANSLATE_NOOP(
                 "Timeline", "Black's secured points less White's"))),
    CurveRow("moyo", str(QT_TRANSLATE_NOOP("Timeline", "Moyo")), "moyo",
             lambda found: found.value, (0, 145, 140), str(QT_TRANSLATE_NOOP(
                 "Timeline", "Black's frameworks less White's, in the points they are worth"))),
    WINRATE,
)


def smoothed(values: Sequence[float | None]) -> list[float | None]:
    """Return each value averaged with the one before: a pair of moves.

    An estimate swings a little with the turn; over a pair both sides have moved once. Where one of
    the two is missing the other stands for both, and a missing value stays missing.
    """
    found: list[float | None] = []
    before: float | None = None
    for value in values:
        found.append(value if value is None or before is None else (before + value) / 2)
        before = value
    return found


def runs(values: Sequence[float | None], first: int = 0) -> list[Run]:
    """Return the stretches of (move, value) between which values are missing.

    first -- the number of the first value's move
    """
    found: list[Run] = []
    is_open = False
    for number, value in enumerate(values, first):
        if value is None:
            is_open = False
            continue
        if not is_open:
            found.append([])
        found[-1].append((float(number), value))
        is_open = True
    return found


def one_side(run: Run, colour: int) -> Run:
    """Return the part of a run on one side of zero, +1 above, and zero elsewhere.

    Where the run crosses zero a place is put in, so that the area ends there.
    """
    found: Run = []
    for place, (x, y) in enumerate(run):
        if place:
            x0, y0 = run[place - 1]
            if y0 * y < 0:
                found.append((x0 + (x - x0) * y0 / (y0 - y), 0.0))
        found.append((x, y if y * colour > 0 else 0.0))
    return found


def stretches(is_missing: Sequence[bool], first: int = 0) -> list[tuple[int, int]]:
    """Return (first move, last move) of each stretch that is missing."""
    found: list[tuple[int, int]] = []
    for number, missing in enumerate(is_missing, first):
        if missing and found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        elif missing:
            found.append((number, number))
    return found


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
