"""A study in the words of players: sente and gote, what a move counts, and what becomes of it."""

from __future__ import annotations

from typing import Final

from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE
from irgo_app.lifedeath.verdict import LifeStatus, Outcome, joint_status
from irgo_app.studies.study import Initiative, Study

NOTHING: Final = 0.5
"""A swing of less is not worth a word, in points."""


def counted_words(study: Study) -> str:
    """Return what a move here counts: "gote, 12 points (miai 6)"."""
    if study.black_first.move is None and study.white_first.move is None:
        return "nothing to gain"
    if study.swing < NOTHING:
        return f"elsewhere is larger ({kind_words(study)}, {study.deiri:.0f} points here)"
    return f"{kind_words(study)}, {study.deiri:.0f} points (miai {study.miai:.1f})"


def kind_words(study: Study) -> str:
    """Return who keeps the move: gote, double sente, or one side's sente, reverse for the other."""
    return {
        Initiative.GOTE: "gote",
        Initiative.DOUBLE_SENTE: "double sente",
        Initiative.BLACK_SENTE: "Black's sente, reverse sente for White",
        Initiative.WHITE_SENTE: "White's sente, reverse sente for Black",
    }[study.initiative]


def group_status(study: Study) -> LifeStatus:
    """Return the life of a study's group in one word, UNKNOWN where there is no group."""
    if not study.stones:
        return LifeStatus.UNKNOWN
    colour = study.colour
    own, enemy = study.if_first(colour).outcome, study.if_first(-colour).outcome
    return joint_status(own or Outcome.UNKNOWN, enemy or Outcome.UNKNOWN)


def why_urgent(study: Study) -> str:
    """Return why a place is where to play, in a sentence."""
    status = group_status(study)
    if study.swing < NOTHING:
        return "Moving first here costs more than it gains; elsewhere is larger."
    if status is LifeStatus.UNSETTLED:
        return "The group lives or dies by who moves first."
    if status is LifeStatus.ALIVE:
        return ("The group lives either way; what is at stake is "
                f"{study.deiri:.0f} points around it.")
    threats = [NAME_OF_COLOUR[colour] for colour in (BLACK, WHITE)
               if study.if_first(colour).keeps_sente]
    if threats:
        return f"{' and '.join(threats)} can play here and keep the move."
    return f"Whoever plays here first is {study.swing:.0f} points better off."
