"""An engine tried out: started, asked who and of what kind it is, ended; and what irgo can ask it.

What it can be asked follows from its dialect and its commands.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.engines.dialects import KATAGO, Dialect, analysis_profile, dialect_of, full_command
from irgo_app.engines.katago_json import KIND, asked_version, told_version
from irgo_app.engines.profile import AUTO, KATAGO_JSON, EngineProfile, kind_of_words
from irgo_app.errors import EngineError
from irgo_app.gtp.client import GtpClient
from irgo_app.words import Message, message, noted, translated, visible

KIND_TITLES: Final = {
    "auto": message("Found by asking it"),
    "katago": message("KataGo (GTP)"),
    KATAGO_JSON: message("KataGo's analysis engine (JSON)"),
    "leela-zero": message("Leela Zero"),
    "gnugo": message("GNU Go"),
    "irgo": message("irgo"),
    "gtp": message("Another engine that speaks GTP"),
}
"""What the kinds of engines are called."""


def tells_moves(dialect: Dialect, commands: AbstractSet[str]) -> bool:
    """Return whether an engine tells which moves it considers, when it is asked to analyse."""
    return bool(dialect.command) and dialect.command in commands


def tells_chances(dialect: Dialect, commands: AbstractSet[str]) -> bool:
    """Return whether an engine tells who wins how likely: what the analysis of a game needs."""
    return dialect.form is not None and tells_moves(dialect, commands)


def abilities(
    dialect: Dialect, commands: AbstractSet[str]
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return what irgo can ask an engine that speaks GTP, and what it cannot."""
    moves, chances = tells_moves(dialect, commands), tells_chances(dialect, commands)
    rows = (
        ("genmove" in commands, message("playing against you")),
        (moves, message("candidate moves")),
        (chances, message("win rates and whole-game analysis")),
        (chances and dialect is KATAGO, message("the lead and who will own each point")),
        (dialect.can_restrict and moves, message("a search of the selected points only")),
        ("owl_attack" in commands or (chances and "genmove" in commands),
         message("the life of groups")),
    )
    return (tuple(text for can, text in rows if can), tuple(text for can, text in rows if not can))


def analysis_abilities() -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return what irgo can ask KataGo's analysis engine, and what it cannot."""
    return ((message("the analysis of a whole game, many positions at once"),
             message("studies of groups and places")),
            (message("playing against you"),
             message("candidate moves of the position on the board")))


class Lacks(Struct, frozen=True):
    """Why an engine cannot be asked for something: a sentence each, "" where it can.

    moves -- candidate moves; game -- the analysis of a game; points -- a search of some points
    """

    moves: str = ""
    game: str = ""
    points: str = ""

    @classmethod
    def of(cls, name: str, dialect: Dialect, commands: AbstractSet[str]) -> Lacks:
        """Return what an engine cannot do, by its dialect and the commands it knows."""
        return cls(
            "" if tells_moves(dialect, commands) else str(message(
                "{name} plays, but gives no candidate moves; choose another engine to analyse.",
                name=name)),
            "" if tells_chances(dialect, commands) else str(message(
                "{name} does not say who is winning; the analysis of a game needs an engine that "
                "does.",
                name=name)),
            "" if dialect.can_restrict else str(message(
                "{name} cannot be limited to selected points; it looks everywhere.", name=name)))


LONGEST_NAME: Final = 60
MOST_COMMANDS: Final = 3000
PATIENCE_S: Final = 20.0
"""After so long without a word an engine that starts is told of; it may still come."""
_LONGEST_COMMAND: Final = 80
_LAST_WORDS: Final = 12
_STOPPED: Final = noted("The test was stopped.")


class EngineReport(Struct, frozen=True):
    """What a test of an engine found.

    kind -- what it turned out to be, one of KINDS; "" if it did not say
    can, cannot -- what irgo can ask it, and what not, in words
    first_answer_s -- from the start of the process to the first answer, None if there was none
    errors -- the last lines of its standard error; failure -- a sentence, "" if all went well
    """

    command: tuple[str, ...]
    name: str = ""
    version: str = ""
    kind: str = ""
    can: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    first_answer_s: float | None = None
    errors: tuple[str, ...] = ()
    failure: str = ""


