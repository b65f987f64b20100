"""Small widgets and parts of dialogs for more than one room; what a screen reader says of them."""

from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Final, TypeVar

from msgspec import Struct
from PySide6 import QtGui
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import (QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent,
                           QAccessibleInterface, QAccessibleValueChangeEvent, QKeySequence,
                           QPainter, QPaintEvent, QPalette, QValidator)
from PySide6.QtWidgets import (QAccessibleWidget, QBoxLayout, QCheckBox, QComboBox, QDialog,
                               QDialogButtonBox, QDoubleSpinBox, QFrame, QHBoxLayout, QLabel,
                               QLayout, QLineEdit, QListWidget, QListWidgetItem, QScrollArea,
                               QSizePolicy, QSpinBox, QStackedWidget, QStyle, QStyleOptionComboBox,
                               QStylePainter, QToolButton, QToolTip, QVBoxLayout, QWidget)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.errors import SettingsError
from irgo_app.go.position import Position
from irgo_app.gui.views.board_picture import BoardPicture, device_size
from irgo_app.gui.views.style import SPACE, elided, icon
from irgo_app.settings import Param, ParamValue
from irgo_app.words import translated, visible_lines

_LONGEST = 2000


_Dialog = TypeVar("_Dialog", bound=QDialog)


@contextmanager
def passing(dialog: _Dialog) -> Iterator[_Dialog]:
    """Lend a dialog that goes for good when it has been used; else its window keeps it."""
    try:
        yield dialog
    finally:
        with suppress(RuntimeError):  # It went with its window, which was made anew.
            dialog.deleteLater()


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text as it stands: Qt takes what looks like HTML for HTML."""
    shown = visible_lines(text, _LONGEST)
    return QtGui.Qt.convertFromPlainText(shown) if QtGui.Qt.mightBeRichText(shown) else shown


def tip_with_key(words: str, key: QKeySequence) -> str:
    """Return the tool tip of a button: what it does, and the key that does it too."""
    shown = key.toString(QKeySequence.SequenceFormat.NativeText)
    return plain_tip(f"{words.removesuffix(' …')} ({shown})" if shown else words)


_SIDE = QSize(16, 16)


def tool_button(icon_name: str, words: str, act: Callable[[], None]) -> QToolButton:
    """Return a button that shows an icon of irgo's and calls `act`."""
    button = QToolButton(autoRaise=True)
    button.setIcon(icon(icon_name))
    button.setIconSize(_SIDE)
    button.setToolTip(words)
    button.setAccessibleName(words)
    button.clicked.connect(lambda: act())
    return button


_WHOLE_LINE: Final = 10_000


def step_buttons(step_by: Callable[[int], None]) -> list[QToolButton]:
    """Return the buttons that step through a line: to its beginning, back, forward, to its end.

    step_by -- goes so many moves on, no further than the line goes
    """
    return [tool_button(sign, words, lambda by=by: step_by(by)) for sign, words, by in (
        ("first", translated("Before the line"), -_WHOLE_LINE), ("back", translated("Back"), -1),
        ("forward", translated("Forward"), 1),
        ("last", translated("To the end of the line"), _WHOLE_LINE))]


Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int, *tuple[Qt.AlignmentFlag, ...]]
"""Of a row or column: a widget or layout, alone or with its stretch and its alignment; or a number,
which is stretch with nothing in it.
"""
Box = TypeVar("Box", bound=QBoxLayout)
AnyWidget = TypeVar("AnyWidget", bound=QWidget)


