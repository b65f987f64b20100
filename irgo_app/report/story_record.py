"""The story of a game in a copy of its record, as comments, variations and marks.

The record itself stays as it is: what is said is added to what the copy holds already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import sgf_letters
from irgo_app.go.point import LETTER_OF_COLOUR, PASS
from irgo_app.go.rules import play
from irgo_app.meaning.future import Future
from irgo_app.meaning.why import Why
from irgo_app.meaning.words import why_words
from irgo_app.report.document import event_sentence, listed_sentences, overview, turn_sentences
from irgo_app.report.game_report import Studied
from irgo_app.review.game_review import MISTAKE, GameReview
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.values import raw_of_move, raw_of_text
from irgo_app.sgf.writer import write_games
from irgo_app.words import Message, message

_VERY_BAD: Final = 10.0
"""A move that loses so many points is BM[2], very bad; a smaller mistake is BM[1]."""


def story_record(review: GameReview, turns: Sequence[Studied], tree: GameTree) -> bytes:
    """Return a copy of the record with the story of its game in it.

    turns -- the turning points; tree -- the record that was reviewed, along its main line
    """
    copy = read_games(write_games([tree])).games[0]
    _say(copy, copy.root, listed_sentences(overview(review)))
    moved = [node for node in copy.main_line() if node.move is not None]
    for number, node in enumerate(moved[:len(review.moves)], start=1):
        found = review.whys.get(number)
        if found is not None and review.moves[number - 1].loss >= MISTAKE:
            _tell_mistake(copy, node, found, review.moves[number - 1].loss)
        for event in review.events:
            if event.number == number:
                _say(copy, node, event_sentence(event, review.line))
                _mark(copy, node, "TR", event.stones)
    for number, turn in enumerate(turns, start=1):
        index = turn.point.number - 1
        if turn.point.drift and index < len(moved):
            _say(copy, moved[index], listed_sentences(turn_sentences(turn, review)))
        if index < len(moved) and not moved[index].says("N"):
            _set(copy, moved[index], "N", [raw_of_text(str(
                message("Turning point {number}", number=number)))])
    return write_games([copy])


def _tell_mistake(tree: GameTree, node: Node, found: Why, loss: float) -> None:
    """Tell of a mistake at its node, and put the better line beside it."""
    _say(tree, node, why_words(found))
    if not (node.says("BM") or node.says("TE") or node.says("DO") or node.says("IT")):
        _set(tree, node, "BM", ["2" if loss >= _VERY_BAD else "1"])
    if node.parent is not None:
        _add_line(tree, node.parent, found, found.instead)


def _add_line(tree: GameTree, parent: Node, found: Why, future: Future) -> None:
    node, board = parent, found.position
    for colour, point in future.moves:
        try:
            board = play(board, colour, point)
        except IllegalMoveError:
            break
        child = tree.new_node({LETTER_OF_COLOUR[colour]: [raw_of_move(point, tree.columns)]})
        tree.attach(child, node)
        if node is parent:
            _say(tree, child, message("Better, as {judge} reads it.", judge=message(found.judge)))
        node = child


def _say(tree: GameTree, node: Node, said: Message | str) -> None:
    """Add a sentence to a node's comment."""
    before = node.comment
    text = f"{before}\n\n{said}" if before else str(said)
    _set(tree, node, "C", [raw_of_text(text)])


def _mark(tree: GameTree, node: Node, identifier: str, points: Sequence[int]) -> None:
    letters = [sgf_letters(point, tree.columns) for point in points if point != PASS]
    before = node.properties.get(identifier, [])
    _set(tree, node, identifier, [*before, *(one for one in letters if one not in before)])


def _set(tree: GameTree, node: Node, identifier: str, values: list[str]) -> None:
    tree.replace_properties(node, {**node.properties, identifier: values}, None)
