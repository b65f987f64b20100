"""All actions and tools with their keys as they are now, for the lists that show them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from irgo_app.gui.commands.action_looks import ICONS
from irgo_app.gui.commands.context import ActionRow
from irgo_app.gui.models.tools import TOOLS
from irgo_app.gui.views.dialogs.key_list import KeyRow
from irgo_app.settings.store import Settings

_TOOLS_MENU = "&Tools"


def key_rows(actions: Sequence[ActionRow], settings: Settings) -> list[KeyRow]:
    """Return a row for each action and tool, in the order of the menus."""
    is_vertical = bool(settings["vertical_arrows"])
    rows = [KeyRow(
        row.id, QCoreApplication.translate("Actions", row.title),
        tuple(row.keys_now(settings.keys, is_vertical=is_vertical)),
        QCoreApplication.translate("Menus", row.menu),
        next(iter(row.keys_now({}, is_vertical=is_vertical)), ""), ICONS.get(row.id, ""),
    ) for row in actions]
    rows += [KeyRow(
        tool.id, QCoreApplication.translate("Tools", tool.title),
        tuple(filter(None, [settings.keys.get(tool.id, tool.key)])),
        QCoreApplication.translate("Menus", _TOOLS_MENU), tool.key, tool.icon,
    ) for tool in TOOLS]
    return rows
