"""The hidden layer `lifedeath`: does a group live if Black moves first, and if White does?

A search of seconds: it is asked for group by group, and reads the cancel flag.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from irgo_app.errors import LayerError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.layer import CancelFlag, Layer, Params
from irgo_app.layers.params import stones_named
from irgo_app.layers.results import Result
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import Verdict
from irgo_app.settings.param import Param

NAME: Final = "lifedeath"


def stones_text(position: Position, stones: Iterable[Point]) -> str:
    """Return the parameter that names stones: one vertex a chain, in order."""
    left, words = set(stones), []
    while left:
        first = min(left)
        left -= position.chain(first)
        words.append(vertex(first, position.columns, position.rows))
    return " ".join(words)


def compute(
    position: Position, inputs: Mapping[str, Result], params: Params, cancel: CancelFlag | None
) -> Verdict:
    """Return the verdict on a group; raises LayerError where there is no stone of one colour."""
    try:
        return group_verdict(
            position, stones_named(position, str(params["stones"]), "stones"),
            Limits(nodes=int(params["nodes"]), playouts=int(params["playouts"])), cancel)
    except ValueError as error:
        raise LayerError(f"{NAME}: {error}.") from None


LAYER: Final = Layer(
    name=NAME,
    title="Life and death",
    kind=Verdict,
    unit="",
    source="irgo, step 4 of its algorithm",
    compute=compute,
    params=(Param("stones", str, "", "Stones",
                  "Vertices of the group's stones, such as D4 Q10; each stands for its chain."),
            Param("nodes", int, Limits().nodes, "Nodes", "Positions a search may look at.",
                  1, 1_000_000_000),
            Param("playouts", int, Limits().playouts, "Playouts",
                  "Playouts where the search gave up.", 1, 1_000_000_000)),
)
