"""The rows under the board: steps and what the mode is about, a line, moves tried, a count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (QFrame, QHBoxLayout, QLabel, QMessageBox, QPushButton, QSizePolicy,
                               QToolButton, QWidget)

from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, NAME_OF_COLOUR, Colour
from irgo_app.gui.models.board import ShownLine
from irgo_app.gui.models.file import InSlices, Review
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.gui.views.style import SPACE, IconLabel
from irgo_app.gui.views.widgets import (ElidedLabel, laid_out, paragraph, plain_tip, step_buttons,
                                        tool_button)
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import towards_last
from irgo_app.words import counted, numeral, translated

if TYPE_CHECKING:
    from irgo_app.go.rules import Count
    from irgo_app.gui.models.count import Counting
    from irgo_app.gui.models.play import Trial
    from irgo_app.gui.views.turn_bar import TurnButtons


class TrialBar(QFrame):
    """Tells how far the trial is; shown while it goes on."""

    def __init__(self, trial: Trial) -> None:
        super().__init__()
        self._trial = trial
        self.setObjectName("banner")
        self.words = QLabel()
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.keep = QPushButton(translated("Keep as variation"))
        self.keep.setToolTip(translated("Leave the moves in the record and go back (Enter)"))
        self.keep.clicked.connect(trial.keep)
        self.throw_away = QPushButton(translated("Discard"))
        self.throw_away.setToolTip(translated("Take the moves back and go back (Escape)"))
        self.throw_away.clicked.connect(trial.throw_away)
        laid_out(QHBoxLayout(self), IconLabel("try"), (self.words, 1), self.keep, self.throw_away,
                 margins=(SPACE, 0, 2, 0), spacing=SPACE)
        trial.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        tried = self._trial.count
        self.keep.setEnabled(bool(tried))
        self.words.setText(
            str(counted("Trying: 1 move", "Trying: {count} moves", tried)) if tried
            else translated("Trying: nothing you play is kept."))


class LineBar(QFrame):
    """Steps through the line that is shown."""

    def __init__(self, view: ShownLine) -> None:
        super().__init__()
        self._view = view
        self.setObjectName("banner")
        self.title = paragraph()
        self.place = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.keep = QPushButton(translated("Keep as variation"))
        self.keep.setToolTip(translated("Put the line into the record; Ctrl+Z takes it out again."))
        self.keep.clicked.connect(view.keep)
        self._steps = step_buttons(lambda by: view.go(view.step + by))
        laid_out(QHBoxLayout(self), (self.title, 1), *self._steps[:2], self.place, *self._steps[2:],
                 self.keep, tool_button("close", translated("Close the line"), view.close),
                 margins=(8, 2, 4, 2))
        view.changed.connect(self.refresh)

    def refresh(self) -> None:
        line = self._view.line
        if line is None:
            return
        step, last = self._view.step, len(line.moves)
        gone = line.gone(step)
        self.title.setText(f"{line.title} ({gone})" if gone else line.title)
        self.place.setText(f"{step}/{last}")
        for button, is_on in zip(self._steps, (step, step, step < last, step < last), strict=True):
            button.setEnabled(bool(is_on))


BACK: Final = ("first", "back_10", "back")
FORWARD: Final = ("forward", "forward_10", "last", "autoplay")
OF_MODE: Final = {
    Mode.REVIEW: ("mistake_back", "losses", "mistake_forward", "try", "count"),
    Mode.EDIT: ("undo", "redo", "delete", "clear_markup"),
    Mode.PLAY: ("undo", "pass", "resign", "count", "new"),
    Mode.PRACTICE: (),
}
"""The ids of the actions at the right end, for each mode."""
_FAR: Final = ("first", "back_10", "forward_10", "last")
"""Those that are left out of a bar too narrow for all; their keys are in the Move menu."""
_PLAIN: Final = frozenset({"mistake_back", "losses", "mistake_forward", "undo", "redo"})
"""Those whose icon alone says enough."""
_ICON = QSize(18, 18)
_BUTTON = QSize(32, 30)
_AT_ONCE_S = 0.01


class StepBar(QWidget):
    """Buttons of actions, each with the action's icon, tool tip, tick and state.

    buttons -- by the ids of their actions; actions of another mode than the window's are hidden
    """

    def __init__(
        self, actions: Mapping[str, QAction], review: Review, layout: WindowLayout,
        turn: TurnButtons,
    ) -> None:
        super().__init__()
        self._review, self._layout = review, layout
        self.turn = turn
        self._last: Node = review.node
        self._counting = InSlices(self)
        self.place = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.place.setToolTip(translated("Moves to here / moves of this line"))
        of_modes = dict.fromkeys(chain.from_iterable(OF_MODE.values()))
        self.buttons = {action_id: _button(actions[action_id])
                        for action_id in (*BACK, *FORWARD, *of_modes)}
        back, forward, self._of_mode = (
            [self.buttons[action_id] for action_id in ids] for ids in (BACK, FORWARD, of_modes))
        laid_out(QHBoxLayout(self), *back, self.place, *forward, 1, *self._of_mode, self.turn,
                 margins=0, spacing=1)
        for signal in (review.node_changed, review.tree_changed, review.game_changed):
            signal.connect(self.refresh)
        layout.mode_changed.connect(self._follow_mode)
        turn.changed.connect(self._follow_mode)
        # It leaves out what has no room.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._give_room()
        self.refresh()
        self._follow_mode()

    def refresh(self) -> None:
        """Say where in the line the current node is."""
        self._last = self._review.node
        self._counting.begin(self._going_to_last(), self._tell, _AT_ONCE_S)
        if self._counting.is_working:
            self.place.setText(f"{self._review.game.printed_number(self._review.node)} / …")

    def _going_to_last(self) -> Iterator[None]:
        """Look for the end of the line in slices: it may be a million moves away."""
        for node in towards_last(self._review.node):
            self._last = node
            yield

    def _tell(self) -> None:
        game = self._review.game
        self.place.setText(
            f"{game.printed_number(self._review.node)} / {game.printed_number(self._last)}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write the names beside the icons where there is room for them."""
        super().resizeEvent(event)
        self._follow_room()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_of_mode"):
            self._give_room()
            self._follow_room()

    def _give_room(self) -> None:
        """Keep the place of the number so wide that no step moves the buttons."""
        self.place.setMinimumWidth(self.fontMetrics().horizontalAdvance("0000 / 0000") + SPACE)

    def _follow_mode(self) -> None:
        self.turn.setVisible(self.turn.is_there and self._layout.mode is Mode.REVIEW)
        self._follow_room()

    def _follow_room(self) -> None:
        """Fit the buttons: those of the mode with their names, else without, else no far steps.

        At a turning point its lines come first: without room for both, those of the mode go.
        """
        wanted, icon = OF_MODE[self._layout.mode], _BUTTON.width() + 1
        near = len(BACK) + len(FORWARD) - len(_FAR)
        used = self.place.minimumWidth() + near * icon
        has_mode = True
        if not self.turn.isHidden():
            used += self.turn.sizeHint().width() + SPACE
            has_mode = used + len(wanted) * icon <= self.width()
        used += len(wanted) * icon * has_mode
        has_far = used + len(_FAR) * icon <= self.width()
        named = [self.buttons[action_id] for action_id in wanted if action_id not in _PLAIN]
        names = sum(self.fontMetrics().horizontalAdvance(button.text()) + SPACE - 1
                    for button in named)
        has_names = used + len(_FAR) * icon + names + 2 * SPACE <= self.width()
        for action_id, button in self.buttons.items():
            if button in self._of_mode:
                button.setVisible(has_mode and action_id in wanted)
        for button in named:
            button.setToolButtonStyle(
                Qt.ToolButtonStyle.ToolButtonTextBesideIcon if has_names
                else Qt.ToolButtonStyle.ToolButtonIconOnly)
        for action_id in _FAR:
            self.buttons[action_id].setVisible(has_far)


