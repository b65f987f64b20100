"""The network itself: loaded once in a worker, asked for positions in batches.

It reads a position as planes of points and two numbers, from the mover's side. onnxruntime is
imported here and nowhere else, and only when the network is first loaded.

A search maximises winning and points together, or points alone. Win rate plus a score term that
saturates is KataGo's (D. J. Wu, "Accelerating Self-Play Learning in Go", 2020, and its later
dynamic score utility): a side far ahead or behind still plays for points, and never at the cost of
the game.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.errors import IllegalMoveError, ReaderError, ResourceError
from irgo_app.go.point import PASS
from irgo_app.go.position import CELL_OF_COLOUR, Position, packed_points, unpacked_points
from irgo_app.go.rules import play
from irgo_app.kernels.grid import neighbour_table, stones_view
from irgo_app.kernels.ladders import new_ladder_scratch
from irgo_app.kernels.reader_planes import PLANES, RECENT_MOVES, fill_planes
from irgo_app.networks import FILE, check_size
from irgo_app.networks.ending import chance_of
from irgo_app.resource_files import computed_with

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_SCORE_SHARE: Final = 0.4
_CENTRE: Final = 0.8
"""The score term is steepest at this share of the lead at the root."""
_POINTS_OF_ONE: Final = 10.0
"""Points that count as one where only the lead counts."""


class Utility(Struct, frozen=True):
    """The measure of one search, odd in the colours: what Black gains White loses, exactly.

    centre -- Black's lead about which points count most
    scale -- points over which the score term saturates
    by_score -- only the lead counts, in units of ten points, without saturation
    by_chance -- the evaluator tells the chance to win itself; else it follows from the lead
    """

    centre: float
    scale: float
    by_score: bool
    by_chance: bool = False

    @classmethod
    def around(cls, opinion: Opinion, *, by_score: bool) -> Utility:
        """Return the measure for a root of which an evaluator says this."""
        lead = opinion.lead
        return cls(lead if by_score else _CENTRE * lead, math.sqrt(len(opinion.ownership)),
                   by_score, opinion.win is not None)

    def of(self, lead: float, spread: float, black_wins: float) -> float:
        """Return what an evaluation is worth for Black.

        lead -- Black's; spread -- the mean error of the lead; black_wins -- Black's chance
        """
        if self.by_score:
            return (lead - self.centre) / _POINTS_OF_ONE
        points = 2 / math.pi * math.atan((lead - self.centre) / self.scale)
        surely = 2 * black_wins - 1 if self.by_chance else _sureness(lead, spread)
        return surely + _SCORE_SHARE * points


def _sureness(lead: float, spread: float) -> float:
    """Return how sure it is who leads, -1..1, Black positive, if the lead errs as Laplace's.

    What both sides will still make of the game is left out: it would hide from a search which of
    two moves wins. Who is told a chance to win is told `chance_of`.
    """
    if spread <= 0:
        return math.copysign(1.0, lead) if lead else 0.0
    return math.copysign(1.0 - math.exp(-abs(lead) / spread), lead)


KOMI_UNIT: Final = 20.0
"""Points of komi that count as one."""
MIDDLE_SIZE: Final = 14.0
SIZE_UNIT: Final = 10.0
NUMBERS: Final = 2
"""Komi in the mover's favour, and the size of the board; see `encode`."""


