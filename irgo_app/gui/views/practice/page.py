"""The page of the mode Practice: a calm board, and beside it the question and the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import (
    QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget
)

from irgo_app.draw.drawables import looks_the_same
from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.practice import Practice, Stage
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.access import let_speak, tell_change
from irgo_app.gui.views.board.widget import BoardWidget
from irgo_app.gui.views.practice.progress import ProgressPicture
from irgo_app.gui.views.practice.words import (
    MOST_CHIPS, answer_words, chips_of, days_words, place_words, question_line, story_words
)
from irgo_app.gui.views.style import SPACE, colours_of, text_scale
from irgo_app.gui.views.widgets import ScrollBody, tool_button
from irgo_app.practice.card import Mark
from irgo_app.practice.card_words import hint_words
from irgo_app.practice.schedule import GRADE_NAMES, Grade
from irgo_app.words import message, translated

_SIDE: Final = 320
"""The width of the words beside the board, in pixels."""
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1)}
_GRADE_KEYS: Final = {
    Qt.Key.Key_1: Grade.AGAIN, Qt.Key.Key_2: Grade.HARD, Qt.Key.Key_3: Grade.GOOD,
    Qt.Key.Key_4: Grade.EASY}


class PracticePage(QWidget):
    """Shows what the model says. Everything on it can be done with the keyboard alone."""

    def __init__(self, practice: Practice, preferences: Preferences) -> None:
        super().__init__()
        self._practice, self._preferences = practice, preferences
        self.board = BoardWidget(why_not=practice.why_not)
        self.board.setAcceptDrops(False)
        self.board.point_clicked.connect(self._on_clicked)
        self.board.stepped.connect(lambda notches: practice.go(practice.step + notches))
        let_speak(self.board, QAccessible.Role.Graphic, self.spoken)
        self.side = _Side(practice)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACE)
        row.addWidget(self.board, 1)
        row.addWidget(self.side)
        self.setFocusProxy(self.board)
        self._keys = self._key_table()
        practice.changed.connect(self.refresh)

    def showEvent(self, event: object) -> None:
        self.board.setFocus()
        self.refresh()

    def resizeEvent(self, event: object) -> None:
        self.side.setFixedWidth(min(round(_SIDE * text_scale(self)), max(
            round(0.8 * _SIDE), self.width() - self.height() - 2 * SPACE, self.width() // 3)))

    def refresh(self) -> None:
        """Show the board and the words as they are now."""
        if not self.isVisible():
            return
        practice = self._practice
        self.board.plays = practice.may_play
        if self.board.picture.look != self._preferences.look:
            self.board.set_look(self._preferences.look)
        diagram = practice.diagram(self._preferences.coordinates)
        if not looks_the_same(diagram, self.board.diagram):
            self.board.show_diagram(diagram)
        self.side.refresh()
        self.board.setAccessibleName(str(question_line(practice)) or translated("Board"))
        tell_change(self.board)

    def spoken(self) -> str:
        """Return what stands beside the board, for screen readers."""
        return self.side.spoken()

    def event(self, event: QEvent) -> bool:
        """Keep the keys that the page uses from being shortcuts of the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride \
                and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier \
                and (event.key() in self._keys or event.key() in _ARROWS):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in _ARROWS:
            self._on_arrow(*_ARROWS[key])
        elif key in self._keys:
            self._keys[key]()
        else:
            super().keyPressEvent(event)

    def _key_table(self) -> dict[int, Callable[[], None]]:
        practice = self._practice
        table: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Return: self._on_enter, Qt.Key.Key_Enter: self._on_enter,
            Qt.Key.Key_Space: self._on_enter, Qt.Key.Key_H: practice.show_hint,
            Qt.Key.Key_S: practice.give_up, Qt.Key.Key_T: practice.try_again,
            Qt.Key.Key_F: practice.fight_on, Qt.Key.Key_I: practice.show_maps,
            Qt.Key.Key_P: lambda: practice.play(PASS), Qt.Key.Key_N: self._on_next,
            Qt.Key.Key_Tab: self._next_part}
        for key, grade in _GRADE_KEYS.items():
            table[key] = lambda grade=grade: practice.set_grade(grade)
        del table[Qt.Key.Key_Tab]
        return {int(key): act for key, act in table.items()}

    def _next_part(self) -> None:
        self.focusNextChild()

    def _on_clicked(
        self, point: Point, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier
    ) -> None:
        self.board.setFocus()
        practice = self._practice
        if practice.may_play:
            if button == Qt.MouseButton.LeftButton:
                practice.play(point)
        else:
            practice.go(practice.step + (1 if button == Qt.MouseButton.LeftButton else -1))

    def _on_arrow(self, across: int, down: int) -> None:
        """Move the cursor while a move is asked for, else step through the line."""
        practice = self._practice
        if practice.may_play:
            self.board.move_cursor(across, down)
        elif across:
            practice.go(practice.step + across)
        else:
            self.side.choose_chip(down)

    def _on_enter(self) -> None:
        practice = self._practice
        if practice.may_play:
            if self.board.cursor_point == PASS:
                self.board.move_cursor(0, 0)
            else:
                practice.play(self.board.cursor_point)
        else:
            self._on_next()

    def _on_next(self) -> None:
        if self._practice.stage in (Stage.JUDGED, Stage.FIGHTING):
            self.board.hide_cursor()
            self._practice.next()


