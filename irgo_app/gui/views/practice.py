"""The mode Practice: a calm board, question and answer beside it, what was learnt, choices."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (QCheckBox, QDialog, QFormLayout, QFrame, QHBoxLayout, QLineEdit,
                               QPushButton, QSizePolicy, QSpinBox, QVBoxLayout, QWidget)

from irgo_app.go.point import NAME_OF_COLOUR, PASS, Point
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.practice import Practice, Stage
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.board import BoardWidget
from irgo_app.gui.views.style import (SPACE, colours_of, elided, small_font, smooth_painter,
                                      text_scale)
from irgo_app.gui.views.widgets import (DecimalBox, ScrollBody, ends_of, laid_out, lay_out_dialog,
                                        let_speak, paragraph, plain_tip, say, step_buttons,
                                        tell_change)
from irgo_app.meaning.words import name_of
from irgo_app.practice.card import AnswerMark, JudgedMove, Theme
from irgo_app.practice.card_words import (best_words, hint_words, origin_words, played_words,
                                          question_words, reasons_words, telling, themes_words,
                                          verdict_words)
from irgo_app.practice.deck import Choices, DeckProgress
from irgo_app.practice.schedule import Grade, grade_name
from irgo_app.words import Message, counted, message, translated, visible

MOST_CHIPS: Final = 5
"""So many moves can be looked at."""
_HOUR, _DAY = 1 / 24, 1.0
_MONTH = 30.4


def place_words(practice: Practice) -> Message | str:
    """Return how many cards are left, or which move of a game is guessed."""
    if practice.asked is None:
        return ""
    if practice.guess is not None:
        return message("Guess the move: move {number}, {left} to go",
                       number=practice.guess.number + 1, left=practice.left)
    return counted("Practice: one more card after this one",
                   "Practice: {count} more cards after this one", practice.left) \
        if practice.left else message("Practice: the last card for now")


def question_line(practice: Practice) -> Message | str:
    """Return the question, or why there is none."""
    if practice.asked is None:
        return practice.words
    if practice.stage is Stage.FIGHTING:
        return message("Fight on: you play both first moves and answers, irgo replies.") \
            if practice.position is None else message("Fight on against irgo.")
    if practice.asked.moves and practice.stage is Stage.ASKING:
        return message("That works so far. Go on.")
    card = practice.asked.card
    words = question_words(card)
    if isinstance(words, Message):
        return words
    side = message("{colour} to play.", colour=message(NAME_OF_COLOUR[card.position.to_play]))
    return f"{visible(words)}\n{side}"


def answer_words(practice: Practice) -> tuple[Message | str, AnswerMark | None]:
    """Return what is said of the move that is looked at, and what it is worth."""
    asked, move = practice.asked, practice.looked_at
    if practice.stage is Stage.JUDGING:
        return message("Your move is being judged …"), None
    if asked is None or move is None or practice.stage is not Stage.JUDGED:
        return "", None
    return verdict_words(asked.card, move, asked.failed), asked.card.mark(move)


def story_words(practice: Practice, *, origin: bool = False) -> list[str]:
    """Return the reasons of the move that is looked at; or where the card comes from."""
    asked, move = practice.asked, practice.looked_at
    if asked is None or move is None:
        return []
    card = asked.card
    if origin:
        themes = message("About: {themes}", themes=themes_words(card)) if card.themes else ""
        return [visible(str(text)) for text in (
            played_words(card), origin_words(card), themes) if text]
    found = [str(reason) for reason in reasons_words(card, telling(card, move))]
    if move.note:
        found.append(visible(move.note))
    if move.point != card.best.point and card.mark(move) is not AnswerMark.BEST:
        found.append(str(best_words(card)))
    return found


def chips_of(practice: Practice) -> list[tuple[Message, JudgedMove]]:
    """Return the moves that can be looked at, with what each is: yours, the best, the game's."""
    asked = practice.asked
    if asked is None or practice.stage is not Stage.JUDGED:
        return []
    card, found = asked.card, list[tuple[Message, JudgedMove]]()
    own = asked.said
    if own is not None and card.known(own.point) is not None:
        found.append((message("Your move {move}", move=name_of(own.point, card.position)), own))
    for move in card.judged:
        # A line that failed later began with the best move; that one's own line is shown too.
        if any((move.point, move.works) == (known.point, known.works) for _, known in found):
            continue
        name = name_of(move.point, card.position)
        if move.point == card.played and not move.works:
            found.append((message("The game's move {move}", move=name), move))
        elif card.mark(move) is AnswerMark.BEST:
            found.append((message("Best: {move}", move=name), move))
    return found[:MOST_CHIPS]


