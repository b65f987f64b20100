"""The body of the window: where each part lies, by its size and the user's choice; its column."""

from enum import Enum
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (QAbstractButton, QFrame, QHBoxLayout, QLabel, QSplitter,
                               QStackedWidget, QTabBar, QVBoxLayout, QWidget)

from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.gui.views.style import SPACE, text_scale
from irgo_app.gui.views.widgets import ElidedLabel, ScrollBody, laid_out, tool_button, turn_to
from irgo_app.words import noted, translated


class PanelPlace(Enum):
    """Where a panel lies; the value is its name in the saved layout.

    PALETTE -- at the left; HEAD -- above everything; LAYERS -- over the board; TIMELINE -- under
    it; BOARD -- in the board's own place, shown instead of it; the others are the tabs of the right
    column
    """

    PALETTE = "palette"
    HEAD = "head"
    LAYERS = "layers"
    TIMELINE = "timeline"
    BOARD = "board"
    STORY = "story"
    STUDY = "study"
    GAME = "game"
    EXPLAIN = "explain"
    ENGINE = "engine"


TABS = (PanelPlace.STORY, PanelPlace.STUDY, PanelPlace.GAME, PanelPlace.EXPLAIN, PanelPlace.ENGINE)


GAP: Final = 10
"""Pixels between two parts."""
PALETTE_WIDTH: Final = 272
DRAWER_WIDTH: Final = 192
"""The palette's as a drawer, and in a small window: two small boards in a row instead of three."""
_WIDE: Final = 1280
COLUMN_LEAST: Final = 356
COLUMN_MOST: Final = 640
_COLUMN_SHARE: Final = 0.45
"""Of a large window the column takes so much: the boards of its open card grow with it."""
HEAD_HEIGHT: Final = 26
"""Of the line that tells how the game went."""
LAYERS_HEIGHT: Final = 28
STRIP_HEIGHT: Final = 36
_STRIP_LEAST: Final = 470
"""The strip is rather wider than a small board than that its buttons lie on each other."""
TIMELINE_LEAST: Final = 60
TIMELINE_USUAL: Final = 140
_TIMELINE_SMALL: Final = 84
"""The height of the timeline where the window is low, unless the user chose another."""
_LOW: Final = 680
DRAWERS_BELOW: Final = 860
"""Windows narrower than this have the palette and the column as drawers."""
_BOARD_LEAST: Final = 240
_NARROWEST_DRAWER: Final = 240
"""The column is rather so narrow than over the board."""
_LOWEST_DRAWER: Final = 300
"""A drawer that would be lower lies over strip and timeline as well."""
_FOOT_LEAST: Final = 400
"""Strip and timeline are rather this wide, and partly covered, than beside a drawer."""
_STUDY_WORDS: Final = 200
"""The height of what stands above and below the two boards of a study."""


class Arrangement(Struct, frozen=True):
    """The rectangles of the parts inside the window's body, in logical pixels.

    A part that is not there has an empty one.

    are_drawers -- whether palette and column lie over the margins while they are open, and take no
    room of their own
    do_cover -- whether one of them lies over something else then
    """

    head: QRect
    palette: QRect
    layers: QRect
    board: QRect
    strip: QRect
    timeline: QRect
    column: QRect
    are_drawers: bool
    do_cover: bool = False


def drawers_below(text_scale: float) -> float:
    """Return in windows less wide than what the sides are drawers.

    Large letters make the sides wider; the board gives half of that before they become drawers.
    """
    return DRAWERS_BELOW * (1 + text_scale) / 2


