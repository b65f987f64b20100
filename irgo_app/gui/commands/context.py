"""What a command may reach: all models, and the parts of the window through which it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from irgo_app.gui.models.models import Models
from irgo_app.gui.views.board.widget import BoardWidget, ZoomHand
from irgo_app.gui.views.focus import FocusWalk
from irgo_app.gui.views.window.body import Body
from irgo_app.gui.views.window.messages import MessageBar


class Context(Struct, frozen=True):
    """Handed to every command.

    window -- the parent of dialogs
    body -- what lies where
    zoom -- looks at the board from nearer
    show_panel -- brings a panel to the front by its name, if there is such a panel
    actions -- the table of actions, for who lists them
    """

    models: Models
    window: QWidget
    board: BoardWidget
    zoom: ZoomHand
    messages: MessageBar
    body: Body
    focus_walk: FocusWalk
    show_panel: Callable[[str], None]
    actions: Sequence[ActionRow]


class ActionRow(Struct, frozen=True):
    """One action.

    keys -- shortcuts; the first is shown in the menu and can be changed by the user
    setting -- the bool setting a checkable action switches, or ""
    is_on -- for an action with a tick: whether it has it now
    """

    id: str
    title: str
    keys: tuple[str, ...]
    menu: str
    run: Callable[[Context], object]
    setting: str = ""
    is_on: Callable[[Context], bool] | None = None

    def keys_now(self, changed: dict[str, str], *, is_vertical: bool) -> list[str]:
        """Return the shortcuts with the user's changes."""
        keys = list(self.keys)
        if is_vertical and self.id in SWAPPED_BY_VERTICAL_ARROWS:
            keys[0] = SWAPPED_BY_VERTICAL_ARROWS[self.id]
        if self.id in changed:
            keys = [changed[self.id], *keys[1:]] if changed[self.id] else []
        return keys


SWAPPED_BY_VERTICAL_ARROWS = {
    "back": "Up", "forward": "Down", "variation_up": "Left", "variation_down": "Right",
}