def days_words(days: float) -> Message:
    """Return in how long a card comes back."""
    if days < _HOUR:
        return message("{minutes} min", minutes=max(1, round(days * 1440)))
    if days < _DAY:
        return message("{hours} h", hours=round(days * 24))
    if days < 2 * _MONTH:
        return counted("1 day", "{count} days", round(days))
    return message("{months} months", months=round(days / _MONTH))


_BAR: Final = 12
_COLUMNS, _ROW = 56, 16
"""How high columns are, and those of one theme."""
_GAMES: Final = 24
"""So many games are shown, the last ones."""


class ProgressPicture(QWidget):
    """Pictures one below the other; nothing is drawn of what nothing is known of.

    Of mistakes each theme has its own row of columns, game under game: what grows less is seen
    without colours to learn by heart.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: DeckProgress | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        let_speak(self, QAccessible.Role.Graphic, self.spoken)
        self.setAccessibleName(translated("What was learnt"))

    def show_progress(self, told: DeckProgress | None) -> None:
        self._told = told
        self.updateGeometry()
        self.update()
        tell_change(self)

    def spoken(self) -> str:
        """Return the pictures in words."""
        told = self._told
        if told is None:
            return ""
        parts = [str(message("{theme}: {learnt} of {cards} learnt", learnt=theme.learnt,
                             theme=message(theme.theme.value), cards=theme.cards))
                 for theme in told.themes]
        rows = [f"{translated(theme.value)} {', '.join(map(str, counts))}"
                for theme, counts in _mistakes(told)]
        if rows:
            title = translated("Mistakes a game, the latest game on the right")
            parts.append(f"{title}: {'; '.join(rows)}")
        return " · ".join(parts)

    def sizeHint(self) -> QSize:
        told, line = self._told, self.fontMetrics().height()
        if told is None:
            return QSize(200, 0)
        rows = len(told.themes) * (line + _BAR + 6) + line + SPACE
        charts = 1 + bool(told.games)
        of_themes = len(_mistakes(told)) * (_ROW + 2 * line)
        return QSize(200, rows + charts * (_COLUMNS + 2 * line + SPACE) + of_themes)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        told = self._told
        if told is None:
            return
        painter = smooth_painter(self)
        painter.setFont(small_font(self))
        y = self._themes(painter, told)
        y = self._columns(painter, translated("Answers in the last 30 days"), [
            (day.right, day.answers - day.right) for day in told.days], y)
        if told.games:
            counts = [sum(game.mistakes.values()) for game in told.games][-_GAMES:]
            y = self._columns(painter, translated("Mistakes a game, the latest game on the right"),
                              [(0, count) for count in counts], y)
            by_theme = _mistakes(told)
            most = max((count for _, row in by_theme for count in row), default=1)
            for theme, row in by_theme:
                y = self._columns(painter, translated(theme.value), [(0, count) for count in row],
                                  y, height=_ROW, most=most)

    def _themes(self, painter: QPainter, told: DeckProgress) -> float:
        """Draw a bar for each theme: what is learnt, seen, new; return where they end."""
        colours, line = colours_of(self), painter.fontMetrics().height()
        most = max((theme.cards for theme in told.themes), default=1)
        painter.setPen(QColor(colours.faint))
        painter.drawText(QRectF(0, 0, self.width(), line), Qt.AlignmentFlag.AlignLeft,
                         translated("Learnt · seen · new"))
        y = line + SPACE / 2
        for theme in told.themes:
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, y, self.width(), line), Qt.AlignmentFlag.AlignLeft, str(
                message("{theme}: {learnt} of {cards} learnt", theme=message(theme.theme.value),
                        learnt=theme.learnt, cards=theme.cards)))
            y += line
            painter.setPen(Qt.PenStyle.NoPen)
            unit = self.width() / most
            for count, colour in ((theme.cards, colours.well), (theme.seen, colours.warn),
                                  (theme.learnt, colours.good)):
                painter.setBrush(QColor(colour))
                painter.drawRoundedRect(QRectF(0, y, unit * count, _BAR), 3, 3)
            y += _BAR + 6
        return y + SPACE / 2

    def _columns(
        self, painter: QPainter, title: str, counts: list[tuple[int, int]], y: float, *,
        height: int = _COLUMNS, most: int = 0,
    ) -> float:
        """Draw a column for each pair: what was right below, what was wrong on top of it.

        most -- what fills the height, 0 for the largest of them
        """
        colours, line = colours_of(self), painter.fontMetrics().height()
        painter.setPen(QColor(colours.faint))
        painter.drawText(QRectF(0, y, self.width(), line), Qt.AlignmentFlag.AlignLeft,
                         elided(title, painter.font(), self.width()))
        y += line + 2
        most = most or max([1, *(right + wrong for right, wrong in counts)])
        width = self.width() / max(12, len(counts))
        painter.setPen(Qt.PenStyle.NoPen)
        for index, (right, wrong) in enumerate(counts):
            low = y + height
            for count, colour in ((right, colours.good), (wrong, colours.bad)):
                high = height * count / most
                painter.setBrush(QColor(colour))
                painter.drawRect(QRectF(index * width + 1, low - high, width - 2, high))
                low -= high
        painter.setBrush(QColor(colours.line))
        painter.drawRect(QRectF(0, y + height, self.width(), 1))
        return y + height + line


def _mistakes(told: DeckProgress) -> list[tuple[Theme, list[int]]]:
    """Return how many mistakes of each theme the last games had, the oldest game first."""
    last = told.games[-_GAMES:]
    rows = [(theme, [game.mistakes.get(theme, 0) for game in last]) for theme in Theme]
    return [(theme, counts) for theme, counts in rows if any(counts)]


OF_GAME: Final = "add_mistakes"
"""The action that makes cards of the game that is open."""
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

    asked = Signal(str)
    """The id of an action that the user wants done."""

    def __init__(self, review: Review, practice: Practice, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._practice, self._preferences = review, practice, preferences
        self.board = BoardWidget(why_not=practice.why_not)
        self.board.setAcceptDrops(False)
        self.board.point_clicked.connect(self._on_clicked)
        self.board.stepped.connect(lambda notches: practice.go(practice.step + notches))
        self.side = _WordsBeside(practice)
        self.of_game = QPushButton(
            translated("Make cards of this game"), objectName="primary",
            focusPolicy=Qt.FocusPolicy.TabFocus,
            toolTip=translated("Cards of the mistakes in the game that is open"),
            clicked=lambda: self.asked.emit(OF_GAME))
        self.side.add_button(self.of_game)
        let_speak(self.board, QAccessible.Role.Graphic, self.side.spoken)
        laid_out(QHBoxLayout(self), (self.board, 1), self.side, margins=0, spacing=2 * SPACE)
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
        if not self.isVisible():
            return
        practice = self._practice
        self.board.plays = practice.may_play
        self.board.follow(practice.diagram(self._preferences.coordinates), self._preferences.look)
        self.side.refresh()
        # Beside a question another one would only be in the way.
        self.of_game.setVisible(practice.stage is Stage.NOTHING
                                and bool(self._review.game.root.children))
        self.board.setAccessibleName(str(question_line(practice)) or translated("Board"))
        tell_change(self.board)

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

    def _key_table(self) -> dict[Qt.Key, Callable[[], None]]:
        practice = self._practice
        return {
            Qt.Key.Key_Return: self._on_enter, Qt.Key.Key_Enter: self._on_enter,
            Qt.Key.Key_Space: self._on_enter, Qt.Key.Key_H: practice.show_hint,
            Qt.Key.Key_S: practice.give_up, Qt.Key.Key_T: practice.try_again,
            Qt.Key.Key_F: practice.fight_on, Qt.Key.Key_I: practice.show_maps,
            Qt.Key.Key_P: partial(practice.play, PASS), Qt.Key.Key_N: self._on_next,
            **{key: partial(practice.set_grade, grade) for key, grade in _GRADE_KEYS.items()}}

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
        practice = self._practice
        if practice.stage in (Stage.JUDGED, Stage.FIGHTING):
            self.board.hide_cursor()
            practice.next()
        elif practice.stage is Stage.NOTHING and practice.guess is not None:
            practice.end_guessing()


class _WordsBeside(QWidget):
    """The words beside the board, with the buttons for what can be done now."""

    def __init__(self, practice: Practice) -> None:
        super().__init__()
        self._practice = practice
        self._chips: list[QPushButton] = []
        self.place = paragraph(name="small")
        self.question = paragraph()
        font = self.question.font()
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setBold(True)
        self.question.setFont(font)
        self.hint, self.verdict = paragraph(), paragraph(name="heading")
        self.story, self.source = paragraph(), paragraph(name="small")
        self.picture = ProgressPicture()
        for index in range(MOST_CHIPS):
            chip = QPushButton(checkable=True, objectName="chip",
                               focusPolicy=Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(lambda _checked=False, index=index: self._look_at(index))
            self._chips.append(chip)
        self.steps = QFrame()
        self.steps.setObjectName("steps")
        laid_out(QHBoxLayout(self.steps), 1, *step_buttons(
            lambda by: practice.go(practice.step + by)), 1, margins=(4, 0, 4, 0))
        self.grades = self._grades_row()
        self.buttons = self._action_buttons()
        words = QWidget()
        laid_out(QVBoxLayout(words), self.place, self.question, self.hint, self.verdict, self.story,
                 laid_out(QVBoxLayout(spacing=4), *self._chips), self.steps, self.source,
                 self.picture, 1, margins=(0, SPACE, 0, SPACE), spacing=SPACE)
        body = ScrollBody(words)
        body.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        body.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        laid_out(QVBoxLayout(self), (body, 1), self.grades, *self.buttons.values(), margins=0,
                 spacing=SPACE)

    def add_button(self, button: QPushButton) -> None:
        column = self.layout()
        assert column is not None
        column.addWidget(button)

    def refresh(self) -> None:
        practice, stage = self._practice, self._practice.stage
        asked = practice.asked
        say(self.place, place_words(practice))
        say(self.question, question_line(practice))
        shows_hint = asked is not None and asked.has_hint and practice.guess is None
        say(self.hint, hint_words(asked.card) if shows_hint and asked is not None
             and stage is Stage.ASKING else "")
        verdict, mark = answer_words(practice)
        say(self.verdict, verdict)
        colours = colours_of(self)
        self.verdict.setStyleSheet("" if mark is None else "color: " + {
            AnswerMark.BEST: colours.good, AnswerMark.FINE: colours.warn,
            AnswerMark.NOT_YET: colours.bad}[mark])
        is_known = stage in (Stage.JUDGED, Stage.FIGHTING)
        say(self.story, "\n".join(story_words(practice)) if is_known else "")
        say(self.source, "\n".join(story_words(practice, origin=True)) if is_known else "")
        self._show_chips()
        self.steps.setVisible(stage is Stage.JUDGED and practice.line is not None
                              and bool(practice.line.moves))
        self._show_grades()
        self._show_buttons()
        told = practice.progress() if stage is Stage.NOTHING and practice.guess is None else None
        self.picture.show_progress(told)
        self.picture.setVisible(told is not None and told.cards > 0)

    def spoken(self) -> str:
        """Return all that is said, as one text, for screen readers."""
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

    def _grades_row(self) -> QWidget:
        holder, row = QWidget(), QHBoxLayout(spacing=4)
        self._grade_buttons = {}
        for number, grade in enumerate(Grade, start=1):
            button = QPushButton(
                checkable=True, objectName="chip", toolTip=str(message(
                    "{grade} (key {number})", grade=grade_name(grade), number=number)),
                clicked=lambda _checked=False, grade=grade: self._practice.set_grade(grade))
            row.addWidget(button, 1)
            self._grade_buttons[grade] = button
        laid_out(QVBoxLayout(holder), paragraph(
            translated("How well did you know it? It comes back:"), "small"), row,
            margins=0, spacing=2)
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
            button.setText(f"{grade_name(grade)}\n{when}")
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
            button = QPushButton(f"{words}  ({key})" if key else words, accessibleName=words,
                                 focusPolicy=Qt.FocusPolicy.TabFocus,
                                 clicked=lambda _checked=False, act=act: act())
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
        ends = "" if stage is not Stage.NOTHING else "  (⏎)"
        self.buttons["end"].setText(f"{translated('Back to the cards')}{ends}")
        for name, button in self.buttons.items():
            button.setVisible(shown[name])
        self.buttons["maps"].setChecked(practice.has_maps)


_MOST_A_DAY = 1000
_NAMES = 30
"""So many letters of one's names are seen at once."""


