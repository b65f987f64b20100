"""What the board shows, with nothing loaded but Qt: a node or a line, as the user looks at it."""

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, SignalInstance

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.drawables import Diagram, Drawable, looks_the_same
from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.gui.models.edit import ToolInHand
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Notices, Preferences, WindowLayout
from irgo_app.review.diagram import diagram_of, numbers_on_board
from irgo_app.settings import Settings
from irgo_app.sgf import navigation
from irgo_app.sgf.game_tree import Node
from irgo_app.words import translated


class Viewpoint(QObject):
    """What concerns the looking and not the game.

    symmetry -- view transform 0 to 7 of `go.coordinates`
    is_raw -- whether the board is shown without overlays
    changed -- another view
    highlighted -- a point to light up, PASS for none any more
    """

    changed = Signal()
    highlighted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.symmetry = 0
        self.is_raw = False

    def turn(self, symmetry: int) -> None:
        self.symmetry = symmetry
        self.changed.emit()

    def show_raw(self, *, is_raw: bool) -> None:
        """See the board without overlays, or with them again."""
        self.is_raw = is_raw
        self.changed.emit()

    def highlight(self, point: Point) -> None:
        """Light a point up on the board, PASS for none."""
        self.highlighted.emit(point)


Move = tuple[Colour, Point]


class Line:
    """Moves from a position on, as far as the rules allow them, and what stands after each.

    title -- what the line shows, a sentence; it becomes the comment if the line is kept
    """

    def __init__(self, title: str, position: Position, moves: Sequence[Move]) -> None:
        self.title = title
        self.positions: list[Position] = [position]
        self.moves: tuple[Move, ...] = ()
        for move in moves:
            if not self.add(move):
                break

    def add(self, move: Move) -> bool:
        """Add a move at the end; return whether the rules allow it."""
        (colour, point), before = move, self.positions[-1]
        try:
            after = before.with_to_play(-colour) if point == PASS else play(
                before.with_to_play(colour), colour, point)
        except IllegalMoveError:
            return False
        self.positions.append(after)
        self.moves = (*self.moves, move)
        return True

    def gone(self, step: int) -> str:
        """Return the moves whose stones no number on the board shows any more: "3 at K18".

        They were taken, or another move was played in their place.
        """
        last = {point: number for number, (_, point) in enumerate(self.moves[:step], start=1)}
        cells = self.positions[step].cells
        return ", ".join(
            translated("{0} at {1}").format(number, self.positions[0].vertex(point))
            for number, (_, point) in enumerate(self.moves[:step], start=1)
            if point != PASS and (last[point] != number or not cells[point]))

    def diagram(self, step: int, coordinates: CoordinateStyle, symmetry: int = 0) -> Diagram:
        """Return the board after so many moves, each stone with its number in the line."""
        position = self.positions[step]
        numbers = {point: number for number, (_, point) in enumerate(self.moves[:step], start=1)
                   if point != PASS and position.cells[point]}
        last = self.moves[step - 1][1] if step else PASS
        return Diagram(position, last_move=last, coordinates=coordinates,
                       move_numbers=numbers, symmetry=symmetry)


