"""One game as a review goes through it: its positions, what is said of each, and their maps."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import (CalledOffError, Judge, Judgement, JudgeTrust, Tell,
                                        all_asked, judge_position)
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field, Result
from irgo_app.layers.territory import Territory
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_info import GameInfo, game_info, game_rules
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.move_times import MoveTime, times_of_moves
from irgo_app.sgf.replay import Replay
from irgo_app.words import Message, message

Move = tuple[Colour, Point]


_MISTAKE: Final = 3.0
_LINES: Final = 19


def stakes_on(columns: int, rows: int) -> float:
    """Return how many points count on a board as one does on 19 lines: on a smaller one less is at
    stake, and leads are told better. A mistake is told in halves: three points, 2 on 13, 1.5 on 9.
    """
    lines = min(_LINES, max(columns, rows))
    return max(1.0, round(2 * _MISTAKE * lines / _LINES) / 2) / _MISTAKE


class GameLine(Struct, frozen=True):
    """A game as a frozen value that needs no record any more.

    moves -- (colour, point) as they were played, PASS among them
    positions -- one more than moves: the one each move was played on, its colour to play, then
    the last one. Stones that were set up between two moves lie on the later position
    komi -- White's points besides the board; handicap_points -- what of them is for a handicap
    rules -- as KataGo names them; info -- who played whom, and so on
    numbers -- of the moves as the record counts them (MN), empty where it counts from 1
    times -- how long the moves took, empty where the record does not tell
    """

    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    komi: float
    rules: str
    info: GameInfo
    handicap_points: int = 0
    numbers: tuple[int, ...] = ()
    times: tuple[MoveTime | None, ...] = ()

    @property
    def columns(self) -> int:
        return self.positions[0].columns

    @property
    def rows(self) -> int:
        return self.positions[0].rows

    @property
    def mistake(self) -> float:
        """Return how many points a move loses at least that is a mistake: three on 19 lines."""
        return _MISTAKE * self.stakes

    @property
    def stakes(self) -> float:
        """Return `stakes_on` its board."""
        return stakes_on(self.columns, self.rows)

    def printed(self, move: int) -> int:
        """Return the number that a move is told by; move -- from 1 on, 0 for the board before."""
        if not self.numbers:
            return move
        return self.numbers[move - 1] if move else self.numbers[0] - 1

    def vertex(self, point: Point) -> str:
        """Return a point as GTP names it; PASS is `pass`."""
        return self.positions[0].vertex(point)


def game_line(tree: GameTree) -> GameLine:
    """Return the main line of a game; raises UsageError if nobody has moved."""
    replay, moves, positions = Replay(tree), list[Move](), list[Position]()
    line, played = tree.main_line(), list[Node]()
    for node in line:
        if node.move is not None:
            played.append(node)
            # Some records have their first move in the root: it was played on an empty board.
            position = Position.empty(tree.columns, tree.rows) if node.parent is None \
                else replay.position_at(node.parent)
            moves.append(node.move)
            positions.append(position.with_to_play(node.move[0]))
    if not moves:
        raise UsageError("The game has no moves; there is nothing to review.")
    positions.append(replay.position_at(line[-1]))
    game, numbers = game_rules(tree, line[-1]), tuple(map(tree.printed_number, played))
    times = tuple(time for node, time in zip(line, times_of_moves(line), strict=True)
                  if node.move is not None)
    return GameLine(tuple(moves), tuple(positions), game.judged_komi, game.rules.engine_name,
                    game_info(tree, line[-1]), game.handicap_points,
                    () if numbers == tuple(range(1, len(moves) + 1)) else numbers,
                    times if any(times) else ())


def part_of(line: GameLine, moves: int) -> GameLine:
    """Return the game as it stood after so many moves."""
    return replace(line, moves=line.moves[:moves], positions=line.positions[:moves + 1])


def fitting(line: GameLine) -> tuple[GameLine, Message | None]:
    """Return as much of a game as is reviewed, and what there is to tell where that is not all.

    No game has three times as many moves as its board has points; a record may, and would keep
    irgo busy for hours.
    """
    most = max(_LEAST_LIMIT, _MOST_ROUNDS * line.columns * line.rows)
    if len(line.moves) <= most:
        return line, None
    return part_of(line, most), message(
        "The game has {count} moves; the first {most} of them are looked at.",
        count=len(line.moves), most=most)


ComputeLayer = Callable[[LayerRequest], Result]
"""Works a layer out, such as `AnalysisService.result`."""

_MOST_ROUNDS: Final = 3
_LEAST_LIMIT: Final = 400
"""Moves that are looked at on any board, however small."""
BATCH: Final = 8
"""Positions that a judge looks at in one go."""


def at_first_sight(
    line: GameLine, judge: Judge, tell: Tell | None = None, cancel: CancelFlag | None = None
) -> tuple[Judgement, ...]:
    """Return what a judge says of each position at one look, in batches.

    Raises EngineError, and CalledOffError soon after the flag is raised.
    """
    found = list[Judgement]()
    for start in range(0, len(line.positions), BATCH):
        said = judge.appraise(line.positions[start:start + BATCH], cancel)
        found += [
            _with_ownership(judge_position(
                line.positions[index], judge, rules=line.rules, is_over=is_over(line, index),
                look=look, cancel=cancel), line)
            for index, look in enumerate(said, start)]
        if tell:
            tell(len(found), len(line.positions))
    return tuple(found)


def looked_through(
    line: GameLine, judge: Judge, visits: int, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> tuple[Judgement, ...]:
    """Return what a judge says of each position, read so far that moves can be compared by it.

    visits -- how far by a quick network or an engine; one look of a deep network says more.
    Raises EngineError and CalledOffError.
    """
    if judge.rank is JudgeTrust.DEEP:
        return at_first_sight(line, judge, tell, cancel)
    return all_searched(line, judge, visits, tell, cancel)


def searched(
    line: GameLine, wanted: Iterable[int], judge: Judge, visits: int,
    tell: Tell | None = None, cancel: CancelFlag | None = None,
) -> dict[int, Judgement]:
    """Return what searches say of positions, by their indices.

    wanted -- the indices; visits -- how many positions each search may look at
    As many searches run at once as suit the judge. Raises EngineError and CalledOffError.
    """
    def search(index: int) -> Judgement:
        return _with_ownership(judge_position(
            line.positions[index], judge, visits, rules=line.rules, is_over=is_over(line, index),
            cancel=cancel), line)

    return all_asked(_apart(sorted(set(wanted)), judge.at_once), search, judge.at_once, tell)


def part_told(tell: Tell | None, low: int, high: int) -> Tell:
    """Return what a part of the work, from `low` to `high` hundredths, tells how far it is."""
    return lambda done, total: tell(
        low + (high - low) * done // max(1, total), 100) if tell else None


def _apart(indices: Sequence[int], at_once: int) -> list[int]:
    """Return indices in an order in which those that are searched at once lie far apart.

    A search looks at boards that the next position's search needs: it should find them known.
    """
    stretch = -(-len(indices) // at_once)
    return [index for at in range(stretch) for index in indices[at::stretch]]


def all_searched(
    line: GameLine, judge: Judge, visits: int, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> tuple[Judgement, ...]:
    """Return what searches say of all positions of a game, in their order; see `searched`."""
    found = searched(line, range(len(line.positions)), judge, visits, tell, cancel)
    return tuple(found[index] for index in range(len(line.positions)))


def is_over(line: GameLine, index: int) -> bool:
    """Return whether both have passed before a position."""
    return index > 1 and line.moves[index - 1][1] == PASS == line.moves[index - 2][1]


def _with_ownership(said: Judgement, line: GameLine) -> Judgement:
    """Return a judgement that says something of every point: nobody's, where it said nothing."""
    return said if said.ownership else replace(
        said, ownership=(0.0,) * (line.columns * line.rows))


