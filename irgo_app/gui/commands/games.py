"""What the Games menu does, and opening a link: games come in, open, and are searched."""

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt

from irgo_app.games.door import box_between
from irgo_app.games.index import GamesIndex
from irgo_app.games.links import fetch_record
from irgo_app.games.positions import pattern_of
from irgo_app.go.point import PASS, Point
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import may_leave
from irgo_app.gui.views.games import GamesWindow, LinkDialog
from irgo_app.gui.views.widgets import passing
from irgo_app.practice.card import Card
from irgo_app.sgf.parser import GameFile, read_games
from irgo_app.sgf.tree_builder import Watch
from irgo_app.words import counted, translated


def open_link(context: Context, text: str = "") -> None:
    """Ask for the address of a game, fetch it, and open it."""
    with passing(LinkDialog(text, context.window)) as dialog:
        link = dialog.link if dialog.exec() else None
    if link is None:
        return

    def show(found: GameFile) -> None:
        if may_leave(context):
            context.models.review.open_games(found, None, is_kept=False)

    def read(watch: Watch) -> GameFile:
        def is_stopped() -> bool:
            watch(0, 1)  # Raises where the reading was stopped.
            return False

        return read_games(fetch_record(link, is_stopped), link.host, watch=watch)

    context.models.opening.read(link.host, read, show)


def show_games(context: Context) -> None:
    """Show the table of games, in front if it is there already."""
    shown = context.window.findChild(GamesWindow)
    if shown is None:
        shown = GamesWindow(context.models.games, lambda cards: _add_cards(context, cards),
                            context.window)
        shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown.opened.connect(lambda game, move: open_game(context, game, move))
        context.models.games.open()
    shown.show()
    shown.raise_()
    shown.activateWindow()


def open_game(context: Context, game: int, move: int) -> None:
    """Open a game of the index on the board before a move; 0 for where it begins."""
    models = context.models
    with models.notices.telling():
        with GamesIndex() as index:
            source, place = index.place_of(game)
        if not may_leave(context):
            return

        def show(found: GameFile) -> None:
            review = models.review
            review.open_games(found, None if source.member else source.path)
            with models.notices.telling():
                if place:
                    review.show_file(review.file, place)
                if move:
                    review.go_to(review.game.node_of_move_number(move - 1))

        models.opening.read(
            source.name, lambda watch: read_games(source.read(), source.name, watch=watch), show)


def find_in_games(context: Context) -> None:
    """Show the games that had the box that was drawn last, or without one the whole board."""
    models = context.models
    with models.notices.telling():
        pattern = pattern_of(models.review.position, _box(context))
        count = models.games.find(pattern)
        models.notices.tell(counted("One of your games had this position.",
                                    "{count} of your games had this position.", count))
        if count:
            show_games(context)


def _box(context: Context) -> Sequence[Point]:
    position, corners = context.models.review.position, context.models.selection.box
    if corners is None or PASS in corners:
        return range(len(position.cells))
    return box_between(*corners, position.columns)


def _add_cards(context: Context, cards: list[Card]) -> None:
    practice = context.models.practice
    with context.models.notices.telling():
        added = practice.deck.add(cards, time.time())
        context.models.notices.tell(counted(
            "One card is new in your deck.", "{count} cards are new in your deck.", added.new))
        practice.look_for_more()


def toggle_reading(context: Context) -> None:
    """Read all games, or stop."""
    games = context.models.games
    if games.is_reading:
        games.stop()
    else:
        games.load()
        games.read_all()
        context.models.notices.tell(translated("irgo reads your games, the newest first."))
