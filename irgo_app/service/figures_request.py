"""Asking for the numbers that a layer comes to: light, and kept apart from the maps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irgo_app.cancel_flag import CancelFlag
from irgo_app.service.request import LaneName, LayerRequest, Request, Workbench
from irgo_app.words import Message

if TYPE_CHECKING:
    from irgo_app.service.figures import Figures


@dataclass(frozen=True, slots=True)
class FiguresRequest(Request["Figures"]):
    """The numbers that a layer comes to, without its map.

    Where the map is computed its numbers are kept with it, and need not be asked for.
    """


    of: LayerRequest

    @property
    def lane(self) -> LaneName:
        return self.of.lane

    @property
    def is_light(self) -> bool:
        return True

    @property
    def comes_with_a_map(self) -> bool:
        return True

    @property
    def subject(self) -> Message:
        return self.of.subject

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Figures:
        """Return the numbers; the map is thrown away."""
        from irgo_app.service.figures import figures_of

        return figures_of(bench.layer_result(self.of, cancel))
