"""What irgo computes with is what came with it, to the last bit."""

import json
import runpy
import shutil
from pathlib import Path

import pytest

from irgo_app import resource_files
from irgo_app.errors import ReaderError, ResourceError
from irgo_app.networks.network import Network
from irgo_app.resource_files import computed_with

ROOT = Path(__file__).parents[2]
NAMES = sorted(json.loads((ROOT / "resources" / "digests.json").read_text("utf-8")))


def test_the_table_is_that_of_the_files() -> None:
    """A network or table was made anew? Run: python packaging/digests.py"""
    of_files = runpy.run_path(str(ROOT / "packaging" / "digests.py"))["digests"]()
    table = json.loads((ROOT / "resources" / "digests.json").read_text("utf-8"))
    assert table == of_files, "run python packaging/digests.py"


@pytest.fixture
def own_resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "resources"
    shutil.copytree(ROOT / "resources", folder)
    monkeypatch.setattr(resource_files, "resources_root", lambda: folder)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_one_flipped_bit_is_told(own_resources: Path, name: str) -> None:
    data = bytearray(computed_with(name))
    data[len(data) // 2] ^= 4
    (own_resources / name).write_bytes(data)
    with pytest.raises(ResourceError, match=f"{name} is damaged; install irgo again"):
        computed_with(name)


def test_a_damaged_network_answers_nothing(own_resources: Path) -> None:
    network = own_resources / "reader.onnx"
    data = bytearray(network.read_bytes())
    data[-2000] ^= 1
    network.write_bytes(data)
    with pytest.raises(ReaderError, match="cannot be used; install irgo again"):
        Network()
