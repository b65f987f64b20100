"""A game as books print it: figures, the moves of a stretch as numbers on one board, and all else.

The board of a figure is the one before its first move, and every move lies on it with its number,
also what was taken meanwhile. Where a move is played on a point that is used already, that is told
below: "52 at 37", or "52 at a" where the stone on it has no number and so gets a letter.

Frames are the boards of a picture that moves: a stretch of a game, or what either side's first move
brings.

A book divides a game into figures of so many moves. Comments stand with the figure that shows their
move. A comment on a board with signs of its own, and every variation, have a diagram of their own.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Drawable, Label, Mark, MarkShape
from irgo_app.draw.palette import BOARD_THEMES, PAPER, TINT_PALETTES, palette_named
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.go.coordinates import CoordinateStyle, point_named
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import record
from irgo_app.review.diagram import markup_of
from irgo_app.sgf.game_info import GameInfo, game_info
from irgo_app.sgf.game_tree import GameTree, Node, first_line
from irgo_app.sgf.replay import Replay, setup_of
from irgo_app.words import Listing, Message, listed, message, visible_lines

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_RANGE: Final = re.compile(r"\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?")
Text = str | Message | Listing
Maps = Callable[[Position], Sequence[Drawable]]
"""Returns the Ishida view of a position."""
Turns = Mapping[int, Sequence[Message]]
"""What is told of moves at which the game turned, by their numbers; a figure ends with each."""
PAGE_COUNTS: Final = (1, 2, 4)
"""How many diagrams a page may have."""
PAPERS: Final = {"A4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""The sizes of paper, in points."""
WHITE_PAGE: Final = "white"
"""The name of boards on nothing but the page."""
THEMES: Final = (WHITE_PAGE, *(theme.name for theme in BOARD_THEMES))
LONGEST_FIGURE: Final = 400
_MOST_DIAGRAMS: Final = 500
_LONGEST_COMMENT: Final = 10_000
_MOST_LETTERS: Final = 500_000


class NumberedMove(Struct, frozen=True):
    """A move with the number it is printed with; point -- PASS for a pass."""

    number: int
    colour: Colour
    point: Point


class Figure(Struct, frozen=True, eq=False):
    """A numbered board.

    notes -- what the board cannot show: "52, 58 at 49", "60 pass"
    moves -- those it shows, in their order
    """

    diagram: Diagram
    notes: tuple[Message, ...]
    moves: tuple[NumberedMove, ...]


class BoardStyle(Struct, frozen=True):
    """What is the same on all boards of a print.

    part -- what alone is shown of each board, None for all of it
    """

    coordinates: CoordinateStyle = CoordinateStyle.GTP
    symmetry: int = 0
    part: BoardPart | None = None

    def diagram(self, position: Position, drawables: Sequence[Drawable] = (),
                last_move: Point = PASS) -> Diagram:
        """Return a board in this style."""
        return Diagram(position, tuple(drawables), last_move, coordinates=self.coordinates,
                       symmetry=self.symmetry, part=self.part)


def figure_of(
    start: Position, moves: Sequence[NumberedMove], style: BoardStyle,
    overlays: Sequence[Drawable] = (),
) -> Figure:
    """Return the figure of moves from a position on.

    overlays -- what is drawn besides: maps, the markup of a node; a number is never written over
    """
    cells = bytearray(start.cells)
    numbers, letters = dict[Point, int](), dict[Point, str]()
    again, passes = dict[Point, list[int]](), list[int]()
    for move in moves:
        point = move.point
        if point == PASS:
            passes.append(move.number)
        elif not cells[point]:
            cells[point] = CELL_OF_COLOUR[move.colour]
            numbers[point] = move.number
        else:
            again.setdefault(point, []).append(move.number)
            if point not in numbers and point not in letters:
                letters[point] = _LETTERS[len(letters) % len(_LETTERS)]
    notes = [message("{moves} at {place}", moves=listed(map(str, found)),
                     place=str(numbers.get(point) or letters[point]))
             for point, found in again.items()
             if style.part is None or style.part.holds(point, start.columns)]
    if passes:
        notes.append(message("{moves} pass", moves=listed(map(str, passes))))
    free = beside_numbers(overlays, {move.point for move in moves})
    drawables = (*free, *(Label(point, letter) for point, letter in letters.items()))
    board = replace(start, cells=bytes(cells), ko_point=PASS, order=b"", past=())
    diagram = replace(style.diagram(board, drawables), move_numbers=numbers)
    return Figure(diagram, tuple(notes), tuple(moves))


