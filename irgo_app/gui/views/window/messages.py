"""What the window tells: a card that floats beside the board, and the status line."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QElapsedTimer, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import (QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy,
                               QStatusBar, QToolButton)

from irgo_app.gui.views.widgets import (ElidedLabel, announce, laid_out, paragraph, plain_tip,
                                        take_away, tool_button)
from irgo_app.words import translated, visible_lines

_LONGEST = 1000
"""Letters of a sentence that are shown: one may hold the name of a file or of an engine."""
_MOST_KEPT = 20
_LEAST_MS, _LETTER_MS = 5000, 60
"""A sentence stays so long, and so much longer for each letter."""
_ASIDE_MS = 40_000
"""A question that is not answered for so long waits in the status line, and covers nothing."""
_ASIDE_LETTERS = 60


class MessageBar(QFrame):
    """Shows the newest sentence; closing it shows the one before. Plain text, never HTML.

    A sentence goes by itself once there was time to read it, but not under the mouse; a hint waits
    until it is followed. A question waits until it is answered or closed; sentences that come
    meanwhile follow it. After a while it waits aside, where it covers nothing.

    reading -- runs while a sentence is shown that goes by itself
    patience -- runs while a question is shown that will go aside
    answers -- the buttons of the question that is asked now
    set_aside -- carries the question that waits aside from now on, "" for none any more
    """

    set_aside = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("message")
        self._label = paragraph()
        self._older = QLabel(textFormat=Qt.TextFormat.PlainText, objectName="small")
        self._question, self._is_aside = "", False
        self._lasting: tuple[str, Mapping[str, Callable[[], object]]] | None = None
        """A question that is about no file that is open, with its answers."""
        self.answers: list[QPushButton] = []
        self._sentences: list[str] = []
        self._hint = ""
        self.reading = QTimer(self, singleShot=True)
        self.reading.timeout.connect(self.dismiss)
        self.patience = QTimer(self, singleShot=True, interval=_ASIDE_MS)
        self.patience.timeout.connect(self._put_aside)
        self._close = tool_button("close", translated("Close the message"), self.dismiss)
        self._layout = laid_out(QHBoxLayout(self), (self._label, 1), self._older, self._close,
                                margins=(12, 8, 8, 8))
        self.hide()

    @property
    def text(self) -> str:
        """Return the sentence that is shown, or was last."""
        return self._label.text()

    @property
    def has_lasting(self) -> bool:
        """Return whether a lasting question is not answered yet."""
        return self._lasting is not None

    def show_text(self, text: str) -> None:
        """Show a sentence, before those that are there; the same again comes to the front."""
        announce(self, visible_lines(text, _LONGEST))
        self._sentences = [text, *(old for old in self._sentences if old != text)][:_MOST_KEPT]
        self._show_newest()

    def show_hint(self, text: str) -> None:
        """Show what is to be done next, until it is done or something else is."""
        self._hint = text
        self.show_text(text)

    def end_hint(self) -> None:
        if self._hint in self._sentences:
            self._sentences.remove(self._hint)
            self._show_newest()

    def ask(
        self, text: str, answers: Mapping[str, Callable[[], object]], *, is_lasting: bool = False
    ) -> None:
        """Ask something; each answer is a button that does something. It replaces what is there.

        is_lasting -- it is about no file that is open: it waits whatever else is asked or opened
        """
        if is_lasting:
            self._lasting = (text, answers)
        self._forget_question()
        self._question = visible_lines(text, _LONGEST)
        announce(self, self._question)
        for title, act in answers.items():
            button = QPushButton(title, clicked=lambda _checked=False, act=act: self._answer(act))
            self._layout.insertWidget(self._layout.count() - 1, button)
            self.answers.append(button)
        self.show_question()

    def show_question(self) -> None:
        """Show the question that waits for an answer, if there is one."""
        if not self.answers:
            return
        self._move_aside(is_aside=False)
        self.reading.stop()
        self._label.setText(self._question)
        self._older.clear()
        self.patience.start()
        self.show()

    def dismiss(self) -> None:
        """Take the sentence or the question away; show the one before it."""
        if self._is_asked:
            if self._is_lasting_asked:
                self._lasting = None
            self._end_question()
            return
        if self._sentences:
            del self._sentences[0]
        self._show_newest()

    def forget(self) -> None:
        """Take away what was about a file that is no longer there."""
        self._sentences.clear()
        if not self._is_lasting_asked:
            self._end_question()
        else:
            self._show_newest()

    def withdraw(self, text: str) -> None:
        """Take one sentence or question away: it holds no longer."""
        if self.answers and self._question == visible_lines(text, _LONGEST):
            if self._is_lasting_asked:
                self._lasting = None
            self._end_question()
        elif text in self._sentences:
            self._sentences.remove(text)
            self._show_newest()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay as long as the mouse is here."""
        self.reading.stop()
        self.patience.stop()

    def leaveEvent(self, event: QEvent) -> None:
        if self._is_asked:
            self.patience.start()
        self._let_go()

    @property
    def _is_asked(self) -> bool:
        return bool(self.answers) and not self._is_aside

    @property
    def _is_lasting_asked(self) -> bool:
        return bool(self.answers) and self._lasting is not None \
            and self._question == visible_lines(self._lasting[0], _LONGEST)

    def _put_aside(self) -> None:
        """Have the question wait where it covers nothing; show what came meanwhile."""
        self._move_aside(is_aside=True)
        self._show_newest()

    def _move_aside(self, *, is_aside: bool) -> None:
        self._is_aside = is_aside
        for button in self.answers:
            button.setVisible(not is_aside)
        self.set_aside.emit(self._question if is_aside else "")

    def _let_go(self) -> None:
        """Have the sentence that is shown go when it was read; not a hint or a question."""
        self.reading.stop()
        if self._sentences and not self._is_asked and self._sentences[0] != self._hint \
                and not self.underMouse():
            self.reading.start(_LEAST_MS + _LETTER_MS * len(self._sentences[0][:_LONGEST]))

    def _show_newest(self) -> None:
        """Show the newest sentence, if there is one and no question is in its place."""
        if self._is_asked:
            return
        self._let_go()
        if not self._sentences:
            self.hide()
            return
        self._label.setText(visible_lines(self._sentences[0], _LONGEST))
        more = len(self._sentences) - 1
        self._older.setText(translated("{0} more").format(more) if more else "")
        self.show()

    def _answer(self, act: Callable[[], object]) -> None:
        self.dismiss()
        act()

    def _end_question(self) -> None:
        """Take the question away and show what was there before it; one that lasts is first."""
        self._forget_question()
        self._show_newest()
        if self._lasting is not None:
            self.ask(*self._lasting)

    def _forget_question(self) -> None:
        take_away(self._layout, self.answers)
        self.patience.stop()
        self._move_aside(is_aside=False)


