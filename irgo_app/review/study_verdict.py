"""What a study says of its group's life, as a verdict, so that all that is known has one sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict, strongest_first
from irgo_app.review.what_if import BUILTIN
from irgo_app.studies.study import Study

READER: Final = "irgo's reader"
"""Who judges in a study that no engine judged, as `studies.reader` names it."""


def verdict_of(study: Study) -> Verdict | None:
    """Return the life of a study's group as its judge sees it, or as it proved on the way.

    None where no group was judged.
    """
    if not study.stones:
        return None
    method = study.method or ("reader" if study.engine in ("", READER, BUILTIN)
                              else f"engine:{study.engine}")
    # A judge names a method only where it found a proof; the maps name one in any case.
    is_proved = bool(study.method) and study.engine != BUILTIN

    def answer(first: Colour) -> Answer:
        played = study.if_first(first)
        fate = played.fate or 0.0
        outcome = played.outcome or Outcome.UNKNOWN
        return Answer(
            first, outcome, PASS if played.move is None else played.move, played.moves, method,
            is_proved and outcome in (Outcome.LIVES, Outcome.DIES), kill=(1.0 - fate) / 2)

    return Verdict(study.colour, study.stones, answer(BLACK), answer(WHITE))


def joint_verdict(verdicts: Sequence[Verdict], studies: Iterable[Study]) -> Verdict | None:
    """Return all that is known of a group's life, the strongest first, the others beside it.

    A proof comes before a judge, and a judge before playouts; None if nothing is known.
    """
    known = list(verdicts)
    for study in studies:
        # With a method it rests on a verdict; where one is known, that is the same.
        found = None if study.method and verdicts else verdict_of(study)
        if found is not None:
            known.append(found)
    if len(known) < 2:
        return known[0] if known else None
    return strongest_first(known)
