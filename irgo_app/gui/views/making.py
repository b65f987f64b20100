"""Asks what a report, picture, pages or film shall be, and has the file made by a process."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices, QHideEvent
from PySide6.QtWidgets import (QCheckBox, QComboBox, QDialog, QDialogButtonBox, QDoubleSpinBox,
                               QFileDialog, QFormLayout, QHBoxLayout, QLabel, QLineEdit,
                               QProgressBar, QPushButton, QSpinBox, QWidget)

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram, GhostStone
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import IrgoError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import Colour, Point
from irgo_app.gui.models.service_bridge import Making
from irgo_app.gui.views.widgets import AnyWidget, chooser, laid_out, lay_out_dialog, say, titled
from irgo_app.language import LANGUAGES, available
from irgo_app.print.figures import (PAGE_COUNTS, PAPERS, THEMES, BoardStyle, PrintOptions, Turns,
                                    figure_of, line_to, numbered_moves, part_of_text,
                                    position_before, range_of_text, stretch)
from irgo_app.print.film import PACES, FilmOptions
from irgo_app.print.print_file import FilmTask, PagesTask, PictureTask, PrintTask, made
from irgo_app.report import blocks
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.report_process import Done, Failed, Make, ReportProgress, ReportTask
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import address_of
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import write_games
from irgo_app.words import listed, translated

_MAKING_WIDTH: Final = 460
Work = tuple[object, Make | None]
"""A task, and what carries it out; None for what makes reports."""


class MakingDialog(QDialog):
    """Stays open while the file is made; the window can be used meanwhile.

    Subclasses `ask` for what they need, end with `finish_form`, and say what the `work` is.
    path -- the line with the file to write; make -- the button that begins
    """

    told = Signal(str)
    """A sentence for the user: the file is there."""

    def __init__(
        self, title: str, make: str, suggested: Path, endings: str, row: str,
        parent: QWidget | None = None,
    ) -> None:
        """Ask for a file at first.

        make -- the words of the button that begins; row -- of the row for the file
        endings -- of the files that can be made, each with its point
        """
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(_MAKING_WIDTH)
        self._endings = endings
        self._making = Making(self)
        self._making.told.connect(self._on_told)
        self.path = QLineEdit(str(suggested), textChanged=self._refresh)
        # Enter begins, also while the cursor is in the line beside it.
        browse = QPushButton(translated("Choose …"), autoDefault=False, clicked=self._choose_path)
        place = laid_out(QHBoxLayout(), (self.path, 1), browse)
        self.opens = QCheckBox(translated("Open it when it is done"), checked=True)
        self.bar = QProgressBar(maximum=100)
        self.state = QLabel(wordWrap=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make = self._buttons.addButton(make, QDialogButtonBox.ButtonRole.ActionRole)
        self.make.clicked.connect(self._begin)
        self._buttons.rejected.connect(self.reject)
        self._body, self._questions = QWidget(), QWidget()
        self._form = QFormLayout(self._questions)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.addRow(row, place)

    def ask(self, title: str, editor: AnyWidget) -> AnyWidget:
        """Put an editor into a row of its own, and return it."""
        self._form.addRow(title, editor)
        return editor

    def work(self) -> Work:
        """Return what is to be made; raises UsageError for what there is not."""
        raise NotImplementedError

    def finish_form(self) -> None:
        """Put what all dialogs have below what one of them asks."""
        self._form.addRow("", self.opens)
        whole = QFormLayout(self._body)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addRow(self._questions)
        whole.addRow(self.bar)
        whole.addRow(self.state)
        lay_out_dialog(self, self._body, self._buttons)
        # A button is the dialog's default once it lies in it.
        self.make.setDefault(True)
        self._refresh()

    def words_of(self, news: Done) -> str:
        """Return what is told when the file is there."""
        return translated("{file} was written.").format(file=self.target())

    @property
    def is_at_work(self) -> bool:
        return self._making.is_at_work

    def target(self) -> Path:
        return Path(self.path.text().strip()).expanduser().absolute()

    def reject(self) -> None:
        """Stop what is being made; without that, close."""
        if not self.is_at_work:
            super().reject()
            return
        say(self.state, translated("Stopping …"))
        self._making.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the process first: what is at work would only be stopped, and the dialog stay."""
        self._making.close()
        super().closeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """End the process with the dialog, also when the window is closed or made anew.

        The system hides what is minimised, and tells so: that ends nothing.
        """
        if not event.spontaneous():
            self._making.close()
        super().hideEvent(event)

    def _begin(self) -> None:
        try:
            task, make = self.work()
        except IrgoError as error:
            say(self.state, str(error))
            return
        self._making.begin(task, make)
        self.bar.setValue(0)
        say(self.state, "")
        self._refresh()

    def _on_told(self, news: object) -> None:
        if isinstance(news, ReportProgress):
            self.bar.setValue(news.percent)
            return
        self._refresh()
        if isinstance(news, Done):
            self._finish(news)
        elif isinstance(news, Failed):
            # It stays open with the reason, so that it can be tried again.
            say(self.state, translated("Stopped; nothing was written.") if news.reason is None
                       else str(news.reason))

    def _finish(self, news: Done) -> None:
        words = self.words_of(news)
        if self.opens.isChecked() and not QDesktopServices.openUrl(
                QUrl.fromLocalFile(str(self.target()))):
            words = f"{words} {translated('No program on this machine opens it by itself.')}"
        self.told.emit(words)
        self.accept()

    def _refresh(self) -> None:
        self._questions.setEnabled(not self.is_at_work)
        self.make.setEnabled(not self.is_at_work and bool(self.path.text().strip()))
        self.bar.setVisible(self.is_at_work)
        say(self.state, self.state.text())

    def _choose_path(self) -> None:
        endings = " ".join(f"*{ending}" for ending in self._endings.split())
        name, _ = QFileDialog.getSaveFileName(
            self, self.windowTitle(), self.path.text(), f"{self.windowTitle()} ({endings})")
        if name:
            self.path.setText(name)


