"""Random and hostile requests, a few of them; `noise.py` sends more."""

from pathlib import Path

from tests.assistants.noise import tried


def test_noise_is_answered_and_touches_nothing_else(tmp_path: Path) -> None:
    outcome = tried(160, 7, tmp_path.resolve())
    assert not outcome.wrong and not outcome.unanswered, outcome
    assert outcome.answered > 80 and outcome.refused < outcome.answered
