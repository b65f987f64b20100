"""What a click on the board does: one row a tool.

The tool bar, the Tools menu and the keys are built from this list. The first tool plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtWidgets import QInputDialog

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour, Point
from irgo_app.sgf.edit_actions import (
    set_label,
    set_up,
    toggle_letter,
    toggle_line,
    toggle_mark,
    toggle_number,
    toggle_view,
)
from irgo_app.sgf.edits import Edit

if TYPE_CHECKING:
    from irgo_app.gui.models.session import ReviewSession

PointEdit = Callable[["ReviewSession", Point], Edit | None]
LineEdit = Callable[["ReviewSession", Point, Point], Edit | None]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its sign on the tool bar, its words, its key, and the edit it makes.

    touch -- the edit of a click on a point, None for the tool that plays
    is_set -- whether a point has already what the tool gives; dragging then takes it off
    draw -- the edit of a line drawn from one point to another
    """

    id: str
    sign: str
    title: str
    key: str
    touch: PointEdit | None = None
    is_set: Callable[[ReviewSession, Point], bool] | None = None
    draw: LineEdit | None = None


def _stone(colour: Colour) -> PointEdit:
    """Return the setup of a colour; on a stone of that colour it takes it off."""

    def edit(session: ReviewSession, point: Point) -> Edit | None:
        node = session.node
        before = 0
        if node.parent is not None and node.move is None:
            before = session.replay.position_at(node.parent).colour_at(point)
        now = session.position.colour_at(point)
        return set_up(node, point, EMPTY if colour == now else colour, before, now)

    return edit


def _has_stone(colour: Colour) -> Callable[[ReviewSession, Point], bool]:
    return lambda session, point: session.position.colour_at(point) == colour


def _mark(identifier: str) -> PointEdit:
    return lambda session, point: toggle_mark(session.node, identifier, point)


def _has_mark(identifier: str) -> Callable[[ReviewSession, Point], bool]:
    return lambda session, point: point in session.node.points(identifier)


def _view(identifier: str) -> PointEdit:
    return lambda session, point: toggle_view(session.node, identifier, point)


def _has_view(identifier: str) -> Callable[[ReviewSession, Point], bool]:
    return lambda session, point: point in session.node.inherited_points(identifier)


def _line(identifier: str) -> LineEdit:
    return lambda session, start, end: toggle_line(session.node, identifier, start, end)


def _ask_label(session: ReviewSession, point: Point) -> Edit | None:
    before = session.node.labels.get(point, "")
    text, is_given = QInputDialog.getText(
        None, session.tr("Label"), session.tr("Text on the point"), text=before)
    return set_label(session.node, point, text.strip()) if is_given else None


def _tool(
    tool_id: str, sign: str, title: str, key: str = "", touch: PointEdit | None = None,
    is_set: Callable[[ReviewSession, Point], bool] | None = None, draw: LineEdit | None = None,
) -> Tool:
    return Tool(tool_id, sign, str(QT_TRANSLATE_NOOP("Tools", title)), key, touch, is_set, draw)


def _mark_tool(identifier: str, sign: str, title: str, key: str = "") -> Tool:
    return _tool(identifier.lower(), sign, title, key, _mark(identifier), _has_mark(identifier))


TOOLS: Final = (
    _tool("play", "▶", "Play", "Ctrl+1"),
    _tool("black", "●", "Set up Black", "Ctrl+2", _stone(BLACK), _has_stone(BLACK)),
    _tool("white", "○", "Set up White", "Ctrl+3", _stone(WHITE), _has_stone(WHITE)),
    _tool("erase", "⌫", "Take stones off", "Ctrl+4", _stone(EMPTY), None),
    _mark_tool("TR", "△", "Triangle", "Ctrl+5"),
    _mark_tool("SQ", "□", "Square", "Ctrl+6"),
    _mark_tool("CR", "◯", "Circle", "Ctrl+7"),
    _mark_tool("MA", "✕", "Cross", "Ctrl+8"),
    _tool("letter", "A", "Letter", "Ctrl+9",
          lambda session, point: toggle_letter(session.node, point)),
    _tool("number", "1", "Number", "Ctrl+0",
          lambda session, point: toggle_number(session.node, point)),
    _tool("label", "T", "Text …", "", _ask_label),
    _tool("arrow", "↗", "Arrow (drag)", "", draw=_line("AR")),
    _tool("line", "╱", "Line (drag)", "", draw=_line("LN")),
    _mark_tool("SL", "◉", "Selected point"),
    _mark_tool("TB", "◼", "Black territory"),
    _mark_tool("TW", "◻", "White territory"),
    _tool("dd", "░", "Dim points", "", _view("DD"), _has_view("DD")),
    _tool("vw", "▣", "Visible part", "", _view("VW"), _has_view("VW")),
)
PLAY: Final = TOOLS[0]
