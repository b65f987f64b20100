"""A running engine: started in the background, kept in step, asked to analyse, restarted once.

Everything that waits is done on one thread of the engine; callers return at once and are told by
callbacks, on that thread or on the client's. The last thing asked for is the one that counts, and
of what the engine says only the newest. For the command line a `Searcher` waits for each answer.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import Enum
from typing import Final

from msgspec import Struct

from irgo_app.engines.dialects import PLAIN, Dialect, dialect_of, full_command
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.tracker import BoardTracker, EngineGame
from irgo_app.engines.trial import PATIENCE_S, Lacks, called, known_commands, tells_moves
from irgo_app.errors import EngineError
from irgo_app.go.point import LETTER_OF_COLOUR, Point
from irgo_app.gtp.client import GtpClient, GtpReply
from irgo_app.words import Message, message, noted, translated, visible, visible_lines

_PAUSE_S: Final = 0.04
_SHARE: Final = 3.0
"""The pause after a line is so many times the work on it: one engine takes no whole processor."""


class NewestLine:
    """Works on lines as they come; one that comes too soon waits, and the next takes its place.

    work -- done with a line; clock -- tells seconds. One thread at a time.
    """

    def __init__(
        self, work: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._work, self._clock = work, clock
        self._held: str | None = None
        self._due = 0.0

    def put(self, line: str) -> None:
        """Take a line: work on it now, or keep it until the next one or the end."""
        self._held = line
        if self._clock() >= self._due:
            self.flush()

    def flush(self) -> None:
        """Work on the line that waits: there will be no other."""
        line, self._held = self._held, None
        if line is not None:
            begun = self._clock()
            self._work(line)
            ended = self._clock()
            self._due = ended + max(_PAUSE_S, _SHARE * (ended - begun))


_INTERVAL_CS: Final = 10
_LONGEST_REASON: Final = 300
_LONGEST_ANSWER: Final = 20_000
_LONGEST_MOVE: Final = 20


class EngineState(Enum):
    """What an engine is doing."""

    STOPPED = "stopped"
    STARTING = "starting"
    READY = "ready"
    THINKING = "thinking"
    FAILED = "failed"


class Restriction(Struct, frozen=True):
    """Where an engine may play next: only at these points, or at none of them."""

    points: tuple[Point, ...]
    is_allowed: bool = True


class _Searching(Struct, frozen=True):
    """An analysis that was asked for; see `Engine.analyze`."""

    serial: int
    game: EngineGame
    tell: Callable[[EngineEvaluation], None]
    done: Callable[[str], None]
    restriction: Restriction | None


class Engine:
    """One engine of a profile.

    on_state -- told each change of state, with a sentence
    """

    def __init__(
        self, profile: EngineProfile,
        on_state: Callable[[EngineState, Message], None] = lambda state, text: None,
    ) -> None:
        self.profile = profile
        self.state = EngineState.STOPPED
        self.name = self.version = ""
        self._on_state = on_state
        self._client: GtpClient | None = None
        self._tracker: BoardTracker | None = None
        self._dialect: Dialect = PLAIN
        self._commands: frozenset[str] = frozenset()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._serial = 0
        self._has_restarted = False
        self._lock = threading.Lock()

    @property
    def commands(self) -> frozenset[str]:
        """Return the commands the engine knows, none before it is ready."""
        return self._commands

    @property
    def process_id(self) -> int | None:
        """Return the number of the engine's process, None while there is none."""
        return self._client.process.process_id if self._client else None

    @property
    def lacks(self) -> Lacks:
        """Return what the engine, once ready, cannot be asked."""
        return Lacks.of(self.name, self._dialect, self._commands)

    @property
    def command(self) -> tuple[str, ...]:
        """Return the command line as it is run; raises EngineError."""
        return full_command(self.profile.words, self.profile.kind)

    def start(self) -> None:
        """Start the engine in the background."""
        self._worker.submit(self._guarded, self._start)

    def analyze(
        self, game: EngineGame, tell: Callable[[EngineEvaluation], None],
        done: Callable[[str], None] = lambda text: None, restriction: Restriction | None = None,
    ) -> None:
        """Analyse a position until something else is asked for; `tell` gets each evaluation.

        done -- told "" when the analysis ended by itself, or why the engine refused it
        """
        with self._lock:
            self._serial += 1
            search = _Searching(self._serial, game, tell, done, restriction)
        self._worker.submit(self._guarded, lambda: self._analyze(search))

    def pause(self) -> None:
        """End the analysis; the engine stays ready."""
        with self._lock:
            self._serial += 1
        self._worker.submit(self._guarded, self._pause)

    def genmove(
        self, game: EngineGame, colour: str, tell: Callable[[str], None],
        thought: Callable[[EngineEvaluation], None] = lambda found: None,
    ) -> None:
        """Have the engine choose a move; `tell` gets its vertex, `pass` or `resign`.

        It gets "" where the engine refused, and nothing if something else was asked for meanwhile.

        thought -- told what the engine thinks of the position, if it tells while it chooses
        """
        with self._lock:
            self._serial += 1
            serial = self._serial

        def work() -> None:
            if serial != self._serial:
                return
            client, tracker = self._running()
            try:
                tracker.sync(game)
                answer = self._chosen_move(client, game, colour, thought)
            finally:
                tracker.forget()
            self._change(EngineState.READY, message("{name} is ready.", name=self.name))
            tell(visible(answer.strip(), _LONGEST_MOVE))

        # Who waits for the move is to know that there is none.
        self._worker.submit(self._guarded, work, lambda: tell(""))

    def command_later(self, command: str, tell: Callable[[str], None]) -> None:
        """Send any command; `tell` gets the answer. The board is not trusted after it."""

        def work() -> None:
            client, tracker = self._running()
            tracker.forget()
            reply = client.send(command, self.profile.answer_s).result()
            text = visible_lines(reply.text, _LONGEST_ANSWER)
            tell(f"{'=' if reply.is_success else '?'} {text}")

        self._worker.submit(self._guarded, work)

    def stop(self) -> None:
        """End the engine and everything it started; waits for it."""
        with self._lock:
            self._serial += 1
        client = self._client
        if client is not None:
            if self.state is EngineState.STARTING:
                client.kill(translated(noted("The engine was stopped.")))
            else:
                client.close()
        self._worker.shutdown(wait=True, cancel_futures=True)
        self._client = None
        self._change(EngineState.STOPPED, Message(""))

    def _guarded(
        self, work: Callable[[], None], refused: Callable[[], None] = lambda: None
    ) -> None:
        """Do some work; after a crash restart once and do it again, then fail with a sentence.

        refused -- called where the engine would not do the work, and runs on
        """
        for _ in range(2):
            try:
                work()
                return
            except EngineError as error:
                client = self._client
                is_gone = client is None or not client.is_running
                if not is_gone:
                    self._change(EngineState.READY, error.message)
                    refused()
                    return
                can_restart = client is not None and not self._has_restarted \
                    and self.state in (EngineState.READY, EngineState.THINKING)
                self._drop()
                if not can_restart:
                    # What failed first is the reason; what was asked for since is only its echo.
                    if self.state is not EngineState.FAILED:
                        self._change(EngineState.FAILED, error.message)
                    return
                self._has_restarted = True
                self._change(EngineState.STARTING, message(
                    "{error} It is being restarted.", error=error))

    def _running(self) -> tuple[GtpClient, BoardTracker]:
        """Return the client and the tracker, started again after a crash; raises EngineError."""
        if self._client is None or self._tracker is None:
            if self.state is EngineState.FAILED:
                raise EngineError(
                    "{name} has failed; test it in its profile.", name=self.profile.name)
            self._start()
        assert self._client is not None and self._tracker is not None
        return self._client, self._tracker

    def _tell_of_silence(self, seconds: float) -> None:
        client = self._client
        text = message(
            "{name} has answered nothing for {seconds:.0f} s. Some engines take minutes the first "
            "time; one that speaks no GTP never answers: check its command line.",
            name=self.profile.name, seconds=seconds)
        heard = client.last_words if client is not None else []
        self._change(EngineState.STARTING, message(
            "{text} It writes: {heard}", text=text, heard=visible(heard[-1], _LONGEST_REASON))
            if heard else text)

    def _start(self) -> None:
        self._change(EngineState.STARTING, message("{name} is starting.", name=self.profile.name))
        client = self._client = GtpClient(
            self.command, self.profile.working_folder, name=self.profile.name)
        version = client.ask(
            "protocol_version", self.profile.start_s, PATIENCE_S, self._tell_of_silence)
        if version.strip() != "2":
            client.kill(str(message("{name} does not speak GTP 2.", name=self.profile.name)))
            raise EngineError(
                "{name} does not speak GTP 2; check its command line.", name=self.profile.name)
        self.name = called(client, "name", self.profile)
        self.version = called(client, "version", self.profile)
        self._commands = frozenset(known_commands(client, self.profile))
        self._dialect = dialect_of(self.profile.kind, self.name, self._commands)
        self._tracker = BoardTracker(
            lambda command: client.ask(command, self.profile.answer_s), self._commands)
        self._change(EngineState.READY, message(
            "{name} {version} is ready.", name=self.name, version=self.version))

    def _analyze(self, search: _Searching) -> None:
        if search.serial != self._serial:
            return
        client, tracker = self._running()
        try:
            if not tells_moves(self._dialect, self._commands):
                raise EngineError("{name} gives no candidate moves.", name=self.name)
            command = self._analysis_command(search)
            tracker.sync(search.game)
        except EngineError as error:
            if client.is_running:
                search.done(str(error))
            raise
        if search.serial != self._serial:
            # While the engine started or its board was set up, something else was asked for.
            return
        position = search.game.position

        def read(line: str) -> None:
            if search.serial == self._serial:
                found = self._dialect.read(line, position.to_play, position.columns, position.rows)
                if found is not None:
                    search.tell(found)

        # Silence for so long is a hang: all engines that analyse speak several times a second.
        newest = NewestLine(read)
        stream = client.send(command, self.profile.answer_s, newest.put)
        self._change(EngineState.THINKING, message("{name} is thinking.", name=self.name))
        stream.add_done_callback(lambda future: self._on_stream_end(search, newest, future))

    def _chosen_move(
        self, client: GtpClient, game: EngineGame, colour: str,
        thought: Callable[[EngineEvaluation], None],
    ) -> str:
        """Return the move the engine chooses; raises EngineError if it refuses."""
        self._change(EngineState.THINKING, message("{name} is thinking.", name=self.name))
        telling = self._dialect.command.replace("-analyze", "-genmove_analyze")
        if telling == self._dialect.command or telling not in self._commands:
            return client.ask(f"genmove {colour}", self.profile.answer_s)
        position, moves = game.position, list[str]()

        def read(line: str) -> None:
            word, _, move = line.partition(" ")
            if word == "play":
                moves.append(move)
                return
            found = self._dialect.read(line, position.to_play, position.columns, position.rows)
            if found is not None:
                thought(found)

        reply = client.send(f"{telling} {colour} {_INTERVAL_CS}", self.profile.answer_s,
                            read).result()
        if not reply.is_success or not moves:
            raise EngineError("{name} gave no move: {said}.", name=self.name, said=visible(
                reply.text, _LONGEST_REASON) or message("no reason given"))
        return moves[-1]

    def _analysis_command(self, search: _Searching) -> str:
        """Return the line that begins an analysis; raises EngineError if it cannot be so."""
        position, restriction = search.game.position, search.restriction
        command = self._dialect.analyze(position.to_play, _INTERVAL_CS)
        points = [point for point in restriction.points if not position.cells[point]] \
            if restriction else []
        if restriction is None or not points:
            return command
        if not self._dialect.can_restrict:
            raise EngineError(
                "{name} cannot be limited to selected points; it looks everywhere.", name=self.name)
        word = "allow" if restriction.is_allowed else "avoid"
        names = ",".join(position.vertex(point) for point in points)
        return f"{command} {word} {LETTER_OF_COLOUR[position.to_play]} {names} 1"

    def _on_stream_end(
        self, search: _Searching, newest: NewestLine, future: Future[GtpReply]
    ) -> None:
        """Take the end of an analysis: wanted, by itself, or by a crash (then once again)."""
        if search.serial != self._serial:
            return
        error = future.exception()
        if error is None:
            newest.flush()
            reply = future.result()
            refusal = None if reply.is_success else message(
                "{name} refused to analyse: {said}.", name=self.name,
                said=visible(reply.text, _LONGEST_REASON))
            self._change(EngineState.READY, refusal or message("{name} is ready.", name=self.name))
            search.done(str(refusal or ""))
        elif not self._has_restarted:
            self._has_restarted = True
            self._drop()
            self._change(EngineState.STARTING, message(
                "{error} It is being restarted.", error=error))
            self._worker.submit(self._guarded, lambda: self._analyze(search))
        else:
            self._drop()
            self._change(EngineState.FAILED, Message(str(error)))

    def _pause(self) -> None:
        if self._client is not None and self.state is EngineState.THINKING:
            self._client.ask("protocol_version", self.profile.answer_s)
            self._change(EngineState.READY, message("{name} is ready.", name=self.name))

    def _drop(self) -> None:
        self._client, self._tracker = None, None

    def _change(self, state: EngineState, text: Message) -> None:
        self.state = state
        self._on_state(state, text)


