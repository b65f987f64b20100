"""The bar while the position is counted: both sides' points, the result, and what it rests on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy

from irgo_app.go.counting import Count
from irgo_app.go.point import BLACK, Colour
from irgo_app.gui.models.count import Counting
from irgo_app.gui.views.icons import icon_label
from irgo_app.gui.views.style import SPACE
from irgo_app.words import numeral, translated


class CountBar(QFrame):
    """Tells the count as it stands; shown while it goes on."""

    def __init__(self, counting: Counting) -> None:
        super().__init__()
        self._counting = counting
        self.setObjectName("banner")
        self.words = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.result = QLabel()
        self.result.setObjectName("heading")
        self.write = QPushButton(translated("Write down"))
        self.write.setToolTip(translated("Put the result into the game info"))
        self.write.clicked.connect(counting.write_result)
        done = QPushButton(translated("Done"))
        done.setToolTip(translated("Show the game again (Escape)"))
        done.clicked.connect(counting.end)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE, 0, 2, 0)
        row.setSpacing(SPACE)
        row.addWidget(icon_label("count"))
        row.addWidget(self.result)
        row.addWidget(self.words, 1)
        row.addWidget(self.write)
        row.addWidget(done)
        counting.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the count, if there is one."""
        if not self._counting.is_on:
            return
        count = self._counting.count
        self.result.setText(translated("Draw") if not count.lead else count.result)
        black, white = (self._side(count, colour) for colour in (BLACK, -BLACK))
        self.words.setText(translated("{0} · {1} · click dead stones").format(black, white))
        self.words.setToolTip(self.words.text())

    def _side(self, count: Count, colour: Colour) -> str:
        """Return a side's points with what they are made of."""
        side = 0 if colour == BLACK else 1
        territory = len(count.territory[side])
        more = (count.stones if count.counts_area else count.prisoners)[side]
        name = translated("Black") if colour == BLACK else translated("White")
        parts = [str(territory), str(more)]
        if side and count.komi:
            parts.append(numeral(count.komi, "g"))
        if side and count.handicap_points:
            parts.append(str(count.handicap_points))
        return f"{name} {numeral(count.points[side], 'g')} ({' + '.join(parts)})"
