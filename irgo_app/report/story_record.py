"""A copy of a game's record with its story in it: comments, variations, marks and annotations.

It is made of the record as it is now, in the language that is spoken now, wherever and whenever the
story was told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import LETTER_OF_COLOUR, PASS, Point
from irgo_app.review.game_story import GameStory, StoryNote
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.values import raw_of_move, raw_of_text
from irgo_app.sgf.writer import write_games
from irgo_app.words import Message

_JUDGED = ("BM", "TE", "DO", "IT")
"""Where one of these stands somebody has judged the move already."""


def story_record(story: GameStory, tree: GameTree) -> bytes:
    """Return a copy of a record with the story of its game in it.

    tree -- the game that was told, along its main line
    """
    copy = read_games(write_games([tree])).games[0]
    moved = [node for node in copy.main_line() if node.move is not None]
    _say(copy, copy.root, [" ".join(map(str, story.overview))])
    for note in story.notes:
        if note.number <= len(moved):
            _write(copy, moved[note.number - 1], note)
    return write_games([copy])


def _write(tree: GameTree, node: Node, note: StoryNote) -> None:
    """Write what the story says at a move."""
    if note.bad and not any(map(node.says, _JUDGED)):
        _set(tree, node, "BM", [note.bad])
    if node.parent is not None and note.better:
        _add_line(tree, node.parent, note)
    _say(tree, node, note.said)
    _mark(tree, node, "TR", note.stones)
    if note.name is not None and not node.says("N"):
        _set(tree, node, "N", [raw_of_text(str(note.name))])


def _add_line(tree: GameTree, parent: Node, note: StoryNote) -> None:
    node = parent
    for colour, point in note.better:
        child = tree.new_node({LETTER_OF_COLOUR[colour]: [raw_of_move(point, tree.columns)]})
        tree.attach(child, node)
        if node is parent and note.beside is not None:
            _say(tree, child, [note.beside])
        node = child


def _say(tree: GameTree, node: Node, said: Iterable[Message | str]) -> None:
    """Add paragraphs to a node's comment."""
    text = "\n\n".join(filter(None, (node.comment, *map(str, said))))
    if text:
        _set(tree, node, "C", [raw_of_text(text)])


def _mark(tree: GameTree, node: Node, identifier: str, points: Sequence[Point]) -> None:
    before = node.properties.get(identifier, [])
    letters = [sgf_letters(point, tree.columns) for point in points if point != PASS]
    if letters:
        _set(tree, node, identifier,
             [*before, *(one for one in letters if one not in before)])


def _set(tree: GameTree, node: Node, identifier: str, values: list[str]) -> None:
    tree.replace_properties(node, {**node.properties, identifier: values}, None)
