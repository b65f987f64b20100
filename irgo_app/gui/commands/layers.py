"""What the Layers menu does: switch layers, and go to a quick view."""

from __future__ import annotations

from irgo_app.gui.commands.context import Context
from irgo_app.gui.models.layers import QuickView, is_shown, show_view


def toggle_layer(context: Context, index: int) -> None:
    """Switch a computed layer by its number."""
    shown = context.models.shown
    shown.switch(index, is_on=not shown.layers[index].is_on)


def show_quick_view(context: Context, view: QuickView) -> None:
    """Show one of the quick views; Ishida's once more goes back to what a start shows."""
    shown = context.models.shown
    if view.is_ishida and is_shown(shown, view):
        shown.show_start()
    else:
        show_view(shown, view)