class ReportDialog(MakingDialog):
    """Asks for a report.

    record -- the game as SGF; suggested -- where the report is written unless the user says else
    look -- the colours of the window, to begin with; engines -- who may judge besides irgo
    """

    def __init__(
        self, record: bytes, suggested: Path, look: Look, engines: Sequence[EngineProfile],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            translated("Review report"), translated("Make the report"), suggested,
            ".html .pdf .sgf", translated("File (.html, .pdf or .sgf)"), parent)
        self._record, self._engines = record, tuple(engines)
        self._judge = self.ask(translated("Judged by"), QComboBox())
        self._judge.addItems(
            [translated("irgo"), *(engine.name for engine in self._engines)])
        self._count = self.ask(translated("Turning points"), QSpinBox(
            minimum=0, maximum=blocks.MOST_TURNING_POINTS, value=ReportOptions().turning_points))
        self._theme = self.ask(
            translated("Board"), chooser(map(titled, blocks.THEMES), look.theme.name))
        self._palette = self.ask(
            translated("Colours of maps"), chooser(map(titled, blocks.PALETTES), look.palette.name))
        self._language = self.ask(translated("Language"), chooser((
            ("", translated("as irgo speaks")),
            *((language, LANGUAGES.get(language, language)) for language in available()))))
        self._diagrams = self.ask("", QCheckBox(translated("Boards and maps"), checked=True))
        self._problems = self.ask(
            "", QCheckBox(translated("The game's life-and-death problems too, as SGF")))
        self.finish_form()

    def work(self) -> Work:
        path, index = self.target(), self._judge.currentIndex()
        problems = path.with_name(f"{path.stem}-problems.sgf")
        options = ReportOptions(
            self._count.value(), self._diagrams.isChecked(), self._theme.currentData(),
            self._palette.currentData(), self._language.currentData())
        return ReportTask(
            self._record, path, options, problems if self._problems.isChecked() else None,
            self._engines[index - 1] if index > 0 else None), None

    def words_of(self, news: Done) -> str:
        """Return where the report is, and how many problems there are if they were asked for."""
        sentence = translated("The report is in {0}.").format(self.target())
        if news.problems is None:
            return sentence
        return f"{sentence} {translated('Problems found: {0}.').format(news.problems)}"


Lines = Mapping[Colour, Sequence[tuple[Colour, Point]]]


