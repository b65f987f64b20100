"""The right column: four tabs, each a page of panels, one under the other, under their titles."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout, QLabel, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget
)

from irgo_app.gui.models.window import WindowLayout
from irgo_app.gui.views.widgets import ScrollBody, tool_button
from irgo_app.gui.views.window.arrangement import TABS, PanelPlace
from irgo_app.words import noted, translated


class Section(QWidget):
    """Shows a panel under its title; closed it takes no room, and stays closed at the next start.

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.heading = QLabel(title, textFormat=Qt.TextFormat.PlainText)
        self.heading.setObjectName("heading")
        if has_title:
            top = QHBoxLayout()
            top.addWidget(self.heading, 1)
            top.addWidget(tool_button("close", translated(
                "Close {0}").format(title), self.close_it))
            column.addLayout(top)
        column.addWidget(panel, 1)
        layout.changed.connect(self.refresh)
        self.refresh()

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
        self.tabs = QTabBar()
        self.tabs.setExpanding(True)
        self.tabs.setDrawBase(False)
        self.tabs.setObjectName("column_tabs")
        self._stack = QStackedWidget()
        self._pages: dict[PanelPlace, QSplitter] = {}
        for place in TABS:
            page = QSplitter(Qt.Orientation.Vertical)
            page.setChildrenCollapsible(False)
            self._pages[place] = page
            self.tabs.addTab(translated(_TITLES[place]))
            # It scrolls up and down alone: a narrow page is squeezed rather than cut.
            page.setMinimumWidth(1)
            self._stack.addWidget(ScrollBody(page))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
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
