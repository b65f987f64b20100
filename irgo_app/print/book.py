"""A game divided as books divide it: figures of so many moves, and what belongs beside each.

Comments stand with the figure that shows their move. A comment on a board with signs of its own,
and every variation, have a diagram of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, Drawable, Label, Mark, MarkShape
from irgo_app.draw.palette import BOARD_THEMES, PAPER, TINT_PALETTES
from irgo_app.errors import UsageError
from irgo_app.go.point import PASS
from irgo_app.go.position import Position
from irgo_app.print.figures import (
    BoardStyle, NumberedMove, figure_of, numbered_moves, position_before, stretch
)
from irgo_app.review.diagram import markup_of
from irgo_app.sgf.game_info import GameInfo, game_info
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.replay import Replay
from irgo_app.words import Listing, Message, listed, message, visible_lines

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
            raise UsageError("A figure shows 1 to {most} moves.", most=LONGEST_FIGURE)
        if not 0 <= self.ishida_every <= LONGEST_FIGURE:
            raise UsageError("The Ishida view is shown every 1 to {most} moves; 0 is never.",
                             most=LONGEST_FIGURE)

    @property
    def look(self) -> Look:
        """Return the colours that boards are drawn in."""
        return Look(next((theme for theme in BOARD_THEMES if theme.name == self.theme), PAPER),
                    next(found for found in TINT_PALETTES if found.name == self.palette))

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
    writer = _Writer(tree, options, maps, turns or {})
    plates = list[Plate]()
    for plate in writer.plates():
        if len(plates) == _MOST_DIAGRAMS:
            return Book(game_info(tree), tuple(plates), is_part=True)
        plates.append(plate)
    return Book(game_info(tree), tuple(plates), is_part=writer.letters > _MOST_LETTERS)


class _Writer:
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
        ends = {*self._options.ends, *self._turns}
        for index, nodes in enumerate(self._figures(line, ends, first), 1):
            moves = numbered_moves(nodes, first)
            own = {node: move.number for node, move in zip(
                (node for node in nodes if node.has_move), moves, strict=True)}
            yield self._plate(nodes, moves, message(
                "Figure {number}: moves {first}–{last}", number=index, first=first,
                last=first + len(moves) - 1) if moves else message(
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
            else self._board_before(nodes)
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

    def _board_before(self, nodes: Sequence[Node]) -> Position:
        """Return the board before the first move of nodes, with what was set up until then."""
        first = next(node for node in nodes if node.has_move)
        return position_before(self._replay, first)

    def _signs_of(
        self, nodes: Sequence[Node], moves: Sequence[NumberedMove]
    ) -> tuple[Drawable, ...] | None:
        """Return the signs of the last node that its figure shows.

        None where a comment speaks of signs that lie on numbers: these get a diagram of their own.
        """
        numbered, signs = {move.point for move in moves}, markup_of(nodes[-1])
        free = tuple(sign for sign in signs if not (
            isinstance(sign, Label | Mark) and sign.point in numbered
            and getattr(sign, "shape", None) is not MarkShape.DIMMED))
        return None if len(free) < len(signs) and self._needs_diagram(nodes[-1]) else free

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
            line = [node]
            while line[-1].children:
                line.append(line[-1].children[0])
            first, branches = 1, list[tuple[Node, Message | None]]()
            for nodes in self._figures(line):
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


def names_of(info: GameInfo) -> tuple[Text, Text]:
    """Return the players with their ranks."""
    found = []
    for name, rank, usual in ((info.black, info.black_rank, message("Black")),
                              (info.white, info.white_rank, message("White"))):
        found.append(f"{name} {rank}".strip() or usual)
    return found[0], found[1]


def occasion_of(info: GameInfo) -> Text:
    """Return where and when it was played, "" if the record does not say."""
    return " · ".join(part for part in (
        info.event, info.round, info.game_name, info.place, info.date) if part)


def facts_of(info: GameInfo) -> tuple[tuple[Text, Text], ...]:
    """Return what else the record says of the game: result, komi, handicap, rules."""
    rows = ((message("Result"), info.result), (message("Komi"), info.komi),
            (message("Handicap"), info.handicap), (message("Rules"), info.rules))
    return tuple((name, value) for name, value in rows if value)


def notes_of(plate: Plate) -> Text:
    """Return what the board of a diagram cannot show, "" if it shows all."""
    return listed(plate.notes) if plate.notes else ""
