"""Two boards in the board's place, under a banner that says what is compared."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QPalette
from PySide6.QtWidgets import (QBoxLayout, QButtonGroup, QFrame, QHBoxLayout, QLabel, QPushButton,
                               QVBoxLayout, QWidget)

from irgo_app.gui.models.study.twins import BoardCaption, Shows, SideBySide
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.board import BoardWidget
from irgo_app.gui.views.style import SPACE, icon, text_scale
from irgo_app.gui.views.widgets import (ElidedLabel, laid_out, let_speak, paragraph, plain_tip,
                                        step_buttons, tell_change, tool_button)
from irgo_app.words import translated

_LEAST_BOARD: Final = 120
_CUT_BELOW: Final = 400
"""Boards less wide show the place alone, unless the user wants the whole board."""
_BESIDE: Final = 170
"""The width of the words beside a board, where boards lie one above the other."""


class TwinBoards(QWidget):
    """Shows what the model says; a click on a board steps its line, the wheel too.

    Boards lie side by side, or one above the other where they are larger so; small ones show the
    place that is studied, until the user wants the whole board.
    """

    def __init__(self, twins: SideBySide, preferences: Preferences) -> None:
        super().__init__()
        self._twins, self._preferences = twins, preferences
        self.banner = _Banner(twins.end)
        self.sides = (_Side(twins, 0), _Side(twins, 1))
        self.shows: dict[Shows, QPushButton] = {}
        group = QButtonGroup(self)
        for shows, title, tip in (
            (Shows.OWNERS, translated("Who owns what"), translated(
                "Who would own each point, as irgo expects it")),
            (Shows.MAPS, translated("Maps"), translated(
                "irgo's territory and influence of both positions, beside what was read")),
            (Shows.DIFFERENCE, translated("Difference"), translated(
                "What each board has more than the other: + for Black, - for White")),
        ):
            button = self.shows[shows] = QPushButton(
                title, checkable=True, objectName="chip", toolTip=tip)
            button.clicked.connect(lambda _checked=False, shows=shows: twins.show(shows))
            group.addButton(button)
        chips = laid_out(QHBoxLayout(spacing=4), *self.shows.values(), 1)
        self.keep = QPushButton(translated("Keep as variations"))
        self.keep.setToolTip(translated("Put both lines into the record, with a comment that says "
                                     "how they came about; your line stays the line you follow."))
        self.keep.clicked.connect(twins.keep)
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.cut = QPushButton(
            translated("Only this place"), checkable=True, objectName="chip",
            toolTip=translated("Zoom in on the place that is studied, or show the whole board"),
            clicked=self._on_cut)
        self._wants_cut: bool | None = None
        """What the user said, None as long as the boards' size says it."""
        self._ends = laid_out(QBoxLayout(QBoxLayout.Direction.LeftToRight),
                              self.cut, 1, self.keep, spacing=4)
        laid_out(self._foot, (chips, 1), self._ends, spacing=4)
        self._boards = laid_out(QBoxLayout(QBoxLayout.Direction.LeftToRight),
                                *((side, 1) for side in self.sides), spacing=SPACE)
        self._rows = laid_out(QVBoxLayout(self), self.banner, 1, self._boards, 1, self._foot,
                              margins=0, spacing=SPACE)
        twins.changed.connect(self.refresh)

    def showEvent(self, event: object) -> None:
        self.refresh()

    def resizeEvent(self, event: object) -> None:
        self._fit()
        self.refresh()

    def _fit(self) -> None:
        """Make both boards as large as width, height and words allow, and square."""
        self._lay_out_foot()
        self.banner.fit(self.width())
        free = self.height() - self.banner.heightForWidth(self.width()) \
            - self._foot.sizeHint().height() - 4 * SPACE
        for lines in (3, 2, 1):
            height = free - max(side.words_height(lines) for side in self.sides)
            if height >= _LEAST_BOARD:
                break
        words = max(side.words_height(3) for side in self.sides)
        # The size, whether one lies above the other, whether the words lie beside the board.
        size, is_stacked, is_beside = max(
            (min((self.width() - SPACE) // 2, height), False, False),
            (min(self.width(), (free - SPACE) // 2 - words), True, False),
            (min(self.width() - round(_BESIDE * text_scale(self)), (free - SPACE) // 2),
             True, True))
        size = max(_LEAST_BOARD, size)
        self._boards.setDirection(QBoxLayout.Direction.TopToBottom if is_stacked
                                  else QBoxLayout.Direction.LeftToRight)
        for side in self.sides:
            side.board.setFixedSize(size, size)
            side.put_words(is_beside=is_beside)
            side.show_lines(3 if is_stacked else lines)
        self._rows.invalidate()

    def _lay_out_foot(self) -> None:
        """Put the last buttons below the others where they have no room in one row, else in two."""
        ends = [self.cut, self.keep]
        for row, buttons in ((self._foot, [*self.shows.values(), *ends]), (self._ends, ends)):
            wanted = sum(
                button.sizeHint().width() + 4 for button in buttons if not button.isHidden())
            row.setDirection(QBoxLayout.Direction.LeftToRight if wanted <= self.width()
                             else QBoxLayout.Direction.TopToBottom)

    def refresh(self) -> None:
        twins = self._twins
        if not self.isVisible() or not twins.is_shown:
            return
        self.banner.show_words(twins.banner(), twins.keys())
        self.shows[twins.shows].setChecked(True)
        # A comparison shows the layers that are on, or what differs between them.
        self.shows[Shows.MAPS].setVisible(twins.is_study)
        self.shows[Shows.OWNERS].setText(
            translated("Who owns what") if twins.is_study else translated("Maps of each"))
        self.keep.setVisible(twins.is_study)
        self.keep.setEnabled(twins.kept_below is not None)
        part = twins.part()
        self.cut.setVisible(part is not None)
        steps = twins.steps() or (None, None)
        # What differs is known of the ends alone.
        self.shows[Shows.DIFFERENCE].setEnabled(
            all(step is None or step[0] == step[1] for step in steps))
        for side, caption, step in zip(self.sides, twins.captions(), steps, strict=True):
            side.show_words(caption, step)
        self._fit()
        is_cut = self.sides[0].board.width() < _CUT_BELOW if self._wants_cut is None \
            else self._wants_cut
        self.cut.setChecked(is_cut)
        for side, whole in zip(self.sides, twins.diagrams(), strict=True):
            side.board.follow(replace(whole, part=part) if is_cut else whole,
                              self._preferences.look)

    def _on_cut(self, is_cut: bool) -> None:
        self._wants_cut = is_cut
        self.refresh()


class _Banner(QFrame):
    """One line in the colour of what is chosen: what is compared, the keys that help, a cross."""

    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName("study_banner")
        self.words = paragraph(name="banner_words")
        self.keys = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.close_it = tool_button("close", translated("End (Esc)"), end)
        self.close_it.setIcon(icon("close", ink=QPalette.ColorRole.HighlightedText))
        self._row = laid_out(QHBoxLayout(self), (self.words, 1), self.keys, self.close_it,
                             margins=(12, 4, 4, 4))

    def show_words(self, words: str, keys: str) -> None:
        self.words.setText(words)
        self.keys.setText(keys)
        self.setToolTip(plain_tip(keys))

    def fit(self, width: int) -> None:
        """Leave the keys out where they would take more than half of the room from the words."""
        self.keys.setVisible(self.keys.sizeHint().width() <= width // 2)
        # At once: the boards are as large as the banner leaves room for.
        self._row.invalidate()
        self._row.activate()


class _Side(QWidget):
    """One board with its words and the steps of its line."""

    def __init__(self, twins: SideBySide, index: int) -> None:
        super().__init__()
        self._twins, self._index = twins, index
        self.board = BoardWidget()
        self.board.setAcceptDrops(False)
        let_speak(self.board, QAccessible.Role.Graphic, self.words)
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.board.point_clicked.connect(
            lambda point, button, modifiers: self._step(
                1 if button == Qt.MouseButton.LeftButton else -1))
        self.board.stepped.connect(self._step)
        self.title, self.outcome, self.beside = map(ElidedLabel, ("heading", "", "small"))
        self.place = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.steps = QFrame()
        self.steps.setObjectName("steps")
        self._stepping = step_buttons(self._step)
        self.on_board = tool_button(
            "full_screen", translated("Step through this line on the large board"),
            lambda: twins.show_on_board(index))
        laid_out(QHBoxLayout(self.steps), 1, *self._stepping[:2], self.place, *self._stepping[2:],
                 1, self.on_board, margins=(4, 0, 4, 0), spacing=0)
        below = laid_out(QVBoxLayout(spacing=2), 1, self.title, self.outcome, self.beside,
                         self.steps, 1)
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        laid_out(self._layout, (self.board, 0, Qt.AlignmentFlag.AlignCenter), (below, 1), margins=0,
                 spacing=2)
        self.put_words(is_beside=False)

    def words(self) -> str:
        """Return what stands under the board, for screen readers."""
        labels = (self.title, self.outcome, self.beside, self.place)
        return " · ".join(label.text() for label in labels if label.text())

    def put_words(self, *, is_beside: bool) -> None:
        """Put the words below the board, or at its right."""
        self._layout.setDirection(QBoxLayout.Direction.LeftToRight if is_beside
                                  else QBoxLayout.Direction.TopToBottom)
        for label in (self.title, self.outcome, self.beside):
            label.setAlignment(Qt.AlignmentFlag.AlignLeft if is_beside
                               else Qt.AlignmentFlag.AlignHCenter)

    def words_height(self, lines: int) -> int:
        """Return the room of so many lines under the board, and of the steps."""
        return lines * (self.title.sizeHint().height() + 2) + 8 + self.steps.sizeHint().height()

    def show_lines(self, lines: int) -> None:
        """Leave out what a small window has no room for; the tip of the title has it."""
        self.outcome.setVisible(lines > 1)
        self.beside.setVisible(lines > 2)

    def show_words(self, caption: BoardCaption, steps: tuple[int, int] | None) -> None:
        """Say what the board shows, and how far its line is played."""
        self.board.setAccessibleName(caption.title)
        tell_change(self.board)
        for label, text in ((self.title, caption.title), (self.outcome, caption.outcome),
                            (self.beside, caption.beside)):
            label.shorter = caption.shorter if label is self.title else ()
            label.setText(text)
            # Where there is no room for all of it, it can be read whole here.
            label.setToolTip(plain_tip(text))
        self.title.setToolTip(plain_tip("\n".join(
            (caption.title, caption.outcome, caption.beside))))
        self.steps.setVisible(steps is not None)
        if steps is not None:
            self.beside.setToolTip(plain_tip("\n".join((caption.beside, translated(
                "By irgo's maps; what is not secured yet counts for nobody here")))))
            step, last = steps
            self.place.setText(translated("{0} of {1}").format(step, last) if last
                               else translated("no move"))
            self.on_board.setEnabled(last > 0)
            self._leave_out_ends()

    def resizeEvent(self, event: object) -> None:
        """Show as many buttons as there is room for."""
        self._leave_out_ends()

    def _leave_out_ends(self) -> None:
        """Leave out the buttons to both ends of the line where the number would be cut."""
        wanted = self.place.sizeHint().width() + sum(
            button.sizeHint().width() for button in (*self._stepping, self.on_board))
        for button in (self._stepping[0], self._stepping[-1]):
            button.setVisible(wanted + 2 * SPACE <= self.width())

    def _step(self, moves: int) -> None:
        steps = self._twins.steps()
        if steps is not None:
            self._twins.go(self._index, steps[self._index][0] + moves)
