"""The docks: one file a panel, and a row that says which models it is built from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtWidgets import QDockWidget, QWidget

from irgo_app.gui.models.models import Models
from irgo_app.gui.views.panels.engine_panel import EnginePanel
from irgo_app.gui.views.panels.explain_panel import ExplainPanel
from irgo_app.gui.views.panels.find_panel import FindPanel
from irgo_app.gui.views.panels.groups_panel import GroupsPanel
from irgo_app.gui.views.panels.info_panel import InfoPanel
from irgo_app.gui.views.panels.layers_panel import LayersPanel
from irgo_app.gui.views.panels.notes_panel import NotesPanel
from irgo_app.gui.views.panels.repairs_panel import RepairsPanel
from irgo_app.gui.views.panels.timeline_panel import TimelinePanel
from irgo_app.gui.views.panels.tree_panel import TreePanel
from irgo_app.gui.views.panels.urgency_panel import UrgencyPanel
from irgo_app.gui.views.panels.what_if_panel import WhatIfPanel


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """A dock: its name in the saved layout, its title, and how it is made.

    make -- gives the panel the models it reads, and no others
    behind -- the dock it lies behind as a tab until the user moves it
    floats -- it stays closed until it is needed, and is then a window of its own
    """

    name: str
    title: object
    make: Callable[[Models], QWidget]
    behind: str = ""
    floats: bool = False


PANELS: Final[tuple[PanelSpec, ...]] = (
    PanelSpec("layers", QT_TRANSLATE_NOOP("Panels", "Layers"), lambda found: LayersPanel(
        found.review, found.shown, found.candidates, found.desk, found.service,
        found.preferences)),
    PanelSpec("groups", QT_TRANSLATE_NOOP("Panels", "Groups"), lambda found: GroupsPanel(
        found.review, found.inquiry, found.life, found.line), behind="layers"),
    PanelSpec("urgency", QT_TRANSLATE_NOOP("Panels", "Urgency"), lambda found: UrgencyPanel(
        found.review, found.inquiry, found.life), behind="layers"),
    PanelSpec("tree", QT_TRANSLATE_NOOP("Panels", "Game tree"), lambda found: TreePanel(
        found.review)),
    PanelSpec("timeline", QT_TRANSLATE_NOOP("Panels", "Timeline"), lambda found: TimelinePanel(
        found.review, found.shown, found.evaluations, found.service)),
    PanelSpec("comment", QT_TRANSLATE_NOOP("Panels", "Comment"), lambda found: NotesPanel(
        found.review, found.viewpoint)),
    PanelSpec("explain", QT_TRANSLATE_NOOP("Panels", "Explain"), lambda found: ExplainPanel(
        found.review, found.inquiry, found.comparing, found.life), behind="comment"),
    PanelSpec("info", QT_TRANSLATE_NOOP("Panels", "Game info"), lambda found: InfoPanel(
        found.review), behind="comment"),
    PanelSpec("engine", QT_TRANSLATE_NOOP("Panels", "Engine"), lambda found: EnginePanel(
        found.review, found.desk, found.walk, found.candidates, found.preferences),
        behind="layers"),
    PanelSpec("find", QT_TRANSLATE_NOOP("Panels", "Find"), lambda found: FindPanel(
        found.finding), behind="tree"),
    PanelSpec("repairs", QT_TRANSLATE_NOOP("Panels", "Repairs"), lambda found: RepairsPanel(
        found.review), behind="tree"),
    PanelSpec("whatif", QT_TRANSLATE_NOOP("Panels", "What if"), lambda found: WhatIfPanel(
        found.review, found.inquiry, found.life, found.shown, found.service, found.line,
        found.viewpoint, found.preferences), floats=True),
)


def make_docks(
    models: Models, panels: tuple[PanelSpec, ...] = PANELS
) -> tuple[QDockWidget, ...]:
    """Return a dock for every panel, not yet in a window."""
    docks = []
    for spec in panels:
        dock = QDockWidget()
        dock.setObjectName(spec.name)
        dock.setWindowTitle(QCoreApplication.translate("Panels", str(spec.title)))
        dock.setWidget(spec.make(models))
        dock.setProperty("behind", spec.behind)
        dock.setProperty("floats", spec.floats)
        docks.append(dock)
    return tuple(docks)
