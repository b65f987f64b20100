"""Moves at the window: tried and thrown away, going by themselves, answered by an engine, heard.

Which engine answers, and how it is asked, is the desk's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QTimer, Signal

from irgo_app.draw.drawables import Quality
from irgo_app.engines.profile import EngineProfile
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.gui.models.board import Scene, ShownLine
from irgo_app.gui.models.engine import EngineDesk, Evaluations
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Notices, Preferences
from irgo_app.layers.candidates import rings_of
from irgo_app.sgf.edits import ChangeKind, set_properties
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import is_over
from irgo_app.words import noted, translated

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QAudioSink


class Trial(QObject):
    """At most one trial, on the game that is shown; nothing of it stays unless it is kept.

    What is tried are edits like any other, so that maps, studies and engines follow; thrown away,
    they are undone, and done again by whoever wants them back.

    changed -- it began or ended, or another number of moves was tried
    """

    changed = Signal()

    def __init__(self, review: Review, scene: Scene, opponent: Opponent) -> None:
        super().__init__()
        self._review, self._scene, self._opponent = review, scene, opponent
        self._start: Node | None = None
        self._ahead: list[Node] = []
        self._depth = 0
        review.leaving.connect(self.throw_away)
        review.tree_changed.connect(lambda change: self._follow())
        review.node_changed.connect(self._follow)

    @property
    def is_on(self) -> bool:
        return self._start is not None

    @property
    def count(self) -> int:
        """Return how many edits were made since it began."""
        return self._review.undo_stack.depth - self._depth if self.is_on else 0

    def toggle(self) -> None:
        """Begin, or throw away what was tried."""
        if self.is_on:
            self.throw_away()
            return
        review = self._review
        self._start, self._depth = review.node, review.undo_stack.depth
        line = review.game.current_line(review.node)
        self._ahead = line[line.index(review.node) + 1:]
        # The user plays both colours.
        self._opponent.pause(is_paused=True)
        self._scene.number_from(self._start)
        self.changed.emit()

    def throw_away(self) -> None:
        """Take back everything since the trial began, and go where it began."""
        start, depth = self._start, self._depth
        if start is None:
            return
        # It is over before anything is undone: who hears of that asks.
        ahead = self._leave()
        review = self._review
        while review.undo_stack.depth > depth:
            review.undo()
        self._go_back(start, ahead)

    def keep(self) -> None:
        """Leave what was tried in the record as a variation, and go where the trial began."""
        start = self._start
        if start is not None:
            self._go_back(start, self._leave())

    def _leave(self) -> list[Node]:
        ahead = self._ahead
        self._start, self._ahead = None, []
        self._opponent.pause(is_paused=False)
        self._scene.number_from(None)
        return ahead

    def _go_back(self, start: Node, ahead: list[Node]) -> None:
        """Go to `start`, with the line that was the current one ahead again."""
        for node in ahead:
            self._review.game.remember(node)
        self._review.go_to(start)
        self.changed.emit()

    def _follow(self) -> None:
        """End the trial where what came before it is undone; else tell how far it is."""
        if self._start is None:
            return
        if self._review.undo_stack.depth < self._depth:
            self._leave()
        self.changed.emit()


class Autoplay(QObject):
    """Plays the current line, or the line of a study where one is shown.

    Whoever goes elsewhere meanwhile has ended it.

    changed -- it began or ended
    """

    changed = Signal()

    def __init__(self, review: Review, line: ShownLine, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._line, self._preferences = review, line, preferences
        self._is_stepping = False
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._step)
        review.node_changed.connect(self._on_moved)
        review.game_changed.connect(self.stop)
        line.changed.connect(self._on_moved)
        preferences.changed.connect(self._follow_speed)

    @property
    def is_on(self) -> bool:
        return self._clock.isActive()

    def toggle(self) -> None:
        """Begin, or end it where it is going on."""
        if self.is_on:
            self.stop()
        elif self._has_more():
            self._clock.start(self._interval_ms())
            self.changed.emit()
        else:
            self.changed.emit()  # A tick that was set is taken off again.

    def stop(self) -> None:
        if self.is_on:
            self._clock.stop()
            self.changed.emit()

    def _interval_ms(self) -> int:
        return round(1000 * float(self._preferences["autoplay_seconds"]))

    def _has_more(self) -> bool:
        line = self._line.line
        if line is not None:
            return self._line.step < len(line.moves)
        node = self._review.node
        return node.tree.child_on_path(node) is not None

    def _step(self) -> None:
        self._is_stepping = True
        self._line.step_by(1)
        self._is_stepping = False
        if not self._has_more():
            self.stop()

    def _on_moved(self) -> None:
        if not self._is_stepping:
            self.stop()

    def _follow_speed(self) -> None:
        if self.is_on and self._clock.interval() != self._interval_ms():
            self._clock.start(self._interval_ms())


_RESIGN: Final = noted("resign")
_GOES_ON: Final = noted("play on")


class Opponent(QObject):
    """An engine that answers the user's moves.

    It moves whenever it is its turn at the end of a line, where the user has just moved or let it
    begin, and at no other time; what it thought is not shown before the game is over.

    is_on -- whether somebody answers; colour -- the user's
    holds -- whether the move of a node waits for something else before it is answered

    changed -- the game against it began or ended
    """

    changed = Signal()

    def __init__(
        self, review: Review, desk: EngineDesk, evaluations: Evaluations, notices: Notices
    ) -> None:
        super().__init__()
        self._review, self._desk = review, desk
        self._evaluations, self._notices = evaluations, notices
        self.is_on, self._is_paused, self._is_busy = False, False, False
        self.colour: Colour = BLACK
        self.holds: Callable[[Node], bool] = lambda node: False
        self._is_elsewhere = False
        """Whether the engine analyses, for the user or for a walk through the game."""
        self._resigned = ""
        """What was said of the last resignation."""
        self._told_over = ""
        """What was said of the game being over."""
        self._results = set[str]()
        """What resigning wrote into this record; while one of them stands there it is over."""
        self._places: dict[int, Node] = {}
        """Where the user was when the result was written or taken out, by depth of the stack."""
        self._began = 0
        self._answered: Node | None = None
        """Where an answer is wanted though the record goes on."""
        self._followed: dict[int, int] = {}
        """Moves played that the record had already, by node, with the depth of the stack then."""
        review.move_played.connect(self._on_played)
        review.node_changed.connect(self.consider)
        review.tree_changed.connect(lambda change: self.consider())
        review.game_changed.connect(self._on_game)
        desk.state_changed.connect(self._on_desk)
        desk.gave_up.connect(self._on_gave_up)

    @property
    def is_over(self) -> bool:
        """Return whether both have passed, or somebody has resigned."""
        return self._is_resigned or is_over(self._review.node)

    @property
    def _is_resigned(self) -> bool:
        return game_info(self._review.game, self._review.node).result in self._results

    @property
    def is_to_move(self) -> bool:
        """Return whether it is to move on the board that is shown, and will."""
        return self.is_playing and not self.holds(self._review.node)

    @property
    def is_playing(self) -> bool:
        """Return whether it is to move on the board that is shown, now or when nothing holds it."""
        review = self._review
        is_wanted = not review.node.children or review.node is self._answered
        return (self.is_on and not self._is_paused and is_wanted
                and not self._desk.is_lent and review.position.to_play != self.colour
                and not self.is_over)

    def begin(self, profile: EngineProfile | None, colour: Colour) -> None:
        """Let an engine answer; the user has `colour`.

        profile -- the engine, None for the one of the settings
        Where somebody had resigned the game goes on: the result is taken out. Where there is no
        engine nothing begins, and the user is told so.
        """
        self._desk.take_guest(profile)
        if self._desk.is_missing():
            self.end()
            self.changed.emit()  # A tick that was set goes off again.
            return
        if self._is_resigned:
            self._write_result("", _GOES_ON)
        self.is_on, self.colour = True, colour
        self._began, self._answered = self._review.undo_stack.depth, self._review.node
        self._followed.clear()
        self.consider()
        self.changed.emit()

    def end(self) -> None:
        """Let nobody answer any more; an engine that was there for this game only is ended."""
        if self.is_on:
            self.is_on = False
            self._desk.forget_move()
            self._desk.take_guest(None)
            self._hide_thoughts()
            self.changed.emit()

    def pause(self, *, is_paused: bool) -> None:
        """Let the user play both colours for a while."""
        self._is_paused = is_paused
        self.consider()

    def play(self, point: Point) -> None:
        """Play a move of the user's, or PASS: nobody moves for the engine."""
        if point == PASS and is_over(self._review.node):
            self._tell_over(translated(
                "Both have passed: the game is over. Ctrl+Z takes the last pass back."))
        elif self.is_playing:
            self._notices.tell(translated(
                "It is the engine's turn. Engine → Play against the engine ends the game "
                "against it."))
        else:
            self._review.play(point)

    def resign(self) -> None:
        """Resign for the user, or without an opponent for the side to move."""
        if self.is_on and self.is_over:
            self._tell_over(translated("The game is over."))
            return
        loser = self.colour if self.is_on else self._review.position.to_play
        self._write_resignation(
            loser, translated("Black resigns: White wins. Ctrl+Z takes that back.")
            if loser == BLACK else
            translated("White resigns: Black wins. Ctrl+Z takes that back."))

    def take_back(self) -> None:
        """Undo; in a game against an engine so far that it is the user's turn again."""
        review, stack = self._review, self._review.undo_stack
        is_game = self.is_on and not self._is_paused and self._has_moves
        depth, node = stack.depth, review.node
        is_resignation = stack.undo_title == _RESIGN
        is_engines = is_resignation and game_info(
            review.game).result == _result_without(-self.colour)
        self._is_busy = True
        self._step_back()
        # What is no move, as a result that was written down, is taken back by itself.
        if is_game and (is_engines or not (is_resignation or review.node is node)):
            while review.position.to_play != self.colour and self._has_moves:
                self._step_back()
            if review.position.to_play != self.colour:
                # Only the engine has moved so far.
                while stack.depth < depth:
                    self._step(review.redo)
                review.go_to(node)
                self._notices.tell(translated("There is no move of yours to take back."))
        self._is_busy = False
        self.consider()

    def redo(self) -> None:
        """Do again what was undone; in a game against an engine both moves."""
        review, stack = self._review, self._review.undo_stack
        self._is_busy = True
        self._step(review.redo)
        while self.is_on and not self._is_paused and stack.redo_title \
                and review.position.to_play != self.colour:
            self._step(review.redo)
        self._is_busy = False
        self.consider()

    @property
    def _has_moves(self) -> bool:
        return self._review.undo_stack.depth > self._began or self._is_followed

    @property
    def _is_followed(self) -> bool:
        """Return whether the last that was done is a move that the record had already."""
        review = self._review
        return self.is_on and not self._is_paused \
            and self._followed.get(review.node.id) == review.undo_stack.depth

    def _step_back(self) -> None:
        """Undo one edit; where a move was played that the record had, leave it there."""
        parent = self._review.node.parent
        if self._is_followed and parent is not None:
            self._review.go_to(parent)
        else:
            self._step(self._review.undo)

    def _tell_over(self, words: str) -> None:
        self._told_over = words
        self._notices.tell(words)

    def _step(self, shift: Callable[[], None]) -> None:
        """Undo or redo one edit; resigning is undone and done again where it was done."""
        stack = self._review.undo_stack
        before, titles = stack.depth, (stack.undo_title, stack.redo_title)
        shift()
        title = titles[0] if stack.depth < before else titles[1]
        if title == _RESIGN and stack.depth < before:
            self._notices.withdraw(self._resigned)
        place = self._places.get(max(before, stack.depth))
        if title in (_RESIGN, _GOES_ON) and place is not None and stack.depth != before:
            self._review.go_to(place)

    def _write_resignation(self, loser: Colour, words: str) -> None:
        self._results.add(_result_without(loser))
        self._write_result(_result_without(loser), _RESIGN)
        self._resigned = words
        self._notices.tell(words)

    def _write_result(self, result: str, title: str) -> None:
        review = self._review
        review.apply(set_properties(
            review.game.root, {"RE": [result] if result else None}, title, ChangeKind.INFO))
        self._places[review.undo_stack.depth] = review.node

    def consider(self) -> None:
        """Have the engine move if it is to, and think about nothing else."""
        if self._is_busy:
            return
        if self._told_over and not self.is_over:
            self._notices.withdraw(self._told_over)
            self._told_over = ""
        self._hide_thoughts()
        node = self._review.node
        if node is not self._answered:
            self._answered = None
        if self.is_to_move:
            if self._desk.thinks_of is not node:
                self._desk.play_move()
        elif self.is_on and self._desk.thinks_of is not None and (
                self._review.position.to_play != self.colour or self.is_over
                or self._desk.thinks_of is not node):
            self._desk.forget_move()

    def _on_played(self, is_known: bool) -> None:
        self._answered = self._review.node
        if is_known and self.is_on and not self._is_paused:
            self._followed[self._review.node.id] = self._review.undo_stack.depth
        self.consider()

    def _hide_thoughts(self) -> None:
        self._evaluations.hide(
            is_hidden=self.is_on and not self._is_paused and not self.is_over
            and not (self._desk.is_analyzing or self._desk.is_lent))

    def _on_game(self) -> None:
        self._results.clear()
        self._places.clear()
        self._followed.clear()
        self.end()

    def _on_desk(self) -> None:
        if self.is_on and self._desk.has_failed:
            self.end()
        was_elsewhere, self._is_elsewhere = self._is_elsewhere, (
            self._desk.is_analyzing or self._desk.is_lent)
        if was_elsewhere and not self._is_elsewhere:
            self.consider()
        self._hide_thoughts()

    def _on_gave_up(self) -> None:
        engine = self._review.position.to_play
        if self.is_on and engine == -self.colour and not self.is_over:
            self._write_resignation(
                engine, translated("The engine resigns: Black wins. Ctrl+Z takes that back.")
                if engine == WHITE else
                translated("The engine resigns: White wins. Ctrl+Z takes that back."))
        else:
            self._notices.tell(translated("The engine resigns."))