def square_round(
    points: Sequence[Point], columns: int, rows: int, margin: int, least: int = 1
) -> BoardPart | None:
    """Return a square of a board round some points, None where it would be nearly all.

    margin -- lines of the board round the points; least -- so many lines it has in any case
    """
    lines = [divmod(point, columns) for point in points]
    (top, bottom), (left, right) = ((min(line), max(line)) for line in zip(*lines, strict=True))
    side = max(least, max(bottom - top, right - left) + 1 + 2 * margin)
    if side >= min(columns, rows):
        return None
    top = min(max(0, (top + bottom + 1 - side) // 2), rows - side)
    left = min(max(0, (left + right + 1 - side) // 2), columns - side)
    return BoardPart(left, top, left + side - 1, top + side - 1)


class PlayedLine:
    """A line of which so many moves are on a board, at first all of them."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.step = len(line.moves)

    @property
    def is_at_end(self) -> bool:
        return self.step == len(self.line.moves)

    def go(self, step: int) -> None:
        """Put so many moves on the board."""
        self.step = min(max(step, 0), len(self.line.moves))


class ShownLine(QObject):
    """The line that is shown on the main board in place of the current node, if any.

    beside -- the lines on two boards in the place of this one, which a step plays together; none
    while they are still read; None without such boards
    changed -- another line or step, or none any more
    """

    changed = Signal()

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self.line: Line | None = None
        self.step = 0
        self.beside: Sequence[PlayedLine] | None = None
        for signal in (review.node_changed, review.tree_changed, review.game_changed):
            signal.connect(self.close)

    def show(self, title: str, moves: Sequence[Move]) -> None:
        """Show a line from the current node on, at its first move."""
        self.line = Line(title, self._review.position, moves)
        self.step = min(1, len(self.line.moves))
        self.changed.emit()

    def grow(self, move: Move) -> None:
        """Add a move to the line; who looks at its end sees it played."""
        line = self.line
        if line is not None:
            is_at_end = self.step == len(line.moves)
            line.add(move)
            self.go(len(line.moves) if is_at_end else self.step)

    def go(self, step: int) -> None:
        """Show the board after so many moves of the line."""
        if self.line is not None:
            self.step = min(max(step, 0), len(self.line.moves))
            self.changed.emit()

    def step_by(self, moves: int) -> None:
        """Go so many moves on (or back): on the line if one is shown, else in the record."""
        if self.line is not None:
            self.go(self.step + moves)
        elif self.beside is not None:
            for played in self.beside:
                played.go(played.step + moves)
            self.changed.emit()
        else:
            self._review.go_to(navigation.step(self._review.node, moves))

    def close(self) -> None:
        """Show the record again."""
        if self.line is not None:
            self.line = None
            self.changed.emit()

    def keep(self) -> None:
        """Put the line into the record as a variation of the current node; stay there."""
        if self.line is not None:
            self._review.keep([(self.line.moves, self.line.title)])


class LaidOver(Protocol):
    """What can lie over the current node.

    changed -- it may look otherwise now
    """

    changed: SignalInstance

    @property
    def is_mapped(self) -> bool:
        """Return whether a map is on, computed already or not."""

    def drawables(self) -> tuple[Drawable, ...]:
        """Return all that is drawn over the node."""

    def over_line(self) -> tuple[Drawable, ...]:
        """Return what is drawn over the line that is shown in place of the node."""


class Scene(QObject):
    """The diagram of the main board.

    changed -- another Diagram; not emitted where the new one would look like the one before
    """

    changed = Signal(object)

    def __init__(
        self, review: Review, viewpoint: Viewpoint, line: ShownLine, preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._viewpoint = review, viewpoint
        self._line, self._preferences = line, preferences
        self._overlays: LaidOver | None = None
        self._numbers_from: Node | None = None
        self._shown = self.diagram()
        for signal in (review.node_changed, viewpoint.changed, line.changed, preferences.changed):
            signal.connect(self.refresh)
        review.tree_changed.connect(lambda change: self.refresh())

    def lay_over(self, overlays: LaidOver) -> None:
        """Show something over the current node from now on: maps come after the first paint."""
        self._overlays = overlays
        overlays.changed.connect(self.refresh)
        self.refresh()

    def number_from(self, node: Node | None) -> None:
        """Number the moves played after a node from 1 on; None: as the settings say."""
        self._numbers_from = node
        self.refresh()

    def refresh(self) -> None:
        diagram = self.diagram()
        if not looks_the_same(diagram, self._shown):
            self._shown = diagram
            self.changed.emit(diagram)

    def diagram(self) -> Diagram:
        """Return the current node as it should be drawn now, or the line that is shown."""
        coordinates, symmetry = self._preferences.coordinates, self._viewpoint.symmetry
        overlays = self._overlays
        # A board with a map on it is quiet, also while that is still to come.
        is_quiet = overlays.is_mapped if overlays else bool(self._preferences["start_layer"])
        if self._line.line is not None:
            drawn = () if overlays is None or self._viewpoint.is_raw else overlays.over_line()
            return replace(self._line.line.diagram(self._line.step, coordinates, symmetry),
                           drawables=drawn, is_quiet=is_quiet)
        node, position = self._review.node, self._review.position
        wants_numbers = (bool(self._preferences["move_numbers"]) or self._numbers_from is not None
                         ) and not self._viewpoint.is_raw
        return diagram_of(
            node, position,
            () if self._viewpoint.is_raw or overlays is None else overlays.drawables(),
            coordinates=coordinates, symmetry=symmetry,
            shows_next=bool(self._preferences["next_moves"]), is_quiet=is_quiet,
            move_numbers=numbers_on_board(node, position, self._numbers_from)
            if wants_numbers else None)


class FirstModels:
    """The models that the first paint needs: what is known before anything is computed.

    There is an empty game at first.
    """

    def __init__(self, settings: Settings) -> None:
        self.preferences, self.notices = Preferences(settings), Notices()
        self.review, self.viewpoint = Review(settings, self.notices), Viewpoint()
        self.line = ShownLine(self.review)
        self.scene = Scene(self.review, self.viewpoint, self.line, self.preferences)
        self.hand = ToolInHand()
        self.layout = WindowLayout(settings)
