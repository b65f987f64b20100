"""The examples of docs/library.md do what the page says, and public names stay."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import irgo_app

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "library.md"
PUBLIC = {
    "BoardJudgement", "BoardPlace", "CancelFlag", "Game", "GameFacts", "GameNode", "GameStory",
    "GroupFate", "GroupLife", "Happening", "IrgoError", "Judgement", "LayerResult", "MoveWhy",
    "Picture", "PlaceStudy", "Point", "TriedMove", "__version__", "batch_futures",
    "game_of_diagram", "games", "in_background", "layer_names", "merge_games", "new_game",
    "open_game", "open_games", "path_of_text", "read_games", "run_batch",
}
"""Names may be added here; one that is taken away breaks other people's programs."""


def examples_of(page: Path) -> str:
    """Return the Python blocks of a page, one after the other."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"),
                                re.DOTALL | re.MULTILINE))


def test_the_examples_of_the_page_are_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "resources" / "examples", tmp_path / "resources" / "examples")
    monkeypatch.chdir(tmp_path)
    found = doctest.DocTestParser().get_doctest(examples_of(PAGE), {}, PAGE.name, str(PAGE), 0)
    assert len(found.examples) > 20
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(found, out=told.append)
    assert not failed, "".join(told)
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "black_first.svg").read_bytes()


def test_public_names_stay_and_are_there() -> None:
    assert set(irgo_app.__all__) == PUBLIC
    for name in irgo_app.__all__:
        assert getattr(irgo_app, name) is not None
        assert name in PAGE.read_text("utf-8")
    assert set(dir(irgo_app)) == PUBLIC


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"dir\(irgo_app\)"):
        _ = irgo_app.no_such_name  # type: ignore[attr-defined]


def test_importing_irgo_loads_nothing() -> None:
    """The window's start pays for what this import pays for."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys, irgo_app\nprint(*sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {name for name in loaded if name.startswith("irgo_app")} == {
        "irgo_app", "irgo_app.own_program"}
    assert not loaded & {"numpy", "numba", "PySide6", "onnxruntime", "distributed", "pyarrow"}
