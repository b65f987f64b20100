"""An engine asked about one position after the other and waited for: a move, an opinion, ownership.

One thread at a time. Every method raises EngineError when the engine fails, refuses or lies.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Final

from irgo_app.engines.dialects import KATAGO, LEELA_ZERO, Dialect, dialect_of, full_command
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.tracker import BoardTracker, EngineGame
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.gtp.client import GtpClient
from irgo_app.words import message

_INTERVAL_CS: Final = 10
_RESTRICTED_MOVES: Final = 60
_KOMI: Final = 0.0
_VISITS: Final = 100
_SECONDS: Final = 3.0
_SECONDS_A_MOVE: Final = 2
"""What a move of a game may take: an engine that knows no limit thinks for half a minute."""


class Referee:
    """One running engine; a context, so that it is ended."""

    def __init__(self, profile: EngineProfile) -> None:
        self._profile = profile
        self.name = profile.name
        self._client = GtpClient(
            full_command(profile.words, profile.kind), profile.working_folder, name=profile.name)
        try:
            if self._client.ask("protocol_version", profile.start_s).strip() != "2":
                raise EngineError(
                    "{name} does not speak GTP 2; check its command line.", name=profile.name)
            own_name = self._ask("name")
            self.commands = frozenset(self._ask("list_commands").split())
            if "time_settings" in self.commands:
                self._ask(f"time_settings 0 {_SECONDS_A_MOVE} 1")
        except EngineError:
            self._client.close()
            raise
        self._dialect: Dialect = dialect_of(profile.kind, own_name, self.commands)
        self._tracker = BoardTracker(self._ask, self.commands)

    def __enter__(self) -> Referee:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """End the engine."""
        self._client.close()

    @property
    def is_running(self) -> bool:
        """Return whether it can be asked."""
        return self._client.is_running

    @property
    def tells_ownership(self) -> bool:
        """Return whether the engine says whose every point will be."""
        return self._dialect is KATAGO and KATAGO.command in self.commands

    @property
    def tells_network(self) -> bool:
        """Return whether the engine says what its network thinks of a board without searching."""
        return {"kata-raw-nn", "set_position"} <= self.commands

    @property
    def knows_owl(self) -> bool:
        """Return whether the engine answers questions of life and death itself, as GNU Go does."""
        return {"owl_attack", "owl_defend"} <= self.commands

    @property
    def knows_dead(self) -> bool:
        """Return whether the engine tells which stones are dead; Leela Zero lists all as alive."""
        return "final_status_list" in self.commands and self._dialect is not LEELA_ZERO

    def ask(self, position: Position, command: str) -> str:
        """Return the answer to a command that leaves the board as it is."""
        self._tracker.sync(bare_game(position))
        return self._ask(command).strip()

    def move(self, game: EngineGame, colour: Colour) -> Point:
        """Return the move the engine chooses, PASS also if it resigns."""
        self._tracker.sync(game)
        if "reg_genmove" in self.commands:
            text = self._ask(f"reg_genmove {LETTER_OF_COLOUR[colour]}")
        else:
            self._tracker.forget()
            text = self._ask(f"genmove {LETTER_OF_COLOUR[colour]}")
        return self._read(text, game.position)

    def move_among(self, position: Position, colour: Colour, points: Iterable[Point]) -> Point:
        """Return the move the engine prefers among some points, PASS if it prefers to pass.

        An engine that cannot be kept to points chooses freely; its move counts if it is one of
        them.
        """
        board = position.with_to_play(colour)
        vacant = sorted(point for point in points if not position.cells[point]
                        and why_illegal(position, colour, point) is None)
        if not vacant:
            return PASS
        if "restricted_genmove" in self.commands:
            self._tracker.sync(bare_game(board))
            self._tracker.forget()
            names = " ".join(position.vertex(point) for point in vacant)
            return self._read(self._ask(
                f"restricted_genmove {LETTER_OF_COLOUR[colour]} {names}"), position)
        if self.can_be_kept:
            return self.kept_move(bare_game(board), colour, vacant)
        point = self.move(bare_game(board), colour)
        return point if point in vacant else PASS

    @property
    def can_be_kept(self) -> bool:
        """Return whether the engine searches for its moves among given points only."""
        return self._dialect.can_restrict and self._dialect.command in self.commands

    def evaluation(
        self, position: Position, colour: Colour, points: Iterable[Point], visits: int,
        seconds: float,
    ) -> EngineEvaluation:
        """Return what the engine says if both sides may play at these points only, or pass.

        It searches until so many visits, or so long after its first word.
        """
        return self._searched(bare_game(position.with_to_play(colour)), colour, points, visits,
                              seconds)

    def kept_move(self, game: EngineGame, colour: Colour, points: Iterable[Point]) -> Point:
        """Return the move the engine likes best if both sides may play at these points only.

        For engines that `can_be_kept`; it may pass, and does not resign.
        """
        return self._searched(game, colour, points, _VISITS, _SECONDS).candidates[0].point

    def _searched(
        self, game: EngineGame, colour: Colour, points: Iterable[Point], visits: int,
        seconds: float,
    ) -> EngineEvaluation:
        columns, rows = game.position.columns, game.position.rows
        names = ",".join([*(vertex(point, columns, rows) for point in sorted(points)), "pass"])
        allowed = " ".join(f"allow {LETTER_OF_COLOUR[side]} {names} {_RESTRICTED_MOVES}"
                           for side in (BLACK, WHITE))
        self._tracker.sync(game)
        news, found = threading.Condition(), list[EngineEvaluation]()

        def on_line(line: str) -> None:
            said = self._dialect.read(line, colour, columns, rows)
            if said is not None:
                with news:
                    found[:] = [said]
                    news.notify_all()

        def is_over() -> bool:
            return stream.done() or bool(found and found[0].visits >= visits)

        stream = self._client.send(f"{self._dialect.analyze(colour, _INTERVAL_CS)} {allowed}",
                                   self._profile.answer_s, on_line)
        stream.add_done_callback(lambda _: _notify(news))
        with news:
            news.wait_for(lambda: stream.done() or bool(found))
            end = time.monotonic() + seconds
            news.wait_for(is_over, max(0.0, end - time.monotonic()))
        self._ask("protocol_version")  # Any command ends the analysis.
        reply = stream.result()
        if not found:
            raise EngineError(
                "{name} did not analyse: {said}.", name=self.name,
                said=reply.text or message("nothing was said"))
        return found[0]

    def _ask(self, command: str) -> str:
        return self._client.ask(command, self._profile.answer_s)

    def _read(self, text: str, position: Position) -> Point:
        """Return the move an engine named, PASS if it resigns; raises EngineError."""
        if text.strip().lower() == "resign":
            return PASS
        try:
            return point_of_vertex(text.strip(), position.columns, position.rows)
        except ValueError:
            raise EngineError(
                "{name} answered {text!r}, which is no move.",
                name=self.name, text=text.strip()[:20]) from None


def bare_game(position: Position) -> EngineGame:
    """Return a position as an engine gets it when only its stones count."""
    return EngineGame(position, (), position, _KOMI)


def _notify(news: threading.Condition) -> None:
    with news:
        news.notify_all()
