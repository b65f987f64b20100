"""Editing the record: what a click with a tool does, and finding the nodes that hold a word."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour, Point
from irgo_app.gui.models.file import InSlices, Review
from irgo_app.sgf.edits import (Edit, set_up, toggle_letter, toggle_line, toggle_mark,
                                toggle_number, toggle_view)
from irgo_app.sgf.navigation import Hit, hit_of
from irgo_app.words import noted, noted_in

PointEdit = Callable[[Review, Point], Edit | None]
LineEdit = Callable[[Review, Point, Point], Edit | None]


class EditTool(Struct, frozen=True):
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
    key: str = ""
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


def _line(identifier: str) -> LineEdit:
    return lambda review, start, end: toggle_line(review.node, identifier, start, end)


def _mark_tool(identifier: str, icon: str, title: str, key: str = "") -> EditTool:
    return EditTool(identifier.lower(), icon, title, key,
                lambda review, point: toggle_mark(review.node, identifier, point),
                lambda review, point: point in review.node.points(identifier))


def _view_tool(identifier: str, icon: str, title: str) -> EditTool:
    return EditTool(identifier.lower(), icon, title, "",
                lambda review, point: toggle_view(review.node, identifier, point),
                lambda review, point: point in review.node.inherited_points(identifier))


def _stone_tool(colour: Colour, name: str, title: str, key: str) -> EditTool:
    return EditTool(name, name, title, key, _stone(colour),
                lambda review, point: review.position.colour_at(point) == colour)


TOOLS: Final = (
    EditTool("play", "play", noted_in("Tools", "Play"), "Ctrl+1"),
    _stone_tool(BLACK, "black", noted("Set up Black"), "Ctrl+2"),
    _stone_tool(WHITE, "white", noted("Set up White"), "Ctrl+3"),
    EditTool("erase", "erase", noted("Remove stones"), "Ctrl+4", _stone(EMPTY)),
    _mark_tool("TR", "triangle", noted("Triangle"), "Ctrl+5"),
    _mark_tool("SQ", "square", noted("Square"), "Ctrl+6"),
    _mark_tool("CR", "circle", noted("Circle"), "Ctrl+7"),
    _mark_tool("MA", "cross", noted("Cross"), "Ctrl+8"),
    EditTool("letter", "letter", noted("Letter"), "Ctrl+9",
          lambda review, point: toggle_letter(review.node, point)),
    EditTool("number", "number", noted("Number"), "Ctrl+Shift+9",
          lambda review, point: toggle_number(review.node, point)),
    EditTool("label", "text", noted("Text …"), asks_label=True),
    EditTool("arrow", "arrow", noted("Arrow (drag)"), draw=_line("AR")),
    EditTool("line", "line", noted("Line (drag)"), draw=_line("LN")),
    _mark_tool("SL", "selected", noted("Selected point")),
    _mark_tool("TB", "black_territory", noted("Black territory")),
    _mark_tool("TW", "white_territory", noted("White territory")),
    _view_tool("DD", "dim", noted("Dim points")),
    _view_tool("VW", "visible", noted("Visible part")),
    EditTool("box", "box", noted("Box to study (drag)"), studies=True),
)
"""What a click on the board may do; the tool bar, the Tools menu and the keys are built from it."""
PLAY: Final = TOOLS[0]
BOX: Final = TOOLS[-1]


class ToolInHand(QObject):
    """The tool that a click on the board uses.

    changed -- another tool was taken
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tool: EditTool = PLAY

    def take(self, tool: EditTool) -> None:
        if tool is not self.tool:
            self.tool = tool
            self.changed.emit()


_SLICE = 1500
_MOST_HITS = 2000


class Finding(QObject):
    """What is searched for, and what was found so far.

    It goes through the tree in slices, so that even a dictionary of a hundred thousand nodes does
    not make the window wait.

    asked -- the user wants to type what to search for
    begun -- another search: nothing is found yet
    found -- the number of the first hit that is new; those after it are new, too
    chosen -- the number of the hit that is shown
    """

    asked = Signal()
    begun = Signal()
    found = Signal(int)
    chosen = Signal(int)

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self.words = ""
        self.hits: list[Hit] = []
        self.row = -1
        self._slices = InSlices(self)
        review.game_changed.connect(lambda: self.search(self.words))

    @property
    def is_cut_off(self) -> bool:
        """Return whether there may be more than is told."""
        return len(self.hits) >= _MOST_HITS

    def search(self, words: str) -> None:
        """Search from the root for some words."""
        self.words = words.strip()
        self.hits.clear()
        self.row = -1
        self.begun.emit()
        self._slices.begin(self._search())

    def step(self, offset: int) -> None:
        """Go to the next (+1) or the last (-1) node found."""
        if self.hits:
            self.choose((self.row + offset) % len(self.hits))

    def choose(self, row: int) -> None:
        if 0 <= row < len(self.hits):
            self.row = row
            self.chosen.emit(row)
            self._review.go_to(self._review.game.node_by_id(self.hits[row].node_id))

    def _search(self) -> Iterator[None]:
        nodes = self._review.game.nodes() if self.words else iter(())
        while not self.is_cut_off and (part := list(islice(nodes, _SLICE))):
            first = len(self.hits)
            found = filter(None, (hit_of(node, self.words) for node in part))
            self.hits += islice(found, _MOST_HITS - first)
            self.found.emit(first)
            yield
        self.found.emit(len(self.hits))
