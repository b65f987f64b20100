"""KataGo's network in the window: the button that fetches it, the offer, the choice in Preferences.
"""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (QComboBox, QFileDialog, QFrame, QHBoxLayout, QProgressBar,
                               QPushButton, QVBoxLayout, QWidget)

from irgo_app.gui.models.networks import PATIENCE_MS, NetworkDesk
from irgo_app.gui.views.style import SPACE
from irgo_app.gui.views.widgets import Choice, laid_out, paragraph, plain_tip, say
from irgo_app.networks.known import BEST, ORIGIN_WORDS, OWN, SETTING, KnownNetwork, choice_of
from irgo_app.settings import Settings
from irgo_app.words import filled, noted, translated, visible

_MEGABYTE = 1_000_000
_FILES = noted("KataGo's networks (*.bin.gz *.txt.gz);;All files (*)")
_LONGEST_NAME = 40


def offer_words(desk: NetworkDesk) -> str:
    """Return what is offered, in one line."""
    return filled(translated("Read like a professional: KataGo's network, {size} MB"),
                  size=desk.task.published.megabytes)


def network_choices(networks: Iterable[KnownNetwork]) -> list[Choice]:
    """Return what the setting may be, with titles."""
    return [(BEST, translated("the best one there is")),
            *((OWN, translated("irgo's own")) if network.path is None else
              (choice_of(network), _title(network)) for network in networks)]


class FetchRow(QWidget):
    """A button that fetches the network; while something is got, how far it is and Stop.

    others -- buttons beside it, which give way meanwhile
    """

    def __init__(self, desk: NetworkDesk, *others: QPushButton) -> None:
        super().__init__()
        self._desk, self._others = desk, others
        self.fetch = QPushButton(
            translated("Fetch it"), autoDefault=False,
            toolTip=plain_tip(str(desk.where_it_goes or "")), clicked=desk.fetch)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(translated("Progress of the fetch"))
        self.stop = QPushButton(translated("Stop"), autoDefault=False, clicked=desk.stop)
        laid_out(QHBoxLayout(self), self.fetch, *others, (self.bar, 1), self.stop, 0, margins=0,
                 spacing=SPACE)
        self._soon = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._soon.timeout.connect(self.refresh)
        desk.moved.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        desk = self._desk
        for button in (self.fetch, *self._others):
            button.setVisible(not desk.is_working)
        self.stop.setVisible(desk.is_working)
        self.bar.setVisible(desk.lasts)
        if not desk.is_working:
            self._soon.stop()
        elif not desk.lasts and not self._soon.isActive():
            self._soon.start()
        total = desk.total // _MEGABYTE
        self.bar.setRange(0, total)
        self.bar.setValue(desk.done // _MEGABYTE)
        self.bar.setFormat(translated("%v of %m MB") if total else "")


class NetworkOffer(QFrame):
    """Offers the network once, on the page of the game; afterwards it is in Preferences."""

    def __init__(self, desk: NetworkDesk) -> None:
        super().__init__()
        self.setObjectName("card")
        self._desk = desk
        self.words = paragraph()
        self.not_now = QPushButton(translated("Not now"), autoDefault=False, clicked=desk.decline)
        self.row = FetchRow(desk, self.not_now)
        published = desk.task.published
        self.source = paragraph(filled(
            translated("From {host}, under the {licence} licence."), host=desk.host,
            licence=published.licence), "small")
        laid_out(QVBoxLayout(self), self.words, self.source, self.row, margins=SPACE,
                 spacing=SPACE // 2)
        desk.changed.connect(self.refresh)
        desk.moved.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        self.words.setText(f"{offer_words(self._desk)}\n{self._desk.reason or ''}".strip())
        if not self._desk.is_offered:
            self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Remember that it was seen."""
        super().showEvent(event)
        self._desk.note_offer()


class NetworkBox(QWidget):
    """Fetches a network, takes one of a file, removes one; fills the list of those known.

    list -- the editor of the setting
    """

    def __init__(self, desk: NetworkDesk, editor: QComboBox, settings: Settings) -> None:
        super().__init__()
        self._desk, self._settings, self.list = desk, settings, editor
        self.words = paragraph()
        self.where = paragraph(str(desk.where_it_goes or ""), "fine")
        self.file = QPushButton(translated("A file …"), autoDefault=False, clicked=self._ask_file)
        self.remove = QPushButton(translated("Remove"), autoDefault=False, clicked=self._remove)
        self.row = FetchRow(desk, self.file, self.remove)
        self.reason = paragraph()
        laid_out(QVBoxLayout(self), self.words, self.where, self.row, self.reason, margins=0,
                 spacing=SPACE // 2)
        desk.changed.connect(self._fill)
        desk.moved.connect(self.refresh)
        editor.currentIndexChanged.connect(self.refresh)
        self._known: list[KnownNetwork] = []
        self._fill()

    def refresh(self) -> None:
        self.row.refresh()
        has_it = any(network.name == self._desk.task.published.name for network in self._known)
        self.row.fetch.setVisible(not has_it and not self._desk.is_working)
        self.where.setVisible(not has_it)
        self.words.setText(self._used_words() if has_it else offer_words(self._desk))
        self.remove.setVisible(self._removable is not None and not self._desk.is_working)
        say(self.reason, self._desk.reason or "")

    def _fill(self) -> None:
        """Put the networks that are known now into the list."""
        self._known = self._desk.known()
        chosen = str(self._settings[SETTING])
        choices = dict(network_choices(self._known))
        choices.setdefault(chosen, visible(chosen, _LONGEST_NAME))
        with QSignalBlocker(self.list):
            self.list.clear()
            for choice, title in choices.items():
                self.list.addItem(title, choice)
            self.list.setCurrentIndex(self.list.findData(chosen))
        self.refresh()

    def _used_words(self) -> str:
        used = self._desk.used
        return filled(translated("irgo reads with KataGo's network {name}."), name=used.name) \
            if used.path is not None else translated("irgo reads with its own network.")

    @property
    def _removable(self) -> KnownNetwork | None:
        """Return the network in use if irgo may remove it."""
        used = self._desk.used
        return used if used.is_removable else None

    def _ask_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, translated("A network of KataGo's"), "", translated(_FILES))
        if name:
            self._desk.take_file(Path(name))

    def _remove(self) -> None:
        network = self._removable
        if network is not None:
            self._desk.remove(network)


def _title(network: KnownNetwork) -> str:
    return filled(translated("{name} ({size:.0f} MB, {origin})"),
                  name=visible(network.name, _LONGEST_NAME), size=network.size / _MEGABYTE,
                  origin=translated(ORIGIN_WORDS[network.origin]))