class ChoicesDialog(QDialog):
    """Shows choices and gives back what was made of them."""

    def __init__(self, chosen: Choices, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Practice"))
        self.new, self.reviews = (
            QSpinBox(minimum=0, maximum=_MOST_A_DAY, value=count)
            for count in (chosen.new_a_day, chosen.reviews_a_day))
        self.names = QLineEdit(", ".join(chosen.players))
        self.names.setMinimumWidth(_NAMES * self.fontMetrics().averageCharWidth())
        self.names.setToolTip(plain_tip(translated(
            "The names you play under, separated by commas; Black or White where a game names "
            "nobody. Without a name, both sides' mistakes are added.")))
        self.least = DecimalBox(minimum=1.0, maximum=100.0, decimals=1, singleStep=0.5,
                                value=chosen.least)
        self.themes = {theme: QCheckBox(
            translated(theme.value), checked=not chosen.themes or theme in chosen.themes)
            for theme in Theme}
        body = QWidget()
        form = QFormLayout(body)
        form.addRow(translated("New cards a day"), self.new)
        form.addRow(translated("Returning cards a day"), self.reviews)
        form.addRow(translated("Your names"), self.names)
        form.addRow(translated("A mistake loses at least (points)"), self.least)
        form.addRow(translated("Themes"), laid_out(QVBoxLayout(), *self.themes.values()))
        lay_out_dialog(self, body, ends_of(self))

    def answer(self) -> Choices:
        """Return what was chosen; with every theme or none all are practised."""
        themes = tuple(theme for theme, box in self.themes.items() if box.isChecked())
        names = tuple(name.strip() for name in self.names.text().split(",") if name.strip())
        return Choices(self.new.value(), self.reviews.value(),
                       () if len(themes) == len(Theme) else themes, names, self.least.value())

