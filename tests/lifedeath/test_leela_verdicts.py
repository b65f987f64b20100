"""Leela Zero with the network that comes with irgo, judged by what the solver proves."""

import shlex
from collections.abc import Iterator

import pytest

from irgo_app.engines.profile import OWN_LEELA_NETWORK, EngineProfile
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath import groups
from irgo_app.lifedeath.callout import engine_verdict
from irgo_app.lifedeath.question import Question
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.verdict import LifeStatus
from irgo_app.resource_files import resource_path
from tests.engines.test_engine import LEELAZ
from tests.lifedeath.test_problems import PROBLEMS

pytestmark = [
    pytest.mark.leelaz, pytest.mark.skipif(not LEELAZ, reason="leela-zero is not installed")]
SIZE = 19
SHAPES = ("two points", "straight three", "four in a row", "pyramid four", "six in two rows")
MOST_WRONG = 1
"""Of ten answers; nobody who guesses comes so far."""


@pytest.fixture(scope="module")
def leela() -> Iterator[Referee]:
    network = shlex.quote(str(resource_path(OWN_LEELA_NETWORK)))
    command = f"{LEELAZ} --gtp --noponder --cpu-only -t 1 -v 50 -s 1 -w {network}"
    with Referee(EngineProfile("Leela Zero", command, "", "auto", 0, 60.0, 60.0)) as referee:
        yield referee


def question_of(name: str, sign: Colour = BLACK) -> Question:
    """Return a problem in the corner of a large board, the group Black's for a sign of 1."""
    problem = next(problem for problem in PROBLEMS if problem.name == name)
    small = problem.position()

    def place(point: Point) -> Point:
        row, column = divmod(point, small.columns)
        return row * SIZE + column

    stones = {place(point): sign * small.colour_at(point)
              for point, cell in enumerate(small.cells) if cell}
    return Question.of_dragon(Position.empty(SIZE).with_stones(stones), place(problem.stones()[0]))


def test_its_verdicts_are_mostly_those_that_are_proved(leela: Referee) -> None:
    wrong = list[str]()
    for number, name in enumerate(SHAPES):
        question = question_of(name, BLACK if number % 2 else WHITE)
        proved = groups.verdict(question.position, question.stones)
        said = engine_verdict(leela, question)
        assert said.method == "engine:Leela Zero" and not said.exact
        for first in (BLACK, WHITE):
            if said.if_first(first).outcome is not proved.if_first(first).outcome:
                wrong.append(f"{name}, {first} first: {said.if_first(first)}")
    assert len(wrong) <= MOST_WRONG, wrong


def test_it_finds_the_point_on_which_a_group_hangs(leela: Referee) -> None:
    question = question_of("straight three")
    said = engine_verdict(leela, question)
    assert said.status is LifeStatus.UNSETTLED
    assert said.black_first.move == said.white_first.move == 3 * SIZE + 4
    assert said.white_first.line[0] == (WHITE, 3 * SIZE + 4)
