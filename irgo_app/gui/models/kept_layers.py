"""Remembers from one start to the next which layers are shown, how strongly and how."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from PySide6.QtCore import QObject

from irgo_app.errors import LayerError
from irgo_app.gui.models.shown import Shown
from irgo_app.gui.models.window_layout import WindowLayout
from irgo_app.layers import layer_of_text

_KEY: Final = "layers"
_ON: Final = "+"


class KeptLayers(QObject):
    """Keeps each computed layer as a line of text: on or off, per cent, and as `--layer` takes it.

    What cannot be read any more is left as it was: layers and parameters come and go.
    """

    def __init__(self, shown: Shown, layout: WindowLayout) -> None:
        super().__init__()
        self._shown, self._layout = shown, layout
        self._restore()
        shown.changed.connect(self._keep)
        layout.was_reset.connect(shown.show_start)

    def _restore(self) -> None:
        for line in self._layout.texts.get(_KEY, "").splitlines():
            head, _, text = line.partition(" ")
            with suppress(LayerError, ValueError):
                layer, params = layer_of_text(text)
                shown = self._shown.named(layer.name)
                if shown is not None:
                    shown.opacity = min(max(int(head[1:]) / 100, 0.1), 1.0)
                    shown.is_on, shown.params = head[:1] == _ON, params

    def _keep(self) -> None:
        self._layout.texts[_KEY] = "\n".join(
            f"{_ON if shown.is_on else '-'}{round(100 * shown.opacity)} "
            f"{shown.layer.text_of(shown.layer.full_params(shown.params))}"
            for shown in self._shown.layers)