def encode(
    positions: Sequence[Position], komi: float | Sequence[float]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return what the network is given for positions of one size.

    komi -- White's compensation, one for all or one each
    Returns float32 (positions, PLANES, rows, columns), zeros and ones, and float32 (positions,
    NUMBERS): komi in the mover's favour in units of 20 points, and (side - 14) / 10 with the side
    of a square board of this area. Exchanging colours, the turn and the sign of komi changes
    nothing: the network cannot tell Black from White.
    """
    first = positions[0]
    columns, rows = first.columns, first.rows
    each = [komi] * len(positions) if isinstance(komi, (int, float)) else komi
    planes = np.empty((len(positions), PLANES, rows * columns), np.uint8)
    numbers = np.empty((len(positions), NUMBERS), np.float32)
    for at, position in enumerate(positions):
        fill_planes_of(position, planes[at])
        numbers[at, 0] = -each[at] * position.to_play / KOMI_UNIT
    numbers[:, 1] = (np.sqrt(rows * columns) - MIDDLE_SIZE) / SIZE_UNIT
    return planes.reshape(len(positions), PLANES, rows, columns).astype(np.float32), numbers


def fill_planes_of(position: Position, out: npt.NDArray[np.uint8]) -> None:
    """Write the planes of a position into `out` (PLANES, points)."""
    points = len(position.cells)
    fill_planes(stones_view(position.cells), neighbour_table(position.columns, position.rows),
                position.to_play, -1 if position.ko_point == PASS else position.ko_point,
                recent_moves(position), new_ladder_scratch(points), np.empty(points, np.int8),
                np.empty((2, points), np.bool_), out)


_RECENT: Final = 2 * RECENT_MOVES
"""Bytes of the last moves in a position's order."""


def recent_moves(position: Position) -> npt.NDArray[np.int16]:
    """Return int16 (RECENT_MOVES): the last moves, the latest first; -1 where they are not known.

    The position keeps the order of its stones, not who passed: moves count as long as their colours
    alternate back from the side that has just moved.
    """
    found = np.full(RECENT_MOVES, -1, np.int16)
    colour = -position.to_play
    for at, point in enumerate(reversed(unpacked_points(position.order[-_RECENT:]))):
        if position.cells[point] != CELL_OF_COLOUR[colour]:
            break
        found[at] = point
        colour = -colour
    return found


SYMMETRIES: Final = 8
_OUTPUTS: Final = ["policy", "ownership", "lead", "spread"]
_TAIL: Final = 1.65
"""A range of 80 % reaches so many mean absolute errors to either side, however much is open.
Measured on games kept apart from training; docs/reader.md has the table."""

_AFTERWARDS: Final = 0.25
"""The share of what is told of a board that comes from a look at the board after its likeliest
move: with so much, leads and ownership are nearest to the teacher's in games learnt from."""
_LOOKS: Final = (0, SYMMETRIES // 4)
"""A board is looked at as it lies, and turned by half."""
_MOST_REMEMBERED: Final = 512
"""Looks that are remembered: 3 kB each."""
_MOST_ANSWERS: Final = 2048
"""And so many answers to searches: what one place needs, and what is asked of it next."""

Floats = npt.NDArray[np.float32]
T = TypeVar("T", bound=np.generic)
V = TypeVar("V", float, Floats)


class Opinion(Struct, frozen=True, eq=False):
    """What the network says of a position, in Black's view.

    policy -- float32 (points + 1): how likely a strong player moves there, the pass last; sums to
        1 over all points, occupied ones included, which get next to nothing
    ownership -- float32 (points): +1 where the point will be Black's, -1 where White's
    lead -- Black's lead in points at the end, komi counted
    spread -- the mean absolute error expected of `lead`, in points
    win -- Black's chance to win where the network says one itself, else None
    """

    policy: Floats
    ownership: Floats
    lead: float
    spread: float
    win: float | None = None

    @property
    def black_wins(self) -> float:
        """Return Black's chance to win: the network's own, else that of the lead."""
        if self.win is not None:
            return self.win
        return chance_of(self.lead, self.deviation)

    @property
    def deviation(self) -> float:
        """Return how far the end of the game may lie from `lead`: a standard deviation in points.
        """
        return deviation_of(self.ownership, self.spread)

    @property
    def margin(self) -> float:
        """Return how far from `lead` the true lead lies at most, in 80 % of cases, in points."""
        return margin_of(self.spread)

    @property
    def openness(self) -> float:
        """Return how open the board is: 1 if any point may fall to either side, 0 if none may."""
        return _openness(self.ownership)


def deviation_of(ownership: Floats, spread: float) -> float:
    """Return how far the end of a game may lie from the lead: a standard deviation in points.

    `spread` is what the network may be wrong by. What both sides will still make of the game
    is much more: as if each point fell to either side by its odds, all by themselves.
    """
    return math.sqrt(_openness(ownership) * len(ownership) + 2 * spread * spread)


def margin_of(spread: float) -> float:
    """Return how far from a lead the true one lies at most, in 80 % of cases, in points.

    spread -- the mean absolute error expected of the lead, in points
    """
    return _TAIL * spread


def _openness(ownership: Floats) -> float:
    sure = float(np.dot(ownership, ownership)) / len(ownership)
    return max(1.0 - sure, 0.0)


class Network:
    """The reader's network, ready to be asked; one to a process is enough, see `network`."""

    def __init__(self, path: Path | None = None) -> None:
        """Load the network; raises ReaderError with what to do if it cannot be used."""
        name = FILE if path is None else path.name
        try:
            data = computed_with(FILE) if path is None else path.read_bytes()
        except (ResourceError, OSError) as error:
            raise _unusable(name) from error
        try:
            self._session = load_session(data)
        except ValueError as error:
            raise _unusable(name) from error
        if [output.name for output in self._session.get_outputs()] != _OUTPUTS:
            raise ReaderError(
                "irgo's network file {name} belongs to another version; install irgo again.",
                name=name)
        self._look = lru_cache(_MOST_REMEMBERED)(self._look_alike)
        self.remembering = Remembering(self)

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position; all of one size, from 7x7 to 19x19.

        komi -- White's compensation. Raises ReaderError for a board it cannot judge.
        """
        if not positions:
            return []
        check_size(positions[0])
        answers = self._ask(*encode(positions, komi))
        return [_opinion(position, *(part[at] for part in answers))
                for at, position in enumerate(positions)]

    def evaluate_alike(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return what is told of a position, the same of all boards that are alike.

        However a board is turned or mirrored, and in whatever order it came about, its opinion is
        the same, turned. Ownership and lead are in part those of the board after the likeliest
        move, which is misjudged in other places. Looks are remembered: along a game the likeliest
        move is often the one that was played. Raises ReaderError for a board it cannot judge.
        """
        check_size(position)
        board = _bare(position)
        now = self._look(board, komi)
        after = [self._look(_bare(child), komi) for child in _after_likeliest(board, now.policy)]
        lead = math.fsum(opinion.lead for opinion in after) / len(after)
        owned = _mixed(now.ownership, _mean([opinion.ownership for opinion in after]))
        owned.flags.writeable = False
        return replace(now, ownership=owned, lead=_mixed(now.lead, lead))

    def forget(self) -> None:
        """Forget the looks that are remembered, as a measurement of fresh ones has to."""
        self._look.cache_clear()

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the mean opinion of the board turned and mirrored in all eight ways.

        It is exactly symmetric: a board turned or mirrored gets the same opinion, turned.
        """
        check_size(position)
        columns, rows = position.columns, position.rows
        policies, ownerships, leads, spreads = [], [], [], []
        for symmetry in range(SYMMETRIES):
            # Turned as a position: what is read off it, such as ladders, may depend on the order
            # of points.
            planes, numbers = encode([turned_position(position, symmetry)], komi)
            policy, ownership, lead, spread = self._ask(planes, numbers)
            shape = (columns, rows) if symmetry % 2 else (rows, columns)
            point_policy = turned_back(policy[0, :-1].reshape(shape), symmetry).reshape(-1)
            policies.append(np.append(point_policy, policy[0, -1]))
            ownerships.append(turned_back(ownership[0].reshape(shape), symmetry).reshape(-1))
            leads.append(lead[0])
            spreads.append(spread[0])
        return _opinion(position, *(_mean(part) for part in (policies, ownerships, leads, spreads)))

    def _look_alike(self, position: Position, komi: float) -> Opinion:
        """Return the mean opinion of the board in two ways that are the same for all boards alike.

        These are that one of its eight ways whose stones sort first, and this one turned by half:
        turned boards are misjudged in different places. It is exactly symmetric, for it is always
        the same two boards that the network sees. A board that looks the same in several of the
        ways gets the mean over these. Last moves must not be known: they could tell such ways
        apart.
        """
        ways = _first_ways(position)
        first = turned_position(position, ways[0])
        policies, ownerships, leads, spreads = self._ask(
            *encode([turned_position(first, symmetry) for symmetry in _LOOKS], komi))
        shape = first.rows, first.columns
        points, owned = (
            _mean([turned_back(mean, way).reshape(-1) for way in ways])
            for mean in (_mean([turned_back(board.reshape(shape), symmetry)
                                for board, symmetry in zip(boards, _LOOKS, strict=True)])
                         for boards in (policies[:, :-1], ownerships)))
        return _opinion(position, np.append(points, _mean(list(policies[:, -1]))), owned,
                        _mean(list(leads)), _mean(list(spreads)))

    def _ask(self, planes: Floats, numbers: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return policy as probabilities, ownership, lead and spread, all in the mover's view."""
        given = {"planes": np.ascontiguousarray(planes), "numbers": numbers}
        logits, ownership, lead, spread = self._session.run(_OUTPUTS, given)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True), ownership, lead, spread


class Remembering:
    """A network that is asked for one board at a time, and remembers what it said last.

    What it says hangs on the board and its last moves alone, not on what was asked with it.
    Searches of one game meet many boards again: a third of those that places are found from.
    """

    def __init__(self, network: Network, most: int = _MOST_ANSWERS) -> None:
        self._network = network
        self._answer = lru_cache(most)(self._ask)

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position; raises ReaderError for a board it cannot judge."""
        return [self._answer(_bare(position), position.order[-_RECENT:], komi)
                for position in positions]

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the mean opinion of the board turned and mirrored in all eight ways."""
        return self._network.evaluate_evenly(position, komi)

    def _ask(self, bare: Position, recent: bytes, komi: float) -> Opinion:
        return self._network.evaluate([replace(bare, order=recent)], komi)[0]


def network() -> Network:
    """Return the network that comes with irgo, loaded at the first call in this process.

    Raises ReaderError if it cannot be used; that is found out once.
    """
    found = _network_or_error()
    if isinstance(found, ReaderError):
        raise ReaderError(found.message)
    return found


@lru_cache(maxsize=1)
def _network_or_error() -> Network | ReaderError:
    try:
        return Network()
    except ReaderError as error:
        return error


def _bare(position: Position) -> Position:
    """Return a position without what an opinion of the board alone does not know."""
    return replace(position, captures=(0, 0), order=b"", past=())


def _after_likeliest(position: Position, policy: Floats) -> list[Position]:
    """Return the board after the likeliest legal move.

    Where a board is its own image several moves are exactly as likely; then it is all of these
    boards, so that no direction is preferred.
    """
    found, likeliest = list[Position](), 0.0
    for move in np.argsort(-policy, kind="stable").tolist():
        if found and policy[move] < likeliest:
            break
        point = PASS if move == len(position.cells) else move
        try:
            found.append(play(position, position.to_play, point))
        except IllegalMoveError:
            continue
        likeliest = policy[move]
    return found


def _mixed(now: V, after: V) -> V:
    """Return what is told of a value, from that of the board and that of the board afterwards."""
    return (1 - _AFTERWARDS) * now + _AFTERWARDS * after


def _first_ways(position: Position) -> list[int]:
    """Return the symmetries that give the board which sorts first, as the mover sees it."""
    mine = np.frombuffer(position.cells, np.int8) * position.to_play
    board = np.stack([mine, np.zeros_like(mine)]).reshape(2, position.rows, position.columns)
    if position.ko_point >= 0:
        board[1].reshape(-1)[position.ko_point] = 1
    seen = [turned(board, symmetry) for symmetry in range(SYMMETRIES)]
    keys = [(found.shape, found.tobytes()) for found in seen]
    return [symmetry for symmetry, key in enumerate(keys) if key == min(keys)]


def turned_position(position: Position, symmetry: int) -> Position:
    """Return a position turned and mirrored as `turned` does it, with its order of moves."""
    points = np.arange(len(position.cells)).reshape(position.rows, position.columns)
    seen = turned(points, symmetry)
    place_of = np.argsort(seen, axis=None)
    cells = np.frombuffer(position.cells, np.uint8)[seen.reshape(-1)].tobytes()
    ko_point = position.ko_point if position.ko_point < 0 else int(place_of[position.ko_point])
    order = packed_points(int(place_of[point]) for point in unpacked_points(position.order))
    past = tuple(
        (point if point < 0 else int(place_of[point]),
         np.frombuffer(before, np.uint8)[seen.reshape(-1)].tobytes() if before else b"")
        for point, before in position.past)
    return replace(position, columns=seen.shape[1], rows=seen.shape[0], cells=cells,
                   ko_point=ko_point, order=order, past=past)


def turned(board: npt.NDArray[T], symmetry: int) -> npt.NDArray[T]:
    """Return the last two axes turned by `symmetry` % 4 quarters, mirrored from 4 on."""
    quarter = np.rot90(board, symmetry % 4, (-2, -1))
    return quarter[..., ::-1] if symmetry >= SYMMETRIES // 2 else quarter


def turned_back(board: Floats, symmetry: int) -> Floats:
    """Undo `turned`."""
    mirrored = board[..., ::-1] if symmetry >= SYMMETRIES // 2 else board
    return np.rot90(mirrored, -(symmetry % 4), (-2, -1))


def _mean(values: Sequence[Floats]) -> Floats:
    """Return the mean, the same in whatever order the values come: floats are added by size."""
    mean: Floats = np.sort(np.stack(values), axis=0).sum(axis=0, dtype=np.float64) / len(values)
    return mean.astype(np.float32)


def _opinion(
    position: Position, policy: Floats, ownership: Floats, lead: Floats, spread: Floats
) -> Opinion:
    mine = np.float32(position.to_play)
    owned = mine * ownership
    for part in (policy, owned):
        part.flags.writeable = False
    return Opinion(policy, owned, float(mine * lead), float(spread))


_OTHER_PROVIDERS: Final = (
    "CUDAExecutionProvider", "ROCMExecutionProvider", "DmlExecutionProvider",
    "CoreMLExecutionProvider")
"""Of onnxruntime, the fastest first; each is in a package of onnxruntime's that users install."""


def uses_other_providers() -> bool:
    """Return whether the installed onnxruntime computes elsewhere than on the processor."""
    try:
        import onnxruntime
    except (ImportError, OSError):
        return False
    return any(name in _OTHER_PROVIDERS for name in onnxruntime.get_available_providers())


def load_session(data: bytes, *, may_use_others: bool = False) -> InferenceSession:
    """Return a session that computes in the thread that asks it: irgo has one for each core.

    may_use_others -- compute on a graphics processor where the installed onnxruntime can
    Raises ReaderError without onnxruntime, and ValueError for a network that it cannot run.
    """
    # onnxruntime tells its makers of every start, under a number it keeps at the user's home; this
    # is read when it is loaded.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
        from onnxruntime.capi import onnxruntime_pybind11_state as state
    except (ImportError, OSError) as error:
        raise ReaderError(
            "irgo judges by its network, which needs the package onnxruntime; that cannot be "
            "loaded here ({error}). Install it again.", error=error) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    offered = onnxruntime.get_available_providers()
    others = [name for name in _OTHER_PROVIDERS if may_use_others and name in offered]
    try:
        session = onnxruntime.InferenceSession(
            data, options, providers=[*others, "CPUExecutionProvider"])
    except (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf,
            state.NoModel, state.NoSuchFile, state.NotImplemented,
            state.RuntimeException) as error:
        raise ValueError(str(error)) from error
    if hasattr(session, "_model_bytes"):
        # It keeps the model to be able to begin anew with other providers, which irgo never does.
        session._model_bytes = b""
    return session


def _unusable(name: str) -> ReaderError:
    return ReaderError("irgo's network file {name} cannot be used; install irgo again.", name=name)
