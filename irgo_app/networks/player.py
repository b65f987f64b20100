"""A player: chooses a move by the search, ends a game rightly, and knows when it is lost."""

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from irgo_app.go.coordinates import SYMMETRIES, transformed_point, transformed_size
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position, unpacked_points
from irgo_app.go.rules import CHINESE, Ruleset, sane_moves
from irgo_app.networks import Level
from irgo_app.networks.ending import SURE, neutral_points
from irgo_app.networks.search import Evaluator, Findings, Knobs, Search, surest_first

_LOST: Final = 0.01
"""With less than this chance of winning a game is given up, not before many moves are played."""
_RESIGNING_FROM: Final = 0.3
"""Moves played before anybody resigns, as a share of the board's points."""
_OPENING: Final = 0.08
"""The opening lasts so many moves, as a share of the board's points."""
_FIRST_TEMPERATURE: Final = 0.5
"""Temperature of a game's first move at every level; it falls to the level's over the opening."""
_PLAUSIBLE: Final = 0.01
"""What is drawn by chance is at least so likely, as a share of the likeliest move."""
_REMEMBERED: Final = 3
"""So many of the last moves are where a player looks who does not see the whole board."""
_VISITS_FOR_NEUTRAL: Final = 50
_VISITS_OF_A_PASS: Final = 4
_CURIOUS: Final = 1.4
"""Exploration of a player's search: the reader's policy is surer of itself than play forgives."""
_FLAT: Final = 100.0
_READING: Final = 16
"""Visits of a player who looks whether the other side still has a move."""
_VISITS_OF_THREATS: Final = 100
_THREAT: Final = 3.0
"""Points the other side must gain by moving first before a pass is thought over."""
_NEUTRAL_LOSS: Final = 1.0
"""A neutral point is filled unless the search says it loses more than this many points."""


class Choice(Struct, frozen=True):
    """What a player does.

    point -- its move, PASS is one; resigns -- it would rather give up
    findings -- what its search found, before the last points of the game were looked at
    """

    point: Point
    resigns: bool
    findings: Findings


def search_of_game(
    evaluator: Evaluator, positions: Sequence[Position], colour: Colour, komi: float,
    first_moves: Collection[Point] | None = None, rules: Ruleset = CHINESE,
    known: Search | None = None,
) -> Search:
    """Return a search of a game's last position with `colour` to move, the game's past known.

    komi -- White's points besides the board; first_moves -- where the first move may be, anywhere
    if None; known -- the search for the mover's move before, taken over as far as it foresaw
    """
    has_passed = _has_passed(positions, colour)
    # The policy likes to pass back: to see that it would lose takes all visits.
    knobs = Knobs() if has_passed else Knobs(exploration=_CURIOUS)
    return Search(
        evaluator, positions[-1], komi, history=positions[:-1], passes=int(has_passed),
        first=colour, first_moves=first_moves, knobs=knobs, rules=rules, known=known)


def _has_passed(positions: Sequence[Position], colour: Colour) -> bool:
    *earlier, now = positions[-2:]
    return colour == now.to_play and any(
        before.cells == now.cells and before.to_play == -colour for before in earlier)


def settle(
    evaluator: Evaluator, search: Search, positions: Sequence[Position], komi: float, level: Level,
    *, rules: Ruleset = CHINESE, seed: int = 0,
) -> Choice:
    """Return what to do after a search of a game's last position.

    seed -- with it, the position and the level the choice is the same every time, if time allows
    """
    found = search.findings()
    colour, moves, points = found.position.to_play, len(positions) - 1, len(found.position.cells)
    stones = points - found.position.cells.count(0)
    temperature = _temperature(level, max(moves, stones), points)
    options = _options(search, found)
    point = surest_first(found.moves)[0].point if found.moves else options[0][0]
    if _may_pass_back(evaluator, found, positions, komi, rules):
        point = PASS
    elif temperature:
        point = _drawn(found, options, positions, temperature, level.sight, (seed, moves))
    if point == PASS:
        point = _last_point(evaluator, found, positions, komi, rules)
    if point == PASS and level.visits >= _READING:
        point = _defence(evaluator, found, positions, komi, rules)
    chance = found.black_wins if colour > 0 else 1 - found.black_wins
    resigns = chance < _LOST and moves >= _RESIGNING_FROM * points
    return Choice(point, resigns, found)


def _may_pass_back(
    evaluator: Evaluator, found: Findings, positions: Sequence[Position], komi: float,
    rules: Ruleset,
) -> bool:
    """Return whether the other side has passed, all is decided, and to end the game so wins it.

    Who has only winning moves may draw any of them, and fill its own territory for ever.
    """
    position, colour = found.position, found.position.to_play
    vacant = [point for point, cell in enumerate(position.cells) if not cell]
    if not _has_passed(positions, colour) or any(
            abs(found.ownership[point]) < SURE
            for point, _ in sane_moves(position, colour, vacant)):
        return False
    search = search_of_game(evaluator, positions, colour, komi, first_moves=(), rules=rules)
    search.run(_VISITS_OF_A_PASS)
    passing = search.findings().at(PASS)
    return passing is not None and colour * passing.lead > 0


