"""What is asked of the service, how urgently, and what can come back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from irgo_app.go.position import Position
from irgo_app.settings import ParamValue
from irgo_app.words import Message, message

if TYPE_CHECKING:
    from irgo_app.cancel_flag import CancelFlag
    from irgo_app.layers.results import Result

T = TypeVar("T")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class LaneName(Enum):
    """Which workers do a request.

    MAPS -- milliseconds: many are sent at once and none is called off once it is sent
    SEARCHES -- seconds: each alone in a worker, and each can be stopped
    ENGINES -- searches that an engine does: one worker keeps it running from one to the next
    """

    MAPS = "maps"
    SEARCHES = "searches"
    ENGINES = "engines"


class Workbench(Protocol):
    """What a worker, or the command line, keeps from request to request."""

    def layer_result(self, request: LayerRequest, cancel: CancelFlag | None) -> Result:
        """Return a layer's result, frozen, with the help of those computed before."""

    def kept(self, make: Callable[[], T]) -> T:
        """Return what `make` makes, made once: a network that is slow to load, tables, a cache.

        make -- a function of a module or a class, which names what is kept
        """


class Request(ABC, Generic[AnswerT_co]):
    """A question to the service: the base of frozen dataclasses that can be hashed and pickled.

    The question is itself the key of its cached answer, and carries its handler, the method
    `answer`, to whatever process does the work: a new kind is a class and nothing else. Its answer
    is a frozen value, or several, that can be pickled.
    """

    __slots__ = ()

    @property
    def lane(self) -> LaneName:
        """Return which workers answer it."""
        return LaneName.SEARCHES

    @property
    def is_light(self) -> bool:
        """Return whether the answer is a few numbers.

        Such answers are kept apart from the others, beyond their budget.
        """
        return False

    @property
    def comes_with_a_map(self) -> bool:
        """Return whether the answer is there as soon as a map is that is looked ahead for as well.

        Only where there is no room for maps it is looked ahead for by itself.
        """
        return False

    @property
    @abstractmethod
    def subject(self) -> Message:
        """Return what is asked for, as the subject of a sentence: "The layer moyo"."""

    @abstractmethod
    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> AnswerT_co:
        """Return the answer, in the worker; raises IrgoError where there is none.

        bench -- what the worker keeps from request to request, such as a loaded network
        cancel -- a search looks at it often, and may return anything once it is raised
        """


@dataclass(frozen=True, slots=True)
class LayerRequest(Request["Result"]):
    """One layer on one position.

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

    lane = LaneName.MAPS

    @property
    def subject(self) -> Message:
        return message("The layer {name}", name=self.layer)

    def answer(self, bench: Workbench, cancel: CancelFlag | None) -> Result:
        """Return the layer's result, frozen."""
        return bench.layer_result(self, cancel)


class Urgency(IntEnum):
    """Who is waiting: the higher, the sooner."""

    AHEAD = 0
    NEIGHBOUR = 1
    VISIBLE = 2


class Failure(Struct, frozen=True):
    """A request that could not be answered, and why in one sentence."""

    message: Message

    @property
    def text(self) -> str:
        return str(self.message)


class Notice(Struct, frozen=True):
    """A sentence a worker has for the user, besides its answers."""

    text: str | Message


class KernelState(Struct, frozen=True):
    """How many kernels there are and how many are ready, and where their machine code is kept.

    place -- "usual", "named" (by a variable), "private", "nowhere"; "brought" along by a frozen
    irgo
    entries, size -- how many files are kept there, and their bytes
    """

    maps: int
    maps_ready: int
    searches: int
    searches_ready: int
    place: str
    entries: int
    size: int


class Preparation(Struct, frozen=True):
    """How far a worker's kernels are: compiled once on a machine, then only loaded.

    done, total -- of the kernels of the maps
    is_complete -- whether those of the searches are there too
    """

    done: int
    total: int
    is_complete: bool

    @property
    def has_maps(self) -> bool:
        """Return whether every map can be computed at once."""
        return self.done == self.total


class Cancelled(Enum):
    """The outcome of a job that was called off; never cached."""

    CANCELLED = "cancelled"


CANCELLED: Final = Cancelled.CANCELLED
AnyRequest: TypeAlias = Request[object]
Outcome: TypeAlias = object
"""What comes back for a request: its answer, a Failure or CANCELLED."""