class NoMoveError(EngineError):
    """An engine that looked at a position and named no move, as where it would pass."""


class Searcher:
    """One running engine; `close` it at the end. One thread at a time."""

    def __init__(self, profile: EngineProfile) -> None:
        self._news = threading.Condition()
        self._failure = ""
        self.engine = Engine(profile, self._on_state)

    def evaluation(
        self, game: EngineGame, visits: int, seconds: float,
        restriction: Restriction | None = None,
    ) -> EngineEvaluation:
        """Return what the engine says after so many visits, or so long after its first word.

        visits -- 0 without limit. Raises EngineError if it fails, refuses or has nothing to say.
        """
        found: list[EngineEvaluation] = []
        ends: list[str] = []

        def note(kept: list[EngineEvaluation] | list[str], value: object) -> None:
            with self._news:
                kept[:] = [value]  # type: ignore[list-item]
                self._news.notify_all()

        def is_over() -> bool:
            return bool(ends or self._failure) or self.engine.state is EngineState.FAILED

        self.engine.analyze(game, lambda said: note(found, said), lambda text: note(ends, text),
                            restriction)
        with self._news:
            self._news.wait_for(lambda: is_over() or bool(found))
            self._news.wait_for(
                lambda: is_over() or 0 < visits <= found[0].visits, max(0.0, seconds))
        self.engine.pause()
        if not found:
            failure = self._failure or "".join(ends)
            raise EngineError(failure) if failure else NoMoveError(
                "{name} has no move to tell.", name=self.engine.name)
        return found[0]

    def close(self) -> None:
        """End the engine."""
        self.engine.stop()

    def _on_state(self, state: EngineState, text: Message) -> None:
        if state is EngineState.FAILED:
            with self._news:
                self._failure = str(text)
                self._news.notify_all()