def _result_without(loser: Colour) -> str:
    return "W+R" if loser == BLACK else "B+R"


SAMPLE_RATE: Final = 44_100
BASSES: Final = {
    Quality.DANGER: Fraction(110), Quality.DULL: Fraction(132),
    Quality.GOOD: Fraction(165), Quality.BRIGHT: Fraction(220)}
"""Hertz: A, C, E and A, the better the higher."""
INTERVALS: Final = {
    Quality.DANGER: Fraction(12, 5), Quality.DULL: Fraction(8, 3),
    Quality.GOOD: Fraction(10, 3), Quality.BRIGHT: Fraction(4)}
"""Treble over bass: minor third, fourth, major sixth and octave, each an octave higher."""
_SECONDS: Final = 0.9
_ATTACK_S: Final = 0.012
_DECAY_S: Final = 0.25
_OVERTONES: Final = (1.0, 0.35, 0.12)
_LOUDNESS: Final = 0.25


def notes_of(value: Quality, change: Quality | None) -> tuple[Fraction, ...]:
    """Return the frequencies in Hertz: the bass, and the treble if the change is known."""
    bass = BASSES[value]
    return (bass,) if change is None else (bass, bass * INTERVALS[change])


def samples_of(value: Quality, change: Quality | None) -> npt.NDArray[np.int16]:
    """Return the chord as 16-bit mono samples at SAMPLE_RATE, faded in and out."""
    time = np.arange(int(_SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    wave = np.zeros_like(time)
    for note in notes_of(value, change):
        for number, strength in enumerate(_OVERTONES, 1):
            wave += strength * np.sin(2 * np.pi * float(note) * number * time)
    fade = np.minimum(time / _ATTACK_S, 1.0) * np.exp(-time / _DECAY_S)
    fade *= np.minimum((time[-1] - time) / _ATTACK_S, 1.0)
    wave *= fade * _LOUDNESS / sum(_OVERTONES)
    return np.rint(wave * 32767).astype(np.int16)


def can_play_sounds() -> bool:
    """Return whether Qt Multimedia is installed."""
    try:
        from PySide6 import QtMultimedia
    except ImportError:
        return False
    return QtMultimedia is not None


class ChordPlayer(QObject):
    """Plays a chord of the move that was played last, as soon as the engine has judged it.

    The bass is the value of the move, the treble the change. Basses are the notes of one minor
    chord and the trebles just consonances over them, so that whatever is played sounds well, alone
    and after what was played before. Qt Multimedia is an extra; without it, or without a device to
    play on, there is silence.
    """

    def __init__(self, review: Review, evaluations: Evaluations, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._evaluations = review, evaluations
        self._preferences = preferences
        self._awaited: Node | None = None
        self._sink: QAudioSink | None = None
        self._buffer: QBuffer | None = None
        review.move_played.connect(self._on_played)
        review.node_changed.connect(self._forget)
        evaluations.noted.connect(self._on_evaluated)

    def rings(self, node: Node) -> tuple[Quality, Quality | None] | None:
        """Return the value and the change of the move of a node, None if the engine has no word.

        What it said of the move as a candidate counts; else what it says of the position after it.
        """
        move, parent = node.move, node.parent
        if move is None or parent is None or move[1] == PASS:
            return None
        colour, point = move
        asked, earlier = self._evaluations.of(parent), self._evaluations.before(parent)
        for candidate in asked.candidates if asked else ():
            if candidate.point == point:
                assert asked is not None
                return rings_of(candidate, colour, earlier, asked.candidates[0].value)
        found = self._evaluations.of(node)
        return None if found is None else rings_of(found, colour, earlier)

    def play(self, value: Quality, change: Quality | None) -> None:
        """Play a chord; nothing happens where nothing can."""
        if not can_play_sounds():
            return
        from PySide6.QtMultimedia import QAudioFormat, QAudioSink, QMediaDevices

        device = QMediaDevices.defaultAudioOutput()
        wanted = QAudioFormat()
        wanted.setSampleRate(SAMPLE_RATE)
        wanted.setChannelCount(1)
        wanted.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        if device.isNull() or not device.isFormatSupported(wanted):
            return
        if self._sink is not None and self._buffer is not None:
            self._sink.stop()
            self._sink.deleteLater()
            self._buffer.deleteLater()
        self._buffer = QBuffer(self)
        self._buffer.setData(QByteArray(samples_of(value, change).tobytes()))
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._sink = QAudioSink(device, wanted, self)
        self._sink.start(self._buffer)

    def _on_played(self) -> None:
        if self._preferences["chord"]:
            self._awaited = self._review.node
            self._on_evaluated(self._awaited)

    def _on_evaluated(self, node: Node) -> None:
        found = self.rings(node) if node is self._awaited else None
        if found is not None:
            self._awaited = None
            self.play(*found)

    def _forget(self) -> None:
        if self._awaited is not self._review.node:
            self._awaited = None
