"""Dialogs about files begin in the folder used last; what is missing is told before it is used."""

import shlex
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from irgo_app.engines.profile import EngineProfile, lacks_network, with_network
from irgo_app.errors import UsageError
from irgo_app.gui.commands import file as file_commands
from irgo_app.gui.models.edit import PLAY, TOOLS
from irgo_app.gui.models.window import FOLDER, Mode
from irgo_app.gui.views.engine import EnginesDialog
from irgo_app.gui.views.file_dialogs import last_folder
from irgo_app.gui.views.making import MakingDialog
from irgo_app.gui.views.window.body import PanelPlace
from irgo_app.report.report_process import Done
from irgo_app.scan import check_pictures
from tests.conftest import GAMES
from tests.gui.conftest import QtBot, Window


def test_each_dialog_begins_where_the_last_file_lay(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, asked = window.models, list[str]()

    def answer(file: Path):  # type: ignore[no-untyped-def]
        def ask(_parent: object, _title: str, where: str, *_more: object) -> tuple[str, str]:
            asked.append(where)
            return str(file), ""
        return ask

    game = tmp_path / "games" / "one.sgf"
    game.parent.mkdir()
    game.write_bytes(GAMES[0].read_bytes())
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer(game))
    window.actions_by_id["open"].trigger()
    qtbot.waitUntil(lambda: models.review.file.path == game)
    assert last_folder(models.layout.texts) == game.parent
    window.actions_by_id["open"].trigger()
    assert asked[-1] == str(game.parent)
    models.layout.reset()
    assert models.layout.texts[FOLDER] == str(game.parent), "a reset of the layout leaves it"
    other = tmp_path / "decks" / "mine.deck"
    other.parent.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer(other))
    window.actions_by_id["write_deck"].trigger()
    assert asked[-1] == str(game.parent / "practice.apkg")
    assert last_folder(models.layout.texts) == other.parent
    other.parent.rmdir() if not any(other.parent.iterdir()) else None
    models.layout.texts[FOLDER] = str(tmp_path / "gone")
    assert last_folder(models.layout.texts) == Path.home()


def test_a_missing_opencv_is_told_before_a_picture_is_looked_for(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("irgo_app.extras.find_spec", lambda name: None)
    with pytest.raises(UsageError, match="opencv"):
        check_pictures()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: pytest.fail("asked"))
    window.actions_by_id["from_picture"].trigger()
    assert "opencv" in window.messages.text
    monkeypatch.setattr("irgo_app.extras.find_spec", lambda name: object())
    check_pictures()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: ("", ""))
    file_commands.from_picture(window.furnishing.context)


def test_katago_without_a_network_is_asked_for_one(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, network = tmp_path / "katago", tmp_path / "net.bin.gz"
    bare = shlex.quote(str(program))
    assert lacks_network(bare) and lacks_network(f"{bare} analysis -config a.cfg")
    assert not lacks_network(f"{bare} gtp -model x.bin.gz") and not lacks_network("gnugo")
    assert shlex.split(with_network(bare, network)) == [
        str(program), "gtp", "-model", str(network)]
    settings = window.models.preferences.settings
    settings.engines = [EngineProfile("KataGo", bare, kind="katago").as_settings()]
    dialog = EnginesDialog(settings, [], window)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: ("", ""))
    dialog.run_test()
    assert "network: choose one" in dialog.said.text() and dialog._testing is None
    dialog.accept()
    assert not dialog.result()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *asked: (str(network), ""))
    dialog.accept()
    assert dialog.result()
    assert shlex.split(str(settings.engines[0]["command"])) == [
        str(program), "gtp", "-model", str(network)]
    (tmp_path / "default_model.bin.gz").touch()
    assert not lacks_network(bare), "KataGo finds that one itself"


@pytest.mark.parametrize("is_opened", [True, False])
def test_who_has_no_viewer_is_told_where_the_file_is(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_opened: bool
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: is_opened)
    dialog = MakingDialog("Print", "Write", tmp_path / "a.pdf", ".pdf", "File")
    qtbot.addWidget(dialog)
    dialog.finish_form()
    with qtbot.waitSignal(dialog.told) as told:
        dialog._finish(Done(None))
    [words] = told.args
    assert str(tmp_path / "a.pdf") in words and ("No program" in words) != is_opened


def test_who_edits_sees_comment_and_tree_and_another_file_disarms_the_tool(
    window: Window, tmp_path: Path
) -> None:
    models = window.models
    models.layout.set_open("tree", is_open=False)
    models.layout.set_mode(Mode.EDIT)
    column = window.body.column
    assert column.place is PanelPlace.GAME
    tree, comment = window.panels["tree"], window.panels["comment"]
    assert tree.isVisible() and comment.isVisible() and comment.height() > tree.height()
    models.hand.take(next(tool for tool in TOOLS if tool.id == "black"))
    models.review.open_path(GAMES[0])
    assert models.hand.tool is PLAY and models.layout.mode is Mode.EDIT
