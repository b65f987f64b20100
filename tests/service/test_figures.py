"""The numbers that layers come to agree with their maps."""

import numpy as np
import pytest

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field, Links
from irgo_app.layers.territory import Territory
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.service.figures import CURVE_LAYERS, Figures, FiguresRequest, figures_of
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES


def position() -> Position:
    game = load_file(GAMES[0]).games[0]
    return Replay(game).position_at(game.node_of_move_number(120))


@pytest.mark.parametrize("layer", CURVE_LAYERS)
def test_the_numbers_are_those_of_the_map(layer: str) -> None:
    service = AnalysisService(InlineExecutor())
    request = LayerRequest.of(position(), layer)
    found, result = service.result(FiguresRequest(request)), service.result(request)
    assert found == figures_of(result)
    if isinstance(result, Territory):
        assert found.value == result.count[BLACK] - result.count[WHITE]
    elif isinstance(result, Moyos):
        worth = {colour: sum(region.points_estimate or 0 for region in result.regions
                             if region.colour == colour) for colour in (BLACK, WHITE)}
        assert found.value == pytest.approx(worth[BLACK] - worth[WHITE])
    else:
        assert isinstance(result, Field)
        assert found.value == pytest.approx(
            float(np.clip(result.values / result.full_scale, -1, 1).sum()))


def test_what_comes_to_no_number_says_so() -> None:
    assert figures_of(Links({BLACK: (), WHITE: ()}, {BLACK: (), WHITE: ()})) == Figures()


def test_a_field_counts_a_point_at_most_once() -> None:
    assert figures_of(Field(np.array([[3.0, -0.5]]), "u")) == Figures(0.5)


def test_numbers_are_kept_when_their_map_has_made_room() -> None:
    service = AnalysisService(InlineExecutor(), cache_budget=5_000)
    requests = [LayerRequest.of(Position.empty(9).with_stones({point: BLACK}), "territory")
                for point in range(40)]
    for request in requests:
        service.result(request)
    assert service.cached(requests[0]) is None
    for request in requests:
        assert service.cached(FiguresRequest(request)) is not None
    assert service.cached(FiguresRequest(LayerRequest.of(position(), "groups"))) is None
