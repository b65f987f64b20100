"""Problems from a game: positions where one move decides the life of a group; and their records.

What hangs on a move is proved by the solver, for groups that are walled in; of other groups two
readers must say the same. A problem stands just before the move that decided it in the game, or
at the end where nobody did. As a record each is a game of its own: the stones set up, the side to
move, the question as a comment and the group marked. The first variation is the solution (TE, and
RIGHT in its last comment, as problem programs look for it); the others begin with a wrong move (BM)
and show why it is wrong.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, NAME_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import boards_of, play
from irgo_app.judging.judgement import CalledOffError, Judge, Tell
from irgo_app.judging.study import (Place, after, answered_in, fate_of, outcome_of, place_of_group,
                                    steps_between, study_of)
from irgo_app.judging.study_words import group_status
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import SMALL_REGION, ChainMap, Limits, Question
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome
from irgo_app.review.game_line import GameLine, Move
from irgo_app.review.game_review import LEAST_STONES, GroupEvent
from irgo_app.sgf.edits import add_move
from irgo_app.sgf.game_info import GameInfo
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import raw_of_text
from irgo_app.words import Message, listed, message, noted

SOLVER: Final = "irgo's solver"
LOCAL_SEARCH: Final = noted("irgo's search of life and death")
_LIMITS: Final = Limits(nodes=3_000, closed_nodes=60_000, playouts=0, visits=0)
_LOCAL: Final = Limits(nodes=15_000, closed_nodes=60_000, playouts=3_000, visits=0)
"""Without the reader: it is the second opinion beside it."""
_FEWEST_POINTS: Final = 3
"""A group with less room is no question."""
_MOST_RIGHT: Final = 2
"""Where more first moves work there is nothing to find."""
_FEWEST_WRONG: Final = 2
_MOST_WRONG: Final = 5
"""So many refutations are shown."""
_NEAR: Final = 5
"""A move so many steps away or fewer may change what a group hangs on."""
_WRONG_BY: Final = 3.0
"""A move that a reader holds for so many points worse is wrong."""


class Problem(Struct, frozen=True):
    """A position whose side to move decides the life of a group.

    number -- of the game's moves before it; stones -- of the group, sorted; colour -- its colour
    right -- all first moves that succeed; solution -- a line that begins with one of them
    wrong -- lines that begin with a move that fails, and show why
    by -- who says so: `SOLVER` if it is proved, else two readers that agree
    """

    position: Position
    number: int
    stones: tuple[Point, ...]
    colour: Colour
    right: tuple[Point, ...]
    solution: tuple[Move, ...]
    wrong: tuple[tuple[Move, ...], ...]
    by: tuple[str, ...] = (SOLVER,)

    @property
    def is_to_live(self) -> bool:
        """Return whether the side to move saves its own group; else it takes one."""
        return self.position.to_play == self.colour


def proved_problems(
    line: GameLine, tell: Tell | None = None, cancel: CancelFlag | None = None
) -> tuple[Problem, ...]:
    """Return the problems that the solver proves; raises CalledOffError if called off."""
    found, hanging = list[Problem](), list[frozenset[Point]]()
    for index, position in enumerate(line.positions):
        if cancel:
            raise CalledOffError
        last = line.moves[index - 1][1] if index else PASS
        touched = [stones for stones in hanging if _is_touched(stones, last, position)]
        # What is set up before the first move is looked at whole; later only what a move touches.
        now = list(_hanging(position, last, cancel)) if last != PASS or not index else []
        for stones in touched:
            hanging.remove(stones)
            # Still hanging, perhaps with more stones; or decided by the move just played.
            if not any(stones & other for other in now):
                found += _problem(line, index - 1, stones, cancel)
        hanging += [stones for stones in now if not any(stones & other for other in hanging)]
        if tell:
            tell(index + 1, len(line.positions))
    for stones in hanging:
        found += _problem(line, len(line.moves), stones, cancel)
    return tuple(sorted(found, key=lambda problem: (problem.number, problem.stones)))


def agreed_problems(
    line: GameLine, events: Sequence[GroupEvent], reader: Judge, second: Judge | None,
    known: Sequence[Problem] = (), tell: Tell | None = None, cancel: CancelFlag | None = None,
) -> tuple[Problem, ...]:
    """Return the problems that two readers agree on, where groups died or lived in the game.

    second -- who must agree with the reader; None for irgo's local search of life and death
    known -- problems that are proved; they are not asked again. Raises CalledOffError and
    EngineError.
    """
    found = list[Problem]()
    for done, event in enumerate(events, start=1):
        for number in (event.number - 1, event.number - 2):
            stones = _stones_of(event, line, number)
            if len(stones) >= LEAST_STONES and not _is_told(
                    stones, number, (*known, *found)):
                found += _agreed(line.positions[number], number, stones, reader, second, cancel)
        if tell:
            tell(done, len(events))
    return tuple(sorted(found, key=lambda problem: (problem.number, problem.stones)))


def _stones_of(event: GroupEvent, line: GameLine, number: int) -> tuple[Point, ...]:
    """Return an event's stones with all that is safely connected to them, on an earlier board."""
    if number < 0:
        return ()
    position = line.positions[number]
    own = [stone for stone in event.stones if position.colour_at(stone) == event.colour]
    if not own:
        return ()
    chain_map = ChainMap(position)
    return tuple(sorted(chain_map.stones_of(
        chain_map.connected_with(chain_map.number[own[0]]))))


