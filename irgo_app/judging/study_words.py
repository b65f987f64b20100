"""A study and the life of a group in players' words: what a move counts, how a fate is known."""

from collections.abc import Mapping
from typing import Final

from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.judging.study import Initiative, Study
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict, joint_status
from irgo_app.words import Message, counted, listed, message, noted

NOTHING: Final = 0.5
"""A swing of less is not worth a word, in points."""
_LITTLE: Final = 1.0
"""A local difference of less explains nothing, in points."""
_OF_DEIRI: Final = 0.1
"""By so much of what lies between two results a move may seem to be worth more."""
_KEPT: Final = {
    Initiative.DOUBLE_SENTE: noted(
        "Double sente: whoever moves here is answered and keeps the move; {deiri:.0f} points lie "
        "between the two results."),
    Initiative.BLACK_SENTE: noted(
        "Black's sente: White answers and Black keeps the move; for White it is reverse sente, "
        "{deiri:.0f} points."),
    Initiative.WHITE_SENTE: noted(
        "White's sente: Black answers and White keeps the move; for Black it is reverse sente, "
        "{deiri:.0f} points."),
}


def expert_words(study: Study) -> Message | None:
    """Return what becomes of the move, as `initiative_words`; None where that says otherwise.

    What lies between the two results is at least what moving first is worth, for the other side
    may then move elsewhere. The one is counted on the boards at the ends of the lines, the other
    is told by searches: where it comes out less, experts' words would contradict the first number.
    """
    if study.swing > study.deiri + max(_LITTLE, _OF_DEIRI * study.deiri):
        return None
    return initiative_words(study)


def counted_in_detail(study: Study) -> Message | None:
    """Return what a move here counts for experts as the sentence that stands last, if any does.

    None where neither side gains anything: `why_urgent` says that.
    """
    words = None if _is_idle(study) else expert_words(study)
    return None if words is None else message("Details: {sentence}", sentence=words)


def _is_idle(study: Study) -> bool:
    """Return whether neither side gains anything worth a word, as where the game is over."""
    black, white = study.black_first, study.white_first
    return (black.move == white.move == PASS) or (
        max(abs(black.lead - white.lead), abs(black.count - white.count)) < NOTHING)


def group_status(study: Study) -> LifeStatus:
    """Return the life of a study's group in one word, UNKNOWN where there is no group."""
    if not study.stones:
        return LifeStatus.UNKNOWN
    own = study.if_first(study.colour).outcome
    enemy = study.if_first(-study.colour).outcome
    return joint_status(own or Outcome.UNKNOWN, enemy or Outcome.UNKNOWN)


def why_urgent(study: Study) -> Message:
    """Return why a place is where to play, or why it is not, in a sentence."""
    if _is_idle(study):
        return initiative_words(study)
    if study.swing < NOTHING:
        return message("Moving first here costs more than it gains; elsewhere is bigger.")
    status, points = group_status(study), max(1, round(study.swing))
    if status is LifeStatus.UNSETTLED:
        return message("The group lives or dies by who moves first.")
    if status is LifeStatus.ALIVE and study.hanging:
        return counted("Most of the group lives either way, the rest by who moves first; playing "
                       "here first is worth one point.",
                       "Most of the group lives either way, the rest by who moves first; playing "
                       "here first is worth {count} points.", points)
    if status is LifeStatus.ALIVE and study.deiri >= _LITTLE:
        return counted("The group lives either way; playing here first is worth one point.",
                       "The group lives either way; playing here first is worth {count} points.",
                       points)
    if status is LifeStatus.DEAD and study.deiri >= _LITTLE:
        return counted("The group dies either way; playing here first is worth one point.",
                       "The group dies either way; playing here first is worth {count} points.",
                       points)
    return counted("Whoever plays here first is one point better off.",
                   "Whoever plays here first is {count} points better off.", points)


def initiative_words(study: Study) -> Message:
    """Return what becomes of the move, and so why a place is worth what it is, in a sentence."""
    if _is_idle(study):
        return message("Neither side gains anything here.")
    if study.deiri < _LITTLE and study.swing < NOTHING:
        return message("The two results are alike here; a move elsewhere is worth more.")
    if study.deiri < _LITTLE:
        return message("The two results are alike here; what is gained is the next move elsewhere.")
    if study.initiative is Initiative.GOTE:
        return message(
            "Gote: {deiri:.0f} points lie between the two results here (miai counting "
            "{miai:.1f}), and the other side then moves elsewhere.",
            deiri=study.deiri, miai=study.miai)
    return message(_KEPT[study.initiative], deiri=study.deiri)


_METHODS: Final[Mapping[str, Message]] = {
    "static": message("unconditional life, seen without a search"),
    "solver": message("a search of everything that can happen there"),
    "reader": message("irgo's reader"),
    "playouts": message("playouts of the place"),
}
_THREATS: Final[Mapping[Colour, Message]] = {
    BLACK: message("In the ko Black must find the first threat."),
    WHITE: message("In the ko White must find the first threat."),
}
_ENGINE: Final = "engine:"


def method_words(method: str) -> Message:
    """Return how something was found; an engine is called by its name."""
    return _METHODS.get(method) or message("{name}", name=method.removeprefix(_ENGINE))


def how_known(verdict: Verdict) -> str:
    """Return how sure a group's life is and by what, "" where nothing is known of it."""
    if verdict.status is LifeStatus.UNKNOWN:
        return ""
    method = method_words(verdict.method)
    found = [message("Proved by {method}, as long as the stones around stay.", method=method)
             if verdict.exact else message("Not proved; judged by {method}.", method=method)]
    for answer in (verdict.black_first, verdict.white_first):
        found += threat_words(answer)
    others = [message("{method}: {status}", method=method_words(other.method),
                      status=message(other.status.value))
              for other in verdict.others
              if other.status not in (verdict.status, LifeStatus.UNKNOWN)]
    if others:
        found.append(message("Otherwise said by {others}.", others=listed(others)))
    return " ".join(map(str, found))


def answer_details(answer: Answer) -> str:
    """Return what is behind the answer for one side to move first, a line each."""
    found = [message("Found by {method}", method=method_words(answer.method))]
    if answer.exact:
        found.append(message("Proved, as long as the stones around stay and nobody has ko threats "
                             "elsewhere"))
    elif 0 < answer.kill < 1:
        found.append(message("Not proved; the group dies with a chance of {chance:.0%}",
                             chance=answer.kill))
    found += threat_words(answer)
    if answer.nodes:
        found.append(message("{nodes:,} positions in {seconds:.1f} s", nodes=answer.nodes,
                             seconds=answer.seconds))
    return "\n".join(map(str, found))


def threat_words(answer: Answer) -> list[Message]:
    """Return who must find the first threat, nothing where no ko decides."""
    return [] if answer.needs_threat is None else [_THREATS[answer.needs_threat]]
