"""What Qt's tools find to translate: every title of the tables, and what Qt is to show of irgo."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from irgo_app.gui.commands.actions import ACTIONS, MENUS
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.views.panels import PANELS
from irgo_app.gui.views.timeline.curves import CURVES

ROOT = Path(__file__).parents[2]
LUPDATE = Path(sys.executable).parent / "pyside6-lupdate"
pytestmark = pytest.mark.skipif(
    not LUPDATE.exists() and not shutil.which("pyside6-lupdate"), reason="no pyside6-lupdate")


def test_every_title_of_the_tables_is_found(tmp_path: Path) -> None:
    target = tmp_path / "irgo.ts"
    sources = [str(path) for path in (ROOT / "irgo_app" / "gui").rglob("*.py")]
    program = str(LUPDATE) if LUPDATE.exists() else "pyside6-lupdate"
    subprocess.run([program, *sources, "-ts", str(target)], check=True, capture_output=True,
                   timeout=120)
    found = {context.findtext("name"): {text.text for text in context.iter("source")}
             for context in ElementTree.parse(target).getroot().iter("context")}
    assert {row.title for row in ACTIONS if not row.id.startswith("layer_")} <= found["Actions"]
    assert set(MENUS) <= found["Menus"]
    assert {tool.title for tool in TOOLS} <= found["Tools"]
    assert {str(spec.title) for spec in PANELS} <= found["Panels"]
    assert {row.title for row in CURVES} <= found["Timeline"]
