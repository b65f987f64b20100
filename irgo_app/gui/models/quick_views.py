"""Five ways to see the board at one key: which layers are on, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from irgo_app.gui.models.shown import Shown
from irgo_app.layers import ISHIDA
from irgo_app.layers.layer import Params


@dataclass(frozen=True, slots=True)
class QuickView:
    """One of them: its name, title, key, and parameters by the names of the layers that are on."""

    id: str
    title: str
    key: str
    layers: Mapping[str, Params] = field(default_factory=dict)


QUICK_VIEWS: Final = (
    QuickView("bare", str(QT_TRANSLATE_NOOP("Actions", "Bare")), "Q"),
    QuickView("influence", str(QT_TRANSLATE_NOOP("Actions", "Influence")), "R",
              {"influence.shadow": {}}),
    QuickView("territory", str(QT_TRANSLATE_NOOP("Actions", "Territory")), "T",
              {"territory": {}}),
    QuickView("ishida", str(QT_TRANSLATE_NOOP("Actions", "Ishida")), "G", dict(ISHIDA)),
    QuickView("groups", str(QT_TRANSLATE_NOOP("Actions", "Groups")), "D", {"groups": {}}),
)


def show_view(shown: Shown, view: QuickView) -> None:
    """Show the layers of a view and no others; engines' layers stay as they are."""
    shown.show_only(view.layers)


def is_shown(shown: Shown, view: QuickView) -> bool:
    """Return whether just the layers of a view are on."""
    return {layer.layer.name for layer in shown.layers if layer.is_on} == set(view.layers)
