"""Cards from collections of problems: SGF whose variations are solutions and failures.

Which branch is right is written in many ways: `RIGHT` or a `+` or the words of it in a comment at
its end, `TE` (a good move) on it, wrong ones by `WRONG`, `-`, `BM`. Where a record marks nothing,
its first variation is the solution.
"""

import re
from collections.abc import Iterator
from typing import Final

from irgo_app.go.point import PASS
from irgo_app.go.position import Position
from irgo_app.go.rules import boards_of
from irgo_app.judging.studies import proof_of
from irgo_app.lifedeath.question import ChainMap
from irgo_app.lifedeath.verdict import LifeStatus
from irgo_app.practice.card import Card, CardKind, JudgedMove, Move, Origin, Theme
from irgo_app.sgf.game_info import game_info, game_rules
from irgo_app.sgf.game_tree import GameTree, Node, first_line
from irgo_app.sgf.replay import Replay
from irgo_app.words import visible_lines

_RIGHT: Final = re.compile(
    r"\s*+\+|\bRIGHT\b|\b(?:correct|success)\b|正解|正确|정답", re.IGNORECASE)
_WRONG: Final = re.compile(
    r"\s*+-\s*+$|\bWRONG\b|\b(?:incorrect|failure|fails?)\b|失敗|失败|错|실패", re.IGNORECASE)
_LONGEST_NOTE: Final = 400
_MOST_LEAVES: Final = 2_000
_MOST_MOVES: Final = 60
"""A game with a longer main line and no stones set up is no problem."""


def card_of_record(tree: GameTree, source: str = "") -> Card | None:
    """Return the card of a problem's record, None where there is nothing to answer."""
    root = _first(tree)
    if root is None:
        return None
    position = Replay(tree).position_at(root)
    mover = next(child.move[0] for child in root.children if child.move is not None)
    position = position.with_to_play(mover)
    is_marked = any(_marks(node) is not None for node in _below(root))
    judged = list[JudgedMove]()
    for index, child in enumerate(root.children):
        if child.move is None or child.move[1] == PASS or child.move[0] != mover:
            continue
        end = first_line(child)[-1]
        right = _right_leaf(child) if is_marked else (end if index == 0 else None)
        leaf = right or end
        line = _moves(child, leaf)
        if not boards_of(position, line[:1]):
            continue
        judged.append(JudgedMove(child.move[1], 0.0, right is not None, line=line,
                                 note=_note(child, leaf)))
    if not any(move.works for move in judged):
        return None
    # A move that begins several branches is right if one of them is.
    judged.sort(key=lambda move: not move.works)
    judged = list({move.point: move for move in reversed(judged)}.values())[::-1]
    info = game_info(tree)
    return Card(
        CardKind.LINES, position, position, (), tuple(judged), (Theme.LIFE,),
        Origin(name=info.game_name or info.event, date=info.date, source=source),
        stones=_marked_group(root, position) or _hanging_group(position),
        question=_first_line(root.comment), komi=game_rules(tree).judged_komi)


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


def _marks(node: Node) -> bool | None:
    """Return whether a node is marked as right, False as wrong, None as neither."""
    comment = node.comment
    if node.says("BM") or _WRONG.search(comment):
        return False
    if node.says("TE") or _RIGHT.search(comment):
        return True
    return None


def _right_leaf(top: Node) -> Node | None:
    """Return the end of the first line from a move that its record calls right."""
    if _marks(top) is False:
        return None
    nodes = [top, *_below(top)]
    ends = [node for node in nodes if not node.children]
    marked = [node for node in nodes if _marks(node) is True]
    if not marked:
        return None
    first = min(marked, key=lambda node: node.id)
    # A sign on the first move holds for the line that goes on from it.
    return next((end for end in sorted(ends, key=lambda end: end.id)
                 if first in first.tree.path_to(end)), first)


def _moves(top: Node, leaf: Node) -> tuple[Move, ...]:
    path = top.tree.path_to(leaf)
    return tuple(node.move for node in path[path.index(top):] if node.move is not None)


def _note(top: Node, leaf: Node) -> str:
    """Return what the record says of a line, without the words that only mark it."""
    texts = dict.fromkeys((top.comment.strip(), leaf.comment.strip()))
    said = " ".join(text for text in texts if text)
    said = re.sub(r"\b(?:RIGHT|WRONG)\b", "", said).strip(" \n+-")
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
