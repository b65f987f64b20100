"""Studies as requests: the same from a search worker as inline, and gone when called off."""

from queue import Queue

import pytest

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.position import Position
from irgo_app.judging.life_answers import QUICK, LifeAnswers
from irgo_app.judging.requests import StudyRequest
from irgo_app.judging.study import Study, place_of_point
from irgo_app.layers.results import Regions
from irgo_app.lifedeath.groups import group_verdict
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor, search_workers
from irgo_app.service.request import CANCELLED, LayerRequest, Outcome, Urgency

TIMEOUT_S = 120
CORNER = Position.from_diagram([
    "...OXX...", "OOOOXX...", "XXXXXXXXX", ".........", "OOOOOOOOO",
    ".........", ".........", ".........", "........."])


def question_and_study() -> tuple[LifeAnswers, StudyRequest]:
    service = AnalysisService(InlineExecutor())
    groups = service.result(LayerRequest.of(CORNER, "groups"))
    assert isinstance(groups, Regions)
    answers = LifeAnswers(CORNER, groups)
    group = next(place for place in answers.places
                 if point_of_vertex("A8", 9, 9) in place.stones)
    answers.add_verdict(group, group_verdict(CORNER, group.stones, QUICK))
    return answers, answers.study_of(group)


def study_of_point(vertex: str) -> StudyRequest:
    return StudyRequest(CORNER, place_of_point(CORNER, point_of_vertex(vertex, 9, 9)))


def test_a_worker_studies_as_inline_does() -> None:
    answers, request = question_and_study()
    expected = AnalysisService(InlineExecutor()).result(request)
    service = AnalysisService(InlineExecutor(), searchers=search_workers())
    found: Queue[Outcome] = Queue()
    service.submit(request, Urgency.VISIBLE, lambda _, outcome: found.put(outcome))
    study = found.get(timeout=TIMEOUT_S)
    assert isinstance(study, Study) and study == expected and study.swing > 0
    [group] = answers.verdicts
    assert study.place == group
    job = service.submit(study_of_point("E3"), Urgency.VISIBLE,
                         lambda _, outcome: found.put(outcome))
    service.cancel(job)
    assert found.get(timeout=TIMEOUT_S) is CANCELLED
    service.close()


def test_a_study_of_an_occupied_point_says_so() -> None:
    with pytest.raises(UsageError, match="There is a stone at E7"):
        study_of_point("E7")


def test_groups_are_asked_quickly_then_thoroughly_then_not_again() -> None:
    answers, _ = question_and_study()
    [known] = answers.verdicts
    assert known not in answers.open_groups
    for group in answers.open_groups:
        assert answers.question(group).limits.nodes == QUICK.nodes
        answers.add_verdict(group, group_verdict(CORNER, group.stones, QUICK))
    unproved = [group for group, verdict in answers.verdicts.items() if not verdict.exact]
    assert answers.open_groups == unproved
    for group in unproved:
        assert answers.question(group).limits.nodes > QUICK.nodes
    assert answers.open_groups == []
