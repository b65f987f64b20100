"""The clock: what GTP's time commands leave for a move."""

import math

import pytest

from irgo_app.go.point import BLACK, WHITE
from irgo_app.gtp_server.game import Clock


def test_without_settings_there_is_no_limit() -> None:
    clock = Clock()
    assert clock.budget(BLACK, 0, 361) == math.inf
    clock.settings(0, 30, 0)
    assert clock.budget(BLACK, 0, 361) == math.inf


def test_main_time_is_shared_among_the_moves_to_come() -> None:
    clock = Clock()
    clock.settings(600, 0, 0)
    early = clock.budget(BLACK, 0, 361)
    assert 600 / 200 < early < 600 / 100
    assert clock.budget(BLACK, 150, 361) > early
    clock.left(BLACK, 12.0, 0)
    assert clock.budget(BLACK, 300, 361) < 1
    assert clock.budget(WHITE, 0, 361) == early
    clock.left(WHITE, 0.0, 0)
    assert 0 < clock.budget(WHITE, 0, 361) < 0.1


def test_byo_yomi_is_shared_among_its_stones() -> None:
    clock = Clock()
    clock.settings(60, 100, 20)
    clock.left(BLACK, 50, 10)
    assert clock.budget(BLACK, 200, 361) == pytest.approx(4.85)
    # Main time may run out: a full period follows.
    clock.left(WHITE, 1, 0)
    assert clock.budget(WHITE, 200, 361) == pytest.approx(4.85)


def test_a_controller_that_tells_the_settings_only() -> None:
    clock = Clock()
    clock.settings(10, 20, 2)
    clock.spent(BLACK, 4)
    clock.spent(BLACK, 7)
    assert clock.budget(BLACK, 2, 81) == pytest.approx(9.85)
    clock.spent(BLACK, 15)
    assert clock.budget(BLACK, 4, 81) == pytest.approx(4.85)
    clock.spent(BLACK, 1)
    assert clock.budget(BLACK, 6, 81) == pytest.approx(9.85)
    assert clock.budget(WHITE, 6, 81) == pytest.approx(9.85)
