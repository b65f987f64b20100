"""Asks for everything about a new game: board, handicap, komi, rules, players, opponent."""

from collections.abc import Mapping, Sequence
from datetime import date
from random import Random
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (QButtonGroup, QCheckBox, QComboBox, QDialog, QDialogButtonBox,
                               QFormLayout, QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton,
                               QSpinBox, QVBoxLayout, QWidget)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import CoordinateStyle, sgf_letters
from irgo_app.go.point import (BLACK, LARGEST_SIZE, SMALLEST_SIZE, WHITE, Colour, Point,
                               fixed_handicap)
from irgo_app.go.position import Position
from irgo_app.go.rules import JAPANESE, RULESETS, Ruleset
from irgo_app.gui.views.style import SPACE, bold_font, small_font
from irgo_app.gui.views.widgets import (BoardPreview, DecimalBox, ends_of, fits_screen, laid_out,
                                        lay_out_dialog)
from irgo_app.sgf.values import raw_of_text
from irgo_app.words import counted, numeral, translated

_USUAL_SIZES: Final = (9, 13, 19)
_MOST_HANDICAP: Final = 9
_PREVIEW: Final = 210


class OpponentChoice(Struct, frozen=True):
    """Whom the user can play against; without a profile nobody: the user plays both colours.

    name -- what stands in the record
    """

    title: str
    name: str = ""
    profile: EngineProfile | None = None


class NewGame(Struct, frozen=True):
    """What was asked for.

    properties -- of the root; None where the game goes on from the position on the board
    colour -- the user's, if there is an opponent
    """

    columns: int
    rows: int
    properties: Mapping[str, list[str]] | None
    opponent: OpponentChoice
    colour: Colour
    player: str


