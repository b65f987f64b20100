"""The body of the window: palette, board, strip, timeline, and the right column with its tabs."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAction, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame, QHBoxLayout, QLabel, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget
)

from irgo_app.gui.models.window import WindowLayout
from irgo_app.gui.views.style import text_scale
from irgo_app.gui.views.widgets import ScrollBody, laid_out, tool_button
from irgo_app.gui.views.window.arrangement import (
    GAP, STRIP_HEIGHT, TABS, Arrangement, PanelPlace, arrange, arrange_alone, arrange_study,
    drawers_below
)
from irgo_app.words import noted, translated


class Section(QWidget):
    """Shows a panel under its title; closed it takes no room, and stays closed at the next start.

    It shows itself with `refresh`, once it lies in a column: before it would be a window.
    switch -- the action that opens and closes it, for the View menu
    """

    def __init__(
        self, name: str, title: str, panel: QWidget, layout: WindowLayout, *, is_open: bool = True,
        has_title: bool = True,
    ) -> None:
        super().__init__()
        self._name, self._layout, self._default = name, layout, is_open
        self.panel = panel
        self.switch = QAction(title, self, checkable=True)
        self.switch.triggered.connect(lambda is_on: layout.set_open(name, is_open=is_on))
        column = laid_out(QVBoxLayout(self), margins=0, spacing=2)
        self.heading = QLabel(title, textFormat=Qt.TextFormat.PlainText, objectName="heading")
        if has_title:
            column.addLayout(laid_out(QHBoxLayout(), (self.heading, 1), tool_button(
                "close", translated("Close {0}").format(title), self.close_it)))
        column.addWidget(panel, 1)
        layout.changed.connect(self.refresh)

    @property
    def is_open(self) -> bool:
        """Return whether it is open, be its page in front or not."""
        return self._layout.is_open(self._name, default=self._default)

    def open_it(self) -> None:
        self._layout.set_open(self._name, is_open=True)

    def close_it(self) -> None:
        """Close it; the View menu has it."""
        self._layout.set_open(self._name, is_open=False)

    def refresh(self) -> None:
        """Be as the layout says."""
        self.switch.setChecked(self.is_open)
        self.setVisible(self.is_open)


_TITLES: Final = {
    PanelPlace.STUDY: noted("Study"),
    PanelPlace.GAME: noted("Game"),
    PanelPlace.EXPLAIN: noted("Explain"),
    PanelPlace.ENGINE: noted("Engine"),
}
_NEWS: Final = " •"


class Column(QWidget):
    """Shows one page; a tab with news has a dot until it is looked at."""

    def __init__(self, layout: WindowLayout) -> None:
        super().__init__()
        self._layout = layout
        self.tabs = QTabBar(expanding=True, drawBase=False)
        self.tabs.setObjectName("column_tabs")
        self._stack = QStackedWidget()
        self._pages: dict[PanelPlace, QSplitter] = {}
        for place in TABS:
            page = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
            self._pages[place] = page
            self.tabs.addTab(translated(_TITLES[place]))
            # It scrolls up and down alone: a narrow page is squeezed rather than cut.
            page.setMinimumWidth(1)
            self._stack.addWidget(ScrollBody(page))
        laid_out(QVBoxLayout(self), self.tabs, (self._stack, 1), margins=0)
        self.tabs.currentChanged.connect(self._on_tab)
        layout.was_reset.connect(self._restore)
        self._restore()

    def add(self, place: PanelPlace, section: Section, *, share: int = 1) -> None:
        """Put a panel under those that are on a page already, with its share of the height."""
        page = self._pages[place]
        page.addWidget(section)
        page.setStretchFactor(page.count() - 1, share)
        section.refresh()

    def place_of(self, section: Section) -> PanelPlace:
        """Return the page that a panel lies on."""
        return next(place for place, page in self._pages.items() if page.indexOf(section) >= 0)

    @property
    def place(self) -> PanelPlace:
        return TABS[self.tabs.currentIndex()]

    def show_page(self, place: PanelPlace) -> None:
        self.tabs.setCurrentIndex(TABS.index(place))

    def announce(self, place: PanelPlace) -> None:
        """Put a dot at a tab: there is something new, which need not be looked at now."""
        if place is not self.place:
            title = translated(_TITLES[place])
            self.tabs.setTabText(TABS.index(place), title + _NEWS)

    def _on_tab(self, index: int) -> None:
        place = TABS[index]
        self.tabs.setTabText(index, translated(_TITLES[place]))
        self._stack.setCurrentIndex(index)
        self._layout.texts["tab"] = place.value

    def _restore(self) -> None:
        kept = self._layout.texts.get("tab")
        self.show_page(next((place for place in TABS if place.value == kept), PanelPlace.STUDY))


class Strip(QStackedWidget):
    """Always as high; what is shown last lies on top until it goes.

    steps -- the row of what is there when nothing else is; `add_step` fills it
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(STRIP_HEIGHT)
        self.steps = QWidget()
        self._row = laid_out(QHBoxLayout(self.steps), margins=0, spacing=2)
        self.addWidget(self.steps)
        self._order: list[QWidget] = []

    def add_step(self, widget: QWidget, *, stretch: int = 0) -> None:
        """Put a button or label into the usual row, at its right end."""
        self._row.addWidget(widget, stretch)

    def add_bar(self, bar: QWidget) -> None:
        """Add a bar that can take the place of the steps."""
        self.addWidget(bar)

    def show_bar(self, bar: QWidget, *, is_shown: bool) -> None:
        """Show a bar instead of the steps, or what was there before it again."""
        self._order = [found for found in self._order if found is not bar]
        if is_shown:
            self._order.append(bar)
        self.setCurrentWidget(self._order[-1] if self._order else self.steps)


