"""The networks that irgo can read with, and the one that is being fetched."""

import os
from pathlib import Path
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from irgo_app.errors import NetworkError
from irgo_app.gui.models.service_bridge import Making
from irgo_app.gui.models.window import (MEASURE_VARIABLE, NETWORK_OFFER, Notices, Preferences,
                                        WindowLayout)
from irgo_app.networks.getting import (Fetched, GetTask, Got, got_in_process, host_of, use_got,
                                       where_it_goes)
from irgo_app.networks.in_use import settings_changed
from irgo_app.networks.known import (BEST, SETTING, KnownNetwork, choice_of, in_use, known_networks,
                                     remove, why_not_used)
from irgo_app.report.report_process import Failed
from irgo_app.words import Message, message

PATIENCE_MS: Final = 500


class NetworkDesk(QObject):
    """Knows the networks on this machine, and gets one in a process of its own.

    task -- what `fetch` gets
    done, total -- bytes of what is being got; total is 0 where nobody knows
    reason -- why nothing was got, None if nothing went wrong

    changed -- another network is in use, or there are others
    moved -- getting one begins, is further, has ended
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, notices: Notices, preferences: Preferences, layout: WindowLayout) -> None:
        super().__init__()
        self._notices, self._preferences, self._layout = notices, preferences, layout
        self.task = GetTask()
        self.done = self.total = 0
        self.reason: Message | None = None
        self._choice = preferences[SETTING]
        self._is_offered: bool | None = None
        self._clock = QElapsedTimer()
        self._making = Making(self)
        self._making.told.connect(self._on_told)
        preferences.changed.connect(self._on_preferences)

    @property
    def is_working(self) -> bool:
        return self._making.is_at_work

    @property
    def lasts(self) -> bool:
        """Return whether something is being got, and has been for half a second."""
        return self.is_working and self._clock.elapsed() >= PATIENCE_MS

    @property
    def used(self) -> KnownNetwork:
        """Return the network that irgo reads with."""
        return in_use(self._preferences.settings)

    def known(self) -> list[KnownNetwork]:
        """Return all networks on this machine, irgo's own first; other programs are looked at."""
        return known_networks(self._preferences.settings)

    @property
    def host(self) -> str:
        """Return the computer on the internet that `fetch` asks first."""
        return host_of(self.task.published.address)

    @property
    def where_it_goes(self) -> Message | None:
        """Return the sentence that says what `fetch` gets from where, None without a home."""
        try:
            return where_it_goes(self.task)
        except NetworkError:
            return None

    def fetch(self) -> None:
        """Fetch the recommended network from the internet, then read with it."""
        self._begin(self.task)

    def take_file(self, path: Path) -> None:
        """Copy a network's file into irgo's folder, then read with it."""
        self._begin(GetTask(str(path)))

    def stop(self) -> None:
        """Call off what is being got; what has come is kept for the next time."""
        self._making.stop()

    def close(self) -> None:
        """End the process at once."""
        self._making.close()

    def remove(self, network: KnownNetwork) -> None:
        """Remove a network that irgo fetched or copied."""
        with self._notices.telling():
            remove(self._preferences.settings, choice_of(network))
            self._notices.tell(message("Removed {name}.", name=network.name))
            self._tell_change()

    @property
    def is_offered(self) -> bool:
        """Return whether the recommended network is to be offered, which is done once.

        Only where the offer can be remembered, nothing was chosen, and there is no network yet.
        """
        if self._is_offered is None:
            settings = self._preferences.settings
            self._is_offered = settings.path is not None \
                and NETWORK_OFFER not in self._layout.texts \
                and MEASURE_VARIABLE not in os.environ and self.where_it_goes is not None \
                and settings[SETTING] == BEST and self.used.path is None
        return self._is_offered

    def note_offer(self) -> None:
        """Remember that the network was offered: at the next start it is not."""
        self._layout.texts[NETWORK_OFFER] = "shown"

    def decline(self) -> None:
        """Take the offer away for good."""
        self.note_offer()
        self._is_offered = False
        self.changed.emit()

    def tell_what_is_missing(self) -> None:
        """Tell that the network which was chosen is not there any more, if it is not."""
        why = why_not_used(self._preferences.settings)
        if why is not None:
            self._notices.tell(why)

    def _begin(self, task: GetTask) -> None:
        if self.is_working:
            return
        self.done = self.total = 0
        self.reason = None
        self._clock.start()
        self._making.begin(task, got_in_process)
        self.moved.emit()

    def _on_told(self, news: object) -> None:
        if isinstance(news, Fetched):
            self.done, self.total = news.done, news.total
        elif isinstance(news, Got):
            self._take(news.network)
        elif isinstance(news, Failed):
            self.reason = news.reason
            if news.reason is not None:
                self._notices.tell(news.reason)
        self.moved.emit()

    def _take(self, network: KnownNetwork) -> None:
        """Read with what was got."""
        with self._notices.telling():
            use_got(self._preferences.settings, network)
            self._notices.tell(message("irgo reads with KataGo's network {name} from now on.",
                                       name=network.name))
            self._is_offered = False
            self._tell_change()

    def _tell_change(self) -> None:
        """Let another network take effect."""
        self._take_effect()
        self._preferences.changed.emit()

    def _on_preferences(self) -> None:
        if self._choice != self._preferences[SETTING]:
            self._take_effect()

    def _take_effect(self) -> None:
        """Write the choice down, from where whoever reads next takes it."""
        self._choice = self._preferences[SETTING]
        with self._notices.telling():
            self._preferences.settings.save()
        settings_changed()
        self.changed.emit()
