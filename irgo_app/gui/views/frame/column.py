"""The right column: four tabs, each a page of panels one under the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from irgo_app.gui.models.window_layout import WindowLayout
from irgo_app.gui.views.frame.places import TABS, Place
from irgo_app.gui.views.frame.section import Section

_TITLES: Final = {
    Place.STUDY: str(QT_TRANSLATE_NOOP("Column", "Study")),
    Place.GAME: str(QT_TRANSLATE_NOOP("Column", "Game")),
    Place.EXPLAIN: str(QT_TRANSLATE_NOOP("Column", "Explain")),
    Place.ENGINE: str(QT_TRANSLATE_NOOP("Column", "Engine")),
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
        self._pages: dict[Place, QSplitter] = {}
        for place in TABS:
            page = QSplitter(Qt.Orientation.Vertical)
            page.setChildrenCollapsible(False)
            self._pages[place] = page
            self.tabs.addTab(QCoreApplication.translate("Column", _TITLES[place]))
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
        self.tabs.currentChanged.connect(self._on_tab)
        layout.was_reset.connect(self._restore)
        self._restore()

    def add(self, place: Place, section: Section, *, share: int = 1) -> None:
        """Put a panel under those that are on a page already, with its share of the height."""
        page = self._pages[place]
        page.addWidget(section)
        page.setStretchFactor(page.count() - 1, share)
        section.refresh()

    @property
    def place(self) -> Place:
        """Return which page is in front."""
        return TABS[self.tabs.currentIndex()]

    def show_page(self, place: Place) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex(TABS.index(place))

    def announce(self, place: Place) -> None:
        """Put a dot at a tab: there is something new, which need not be looked at now."""
        if place is not self.place:
            title = QCoreApplication.translate("Column", _TITLES[place])
            self.tabs.setTabText(TABS.index(place), title + _NEWS)

    def _on_tab(self, index: int) -> None:
        place = TABS[index]
        self.tabs.setTabText(index, QCoreApplication.translate("Column", _TITLES[place]))
        self._stack.setCurrentIndex(index)
        self._layout.texts["tab"] = place.value

    def _restore(self) -> None:
        kept = self._layout.texts.get("tab")
        self.show_page(next((place for place in TABS if place.value == kept), Place.STUDY))
