"""Engines asked about the life of a group, each in the way it answers best.

GNU Go answers itself (`owl_attack`, `owl_defend`). An engine that says what its network thinks, as
KataGo, leads irgo's own search together with irgo's reader. One that tells ownership without that
is asked on the real board with both sides kept to the region and its rim. Any other plays both
sides in a frame until two passes or the last of its moves, and what stands then lives: step 4 of
the README's algorithm. One that can be kept to points, as Leela Zero, searches only moves that
count, and never resigns.

In a frame the rest of the board is filled so that only the group's life is left to play. The group,
its region and the stones around stay. A margin of two lines is left, the rest filled: the nearer
part with the attacker's colour, which must surround the group, the farther part with the
defender's. Each filling gets two eyes. Two colours instead of one, as filling with the group's own
colour would join it to life, and the margin as Leela Zero's frames in other programs have it. The
group decides the game: where the colours meet is chosen so that, counting area, the defender wins
by as much if the group lives as he loses by if it dies. An engine that plays to win then plays for
the group, and one side is never content with what stands there.
"""

import math
import re
import time
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.tracker import EngineGame, Move
from irgo_app.errors import EngineError, IllegalMoveError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point, middle_of, topology
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.lifedeath import groups
from irgo_app.lifedeath.groups import dragons_of
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.verdict import READER_METHOD, Answer, Outcome, Verdict, in_turn

KOMI: Final = 7.5
"""Points for White in a frame. Networks without an input for komi were trained with these."""
MARGIN: Final = 2
"""Lines left free between what is kept and the filling."""
_LEAST_FILLING: Final = 12
"""A part of the filling with fewer points is left out: it could not live."""
_TRIALS: Final = 4
"""How often the border between the colours is moved until the group decides."""
_FOUR: Final = 4
"""An eye of four in a row lives if its owner answers: a ko threat for the other side."""


class Frame(Struct, frozen=True):
    """A framed position.

    inside -- where play belongs: the region, its rim and the ko threat
    threats -- the four points of that threat
    """

    position: Position
    inside: frozenset[Point]
    threats: frozenset[Point] = frozenset()


def framed(question: Question, threat_for: Colour = EMPTY) -> Frame:
    """Return the frame of a group.

    threat_for -- a side that gets a ko threat far away: the other's filling has one eye of four in
    a row in place of two eyes. EMPTY for none. Where there is no room to fill, nothing is filled.
    """
    position = question.position
    inside = _inside(question)
    rest = [point for point in range(len(position.cells)) if point not in inside]
    rest.sort(key=lambda point: (_distance(question, point), point))
    best, best_error, near = None, math.inf, len(rest) // 2
    for _ in range(_TRIALS):
        filling = _filled(question, rest, near, threat_for)
        error = _imbalance(question, filling)
        if abs(error) < best_error:
            best, best_error = filling, abs(error)
        # A stone that changes its colour counts twice.
        near = min(max(near + round(error / 2), 0), len(rest))
    assert best is not None
    board, threats = position.with_stones(best.stones), best.threats
    if not _can_breathe(board):
        return Frame(position, region_and_rim(question))
    return Frame(board, region_and_rim(question) | threats, threats)


class _Filling(Struct, frozen=True):
    """What is put on the rest of the board; EMPTY clears a point.

    lead -- Black's area in it less White's
    """

    stones: dict[Point, Colour]
    threats: frozenset[Point]
    lead: int


def _filled(question: Question, rest: list[Point], near: int, threat_for: Colour) -> _Filling:
    """Return the rest filled: so many of its first points by the attacker, the others not."""
    stones: dict[Point, Colour] = dict.fromkeys(rest, EMPTY)
    threats, lead = frozenset[Point](), 0
    for colour, points in ((question.attacker, rest[:near]), (question.colour, rest[near:])):
        for part in _parts(question.position, points):
            eyes = _eyes(question.position, part, wants_four=threat_for == -colour and not threats)
            if not eyes:
                continue
            if len(eyes) == _FOUR:
                threats = frozenset(eyes)
            stones.update({point: colour for point in part if point not in eyes})
            lead += colour * len(part)
    return _Filling(stones, threats, lead)


