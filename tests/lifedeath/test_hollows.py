"""Exact answers of life and death against a second solver, in a few hollows."""

from collections import Counter

from tests.lifedeath.hollows import compared


def test_exact_answers_are_those_of_a_second_solver() -> None:
    counts = Counter[str]()
    for seed in range(1000):
        counts += compared(seed, most_states=800)
    assert not counts["wrong"]
    assert counts["answers"] >= 10 and counts["of several chains"]
