"""KataGo's network in the window: fetched, stopped, chosen, dropped, removed, offered once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from irgo_app.gui.commands.file import open_dropped, save_settings
from irgo_app.gui.models import networks as models_of_networks
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.networks import NetworkDesk
from irgo_app.gui.models.window import NETWORK_OFFER
from irgo_app.gui.views.network import NetworkBox, NetworkOffer
from irgo_app.gui.views.window.preferences import PreferencesDialog
from irgo_app.networks.getting import Fetched, GetTask, Got
from irgo_app.networks.in_use import VARIABLE, network_file, settings_changed
from irgo_app.networks.known import (BEST, OWN, SETTING, KnownNetwork, NetworkOrigin, add_file,
                                     network_in_use, networks_folder)
from irgo_app.networks.published import RECOMMENDED
from irgo_app.report.report_process import Done, Failed
from irgo_app.settings import Settings, load_settings
from irgo_app.words import message
from tests.gui.conftest import Window
from tests.gui.stand_in_process import Process, processes
from tests.networks.conftest import home
from tests.networks.test_known import network

__all__ = ["home", "processes"]
MEGABYTE = 1_000_000


@pytest.fixture(autouse=True)
def without_others(home: Path) -> Iterator[None]:
    """No network of another program is known."""
    settings_changed()
    yield
    settings_changed()


@pytest.fixture
def desk(models: Models, tmp_path: Path) -> NetworkDesk:
    """With settings that lie in a file, as a user's do."""
    models.preferences.settings.path = tmp_path / "config" / "settings.toml"
    return models.networks


@pytest.fixture
def box(desk: NetworkDesk, models: Models, qtbot: QtBot) -> Iterator[NetworkBox]:
    """The page of preferences, shown."""
    dialog = PreferencesDialog(models.preferences.settings, [], models.preferences.changed.emit,
                               networks=desk)
    qtbot.addWidget(dialog)
    dialog.show()
    [found] = dialog.findChildren(NetworkBox)
    dialog.list.setCurrentRow(next(
        row for row in range(dialog.list.count()) if dialog.list.item(row).text() == "Reading"))
    yield found


def kept() -> KnownNetwork:
    """The recommended network in irgo's folder, as a fetch leaves it."""
    given = network(networks_folder().parent / f"{RECOMMENDED.file}", RECOMMENDED.name)
    return add_file(given)


def tell(desk: NetworkDesk, process: Process, *news: object) -> None:
    process.waiting += news
    desk._making._look()


def choices(box: NetworkBox) -> list[str]:
    return [box.list.itemData(index) for index in range(box.list.count())]


