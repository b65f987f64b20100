"""The timeline below the board: who leads over the moves; and the list of moves that lost most."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import (QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF,
                            QSize, Qt, QTimer)
from PySide6.QtGui import (QAccessible, QColor, QFontMetrics, QIcon, QPainter, QPen, QResizeEvent,
                           QShowEvent)
from PySide6.QtWidgets import (QFrame, QHBoxLayout, QLabel, QListWidget, QListWidgetItem,
                               QPushButton, QSizePolicy, QStackedWidget, QStyle,
                               QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout)

from irgo_app.draw.palette import Rgb
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.models.file import InSlices, Review
from irgo_app.gui.models.judgement import Judgements, curve_of, judge_words, told_by
from irgo_app.gui.models.layers import LayerState
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.sentences import lead_words
from irgo_app.gui.models.timeline import KnownFigures, LostMove, MistakeList
from irgo_app.gui.models.window import WindowLayout
from irgo_app.gui.views.style import (RADIUS, SPACE, bold_font, clear_pixmap, colours_of, elided,
                                      paint_bar, paint_stone, paint_text, small_font)
from irgo_app.gui.views.timeline_plot import (CURVES, LEAD, OTHER_LEAD, OTHER_WINRATE, WINRATE,
                                              CurveRow, TimelinePlot, marks_of, smoothed, stretches)
from irgo_app.gui.views.widgets import ElidedLabel, laid_out, let_speak, plain_tip, tell_change
from irgo_app.gui.views.window.body import RemarkedPanel
from irgo_app.gui.views.window.header import lead_letters, point_words
from irgo_app.judging.judgement import Judgement, JudgeTrust
from irgo_app.networks import can_judge, not_judged
from irgo_app.service.figures import Figures
from irgo_app.service.request import AnyRequest
from irgo_app.sgf import navigation
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.move_times import clock_words, seconds_of_moves, time_words
from irgo_app.sgf.program_curves import curve_of_program, word_of_program
from irgo_app.words import noted, numeral, translated

_REFRESH_MS: Final = 120
_DASH: Final = QSize(10, 10)
_KEPT: Final = "timeline"
"""The curves shown, by their ids, among what is remembered of the window."""
_NOW_LEAST: Final = 0.35
"""The share of a narrow timeline's width that what is told of the current move keeps."""
_AT_ONCE: Final = 50
"""So many nodes are asked about before something else may be done."""
_MOST_NODES: Final = 2000
"""So many nodes are shown at most: every game, and a stretch of a line built to be endless."""


def _value_words(row: CurveRow, known: Figures | Judgement | None) -> str:
    """Return the value of a curve at a node, by what is known of that; "" where nothing is."""
    if isinstance(known, Judgement):
        return "" if known.chance is None else (
            f"{translated(row.title)} {numeral(100 * known.chance, '.0f')} %")
    value = None if known is None or row.value_of is None else row.value_of(known)
    return "" if value is None else translated(row.said).format(numeral(value, "+.0f"))


def _dash(colour: Rgb) -> QIcon:
    """Return a short line in the colour of a curve, for its chip."""
    pixmap = clear_pixmap(_DASH * 2)
    painter = QPainter(pixmap)
    painter.fillRect(0, _DASH.height() - 3, 2 * _DASH.width(), 6, QColor(*colour))
    painter.end()
    return QIcon(pixmap)


