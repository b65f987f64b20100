"""The window shows the core's texts in its language: sentences, titles, undo."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.pseudo_language import is_whole, pseudo_language


@pytest.fixture
def pseudo() -> Iterator[None]:
    with pseudo_language():
        yield


def test_what_the_core_says_is_translated_in_the_window(
    pseudo: None, qtbot: QtBot, request: pytest.FixtureRequest
) -> None:
    window = request.getfixturevalue("window")
    models = window.models
    models.selection.ask(40)
    qtbot.waitUntil(lambda: bool(models.inquiry.sentences()))
    assert all(is_whole(text) for text in models.inquiry.sentences())
    models.review.play(next(
        point for point, cell in enumerate(models.review.position.cells) if not cell))
    assert "⟦" in window.actions_by_id["undo"].text()