class _Side(QWidget):
    """The words beside the board, with the buttons for what can be done now."""

    def __init__(self, practice: Practice) -> None:
        super().__init__()
        self._practice = practice
        self._chips: list[QPushButton] = []
        self.place = _label("small")
        self.question = _label("")
        font = self.question.font()
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setBold(True)
        self.question.setFont(font)
        self.hint, self.verdict = _label(""), _label("heading")
        self.story, self.source = _label(""), _label("small")
        self.picture = ProgressPicture()
        chip_row = QVBoxLayout()
        chip_row.setSpacing(4)
        for index in range(MOST_CHIPS):
            chip = QPushButton(checkable=True)
            chip.setObjectName("chip")
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(lambda _checked=False, index=index: self._look_at(index))
            chip_row.addWidget(chip)
            self._chips.append(chip)
        self.steps = self._steps_row()
        self.grades = self._grades_row()
        self.buttons = self._action_buttons()
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, SPACE, 0, SPACE)
        column.setSpacing(SPACE)
        for widget in (self.place, self.question, self.hint, self.verdict, self.story):
            column.addWidget(widget)
        column.addLayout(chip_row)
        column.addWidget(self.steps)
        column.addWidget(self.source)
        column.addWidget(self.picture)
        column.addStretch(1)
        body = ScrollBody(words)
        body.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        body.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(body, 1)
        layout.addWidget(self.grades)
        for button in self.buttons.values():
            layout.addWidget(button)

    def refresh(self) -> None:
        """Say what the model says."""
        practice, stage = self._practice, self._practice.stage
        asked = practice.asked
        _say(self.place, place_words(practice))
        _say(self.question, question_line(practice))
        shows_hint = asked is not None and asked.has_hint and practice.guess is None
        _say(self.hint, hint_words(asked.card) if shows_hint and asked is not None
             and stage is Stage.ASKING else "")
        verdict, mark = answer_words(practice)
        _say(self.verdict, verdict)
        colours = colours_of(self)
        self.verdict.setStyleSheet("" if mark is None else "color: " + {
            Mark.BEST: colours.good, Mark.FINE: colours.warn, Mark.NOT_YET: colours.bad}[mark])
        is_known = stage in (Stage.JUDGED, Stage.FIGHTING)
        _say(self.story, "\n".join(story_words(practice)) if is_known else "")
        _say(self.source, "\n".join(story_words(practice, origin=True)) if is_known else "")
        self._show_chips()
        self.steps.setVisible(stage is Stage.JUDGED and practice.line is not None
                              and bool(practice.line.moves))
        self._show_grades()
        self._show_buttons()
        told = practice.progress() if stage is Stage.NOTHING and practice.guess is None else None
        self.picture.show_progress(told)
        self.picture.setVisible(told is not None and told.cards > 0)

    def spoken(self) -> str:
        """Return all that is said, as one text."""
        labels = (self.place, self.question, self.hint, self.verdict, self.story, self.source)
        return " · ".join(label.text() for label in labels if label.text())

    def choose_chip(self, by: int) -> None:
        """Look at the move above or below the one that is looked at."""
        moves = [move for _, move in chips_of(self._practice)]
        if moves and self._practice.looked_at in moves:
            at = moves.index(self._practice.looked_at) + by
            if 0 <= at < len(moves):
                self._practice.look_at(moves[at])

    def _show_chips(self) -> None:
        found = chips_of(self._practice)
        for index, chip in enumerate(self._chips):
            chip.setVisible(index < len(found))
            if index < len(found):
                words, move = found[index]
                chip.setText(str(words))
                chip.setChecked(move == self._practice.looked_at)

    def _look_at(self, index: int) -> None:
        found = chips_of(self._practice)
        if index < len(found):
            self._practice.look_at(found[index][1])

    def _steps_row(self) -> QFrame:
        steps, practice = QFrame(), self._practice
        steps.setObjectName("steps")
        row = QHBoxLayout(steps)
        row.setContentsMargins(4, 0, 4, 0)
        row.addStretch(1)
        for name, words, by in (
            ("first", translated("Before the line"), -10_000), ("back", translated("Back"), -1),
            ("forward", translated("Forward"), 1),
            ("last", translated("To the end of the line"), 10_000),
        ):
            row.addWidget(tool_button(
                name, words, lambda by=by: practice.go(practice.step + by)))
        row.addStretch(1)
        return steps

    def _grades_row(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        title = _label("small")
        title.setText(translated("How well did you know it? It comes back:"))
        column.addWidget(title)
        row = QHBoxLayout()
        row.setSpacing(4)
        self._grade_buttons = {}
        for number, grade in enumerate(Grade, start=1):
            button = QPushButton(checkable=True)
            button.setObjectName("chip")
            button.setToolTip(str(message("{grade} (key {number})",
                                          grade=message(GRADE_NAMES[grade]), number=number)))
            button.clicked.connect(
                lambda _checked=False, grade=grade: self._practice.set_grade(grade))
            row.addWidget(button, 1)
            self._grade_buttons[grade] = button
        column.addLayout(row)
        return holder

    def _show_grades(self) -> None:
        asked = self._practice.asked
        is_kept = asked is not None and asked.review > 0 and self._practice.stage in (
            Stage.JUDGED, Stage.FIGHTING)
        self.grades.setVisible(is_kept)
        if not is_kept or asked is None:
            return
        for grade, button in self._grade_buttons.items():
            days = self._practice.comes_back(grade)
            when = "" if days is None else str(days_words(days))
            button.setText(f"{translated(GRADE_NAMES[grade])}\n{when}")
            button.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + SPACE)
            button.setChecked(grade is asked.grade)

    def _action_buttons(self) -> dict[str, QPushButton]:
        practice, found = self._practice, {}
        for name, words, key, act in (
            ("hint", translated("Hint"), "H", practice.show_hint),
            ("answer", translated("Show the answer"), "S", practice.give_up),
            ("again", translated("Try again"), "T", practice.try_again),
            ("fight", translated("Fight on from here"), "F", practice.fight_on),
            ("maps", translated("Ishida view"), "I", practice.show_maps),
            ("end", translated("Back to the cards"), "", practice.end_guessing),
            ("next", translated("Next"), "⏎", practice.next),
        ):
            button = QPushButton(f"{words}  ({key})" if key else words)
            button.setAccessibleName(words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, act=act: act())
            found[name] = button
        found["maps"].setCheckable(True)
        return found

    def _show_buttons(self) -> None:
        practice, stage = self._practice, self._practice.stage
        is_guess = practice.guess is not None
        shown = {
            "hint": stage is Stage.ASKING and practice.asked is not None
            and not practice.asked.has_hint,
            "answer": stage is Stage.ASKING and not is_guess,
            "again": stage in (Stage.JUDGED, Stage.FIGHTING) and not is_guess,
            "fight": stage is Stage.JUDGED, "maps": stage is not Stage.NOTHING,
            "end": is_guess, "next": stage in (Stage.JUDGED, Stage.FIGHTING)}
        # While one fights on, Enter plays where the cursor is.
        key = "N" if stage is Stage.FIGHTING else "⏎"
        self.buttons["next"].setText(f"{translated('Next')}  ({key})")
        for name, button in self.buttons.items():
            button.setVisible(shown[name])
        self.buttons["maps"].setChecked(practice.has_maps)


def _label(name: str) -> QLabel:
    label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
    label.setObjectName(name)
    return label


def _say(label: QLabel, words: object) -> None:
    """Give a label its words; without any it takes no room."""
    text = str(words)
    label.setText(text)
    label.setVisible(bool(text))
