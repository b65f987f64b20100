"""What a screen reader is told: names, roles, values, and what is read out as it changes."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views import widgets
from irgo_app.gui.views.focus import stops_in
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.gui.views.timeline import TimelinePanel
from irgo_app.gui.views.window.lead_bar import LeadBar
from irgo_app.sgf.edits import set_comment
from tests.gui.conftest import Window
from tests.gui.corner import group_at, show_corner, study_page

Role, Words = QAccessible.Role, QAccessible.Text
CLICKED = {Role.Button, Role.CheckBox, Role.RadioButton, Role.ButtonMenu, Role.PageTab}
FOCUSED = CLICKED | {
    Role.ComboBox, Role.EditableText, Role.Graphic, Role.List, Role.PageTabList, Role.Slider,
    Role.SpinBox, Role.Table, Role.Tree}


@pytest.fixture(autouse=True)
def listening() -> Iterator[None]:
    """Be a screen reader."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that are read out."""
    found: list[str] = []

    def listen(event: QAccessibleEvent) -> None:
        if event.type() == QAccessible.Event.Announcement:
            found.append(event.message())

    monkeypatch.setattr(widgets.QAccessible, "updateAccessibility", listen)
    return found


def interface(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def value(widget: QWidget) -> str:
    return str(interface(widget).text(Words.Value))


def below(found: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield all of the accessible tree that is shown, from a place on down."""
    yield found
    for index in range(found.childCount()):
        child = found.child(index)
        if child is not None and not child.state().invisible:
            yield from below(child)


@pytest.mark.parametrize("mode", list(Mode))
def test_whatever_is_clicked_or_has_the_focus_has_a_name_and_a_fitting_role(
    window: Window, qtbot: QtBot, mode: Mode
) -> None:
    window.resize(1600, 1000)
    window.models.layout.set_mode(mode)
    for name in window.panels:
        if name != "twins":
            window.show_panel(name)
    pages = [("study",), ("info", "tree", "losses", "find", "repairs", "comment"), ("explain",),
             ("engine",)]
    for names in pages:
        for name in names:
            window.show_panel(name)
        for part in (window.header, window.body, window.status):
            for widget in stops_in(part):
                found = interface(widget)
                # The name of a box of choices is its choice, so what it is for is told beside it.
                told = found.text(Words.Name if not isinstance(widget, QComboBox)
                                  else Words.Description)
                assert told.strip(), (widget, widget.parentWidget())
                assert found.role() in FOCUSED, (widget, found.role())
        for found in below(interface(window)):
            if found.role() in CLICKED:
                assert found.text(Words.Name).strip(), found.object()


def test_the_board_tells_its_cursor_and_the_last_move(window: Window, said: list[str]) -> None:
    review, board = window.models.review, window.board
    board.hide_cursor()
    review.go_to(review.game.main_line()[1])
    assert interface(board).role() == Role.Graphic
    assert value(board) == window.header.place.text()
    assert "1" in value(board)
    move = review.node.move
    assert move is not None
    while board.cursor_point != move[1]:
        row, column = divmod(move[1], 19)
        now = divmod(board.cursor_point, 19) if board.cursor_point >= 0 else (row, column)
        board.move_cursor((column > now[1]) - (column < now[1]), (row > now[0]) - (row < now[0]))
    assert "Black" in value(board)
    assert "last move" in value(board)
    assert said[-1] == value(board)
    before = value(board)
    review.go_to(review.game.root)
    assert value(board) != before
    assert "empty" in value(board)


def test_the_board_tells_what_the_map_says_there(window: Window, qtbot: QtBot) -> None:
    shown, board = window.models.shown, window.board
    board.move_cursor(0, 0)
    layer = shown.layers[0]
    shown.change(layer, is_on=True)
    qtbot.waitUntil(lambda: shown.result_for(layer) is not None)
    number = value(board).rsplit(" ", 1)[-1]
    assert float(number.replace("−", "-")) is not None
    shown.change(layer, is_on=False)
    assert number not in value(board)


def test_layers_tell_whether_they_are_on(window: Window) -> None:
    panel = window.panels["layers"]
    assert isinstance(panel, LayersPanel)
    for card, miniature in zip(panel.rows, panel.miniatures, strict=True):
        assert interface(miniature).role() == Role.CheckBox
        assert bool(interface(miniature).state().checked) is card.shown.is_on
    card, miniature = panel.rows[1], panel.miniatures[1]
    before = bool(interface(miniature).state().checked)
    window.models.shown.change(card.shown, is_on=not before)
    assert bool(interface(miniature).state().checked) is not before


@pytest.mark.long_game
def test_timeline_tree_players_and_lead_follow_the_position(
    window: Window, qtbot: QtBot
) -> None:
    review = window.models.review
    timeline, lead = window.panels["timeline"], window.findChild(LeadBar)
    assert isinstance(timeline, TimelinePanel)
    tree = window.panels["tree"]
    black = next(iter(window.header.players.values()))
    for widget, role in ((timeline.plot, Role.Slider), (tree, Role.Tree),
                         (lead, Role.StaticText), (black, Role.StaticText)):
        assert interface(widget).role() == role
        assert interface(widget).text(Words.Name)
    line = review.game.main_line()
    told = []
    for number in (10, 60):
        review.go_to(line[number])
        qtbot.waitUntil(lambda: bool(value(lead)))
        told.append([value(timeline.plot), value(tree), value(lead)])
        assert f"Move {number}" in value(timeline.plot)
        assert f"Move {number}" in value(tree)
    assert all(one != other for one, other in zip(*told, strict=True))
    assert "comment" not in value(tree)
    review.apply(set_comment(review.node, "a comment"))
    assert "comment" in value(tree)


def test_the_tree_tells_which_variation_it_is(window: Window) -> None:
    review = window.models.review
    review.new_game(9, 9, {})
    for name in ("C3", "D4"):
        review.go_to(review.game.root)
        review.play(point_of_vertex(name, 9, 9))
    assert "variation 2 of 2" in value(window.panels["tree"])
    review.go_to(review.game.root)
    assert "2 variations" in value(window.panels["tree"])


def test_a_move_a_message_and_a_verdict_are_read_out(
    window: Window, qtbot: QtBot, said: list[str]
) -> None:
    models = window.models
    models.review.go_to(models.review.game.main_line()[5])
    assert said[-1] == window.header.place.text()
    models.notices.tell("Something happened.")
    assert said[-1] == "Something happened."
    show_corner(models, qtbot)
    said.clear()
    models.life.ask_groups()
    qtbot.waitUntil(lambda: not models.life.is_working)
    group = group_at(models, "A8")
    name = models.cards.card(group).title
    assert any(name in sentence for sentence in said), said


def test_cards_and_twin_boards_tell_what_they_show(window: Window, qtbot: QtBot) -> None:
    models = window.models
    show_corner(models, qtbot)
    page = study_page(window)
    cards = interface(page.list)
    assert cards.role() == Role.List
    texts = [cards.child(index).text(Words.Name) for index in range(cards.childCount())]
    assert len(texts) == len(page.list.rows.cards)
    for card, text in zip(page.list.rows.cards, texts, strict=True):
        assert text.startswith(f"{card.title}, {card.status}")
    models.selection.show(group_at(models, "A8"))
    qtbot.waitUntil(lambda: models.twins.study is not None)
    twins = window.panels["twins"]
    assert isinstance(twins, TwinBoards)
    twins.refresh()
    for side in twins.sides:
        assert interface(side.board).role() == Role.Graphic
        assert side.title.text() in value(side.board)
    before = value(twins.sides[0].board)
    models.twins.go(0, 0)
    twins.refresh()
    assert value(twins.sides[0].board) != before


def test_lines_to_type_in_are_named_by_what_belongs_there(window: Window) -> None:
    window.show_panel("info")
    names = [interface(line).text(Words.Name)
             for line in window.panels["info"].findChildren(QLineEdit)]
    assert "Komi" in names
    assert len(set(names)) == len(names)
