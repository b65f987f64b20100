"""Whether what is told of games is so, by a strong engine: `tests.bench told --games --engine`.

Reports, cards and places of ordinary records are made as users get them, by irgo's reader; then an
engine searches the boards they speak of.
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.judging.future import futures
from irgo_app.judging.judgement import Judge
from irgo_app.judging.judges import JudgeSettings, judge_of, own_judge, tells_points
from irgo_app.meaning.places import places
from irgo_app.practice.answers import judged_answer
from irgo_app.practice.card import AS_GOOD, Card
from irgo_app.practice.making import mistakes_of as cards_of
from irgo_app.report.game_report import reviewed_turns
from irgo_app.review.game_line import GameLine, fitting, game_line
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent
from irgo_app.service.plan import Computer
from irgo_app.sgf.parser import load_file
from tests.bench import TitledAnswers

_VISITS: Final = 200
_MOST_TURNS: Final = 7
_BETTER: Final = 1.5
"""A move that loses fewer points than this is as good as the best."""
_CHANGED: Final = 0.35
"""A fate is changed by a move if the engine's expectation changes by so much with it."""
_ANSWERS: Final = 6
"""So many of the likeliest answers to a card are tried."""
_EVERY, _PLACES = 25, 3
"""Places are asked for every so many moves; so many of them count."""
_TITLES: Final = {
    "mistakes_a_game": "mistakes told in a game",
    "half": "of them lose at least half of what is said",
    "better": "the move named is within 1.5 points of the best",
    "worse": "the move named is worse than the one played, how many",
    "off": "what is said is off by, points in the mean",
    "turning_points": "turning points in a game, mean",
    "fewest_turning_points": "fewest turning points in a game",
    "fates": "fates told",
    "fates_so": "of them are so",
    "fates_changed": "of those told of a move, changed by that move",
    "drifts": "drifts told",
    "drifts_half": "of them half of what is said is so",
    "cards_a_game": "cards made of a game",
    "cards_half": "cards whose mistake loses at least half of what is said",
    "cards_better": "cards whose best move is within 1.5 points of the best",
    "answers": "other answers to them that are called as good as the best",
    "answers_good": "of them lose at most 1.5 points",
    "card_seconds": "processor seconds a game's cards take",
    "first_place": "first place's move loses on the board, points",
    "best_place": "best of the first three places, points",
    "engine_among": "the engine's move is the first of one of the first three places",
    "engine_among_first_moves": "or one of the first moves that they name",
    "repeated": "first moves repeated among five places, a position",
}