_PATIENCE_MS = 500


class StatusLine(QStatusBar):
    """Tells in passing.

    stop_wanted -- the user stops the background work
    question -- a question that waits aside, as a button; a click asks it again
    """

    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._hover, self._what = ElidedLabel(), ElidedLabel()
        # It asks for the room of its words, and takes less where there is not so much.
        self._what.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._what.setMinimumWidth(1)
        self._progress = QProgressBar(textVisible=False)
        self._progress.setMaximumWidth(160)
        self._stop = QToolButton()
        self._stop.setText(translated("Stop"))
        self._stop.clicked.connect(self.stop_wanted)
        self.question = QToolButton()
        self.question.setObjectName("waiting")
        self.question.hide()
        self._clock = QElapsedTimer()
        self._is_searching = self._is_preparing = False
        self.addWidget(self.question)
        self.addWidget(self._hover, 1)
        for widget in (self._what, self._progress, self._stop):
            self.addPermanentWidget(widget)
            widget.hide()

    def show_hover(self, text: str) -> None:
        self._hover.setText(text)
        self._hover.setToolTip(plain_tip(text))

    def show_question(self, text: str) -> None:
        """Show the beginning of a question that waits aside, "" for none."""
        is_long = len(text) > _ASIDE_LETTERS
        self.question.setText(text[:_ASIDE_LETTERS].rstrip() + "…" if is_long else text)
        self.question.setToolTip(plain_tip(text))
        self.question.setVisible(bool(text))

    def show_reading(self, done: int, total: int) -> None:
        self._what.setText(translated("Reading the file"))
        self._show(done, total)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the background work is, if it has lasted for half a second."""
        if not (self._is_searching or self._is_preparing):
            self._what.setText(translated("Computing maps"))
            self._show(done, total)

    def show_preparing(self, done: int, total: int) -> None:
        """Show how many of the kernels are compiled, on a machine that has none yet."""
        self._is_preparing = done < total
        self._what.setText(
            translated("Preparing the maps (first start only) {0} of {1}").format(done, total))
        self._show(done, total)
        # Without it there is no map.
        self._stop.hide()

    def show_search(self, done: int, total: int) -> None:
        """Show how far life and death is; until it ends the maps are provisional."""
        self._is_searching = done < total
        self._what.setText(translated("Reading life and death"))
        self._show(done, total)

    def _show(self, done: int, total: int) -> None:
        is_busy = done < total
        if not is_busy:
            self._clock.invalidate()
        elif not self._clock.isValid():
            self._clock.start()
        lasts = is_busy and self._clock.elapsed() > _PATIENCE_MS
        if lasts:
            self._progress.setRange(0, total)
            self._progress.setValue(done)
        self._what.setToolTip(plain_tip(self._what.text()))
        for widget in (self._what, self._progress, self._stop):
            widget.setVisible(lasts)
