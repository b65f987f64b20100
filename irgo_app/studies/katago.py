"""KataGo's analysis engine as the judge of studies: many questions at once, its own lead."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.katago_json import KataGoAnalysis
from irgo_app.engines.profile import EngineProfile
from irgo_app.engines.tracker import EngineGame
from irgo_app.errors import EngineError
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.studies.evaluator import (
    Appraisal,
    CalledOffError,
    Searched,
    Tried,
    lead_of,
)

_AT_ONCE: Final = 8
_VISITS: Final = 100
_TERRITORY: Final = ("japanese", "korean")
"""The rules, as KataGo names them, under which prisoners are points."""
_LOOK_S: Final = 0.02
"""How often the flag is looked at while an answer is awaited, in seconds."""
_GRACE_S: Final = 300.0
"""How long one answer may take, a first start with its tuning included, in seconds."""


class KataGoEvaluator:
    """One running analysis engine, for a game of some komi and rules; a context.

    Judges made of it by `for_game` share the engine, and end with it.

    profile -- a command line of KataGo's analysis engine
    rules -- as KataGo names them
    """

    def __init__(
        self, profile: EngineProfile, komi: float = 6.5, rules: str = "japanese"
    ) -> None:
        self._komi, self._rules = komi, rules
        self._name, self._visits = profile.name, profile.visits
        # A list, because the judges that `for_game` copies have to see the same failure.
        self._failure: list[str] = []
        self._engine = KataGoAnalysis(profile, self._on_failure)

    def __enter__(self) -> KataGoEvaluator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """Return the engine's name."""
        return self._name

    @property
    def komi(self) -> float:
        """Return the game's komi."""
        return self._komi

    @property
    def usual_visits(self) -> int:
        """Return the visits of the profile, or as many as a good answer needs."""
        return self._visits or _VISITS

    @property
    def at_once(self) -> int:
        """Return how many questions keep the engine busy."""
        return _AT_ONCE

    @property
    def is_running(self) -> bool:
        """Return whether nothing has gone wrong with the engine so far."""
        return not self._failure

    def close(self) -> None:
        """End the engine."""
        self._engine.close()

    def for_game(self, komi: float, rules: str) -> Self:
        """Return the same running engine for a game of this komi and these rules."""
        other = copy.copy(self)
        other._komi, other._rules = komi, rules
        return other

    def appraise(
        self, positions: Sequence[Position], cancel: CancelFlag | None = None
    ) -> list[Appraisal]:
        """Return what the engine thinks of each position at first sight."""
        asked = [self._ask(self._game(position), 1, None) for position in positions]
        found = self._answers(asked, cancel)
        # The engine is given bare stones, so that it knows of no prisoners.
        return [Appraisal((said.score_lead or 0.0) + self._prisoners(position), 0.0,
                          said.ownership)
                for position, said in zip(positions, found, strict=True)]

    def search(
        self, position: Position, first: Colour, region: frozenset[Point] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        """Return what the engine finds if a colour moves first, in the region if there is one."""
        allowed = None
        if region is not None:
            allowed = tuple(sorted(
                point for point in region if why_illegal(position, first, point) is None))
            if not allowed:
                passed = self.appraise([position.with_to_play(-first)], cancel)[0]
                return Searched(passed.lead, (), (), passed.ownership, 1)
        game = self._game(position.with_to_play(first))
        said = self._answers([self._ask(game, visits, allowed)], cancel)[0]
        found = searched_of(said)
        more = self._prisoners(position)
        return replace(found, lead=found.lead + more, whole=found.on_average + more, moves=tuple(
            replace(tried, lead=tried.lead + more) for tried in found.moves))

    def _prisoners(self, position: Position) -> float:
        """Return Black's prisoners less White's where they count: the engine gets stones only."""
        by_black, by_white = position.captures
        return float(by_black - by_white) if self._rules in _TERRITORY else 0.0

    def _game(self, position: Position) -> EngineGame:
        return EngineGame(position, (), position, self._komi, self._rules)

    def _ask(
        self, game: EngineGame, visits: int, allowed: tuple[Point, ...] | None
    ) -> tuple[str, Future[EngineEvaluation]]:
        answer: Future[EngineEvaluation] = Future()
        return self._engine.ask(game, visits, 0.0, answer.set_result, allowed), answer

    def _answers(
        self, asked: list[tuple[str, Future[EngineEvaluation]]], cancel: CancelFlag | None
    ) -> list[EngineEvaluation]:
        """Wait for answers; raises CalledOffError, or EngineError if the engine is gone."""
        return [_awaited(answer, self._why_over(cancel, [name for name, _ in asked]))
                for _, answer in asked]

    def _why_over(self, cancel: CancelFlag | None, names: list[str]) -> Callable[[], None]:
        def look() -> None:
            if cancel:
                for name in names:
                    self._engine.drop(name)
                raise CalledOffError
            if self._failure:
                raise EngineError(self._failure[0])
        return look

    def _on_failure(self, text: str) -> None:
        self._failure.append(text)


def searched_of(said: EngineEvaluation) -> Searched:
    """Return an engine's evaluation with leads as what a search found."""
    moves = tuple(Tried(candidate.point, candidate.score_lead or 0.0, candidate.visits)
                  for candidate in said.candidates)
    line = said.candidates[0].line or (PASS,) if said.candidates else ()
    lead = lead_of(moves) if moves else said.score_lead or 0.0
    return Searched(lead, moves, line, said.ownership, said.visits, said.score_lead)


def _awaited(answer: Future[EngineEvaluation], look: Callable[[], None]) -> EngineEvaluation:
    """Return an answer once it is there, looking now and then whether to go on waiting."""
    waited = 0.0
    while waited < _GRACE_S:
        look()
        try:
            return answer.result(_LOOK_S)
        except TimeoutError:
            waited += _LOOK_S
    raise EngineError(
        "KataGo gave no answer in {grace_s:.0f} s; test it in the engine's profile.",
        grace_s=_GRACE_S)
