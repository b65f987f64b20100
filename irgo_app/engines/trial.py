"""An engine tried out: started, asked who it is, ended; and in words what came of it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Final

from irgo_app.engines.dialects import full_command
from irgo_app.engines.katago_json import KIND, KataGoAnalysis
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError
from irgo_app.gtp.client import GtpClient
from irgo_app.visible_text import visible
from irgo_app.words import message, noted, translated

LONGEST_NAME: Final = 60
MOST_COMMANDS: Final = 3000
_LONGEST_COMMAND: Final = 80
_LAST_WORDS: Final = 12
_STOPPED: Final = noted("The test was stopped.")


@dataclass(frozen=True, slots=True)
class EngineReport:
    """What a test of an engine found.

    first_answer_s -- from the start of the process to the first answer, None if there was none
    errors -- the last lines of its standard error; failure -- a sentence, "" if all went well
    """

    command: tuple[str, ...]
    name: str = ""
    version: str = ""
    commands: tuple[str, ...] = ()
    first_answer_s: float | None = None
    errors: tuple[str, ...] = ()
    failure: str = ""


class EngineTrial:
    """One test of an engine; `stop` ends it from any thread."""

    def __init__(self, profile: EngineProfile) -> None:
        self._profile = profile
        self._lock = threading.Lock()
        self._is_stopped = False
        self._running: GtpClient | KataGoAnalysis | None = None

    def run(self) -> EngineReport:
        """Start the engine, ask who it is, end it, and say how that went; raises no EngineError."""
        profile = self._profile
        try:
            command = full_command(profile.words, profile.kind)
        except EngineError as error:
            return EngineReport((profile.command,), failure=str(error))
        try:
            return self._ask_analysis(command) if profile.kind == KIND else self._ask_gtp(command)
        except EngineError as error:
            return EngineReport(command, failure=str(error))

    def stop(self) -> None:
        """End the test, however far it is; `run` then returns soon."""
        with self._lock:
            self._is_stopped = True
            if self._running is not None:
                self._running.kill(translated(_STOPPED))

    def _begin(self, running: GtpClient | KataGoAnalysis) -> None:
        with self._lock:
            self._running = running
            if self._is_stopped:
                running.kill(translated(_STOPPED))

    def _ask_gtp(self, command: tuple[str, ...]) -> EngineReport:
        """Test an engine that speaks GTP; raises EngineError if it does not start."""
        profile = self._profile
        started = time.monotonic()
        client = GtpClient(command, profile.working_folder)
        self._begin(client)
        name = version = failure = ""
        commands: tuple[str, ...] = ()
        first_answer_s = None
        try:
            speaks = client.ask("protocol_version", profile.start_s)
            first_answer_s = time.monotonic() - started
            name, version = called(client, "name", profile), called(client, "version", profile)
            commands = known_commands(client, profile)
            if speaks.strip() != "2":
                failure = translated(noted(
                    "It does not speak GTP 2; check its command line."))
        except EngineError as error:
            failure = str(error)
        client.close()
        return EngineReport(command, name, version, commands, first_answer_s,
                            tuple(client.last_words[-_LAST_WORDS:]), failure)

    def _ask_analysis(self, command: tuple[str, ...]) -> EngineReport:
        """Test KataGo's analysis engine; raises EngineError if it does not start."""
        answers: list[str] = []
        failures: list[str] = []
        is_over = threading.Event()

        def tell(kept: list[str], text: str) -> None:
            kept.append(text)
            is_over.set()

        started = time.monotonic()
        engine = KataGoAnalysis(self._profile, lambda text: tell(failures, text))
        self._begin(engine)
        engine.ask_version(lambda version: tell(answers, version))
        in_time = is_over.wait(self._profile.start_s)
        first_answer_s = time.monotonic() - started if answers else None
        engine.close()
        late = "" if in_time else str(message(
            "It did not answer within {seconds:g} s.", seconds=self._profile.start_s))
        return EngineReport(
            command, "KataGo" if answers else "", "".join(answers[:1]), (), first_answer_s,
            tuple(engine.process.last_errors[-_LAST_WORDS:]), "".join(failures[:1]) or late)


def report_on(profile: EngineProfile) -> EngineReport:
    """Return what a test of an engine finds; raises no EngineError."""
    return EngineTrial(profile).run()


def called(client: GtpClient, command: str, profile: EngineProfile) -> str:
    """Return what an engine calls itself, as far as it can be shown; raises EngineError."""
    return visible(client.ask(command, profile.answer_s).strip(), LONGEST_NAME)


def known_commands(client: GtpClient, profile: EngineProfile) -> tuple[str, ...]:
    """Return the commands an engine says it knows, within reason; raises EngineError."""
    words = client.ask("list_commands", profile.answer_s).split()
    return tuple(visible(word, _LONGEST_COMMAND) for word in words[:MOST_COMMANDS])