class NewGameDialog(QDialog):
    """The form of a new game, with the board as it will be.

    opponents -- the first is nobody; chosen -- the number of the one that is offered first
    colour -- the user's that is offered first, 0 for one by chance
    player -- the user's name; shown -- the position on the board, of whose size a new one is
    goes_on -- offer first to go on from the position on the board
    """

    def __init__(
        self, look: Look, opponents: Sequence[OpponentChoice], *, chosen: int = 0,
        colour: int = BLACK,
        player: str = "", shown: Position | None = None, goes_on: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._opponents = list(opponents)
        self._shown, self._is_komi_own = shown or Position.empty(), False
        self.setWindowTitle(translated("New game"))
        self.preview = BoardPreview(look, _PREVIEW)
        self.about = QLabel(alignment=Qt.AlignmentFlag.AlignHCenter, objectName="small",
                            font=small_font(self))
        self._make_board_fields()
        self._make_player_fields(chosen, player, self._shown.to_play if goes_on else colour)
        self.goes_on = QCheckBox(translated("Go on from the position on the board"),
                                 checked=goes_on, toggled=self.refresh)
        buttons = ends_of(self)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(translated("Start"))
        self._lay_out(buttons)
        self.refresh()

    def _make_board_fields(self) -> None:
        self.columns, self.rows = (
            QSpinBox(minimum=SMALLEST_SIZE, maximum=LARGEST_SIZE, value=value)
            for value in (self._shown.columns, self._shown.rows))
        self._sizes = QButtonGroup(self)
        for size in _USUAL_SIZES:
            button = QPushButton(f"{size}×{size}", checkable=True, autoDefault=False,
                                 objectName="chip")
            button.clicked.connect(lambda _checked=False, size=size: self._set_size(size))
            self._sizes.addButton(button, size)
        for spin in (self.columns, self.rows):
            spin.valueChanged.connect(self.refresh)
        self.columns.setAccessibleName(translated("Columns"))
        self.rows.setAccessibleName(translated("Rows"))
        self._size_row = laid_out(QHBoxLayout(spacing=SPACE // 2), *self._sizes.buttons(), 1,
                                  self.columns, QLabel("×"), self.rows)
        self.handicap = QComboBox()
        self.handicap.currentIndexChanged.connect(self.refresh)
        self.rules = QComboBox()
        for rules in RULESETS:
            self.rules.addItem(translated(rules.name))
        self.rules.setCurrentIndex(RULESETS.index(JAPANESE))
        self.rules.currentIndexChanged.connect(self.refresh)
        self.komi = DecimalBox(
            minimum=-200, maximum=200, singleStep=0.5, decimals=1, value=JAPANESE.komi)
        self.komi.textChanged.connect(self._note_komi)

    def _make_player_fields(self, chosen: int, player: str, colour: int) -> None:
        self.opponent = QComboBox()
        for found in self._opponents:
            self.opponent.addItem(found.title)
        self.opponent.setCurrentIndex(chosen)
        self.opponent.currentIndexChanged.connect(self.refresh)
        self.player = QLineEdit(player, placeholderText=translated("your name"))
        self.other = QLineEdit(placeholderText=translated("the other player's name"))
        self._colours = QButtonGroup(self)
        for number, title in ((BLACK, translated("Black")), (WHITE, translated("White")),
                              (0, translated("At random"))):
            button = QPushButton(title, checkable=True, checked=number == colour, autoDefault=False,
                                 objectName="chip")
            self._colours.addButton(button)
            # A group takes -1, White's number, for "give it one".
            button.setProperty("colour", number)
        self._colour_row = laid_out(QHBoxLayout(spacing=SPACE // 2), *self._colours.buttons(), 1)

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        form = self._form = QFormLayout(
            verticalSpacing=SPACE, horizontalSpacing=2 * SPACE,
            fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(QLabel(translated("Players"), font=bold_font(self)))
        form.addRow(translated("Against"), self.opponent)
        form.addRow(translated("You play"), self._colour_row)
        form.addRow(translated("You"), self.player)
        form.addRow(translated("They"), self.other)
        form.addRow(QLabel(translated("Board and rules"), font=bold_font(self)))
        form.addRow(self.goes_on)
        form.addRow(translated("Size"), self._size_row)
        form.addRow(translated("Handicap"), self.handicap)
        form.addRow(translated("Rules"), self.rules)
        form.addRow(translated("Komi"), self.komi)
        card, body = QFrame(), QWidget()
        card.setObjectName("card")
        laid_out(QVBoxLayout(card), self.preview, self.about, 1)
        laid_out(QHBoxLayout(body, spacing=2 * SPACE), (form, 1),
                 (card, 0, Qt.AlignmentFlag.AlignTop), margins=0)
        # Beside large letters a small screen has no room for it.
        card.setVisible(fits_screen(self, body.sizeHint().width()))
        lay_out_dialog(self, body, buttons)

    # What it says

    def refresh(self) -> None:
        """Offer what fits the size, and show the board as it will be."""
        columns, rows = self.columns.value(), self.rows.value()
        for button in self._sizes.buttons():
            self._sizes.setExclusive(False)
            button.setChecked(columns == rows == self._sizes.id(button))
        self._offer_handicaps(columns, rows)
        if not self._is_komi_own:
            with QSignalBlocker(self.komi):
                self.komi.setValue(self.chosen_rules.usual_komi(len(self._handicap_points())))
        has_opponent = self.chosen_opponent.profile is not None
        for button in self._colours.buttons():
            button.setEnabled(has_opponent)
        self.other.setEnabled(not has_opponent)
        self.other.setPlaceholderText(
            self.chosen_opponent.name or translated("the other player's name"))
        is_new = not self.goes_on.isChecked()
        # The game on the board has its own.
        for row in (self._size_row, self.handicap, self.rules, self.komi):
            self._form.setRowVisible(row, is_new)
        self.player.setEnabled(is_new)
        self.other.setEnabled(is_new and not has_opponent)
        stones = dict.fromkeys(self._handicap_points(), BLACK)
        begins = Position.empty(columns, rows).with_stones(stones) if is_new else self._shown
        self.preview.show_diagram(Diagram(begins, coordinates=CoordinateStyle.NONE))
        self.preview.setEnabled(is_new)
        self.about.setText(self._summary() if is_new else translated(
            "The game on the board goes on."))

    @property
    def chosen_opponent(self) -> OpponentChoice:
        return self._opponents[max(0, self.opponent.currentIndex())]

    @property
    def chosen_rules(self) -> Ruleset:
        return RULESETS[max(0, self.rules.currentIndex())]

    @property
    def chosen_colour(self) -> int:
        """Return the user's colour, 0 for one by chance."""
        checked = self._colours.checkedButton()
        return int(checked.property("colour")) if checked else BLACK

    def answer(self, random: Random | None = None) -> NewGame:
        """Return what was asked for; a colour by chance is drawn here.

        random -- draws it; for tests
        """
        colour = self.chosen_colour or (random or Random()).choice((BLACK, WHITE))
        columns, rows = self.columns.value(), self.rows.value()
        properties = None if self.goes_on.isChecked() else self.properties(colour)
        return NewGame(columns, rows, properties, self.chosen_opponent, colour,
                       self.player.text().strip())

    def properties(self, colour: Colour = BLACK) -> dict[str, list[str]]:
        """Return the root properties of the game; `colour` is the user's."""
        mine, theirs = self.player.text().strip(), self.other.text().strip()
        if self.chosen_opponent.profile is not None:
            theirs = self.chosen_opponent.name
        names = {"PB": mine, "PW": theirs} if colour == BLACK else {"PB": theirs, "PW": mine}
        found = {key: [raw_of_text(name)] for key, name in names.items() if name}
        found |= {"DT": [date.today().isoformat()], "RU": [self.chosen_rules.record_name],
                  "KM": [f"{self.komi.value():g}"]}
        points = self._handicap_points()
        if points:
            found["HA"] = [str(len(points))]
            found["AB"] = [sgf_letters(point, self.columns.value()) for point in points]
            found["PL"] = ["W"]
        return found

    # Inside

    def _set_size(self, size: int) -> None:
        self.columns.setValue(size)
        self.rows.setValue(size)
        self.refresh()

    def _offer_handicaps(self, columns: int, rows: int) -> None:
        """Offer the handicaps that have a place on the board, and keep the one chosen."""
        wanted = int(self.handicap.currentData() or 0)
        offered = [count for count in range(2, _MOST_HANDICAP + 1) if _fixed(count, columns, rows)]
        with QSignalBlocker(self.handicap):
            self.handicap.clear()
            self.handicap.addItem(translated("none"), 0)
            for count in offered:
                self.handicap.addItem(str(counted("one stone", "{count} stones", count)), count)
            self.handicap.setCurrentIndex(max(0, self.handicap.findData(wanted)))

    def _handicap_points(self) -> tuple[Point, ...]:
        count = int(self.handicap.currentData() or 0)
        return _fixed(count, self.columns.value(), self.rows.value())

    def _note_komi(self) -> None:
        self._is_komi_own = True

    def _summary(self) -> str:
        parts = [f"{self.columns.value()}×{self.rows.value()}",
                 translated("komi {0}").format(numeral(self.komi.value(), "g"))]
        more = self.chosen_rules.points_for_handicap(len(self._handicap_points()))
        if more:
            parts.append(translated("{0} points for the handicap").format(more))
        return " · ".join(parts)


def _fixed(count: int, columns: int, rows: int) -> tuple[Point, ...]:
    """Return the points of a handicap, none where the board has no place for it."""
    try:
        return fixed_handicap(count, columns, rows) if count else ()
    except UsageError:
        return ()