class ToldTruth(TitledAnswers):
    """What is told of games, held against an engine; raises UsageError, EngineError.

    visits -- how far the engine searches each board, 0 for the usual
    """

    def __init__(self, paths: Sequence[Path], engine: EngineProfile | None, visits: int) -> None:
        if engine is None or not tells_points(engine):
            raise UsageError("Name a strong engine that tells points: --engine NAME of a KataGo.")
        self._visits = visits = visits or _VISITS
        self._tally = defaultdict[str, list[float]](list)
        for path in paths:
            line, _ = fitting(game_line(load_file(path).games[0]))
            own = own_judge(line.positions[0], line.komi, line.rules)
            with judge_of(JudgeSettings(engine, line.komi, line.rules),
                                 line.positions[0]) as referee:
                self._judge_report(line, own, referee)
                self._judge_cards(line, own, referee)
                self._judge_places(line, own, referee)
        super().__init__(
            f"{len(paths)} games, held against {engine.name} with {visits} visits", {
                "format": "irgo-bench-told/1", "games": len(paths), "engine": engine.name,
                "visits": visits, **self._figures()}, _TITLES, "g")

    def _figures(self) -> dict[str, float | None]:
        tally = self._tally
        found = {key: round(statistics.fmean(tally[key]), 3) if tally[key] else None
                 for key in _TITLES}
        return found | {
            "worse": sum(tally["worse"]),
            "fewest_turning_points": min(tally["turning_points"], default=None),
            "fates": len(tally["fates_so"]), "drifts": len(tally["drifts_half"]),
            "answers": len(tally["answers_good"])}

    def _judge_report(self, line: GameLine, own: Judge, referee: Judge) -> None:
        computer, tally = Computer(), self._tally
        review, turns = reviewed_turns(
            line, own, lambda asked: computer.compute(asked, None), _MOST_TURNS)
        told = [review.whys[move.number] for move in review.mistakes]
        tally["mistakes_a_game"].append(len(told))
        tally["turning_points"].append(len(turns))
        for found in told:
            loss, gap, lead, _ = self._against(
                found.position, found.move.move, found.instead.move, referee)
            tally["half"].append(loss >= found.loss / 2)
            tally["better"].append(gap <= _BETTER)
            tally["worse"].append(lead < 0)
            tally["off"].append(abs(found.loss - loss))
        for event, after, before in self._fates(review, referee):
            tally["fates_so"].append(after > 0)
            if event.is_caused or event.is_left:
                tally["fates_changed"].append(after > 0 and after - before >= _CHANGED)

        for drift in (turn.point.drift for turn in turns):
            if drift is not None:
                before, after = (self._lead_round(line, number, referee)
                                 for number in (drift.first - 1, drift.last))
                tally["drifts_half"].append((after - before) / drift.points >= 0.5)

    def _lead_round(self, line: GameLine, number: int, referee: Judge) -> float:
        """Return the engine's lead at a position, the mean of both sides' turns."""
        return statistics.fmean(
            referee.search(position, position.to_play, None, self._visits).on_average
            for position in line.positions[number:number + 2])

    def _against(
        self, position: Position, played: Point, named: Point, referee: Judge
    ) -> tuple[float, float, float, float]:
        """Return what a move is by the engine, held against one that is named in its place.

        That is: what it loses, what the one named does, their distance, and what the best is worth
        to who plays.
        """
        mover = position.to_play
        best = mover * referee.search(position, mover, None, self._visits).on_average
        own, better = (mover * future.lead for future in futures(
            position, (played, named), referee, self._visits))
        return best - own, max(best, better) - better, better - own, max(best, better)

    def _fates(
        self, review: GameReview, referee: Judge
    ) -> Iterator[tuple[GroupEvent, float, float]]:
        """Yield events with how far it is as they say after their move, and before it, -1 to 1."""
        for event in review.events:
            wanted = event.colour * (1 if event.fate is EventFate.LIVED else -1)
            after, before = (wanted * self._owned(
                review.line.positions[number], event.stones, referee)
                for number in (event.number, event.number - 1))
            yield event, after, before

    def _owned(self, position: Position, stones: Sequence[Point], referee: Judge) -> float:
        said = referee.search(position, position.to_play, None, self._visits)
        owned = said.expected or said.ownership or ()
        return statistics.fmean(owned[stone] for stone in stones)

    def _judge_cards(self, line: GameLine, own: Judge, referee: Judge) -> None:
        tally, start = self._tally, time.process_time()
        cards = cards_of(line, own).cards
        tally["card_seconds"].append(time.process_time() - start)
        tally["cards_a_game"].append(len(cards))
        for card in cards:
            said = card.mistake
            assert said is not None
            loss, gap, _, best = self._against(
                card.position, said.point, card.best.point, referee)
            tally["cards_half"].append(loss >= said.loss / 2)
            tally["cards_better"].append(gap <= _BETTER)
            self._judge_answers(card, own, referee, best)

    def _judge_answers(self, card: Card, own: Judge, referee: Judge, best: float) -> None:
        """Count likely answers nobody foresaw that are called as good as the best.

        best -- what the best move is worth to its player by the engine
        """
        position, mover, likely = card.position, card.position.to_play, own.policy(card.position)
        points = sorted((point for point in range(len(likely) - 1)
                         if why_illegal(position, mover, point) is None),
                        key=lambda point: -likely[point])[:_ANSWERS]
        for point in points:
            if card.known(point) is None and judged_answer(card, point, own).loss <= AS_GOOD:
                after = referee.search(play(position, mover, point), -mover, None, self._visits)
                self._tally["answers_good"].append(best - mover * after.on_average <= _BETTER)

    def _judge_places(self, line: GameLine, own: Judge, referee: Judge) -> None:
        tally = self._tally
        for position in line.positions[_EVERY:-1:_EVERY]:
            mover, found = position.to_play, places(position, (), own)
            if not found:
                continue
            searched = referee.search(position, mover, None, self._visits)
            firsts = [place.mine.move for place in found]
            # All of them searched equally far, the engine's own move as well.
            best, *leads = (mover * referee.search(
                play(position, mover, point), -mover, None, self._visits).on_average
                for point in (searched.moves[0].point, *firsts[:_PLACES]))
            tally["first_place"].append(best - leads[0])
            tally["best_place"].append(best - max(leads))
            tally["engine_among"].append(searched.moves[0].point in firsts[:_PLACES])
            tally["engine_among_first_moves"].append(searched.moves[0].point in {
                move.point for place in found[:_PLACES] for move in place.first_moves[mover]})
            told = [point for point in firsts[:5] if point != PASS]
            tally["repeated"].append(len(told) - len(set(told)))
