"""A job: one request on its way, and the flag that calls it off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from irgo_app.service.request import AnyRequest, Outcome, Urgency

OnDone: TypeAlias = Callable[[AnyRequest, Outcome], None]


@dataclass(eq=False, slots=True)
class Job:
    """A request with its urgency; `on_done` is called once, on a thread of the service.

    Only the service changes `is_cancelled`; ask it through `AnalysisService.cancel`.
    """

    request: AnyRequest
    urgency: Urgency
    on_done: OnDone
    is_cancelled: bool = field(default=False)