def laid_out(
    box: Box, *parts: Part, margins: int | tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> Box:
    """Put parts into a row or column one after the other, and return it.

    margins, spacing -- in pixels, one number for all four margins; None for the style's
    """
    if margins is not None:
        box.setContentsMargins(*([margins] * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        found, stretch, *where = part if isinstance(part, tuple) else (part, 0)
        if isinstance(found, QLayout):
            box.addLayout(found, stretch)
        else:
            box.addWidget(found, stretch, *where)
    return box


def paragraph(text: str = "", name: str = "") -> QLabel:
    """Return a label of plain text that wraps; `name` is its look in the style sheet."""
    return QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True, objectName=name)


def say(label: QLabel, words: object) -> None:
    """Give a label its words; without any it takes no room."""
    text = str(words)
    label.setText(text)
    label.setVisible(bool(text))


def take_away(layout: QLayout, widgets: MutableSequence[AnyWidget]) -> None:
    """Empty a list of widgets that lie in a layout; they are gone at once, and deleted later."""
    for widget in widgets:
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
    widgets.clear()


def turn_to(pages: QStackedWidget, page: QWidget) -> None:
    """Show another page of a stack; if the focus was on the one that goes, the window gives it on.

    Qt would give it to what had it last on the page that comes, even if that is closed by now.
    """
    shown = pages.currentWidget()
    if shown is not None and shown is not page:
        shown.hide()
    pages.setCurrentWidget(page)


def unfolding(title: str = "") -> QToolButton:
    """Return a button with a triangle that turns down while it is checked, after its title."""
    button = QToolButton(autoRaise=True, arrowType=Qt.ArrowType.RightArrow)
    button.setCheckable(True)
    if title:
        button.setText(title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.toggled.connect(lambda is_open: button.setArrowType(
        Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow))
    return button


def scrolling(page: QWidget) -> QScrollArea:
    """Return a page that scrolls where it has too little room, without an edge."""
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(page)
    return area


_LEAST: Final = QSize(160, 64)
"""The pixels it keeps where everything else needs the room."""
_OF_SCREEN: Final = 0.9


class ScrollBody(QScrollArea):
    """Asks for as much room as its widget does, and gives way down to a few lines."""

    def __init__(self, body: QWidget) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # What lies in it has the focus, not the page.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._body = body
        self.setWidget(body)

    def heightForWidth(self, width: int) -> int:
        body = self._body
        return body.heightForWidth(width) if body.hasHeightForWidth() else body.sizeHint().height()

    def sizeHint(self) -> QSize:
        return self._body.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return so little that everything has its place on any screen."""
        return _LEAST.boundedTo(self._body.minimumSizeHint())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


def ends_of(
    dialog: QDialog, accept: QDialogButtonBox.StandardButton = QDialogButtonBox.StandardButton.Ok
) -> QDialogButtonBox:
    """Return the buttons of a dialog that is accepted or called off."""
    return QDialogButtonBox(accept | QDialogButtonBox.StandardButton.Cancel,
                            accepted=dialog.accept, rejected=dialog.reject)


def lay_out_dialog(dialog: QDialog, body: QWidget, buttons: QWidget) -> None:
    """Put the buttons of a dialog below its body, which scrolls where the screen is too small."""
    laid_out(QVBoxLayout(dialog), (ScrollBody(body), 1), buttons, margins=2 * SPACE,
             spacing=2 * SPACE)
    fit_screen(dialog, dialog.sizeHint())


def fit_screen(dialog: QDialog, size: QSize) -> None:
    """Give a dialog this size, or as much of it as fits its screen."""
    dialog.resize(size.boundedTo(dialog.screen().availableGeometry().size() * _OF_SCREEN))


def fits_screen(dialog: QDialog, width: int) -> bool:
    """Return whether the body of a dialog, so many pixels wide, need not scroll sideways."""
    return width + 4 * SPACE <= dialog.screen().availableGeometry().width() * _OF_SCREEN


class BoardPreview(QWidget):
    """Shows a diagram, as the board in the window would."""

    def __init__(self, look: Look, side: int) -> None:
        super().__init__()
        self._picture = BoardPicture(look)
        self.diagram = Diagram(Position.empty())
        self.setFixedSize(side, side)
        self.setAccessibleName(translated("Preview"))

    def show_diagram(self, diagram: Diagram, look: Look | None = None) -> None:
        """Show another diagram, in another look if one is given."""
        self.diagram = diagram
        if look is not None:
            self._picture.set_look(look)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        pixmap = self._picture.pixmap(self.diagram, device_size(self))
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        painter = QPainter(self)
        painter.drawPixmap(0, 0, pixmap)


_USUAL = QSize(760, 600)
_LIST_WIDTH = 150


class PagesDialog(QDialog):
    """Never larger than the screen; what does not fit a page scrolls.

    list -- the names of the pages, to choose from
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.list = QListWidget()
        self.list.setObjectName("pages")
        self.list.setIconSize(QSize(18, 18))
        self.list.setAccessibleName(title)
        self.pages = QStackedWidget()
        self.list.currentRowChanged.connect(self.pages.setCurrentIndex)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, rejected=self.reject)
        # Enter belongs to the field one types into, such as a search.
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        both = laid_out(QHBoxLayout(spacing=2 * SPACE), self.list, (self.pages, 1))
        laid_out(QVBoxLayout(self), (both, 1), buttons, margins=2 * SPACE, spacing=2 * SPACE)
        fit_screen(self, _USUAL)

    def add_page(self, title: str, icon_name: str, page: QWidget, *, scrolls: bool = True) -> None:
        """Add a page behind the others; the first one is shown."""
        if scrolls:
            page = scrolling(page)
        self.pages.addWidget(page)
        self.list.addItem(QListWidgetItem(icon(icon_name, QPalette.ColorRole.Highlight), title))
        self.list.setFixedWidth(max(
            _LIST_WIDTH, self.list.sizeHintForColumn(0) + 2 * self.list.frameWidth()))
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)


class ElidedLabel(QLabel):
    """Plain text; it takes the room that is left and asks for none.

    name -- its look in the style sheet
    shorter -- what is drawn where there is no room for the text, the longest first
    """

    def __init__(self, name: str = "") -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText, objectName=name)
        self.shorter: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, or as much as there is room for of what is shorter."""
        texts = self.text(), *self.shorter
        text = next((each for each in texts
                     if self.fontMetrics().horizontalAdvance(each) <= self.width()), texts[-1])
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.rect(), self.alignment(), elided(text, self.font(), self.width()))


class ElidedBox(QComboBox):
    """A choice that shows the beginning of its text, and dots, where there is no room for all."""

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self)
        option.currentText = elided(self.currentText(), self.font(), field.width() - 2)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class NarrowColumn(QScrollArea):
    """A heading, and below it what subclasses put into `column`.

    spacing -- between its parts, in pixels
    """

    def __init__(self, title: str, spacing: int) -> None:
        super().__init__(widgetResizable=True)
        # What lies in it has the focus, not the page.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        self.column = laid_out(QVBoxLayout(page), QLabel(title, objectName="heading"),
                               margins=(0, 4, 4, 4), spacing=spacing)
        self.setWidget(page)


class _WheelGuard(QObject):
    """Lets the wheel scroll what a widget lies in, unless that has the focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget) \
                or watched.hasFocus():
            return False
        around = watched.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if around is not None:
            QCoreApplication.sendEvent(around.verticalScrollBar(), event)
        return True