def _is_told(stones: Sequence[Point], number: int, known: Sequence[Problem]) -> bool:
    return any(set(stones) & set(problem.stones) and abs(problem.number - number) <= _NEAR
               for problem in known)


def _is_touched(stones: frozenset[Point], last: Point, position: Position) -> bool:
    return last != PASS and min(
        steps_between(last, stone, position.columns) for stone in stones) <= _NEAR


def _hanging(
    position: Position, last: Point, cancel: CancelFlag | None
) -> Iterator[frozenset[Point]]:
    """Yield the dragons whose life is proved to hang on the next move.

    last -- only those round this point; PASS for everywhere
    """
    chain_map, seen = ChainMap(position), set[int]()
    for number, chain in enumerate(chain_map.chains):
        is_near = last == PASS or _is_touched(frozenset(chain), last, position)
        if number in seen or not is_near:
            continue
        dragon = chain_map.connected_with(number)
        seen |= dragon
        stones = chain_map.stones_of(dragon)
        if len(stones) >= LEAST_STONES and _hangs(position, stones, cancel):
            yield stones


def _hangs(position: Position, stones: frozenset[Point], cancel: CancelFlag | None) -> bool:
    """Return whether it is proved that a group lives or dies by who moves first."""
    question = Question(position, stones)
    if not _FEWEST_POINTS <= len(question.region.vacant) <= SMALL_REGION \
            or not question.is_enclosed:
        return False
    solver = Solver(question, cancel)
    enemy_first = solver.answer(question.attacker, _LIMITS)
    if not _is_proved(enemy_first, Outcome.DIES):
        return False
    return _is_proved(solver.answer(question.colour, _LIMITS), Outcome.LIVES)


def _is_proved(answer: Answer | None, outcome: Outcome) -> bool:
    return answer is not None and answer.exact and answer.outcome is outcome


def _problem(
    line: GameLine, number: int, stones: frozenset[Point], cancel: CancelFlag | None
) -> Iterator[Problem]:
    """Yield the problem that a hanging group is on a position, unless it is too easy for one."""
    position = line.positions[number]
    own = [stone for stone in stones if position.cells[stone]]
    if not own or not _hangs(position, frozenset(own), cancel):
        return
    question = Question(position, own)
    wanted = Outcome.LIVES if position.to_play == question.colour else Outcome.DIES
    answer = Solver(question, cancel).answer(position.to_play, _LIMITS)
    assert answer is not None
    right, wrong = list[Point](), list[tuple[Move, ...]]()
    for point in sorted(question.region.vacant):
        tried = _after_first(position, question, point, cancel)
        if tried is None:
            continue
        outcome, reply = tried
        if outcome is wanted:
            right.append(point)
        else:
            wrong.append(((position.to_play, point), *reply))
    # Proved already, though the board after it may be too hard to prove by itself.
    if answer.move is not None and answer.move not in right:
        right.append(answer.move)
    wrong = [moves for moves in wrong if moves[0][1] not in right]
    if answer.move != PASS and len(right) <= _MOST_RIGHT and len(wrong) >= _FEWEST_WRONG:
        # The refutations that go on longest are those of the moves that come nearest to working.
        wrong.sort(key=lambda moves: (-len(moves), moves))
        yield Problem(position, number, question.stones, question.colour, tuple(right),
                      answer.line, tuple(wrong[:_MOST_WRONG]))


def _after_first(
    position: Position, question: Question, point: Point, cancel: CancelFlag | None
) -> tuple[Outcome, tuple[Move, ...]] | None:
    """Return what becomes of a group after a first move, and how; None if it is not proved."""
    try:
        board = play(position, position.to_play, point)
    except IllegalMoveError:
        return None
    stones = [stone for stone in question.stones if board.colour_at(stone) == question.colour]
    if not stones:
        return Outcome.DIES, ()
    answer = Solver(Question(board, stones), cancel).answer(board.to_play, _LIMITS)
    if answer is None or not answer.exact:
        return None
    return answer.outcome, answer.line


def _agreed(
    position: Position, number: int, stones: tuple[Point, ...], reader: Judge,
    second: Judge | None, cancel: CancelFlag | None,
) -> Iterator[Problem]:
    """Yield a problem if both readers hold a group for unsettled and name one first move."""
    place, first = place_of_group(position, stones), position.to_play
    if second is None:
        verdict = group_verdict(position, stones, _LOCAL, cancel)
        status, move = verdict.status, verdict.if_first(first).move
    else:
        other = study_of(position, place, second, second.usual_visits, cancel)
        status, move = group_status(other), other.if_first(first).move
    if status is not LifeStatus.UNSETTLED or move is None or move == PASS:
        return
    study = study_of(position, place, reader, reader.usual_visits, cancel)
    played = study.if_first(first)
    if group_status(study) is not LifeStatus.UNSETTLED or played.move != move:
        return
    best = next(tried for tried in played.tried if tried.point == move)
    wrong = list[tuple[Move, ...]]()
    for tried in played.tried:
        if tried.point >= 0 and first * (best.lead - tried.lead) >= _WRONG_BY:
            wrong += _refuted(position, place, tried.point, reader, cancel)
    if wrong:
        names = reader.name, LOCAL_SEARCH if second is None else second.name
        yield Problem(position, number, place.stones, place.colour, (move,), played.local,
                      tuple(wrong[:_MOST_WRONG]), names)


