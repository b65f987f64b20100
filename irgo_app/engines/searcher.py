"""An engine that is asked for one position after the other and waited for: for the command line."""

from __future__ import annotations

import threading

from irgo_app.engines.engine import Engine, EngineState, Restriction
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.tracker import EngineGame
from irgo_app.errors import EngineError


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
            raise EngineError(failure) if failure else EngineError(
                "{name} has no move to tell.", name=self.engine.name)
        return found[0]

    def close(self) -> None:
        """End the engine."""
        self.engine.stop()

    def _on_state(self, state: EngineState, text: str) -> None:
        if state is EngineState.FAILED:
            with self._news:
                self._failure = text
                self._news.notify_all()
