"""What a click on the board does: one row a tool.

The tool bar, the Tools menu and the keys are built from this list. The first tool plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject, Signal

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour, Point
from irgo_app.gui.models.review import Review
from irgo_app.sgf.edit_actions import (
    set_up,
    toggle_letter,
    toggle_line,
    toggle_mark,
    toggle_number,
    toggle_view,
)
from irgo_app.sgf.edits import Edit

PointEdit = Callable[[Review, Point], Edit | None]
LineEdit = Callable[[Review, Point, Point], Edit | None]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its icon, its words, its key, and the edit it makes.

    touch -- the edit of a click on a point, None for the tool that plays
    is_set -- whether a point has already what the tool gives; dragging then takes it off
    draw -- the edit of a line drawn from one point to another
    asks_label -- whether a click asks for the text of a label
    studies -- whether what is drawn is a box to be studied, and no edit
    """

    id: str
    icon: str
    title: str
    key: str
    touch: PointEdit | None = None
    is_set: Callable[[Review, Point], bool] | None = None
    draw: LineEdit | None = None
    asks_label: bool = False
    studies: bool = False


def _stone(colour: Colour) -> PointEdit:
    """Return the setup of a colour; on a stone of that colour it takes it off."""

    def edit(review: Review, point: Point) -> Edit | None:
        node = review.node
        before = 0
        if node.parent is not None and node.move is None:
            before = review.replay.position_at(node.parent).colour_at(point)
        now = review.position.colour_at(point)
        return set_up(node, point, EMPTY if colour == now else colour, before, now)

    return edit


def _has_stone(colour: Colour) -> Callable[[Review, Point], bool]:
    return lambda review, point: review.position.colour_at(point) == colour


def _mark(identifier: str) -> PointEdit:
    return lambda review, point: toggle_mark(review.node, identifier, point)


def _has_mark(identifier: str) -> Callable[[Review, Point], bool]:
    return lambda review, point: point in review.node.points(identifier)


def _view(identifier: str) -> PointEdit:
    return lambda review, point: toggle_view(review.node, identifier, point)


def _has_view(identifier: str) -> Callable[[Review, Point], bool]:
    return lambda review, point: point in review.node.inherited_points(identifier)


def _line(identifier: str) -> LineEdit:
    return lambda review, start, end: toggle_line(review.node, identifier, start, end)


def _tool(
    tool_id: str, icon: str, title: object, key: str = "", touch: PointEdit | None = None,
    is_set: Callable[[Review, Point], bool] | None = None, draw: LineEdit | None = None, *,
    asks_label: bool = False, studies: bool = False,
) -> Tool:
    return Tool(tool_id, icon, str(title), key, touch, is_set, draw, asks_label, studies)


def _mark_tool(identifier: str, icon: str, title: object, key: str = "") -> Tool:
    return _tool(identifier.lower(), icon, title, key, _mark(identifier), _has_mark(identifier))


TOOLS: Final = (
    _tool("play", "play", QT_TRANSLATE_NOOP("Tools", "Play"), "Ctrl+1"),
    _tool("black", "black", QT_TRANSLATE_NOOP("Tools", "Set up Black"), "Ctrl+2",
          _stone(BLACK), _has_stone(BLACK)),
    _tool("white", "white", QT_TRANSLATE_NOOP("Tools", "Set up White"), "Ctrl+3",
          _stone(WHITE), _has_stone(WHITE)),
    _tool("erase", "erase", QT_TRANSLATE_NOOP("Tools", "Take stones off"), "Ctrl+4", _stone(EMPTY)),
    _mark_tool("TR", "triangle", QT_TRANSLATE_NOOP("Tools", "Triangle"), "Ctrl+5"),
    _mark_tool("SQ", "square", QT_TRANSLATE_NOOP("Tools", "Square"), "Ctrl+6"),
    _mark_tool("CR", "circle", QT_TRANSLATE_NOOP("Tools", "Circle"), "Ctrl+7"),
    _mark_tool("MA", "cross", QT_TRANSLATE_NOOP("Tools", "Cross"), "Ctrl+8"),
    _tool("letter", "letter", QT_TRANSLATE_NOOP("Tools", "Letter"), "Ctrl+9",
          lambda review, point: toggle_letter(review.node, point)),
    _tool("number", "number", QT_TRANSLATE_NOOP("Tools", "Number"), "Ctrl+Shift+9",
          lambda review, point: toggle_number(review.node, point)),
    _tool("label", "text", QT_TRANSLATE_NOOP("Tools", "Text …"), asks_label=True),
    _tool("arrow", "arrow", QT_TRANSLATE_NOOP("Tools", "Arrow (drag)"), draw=_line("AR")),
    _tool("line", "line", QT_TRANSLATE_NOOP("Tools", "Line (drag)"), draw=_line("LN")),
    _mark_tool("SL", "selected", QT_TRANSLATE_NOOP("Tools", "Selected point")),
    _mark_tool("TB", "black_territory", QT_TRANSLATE_NOOP("Tools", "Black territory")),
    _mark_tool("TW", "white_territory", QT_TRANSLATE_NOOP("Tools", "White territory")),
    _tool("dd", "dim", QT_TRANSLATE_NOOP("Tools", "Dim points"), "", _view("DD"), _has_view("DD")),
    _tool("vw", "visible", QT_TRANSLATE_NOOP("Tools", "Visible part"), "",
          _view("VW"), _has_view("VW")),
    _tool("box", "box", QT_TRANSLATE_NOOP("Tools", "Box to study (drag)"), studies=True),
)
PLAY: Final = TOOLS[0]
BOX: Final = TOOLS[-1]


class ToolInHand(QObject):
    """The tool that a click on the board uses.

    changed -- another tool was taken
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tool: Tool = PLAY

    def take(self, tool: Tool) -> None:
        """Use another tool from now on."""
        if tool is not self.tool:
            self.tool = tool
            self.changed.emit()