def _imbalance(question: Question, filling: _Filling) -> float:
    """Return by how much the defender leads half way between life and death of the group.

    Counting area with komi. What is kept is the attacker's, save the group and its region, which
    go to who wins them.
    """
    kept = len(question.position.cells) - len(filling.stones)
    decided = len(question.stones) + len(question.region.vacant)
    return question.colour * (filling.lead - KOMI) - (kept - decided)


def region_and_rim(question: Question) -> frozenset[Point]:
    """Return the region, and the vacant points beside the stones around it."""
    neighbours, cells = question.chain_map.neighbours, question.position.cells
    found = set(question.region.vacant)
    for point in question.region.vacant | set(question.stones):
        for near in neighbours[point]:
            if cells[near]:
                found.update(question.chain_map.liberties[question.chain_map.number[near]])
            else:
                found.add(near)
    return frozenset(found)


def _inside(question: Question) -> frozenset[Point]:
    position, chain_map = question.position, question.chain_map
    kept = set(question.stones) | set(question.region.vacant)
    for point in tuple(kept):
        for near in chain_map.neighbours[point]:
            if position.cells[near]:
                kept.update(chain_map.chains[chain_map.number[near]])
    places = {divmod(point, position.columns) for point in kept}
    wide = {(row + down, column + right) for row, column in places
            for down in range(-MARGIN, MARGIN + 1) for right in range(-MARGIN, MARGIN + 1)}
    inside = {row * position.columns + column for row, column in wide
              if 0 <= row < position.rows and 0 <= column < position.columns}
    cut = {number for point in inside if (number := chain_map.number[point]) >= 0}
    return frozenset(inside | chain_map.stones_of(cut))


def _distance(question: Question, point: Point) -> float:
    """Return how far a point lies from the group in the direction of the farthest corner."""
    position = question.position
    row, column = middle_of(question.stones, position.columns)
    down = (position.rows - 1) / 2 - row
    right = (position.columns - 1) / 2 - column
    length = max(abs(down), abs(right)) or 1.0
    at_row, at_column = divmod(point, position.columns)
    return ((at_row - row) * (down or 0.1) + (at_column - column) * (right or 0.1)) / length


def _parts(position: Position, points: list[Point]) -> list[list[Point]]:
    """Return the connected parts of some points that are large enough to live."""
    neighbours = topology(position.columns, position.rows).neighbours
    left, parts = set(points), []
    for start in points:
        if start not in left:
            continue
        left.discard(start)
        part = [start]
        for point in part:
            for near in neighbours[point]:
                if near in left:
                    left.discard(near)
                    part.append(near)
        if len(part) >= _LEAST_FILLING:
            parts.append(part)
    return parts


