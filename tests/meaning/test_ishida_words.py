"""The Ishida view in sentences."""

import numpy as np

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.ishida import Area, IshidaView
from irgo_app.judging.ishida_picture import IshidaPicture
from irgo_app.meaning.ishida import WholeView, ishida_words


def test_two_areas_in_one_part_of_the_board_are_told_apart() -> None:
    board = Position.empty(9)
    corner, beside = (54, 55, 63, 64, 72, 73), (65, 74)
    areas = (Area(WHITE, corner, 6, True), Area(WHITE, beside, 2, True),
             Area(BLACK, (0, 1, 9), 3, True), Area(WHITE, (60, 61), 2, False))
    view = IshidaView(board, np.zeros((9, 9)), (), areas)
    assert list(map(str, ishida_words(WholeView(IshidaPicture(view, ()), ())))) == [
        "White has a territory of 6 points in the lower left corner, round A2.",
        "White has a territory of 2 points in the lower left corner, round C2.",
        "Black has a territory of 3 points in the upper left corner.",
        "White has a framework of about 2 points in the lower right corner."]
