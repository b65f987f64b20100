"""The header: both players, the lead, where the game is, how it ended, the modes."""

import re
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (QButtonGroup, QFrame, QGridLayout, QHBoxLayout, QPushButton,
                               QSizePolicy, QWidget)

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.gui.views.style import (SPACE, bold_font, colours_of, elided, paint_stone, paint_text,
                                      small_font, smooth_painter, text_scale)
from irgo_app.gui.views.widgets import ElidedLabel, laid_out, let_speak, plain_tip, tell_change
from irgo_app.sgf import navigation
from irgo_app.sgf.game_info import GameInfo, game_info, game_rules
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.words import counted, filled, noted, numeral, translated, visible

_RESULT: Final = re.compile(r"([BW])\+([^\s]*+)", re.ASCII)
_NUMBER: Final = re.compile(r"\d++(?:\.\d++)?", re.ASCII)


def result_words(result: str) -> str:
    """Return a result in words: `Black won by 3.5`; what is no result of SGF stays as it is."""
    found = _RESULT.fullmatch(result.strip())
    if found is None:
        drawn = result.strip() in ("0", "Draw", "Jigo")
        return translated("a draw") if drawn else visible(result)
    is_black, how = found[1] == "B", found[2]
    if _NUMBER.fullmatch(how):
        return filled(translated("Black won by {0:g}") if is_black
                      else translated("White won by {0:g}"), float(how))
    ways = {
        "R": (translated("Black won by resignation"), translated("White won by resignation")),
        "T": (translated("Black won on time"), translated("White won on time")),
        "F": (translated("Black won by forfeit"), translated("White won by forfeit")),
        "": (translated("Black won"), translated("White won")),
    }
    words = ways.get({"Resign": "R", "Time": "T", "Forfeit": "F"}.get(how, how))
    return visible(result) if words is None else words[0 if is_black else 1]


def point_words(point: Point, tree: GameTree) -> str:
    """Return where a move was played: `Q16`, or that it was a pass."""
    return translated("pass") if point == PASS else vertex(point, tree.columns, tree.rows)


def move_words(node: Node) -> str:
    """Return the move of a node, as `Black Q16`; "" where it has none."""
    if node.move is None:
        return ""
    colour, point = node.move
    return (translated("Black {0}") if colour == BLACK else translated("White {0}")).format(
        point_words(point, node.tree))


def lead_letters(points: float) -> str:
    """Return a lead in the fewest letters, `B+20`; for an axis, and beside a name."""
    text = translated("B+{0:g}") if points > 0 else translated("W+{0:g}")
    return filled(text, abs(points)) if points else "0"


def short_result(result: str) -> str:
    """Return a result in the fewest letters: `B+R`, `W+3.5`, in the letters of the language."""
    found = _RESULT.fullmatch(result.strip())
    if found is None:
        return visible(result)
    if _NUMBER.fullmatch(found[2]) and float(found[2]):
        return lead_letters(float(found[2]) * (1 if found[1] == "B" else -1))
    if found[2] in ("R", "Resign"):
        return translated("B+R") if found[1] == "B" else translated("W+R")
    return visible(result)


_STONE = 18
_LEFT = 28
_MOST_WIDTH = 190
_MOST_SHARE = 0.2
"""Large letters give each player more room, up to this share of the header."""


class PlayerLabel(QWidget):
    """Paints its texts itself, shortened where there is no room: a step changes no layout."""

    def __init__(self, colour: Colour) -> None:
        super().__init__()
        self._colour = colour
        self._most = _MOST_WIDTH
        self.name = self.detail = ""
        self.is_to_play = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        let_speak(self, QAccessible.Role.StaticText, lambda: self.detail)
        self.setMinimumWidth(_LEFT + 40)

    def show_player(self, name: str, detail: str, *, is_to_play: bool) -> None:
        """Show other texts; whoever is to play has a ring round the stone."""
        if (name, detail, is_to_play) == (self.name, self.detail, self.is_to_play):
            return
        if name != self.name or len(detail) != len(self.detail):
            self.updateGeometry()
        self.name, self.detail, self.is_to_play = name, detail, is_to_play
        self.setAccessibleName(name)
        tell_change(self)
        self.setToolTip(plain_tip(f"{name}\n{detail}"))
        self.update()

    def limit(self, most: int) -> None:
        """Take at most so many pixels."""
        if most != self._most:
            self._most = most
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = max(QFontMetrics(bold_font(self)).horizontalAdvance(self.name),
                    QFontMetrics(small_font(self)).horizontalAdvance(self.detail))
        return QSize(min(_LEFT + width + 4, self._most), 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self)
        painter = smooth_painter(self)
        middle = self.height() / 2
        stone = QRectF(3, middle - _STONE / 2, _STONE, _STONE)
        if self.is_to_play:
            painter.setPen(QPen(QColor(colours.accent), 2.0))
            painter.drawEllipse(stone.adjusted(-2, -2, 2, 2))
        paint_stone(painter, stone.center(), _STONE / 2 - 1, self._colour, colours)
        for text, font, colour, top in (
            (self.name, bold_font(self), colours.text, 0.0),
            (self.detail, small_font(self), colours.faint, middle),
        ):
            room = QRectF(_LEFT, top + 1, self.width() - _LEFT, middle - 1)
            flag = Qt.AlignmentFlag.AlignBottom if not top else Qt.AlignmentFlag.AlignTop
            paint_text(painter, room, elided(text, font, room.width()), font, colour,
                       flag | Qt.AlignmentFlag.AlignLeft)


