"""What a study says of its group's life, as a verdict, so that all that is known has one sum."""

from __future__ import annotations

from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict, strongest_first
from irgo_app.studies.study import Study


def verdict_of(study: Study) -> Verdict | None:
    """Return the life of a study's group as its judge sees it; None where no group was judged."""
    if not study.stones or study.method:
        # With a method the study rests on a verdict, which is known already.
        return None

    def answer(first: Colour) -> Answer:
        played = study.if_first(first)
        fate = played.fate or 0.0
        return Answer(
            first, played.outcome or Outcome.UNKNOWN, PASS if played.move is None else played.move,
            played.moves, "reader", kill=(1.0 - fate) / 2)

    return Verdict(study.colour, study.stones, answer(BLACK), answer(WHITE))


def joint_verdict(verdict: Verdict | None, study: Study | None) -> Verdict | None:
    """Return all that is known of a group's life, the strongest first, the other beside it.

    A proof comes before a judge, and a judge before playouts; None if nothing is known.
    """
    by_study = None if study is None else verdict_of(study)
    known = [each for each in (verdict, by_study) if each is not None]
    if len(known) < 2:
        return known[0] if known else None
    return strongest_first(known)
