"""The command that measures: what it takes, what it prints, and what it says of wrong usage."""

import json

import pytest

from irgo_app.layers import COMPUTED
from tests.bench.__main__ import BENCHMARKS, main
from tests.conftest import DATA


@pytest.mark.parametrize(("words", "code", "sentence"), [
    (["nothing"], 2, "no benchmark"),
    (["estimate", "--visits", "-1"], 2, "--visits takes a whole number from 0"),
    (["truth"], 2, "Write truth|lifedeath|studies|why --cases FILE, without"),
    (["--cases", "x"], 2, "--cases FILE"),
    (["told"], 2, "Write reader|groups|told --games FILE..., without"),
    (["speed", "--games", "x"], 2, "--games FILE..."),
    (["truth", "--cases", "missing.jsonl"], 1, "There is no file missing.jsonl"),
])
def test_wrong_usage_is_one_sentence(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    assert sentence in capsys.readouterr().err


def test_every_map_is_held_against_the_truth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["truth", "--cases", str(DATA / "ownership_sample.jsonl.gz"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "irgo-truth/1" and found["positions"] == 24
    names = [row["name"] for row in found["maps"]]
    assert set(names) > {layer.name for layer in COMPUTED}
    [estimate] = [row for row in found["maps"] if row["name"] == "estimate"]
    assert "by irgo's network" in estimate["how"]
    assert all(phase["r2"] > 0.8 for phase in estimate["phases"] if phase["positions"])


def test_what_was_measured_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["influence.shadow.field", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "irgo-bench/1" and found["machine"]
    [row] = found["results"]
    assert row["name"] in BENCHMARKS and row["unit"] == "us" and row["runs"] == 15
    assert 0 < row["minimum"] <= row["median"]