def beside_numbers(signs: Iterable[Drawable], numbered: Container[Point]) -> tuple[Drawable, ...]:
    """Return the signs without labels and irgo's own marks on points that have a number or letter.

    The marks of the record stay: a painter puts them over the number.
    """
    return tuple(sign for sign in signs if not (
        isinstance(sign, Label | Mark) and sign.point in numbered
        and getattr(sign, "shape", None) not in _AUTHORS_MARKS))


_AUTHORS_MARKS: Final = frozenset((
    MarkShape.CIRCLE, MarkShape.CROSS, MarkShape.SQUARE, MarkShape.TRIANGLE, MarkShape.SELECTED,
    MarkShape.DIMMED))


def numbered_moves(nodes: Sequence[Node], first: int) -> list[NumberedMove]:
    """Return the moves of nodes that follow each other, counted from `first` on.

    Where that is how the game counts, they have the numbers that the record gives them (MN).
    """
    found = list[NumberedMove]()
    for node in nodes:
        if node.move is not None:
            number = first + len(found)
            if number == node.tree.move_number(node):
                number = node.tree.printed_number(node)
            found.append(NumberedMove(number, *node.move))
    return found


def position_before(replay: Replay, node: Node) -> Position:
    """Return the board that a node's move is played on, with what the node itself sets up."""
    tree = node.tree
    before = Position.empty(tree.columns, tree.rows) if node.parent is None \
        else replay.position_at(node.parent)
    return before.with_stones(setup_of(node)) if node.has_setup else before


def line_to(tree: GameTree, node: Node) -> list[Node]:
    """Return the nodes from the root to a node, and on along the first children after it."""
    return tree.path_to(node) + first_line(node)[1:]


def stretch(line: Sequence[Node], first: int, last: int) -> list[Node]:
    """Return the nodes of a line from one move to another, counted from 1; raises UsageError."""
    found, number = list[Node](), 0
    for node in line:
        number = node.tree.printed_number(node) if node.has_move else number
        if first <= number <= last and (found or node.has_move):
            found.append(node)
    if first > last or number < last or not found:
        raise UsageError("There are no moves {first}–{last}: the line has {moves} moves.",
                         first=first, last=last, moves=number)
    return found


def range_of_text(text: str) -> tuple[int, int]:
    """Return the first and last move of a text such as "20-40" or "7"; raises UsageError."""
    found = _RANGE.fullmatch(text)
    if found is None or int(found[1]) < 1:
        raise WrongUsageError(
            "{text!r} is no range of moves; write one such as 20-40.", text=text[:40])
    return int(found[1]), int(found[2] or found[1])


def part_of_text(corners: Sequence[str], columns: int, rows: int) -> BoardPart:
    """Return the rectangle between two points such as "A1", "K10"; raises UsageError."""
    one, other = (point_named(corner, columns, rows) for corner in corners)
    return BoardPart.between(one, other, columns)


Overlay = Callable[[Position, Node | None], Sequence[Drawable]]
"""What is drawn on a board besides the markup of its node: layers, the Ishida view. The boards of a
study belong to no node."""
_FIRST: Final = {BLACK: message("Black first"), WHITE: message("White first")}


class FigureFrame(Struct, frozen=True, eq=False):
    """One board, or several side by side, each with a line of text below it ("" for none)."""

    boards: tuple[tuple[Diagram, str], ...]


def frames_of_moves(
    nodes: Sequence[Node], replay: Replay, style: BoardStyle, overlay: Overlay
) -> Iterator[FigureFrame]:
    """Yield the board before nodes that follow each other, then the board after each."""
    if nodes and nodes[0].has_move:
        before = position_before(replay, nodes[0])
        yield FigureFrame(((style.diagram(before, overlay(before, nodes[0].parent)), ""),))
    for node in nodes:
        position, last = replay.position_at(node), node.move[1] if node.move else PASS
        yield FigureFrame(((style.diagram(
            position, (*overlay(position, node), *markup_of(node)), last), ""),))


