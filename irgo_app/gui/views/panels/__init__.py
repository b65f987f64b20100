"""The docks: one file a panel, each built from the session alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QDockWidget, QWidget

from irgo_app.gui.models.session import ReviewSession
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

    behind -- the dock it lies behind as a tab until the user moves it
    floats -- it stays closed until it is needed, and is then a window of its own
    """

    name: str
    title: str
    make: Callable[[ReviewSession], QWidget]
    behind: str = ""
    floats: bool = False


PANELS: Final[tuple[PanelSpec, ...]] = (
    PanelSpec("layers", "Layers", LayersPanel),
    PanelSpec("groups", "Groups", GroupsPanel, behind="layers"),
    PanelSpec("urgency", "Urgency", UrgencyPanel, behind="layers"),
    PanelSpec("tree", "Game tree", TreePanel),
    PanelSpec("timeline", "Timeline", TimelinePanel),
    PanelSpec("comment", "Comment", NotesPanel),
    PanelSpec("explain", "Explain", ExplainPanel, behind="comment"),
    PanelSpec("info", "Game info", InfoPanel, behind="comment"),
    PanelSpec("engine", "Engine", EnginePanel, behind="layers"),
    PanelSpec("find", "Find", FindPanel, behind="tree"),
    PanelSpec("repairs", "Repairs", RepairsPanel, behind="tree"),
    PanelSpec("whatif", "What if", WhatIfPanel, floats=True),
)


def make_docks(session: ReviewSession) -> tuple[QDockWidget, ...]:
    """Return a dock for every panel, not yet in a window."""
    docks = []
    for spec in PANELS:
        dock = QDockWidget()
        dock.setObjectName(spec.name)
        dock.setWindowTitle(dock.tr(spec.title))
        dock.setWidget(spec.make(session))
        dock.setProperty("behind", spec.behind)
        dock.setProperty("floats", spec.floats)
        docks.append(dock)
    return tuple(docks)
