"""The hidden layer `whatif`: studies as requests, so that search workers can do them.

A study needs a verdict that is known already, and lies above the layers; hence its layer is given
to the workers by who starts them.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Mapping
from typing import Any, Final

from irgo_app.errors import LayerError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.position import Position
from irgo_app.layers.layer import CancelFlag, Layer, Params
from irgo_app.layers.params import DEAD, dead_points
from irgo_app.layers.results import Regions, Result
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict
from irgo_app.review.what_if import Means, Study, what_if_at, what_if_group
from irgo_app.service.request import LayerRequest
from irgo_app.settings.param import Param

NAME: Final = "whatif"


def study_request(
    position: Position, *, group: int = 0, verdict: Verdict | None = None, at: str = "",
    dead: str = "",
) -> LayerRequest:
    """Return the request for the study of a group whose verdict is known, or of a vertex."""
    return LayerRequest.of(position, NAME, {
        "group": group, "verdict": _text_of(verdict) if verdict else "", "at": at, "dead": dead})


def study_of(result: Regions) -> Study:
    """Return the study in a result of the layer."""
    found = result.extra["study"]
    assert isinstance(found, Study)
    return found


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Regions:
    """Return the study in `extra`; raises LayerError if it was called off."""
    means = Means(dead=tuple(sorted(dead_points(position, params))))
    if params["at"]:
        point = point_of_vertex(str(params["at"]), position.columns, position.rows)
        study = what_if_at(position, point, means, cancel)
    else:
        verdict = _verdict_of(str(params["verdict"]))
        study = what_if_group(position, verdict.stones, int(params["group"]), verdict, means,
                              cancel)
    if study is None:
        raise LayerError("The study was called off.")
    return Regions((), {"study": study})


def search_layers() -> Mapping[str, Layer]:
    """Return the layers that search workers know beside those of every worker."""
    return {NAME: LAYER}


def _text_of(verdict: Verdict) -> str:
    """Return a verdict as a parameter: what a study needs of it, without what it cost."""
    def plain(answer: Answer) -> tuple[Any, ...]:
        return (answer.first, answer.outcome.value, answer.move, answer.line, answer.method,
                answer.exact, answer.kill, answer.needs_threat)

    return repr((verdict.colour, verdict.stones, plain(verdict.black_first),
                 plain(verdict.white_first)))


def _verdict_of(text: str) -> Verdict:
    """Return the verdict of a parameter."""
    def answer(plain: tuple[Any, ...]) -> Answer:
        first, outcome, *rest = plain
        return Answer(first, Outcome(outcome), *rest)

    colour, stones, black_first, white_first = literal_eval(text)
    return Verdict(colour, stones, answer(black_first), answer(white_first))


LAYER: Final = Layer(
    name=NAME,
    title="What if",
    kind=Regions,
    unit="",
    source="irgo",
    compute=compute,
    params=(
        Param("group", int, 0, "Group", "Its number from 1.", 0, 10_000),
        Param("verdict", str, "", "Verdict", "What is known of its life."),
        Param("at", str, "", "At", "A vacant vertex, where no group is meant."),
        DEAD,
    ),
)