class TimelinePanel(QFrame):
    """Curves over the nodes of the current line, as they become known; of a very long line a
    stretch around the current node.

    At first the lead alone, with its range; a chip switches each of CURVES. What a curve
    shows is always the same layer's, whichever is on the board; the lead is what the header tells.
    """

    def __init__(
        self, review: Review, shown: LayerState, figures: KnownFigures, judgements: Judgements,
        losses: MistakeList, service: ServiceBridge, layout: WindowLayout,
    ) -> None:
        super().__init__()
        self._review, self._figures, self._losses = review, figures, losses
        self._judgements, self._layout = judgements, layout
        self._line: list[Node] = []
        self._timed: tuple[list[Node], list[float | None]] | None = None
        self._first = 0
        """How deep the first node of the line lies: 0 unless only a stretch is shown."""
        self._places: dict[int, int] = {}
        self._known: dict[str, list[Figures | None]] = {
            row.layer: [] for row in CURVES if row.layer}
        self._said: list[Judgement | None] = []
        """What the curve of the lead is drawn from, node by node, by one judge."""
        self._others: list[Judgement | None] = []
        self._missing: set[AnyRequest] = set()
        self.setObjectName("card")
        self.setAccessibleName(translated("Timeline: the lead over the moves"))
        self.plot = TimelinePlot(self._words_of)
        let_speak(self.plot, QAccessible.Role.Slider, lambda: self.now.text())
        self.plot.setAccessibleName(self.accessibleName())
        self.chips = {row.id: self._chip(row) for row in CURVES}
        self.now = ElidedLabel("small")
        self.now.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._follow_font()
        row = laid_out(QHBoxLayout(), *self.chips.values(), (self.now, 1),
                       margins=(SPACE, 4, SPACE, 0), spacing=SPACE // 2)
        laid_out(QVBoxLayout(self), row, (self.plot, 1), margins=(1, 1, 1, 2), spacing=0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._show_chosen()
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh_timer.timeout.connect(self._refresh_soon)
        self._slices = InSlices(self)
        service.ready.connect(self._on_ready)
        for signal in (shown.changed, losses.changed, judgements.changed):
            signal.connect(self._later)
        review.game_changed.connect(self._on_edit)
        review.tree_changed.connect(self._on_edit)
        review.node_changed.connect(self._on_node)
        layout.was_reset.connect(self._show_chosen)
        self.plot.scrubbed.connect(self._go_to)
        self._on_edit()

    def _chip(self, row: CurveRow) -> QPushButton:
        chip = QPushButton(translated(row.title), objectName="chip", checkable=True,
                           toolTip=plain_tip(translated(row.help)),
                           focusPolicy=Qt.FocusPolicy.TabFocus, iconSize=_DASH)
        chip.clicked.connect(lambda is_on, row=row: self.show_curve(row.id, is_on))
        return chip

    def _show_chosen(self) -> None:
        kept = self._layout.texts.get(_KEPT, LEAD.id).split()
        for row in CURVES:
            self._switch(row.id, row.id in kept)

    def show_curve(self, curve_id: str, is_on: bool) -> None:
        self._switch(curve_id, is_on)
        self._layout.texts[_KEPT] = " ".join(
            row.id for row in CURVES if self.chips[row.id].isChecked())
        self.refresh()

    def _switch(self, curve_id: str, is_on: bool) -> None:
        row = next(row for row in CURVES if row.id == curve_id)
        self.chips[curve_id].setChecked(is_on)
        self.chips[curve_id].setIcon(_dash(row.colour) if is_on else QIcon())
        self.plot.show_curve(curve_id, is_on)

    def refresh(self) -> None:
        """Draw what is known of the current line, at once."""
        if self.isVisible():
            self._slices.stop()
            deque(self._collecting(), maxlen=0)
            self._draw()

    def _refresh_soon(self) -> None:
        """Do the same in slices: of a long line there is much to ask for."""
        if self._slices.is_working:
            self._later()
        elif self.isVisible():
            self._slices.begin(self._collecting(), self._draw)

    def _draw(self) -> None:
        values = {row.id: smoothed([row.value_of(found) if found else None
                                    for found in self._known[row.layer]])
                  for row in CURVES if row.value_of is not None}
        for said, lead, chance in ((self._said, LEAD.id, WINRATE.id),
                                   (self._others, OTHER_LEAD, OTHER_WINRATE)):
            values[lead] = [each and self._judgements.on_curve(node, each)
                            for node, each in zip(self._line, said, strict=True)]
            values[chance] = [None if each is None or each.chance is None else 100 * each.chance
                              for each in said]
        program = None if self._judgements.is_hidden or any(self._others) \
            else curve_of_program(self._line)
        if program is not None:
            values[OTHER_LEAD] = [word and word.lead for word in program.words]
            values[OTHER_WINRATE] = [None if word is None or word.chance is None
                                     else 100 * word.chance for word in program.words]
        shown = [row for row in CURVES if self.chips[row.id].isChecked()]
        # The lead of a board that irgo does not judge is not to come.
        is_judged = any(self._said) or can_judge(self._review.position)
        known = [self._known[row.layer] if row.layer else self._said for row in shown
                 if row.layer or is_judged]
        self.plot.missing = stretches([any(found[place] is None for found in known)
                                       for place in range(len(self._line))], self._first)
        self.plot.marks = marks_of(self._line, self._first, self._losses.moves, self._losses.turns)
        self.plot.judge, self.plot.other = (
            next((judge_words(each) for each in said if each), "")
            for said in (self._said, self._others))
        if program is not None:
            self.plot.other = program.name
        self.plot.is_engines = any(each is not None and each.rank is JudgeTrust.ENGINE
                                   for each in self._said)
        self.plot.numbers = self._numbers()
        times = self._times()
        self.plot.times = {} if not any(times) else {
            colour: [seconds if node.move is not None and node.move[0] == colour else None
                     for node, seconds in zip(self._line, times, strict=True)]
            for colour in (BLACK, WHITE)}
        self.plot.draw(self._first, values, [each and each.range for each in self._said])
        self._tell_now()

    def _numbers(self) -> list[int]:
        """Return the numbers of the line's moves as the record counts, if they only grow."""
        game = self._review.game
        printed = list(map(game.printed_number, self._line))
        if len(printed) > 1 and not self._line[0].has_move and self._line[1].has_move:
            # A record may begin at move 51.
            printed[0] = printed[1] - 1
        return printed if printed == sorted(printed) else list(map(game.move_number, self._line))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_chips()

    def _fit_chips(self) -> None:
        """Leave out chips that would take the room of what is told of the current move."""
        room = (1 - _NOW_LEAST) * self.width()
        for chip in self.chips.values():
            room -= chip.sizeHint().width() + SPACE // 2
            chip.setVisible(room >= 0 or chip.isChecked())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "plot"):
            # Qt gives what has a style of its own the letters it had before, after this event.
            QTimer.singleShot(0, self, self._follow_font)

    def _follow_font(self) -> None:
        for widget in (*self.chips.values(), self.now):
            widget.setFont(small_font(self))
        if self.layout() is not None:
            self._fit_chips()

    def _collecting(self) -> Iterator[None]:
        """Take what has become known, some nodes a step; note what is missing."""
        self._missing = set()
        judged = list[dict[str, Judgement]]()
        for place, node in enumerate(self._line):
            judged.append(self._judgements.known(node))
            if place % _AT_ONCE == 0:
                yield
        self._said, self._others = curve_of(judged)
        for layer, known in self._known.items():
            for place, node in enumerate(self._line):
                found = known[place] = self._figures.of(layer, node)
                if found is None:
                    self._missing.update(self._figures.requests(layer, node))
                if place % _AT_ONCE == 0:
                    yield

    def _go_to(self, number: int) -> None:
        index = max(0, min(number - self._first, len(self._line) - 1))
        if self._line[index] is not self._review.node:
            self._review.go_to(self._line[index])

    def _words_of(self, number: int) -> str:
        """Return what is known of a move: the lead, its range, its signs."""
        place = number - self._first
        if not 0 <= place < len(self._line):
            return ""
        parts = [_move_words(self._review, self._line[place]), self._lead_words(place)]
        parts += [_value_words(row, self._said[place] if row.value_of is None
                               else self._known[row.layer][place])
                  for row in CURVES if row is not LEAD and self.chips[row.id].isChecked()]
        if (seconds := self._times()[place]) is not None:
            parts.append(time_words(seconds))
        parts += self._program_words(place)
        parts += [mark.text for mark in self.plot.marks if mark.number == number]
        return " · ".join(part for part in parts if part)

    def _times(self) -> list[float | None]:
        """Return how long each move of the line took, as far as the record tells."""
        if self._timed is None or self._timed[0] is not self._line \
                or len(self._timed[1]) != len(self._line):
            self._timed = self._line, seconds_of_moves(self._line)
        return self._timed[1]

    def _program_words(self, place: int) -> list[str]:
        """Return what the program that wrote the record says of a move's node."""
        word = word_of_program(self._line[place])
        if word is None or self._judgements.is_hidden:
            return []
        name = self.plot.other
        return [f"{name}: {lead_words(word.lead)}"] if word.lead is not None else [
            f"{name}: " + translated("Black {0} %").format(round(100 * (word.chance or 0.0)))]

    def _shorter_words(self, number: int) -> tuple[str, ...]:
        place = number - self._first
        said = self._said[place] if 0 <= place < len(self._said) else None
        lead = [] if said is None else [lead_words(said.lead)]
        signs = [mark.text for mark in self.plot.marks if mark.number == number and mark.text]
        whole = [_move_words(self._review, self._line[place]), *lead, *signs]
        return tuple(" · ".join(parts) for parts in (
            whole, [*lead, *signs], signs or lead,
            [] if said is None else [lead_letters(round(said.lead, 1))]))

    def _lead_words(self, place: int) -> str:
        """Return who leads, as the header tells it, by whom; and what another judge says."""
        said = self._said[place] if place < len(self._said) else None
        if said is None:
            return translated("hidden while you play") if self._judgements.is_hidden \
                else translated("not computed yet")
        other = self._others[place]
        confirmed = self._judgements.confirmed(self._line[place])
        parts = [f"{lead_words(said.lead)} ({told_by(said, confirmed)})"]
        if other is not None:
            parts.append(f"{lead_words(other.lead)} ({told_by(other)})")
        return " · ".join(parts)

    def _tell_now(self) -> None:
        place = self._places.get(self._review.node.id)
        number = None if place is None else self._first + place
        self.now.shorter = () if number is None else self._shorter_words(number)
        self.now.setText("" if number is None else self._words_of(number))
        self.now.setToolTip(plain_tip(self.now.text()))
        tell_change(self.plot)

    def _on_ready(self, ready: frozenset[AnyRequest]) -> None:
        if not self._missing.isdisjoint(ready):
            self._later()

    def _later(self) -> None:
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _on_edit(self) -> None:
        self._line, self._places = [], {}
        self._on_node()

    def _on_node(self) -> None:
        node = self._review.node
        place = self._places.get(node.id)
        following = self._line[place + 1:place + 2] if place is not None else []
        # At a fork another of its lines may be the way from now on.
        if place is None or (following and following[0] is not
                             self._review.game.child_on_path(node)):
            self._slices.stop()
            self._first, self._line = navigation.stretch_around(node, _MOST_NODES)
            self._places = {shown.id: place for place, shown in enumerate(self._line)}
            for known in self._known.values():
                known[:] = [None] * len(self._line)
            self._said[:] = self._others[:] = [None] * len(self._line)
            self._later()
        self.plot.mark_move(self._first + self._places[node.id])
        self._tell_now()


def _move_words(review: Review, node: Node) -> str:
    """Return the number of a node's move as the header has it: one that only sets up has none."""
    return translated("Move {0}").format(review.game.printed_number(node))


_ROWS = {BLACK: noted("{0}. Black {1}: −{2}"), WHITE: noted("{0}. White {1}: −{2}")}
_LOST = Qt.ItemDataRole.UserRole
_BAR_WIDTH, _BAR_HEIGHT = 90, 6
_STONE = 7
_ROWS_SEEN, _ROWS_LEAST, _ROW_LINES = 10, 6, 1.65
"""Rows of the list of mistakes that have room, and at least; a row in heights of text."""
_COLON = re.compile(r"\s*[:：]")
"""Languages of East Asia have a wide one."""


class LossesPanel(RemarkedPanel):
    """Follows the list; the row of the current node is the chosen one."""

    def __init__(self, review: Review, losses: MistakeList) -> None:
        super().__init__()
        self._review, self._losses = review, losses
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(_LossDelegate(self.list))
        self.list.setAccessibleName(translated("Moves that lost most"))
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        self.empty = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop, objectName="small")
        self.empty.setContentsMargins(SPACE // 2, SPACE // 2, SPACE // 2, SPACE // 2)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.empty)
        self.remark.setToolTip(plain_tip(translated(
            "The story of the game reads further, and names only what holds then.")))
        laid_out(QVBoxLayout(self), self._pages, margins=0)
        losses.changed.connect(self.refresh)
        review.node_changed.connect(self._follow)
        self.refresh()

    def refresh(self) -> None:
        self.list.clear()
        for lost in self._losses.moves:
            item = QListWidgetItem(self._words(lost))
            item.setData(_LOST, lost)
            self.list.addItem(item)
        self._pages.setCurrentWidget(self.list if self.list.count() else self.empty)
        self.empty.setText(self._why_empty())
        self.remark.setText(
            translated("at a first look") if self._losses.is_first_look else "")
        self._follow()

    def _why_empty(self) -> str:
        if not self._review.game.root.children:
            return translated("Open a game: the moves that lost most are listed here. N goes from "
                              "one to the next.")
        if not self._losses.is_judged:
            return str(not_judged(self._review.position))
        if not self._losses.is_firm:
            return translated("The game is being read. The moves that lost most are listed here "
                              "once that is sure.")
        if self._losses.turns:
            return translated("No single move lost much; the story says where the game turned.")
        return translated("No move of this line lost much, as far as irgo can tell.")

    def sizeHint(self) -> QSize:
        return QSize(240, _ROWS_SEEN * self._row_height())

    def minimumSizeHint(self) -> QSize:
        """Keep room for some rows beside the tree and the comment."""
        return QSize(160, _ROWS_LEAST * self._row_height())

    def _row_height(self) -> int:
        return round(self.list.fontMetrics().height() * _ROW_LINES)

    def _words(self, lost: LostMove) -> str:
        """Return what a row says, for screen readers and as its tool tip's first line."""
        where = point_words(lost.point, lost.node.tree)
        words = translated(_ROWS[lost.colour]).format(
            lost.number, where, numeral(lost.mistake.points, ".1f"))
        return words if lost.seconds is None else f"{words} · {time_words(lost.seconds)}"

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
        return QSize(200, round(option.fontMetrics.height() * _ROW_LINES))

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
        paint_stone(painter, QPointF(rect.left() + SPACE + _STONE, rect.center().y()), _STONE,
                    lost.colour, colours)
        bold, small = bold_font(widget), small_font(widget)
        words = without_loss(index.data(Qt.ItemDataRole.DisplayRole))
        left = rect.left() + 3 * SPACE + 4
        right = rect.right() - SPACE
        columns = [(lost.judge, lost.judge, small, colours.faint),
                   ("−" + numeral(lost.mistake.points, ".1f"), "−00.0", bold, colours.text)]
        if any(widget.item(row).data(_LOST).seconds is not None for row in range(widget.count())):
            took = "" if lost.seconds is None else clock_words(lost.seconds)
            columns.append((took, "00:00", small, colours.faint))
        for text, widest, font, colour in columns:
            width = QFontMetrics(font).horizontalAdvance(widest)
            paint_text(painter, QRect(right - width, rect.top(), width, rect.height()), text, font,
                       colour, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
            right -= width + SPACE
        # The loss as a share of the largest in the list.
        metrics = QFontMetrics(bold)
        wide = min(_BAR_WIDTH, right - left - SPACE - max(map(
            metrics.horizontalAdvance, (words, *_longest_words()))))
        if wide >= 2 * SPACE:
            largest = widget.item(0).data(_LOST).mistake.points
            full = round(wide * min(1.0, lost.mistake.points / largest))
            bar = QRectF(right - wide, rect.center().y() - _BAR_HEIGHT // 2 + 1, wide, _BAR_HEIGHT)
            paint_bar(painter, bar, full / wide, colours.well, colours.bad)
            right -= wide + SPACE
        font = bold if is_chosen else widget.font()
        paint_text(painter, QRect(left, rect.top(), right - left, rect.height()),
                   elided(words, font, right - left), font, colours.text)
        painter.restore()


def _longest_words() -> list[str]:
    """Return what stands before the bars of usual rows, so that all bars begin at one place."""
    return [without_loss(translated(row).format("000", "Q16", "")) for row in _ROWS.values()]