class Printed(Struct, frozen=True, eq=False):
    """What there is to print.

    node -- the one that is looked at; diagram -- its board as the window shows it, maps and all
    look -- the colours of the window; lines -- both futures of the study in view, if one is
    turns -- where the game turned and what is told there, None where nobody has read it yet
    """

    node: Node
    diagram: Diagram
    look: Look
    lines: Lines | None = None
    turns: Turns | None = None


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
        self.part = QLineEdit(placeholderText=f"A1 {board.vertex(middle)}")
        self.coordinates = chooser(
            ((style, translated(style.value)) for style in CoordinateStyle),
            shown.diagram.coordinates)

    def finish_form(self) -> None:
        self.ask(translated("Part of the board"), self.part)
        self.ask(translated("Coordinates"), self.coordinates)
        super().finish_form()

    def task(self) -> PrintTask:
        """Return what is to be printed; raises UsageError for what there is not."""
        raise NotImplementedError

    def work(self) -> Work:
        return self.task(), made

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
        self.size_box = self.ask(
            translated("Longer side in pixels"), QSpinBox(minimum=50, maximum=4000, value=1000))
        self.numbers = self.ask(translated("Moves as numbers"), QLineEdit(placeholderText="20-40"))
        self.transparent = self.ask("", QCheckBox(translated("Transparent background")))
        self.finish_form()

    def task(self) -> PrintTask:
        style, diagram = self.board_style(), self.shown.diagram
        diagram = replace(diagram, coordinates=style.coordinates, part=style.part)
        notes: tuple[str, ...] = ()
        if self.numbers.text().strip():
            nodes = self.moves(self.numbers.text())
            before = position_before(Replay(nodes[0].tree), nodes[0])
            first = nodes[0].tree.move_number(nodes[0])
            # What lies on the board belongs to the position that is shown.
            overlays = [drawable for drawable in diagram.drawables
                        if not isinstance(drawable, GhostStone)
                        ] if nodes[-1] is self.shown.node else []
            figure = figure_of(before, numbered_moves(nodes, first), style, overlays)
            diagram = figure.diagram
            notes = (str(listed(figure.notes)),) if figure.notes else ()
        return PictureTask(self.target(), diagram, self.size_box.value(), self.shown.look, notes,
                           not self.transparent.isChecked())


class PdfDialog(PrintingDialog):
    """Asks how a game is printed."""

    def __init__(self, shown: Printed, suggested: Path, parent: QWidget | None = None) -> None:
        super().__init__(translated("Print the game"), shown, suggested, ".pdf .html .svg", parent)
        usual = PrintOptions()
        self.numbers = self.ask(translated("Only the moves"), QLineEdit(placeholderText="20-40"))
        self.every = self.ask(
            translated("Moves a figure"), QSpinBox(minimum=1, maximum=400, value=usual.every))
        self.a_page = self.ask(translated("Diagrams a page"), chooser(
            ((count, str(count)) for count in PAGE_COUNTS), usual.a_page))
        self.paper = self.ask(translated("Paper"), QComboBox())
        self.paper.addItems(list(PAPERS))
        self.theme = self.ask(translated("Board"), chooser(map(titled, THEMES)))
        self.ishida = self.ask(
            translated("Ishida view every so many moves"), QSpinBox(minimum=0, maximum=400))
        self.ishida.setSpecialValueText(translated("never"))
        self.comments = self.ask("", QCheckBox(translated("Comments"), checked=True))
        self.variations = self.ask("", QCheckBox(translated("Variations"), checked=True))
        self.story = self.ask(
            "", QCheckBox(translated("The story: figures end where the game turned")))
        self.finish_form()

    def task(self) -> PrintTask:
        tree, text = self.shown.node.tree, self.numbers.text().strip()
        moves = range_of_text(text) if text else None
        if moves is not None:
            stretch(tree.main_line(), *moves)  # Says what is wrong while the dialog is open.
        return PagesTask(self.target(), write_games([tree]), PrintOptions(
            every=self.every.value(), a_page=self.a_page.currentData(),
            paper=self.paper.currentText(), has_comments=self.comments.isChecked(),
            has_variations=self.variations.isChecked(), ishida_every=self.ishida.value(),
            style=self.board_style(), theme=self.theme.currentData(),
            palette=self.shown.look.palette.name, moves=moves), self.story.isChecked(),
            self.shown.turns)


class AnimationDialog(PrintingDialog):
    """Asks for a picture that moves: the game, a stretch of it, or the study in view."""

    def __init__(self, shown: Printed, suggested: Path, parent: QWidget | None = None) -> None:
        super().__init__(translated("Animation"), shown, suggested, ".gif .webp", parent)
        choices = [("game", translated("The game up to here"))]
        if shown.lines is not None:
            choices.append(("study", translated("The study: Black first beside White first")))
        self.what = self.ask(translated("Show"), chooser(choices, choices[-1][0]))
        self.numbers = self.ask(translated("Only the moves"), QLineEdit(placeholderText="20-40"))
        self.size_box = self.ask(
            translated("Longer side in pixels"), QSpinBox(minimum=50, maximum=2000, value=600))
        self.pace = self.ask(translated("Seconds a move"), QDoubleSpinBox(
            minimum=PACES[0], maximum=PACES[1], value=1.0, singleStep=0.5))
        self.fading = self.ask("", QCheckBox(translated("Each board blends into the next")))
        self.ishida = self.ask("", QCheckBox(translated("With the Ishida view")))
        self.finish_form()

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
