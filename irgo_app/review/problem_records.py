"""Problems as records: an SGF collection with solutions and refutations, for any Go program.

Each problem is a game of its own: the stones set up, the side to move, the question as a comment
and the group marked. The first variation is the solution (TE, and RIGHT in its last comment, as
problem programs look for it); the others begin with a wrong move (BM) and show why it is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, NAME_OF_COLOUR, WHITE
from irgo_app.go.rules import play
from irgo_app.review.game_line import Move
from irgo_app.review.life_problems import SOLVER, Problem
from irgo_app.sgf.game_info import GameInfo
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import raw_of_move, raw_of_text
from irgo_app.words import Message, listed, message


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
    position = problem.position
    tree = GameTree(position.columns, position.rows)
    size = str(position.columns) if position.columns == position.rows \
        else f"{position.columns}:{position.rows}"
    properties = {"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"], "AP": ["irgo"], "SZ": [size]}
    for identifier, colour in (("AB", BLACK), ("AW", WHITE)):
        stones = [point for point in range(len(position.cells))
                  if position.colour_at(point) == colour]
        if stones:
            properties[identifier] = [sgf_letters(stone, position.columns) for stone in stones]
    properties["PL"] = [LETTER_OF_COLOUR[position.to_play]]
    properties["TR"] = [sgf_letters(stone, position.columns) for stone in problem.stones]
    properties["GN"] = [raw_of_text(str(message("Problem {number}", number=number)))]
    properties["C"] = [raw_of_text(f"{question_words(problem)}\n{_origin(problem, info)}")]
    tree.replace_properties(tree.root, properties, None)
    _add_line(problem, tree.root, problem.solution, "TE", "RIGHT", message("Correct."))
    for other in problem.right:
        if other != problem.solution[0][1]:
            _add_line(problem, tree.root, ((position.to_play, other),), "TE", "RIGHT",
                      message("Correct as well."))
    for moves in problem.wrong:
        _add_line(problem, tree.root, moves, "BM", "", _why(problem))
    return tree


def _origin(problem: Problem, info: GameInfo) -> Message:
    """Return where a problem comes from, and who says so."""
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
    tree, node, position = root.tree, root, problem.position
    for colour, point in moves:
        try:
            position = play(position, colour, point)
        except IllegalMoveError:
            break
        child = tree.new_node({LETTER_OF_COLOUR[colour]: [raw_of_move(point, tree.columns)]})
        if node is root:
            tree.replace_properties(child, {**child.properties, sign: ["1"]}, None)
        tree.attach(child, node)
        node = child
    if node is not root:
        text = f"{said}\n{word}" if word else str(said)
        tree.replace_properties(node, {**node.properties, "C": [raw_of_text(text)]}, None)