def _refuted(
    position: Position, place: Place, point: Point, reader: Judge, cancel: CancelFlag | None
) -> Iterator[tuple[Move, ...]]:
    """Yield how a first move fails, if the reader agrees that it does."""
    first = position.to_play
    board = after(position, first, ((first, point),))
    reply, end, owned = answered_in(place, board, reader, reader.usual_visits, cancel)
    fate = fate_of(position, place, end, owned)
    wanted = Outcome.LIVES if first == place.colour else Outcome.DIES
    if outcome_of(fate) not in (wanted, Outcome.UNKNOWN) and reply:
        yield (first, point), *reply


def problem_records(problems: Sequence[Problem], info: GameInfo) -> list[GameTree]:
    """Return a record for each problem of a game; info -- who played it, and when."""
    return [_record(problem, number, info) for number, problem in enumerate(problems, start=1)]


def question_words(problem: Problem) -> Message:
    """Return what is asked: "Black to live." or "White to kill."."""
    colour = message(NAME_OF_COLOUR[problem.position.to_play])
    if problem.is_to_live:
        return message("{colour} to live.", colour=colour)
    return message("{colour} to kill.", colour=colour)


def _record(problem: Problem, number: int, info: GameInfo) -> GameTree:
    tree = record_of_position(problem.position, problem.stones, number,
                              f"{question_words(problem)}\n{_origin(problem, info)}")
    _add_line(problem, tree.root, problem.solution, "TE", "RIGHT", message("Correct."))
    for other in problem.right:
        if other != problem.solution[0][1]:
            _add_line(problem, tree.root, ((problem.position.to_play, other),), "TE", "RIGHT",
                      message("Correct as well."))
    for moves in problem.wrong:
        _add_line(problem, tree.root, moves, "BM", "", _why(problem))
    return tree


def record_of_position(
    position: Position, stones: Sequence[Point], number: int, said: str, komi: float | None = None
) -> GameTree:
    """Return a problem's record without its lines: the stones set up, the group marked.

    number -- of the problem, from 1; said -- the question as a comment
    """
    columns, rows = position.columns, position.rows

    def letters(points: Iterable[Point]) -> list[str]:
        return [sgf_letters(point, columns) for point in points]

    properties = {"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"], "AP": ["irgo"],
                  "SZ": [str(columns) if columns == rows else f"{columns}:{rows}"],
                  "KM": [] if komi is None else [f"{komi:g}"]}
    for identifier, colour in (("AB", BLACK), ("AW", WHITE)):
        properties[identifier] = letters(point for point in range(len(position.cells))
                                         if position.colour_at(point) == colour)
    properties |= {"PL": [LETTER_OF_COLOUR[position.to_play]], "TR": letters(stones),
                   "GN": [raw_of_text(str(message("Problem {number}", number=number)))],
                   "C": [raw_of_text(said)]}
    tree = GameTree(columns, rows)
    tree.replace_properties(
        tree.root, {name: values for name, values in properties.items() if values}, None)
    return tree


def _origin(problem: Problem, info: GameInfo) -> Message:
    by = message("Proved by irgo's solver.") if problem.by == (SOLVER,) else message(
        "Agreed by {readers}.", readers=listed(map(message, problem.by)))
    black, white = (name or message(NAME_OF_COLOUR[colour]) for name, colour in (
        (info.black, BLACK), (info.white, WHITE)))
    if info.date:
        return message("From {black} against {white}, {date}, after move {number}. {by}",
                       black=black, white=white, date=info.date, number=problem.number, by=by)
    return message("From {black} against {white}, after move {number}. {by}",
                   black=black, white=white, number=problem.number, by=by)


def _why(problem: Problem) -> Message:
    return message("Wrong: the group dies.") if problem.is_to_live else message(
        "Wrong: the group lives.")


def _add_line(
    problem: Problem, root: Node, moves: Sequence[Move], sign: str, word: str, said: Message
) -> None:
    """Add a variation: its first move with a sign, its last with what is said of it.

    Only what the rules allow is written, so that every program can follow.
    """
    tree, node = root.tree, root
    for colour, point in moves[:len(boards_of(problem.position, moves))]:
        child = add_move(node, colour, point)
        if node is root:
            tree.replace_properties(child, {**child.properties, sign: ["1"]}, None)
        node = child
    if node is not root:
        text = f"{said}\n{word}" if word else str(said)
        tree.replace_properties(node, {**node.properties, "C": [raw_of_text(text)]}, None)
