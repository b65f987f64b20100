"""What is told of games held against an engine: what is counted, and what is refused."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Judge
from irgo_app.judging.judges import own_judge
from tests.bench import told_truth
from tests.bench.told_truth import ToldTruth

GAME = (
    "(;SZ[9]KM[5.5];B[ee];W[cc];B[gc];W[cg];B[gg];W[aa];B[dc];W[ab];B[db];W[ac];B[cd];W[ad];B[bd]"
    ";W[ae];B[bc];W[af];B[bb])")


def profile(kind: str) -> EngineProfile:
    return EngineProfile("an engine", "engine", kind=kind)


def test_what_is_told_is_counted_against_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ready:
        def __enter__(self) -> Judge:
            return own_judge(Position.empty(9), 5.5)

        def __exit__(self, *_: object) -> None:
            return None

    monkeypatch.setattr(told_truth, "judge_of", lambda *_: Ready())
    path = tmp_path / "game.sgf"
    path.write_text(GAME, encoding="utf-8")
    found = ToldTruth([path], profile("katago-json"), 60)
    document = found.document()
    assert (document["games"], document["visits"]) == (1, 60)
    # Black stays in a corner that is settled: that is told, and the judge agrees with itself.
    assert document["mistakes_a_game"] and document["half"] == 1.0 and document["worse"] == 0
    assert document["cards_a_game"] and document["cards_half"] == 1.0
    assert len(found.lines()) > 10 and "-" in found.lines()[-1]


@pytest.mark.parametrize("engine", [None, profile("gnugo")])
def test_an_engine_that_tells_no_points_is_refused_in_a_sentence(
    engine: EngineProfile | None
) -> None:
    paths: Sequence[Path] = ()
    with pytest.raises(UsageError, match="--engine"):
        ToldTruth(paths, engine, 0)
