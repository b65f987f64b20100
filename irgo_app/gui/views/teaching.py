"""The page of a game against irgo: how strong it plays, what the teacher says, what comes after."""

from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (QCheckBox, QComboBox, QFrame, QHBoxLayout, QPushButton, QVBoxLayout,
                               QWidget)

from irgo_app.gui.models.file import Review
from irgo_app.gui.models.play import Opponent
from irgo_app.gui.models.teaching import (BOUND_POINTS, USUAL_BOUND_POINTS, Teacher, TeachingStage,
                                          bound_words, on_board)
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import announce, laid_out, paragraph, say
from irgo_app.networks import LEVELS
from irgo_app.words import counted, noted, translated

PLAY_NOW, PLAY_OTHER, STORY, CARDS = "play_now", "play_irgo", "story", "add_mistakes"
"""The actions that the page asks for."""
_STAGES: Final = {
    TeachingStage.THINKING: noted("It is your turn."),
    TeachingStage.JUDGING: noted("irgo looks at your move …"),
    TeachingStage.STOPPED: noted("Your move waits. What do you do?"),
    TeachingStage.ANSWERING: noted("It is the other side's turn."),
    TeachingStage.ENDED: noted("The game is over."),
}


class PlayPanel(QWidget):
    """Begins a game at a click; during a teaching game says what the teacher says.

    asked -- the id of an action that the user wants done
    """

    asked = Signal(str)

    def __init__(
        self, review: Review, opponent: Opponent, teacher: Teacher, preferences: Preferences
    ) -> None:
        super().__init__()
        self._review, self._opponent, self._teacher = review, opponent, teacher
        self._preferences = preferences
        self._last_said = ""
        self.start, self.during = self._start_part(), self._during_part()
        laid_out(QVBoxLayout(self), self.start, self.during, 1, margins=4, spacing=SPACE)
        for signal in (opponent.changed, teacher.changed, preferences.changed,
                       review.node_changed, review.game_changed):
            signal.connect(self.refresh)
        self.refresh()

    def _start_part(self) -> QWidget:
        part = QWidget()
        self.level = QComboBox()
        for level in LEVELS:
            self.level.addItem(translated("irgo, {0}").format(translated(level.title)), level.name)
        self.level.setAccessibleName(translated("How strongly irgo plays"))
        self.level.setToolTip(translated("How strongly irgo plays"))
        self.level.activated.connect(self._on_level)
        self.teaches = QCheckBox(translated("Teaching game"))
        self.teaches.clicked.connect(lambda is_on: self._preferences.set("teaching_game", is_on))
        self.bound = paragraph(name="small")
        self.play = QPushButton(translated("Play irgo"), objectName="primary")
        self.play.clicked.connect(lambda: self.asked.emit(PLAY_NOW))
        self.other = QPushButton(translated("Another opponent, board or handicap …"),
                                 objectName="chip")
        self.other.clicked.connect(lambda: self.asked.emit(PLAY_OTHER))
        laid_out(QVBoxLayout(part), self.level, self.teaches, self.bound, self.play,
                 laid_out(QHBoxLayout(), self.other, 1), margins=0, spacing=SPACE)
        return part

    def _during_part(self) -> QWidget:
        part = QWidget()
        self.stage = paragraph(name="heading")
        self.lesson = QFrame()
        self.lesson.setObjectName("card")
        self.words = paragraph()
        self.back = QPushButton(translated("Take it back"), objectName="primary",
                                clicked=self._teacher.take_back)
        self.on = QPushButton(translated("Play it all the same"), clicked=self._teacher.play_on)
        self.futures = QPushButton(translated("Show both futures"), objectName="chip",
                                   clicked=self._teacher.show_futures)
        self._answers = QWidget()
        laid_out(QVBoxLayout(self._answers), laid_out(QHBoxLayout(), self.back, self.on, 1),
                 laid_out(QHBoxLayout(), self.futures, 1), margins=0, spacing=SPACE // 2)
        laid_out(QVBoxLayout(self.lesson), self.words, self._answers, margins=SPACE,
                 spacing=SPACE)
        self.count = paragraph(name="small")
        self.story = QPushButton(translated("Where the game was decided"), objectName="primary")
        self.story.clicked.connect(lambda: self.asked.emit(STORY))
        self.cards = QPushButton(translated("Make cards of this game"))
        self.cards.clicked.connect(lambda: self.asked.emit(CARDS))
        self._after = QWidget()
        laid_out(QVBoxLayout(self._after), laid_out(QHBoxLayout(), self.story, self.cards, 1),
                 margins=0)
        laid_out(QVBoxLayout(part), self.stage, self.lesson, self.count, self._after, margins=0,
                 spacing=SPACE)
        return part

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for all of it: its sentences need other heights at another width."""
        super().resizeEvent(event)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        column = self.layout()
        assert column is not None
        least = super().minimumSizeHint()
        return QSize(least.width(), max(least.height(), column.heightForWidth(self.width())))

    def refresh(self) -> None:
        """Show what there is to do now."""
        is_game = self._opponent.is_on
        is_over = is_game and self._opponent.is_over
        self.start.setVisible(not is_game or is_over)
        self.during.setVisible(is_game)
        level = str(self._preferences["irgo_level"])
        self.level.setCurrentIndex(max(0, self.level.findData(level)))
        self.teaches.setChecked(bool(self._preferences["teaching_game"]))
        bound = on_board(BOUND_POINTS.get(level, USUAL_BOUND_POINTS), self._review.position)
        say(self.bound, str(bound_words(bound)) if self.teaches.isChecked() else "")
        self.play.setText(translated("Play again") if is_over else translated("Play irgo"))
        if is_game:
            self._show_game()
        self.updateGeometry()

    def _show_game(self) -> None:
        teacher, stage = self._teacher, self._teacher.stage
        if not teacher.is_on and stage is not TeachingStage.ENDED:
            is_own_turn = self._review.position.to_play == self._opponent.colour
            stage = TeachingStage.THINKING if is_own_turn else TeachingStage.ANSWERING
        self.stage.setText(translated(_STAGES[stage]))
        lesson = teacher.lesson if teacher.is_on else None
        self.lesson.setVisible(lesson is not None)
        self._answers.setVisible(stage is TeachingStage.STOPPED)
        said = "" if lesson is None else str(lesson.words)
        self.words.setText(said)
        if said and said != self._last_said:
            announce(self.words, said)
        self._last_said = said
        parts = []
        if teacher.is_on and teacher.stopped:
            parts.append(counted("One move was stopped.", "{count} moves were stopped.",
                                 teacher.stopped))
        if teacher.is_on and teacher.praised:
            parts.append(counted("One move was well found.", "{count} moves were well found.",
                                 teacher.praised))
        say(self.count, " ".join(map(str, parts)))
        self._after.setVisible(stage is TeachingStage.ENDED)

    def _on_level(self, row: int) -> None:
        self._preferences.set("irgo_level", str(self.level.itemData(row)))
