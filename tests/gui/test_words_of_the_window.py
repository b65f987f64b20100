"""The titles of the window's tables are among the texts that catalogues translate."""

import re
import sys
from pathlib import Path

from irgo_app.gui.commands.actions import ACTIONS, MENUS
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.models.tour import STEPS
from irgo_app.gui.views.panels import PANELS
from irgo_app.gui.views.timeline_plot import CURVES

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

from words import Text, texts  # noqa: E402


def test_every_title_of_the_tables_is_found() -> None:
    found = {text.text for text in texts() if not text.context}
    titles = [row.title for row in (*ACTIONS, *PANELS, *CURVES, *STEPS)]
    titles += [*MENUS, *(step.text for step in STEPS), *(row.help for row in CURVES)]
    titles += [tool.title for tool in TOOLS if tool.id != "play"]
    assert set(titles) <= found
    assert Text("Play", context="Tools") in texts(), "to play is another word than the mode"


def test_the_window_has_one_way_to_translate() -> None:
    for path in (ROOT / "irgo_app" / "gui").rglob("*.py"):
        assert not re.search(r"\bself\.tr\(|QT_TRANSLATE|QCoreApplication\.translate",
                             path.read_text("utf-8")), path