class EngineTrial:
    """One test of an engine; `stop` ends it from any thread, `heard` tells how it goes.

    What the program is, it is asked: GTP first, unless its name or its profile says that it is
    KataGo's analysis engine. That complains in JSON that it does not understand, and is then asked
    in its own way.
    """

    def __init__(self, profile: EngineProfile) -> None:
        self.profile = profile
        self._lock = threading.Lock()
        self._is_stopped = False
        self._client: GtpClient | None = None
        self._started = time.monotonic()
        self._answered_s: float | None = None
        self._has_answered = threading.Event()
        self._is_json_asked = False
        self._json_version: str | None = None

    @property
    def heard(self) -> list[str]:
        """Return the last lines that the program wrote and that answer nothing."""
        client = self._client
        return client.last_words[-_LAST_WORDS:] if client is not None else []

    @property
    def silent_s(self) -> float:
        """Return for how many seconds an answer has been waited for, 0 once there was one."""
        return 0.0 if self._has_answered.is_set() else time.monotonic() - self._started

    @property
    def silence(self) -> str:
        """Return what is said of a program that has not answered yet, however long that is."""
        return str(message(
            "No answer for {seconds:.0f} s. KataGo tunes itself for minutes at its first start; a "
            "program that is no Go engine never answers. The test ends after {most:.0f} s.",
            seconds=self.silent_s, most=self.profile.start_s))

    def run(self) -> EngineReport:
        """Start the engine, ask who it is, end it, and say how that went; raises no EngineError."""
        profile = self.profile
        try:
            command = full_command(profile.words, profile.kind)
        except EngineError as error:
            return EngineReport((profile.command,), failure=str(error))
        try:
            return self._ask(command)
        except EngineError as error:
            return EngineReport(command, failure=str(error))

    def stop(self) -> None:
        """End the test, however far it is; `run` then returns soon."""
        with self._lock:
            self._is_stopped = True
            if self._client is not None:
                self._client.kill(translated(_STOPPED))

    def _ask(self, command: tuple[str, ...]) -> EngineReport:
        """Test an engine; raises EngineError if it does not start."""
        self._started = time.monotonic()
        client = GtpClient(command, self.profile.working_folder, self._on_stray,
                           self.profile.name)
        with self._lock:
            self._client = client
            if self._is_stopped:
                client.kill(translated(_STOPPED))
        # GTP would be an error to one that is known to speak JSON, and told as its last words.
        self._is_json_asked = self._is_analysis_engine()
        speaks = client.send("protocol_version", self.profile.start_s,
                             other=asked_version() if self._is_json_asked else "")
        speaks.add_done_callback(lambda _reply: self._note_answer())
        self._has_answered.wait()
        report = EngineReport(command)
        if self._json_version is not None:
            client.process.close()
            can, cannot = analysis_abilities()
            report = replace(report, name="KataGo", version=self._json_version, kind=KIND,
                             can=tuple(map(str, can)), cannot=tuple(map(str, cannot)))
        else:
            try:
                report = self._known(report, client, speaks.result().text)
            except EngineError as error:
                report = replace(report, failure=str(error))
            client.close()
        return replace(report, first_answer_s=None if not report.name else self._answered_s,
                       errors=tuple(self.heard))

    def _is_analysis_engine(self) -> bool:
        """Return whether the program is known as KataGo's analysis engine; a known name counts."""
        known = kind_of_words(self.profile.words)
        return (self.profile.kind if known == AUTO else known) == KATAGO_JSON

    def _known(self, report: EngineReport, client: GtpClient, protocol: str) -> EngineReport:
        """Return what an engine that speaks GTP says of itself; raises EngineError."""
        profile = self.profile
        name, version = called(client, "name", profile), called(client, "version", profile)
        commands = known_commands(client, profile)
        dialect = dialect_of(AUTO, name, frozenset(commands))
        can, cannot = abilities(dialect, frozenset(commands))
        return replace(
            report, name=name, version=version, kind=dialect.kind, commands=commands,
            can=tuple(map(str, can)), cannot=tuple(map(str, cannot)),
            failure="" if protocol.strip() == "2" else translated(noted(
                "It does not speak GTP 2; check its command line.")))

    def _note_answer(self) -> None:
        self._answered_s = time.monotonic() - self._started
        self._has_answered.set()

    def _on_stray(self, line: str) -> None:
        """Take a line that answers no GTP command: KataGo's analysis engine speaks so."""
        try:
            said = json.loads(line) if line.lstrip().startswith("{") else None
        except (ValueError, RecursionError):
            return
        client = self._client
        if not isinstance(said, dict) or client is None:
            return
        version = told_version(said)
        if version is not None:
            self._json_version = version
            self._note_answer()
        elif not self._is_json_asked:
            self._is_json_asked = True
            client.process.send(asked_version())


def report_on(
    profile: EngineProfile, tell: Callable[[str], None] = lambda silence: None
) -> EngineReport:
    """Return what a test of an engine finds; raises no EngineError.

    tell -- is told once, from another thread, that the program has not answered for long
    """
    trial = EngineTrial(profile)
    patience = threading.Timer(PATIENCE_S, lambda: tell(trial.silence) if trial.silent_s else None)
    patience.daemon = True
    patience.start()
    try:
        return trial.run()
    finally:
        patience.cancel()


def found_out(
    profile: EngineProfile, tell: Callable[[str], None] = lambda silence: None
) -> EngineProfile:
    """Return a profile with the kind of its engine; one of unknown kind is started and asked.

    tell -- as of `report_on`. Raises EngineError if it does not start or answer
    """
    if profile.kind != AUTO or analysis_profile(profile) is not None:
        return profile
    report = report_on(profile, tell)
    if report.failure:
        raise EngineError(report.failure)
    return replace(profile, kind=report.kind)


def called(client: GtpClient, command: str, profile: EngineProfile) -> str:
    """Return what an engine calls itself, as far as it can be shown; raises EngineError."""
    return visible(client.ask(command, profile.answer_s).strip(), LONGEST_NAME)


def known_commands(client: GtpClient, profile: EngineProfile) -> tuple[str, ...]:
    """Return the commands an engine says it knows, within reason; raises EngineError."""
    words = client.ask("list_commands", profile.answer_s).split()
    return tuple(visible(word, _LONGEST_COMMAND) for word in words[:MOST_COMMANDS])