def _button(action: QAction) -> QToolButton:
    button = QToolButton(autoRaise=True)
    button.setDefaultAction(action)
    button.setIconSize(_ICON)
    button.setMinimumSize(_BUTTON)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(action.text())
    return button


class CountBar(QFrame):
    """Tells the count as it stands; shown while it goes on."""

    def __init__(self, counting: Counting) -> None:
        super().__init__()
        self._counting = counting
        self.setObjectName("banner")
        self.words = ElidedLabel()
        self.result = QLabel(objectName="heading")
        self.write = QPushButton(translated("Save the result"), clicked=self._write,
                                 toolTip=translated("Put the result into the game info"))
        done = QPushButton(translated("Done"), toolTip=translated("Show the game again (Escape)"),
                           clicked=counting.end)
        laid_out(QHBoxLayout(self), IconLabel("count"), self.result, (self.words, 1), self.write,
                 done, margins=(SPACE, 0, 2, 0), spacing=SPACE)
        counting.changed.connect(self.refresh)

    def refresh(self) -> None:
        if not self._counting.is_on:
            return
        count, is_searching = self._counting.count, self._counting.is_searching
        self.write.setEnabled(not is_searching)
        self.result.setEnabled(not is_searching)
        self.result.setText(translated("Draw") if not count.lead else count.result)
        sides = [self._side(count, colour) for colour in (BLACK, -BLACK)]
        with_sums = [" ".join(side) for side in sides]
        open_points = self._counting.open_points
        if is_searching:
            parts = [[translated("dead stones are being searched"), *with_sums],
                     [translated("dead stones are being searched")]]
        elif open_points:
            words = translated("not finished: {0} points still to be played").format(open_points)
            # Where there is little room that it is not finished matters more than the sums.
            parts = [[*with_sums, words], [*(points for points, _ in sides), words], [words]]
        else:
            short = [" ".join(self._side(count, colour, LETTER_OF_COLOUR[colour]))
                     for colour in (BLACK, -BLACK)]
            parts = [[*with_sums, translated("click dead stones")], with_sums, short,
                     [points for points, _ in sides]]
        texts = [" · ".join(each) for each in parts]
        self.words.setText(texts[0])
        self.words.shorter = tuple(texts[1:])
        self.words.setToolTip(plain_tip("\n".join(
            [texts[0], *(self._in_words(count, colour) for colour in (BLACK, -BLACK))])))

    def _write(self) -> None:
        """Write the result down; where the game is not finished only after a question."""
        open_points = self._counting.open_points
        buttons = QMessageBox.StandardButton
        if not open_points or QMessageBox.question(self, translated("Save the result"), translated(
            "The game is not finished: {0} points are still to be played. Save this result all the "
            "same?").format(open_points), buttons.Yes | buttons.No, buttons.No) == buttons.Yes:
            self._counting.write_result()

    def _side(self, count: Count, colour: Colour, name: str = "") -> tuple[str, str]:
        """Return a side's points, and what they are made of; name -- of the side, if another."""
        name = name or translated(NAME_OF_COLOUR[colour])
        points = count.points[0 if colour == BLACK else 1]
        parts = " + ".join(number for number, _ in self._parts(count, colour))
        return f"{name} {numeral(points, 'g')}", f"({parts})"

    def _in_words(self, count: Count, colour: Colour) -> str:
        points, _ = self._side(count, colour)
        return f"{points}: {' · '.join(words for _, words in self._parts(count, colour))}"

    def _parts(self, count: Count, colour: Colour) -> list[tuple[str, str]]:
        """Return what a side's points are made of: each part as a number, and in words."""
        side = 0 if colour == BLACK else 1
        territory, stones, taken = (
            len(count.territory[side]), count.stones[side], count.prisoners[side])
        parts = [(str(territory), f"{translated('territory')} {territory}")]
        parts.append(
            (str(stones), str(counted("one stone", "{count} stones", stones)))
            if count.counts_area else
            (str(taken), str(counted("1 prisoner", "{count} prisoners", taken))))
        if side and count.komi:
            komi = numeral(count.komi, "g")
            parts.append((komi, translated("komi {0}").format(komi)))
        if side and count.handicap_points:
            parts.append((str(count.handicap_points), translated(
                "{0} points for the handicap").format(count.handicap_points)))
        return parts
