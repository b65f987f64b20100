"""An answer that nobody foresaw, judged."""

from dataclasses import replace

import pytest

from irgo_app.judging.judgement import JudgeTrust
from irgo_app.practice.answers import judged_answer
from irgo_app.practice.card import AnswerMark
from irgo_app.practice.making import mistakes_of
from tests.review.game_reviews import at
from tests.review.test_told_losses import GAME, Strong


def test_what_nobody_foresaw_is_fine_at_best_where_the_reader_judges() -> None:
    (card,) = mistakes_of(GAME, Strong()).cards
    unforeseen = judged_answer(card, at("D5"), Strong())
    assert unforeseen.loss == pytest.approx(1.5) and card.mark(unforeseen) is AnswerMark.FINE
    assert card.mark(judged_answer(card, card.best.point, Strong())) is AnswerMark.BEST
    # An engine is believed as it is.
    by_engine = judged_answer(card, at("D5"), replace(Strong(), rank=JudgeTrust.ENGINE))
    assert by_engine.loss == 0.0 and card.mark(by_engine) is AnswerMark.BEST