def arrange(
    width: int, height: int, *, column_width: int = 0, timeline_height: int = 0,
    has_palette: bool = True, has_column: bool = True, text_scale: float = 1.0,
) -> Arrangement:
    """Return where everything lies in a body of width x height.

    The board is as large as it can be. What lies in it, and which message or study is open, is no
    part of the question: therefore the board stays where it is.

    column_width, timeline_height -- as the user dragged them, 0 for as it comes
    has_palette, has_column -- whether they are open; as drawers they take no room, but where they
    do not fit into the margins the board moves over for the one that is open, and what lies below
    the board leaves room for one that is as high as the window
    text_scale -- how much larger than usual the letters are: the sides grow with them
    """
    are_drawers = width < drawers_below(text_scale)
    usual = TIMELINE_USUAL if height >= _LOW else round(_TIMELINE_SMALL * text_scale)
    below = max(TIMELINE_LEAST, min(timeline_height or usual, height // 3))
    head, row = (round(each * text_scale) for each in (HEAD_HEIGHT, LAYERS_HEIGHT))
    board_height = max(
        _BOARD_LEAST, height - head - row - STRIP_HEIGHT - below - 2 * GAP)
    if are_drawers:
        return _with_drawers(
            width, height, board_height, below, column_width, text_scale,
            has_palette=has_palette, has_column=has_column)
    palette = round((PALETTE_WIDTH if width >= _WIDE else DRAWER_WIDTH) * text_scale)
    least = round(COLUMN_LEAST * text_scale)
    left = GAP + (palette + GAP if has_palette else 0)
    free = width - left - GAP
    column = 0
    if has_column:
        most = max(COLUMN_MOST, round(_COLUMN_SHARE * width))
        wanted = column_width or min(
            most, free - GAP - max(board_height, round(_STRIP_LEAST * text_scale)))
        column = max(least, min(wanted, free - GAP - _BOARD_LEAST))
        free -= column + GAP
    # A tall window has room left under a board that is as wide as it can be.
    spare = max(0, board_height - free)
    below, board_height = below + min(spare, TIMELINE_USUAL // 2), board_height - spare
    top = head + row + GAP // 2
    after = top + board_height + GAP // 2
    return Arrangement(
        QRect(GAP, 0, width - 2 * GAP, head), QRect(GAP, head, palette, height - head),
        QRect(left, head, free, row),
        QRect(left, top, free, board_height), QRect(left, after, free, STRIP_HEIGHT),
        QRect(left, after + STRIP_HEIGHT, free, min(below, height - after - STRIP_HEIGHT - GAP)),
        QRect(width - GAP - column, head, column, height - head), are_drawers=False)


def arrange_study(
    width: int, height: int, *, column_width: int = 0, has_column: bool = True,
    text_scale: float = 1.0,
) -> Arrangement:
    """Return where everything lies while the two boards of a study are in the board's place.

    They take all there is: palette and strip give way, the column keeps what it needs, and the
    timeline has what is left where the boards can be no larger. The column lies beside the boards
    in a small window, too, while it is open.

    width, height, column_width, has_column, text_scale -- as for `arrange`
    """
    are_drawers = width < drawers_below(text_scale)
    column = 0
    if has_column:
        least, most = round(COLUMN_LEAST * text_scale), column_width or COLUMN_MOST
        boards = 2 * (height - _STUDY_WORDS * text_scale) + GAP
        column = max(least, min(most, round(width - 3 * GAP - boards)))
        column = min(column, width - 3 * GAP - _BOARD_LEAST)
    free = width - 2 * GAP - (column + GAP if column else 0)
    top = GAP // 2
    side = (free - GAP) // 2
    rest = round(height - top - GAP - side - _STUDY_WORDS * text_scale)
    # Boards that are larger one above the other take it all.
    is_side_by_side = height / 2 - _STUDY_WORDS * text_scale <= side
    below = min(rest, TIMELINE_USUAL) if is_side_by_side and rest >= TIMELINE_LEAST else 0
    board = QRect(GAP, top, free, height - 2 * top - below)
    return Arrangement(
        QRect(), QRect(), QRect(), board, QRect(),
        QRect(GAP, board.bottom() + 1, free, below) if below else QRect(),
        QRect(width - GAP - column, 0, column, height) if column else QRect(),
        are_drawers=are_drawers)


def arrange_alone(width: int, height: int) -> Arrangement:
    """Return where everything lies where what is in the board's place is all there is."""
    top = GAP // 2
    return Arrangement(QRect(), QRect(), QRect(),
                       QRect(GAP, top, width - 2 * GAP, height - 2 * top), QRect(),
                       QRect(), QRect(), are_drawers=False)


def _with_drawers(
    width: int, height: int, board_height: int, below: int, column_width: int, text_scale: float,
    *, has_palette: bool, has_column: bool,
) -> Arrangement:
    """Return an arrangement in which the palette and the column lie over the margins.

    Where the margins are wide enough the open drawers cover nothing at all; where they are not,
    the board leaves room for the one that is open: for the column, which is read together with it,
    else for the palette.
    """
    side = min(board_height, width - 2 * GAP)
    drawer = round(DRAWER_WIDTH * text_scale)
    left = drawer + GAP
    column = width - left - side - 2 * GAP
    head, row = (round(each * text_scale) for each in (HEAD_HEIGHT, LAYERS_HEIGHT))
    top = head + row + GAP // 2
    after = top + board_height + GAP // 2
    is_short = after - head >= _LOWEST_DRAWER * text_scale
    drawer_height = after - head if is_short else height - head
    has_room = is_short and column >= _NARROWEST_DRAWER * text_scale
    if not has_room:
        least = round(COLUMN_LEAST * text_scale)
        middle = (width - side) // 2
        wanted = min(middle, width - side - least - 2 * GAP) if has_column \
            else left if has_palette else middle
        left = max(GAP, min(wanted, width - side - GAP))
        column = min(max(column_width, least), width - 2 * GAP)
    # Where strip and timeline may lie.
    first, last = GAP, width - GAP
    if not is_short and has_column and width - column - 3 * GAP >= _FOOT_LEAST:
        last = width - column - 2 * GAP
    elif not is_short and has_palette and not has_column:
        first = drawer + GAP
    strip = min(last - first, max(side, round(_STRIP_LEAST * text_scale)))
    strip_left = min(max(first, left + (side - strip) // 2), last - strip)
    return Arrangement(
        QRect(GAP, 0, width - 2 * GAP, head), QRect(GAP // 2, head, drawer, drawer_height),
        QRect(strip_left, head, strip, row), QRect(left, top, side, board_height),
        QRect(strip_left, after, strip, STRIP_HEIGHT),
        QRect(first, after + STRIP_HEIGHT, last - first,
              min(below, height - after - STRIP_HEIGHT - GAP)),
        QRect(width - column - GAP, head, column, drawer_height), are_drawers=True,
        do_cover=not has_room)


class RemarkedPanel(QWidget):
    """A panel that says something beside its title.

    remark -- what it says, "" while there is nothing to be said
    """

    def __init__(self) -> None:
        super().__init__()
        self.remark = ElidedLabel("small")


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
            title_row = [self.heading, (panel.remark, 1)] if isinstance(panel, RemarkedPanel) \
                else [(self.heading, 1)]
            column.addLayout(laid_out(QHBoxLayout(spacing=SPACE), *title_row, tool_button(
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
        self.switch.setChecked(self.is_open)
        self.setVisible(self.is_open)


_TITLES: Final = {
    PanelPlace.STORY: noted("Story"),
    PanelPlace.STUDY: noted("Study"),
    PanelPlace.GAME: noted("Game"),
    PanelPlace.EXPLAIN: noted("Explain"),
    PanelPlace.ENGINE: noted("Engine"),
}
_NEWS: Final = "\N{THIN SPACE}•"


class SideColumn(QWidget):
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
        page = self._stack.widget(index)
        assert page is not None
        turn_to(self._stack, page)
        self._layout.texts["tab"] = place.value

    def _restore(self) -> None:
        kept = self._layout.texts.get("tab")
        self.show_page(next((place for place in TABS if place.value == kept), PanelPlace.STORY))


class Strip(QStackedWidget):
    """Always as high; what is shown last lies on top until it goes.

    A bar that can take the place of the steps is added as a widget. Where a bar has come or gone
    the second click of a double click finds another button below it: it does nothing.

    steps -- the row of what is there when nothing else is; `add_steps` fills it
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(STRIP_HEIGHT)
        self.steps = QWidget()
        self._row = laid_out(QHBoxLayout(self.steps), margins=0, spacing=2)
        self._order: list[QWidget] = []
        self._pressed_ms = 0
        self._is_another = False
        """Whether another bar is shown than when a button was pressed last."""
        self.addWidget(self.steps)

    def addWidget(self, widget: QWidget) -> int:
        """Add what can be shown, with all its buttons."""
        self._watch(widget)
        return super().addWidget(widget)

    def add_steps(self, steps: QWidget) -> None:
        """Fill the usual row, with all its buttons."""
        self._watch(steps)
        self._row.addWidget(steps, 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow a press of a button that has just come under the mouse."""
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            assert isinstance(event, QMouseEvent)
            since, self._pressed_ms = event.timestamp() - self._pressed_ms, event.timestamp()
            if self._is_another and since < QGuiApplication.styleHints().mouseDoubleClickInterval():
                return True
            self._is_another = False
        return super().eventFilter(watched, event)

    def show_bar(self, bar: QWidget, *, is_shown: bool) -> None:
        """Show a bar instead of the steps, or what was there before it again."""
        self._order = [found for found in self._order if found is not bar]
        if is_shown:
            self._order.append(bar)
        wanted = self._order[-1] if self._order else self.steps
        self._is_another = self._is_another or wanted is not self.currentWidget()
        turn_to(self, wanted)

    def _watch(self, widget: QWidget) -> None:
        own = [widget] if isinstance(widget, QAbstractButton) else []
        for button in (*own, *widget.findChildren(QAbstractButton)):
            button.installEventFilter(self)


PALETTE_SIDE, COLUMN_SIDE = "palette_side", "column_side"
"""The names under which the layout keeps whether the sides are open."""
_DRAWER, _TOOLS = "_drawer", "_tools"
_MESSAGE_LEAST, _MESSAGE_WIDTH = 560, 620
"""A message is rather wider than a small board than that its answers are cut."""


class WindowBody(QWidget):
    """All that lies between header and status line; only a study and a drawer move any part of it.

    panels -- the panels by their names
    rearranged -- another arrangement; also whether the sides are drawers may have changed
    """

    rearranged = Signal()

    def __init__(self, layout: WindowLayout, board: QWidget) -> None:
        super().__init__()
        self._layout = layout
        self.head, self.layers_row = _holder(self), _holder(self)
        self.palette_side, self.timeline_place = _holder(self), _holder(self)
        self.column_side = _holder(self)
        self.centre = QStackedWidget(self)
        self.centre.addWidget(board)
        self.strip = Strip()
        self.strip.setParent(self)
        self.column = SideColumn(layout)
        self.put(self.column_side, self.column)
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
        layout.mode_changed.connect(self.rearrange)

    @property
    def are_drawers(self) -> bool:
        """Return whether the palette and the column are drawers."""
        return self.arrangement.are_drawers

    @property
    def do_sides_cover(self) -> bool:
        """Return whether the palette or the column, while it is open, lies over other parts."""
        return self._usual().do_cover

    def is_side_open(self, name: str) -> bool:
        """Return whether the palette's or the column's side is open.

        At first the column is unless it would lie over other parts, and the palette while the
        record is edited: its small boards are for who wants them. Drawers and sides with a place
        of their own are remembered apart.
        """
        return self._is_open(name, are_drawers=self.are_drawers, default=not self.do_sides_cover)

    def open_side(self, name: str, *, is_open: bool = True) -> None:
        """Open or close the palette's or the column's side."""
        if is_open and self.do_sides_cover:
            # Both would cover the board between them: one closes the other.
            other = COLUMN_SIDE if name == PALETTE_SIDE else PALETTE_SIDE
            self._layout.set_open(
                self._kept_name(other, are_drawers=self.are_drawers), is_open=False)
        self._layout.set_open(
            self._kept_name(name, are_drawers=self.are_drawers), is_open=is_open)

    def put(self, holder: QWidget, widget: QWidget) -> None:
        layout = holder.layout()
        assert layout is not None
        layout.addWidget(widget)

    def add_panel(self, name: str, panel: QWidget, place: PanelPlace) -> None:
        """Add a panel that lies under the board or in the board's own place."""
        self.panels[name], self._places[name] = panel, place
        holders = {PanelPlace.TIMELINE: self.timeline_place, PanelPlace.HEAD: self.head,
                   PanelPlace.LAYERS: self.layers_row}
        if place in holders:
            self.put(holders[place], panel)
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
        found = self.arrangement = self._arranged()
        self.centre.setGeometry(found.board)
        has_column = self.is_side_open(COLUMN_SIDE)
        for part, place, is_open in (
            (self.palette_side, found.palette, self.is_side_open(PALETTE_SIDE)),
            (self.head, found.head, True), (self.layers_row, found.layers, True),
            (self.strip, found.strip, True), (self.timeline_place, found.timeline, True),
            (self.column_side, found.column, has_column),
        ):
            part.setGeometry(place)
            part.setVisible(is_open and not place.isEmpty())
        self._column_grip.setGeometry(found.column.left() - GAP, 0, GAP, self.height())
        self._column_grip.setVisible(
            not found.are_drawers and not found.column.isEmpty() and has_column)
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
        width = min(foot.width(), max(board.width(), _MESSAGE_LEAST), _MESSAGE_WIDTH)
        height = max(floating.heightForWidth(width), floating.minimumSizeHint().height())
        left = max(foot.left(), min(board.center().x() - width // 2, foot.right() + 1 - width))
        floating.setGeometry(left, foot.bottom() - height, width, height)
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
                has_column=self._is_open(
                    COLUMN_SIDE, are_drawers=are_drawers, default=not self.do_sides_cover),
                text_scale=text_scale(self))
        return self._usual()

    def _usual(self) -> Arrangement:
        are_drawers = self.width() < drawers_below(text_scale(self))

        def is_open(side: str) -> bool:
            return self._is_open(side, are_drawers=are_drawers, default=not are_drawers)

        return arrange(
            self.width(), self.height(), column_width=self._layout.pixels("column_width"),
            timeline_height=self._layout.pixels("timeline_height"),
            has_palette=is_open(PALETTE_SIDE), has_column=is_open(COLUMN_SIDE),
            text_scale=text_scale(self))

    def _is_open(self, name: str, *, are_drawers: bool, default: bool) -> bool:
        is_wanted = name == COLUMN_SIDE or self._layout.mode is Mode.EDIT
        return self._layout.is_open(
            self._kept_name(name, are_drawers=are_drawers), default=default and is_wanted)

    def _kept_name(self, name: str, *, are_drawers: bool) -> str:
        """Return under which name is kept whether a side is open: tools and maps apart."""
        are_tools = name == PALETTE_SIDE and self._layout.mode is Mode.EDIT
        return name + _TOOLS * are_tools + _DRAWER * are_drawers


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