def frames_of_study(
    start: Position, lines: Mapping[Colour, Sequence[tuple[Colour, Point]]], style: BoardStyle,
    overlay: Overlay,
) -> Iterator[FigureFrame]:
    """Yield both futures of a place side by side, Black first and White first, move by move.

    lines -- the moves of each, by the side that moves first
    """
    boards = {first: list(_boards_of_line(start, lines[first], style, overlay))
              for first in (BLACK, WHITE)}
    for step in range(max(map(len, boards.values()))):
        yield FigureFrame(tuple((found[min(step, len(found) - 1)], str(_FIRST[first]))
                          for first, found in boards.items()))


def _boards_of_line(
    start: Position, moves: Sequence[tuple[Colour, Point]], style: BoardStyle, overlay: Overlay
) -> Iterator[Diagram]:
    position, numbers = start, dict[Point, int]()
    yield style.diagram(position, overlay(position, None))
    for number, (colour, point) in enumerate(moves, 1):
        position, _ = record(position, colour, point)
        numbers[point] = number
        shown = {place: said for place, said in numbers.items()
                 if place != PASS and position.cells[place]}
        yield replace(style.diagram(position, overlay(position, None), point), move_numbers=shown)


class PrintOptions(Struct, frozen=True):
    """What whoever prints a game may choose; raises UsageError for what there is not.

    every -- moves a figure; ends -- moves after which a figure ends besides
    a_page -- diagrams a page; paper -- a name of PAPERS
    ishida_every -- so often the Ishida view is shown, 0 for never
    moves -- the first and the last move to print, counted from 1, None for the whole record
    """

    every: int = 50
    ends: tuple[int, ...] = ()
    a_page: int = 2
    paper: str = "A4"
    has_comments: bool = True
    has_variations: bool = True
    ishida_every: int = 0
    style: BoardStyle = field(default_factory=BoardStyle)
    theme: str = WHITE_PAGE
    palette: str = TINT_PALETTES[0].name
    moves: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.every <= LONGEST_FIGURE:
            raise WrongUsageError("A figure shows 1 to {most} moves.", most=LONGEST_FIGURE)
        if not 0 <= self.ishida_every <= LONGEST_FIGURE:
            raise WrongUsageError("The Ishida view is shown every 1 to {most} moves; 0 is never.",
                                  most=LONGEST_FIGURE)

    @property
    def look(self) -> Look:
        """Return the colours that boards are drawn in."""
        return Look(next((theme for theme in BOARD_THEMES if theme.name == self.theme), PAPER),
                    palette_named(self.palette))

    @property
    def has_ground(self) -> bool:
        """Return whether boards have wood, and do not stand on the page."""
        return self.theme != WHITE_PAGE


class Plate(Struct, frozen=True, eq=False):
    """A diagram and what is told of it.

    notes -- what its board cannot show; texts -- paragraphs
    is_main -- it shows moves of the game itself; has_maps -- it lies on a board's ground
    """

    diagram: Diagram
    title: Text
    notes: tuple[Message, ...] = ()
    texts: tuple[Text, ...] = ()
    is_main: bool = True
    has_maps: bool = False


class Book(Struct, frozen=True, eq=False):
    """A game to print; is_part -- more diagrams were wanted than are printed.

    title -- what stands over it in place of who played whom
    """

    info: GameInfo
    plates: tuple[Plate, ...]
    is_part: bool = False
    title: Text = ""


def book_of(tree: GameTree, options: PrintOptions, maps: Maps, turns: Turns | None = None) -> Book:
    """Return a game divided into figures, with its comments and variations.

    Raises UsageError where the moves chosen are not there.
    """
    writer = _FigureWriter(tree, options, maps, turns or {})
    plates = list[Plate]()
    for plate in writer.plates():
        if len(plates) == _MOST_DIAGRAMS:
            return Book(game_info(tree), tuple(plates), is_part=True)
        plates.append(plate)
    return Book(game_info(tree), tuple(plates), is_part=writer.letters > _MOST_LETTERS)