PALETTE_SIDE, COLUMN_SIDE = "palette_side", "column_side"
"""The names under which the layout keeps whether the sides are open."""
_DRAWER = "_drawer"
_MESSAGE_WIDTH = 620


class Body(QWidget):
    """All that lies between header and status line; only a study moves any part of it.

    panels -- the panels by their names
    rearranged -- another arrangement; also whether the sides are drawers may have changed
    """

    rearranged = Signal()

    def __init__(self, layout: WindowLayout, board: QWidget) -> None:
        super().__init__()
        self._layout = layout
        self.palette_side, self.timeline_place = _holder(self), _holder(self)
        self.column_side = _holder(self)
        self.centre = QStackedWidget(self)
        self.centre.addWidget(board)
        self.strip = Strip()
        self.strip.setParent(self)
        self.column = Column(layout)
        _fill(self.column_side, self.column)
        self._column_grip = _Grip(self, Qt.CursorShape.SplitHCursor)
        self._timeline_grip = _Grip(self, Qt.CursorShape.SplitVCursor)
        self._column_grip.dragged.connect(
            lambda x, y: layout.set_pixels("column_width", self.width() - 2 * GAP - x))
        self._timeline_grip.dragged.connect(
            lambda x, y: layout.set_pixels("timeline_height", self.height() - GAP - y))
        for side in (self.palette_side, self.column_side):
            side.setAutoFillBackground(True)
        self._floating: QWidget | None = None
        self._is_study = self._is_alone = False
        self.panels: dict[str, QWidget] = {}
        self._places: dict[str, PanelPlace | Section] = {}
        self.arrangement = self._arranged()
        layout.changed.connect(self.rearrange)

    @property
    def are_drawers(self) -> bool:
        """Return whether the palette and the column are drawers."""
        return self.arrangement.are_drawers

    def is_side_open(self, name: str) -> bool:
        """Return whether the palette's or the column's side is open; a drawer is closed at first.

        Drawers and sides with a place of their own are remembered apart.
        """
        return self._layout.is_open(self._kept_name(name), default=not self.are_drawers)

    def open_side(self, name: str, *, is_open: bool = True) -> None:
        """Open or close the palette's or the column's side; one drawer closes the other."""
        if is_open and self.are_drawers:
            # Both would cover the board between them.
            other = COLUMN_SIDE if name == PALETTE_SIDE else PALETTE_SIDE
            self._layout.set_open(self._kept_name(other), is_open=False)
        self._layout.set_open(self._kept_name(name), is_open=is_open)

    def put(self, holder: QWidget, widget: QWidget) -> None:
        _fill(holder, widget)

    def add_panel(self, name: str, panel: QWidget, place: PanelPlace) -> None:
        """Add a panel that lies under the board or in the board's own place."""
        self.panels[name], self._places[name] = panel, place
        if place is PanelPlace.TIMELINE:
            _fill(self.timeline_place, panel)
        elif place is PanelPlace.BOARD:
            self.centre.addWidget(panel)

    def add_section(self, name: str, section: Section, place: PanelPlace, share: int) -> None:
        """Add a panel to a page of the column, with its share of the height."""
        self.panels[name], self._places[name] = section.panel, section
        self.column.add(place, section, share=share)

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front: open it, its page, and the drawer that it lies in."""
        place = self._places.get(name)
        if isinstance(place, Section):
            place.open_it()
            self.column.show_page(self.column.place_of(place))
            self.open_side(COLUMN_SIDE)
        elif place is PanelPlace.PALETTE:
            self.open_side(PALETTE_SIDE)
        elif place is PanelPlace.BOARD:
            self.centre.setCurrentWidget(self.panels[name])

    def announce(self, name: str) -> None:
        """Say that a panel of the column has news; what is looked at stays."""
        place = self._places.get(name)
        if isinstance(place, Section):
            self.column.announce(self.column.place_of(place))

    def float_over(self, messages: QWidget) -> None:
        """Let messages float over the foot of the middle, where no stone is covered."""
        messages.setParent(self)
        messages.installEventFilter(self)
        self._floating = messages

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._place_floating()
        return super().eventFilter(watched, event)

    def show_board(self) -> None:
        """Show the board in its place again, whatever was there instead."""
        self.centre.setCurrentIndex(0)

    def make_room(self, *, is_study: bool) -> None:
        """Give the boards of a study all the room there is, or everything its own place again."""
        if is_study != self._is_study:
            self._is_study = is_study
            self.rearrange()

    def show_alone(self, *, is_alone: bool) -> None:
        """Show nothing but what is in the board's place, or everything again."""
        if is_alone != self._is_alone:
            self._is_alone = is_alone
            self.rearrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rearrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "arrangement"):
            self.rearrange()

    def rearrange(self) -> None:
        """Put each part where it belongs."""
        found = self.arrangement = self._arranged()
        self.palette_side.setGeometry(found.palette)
        self.centre.setGeometry(found.board)
        self.strip.setGeometry(found.strip)
        self.timeline_place.setGeometry(found.timeline)
        self.column_side.setGeometry(found.column)
        self.palette_side.setVisible(
            self.is_side_open(PALETTE_SIDE) and not found.palette.isEmpty())
        for part, place in ((self.strip, found.strip), (self.timeline_place, found.timeline)):
            part.setVisible(not place.isEmpty())
        self.column_side.setVisible(self.is_side_open(COLUMN_SIDE) and not found.column.isEmpty())
        self._column_grip.setGeometry(found.column.left() - GAP, 0, GAP, self.height())
        self._column_grip.setVisible(
            not found.are_drawers and not found.column.isEmpty() and self.is_side_open(COLUMN_SIDE))
        self._timeline_grip.setGeometry(
            found.timeline.left(), found.timeline.top() - GAP // 2, found.timeline.width(),
            GAP // 2)
        if found.are_drawers:
            self.palette_side.raise_()
            self.column_side.raise_()
        self._place_floating()
        self.rearranged.emit()

    def _place_floating(self) -> None:
        floating, board = self._floating, self._under_messages()
        if floating is None:
            return
        foot = board if self.arrangement.timeline.isEmpty() else self.arrangement.timeline
        width = min(board.width(), _MESSAGE_WIDTH)
        height = max(floating.heightForWidth(width), floating.minimumSizeHint().height())
        floating.setGeometry(board.center().x() - width // 2, foot.bottom() - height, width, height)
        floating.raise_()

    def _under_messages(self) -> QRect:
        """Return where the board lies, so that the words and buttons beside it stay free."""
        shown = self.centre.currentWidget()
        board = shown.focusProxy() if self._is_alone and shown is not None else None
        return self.arrangement.board if board is None else QRect(
            board.mapTo(self, QPoint()), board.size())

    def _arranged(self) -> Arrangement:
        if self._is_alone:
            return arrange_alone(self.width(), self.height())
        if self._is_study:
            are_drawers = self.width() < drawers_below(text_scale(self))
            return arrange_study(
                self.width(), self.height(), column_width=self._layout.pixels("column_width"),
                has_column=self._layout.is_open(
                    COLUMN_SIDE + _DRAWER * are_drawers, default=not are_drawers),
                text_scale=text_scale(self))
        return arrange(
            self.width(), self.height(), column_width=self._layout.pixels("column_width"),
            timeline_height=self._layout.pixels("timeline_height"),
            has_palette=self._layout.is_open(PALETTE_SIDE, default=True),
            has_column=self._layout.is_open(COLUMN_SIDE, default=True),
            text_scale=text_scale(self))

    def _kept_name(self, name: str) -> str:
        return name + _DRAWER if self.are_drawers else name


class _Grip(QWidget):
    """An empty margin that can be dragged; `dragged` carries where to, in the body's pixels."""

    dragged = Signal(int, int)

    def __init__(self, body: QWidget, cursor: Qt.CursorShape) -> None:
        super().__init__(body)
        self.setCursor(cursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.mapToParent(event.position().toPoint())
        self.dragged.emit(place.x(), place.y())


def _holder(parent: QWidget) -> QFrame:
    holder = QFrame(parent)
    laid_out(QVBoxLayout(holder), margins=0)
    return holder


def _fill(holder: QWidget, widget: QWidget) -> None:
    layout = holder.layout()
    assert layout is not None
    layout.addWidget(widget)
