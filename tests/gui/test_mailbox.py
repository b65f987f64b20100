"""Letters from another thread."""

from __future__ import annotations

from threading import Thread

from pytestqt.qtbot import QtBot

from irgo_app.gui.models.service_bridge import Mailbox


def test_only_the_newest_letter_arrives(qtbot: QtBot) -> None:
    mailbox, seen = Mailbox(), list[object]()
    mailbox.arrived.connect(seen.append)
    writer = Thread(target=lambda: [mailbox.put(number) for number in range(1, 10_001)])
    writer.start()
    writer.join()
    # Qt's thread had no time so far: of ten thousand letters one is left.
    qtbot.waitUntil(lambda: bool(seen), timeout=20_000)
    assert seen == [10_000]
    mailbox.put("next")
    qtbot.waitUntil(lambda: len(seen) == 2, timeout=20_000)
    assert seen[1] == "next"
