"""The line above everything: how the game went in one sentence, or how far it is read."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from irgo_app.gui.models.file import Review
from irgo_app.gui.models.story import GameTeller
from irgo_app.gui.models.turns import Turns
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import ElidedLabel, laid_out, plain_tip
from irgo_app.gui.views.window.header import result_words
from irgo_app.review.game_course import course_words, end_words
from irgo_app.sgf.edits import Change, ChangeKind
from irgo_app.sgf.game_info import game_info
from irgo_app.words import capitalised, translated

_BAR = 120, 5


class GameLineBar(QWidget):
    """Always as high, whatever it says.

    result -- how the game ended; course -- how it went
    offer -- goes to where the game was decided, for who went his own way before that was known
    """

    def __init__(
        self, review: Review, teller: GameTeller, turns: Turns, layout: WindowLayout
    ) -> None:
        super().__init__()
        self._review, self._teller, self._turns, self._layout = review, teller, turns, layout
        self.result = QLabel(textFormat=Qt.TextFormat.PlainText, objectName="heading")
        self.course = ElidedLabel()
        self.bar = QProgressBar(maximum=100, textVisible=False)
        self.bar.setFixedSize(*_BAR)
        self.bar.setAccessibleName(translated("How far the game is read"))
        self.offer = QPushButton(translated("Show where it was decided"), objectName="accent_chip",
                                 clicked=turns.go_first)
        laid_out(QHBoxLayout(self), self.result, self.bar, (self.course, 1), self.offer,
                 margins=(0, 2, 0, 2), spacing=SPACE)
        for signal in (teller.moved, teller.changed, review.game_changed, layout.mode_changed):
            signal.connect(self.refresh)
        review.tree_changed.connect(self._on_edit)
        turns.changed.connect(self._refresh_offer)
        self.refresh()

    def _refresh_offer(self) -> None:
        self.offer.setVisible(self._turns.is_offered and self._layout.mode is Mode.REVIEW)

    def _on_edit(self, change: Change) -> None:
        if ChangeKind.INFO in change.kinds:
            self.refresh()

    def refresh(self) -> None:
        """Say how the game went, once that is told; until then that it is being read."""
        story = self._teller.story
        is_review = self._layout.mode is Mode.REVIEW
        is_told = is_review and story is not None
        is_read = is_review and story is None and self._teller.is_awaited
        self.bar.setVisible(is_read)
        self.bar.setValue(self._teller.percent)
        self._refresh_offer()
        ended = game_info(self._review.game).result
        result = capitalised(translated("{0}.").format(result_words(ended))) \
            if ended and is_review else ""
        course = ""
        if is_told and story is not None:
            result = result or str(end_words(story))
            course = str(course_words(story, self._turns.points, ended))
            self.setToolTip(plain_tip("\n".join(map(str, (*story.overview, story.judged_by)))))
        elif is_read:
            course = translated("irgo is reading the game …")
        self.result.setText(result)
        self.result.setVisible(bool(result))
        self.course.setText(course)
