"""The layer `ownership`: whose every point will be, as an engine expects it."""

from typing import Final

import numpy as np

from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.errors import LayerError
from irgo_app.go.position import Position
from irgo_app.layers.layer import Layer, Params, needs_engine
from irgo_app.layers.results import Field, Result
from irgo_app.words import message

NAME: Final = "ownership"
NO_OWNERSHIP: Final = message(
    "This engine does not say who will own each point; KataGo does.")
_UNIT: Final = "expected ownership, -1..1"


class Ownership(Field, frozen=True, eq=False, kw_only=True):
    """What an engine expects; win rate (0 to 1) and score lead are Black's, None if untold."""

    visits: int
    winrate: float | None
    score_lead: float | None


def _field(
    evaluation: EngineEvaluation, _before: EngineEvaluation | None, position: Position,
    _params: Params,
) -> Result:
    if evaluation.ownership is None:
        raise LayerError(NO_OWNERSHIP)
    values = np.array(evaluation.ownership, np.float64).reshape(position.rows, position.columns)
    return Ownership(values, _UNIT, visits=evaluation.visits, winrate=evaluation.winrate,
                     score_lead=evaluation.score_lead)


LAYER = Layer(
    NAME, "Engine's territory", Field, _UNIT,
    "the engine's; KataGo: D. J. Wu, Accelerating Self-Play Learning in Go, 2019",
    needs_engine(NAME), of_evaluation=_field,
    short="Engine",
    tells="who would own it, says the engine",
)
