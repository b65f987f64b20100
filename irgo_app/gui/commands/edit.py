"""What the Edit menu does: clipboard, branches, whole records, finding."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from irgo_app.draw.drawables import Letter
from irgo_app.draw.text_painter import TEXT_STYLES, text_of
from irgo_app.games.links import looks_like_link
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import may_leave, open_image
from irgo_app.gui.commands.games import open_link
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.board_picture import render_diagram
from irgo_app.sgf.edits import branch_as_text, delete_branch, paste_game, set_side_to_move
from irgo_app.sgf.game_info import game_rules, handicap_edit, handicap_node
from irgo_app.sgf.merging import merge_title, merged
from irgo_app.sgf.parser import GameFile, read_games
from irgo_app.sgf.whole_record import Turning, position_as_game, turned
from irgo_app.sgf.writer import write_games
from irgo_app.words import noted, translated

_PICTURE_SIDE: Final = 1000


def copy_sgf(context: Context) -> None:
    text = write_games([context.models.review.game]).decode("utf-8")
    QApplication.clipboard().setText(text)
    context.models.notices.tell(translated("The game was copied as SGF."))


def paste_sgf(context: Context) -> None:
    """Open the game on the clipboard, or of the address, or the position on the picture there."""
    clipboard = QApplication.clipboard()
    if clipboard.mimeData().hasImage() and not clipboard.text():
        open_image(context, clipboard.image())
        return

    if looks_like_link(clipboard.text()):
        open_link(context, clipboard.text().strip())
        return

    def show(found: GameFile) -> None:
        if may_leave(context):
            context.models.review.open_games(found, None, is_kept=False)

    _read_clipboard(context, show)


def copy_branch(context: Context) -> None:
    """Put the current node and all below it on the clipboard."""
    QApplication.clipboard().setText(branch_as_text(context.models.review.node))
    context.models.notices.tell(translated("The branch was copied."))


def cut_branch(context: Context) -> None:
    """Put the current node and all below it on the clipboard and take it out of the record."""
    review = context.models.review
    node = review.node
    if node.parent is None:
        context.models.notices.tell(translated("The root of a game cannot be cut."))
        return
    QApplication.clipboard().setText(branch_as_text(node))
    review.apply(replace(delete_branch(node), title=noted("cut branch")))


def paste_branch(context: Context) -> None:
    """Hang the branch on the clipboard below the current node."""
    def hang(games: GameFile) -> None:
        review, found = context.models.review, games.games[0]
        if (found.columns, found.rows) != (review.game.columns, review.game.rows):
            context.models.notices.tell(translated("The branch is of a board of another size."))
            return
        review.apply(paste_game(review.node, found))

    _read_clipboard(context, hang)


def copy_text(context: Context) -> None:
    """Put the board on the clipboard as a text diagram."""
    QApplication.clipboard().setText(text_of(context.models.scene.diagram()))
    context.models.notices.tell(translated("The board was copied as text."))


def copy_diagram(context: Context, style: str) -> None:
    """Put the board on the clipboard as a text diagram for another program or place."""
    shown = context.models.scene.diagram()
    # The letters of irgo's places are no markup of the record.
    own = tuple(found for found in shown.drawables if not isinstance(found, Letter))
    QApplication.clipboard().setText(TEXT_STYLES[style](replace(shown, drawables=own)))
    context.models.notices.tell(translated("The board was copied as text."))


def copy_picture(context: Context) -> None:
    """Put the board with its layers on the clipboard."""
    picture = render_diagram(
        context.models.scene.diagram(), _PICTURE_SIDE, context.models.preferences.look)
    QApplication.clipboard().setPixmap(picture)
    context.models.notices.tell(translated("The board was copied as a picture."))


def delete(context: Context) -> None:
    node = context.models.review.node
    if node.parent is None:
        context.models.notices.tell(translated("The root of a game cannot be deleted."))
        return
    context.models.review.apply(delete_branch(node))


def change_side(context: Context) -> None:
    review = context.models.review
    review.apply(set_side_to_move(review.node, -review.position.to_play))


def turn_record(context: Context, turning: Turning) -> None:
    """Turn or mirror the whole record."""
    review = context.models.review
    edit = turned(review.node, turning)
    if edit is None:
        context.models.notices.tell(translated("Only a square board can be turned to the side."))
        return
    review.apply(edit)


def position_as_own_game(context: Context) -> None:
    """Put a game that begins with the position on the board behind those of the file."""
    review = context.models.review
    context.models.collection.add([position_as_game(review.game, review.position)])
    context.models.notices.tell(translated(
        "The position is a game of its own now: the last one in the file (Next game in the file)."))


def merge_games(context: Context) -> None:
    """Put a tree of all games of the file behind them."""
    games = context.models.review.file.games
    with context.models.notices.telling():
        context.models.collection.add([merged(games)])
        context.models.notices.tell(merge_title(len(games)))


def set_up_handicap(context: Context) -> None:
    """Set up the handicap stones that the record names and does not show."""
    models = context.models
    review = models.review
    edit = handicap_edit(review.game, review.node)
    if edit is not None:
        review.apply(edit)
    elif _lacks_handicap(context):
        models.notices.tell(translated(
            "It is not clear where the handicap stones lay: put them on the board."))
        _put_handicap(context)
    else:
        models.notices.tell(translated("No handicap stones are missing here."))


def offer_handicap(context: Context) -> None:
    """Ask whether to set up the handicap stones, where the record names some and shows none."""
    if not _lacks_handicap(context):
        return
    answers: dict[str, Callable[[], object]] = {}
    review = context.models.review
    if handicap_edit(review.game, review.node) is not None:
        answers[translated("Usual points")] = lambda: set_up_handicap(context)
    answers[translated("Put them myself")] = lambda: _put_handicap(context)
    answers[translated("Leave it")] = lambda: None
    count = game_rules(review.game, review.node).handicap
    context.messages.ask(translated(
        "The record names {0} handicap stones, but the board has none. Set them up?"
    ).format(count), answers)


def _lacks_handicap(context: Context) -> bool:
    review = context.models.review
    return game_rules(review.game, review.node).lacks_stones


def _put_handicap(context: Context) -> None:
    """Take a black stone for the setup in hand, where the game begins."""
    models = context.models
    models.review.go_to(handicap_node(models.review.node))
    models.layout.set_mode(Mode.EDIT)
    models.hand.take(next(tool for tool in TOOLS if tool.id == "black"))


def find(context: Context) -> None:
    context.show_panel("find")
    context.models.finding.asked.emit()


def _read_clipboard(context: Context, then: Callable[[GameFile], None]) -> None:
    name = translated("The clipboard")
    data = QApplication.clipboard().text().encode("utf-8", "replace")
    context.models.opening.read(name, lambda watch: read_games(data, name, watch=watch), then)
