"""The names of irgo's layers, as the library takes them."""

from __future__ import annotations

from irgo_app.layers import LAYERS


def layer_names() -> tuple[str, ...]:
    """Return the names of all layers, in the order of the window's menu.

    `ownership` is an engine's; all others irgo answers itself.
    """
    return tuple(layer.name for layer in LAYERS)
