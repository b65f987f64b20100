"""How the life of a group is known, in sentences: by what method, how sure, who says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Verdict
from irgo_app.words import Message, listed, message

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
