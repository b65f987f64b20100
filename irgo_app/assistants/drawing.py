"""The diagrams that assistants ask for, in the worker."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from irgo_app.assistants.asked import RULES, Answer, Asked, read_by
from irgo_app.assistants.permitted import place_to_write
from irgo_app.draw.export import PICTURE_FORMATS
from irgo_app.errors import UsageError
from irgo_app.judging.reader_judge import NAME
from irgo_app.library.game import GameNode
from irgo_app.library.picture import SIZE, Picture
from irgo_app.meaning.ishida import NAME as ISHIDA
from irgo_app.meaning.places import VISITS
from irgo_app.print.figures import (
    BoardStyle, figure_of, numbered_moves, part_of_text, position_before, range_of_text, stretch
)
from irgo_app.sgf.replay import Replay
from irgo_app.words import listed

_CORNERS: Final = 2
_MOST_LAYERS: Final = 8


def draw(asked: Asked) -> Answer:
    """Draw a diagram, and write it where that is asked for and allowed."""
    name = asked.given("save_as", "")
    path = place_to_write(asked.desk.permits, name, tuple(PICTURE_FORMATS)) if name else None
    texts = asked.given("layers", [""]) if "layers" in asked.arguments else []
    if len(texts) > _MOST_LAYERS:
        raise UsageError("draw takes up to {most} layers.", most=_MOST_LAYERS)
    if asked.given("ishida", False):
        texts = [ISHIDA, *texts]
    node = asked.node
    if "moves" in asked.arguments:
        first, last = range_of_text(asked.given("moves", ""))
        node = asked.game.game.at(last)
        picture = _numbered(asked, node, texts, first, last)
    else:
        picture = node.picture(*texts, size=asked.given("size", SIZE),
                               cancel=asked.cancel)
        picture = replace(picture, diagram=replace(
            picture.diagram, part=_style(asked, node).part))
    readings = [(NAME, VISITS) if text == ISHIDA else read_by(node, text) for text in texts]
    document = asked.head(node) | {
        "legend": list(picture.legend),
        "judge": ", ".join(dict.fromkeys(judge for judge, _ in readings)) or RULES,
        "visits": max((visits for _, visits in readings), default=0)}
    if path is not None:
        picture.save(path)
        document["saved"] = name
    return Answer(document, (picture.png,))


def _style(asked: Asked, node: GameNode) -> BoardStyle:
    """Return what part of the board is asked for."""
    corners = asked.given("part", [""]) if "part" in asked.arguments else []
    if not corners:
        return BoardStyle()
    if len(corners) != _CORNERS:
        raise UsageError("part takes two corners, such as A1 and K10.")
    board = node.position
    return BoardStyle(part=part_of_text(corners, board.columns, board.rows))


def _numbered(
    asked: Asked, node: GameNode, texts: list[str], first: int, last: int
) -> Picture:
    """Return the moves of a stretch of the main line as numbers on the board before them."""
    tree = asked.game.game.tree
    nodes = stretch(tree.main_line(), first, last)
    picture = node.picture(*texts, size=asked.given("size", SIZE),
                               cancel=asked.cancel)
    figure = figure_of(position_before(Replay(tree), nodes[0]), numbered_moves(nodes, first),
                       _style(asked, node), picture.diagram.drawables)
    notes = (str(listed(figure.notes)),) if figure.notes else ()
    return replace(picture, diagram=figure.diagram, legend=(*notes, *picture.legend))