def test_one_click_fetches_and_uses_the_network(
    box: NetworkBox, desk: NetworkDesk, models: Models, processes: list[Process],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    models.notices.told.connect(told.append)
    assert box.words.text() == "Read like a professional: KataGo's network, 38 MB"
    # Where it goes is said before it goes.
    for word in ("github.com", "pypi.org", "MIT licence", str(networks_folder())):
        assert word in box.where.text()
    assert not box.row.stop.isVisible()
    monkeypatch.delenv(VARIABLE)
    assert network_file() == ""
    box.row.fetch.click()
    [process] = processes
    assert process.task == GetTask() and not box.row.fetch.isVisible()
    assert box.row.stop.isVisible() and not box.file.isVisible() and not box.row.bar.isVisible()
    # Progress is shown once it lasts.
    monkeypatch.setattr(models_of_networks, "PATIENCE_MS", 0)
    tell(desk, process, Fetched(12 * MEGABYTE, 38 * MEGABYTE))
    assert box.row.bar.isVisible()
    assert (box.row.bar.value(), box.row.bar.maximum(), box.row.bar.text()) == (
        12, 38, "12 of 38 MB")
    tell(desk, process, Got(kept()), Done(None))
    assert network_in_use(models.preferences.settings) == networks_folder() / RECOMMENDED.file
    assert network_file() == str(networks_folder() / RECOMMENDED.file)
    assert load_settings(models.preferences.settings.path)[SETTING] == BEST
    assert told == ["irgo reads with KataGo's network b10c384h6nbttflrs from now on."]
    assert not box.row.fetch.isVisible() and not box.row.bar.isVisible()
    assert choices(box) == [BEST, OWN, RECOMMENDED.file] and box.remove.isVisible()
    assert "b10c384h6nbttflrs" in box.words.text()


def test_a_fetch_is_stopped_and_tried_again(
    box: NetworkBox, desk: NetworkDesk, processes: list[Process]
) -> None:
    box.row.fetch.click()
    desk.fetch()
    box.row.stop.click()
    assert len(processes) == 1 and processes[0].is_stopped
    tell(desk, processes[0])
    assert box.row.fetch.isVisible() and not box.row.stop.isVisible()
    box.row.fetch.click()
    tell(desk, processes[1], Failed(message("No way there; try later.")))
    assert box.reason.text() == "No way there; try later." and box.row.fetch.isVisible()
    box.row.fetch.click()
    assert not box.reason.isVisible()
    desk.close()
    assert processes[2].is_closed and not desk.is_working


def test_a_closing_window_ends_the_fetch(window: Window, processes: list[Process]) -> None:
    window.models.networks.fetch()
    window.closing.emit()
    assert processes[0].is_closed


def test_networks_are_chosen_from_a_list_and_removed(
    box: NetworkBox, desk: NetworkDesk, models: Models, home: Path
) -> None:
    found = network(home / ".katago" / "other.bin.gz")
    copied = add_file(network(home / "given.bin.gz"))
    desk.changed.emit()
    assert choices(box) == [BEST, OWN, "given.bin.gz", str(found)]
    box.list.setCurrentIndex(3)
    settings = models.preferences.settings
    assert network_in_use(settings) == found and not box.remove.isVisible()
    box.list.setCurrentIndex(2)
    assert network_in_use(settings) == copied.path
    box.remove.click()
    assert choices(box) == [BEST, OWN, str(found)] and box.list.currentData() == BEST
    assert network_in_use(settings) is None


def test_a_choice_that_is_gone_stays_in_the_list(models: Models, qtbot: QtBot) -> None:
    models.preferences.settings.set(SETTING, "gone.bin.gz")
    dialog = PreferencesDialog(models.preferences.settings, [], lambda: None,
                               networks=models.networks)
    qtbot.addWidget(dialog)
    [box] = dialog.findChildren(NetworkBox)
    assert box.list.currentData() == "gone.bin.gz"


def test_a_file_is_chosen(
    box: NetworkBox, desk: NetworkDesk, processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    box.file.click()
    assert processes == []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/a/net.bin.gz", ""))
    box.file.click()
    assert processes[0].task == GetTask("/a/net.bin.gz")


def test_a_dropped_network_is_offered_to_be_used(
    window: Window, processes: list[Process], home: Path
) -> None:
    before = window.models.review.game
    path = network(home / "downloads" / "net.bin.gz")
    window.board.file_dropped.emit(str(path))
    assert "tiny-test-network" in window.messages.text
    use_it, not_now = window.messages.answers
    not_now.click()
    assert processes == [] and not window.messages.answers
    window.board.file_dropped.emit(str(path))
    use_it = window.messages.answers[0]
    use_it.click()
    assert processes[0].task == GetTask(str(path))
    (home / "bad.bin.gz").write_bytes(b"no network")
    open_dropped(window.furnishing.context, str(home / "bad.bin.gz"))
    assert "bad.bin.gz is not one of KataGo's networks" in window.messages.text
    assert window.models.review.game is before


def test_the_offer_is_made_once(desk: NetworkDesk, models: Models, qtbot: QtBot) -> None:
    offer = NetworkOffer(desk)
    qtbot.addWidget(offer)
    assert desk.is_offered and NETWORK_OFFER not in models.layout.texts
    offer.show()
    assert "Read like a professional" in offer.words.text() and offer.isVisible()
    assert offer.source.text() == "From github.com, under the MIT licence."
    # It has been seen: it stays for this time, and comes no more.
    offer.refresh()
    assert offer.isVisible()
    models.layout.reset()
    again = NetworkDesk(models.notices, models.preferences, models.layout)
    assert not again.is_offered


def test_an_offer_that_is_declined_goes(desk: NetworkDesk, models: Models, qtbot: QtBot) -> None:
    offer = NetworkOffer(desk)
    qtbot.addWidget(offer)
    offer.show()
    offer.not_now.click()
    assert not offer.isVisible() and not desk.is_offered
    assert models.layout.texts[NETWORK_OFFER]


def test_an_offer_that_is_taken_goes_when_the_network_is_there(
    desk: NetworkDesk, qtbot: QtBot, processes: list[Process]
) -> None:
    offer = NetworkOffer(desk)
    qtbot.addWidget(offer)
    offer.show()
    offer.row.fetch.click()
    assert not offer.not_now.isVisible()
    tell(desk, processes[0], Failed(message("No way there; try later.")))
    assert "No way there" in offer.words.text() and offer.not_now.isVisible()
    offer.row.fetch.click()
    tell(desk, processes[1], Got(kept()), Done(None))
    assert not offer.isVisible()


def test_nothing_is_offered_to_who_has_one_or_chose(
    models: Models, tmp_path: Path, home: Path
) -> None:
    def is_offered(settings: Settings) -> bool:
        models.preferences.settings = settings
        return NetworkDesk(models.notices, models.preferences, models.layout).is_offered

    # Without a file nothing can be remembered.
    assert not is_offered(Settings())
    settings = Settings(tmp_path / "settings.toml")
    assert is_offered(settings)
    settings.set(SETTING, OWN)
    assert not is_offered(settings)
    settings.set(SETTING, BEST)
    found = network(home / ".katrain" / RECOMMENDED.file, RECOMMENDED.name)
    assert network_in_use(settings) == found and not is_offered(settings)


def test_that_a_chosen_network_is_gone_is_told_at_the_start(window: Window) -> None:
    window.furnishing.begin(None)
    assert "no longer there" not in window.messages.text
    window.models.preferences.settings.set(SETTING, "gone.bin.gz")
    window.furnishing.begin(None)
    assert "The network gone.bin.gz is no longer there" in window.messages.text


def test_preferences_follow_the_change_of_a_network(window: Window, home: Path) -> None:
    changes: list[str] = []
    desk = window.models.networks
    desk.changed.connect(lambda: changes.append(desk.used.origin.value))
    settings = window.models.preferences.settings
    copied = add_file(network(home / "given.bin.gz"))
    settings.set(SETTING, OWN)
    save_settings(window.furnishing.context)
    save_settings(window.furnishing.context)
    assert changes == [NetworkOrigin.OWN.value]
    settings.set(SETTING, copied.path.name if copied.path else "")
    save_settings(window.furnishing.context)
    assert changes == [NetworkOrigin.OWN.value, NetworkOrigin.COPIED.value]