HEADER_HEIGHT: Final = 50
_LEAD_WIDTH: Final = 300
_LEAD_LEAST: Final = 120
_PLACE_LEAST: Final = 50
_MODE_LEAST, _MODE_HEIGHT, _MODE_PADDING, _MODE_SPACE = 74, 22, 24, 4
_CLOSE_BELOW: Final = 700
"""The parts of a narrower header stand closer."""
_MOST_OF_MODES: Final = 0.4
"""Where the modes beside each other take more of the width they stand in two rows."""
MODES: Final = (
    (Mode.REVIEW, noted("Review"), noted("Look at the game: step, study, compare")),
    (Mode.EDIT, noted("Edit"), noted("Change the record: stones, marks and labels")),
    (Mode.PLAY, noted("Play"), noted("Play against irgo or an engine")),
    (Mode.PRACTICE, noted("Practice"), noted("Solve exercises from your games, and guess moves")),
)


class Header(QFrame):
    """Always as high, and every part of it always in its place.

    place -- where the game is and whose turn it is, or how it ended, in words
    lead_place -- the room of the estimated lead, empty until that can be computed
    modes -- the buttons of the modes
    """

    def __init__(self, review: Review, layout: WindowLayout) -> None:
        super().__init__()
        self._review, self._layout = review, layout
        self.setAutoFillBackground(True)
        self.players = {BLACK: PlayerLabel(BLACK), WHITE: PlayerLabel(WHITE)}
        self.lead_place = QWidget()
        self.lead_place.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._lead_row = laid_out(QHBoxLayout(self.lead_place), margins=0)
        self.place = ElidedLabel()
        self._row = laid_out(QHBoxLayout(self, spacing=2 * SPACE), *self.players.values(),
                             (self.lead_place, 3), (self.place, 4))
        self.modes = self._mode_buttons()
        self._follow_font()
        review.node_changed.connect(self.refresh)
        review.tree_changed.connect(self._refresh_all)
        review.game_changed.connect(self._refresh_all)
        layout.mode_changed.connect(self._refresh_mode)
        self._info = GameInfo()
        self._handicap_points = 0
        self._refresh_all()
        self._refresh_mode()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "modes"):
            self._follow_font()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_modes()

    def _follow_font(self) -> None:
        scale = text_scale(self)
        self.setFixedHeight(round(HEADER_HEIGHT * scale))
        self.lead_place.setMinimumWidth(round(_LEAD_LEAST * scale))
        self.lead_place.setMaximumWidth(round(_LEAD_WIDTH * scale))
        self.place.setMinimumWidth(round(_PLACE_LEAST * scale))
        for button in self.modes.values():
            # The chosen one is bold: a long word must have room then too.
            bold = QFontMetrics(bold_font(self)).horizontalAdvance(button.text())
            button.setMinimumSize(round(max(_MODE_LEAST * scale, bold + _MODE_PADDING * scale)),
                                  round(_MODE_HEIGHT * scale))
        self._arrange_modes()

    def _arrange_modes(self) -> None:
        """Put the modes into one row, or into two where that would leave little for the game.

        The players have room by the letters and the width, too; a narrow header has smaller gaps.
        """
        buttons = list(self.modes.values())
        width = sum(button.minimumWidth() + _MODE_SPACE for button in buttons)
        in_a_row = len(buttons) if width <= _MOST_OF_MODES * self.width() else 2
        between = 4 if in_a_row == len(buttons) else 2
        self._row.setContentsMargins(SPACE, between, SPACE, between)
        self._grid.setVerticalSpacing(between)
        for place, button in enumerate(buttons):
            self._grid.addWidget(button, *divmod(place, in_a_row))
        scale = text_scale(self)
        self._row.setSpacing(SPACE if self.width() < _CLOSE_BELOW * scale else 2 * SPACE)
        most = min(_MOST_WIDTH * scale, _MOST_SHARE * self.width())
        for label in self.players.values():
            label.limit(max(_MOST_WIDTH, round(most)))

    def show_lead(self, lead: QWidget) -> None:
        self._lead_row.addWidget(lead)

    def add_before(self, widget: QWidget) -> None:
        self._row.insertWidget(0, widget)

    def add_after(self, widget: QWidget) -> None:
        self._row.addWidget(widget)

    def refresh(self) -> None:
        if self._layout.mode is Mode.PRACTICE:
            self.place.setText("")
            self.place.setToolTip("")
            return
        review, position = self._review, self._review.position
        number, move, turn = review.game.printed_number(review.node), review.node.move, ""
        where = "" if move is None else point_words(move[1], review.game)
        parts = [translated("Move {0}").format(number), *filter(None, [move_words(review.node)])]
        is_over = (review.node is not review.game.root and not review.node.children
                   and review.node is review.game.main_line()[-1])
        if is_over and self._info.result:
            parts.append(result_words(self._info.result))
        elif navigation.is_over(review.node):
            parts.append(translated("both have passed"))
        else:
            turn = (translated("Black to play") if position.to_play == BLACK
                    else translated("White to play"))
            parts.append(turn)
        remark = review.replay.remark(review.node)
        if remark:
            parts.append(f"⚠ {remark}")
        # The ring round a player's stone says whose turn it is, too, and the steps which move.
        shorter = [part for part in parts if part != turn]
        self.place.shorter = (
            " · ".join(shorter), " · ".join(shorter[1:] or shorter),
            *([where] if where and not remark else []))
        self.place.setText(" · ".join(parts))
        self.place.setToolTip(plain_tip(self.place.text()))
        self._show_players()

    def _refresh_all(self) -> None:
        self._info = game_info(self._review.game, self._review.node)
        self._handicap_points = game_rules(
            self._review.game, self._review.node).handicap_points
        self.refresh()

    def _show_players(self) -> None:
        info, position = self._info, self._review.position
        by_black, by_white = position.captures
        node = self._review.node
        is_anybodys_turn = not navigation.is_over(node)
        # What became of the game is no result of a variation.
        is_the_game = navigation.main_line(node) is node
        winner = WHITE if info.result.strip()[:1] in ("W", "w") else BLACK
        for colour, name, rank, taken in (
            (BLACK, info.black or translated("Black"), info.black_rank, by_black),
            (WHITE, info.white or translated("White"), info.white_rank, by_white),
        ):
            parts = [str(counted("1 prisoner", "{count} prisoners", taken))]
            if colour == WHITE and info.komi_points is not None:
                parts.append(translated("komi {0}").format(numeral(info.komi_points, "g")))
            if colour == WHITE and self._handicap_points:
                parts.append(translated(
                    "{0} points for the handicap").format(self._handicap_points))
            if colour == winner and info.result and is_the_game:
                parts.append(short_result(info.result))
            self.players[colour].show_player(
                visible(f"{name}  {rank}".rstrip()), " · ".join(parts),
                is_to_play=is_anybodys_turn and position.to_play == colour)

    def _mode_buttons(self) -> dict[Mode, QPushButton]:
        group = QButtonGroup(self)
        found: dict[Mode, QPushButton] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(_MODE_SPACE)
        for mode, title, words in MODES:
            button = QPushButton(translated(title), objectName="mode", checkable=True,
                                 toolTip=translated(words), focusPolicy=Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, mode=mode: self._layout.set_mode(mode))
            group.addButton(button)
            found[mode] = button
        self._row.addLayout(self._grid)
        return found

    def _refresh_mode(self) -> None:
        self.modes[self._layout.mode].setChecked(True)
        # While one practises, the game that is open is not what one looks at.
        is_game = self._layout.mode is not Mode.PRACTICE
        for part in (*self.players.values(), self.lead_place):
            part.setVisible(is_game)
        self.refresh()
