"""Asks how a picture, pages of a game or a picture that moves shall look, and has it made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, GhostStone, Label, Mark
from irgo_app.go.coordinates import CoordinateStyle, vertex
from irgo_app.go.point import Colour, Point
from irgo_app.gui.views.dialogs import MakingDialog
from irgo_app.print.figures import (
    PAGE_COUNTS, PAPERS, THEMES, BoardStyle, PrintOptions, figure_of, line_to, numbered_moves,
    part_of_text, position_before, range_of_text, stretch
)
from irgo_app.print.film import PACES, FilmOptions
from irgo_app.print.print_file import FilmTask, PagesTask, PictureTask, PrintTask, made
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import address_of
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import write_games
from irgo_app.words import listed, translated

Lines = Mapping[Colour, Sequence[tuple[Colour, Point]]]


class Printed(Struct, frozen=True, eq=False):
    """What there is to print.

    node -- the one that is looked at; diagram -- its board as the window shows it, maps and all
    look -- the colours of the window; lines -- both futures of the study in view, if one is
    """

    node: Node
    diagram: Diagram
    look: Look
    lines: Lines | None = None


class PrintingDialog(MakingDialog):
    """Asks for what is printed, and on which part of the board.

    shown -- what there is to print; suggested -- where it is written unless the user says else
    """

    def __init__(
        self, title: str, shown: Printed, suggested: Path, endings: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, translated("Write the file"), suggested, endings, translated(
            "File ({endings})").format(endings=endings), parent)
        self.shown = shown
        board = shown.diagram.position
        middle = board.rows // 2 * board.columns + board.columns // 2
        self.part = QLineEdit(
            placeholderText=f"A1 {vertex(middle, board.columns, board.rows)}")
        self.coordinates = QComboBox()
        for style in CoordinateStyle:
            self.coordinates.addItem(translated(style.value), style)
        self.coordinates.setCurrentIndex(
            max(0, self.coordinates.findData(shown.diagram.coordinates)))

    def finish_questions(self, task: Callable[[], PrintTask]) -> None:
        """Put what all have below what one of them asks.

        task -- returns what is to be made; raises UsageError for what there is not
        """
        self.form.addRow(translated("Part of the board"), self.part)
        self.form.addRow(translated("Coordinates"), self.coordinates)
        self.finish_form(lambda: (task(), made))

    def board_style(self) -> BoardStyle:
        """Return how boards are shown; raises UsageError for no part of the board."""
        position, words = self.shown.diagram.position, self.part.text().split()
        part: BoardPart | None = None
        if words:
            part = part_of_text((words[0], words[-1]), position.columns, position.rows)
        return BoardStyle(self.coordinates.currentData(), self.shown.diagram.symmetry, part)

    def moves(self, text: str) -> list[Node]:
        """Return the nodes of a range such as "20-40" on the line of the node that is looked at."""
        node = self.shown.node
        return stretch(line_to(node.tree, node), *range_of_text(text))


class PictureDialog(PrintingDialog):
    """Asks for one picture of the board as it is shown, or of moves as numbers."""

    def __init__(self, shown: Printed, suggested: Path, parent: QWidget | None = None) -> None:
        super().__init__(translated("Picture of the board"), shown, suggested, ".png .svg .pdf",
                         parent)
        self.size_box = QSpinBox(minimum=50, maximum=4000, value=1000)
        self.numbers = QLineEdit(placeholderText="20-40")
        self.transparent = QCheckBox(translated("Transparent background"))
        self.form.addRow(translated("Longer side in pixels"), self.size_box)
        self.form.addRow(translated("Moves as numbers"), self.numbers)
        self.form.addRow("", self.transparent)
        self.finish_questions(self.task)

    def task(self) -> PrintTask:
        style, diagram = self.board_style(), self.shown.diagram
        diagram = replace(diagram, coordinates=style.coordinates, part=style.part)
        notes: tuple[str, ...] = ()
        if self.numbers.text().strip():
            nodes = self.moves(self.numbers.text())
            before = position_before(Replay(nodes[0].tree), nodes[0])
            first = nodes[0].tree.move_number(nodes[0])
            # What lies on the board belongs to the position that is shown.
            maps = [drawable for drawable in diagram.drawables
                    if not isinstance(drawable, Mark | Label | GhostStone)
                    ] if nodes[-1] is self.shown.node else []
            figure = figure_of(before, numbered_moves(nodes, first), style, maps)
            diagram = figure.diagram
            notes = (str(listed(figure.notes)),) if figure.notes else ()
        return PictureTask(self.target(), diagram, self.size_box.value(), self.shown.look, notes,
                           not self.transparent.isChecked())


class PagesDialog(PrintingDialog):
    """Asks how a game is printed."""

    def __init__(self, shown: Printed, suggested: Path, parent: QWidget | None = None) -> None:
        super().__init__(translated("Print the game"), shown, suggested, ".pdf .html .svg", parent)
        usual = PrintOptions()
        self.every = QSpinBox(minimum=1, maximum=400, value=usual.every)
        self.a_page = QComboBox()
        for count in PAGE_COUNTS:
            self.a_page.addItem(str(count), count)
        self.a_page.setCurrentIndex(PAGE_COUNTS.index(usual.a_page))
        self.paper = QComboBox()
        self.paper.addItems(list(PAPERS))
        self.theme = QComboBox()
        for name in THEMES:
            self.theme.addItem(translated(name), name)
        self.ishida = QSpinBox(minimum=0, maximum=400, value=0)
        self.ishida.setSpecialValueText(translated("never"))
        self.comments = QCheckBox(translated("Comments"), checked=True)
        self.variations = QCheckBox(translated("Variations"), checked=True)
        self.story = QCheckBox(translated("The story: figures end where the game turned"))
        self.form.addRow(translated("Moves a figure"), self.every)
        self.form.addRow(translated("Diagrams a page"), self.a_page)
        self.form.addRow(translated("Paper"), self.paper)
        self.form.addRow(translated("Board"), self.theme)
        self.form.addRow(translated("Ishida view every so many moves"), self.ishida)
        self.form.addRow("", self.comments)
        self.form.addRow("", self.variations)
        self.form.addRow("", self.story)
        self.finish_questions(self.task)

    def task(self) -> PrintTask:
        return PagesTask(self.target(), write_games([self.shown.node.tree]), PrintOptions(
            every=self.every.value(), a_page=self.a_page.currentData(),
            paper=self.paper.currentText(), has_comments=self.comments.isChecked(),
            has_variations=self.variations.isChecked(), ishida_every=self.ishida.value(),
            style=self.board_style(), theme=self.theme.currentData(),
            palette=self.shown.look.palette.name), self.story.isChecked())


class AnimationDialog(PrintingDialog):
    """Asks for a picture that moves: the game, a stretch of it, or the study in view."""

    def __init__(self, shown: Printed, suggested: Path, parent: QWidget | None = None) -> None:
        super().__init__(translated("Animation"), shown, suggested, ".gif .webp", parent)
        self.what = QComboBox()
        self.what.addItem(translated("The game up to here"), userData="game")
        if shown.lines is not None:
            self.what.addItem(translated("The study: Black first beside White first"),
                              userData="study")
            self.what.setCurrentIndex(1)
        self.numbers = QLineEdit(placeholderText="20-40")
        self.size_box = QSpinBox(minimum=50, maximum=2000, value=600)
        self.pace = QDoubleSpinBox(minimum=PACES[0], maximum=PACES[1], value=1.0, singleStep=0.5)
        self.fading = QCheckBox(translated("Each board blends into the next"))
        self.ishida = QCheckBox(translated("With the Ishida view"))
        self.form.addRow(translated("Show"), self.what)
        self.form.addRow(translated("Only the moves"), self.numbers)
        self.form.addRow(translated("Longer side in pixels"), self.size_box)
        self.form.addRow(translated("Seconds a move"), self.pace)
        self.form.addRow("", self.fading)
        self.form.addRow("", self.ishida)
        self.finish_questions(self.task)

    def task(self) -> PrintTask:
        node, text = self.shown.node, self.numbers.text().strip()
        is_study = self.what.currentData() == "study"
        moves = range_of_text(text) if text and not is_study else None
        if moves is not None:
            self.moves(text)  # Says what is wrong while the dialog is open.
        return FilmTask(
            self.target(), write_games([node.tree]), address_of(node), FilmOptions(
                self.size_box.value(), self.pace.value(), self.fading.isChecked(),
                self.shown.look),
            self.board_style(), self.ishida.isChecked(), moves,
            self.shown.lines if is_study else None)
