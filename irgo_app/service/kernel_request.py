"""Asking a worker which kernels are ready: the window's own process knows nothing of them."""

from __future__ import annotations

from dataclasses import dataclass

from irgo_app.cancel_flag import CancelFlag
from irgo_app.service.request import KernelState, LaneName, Request, Workbench
from irgo_app.words import Message, message


@dataclass(frozen=True, slots=True)
class KernelRequest(Request[KernelState]):
    """The state of the kernels; number -- another one for each time it is asked."""

    number: int = 0

    @property
    def lane(self) -> LaneName:
        return LaneName.MAPS

    @property
    def subject(self) -> Message:
        return message("The state of the kernels")

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> KernelState:
        """Return the state as this worker sees it."""
        from irgo_app.service.warm_up import kernel_state

        return kernel_state()
