"""Cards from collections of problems: SGF whose variations are solutions and failures.

What marks a branch is in `branch_marks.py`. Where only right branches are marked the others are
wrong, and the other way round; where a record marks nothing, its first variation is the solution.
What stays unclear makes no card.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from irgo_app.go.point import BLACK, EMPTY, PASS, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import boards_of, record
from irgo_app.judging.studies import proof_of
from irgo_app.lifedeath.question import ChainMap
from irgo_app.lifedeath.verdict import LifeStatus
from irgo_app.practice.branch_marks import has_triangle_on_move, mark_of, without_mark
from irgo_app.practice.card import Card, CardKind, JudgedMove, Move, Origin, Theme
from irgo_app.sgf.game_info import game_info, game_rules, has_handicap
from irgo_app.sgf.game_tree import GameTree, Node, first_line
from irgo_app.sgf.replay import Replay, setup_of
from irgo_app.words import Message, message, visible_lines

_LONGEST_NOTE: Final = 400
_MOST_LEAVES: Final = 2_000
_MOST_MOVES: Final = 60
"""A game with a longer main line and no stones set up is no problem."""


def card_of_record(tree: GameTree, source: str = "") -> Card | None:
    """Return the card of a problem's record, None where there is nothing to answer."""
    found = problem_in(tree, source)
    return found if isinstance(found, Card) else None


def problem_in(tree: GameTree, source: str = "") -> Card | Message | None:
    """Return the card of a problem's record, why it makes none, or None for a record of no problem.
    """
    root = _first(tree)
    if root is None:
        return None
    replay = Replay(tree)
    position = replay.position_at(root)
    mover = next(child.move[0] for child in root.children if child.move is not None)
    position = position.with_to_play(mover)
    branches = [child for child in root.children
                if child.move is not None and child.move[1] != PASS and child.move[0] == mover]
    marks = _marks_below(root, branches, mover)
    if not marks and len(root.children) == 1 and has_handicap(root):
        return None  # The beginning of a game, not a problem.
    judged = list[JudgedMove]()
    for index, child in enumerate(branches):
        end = first_line(child)[-1]
        right = _right_leaf(child, marks) if marks else (end if index == 0 else None)
        leaf = right or end
        line = _moves(replay, child, leaf)
        if not boards_of(position, line[:1]):
            continue
        judged.append(JudgedMove(line[0][1], 0.0, right is not None, line=line,
                                 note=_note(child, leaf)))
    if not any(move.works for move in judged):
        return message("{file} is a problem, but it does not say clearly which first move is "
                       "right; it makes no card.", file=source) if judged else None
    # A move that begins several branches is right if one of them is.
    judged.sort(key=lambda move: not move.works)
    judged = list({move.point: move for move in reversed(judged)}.values())[::-1]
    info = game_info(tree, root)
    return Card(
        CardKind.LINES, position, position, (), tuple(judged), (Theme.LIFE,),
        Origin(name=info.game_name or info.event, date=info.date, source=source),
        stones=_marked_group(root, position) or _hanging_group(position),
        question=_first_line(root.comment), komi=game_rules(tree, root).judged_komi)


def _first(tree: GameTree) -> Node | None:
    """Return the node a problem begins at, None for a record that is none."""
    node = tree.root
    while len(node.children) == 1 and not node.children[0].has_move:
        node = node.children[0]
    has_stones = any(on_way.has_setup for on_way in tree.path_to(node))
    has_moves = any(child.move is not None for child in node.children)
    is_short = len(tree.main_line()) <= _MOST_MOVES
    return node if has_stones and has_moves and is_short else None


def _below(root: Node) -> Iterator[Node]:
    waiting, seen = list(root.children), 0
    while waiting and seen < _MOST_LEAVES:
        node = waiting.pop()
        seen += 1
        yield node
        waiting += node.children