def _temperature(level: Level, moves: int, points: int) -> float:
    left = 1 - moves / (_OPENING * points)
    if left <= 0:
        return level.temperature
    return max(level.temperature, level.opening, left * _FIRST_TEMPERATURE)


def _options(search: Search, found: Findings) -> list[tuple[Point, float]]:
    """Return the moves by their visits, or where none was made by the policy, the best first."""
    if found.moves:
        return [(move.point, float(move.visits)) for move in found.moves]
    return list(search.likeliest())


def _drawn(
    found: Findings, options: list[tuple[Point, float]], positions: Sequence[Position],
    temperature: float, sight: float, seed: tuple[int, int],
) -> Point:
    """Return a move drawn by chance, one that a player might make.

    No own eye is filled, no stones are thrown away, and nobody passes while there is a point that
    neither side surely has and that can be played on.
    """
    position = found.position
    colour = position.to_play
    sane = {point for point, _ in sane_moves(
        position, colour, [point for point, _ in options if point != PASS])}
    is_open = any(abs(found.ownership[point]) < SURE for point in sane)
    least = _PLAUSIBLE * options[0][1]
    likely = [(point, weight) for point, weight in options if point in sane and weight >= least]
    if not likely and is_open:
        likely = [(point, weight) for point, weight in options if point in sane]
    if not likely or (not is_open and options[0][0] == PASS):
        return PASS
    weights = np.array([weight for _, weight in likely])
    weights = (weights / weights.max()) ** (1 / temperature)
    if sight:
        weights *= [0.5 ** (_distance(point, positions) / sight) for point, _ in likely]
    chances = np.cumsum(weights / weights.sum())
    generator = np.random.default_rng(seed)
    place = int(np.searchsorted(chances, generator.random()))
    images = _images(position, likely[min(place, len(likely) - 1)][0])
    return images[int(generator.integers(len(images)))]


def _images(position: Position, point: Point) -> list[Point]:
    """Return a point's mirror images on a board that looks the same from several sides.

    They are worth the same, but a search visits one of them most.
    """
    columns, rows = position.columns, position.rows
    sides = [symmetry for symmetry in SYMMETRIES
             if transformed_size(columns, rows, symmetry) == (columns, rows)]
    stones = [(stone, cell) for stone, cell in enumerate(position.cells) if cell]
    return sorted({
        transformed_point(point, columns, rows, symmetry) for symmetry in sides
        if all(position.cells[transformed_point(stone, columns, rows, symmetry)] == cell
               for stone, cell in stones)})


def _distance(point: Point, positions: Sequence[Position]) -> int:
    """Return how many lines a point lies from the nearest of the last stones played, 0 if none."""
    columns = positions[-1].columns
    row, column = divmod(point, columns)
    last = unpacked_points(positions[-1].order)[-_REMEMBERED:]
    return min((max(abs(row - stone // columns), abs(column - stone % columns))
                for stone in last), default=0)


def _last_point(
    evaluator: Evaluator, found: Findings, positions: Sequence[Position], komi: float,
    rules: Ruleset,
) -> Point:
    """Return a neutral point that can still be had, else PASS: by area each is worth a point."""
    position = found.position
    left = neutral_points(position, found.ownership)
    if not left:
        return PASS
    # The policy has had its say and would pass: here every point is looked at.
    search = Search(evaluator, position, komi, history=positions[:-1], first_moves=left,
                    knobs=Knobs(root_temperature=_FLAT), rules=rules)
    search.run(_VISITS_FOR_NEUTRAL)
    looked = search.findings()
    passing = looked.at(PASS)
    colour = position.to_play
    filling = [move for move in looked.moves if move.point != PASS]
    if passing is None or not filling:
        return PASS
    best = max(filling, key=lambda move: (colour * move.lead, move.visits))
    return best.point if colour * (best.lead - passing.lead) > -_NEUTRAL_LOSS else PASS


def _defence(
    evaluator: Evaluator, found: Findings, positions: Sequence[Position], komi: float,
    rules: Ruleset,
) -> Point:
    """Return a move where the other side, moving next, would gain by it; PASS on a settled board.

    One look at a position may hold a group for alive that a few moves show to be dead.
    """
    passing = found.at(PASS)
    others = [move for move in found.moves if move.point != PASS]
    if passing is None or not others:
        return PASS
    colour = found.position.to_play
    search = Search(evaluator, found.position, komi, history=positions[:-1], first=-colour,
                    rules=rules)
    search.run(_VISITS_OF_THREATS)
    threatened = colour * (passing.lead - search.findings().lead)
    best = max(others, key=lambda move: (move.visits, move.value))
    loss = colour * (passing.lead - best.lead)
    return best.point if threatened > _THREAT and loss < _NEUTRAL_LOSS else PASS