def in_scrolled(editor: AnyWidget) -> AnyWidget:
    """Return a list, a number or a slider that no wheel changes which is meant to scroll its page.
    """
    editor.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    editor.installEventFilter(_WheelGuard(editor))
    return editor


class DecimalBox(QDoubleSpinBox):
    """Where a comma is written, Qt leaves out a point that is typed: 3.5 would become 35."""

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        return super().validate(self._in_own_marks(text), position)

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(self._in_own_marks(text))

    def _in_own_marks(self, text: str) -> str:
        mark = self.locale().decimalPoint()
        return text.replace(".", mark).replace(",", mark)


Choice = tuple[str, str]
"""A value of a setting, and how it is called."""


def param_editor(
    row: Param, value: ParamValue, on_change: Callable[[ParamValue], None],
    choices: Sequence[Choice] = (), *, in_seconds: bool = False,
) -> QWidget:
    """Return an editor with the row's help as its tool tip.

    in_seconds -- edit a time, by tenths of a second
    choices -- what is offered for a text that the row leaves free, with titles; a value that is
    not among them is offered too
    """
    editor: QWidget
    if row.kind is bool:
        editor = QCheckBox(checked=bool(value), toggled=on_change)
    elif row.choices or choices:
        known = dict(choices or map(titled, row.choices))
        known.setdefault(str(value), str(value))
        editor = chooser(known.items(), str(value))
        editor.currentIndexChanged.connect(lambda _index: on_change(str(editor.currentData())))
    elif in_seconds:
        editor = DecimalBox(minimum=row.low or 0.0, maximum=row.high or 60.0, decimals=1,
                            singleStep=0.1, suffix=" s", value=float(value))
        editor.valueChanged.connect(on_change)
    elif row.kind is int:
        editor = QSpinBox(minimum=int(row.low or 0), maximum=int(row.high or 1000))
        editor.setValue(int(value))
        editor.valueChanged.connect(on_change)
    else:
        editor = _text_editor(row, value, on_change)
    editor.setToolTip(plain_tip(translated(row.help)))
    editor.setAccessibleName(translated(row.title))
    return in_scrolled(editor)