def _marks_below(root: Node, branches: Sequence[Node], mover: Colour) -> dict[int, bool]:
    """Return whether nodes are marked as right or wrong, by their numbers.

    A triangle on the first move is a mark of a wrong branch where nothing else is marked and not
    all branches have one.
    """
    found = {node.id: mark for node in _below(root)
             if (mark := mark_of(node, mover)) is not None}
    if not found:
        with_triangle = [node for node in branches if has_triangle_on_move(node)]
        if 0 < len(with_triangle) < len(branches):
            found = dict.fromkeys((node.id for node in with_triangle), False)
    return found


def _right_leaf(top: Node, marks: Mapping[int, bool]) -> Node | None:
    """Return the end of the first line from a move that its record calls right.

    The last mark on a line counts. A line without any is right where only wrong ones are marked.
    """
    only_wrong = not any(marks.values())
    ends = [node for node in (top, *_below(top)) if not node.children]
    for end in sorted(ends, key=lambda end: end.id):
        path = end.tree.path_to(end)
        said = [marks[node.id] for node in path[path.index(top):] if node.id in marks]
        if said[-1] if said else only_wrong:
            return end
    return None


def _moves(replay: Replay, top: Node, leaf: Node) -> tuple[Move, ...]:
    """Return the moves from one node to another below it.

    Stones that are set up on the way count as moves; where stones are taken away, or the board
    would be another, the line ends.
    """
    path = top.tree.path_to(leaf)
    moves, board = list[Move](), replay.position_at(path[path.index(top) - 1])
    for node in path[path.index(top):]:
        added = [(colour, point) for point, colour in setup_of(node).items()
                 if board.colour_at(point) != colour] if node.has_setup else []
        if any(colour == EMPTY for colour, _ in added):
            return tuple(moves)
        added = _alternating(added, -moves[-1][0] if moves else BLACK)
        if node.move is not None:
            added.append(node.move)
        for colour, point in added:
            board, _ = record(board, colour, point)
        if node.has_setup and board.cells != replay.position_at(node).cells:
            return tuple(moves)
        moves += added
    return tuple(moves)


def _alternating(stones: Sequence[Move], first: Colour) -> list[Move]:
    """Return stones so that the sides take turns as far as they can; first -- who begins."""
    left = {side: [stone for stone in stones if stone[0] == side] for side in (first, -first)}
    found, turn = list[Move](), first
    while any(left.values()):
        side = turn if left[turn] else -turn
        found.append(left[side].pop(0))
        turn = -side
    return found


def _note(top: Node, leaf: Node) -> str:
    """Return what the record says of a line, without the words that only mark it."""
    texts = dict.fromkeys((top.comment.strip(), leaf.comment.strip()))
    said = " ".join(text for text in map(without_mark, texts) if text)
    return visible_lines(said, _LONGEST_NOTE)


def _first_line(comment: str) -> str:
    return next((visible_lines(line.strip(), _LONGEST_NOTE) for line in comment.splitlines()
                 if line.strip()), "")


def _marked_group(root: Node, position: Position) -> tuple[int, ...]:
    """Return the group that a record marks as the one in question, nothing without one."""
    marked = [point for name in ("TR", "SQ", "MA", "CR") for point in root.points(name)
              if position.cells[point]]
    if not marked or len({position.colour_at(point) for point in marked}) != 1:
        return ()
    chain_map = ChainMap(position)
    return tuple(sorted(chain_map.stones_of(chain_map.numbers_at(marked))))


def _hanging_group(position: Position) -> tuple[int, ...]:
    """Return the largest group whose life is proved to hang on the next move, nothing if none."""
    chain_map, seen, found = ChainMap(position), set[int](), list[tuple[int, ...]]()
    for number in range(len(chain_map.chains)):
        if number in seen:
            continue
        dragon = chain_map.connected_with(number)
        seen |= dragon
        stones = tuple(sorted(chain_map.stones_of(dragon)))
        proved = proof_of(position, stones)
        if proved is not None and proved.status is LifeStatus.UNSETTLED:
            found.append(stones)
    return max(found, key=lambda stones: (len(stones), stones), default=())
