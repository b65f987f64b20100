"""What is asked of the service, how urgently, and what can come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from irgo_app.go.position import Position
from irgo_app.settings.param import ParamValue

if TYPE_CHECKING:
    from irgo_app.layers.results import Result


@dataclass(frozen=True, slots=True)
class LayerRequest:
    """One layer on one position; hashable, picklable, and itself the key of the cached result.

    params -- (key, value) pairs sorted by key; keys left out take the layer's default
    order -- the position's order of moves where the layer depends on it, else nothing, so that
    equal positions share their results
    """

    position: Position
    layer: str
    params: tuple[tuple[str, ParamValue], ...] = ()
    order: bytes = b""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work the hash out once: looking ahead asks for it thousands of times a step."""
        key = (self.position.cells, self.position.to_play, self.layer, self.params, self.order)
        object.__setattr__(self, "_hash", hash(key))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return LayerRequest, (self.position, self.layer, self.params, self.order)

    @classmethod
    def of(
        cls, position: Position, layer: str, params: Mapping[str, ParamValue] | None = None, *,
        uses_order: bool = False,
    ) -> LayerRequest:
        """Return the request with `params` in their canonical order.

        The side to move, ko and prisoners stay in the position: a layer may read them.
        """
        return cls(position, layer, tuple(sorted((params or {}).items())),
                   position.order if uses_order else b"")


SEARCHES: Final = frozenset({"lifedeath", "whatif"})
"""The hidden layers that search, for seconds: they have workers of their own and can be stopped."""


class Urgency(IntEnum):
    """Who is waiting: the higher, the sooner."""

    AHEAD = 0
    NEIGHBOUR = 1
    VISIBLE = 2


@dataclass(frozen=True, slots=True)
class Failure:
    """A layer that could not answer, and why in one sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence a worker has for the user, besides its answers."""

    text: str


class Cancelled(Enum):
    """The outcome of a job that was called off; never cached."""

    CANCELLED = "cancelled"


CANCELLED: Final = Cancelled.CANCELLED
Outcome: TypeAlias = "Result | Failure | Cancelled"