def _eyes(position: Position, part: list[Point], *, wants_four: bool) -> tuple[Point, ...]:
    """Return the points of a part left vacant so that it lives, none if it cannot."""
    columns, members = position.columns, set(part)
    solid = [point for point in sorted(part, reverse=True) if _is_solid(point, members, position)]
    if wants_four:
        for point in solid:
            four = tuple(point + step for step in range(_FOUR))
            if point % columns <= columns - _FOUR and all(
                    _is_solid(each, members, position) for each in four):
                return four
    for point in solid:
        for other in solid:
            if max(abs(point // columns - other // columns),
                   abs(point % columns - other % columns)) > 2:
                return point, other
    return ()


def _is_solid(point: Point, members: set[Point], position: Position) -> bool:
    """Return whether a point and all eight around it, as far as on the board, are filled."""
    row, column = divmod(point, position.columns)
    return all(
        near_row * position.columns + near_column in members
        for near_row in range(max(0, row - 1), min(position.rows, row + 2))
        for near_column in range(max(0, column - 1), min(position.columns, column + 2)))


def _can_breathe(position: Position) -> bool:
    """Return whether every chain has a liberty, so that an engine takes the board."""
    seen = set[Point]()
    for point, cell in enumerate(position.cells):
        if cell and point not in seen:
            seen |= position.chain(point)
            if not position.liberties(point):
                return False
    return position.ko_point == PASS


SURE_FROM: Final = 0.7
"""Below so much mean ownership of its stones the fate of a group is unknown."""
_MOST_MOVES: Final = 60
_LAST_LOOK: Final = Limits(
    nodes=10_000, closed_nodes=50_000, playouts=1_000, visits=12, most_visits=0)
_OWL: Final = re.compile(r"(\d)(?:\s+(\S+))?")


class CalloutLimits(Struct, frozen=True):
    """How far an engine that tells ownership searches for one answer.

    led -- what irgo's own search may cost where the engine's network leads it
    """

    visits: int = 300
    seconds: float = 10.0
    led: Limits = Limits()


def engine_verdict(
    referee: Referee, question: Question, limits: CalloutLimits | None = None,
    cancel: CancelFlag | None = None, at: Point | None = None,
) -> Verdict:
    """Return what an engine says of a group, either side first; raises EngineError.

    at -- the stone GNU Go is asked about, by default one of the group's largest dragon
    Called off, the outcomes are UNKNOWN.
    """
    limits = limits or CalloutLimits()
    if referee.knows_owl:
        black, white = owl_answers(referee, question, at)
    else:
        ask = _by_network if referee.tells_network else \
            _by_ownership if referee.tells_ownership else _by_playing
        black, white = (
            Answer(first, Outcome.UNKNOWN, method=f"engine:{referee.name}") if cancel
            else ask(referee, question, first, limits, cancel) for first in (BLACK, WHITE))
    return Verdict(question.colour, question.stones, black, white)


def owl_answers(
    referee: Referee, question: Question, at: Point | None = None
) -> tuple[Answer, Answer]:
    """Return GNU Go's own answers, Black first and White first.

    It is asked about a stone, by default one of the largest dragon of the group. Only where the
    attack works does it matter whether the defence does.
    """
    started = time.perf_counter()
    position, colour = question.position, question.colour
    stone = min(dragons_of(question)[0]) if at is None else at
    name = position.vertex(stone)
    attack = _owl(referee, question, f"owl_attack {name}", -colour)
    defence = _owl(referee, question, f"owl_defend {name}", colour)
    if attack.outcome is Outcome.LIVES:
        defence = replace(defence, outcome=Outcome.LIVES, kill=0.0, needs_threat=None)
    half = (time.perf_counter() - started) / 2
    attack, defence = (replace(answer, seconds=half) for answer in (attack, defence))
    return (defence, attack) if colour == BLACK else (attack, defence)


def _owl(referee: Referee, question: Question, command: str, first: Colour) -> Answer:
    position, text = question.position, referee.ask(question.position, command)
    found = _OWL.match(text)
    if found is None:
        raise EngineError(
            "{name} answered {text!r} to {command}.",
            name=referee.name, text=text[:30], command=command.split()[0])
    code = int(found[1])
    move = PASS
    if code and found[2]:
        try:
            move = point_of_vertex(found[2], position.columns, position.rows)
        except ValueError:
            raise EngineError(
                "{name} named {text!r} as a move.",
                name=referee.name, text=found[2][:20]) from None
    is_attack = first != question.colour
    if code in (2, 3):
        outcome = Outcome.KO
    else:
        # 4 and 5: some stones are lost or won, the dragon as a whole is not decided by it.
        outcome = Outcome.DIES if (code == 1) == is_attack else Outcome.LIVES
        if code > 3:
            outcome = Outcome.LIVES
    needs = {2: -first, 3: first}.get(code)
    kill = {Outcome.DIES: 1.0, Outcome.LIVES: 0.0}.get(outcome)
    if kill is None:
        kill = float(needs == question.colour)
    line = () if move == PASS else ((first, move),)
    return Answer(first, outcome, move, line, f"engine:{referee.name}", kill=kill,
                  needs_threat=needs)


def _by_network(
    referee: Referee, question: Question, first: Colour, limits: CalloutLimits,
    cancel: CancelFlag | None,
) -> Answer:
    """Return what irgo's search says when the engine's network and irgo's reader lead it."""
    # The window has no network.
    from irgo_app.lifedeath.guided import EngineNetwork, likely_answer, own_reader

    found = likely_answer(
        question, first, limits.led, Solver(question, cancel), cancel,
        EngineNetwork(referee, own_reader(question.position)))
    if cancel:
        return Answer(first, Outcome.UNKNOWN, method=f"engine:{referee.name}")
    # Playouts and the solver come first, and what they are certain of is not the engine's word.
    return replace(found, method=f"engine:{referee.name}") if found.method == READER_METHOD \
        else found


def _by_ownership(
    referee: Referee, question: Question, first: Colour, limits: CalloutLimits,
    cancel: CancelFlag | None,
) -> Answer:
    """Return what the mean ownership of the group's stones says, play kept to region and rim."""
    started = time.perf_counter()
    position = question.position
    points = {point for point in region_and_rim(question) if not position.cells[point]}
    said = referee.evaluation(position, first, points, limits.visits, limits.seconds)
    if said.ownership is None:
        raise EngineError("{name} gave no ownership.", name=referee.name)
    owned = [said.ownership[stone] for stone in question.stones]
    mean = question.colour * sum(owned) / len(owned)
    outcome = Outcome.UNKNOWN
    if abs(mean) >= SURE_FROM:
        outcome = Outcome.LIVES if mean > 0 else Outcome.DIES
    best = said.candidates[0]
    line = in_turn(first, best.line or (best.point,))
    return Answer(first, outcome, best.point, line, f"engine:{referee.name}",
                  kill=(1 - mean) / 2, nodes=said.visits, seconds=time.perf_counter() - started)


def _by_playing(
    referee: Referee, question: Question, first: Colour, limits: CalloutLimits,
    cancel: CancelFlag | None,
) -> Answer:
    """Return what stands when the engine has played both sides in a frame.

    If a ko was fought inside, it is played again with a ko threat for the side that lost.
    """
    started = time.perf_counter()
    plain = played_in(referee, question, framed(question), first, cancel)
    outcome, needs = plain.outcome, None
    moves = len(plain.line)
    if plain.had_ko and outcome is not Outcome.UNKNOWN:
        loser = question.colour if outcome is Outcome.DIES else question.attacker
        frame = framed(question, threat_for=loser)
        if frame.threats:
            again = played_in(referee, question, frame, first, cancel)
            moves += len(again.line)
            if again.outcome not in (outcome, Outcome.UNKNOWN):
                outcome, needs = Outcome.KO, loser
    line = tuple(plain.line)
    move = line[0][1] if line else PASS
    while line and line[-1][1] == PASS:
        line = line[:-1]
    kill = {Outcome.DIES: 1.0, Outcome.LIVES: 0.0}.get(plain.outcome, 0.5)
    return Answer(first, outcome, move, line, f"engine:{referee.name}", False, kill, needs,
                  moves, time.perf_counter() - started)


class PlayedGame(Struct, frozen=True):
    """A frame played to the end: the moves, what became of the group, and whether ko was fought."""

    line: tuple[Move, ...]
    outcome: Outcome
    had_ko: bool


def played_in(
    referee: Referee, question: Question, frame: Frame, first: Colour,
    cancel: CancelFlag | None = None,
) -> PlayedGame:
    """Return how a frame ends if an engine plays both sides; raises EngineError.

    The group lives if most of its stones still stand after two passes, or after so many moves that
    an engine which may not pass has filled the place, and are not dead as they stand. Called off,
    the outcome is UNKNOWN.
    """
    start = now = frame.position.with_to_play(first)
    line, colour, had_ko, passes = list[Move](), first, False, 0
    while passes < 2 and not cancel and len(line) < _MOST_MOVES:
        point = _chosen(referee, frame, EngineGame(start, tuple(line), now, KOMI), colour)
        try:
            after = play(now, colour, point)
        except IllegalMoveError as error:
            raise EngineError(
                "{name} played an illegal move: {error}", name=referee.name, error=error) from None
        if point != PASS and is_replaced(now, after, colour, point, frame):
            point, after = PASS, play(now, colour, PASS)
        had_ko |= after.ko_point != PASS
        line.append((colour, point))
        now, colour = after, -colour
        passes = passes + 1 if point == PASS else 0
        if _standing(question, now) == 0:
            passes = 2
    outcome = Outcome.UNKNOWN
    if not cancel:
        standing = _standing(question, now) and _not_dead(referee, question, now, cancel)
        outcome = Outcome.LIVES if 2 * standing > len(question.stones) else Outcome.DIES
    return PlayedGame(tuple(line), outcome, had_ko)


def _chosen(referee: Referee, frame: Frame, game: EngineGame, colour: Colour) -> Point:
    """Return the move an engine chooses in a frame, among those that count if it can be kept."""
    if not referee.can_be_kept:
        return referee.move(game, colour)
    points = counting_moves(game.position.with_to_play(colour), frame)
    return referee.kept_move(game, colour, points) if points else PASS


def counting_moves(now: Position, frame: Frame) -> list[Point]:
    """Return the legal moves of the side to move for which no pass stands."""
    colour = now.to_play
    return [point for point in sorted(frame.inside)
            if not now.cells[point] and why_illegal(now, colour, point) is None
            and not is_replaced(now, play(now, colour, point), colour, point, frame)]


def is_replaced(
    before: Position, after: Position, colour: Colour, point: Point, frame: Frame
) -> bool:
    """Return whether a pass stands for a move.

    It does for moves outside the region and its rim, kos outside, own eyes filled, and stones
    thrown away: two or more put into atari that neither take nor threaten anything.
    """
    if point not in frame.inside:
        return True
    if after.ko_point != PASS and after.ko_point not in frame.inside:
        return True
    own = CELL_OF_COLOUR[colour]
    neighbours = topology(before.columns, before.rows).neighbours[point]
    if before.captures == after.captures:
        if all(before.cells[near] == own for near in neighbours) and all(
                len(before.liberties(near)) > 1 for near in neighbours):
            return _is_one_chain(before, neighbours)
        return len(after.liberties(point)) == 1 and len(after.chain(point)) > 1 \
            and not any(before.colour_at(near) == -colour and len(before.liberties(near)) <= 2
                        for near in neighbours)
    return False


def _is_one_chain(position: Position, points: tuple[Point, ...]) -> bool:
    return len({min(position.chain(point)) for point in points}) == 1


def _not_dead(
    referee: Referee, question: Question, position: Position, cancel: CancelFlag | None
) -> int:
    """Return how many stones of the group stand and are not dead where they stand.

    An engine passes as soon as all is settled. It is asked for the dead stones, if it can tell;
    else irgo looks itself whether the owner could still save the rest.
    """
    standing = [stone for stone in question.stones if position.colour_at(stone) == question.colour]
    if referee.knows_dead:
        words = referee.ask(position, "final_status_list dead").split()
        names = {position.vertex(stone) for stone in standing}
        return len(names - {word.upper() for word in words})
    rest = Question(position, standing)
    return 0 if groups.answer(rest, rest.colour, _LAST_LOOK, cancel).outcome is Outcome.DIES \
        else len(standing)


def _standing(question: Question, position: Position) -> int:
    return sum(position.colour_at(stone) == question.colour for stone in question.stones)
