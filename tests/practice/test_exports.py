"""Decks for other programs: each form is read again and holds what the cards hold."""

import json
import sqlite3
import warnings
from pathlib import Path
from zipfile import ZipFile

import pytest

from irgo_app.errors import UsageError
from irgo_app.practice.card import CardKind
from irgo_app.practice.deck import Deck
from irgo_app.practice.exports import export
from irgo_app.practice.records import card_of_record
from irgo_app.sgf.parser import load_file
from tests.practice.cards import card


@pytest.fixture
def deck(tmp_path: Path) -> Deck:
    found = Deck(tmp_path / "a.deck")
    found.add((card(number) for number in range(4)), 1.7e9)
    return found


def test_anki_gets_a_board_in_front_and_reasons_behind(deck: Deck, tmp_path: Path) -> None:
    out = tmp_path / "a.apkg"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert export(deck, out, 1.7e9) == 4
    with ZipFile(out) as package:
        package.extract("collection.anki2", tmp_path)
        assert json.loads(package.read("media")) == {}
    notes = sqlite3.connect(tmp_path / "collection.anki2").execute(
        "SELECT guid, flds, tags FROM notes ORDER BY id").fetchall()
    assert [guid for guid, _, _ in notes] == [f"irgo-{card(number).id}" for number in range(4)]
    front, hint, back = notes[0][1].split("\x1f")
    assert "Black to play." in front and front.count("<svg") == 1
    assert "Look on the left" in hint
    assert "B3 catches White&#x27;s stones at B4, B5." in back
    assert back.count("<svg") == 2 and notes[0][2].strip() == "attack"


def test_problems_are_read_again_as_cards(deck: Deck, tmp_path: Path) -> None:
    out = tmp_path / "a.sgf"
    export(deck, out, 1.7e9)
    games = load_file(out).games
    found = card_of_record(games[0])
    assert len(games) == 4 and found is not None and found.kind is CardKind.LINES
    before = card(0)
    assert found.position.cells == before.position.cells
    assert {move.point: move.works for move in found.judged} == {
        29: True, 30: True, 17: True, 12: False}


def test_a_sheet_has_solutions_at_its_end(deck: Deck, tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    export(deck, out, 1.7e9)
    data = out.read_bytes()
    assert data.startswith(b"%PDF") and data.count(b"/Type /Page\n") == 2


def test_an_empty_deck_and_an_unknown_ending_are_said(tmp_path: Path) -> None:
    with Deck(tmp_path / "a.deck") as deck:
        with pytest.raises(UsageError, match="is empty"):
            export(deck, tmp_path / "x.sgf", 0.0)
        with pytest.raises(UsageError, match="should end in"):
            export(deck, tmp_path / "x.txt", 0.0)