_FULL: Final = 1.0
"""Influence counts up to that of one stone on its own point."""


class GameMaps(Struct, frozen=True, eq=False):
    """The maps of all positions of a game, in the order of `GameLine.positions`; n positions.

    influence -- float64 (n, 2): the shadow of Black's points and of White's, each point counted
    up to 1, both positive
    secured -- int8 (n, points): +1 where the point is Black's secured territory, -1 White's
    inner -- int8 (n, points): +1 where the point lies inside a moyo of Black's, -1 White's
    """

    influence: npt.NDArray[np.float64]
    secured: npt.NDArray[np.int8]
    inner: npt.NDArray[np.int8]

    def territory(self, index: int, colour: Colour) -> int:
        """Return how many points a colour has secured on a position, prisoners not counted."""
        return int(np.count_nonzero(self.secured[index] == colour))

    def moyo(self, index: int, colour: Colour) -> int:
        """Return how many points lie inside a colour's moyos on a position."""
        return int(np.count_nonzero(self.inner[index] == colour))

    def shadow(self, index: int, colour: Colour) -> float:
        """Return a colour's influence on a position."""
        return float(self.influence[index, 0 if colour == BLACK else 1])


def game_maps(
    line: GameLine, compute: ComputeLayer, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> GameMaps:
    """Return the maps of a game; raises CalledOffError soon after the flag is raised."""
    count, points = len(line.positions), line.columns * line.rows
    influence = np.zeros((count, 2))
    secured, inner = np.zeros((count, points), np.int8), np.zeros((count, points), np.int8)
    for index, position in enumerate(line.positions):
        if cancel:
            raise CalledOffError
        influence[index] = _influence(position, compute)
        secured[index] = _secured(position, compute)
        inner[index] = _inner(position, compute)
        if tell:
            tell(index + 1, count)
    for array in (influence, secured, inner):
        array.flags.writeable = False
    return GameMaps(influence, secured, inner)


def _influence(position: Position, compute: ComputeLayer) -> tuple[float, float]:
    found = compute(LayerRequest.of(position, "influence.shadow"))
    assert isinstance(found, Field)
    vacant = np.frombuffer(position.cells, np.int8).reshape(found.values.shape) == 0
    values = found.values[vacant].clip(-_FULL, _FULL)
    return float(values[values > 0].sum()), abs(float(values[values < 0].sum()))


def _secured(position: Position, compute: ComputeLayer) -> npt.NDArray[np.int8]:
    found = compute(LayerRequest.of(position, "territory"))
    assert isinstance(found, Territory)
    owned = np.zeros(len(position.cells), np.int8)
    for region in found.regions:
        owned[list(region.points)] = region.colour
    return owned


def _inner(position: Position, compute: ComputeLayer) -> npt.NDArray[np.int8]:
    # With the order of the stones: one put into its own moyo later does not shrink it.
    found = compute(LayerRequest.of(position, "moyo", uses_order=True))
    assert isinstance(found, Moyos)
    return found.inner.reshape(-1)