def chooser(choices: Iterable[tuple[object, str]], value: object = None) -> QComboBox:
    """Return a list to choose from: values and how they are called; one of them, else the first."""
    editor = QComboBox()
    for key, title in choices:
        editor.addItem(title, key)
    editor.setCurrentIndex(max(0, editor.findData(value)))
    return editor


def titled(name: str) -> Choice:
    """Return a value that is called by its own name."""
    return name, translated(name)


def _text_editor(
    row: Param, value: ParamValue, on_change: Callable[[ParamValue], None]
) -> QLineEdit:
    """Return a line for a number or text; what does not fit is explained and taken back."""
    editor = QLineEdit(str(value))
    last = [value]

    def finish() -> None:
        try:
            found = row.parse(editor.text())
        except SettingsError as error:
            QToolTip.showText(editor.mapToGlobal(editor.rect().bottomLeft()),
                              plain_tip(str(error)), editor)
            editor.setText(str(last[0]))
            return
        if found != last[0]:
            last[0] = found
            on_change(found)

    editor.editingFinished.connect(finish)
    return editor


class _Speech(Struct, frozen=True):
    """What a widget is, and what is asked for what it shows."""

    role: QAccessible.Role
    words: Callable[[], str]


_SPEECH: Final = "_irgo_speech"
"""The name under which a widget itself holds its speech, whose words know the widget's window: in a
table of all widgets they would keep that window alive for good.
"""


class _SpokenWidget(QAccessibleWidget):
    """Tells what is shown as the value, and as the description where no value is read out."""

    def text(self, kind: QAccessible.Text) -> str:
        """Return the words of a kind; the name is the widget's own."""
        if kind in (QAccessible.Text.Value, QAccessible.Text.Description):
            speech = _speech_of(self.object())
            return speech.words() if speech is not None else ""
        return str(super().text(kind))


def let_speak(widget: QWidget, role: QAccessible.Role, words: Callable[[], str]) -> None:
    """Have screen readers told what a widget is, and in words what it shows.

    words -- asked each time, and only while a screen reader listens; given again, others are asked
    """
    _install()
    setattr(widget, _SPEECH, _Speech(role, words))


def tell_change(widget: QWidget) -> None:
    """Say that a widget shows something else than before."""
    speech = _speech_of(widget)
    if speech is not None and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, speech.words()))
        QAccessible.updateAccessibility(
            QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged))


def announce(widget: QWidget, text: str) -> None:
    """Have a sentence read out, wherever the focus is."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def _speech_of(widget: QObject | None) -> _Speech | None:
    found: _Speech | None = getattr(widget, _SPEECH, None)
    return found


@cache
def _install() -> None:
    QAccessible.installFactory(_interface_of)


def _interface_of(_class_name: str, found: QObject | None) -> QAccessibleInterface | None:
    if not isinstance(found, QWidget):
        return None
    speech = _speech_of(found)
    return _SpokenWidget(found, speech.role) if speech is not None else None