class _FigureWriter:
    """Goes through a record."""

    def __init__(self, tree: GameTree, options: PrintOptions, maps: Maps, turns: Turns) -> None:
        self._tree, self._options, self._maps, self._turns = tree, options, maps, turns
        self._replay = Replay(tree)
        self._count = 0
        self.letters = 0

    def plates(self) -> Iterator[Plate]:
        """Yield the diagrams in the order of the game."""
        line, first = self._tree.main_line(), 1
        if self._options.moves is not None:
            first, last = self._options.moves
            line = stretch(line, first, last)
            first = self._tree.move_number(next(node for node in line if node.has_move))
        ends = {*self._options.ends, *self._turns}
        for index, nodes in enumerate(self._figures(line, ends, first), 1):
            moves = numbered_moves(nodes, first)
            own = {node: move.number for node, move in zip(
                (node for node in nodes if node.has_move), moves, strict=True)}
            yield self._plate(nodes, moves, message(
                "Figure {number}: moves {first}–{last}", number=index, first=moves[0].number,
                last=moves[-1].number) if moves else message(
                "Figure {number}", number=index), is_main=True)
            for node in nodes:
                yield from self._beside(node, own.get(node, 0), is_shown=(
                    node is nodes[-1] and self._signs_of(nodes, moves) is not None))
            first += len(moves)

    def _figures(
        self, line: Sequence[Node], ends: Container[int] = (), first: int = 1
    ) -> Iterator[list[Node]]:
        """Yield the nodes of each figure.

        ends -- moves after which one ends; first -- the number of the line's first move
        """
        nodes, moves, number = list[Node](), 0, first - 1
        for node in line:
            is_full = node.has_move and (moves == self._options.every or (number in ends and moves))
            is_new_board = node.parent is not None and (node.has_setup or node.says("FG"))
            # A position with signs is a figure: the moves after it would hide what they are about.
            is_after_signs = bool(nodes) and not nodes[-1].has_move and bool(markup_of(nodes[-1]))
            if nodes and (is_full or is_after_signs or (is_new_board and moves)):
                yield nodes
                nodes, moves = [], 0
            nodes.append(node)
            moves += node.has_move
            number += node.has_move
        yield nodes

    def _plate(
        self, nodes: Sequence[Node], moves: Sequence[NumberedMove], title: Text, *, is_main: bool
    ) -> Plate:
        """Return the figure of nodes that follow each other, with the comments it can hold."""
        opening = [node for node in nodes if not node.has_move]
        start = self._replay.position_at(opening[-1]) if opening and not moves \
            else position_before(self._replay, next(node for node in nodes if node.has_move))
        signs = self._signs_of(nodes, moves)
        figure = figure_of(start, moves, self._options.style, signs or ())
        numbers = iter(moves)
        texts = list[Text]()
        for node in nodes:
            number = next(numbers).number if node.has_move else 0
            if (node is nodes[-1] and signs is not None) or not self._needs_diagram(node):
                texts += self._comment(node, number)
        if is_main and moves:
            number = moves[-1].number  # It may be that of a turning point.
            texts += _numbered(list(self._turns.get(number, ())), number)
        return Plate(figure.diagram, title, figure.notes, tuple(texts), is_main)

    def _signs_of(
        self, nodes: Sequence[Node], moves: Sequence[NumberedMove]
    ) -> tuple[Drawable, ...] | None:
        """Return the signs of the last node that its figure shows.

        None where a comment speaks of signs that lie on numbers: these get a diagram of their own.
        """
        signs, numbered = markup_of(nodes[-1]), {move.point for move in moves}
        lies_on_number = any(isinstance(sign, Label | Mark) and sign.point in numbered
                             and getattr(sign, "shape", None) is not MarkShape.DIMMED
                             for sign in signs)
        return None if lies_on_number and self._needs_diagram(nodes[-1]) \
            else beside_numbers(signs, numbered)

    def _comment(self, node: Node, number: int) -> list[Text]:
        """Return the paragraphs of a node's comment, the first with the number of its move."""
        if not self._options.has_comments or self.letters > _MOST_LETTERS:
            return []
        text = visible_lines(f"{node.name}\n{node.comment}", _LONGEST_COMMENT)
        self.letters += len(text)
        found: list[Text] = [line.strip() for line in text.splitlines() if line.strip()]
        return _numbered(found, number)

    def _beside(self, node: Node, number: int, *, is_shown: bool) -> Iterator[Plate]:
        """Yield the diagrams that belong to a move of the game.

        is_shown -- whether its figure has its signs
        """
        options = self._options
        if not is_shown and self._needs_diagram(node):
            yield self._own_diagram(node, message("after move {number}", number=number), number)
        if options.ishida_every and number and number % options.ishida_every == 0:
            position = self._replay.position_at(node)
            yield Plate(options.style.diagram(position, self._maps(position), node.move[1]
                                              if node.move else PASS),
                        message("After move {number}", number=number), has_maps=True)
        if options.has_variations and node.parent is not None and node is node.parent.children[0]:
            for other in node.parent.children[1:]:
                yield from self._variation(other, message(
                    "instead of move {number}", number=number) if number else None)

    def _needs_diagram(self, node: Node) -> bool:
        """Return whether a comment speaks of signs on the board of its move."""
        return self._options.has_comments and node.has_move and bool(
            markup_of(node) and node.comment.strip())

    def _own_diagram(self, node: Node, what: Message, number: int) -> Plate:
        """Return the board of a move with what is said of the signs on it."""
        self._count += 1
        position = self._replay.position_at(node)
        last = node.move[1] if node.move else PASS
        return Plate(self._options.style.diagram(position, markup_of(node), last), message(
            "Diagram {number}: {what}", number=self._count, what=what),
            texts=tuple(self._comment(node, number)), is_main=False)

    def _variation(self, top: Node, what: Message | None) -> Iterator[Plate]:
        """Yield the diagrams of a variation, each followed by those of what branches off it."""
        waiting: list[tuple[Node, Message | None]] = [(top, what)]
        while waiting:
            node, said = waiting.pop()
            first, branches = 1, list[tuple[Node, Message | None]]()
            for nodes in self._figures(first_line(node)):
                self._count += 1
                moves = numbered_moves(nodes, first)
                title = message("Diagram {number}", number=self._count) if said is None else \
                    message("Diagram {number}: {what}", number=self._count, what=said)
                diagram = self._count
                yield self._plate(nodes, moves, title, is_main=False)
                number = first - 1
                for step in nodes:
                    number += step.has_move
                    is_shown = step is nodes[-1] and self._signs_of(nodes, moves) is not None
                    if not is_shown and self._needs_diagram(step):
                        yield self._own_diagram(step, message(
                            "after move {number} of diagram {diagram}", number=number,
                            diagram=diagram), number)
                    if step is not node and step.parent is not None:
                        branches += [(other, message(
                            "instead of move {number} of diagram {diagram}", number=number,
                            diagram=diagram)) for other in step.parent.children[1:]]
                said = message("goes on from diagram {diagram}", diagram=diagram)
                first += len(moves)
            waiting += reversed(branches)


def _numbered(paragraphs: list[Text], number: int) -> list[Text]:
    """Return paragraphs, the first with the number of its move if it has one."""
    if not paragraphs or not number:
        return paragraphs
    return [message("{number}: {sentence}", number=number, sentence=paragraphs[0]), *paragraphs[1:]]


def facts_of(info: GameInfo) -> tuple[tuple[Text, Text], ...]:
    """Return what else the record says of the game: result, komi, handicap, rules."""
    rows = ((message("Result"), info.result), (message("Komi"), info.komi),
            (message("Handicap"), info.handicap), (message("Rules"), info.rules))
    return tuple((name, value) for name, value in rows if value)


def notes_of(plate: Plate) -> Text:
    """Return what the board of a diagram cannot show, "" if it shows all."""
    return listed(plate.notes) if plate.notes else ""
