"""Puts the panels into their places in the window, and brings one to the front by its name."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window_layout import Mode
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.frame.body import COLUMN_SIDE, PALETTE_SIDE
from irgo_app.gui.views.frame.places import TABS, Place
from irgo_app.gui.views.frame.section import Section
from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.panels import PanelSpec


class PanelPlaces(QObject):
    """Makes every panel of a list; without any one of them the others are as they were."""

    def __init__(
        self, window: MainWindow, models: Models, panels: tuple[PanelSpec, ...], tools: QWidget
    ) -> None:
        super().__init__(window)
        self._window, self._layout = window, models.layout
        self._places = {spec.name: spec.place for spec in panels}
        self._sections: dict[str, Section] = {}
        self._palette = QStackedWidget()
        self._layers, self._tools = QWidget(), tools
        for spec in panels:
            panel = spec.make(models)
            window.panels[spec.name] = panel
            self._put(spec, panel)
        self._palette.addWidget(tools)
        body = window.body
        body.put(body.palette_side, self._palette)
        window.reveal, window.announce = self.reveal, self.announce
        self._add_drawer_buttons()
        models.layout.mode_changed.connect(self._follow_mode)
        self._follow_mode()

    def switches(self) -> list[QAction]:
        """Return the actions that open and close panels, for the View menu."""
        return [section.switch for section in self._sections.values()]

    def reveal(self, name: str) -> None:
        """Bring a panel to the front: open it, its page, and the drawer that it lies in."""
        place, body = self._places[name], self._window.body
        if place is Place.PALETTE:
            body.open_side(PALETTE_SIDE)
        elif place is Place.BOARD:
            body.centre.setCurrentWidget(self._window.panels[name])
        elif place in TABS:
            self._sections[name].open_it()
            body.column.show_page(place)
            body.open_side(COLUMN_SIDE)

    def announce(self, name: str) -> None:
        """Say that a panel has news."""
        if self._places[name] in TABS:
            self._window.body.column.announce(self._places[name])

    def _add_drawer_buttons(self) -> None:
        """Put a button for each drawer into the header; there only while they are drawers."""
        body, header = self._window.body, self._window.header
        buttons = {}
        for side, sign, words, add in (
            (PALETTE_SIDE, "layers", self.tr("Layers"), header.add_before),
            (COLUMN_SIDE, "panels", self.tr("Studies, game, engine"), header.add_after),
        ):
            button = QToolButton()
            button.setIcon(icon(sign))
            button.setCheckable(True)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda is_on, side=side: body.open_side(side, is_open=is_on))
            add(button)
            buttons[side] = button

        def refresh() -> None:
            for side, button in buttons.items():
                button.setVisible(body.are_drawers)
                button.setChecked(body.is_side_open(side))

        body.rearranged.connect(refresh)
        refresh()

    def _put(self, spec: PanelSpec, panel: QWidget) -> None:
        body = self._window.body
        if spec.place is Place.PALETTE:
            self._layers = panel
            self._palette.addWidget(panel)
        elif spec.place is Place.TIMELINE:
            body.put(body.timeline_place, panel)
        elif spec.place is Place.BOARD:
            body.centre.addWidget(panel)
        else:
            title = QCoreApplication.translate("Panels", str(spec.title))
            section = Section(spec.name, title, panel, self._layout, is_open=spec.is_open,
                              has_title=spec.has_title)
            self._sections[spec.name] = section
            body.column.add(spec.place, section, share=spec.share)

    def _follow_mode(self) -> None:
        """Show the tools while the record is edited, else the layers."""
        is_edit = self._layout.mode is Mode.EDIT
        self._palette.setCurrentWidget(self._tools if is_edit else self._layers)
