"""The look of everything but the board, in one place: colours, spaces, radii, letters, icons."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from PySide6.QtCore import QByteArray, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (QBrush, QColor, QFont, QFontMetrics, QGuiApplication, QIcon, QIconEngine,
                           QPaintDevice, QPainter, QPaintEvent, QPalette, QPen, QPixmap,
                           QRadialGradient, QTextLayout)
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from irgo_app.go.point import BLACK, Colour
from irgo_app.resource_files import resource_path

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer


SPACE: Final = 8
"""Pixels between two things that belong together; twice that between two that do not."""
RADIUS: Final = 6
"""The corners of cards and buttons."""
SMALL: Final = 0.86
"""Small print, as a share of the font size."""
_DARK_BELOW: Final = 128


class UiColours(Struct, frozen=True):
    """The colours of the interface, as `#rrggbb`.

    window -- behind everything; card -- what lies on it; well -- sunk into it: bars and troughs
    line -- thin edges; text, faint -- print, and small print beside it
    accent -- what is chosen, and the one thing to look at; accent_soft -- behind what is chosen
    on_accent -- print on the accent; good, warn, bad -- marks
    """

    window: str
    card: str
    well: str
    line: str
    text: str
    faint: str
    accent: str
    accent_soft: str
    on_accent: str
    good: str
    warn: str
    bad: str


LIGHT: Final = UiColours(
    window="#f5f4ef", card="#ffffff", well="#ebe8e0", line="#e0dcd1", text="#1c1d20",
    faint="#69655d", accent="#a84b17", accent_soft="#fbede4", on_accent="#ffffff",
    good="#27723a", warn="#a87300", bad="#c0281f")
DARK: Final = UiColours(
    window="#1d1e21", card="#27292d", well="#34363b", line="#3c3e44", text="#e9e7e2",
    faint="#a6a299", accent="#e58b4b", accent_soft="#40301f", on_accent="#1c1d20",
    good="#6cc184", warn="#e3b341", bad="#f28379")


def colours_of(widget: QWidget) -> UiColours:
    """Return the colours that a widget paints itself with."""
    window = widget.palette().color(QPalette.ColorRole.Window)
    return DARK if window.lightness() < _DARK_BELOW else LIGHT


_WHITE: Final = "#fcfcfa"
_BLACK: Final = "#1c1c20"
_BLACK_ON_DARK: Final = "#000000"
_SHEEN: Final = "#6a6a72"
"""Without the light on it a black stone on a dark ground would be a ring, as an empty one is."""


def paint_stone(
    painter: QPainter, centre: QPointF, radius: float, colour: Colour, colours: UiColours
) -> None:
    """Paint a small stone that is seen to be black or white, on light and on dark ground."""
    fill = QBrush(QColor(_BLACK if colour == BLACK else _WHITE))
    is_dark = colours is DARK and colour == BLACK
    if is_dark:
        light = QRadialGradient(centre - QPointF(0.35, 0.35) * radius, 1.1 * radius)
        light.setColorAt(0.0, QColor(_SHEEN))
        light.setColorAt(1.0, QColor(_BLACK_ON_DARK))
        fill = QBrush(light)
    painter.setPen(QPen(QColor(colours.faint), 1.3 if is_dark else 1.0))
    painter.setBrush(fill)
    painter.drawEllipse(centre, radius, radius)


def text_scale(widget: QWidget) -> float:
    """Return how much larger a widget's letters are than the system's, 1 where they are not.

    What holds text grows by it, so that nothing is cut where the preferences ask for large letters.
    """
    application = QApplication.instance()
    system = application.property("system_font_size") if application is not None else None
    return max(1.0, widget.font().pointSizeF() / float(system)) if system else 1.0


def small_font(widget: QWidget) -> QFont:
    """Return a widget's font for small print."""
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * SMALL)
    return font


def bold_font(widget: QWidget) -> QFont:
    """Return a widget's font for what is to be read first."""
    font = QFont(widget.font())
    font.setWeight(QFont.Weight.DemiBold)
    return font


def smooth_painter(device: QPaintDevice) -> QPainter:
    """Return a painter that paints without steps."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def paint_text(
    painter: QPainter, room: QRect | QRectF, text: str, font: QFont, colour: str,
    flags: Qt.AlignmentFlag | Qt.TextFlag = Qt.AlignmentFlag.AlignVCenter,
) -> None:
    """Write a text into a room, in a font and a colour."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(room, int(flags), text)


def elided(text: str, font: QFont, width: float) -> str:
    """Return a text, or its beginning where it is wider than so many pixels."""
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(width))


def elided_lines(text: str, font: QFont, width: float, most: int) -> str:
    """Return a text, or as much of it as so many lines of some pixels hold, and dots."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    starts = list[int]()
    while len(starts) <= most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    if len(starts) <= most:
        return text
    last = starts[most - 1]
    return f"{text[:last].rstrip()}\n{elided(text[last:], font, width)}".lstrip()


def paint_bar(painter: QPainter, bar: QRectF, share: float, well: str, fill: str) -> None:
    """Paint a bar with round ends, a share of it full; where it is not empty that can be seen."""
    painter.setPen(Qt.PenStyle.NoPen)
    for colour, part in ((well, 1.0), (fill, share)):
        if part > 0:
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(
                QRectF(bar.topLeft(), QSizeF(max(bar.height(), part * bar.width()), bar.height())),
                bar.height() / 2, bar.height() / 2)


def wanted_colours(interface: str) -> UiColours:
    """Return the colours of a choice of the setting `interface`: light, dark, or the system's."""
    if interface == "system":
        is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if is_dark else LIGHT
    return DARK if interface == "dark" else LIGHT


_LEAST_LETTERS: Final = 6
"""Points: what is smaller nobody could read to change it back."""


def apply_style(application: QApplication, colours: UiColours, font_size: int) -> None:
    """Give a whole application its colours and its font size in points, 0 for the system's."""
    font = QFont(application.font())
    system = application.property("system_font_size")
    if system is None:
        system = font.pointSizeF()
        application.setProperty("system_font_size", system)
    font.setPointSizeF(float(max(font_size, _LEAST_LETTERS) if font_size else system))
    application.setFont(font)
    palette = _qt_palette(colours)
    application.setPalette(palette)
    # Boxes to tick have an edge a little darker than the ground, which a dark ground swallows.
    palette.setColor(QPalette.ColorRole.Window, QColor(colours.faint))
    for kind in ("QCheckBox", "QRadioButton"):
        application.setPalette(palette, kind)  # type: ignore[arg-type]
    application.setStyleSheet(_sheet(colours, SMALL * font.pointSizeF())
                              + _story_sheet(colours, font.pointSizeF()))


def _qt_palette(colours: UiColours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for found, colour in (
        (role.Window, colours.window), (role.Base, colours.card),
        (role.AlternateBase, colours.window), (role.Button, colours.card),
        (role.WindowText, colours.text), (role.Text, colours.text),
        (role.ButtonText, colours.text), (role.ToolTipBase, colours.card),
        (role.ToolTipText, colours.text), (role.PlaceholderText, colours.faint),
        (role.Highlight, colours.accent), (role.HighlightedText, colours.on_accent),
        (role.Link, colours.accent), (role.LinkVisited, colours.accent),
        (role.BrightText, colours.bad), (role.Mid, colours.line), (role.Midlight, colours.well),
        (role.Light, colours.card), (role.Dark, colours.faint), (role.Shadow, colours.line),
    ):
        palette.setColor(found, QColor(colour))
    for found in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, found, QColor(colours.faint))
    # Where nothing can be written there is no paper.
    palette.setColor(QPalette.ColorGroup.Disabled, role.Base, QColor(colours.window))
    return palette


def _sheet(colours: UiColours, fine: float) -> str:
    """Return the rules for what a palette alone cannot say; few, for each one costs at the start.

    Names of objects: `card` is a card, `heading` the title of a part, `small` pale print, `fine`
    the same of `fine` points, `flat` a button without an edge, `chip` a small round button, `mode`
    a button of the header, `banner` a bar that says what goes on on the board, `waiting` a question
    that waits for its answer.
    """
    found = colours
    return f"""
QToolTip {{ background: {found.card}; color: {found.text}; border: 1px solid {found.line};
  padding: 4px; }}
#heading {{ font-weight: 600; }}
#small, #fine {{ color: {found.faint}; }}
#fine {{ font-size: {fine:.2f}pt; }}
#card, QFrame#card {{ background: {found.card}; border: 1px solid {found.line};
  border-radius: {RADIUS}px; }}
#message {{ background: {found.card}; border: 1px solid {found.accent};
  border-radius: {RADIUS}px; }}
QFrame#banner {{ background: {found.accent_soft}; border: 1px solid {found.accent};
  border-radius: {RADIUS}px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QListWidget#pages {{ background: transparent; border: none; outline: none; }}
QListWidget#pages::item {{ padding: 7px 6px; border-radius: {RADIUS}px; color: {found.text}; }}
QTreeWidget#keys::item {{ padding: 3px 2px; }}
QListWidget#pages::item:hover {{ background: {found.well}; }}
QListWidget#pages::item:selected {{ background: {found.accent_soft}; color: {found.accent}; }}
QAbstractSpinBox, QComboBox, QLineEdit {{ min-height: 1.4em; }}
QPushButton {{ background: {found.card}; border: 1px solid {found.line};
  border-radius: {RADIUS}px; padding: 4px 10px; }}
QPushButton:hover, QToolButton:hover {{ border-color: {found.accent}; }}
QPushButton:pressed, QPushButton:checked {{ background: {found.accent};
  color: {found.on_accent}; border-color: {found.accent}; }}
QPushButton:disabled {{ color: {found.faint}; }}
QPushButton#mode {{ background: {found.well}; border-color: {found.well}; padding: 1px 10px; }}
QPushButton#mode:checked {{ background: {found.accent}; font-weight: 600; }}
#accent {{ color: {found.accent}; font-weight: 600; }}
#warning {{ color: {found.bad}; }}
#study_banner {{ background: {found.accent}; border-radius: {RADIUS}px; }}
#study_banner QLabel, #study_banner QToolButton {{ color: {found.on_accent}; }}
#study_banner QLabel#banner_words {{ font-weight: 600; }}
#steps {{ background: {found.well}; border-radius: {RADIUS}px; }}
QPushButton#chip {{ background: {found.well}; border: none; border-radius: 7px;
  padding: 2px 8px; }}
QPushButton#chip:checked {{ background: {found.text}; color: {found.window}; }}
QToolButton {{ border: 1px solid transparent; border-radius: 4px; padding: 2px 5px; }}
QToolButton#corner {{ background: {found.card}; padding: 1px; }}
QToolButton#corner::menu-indicator {{ image: none; width: 0; }}
QToolButton:checked {{ background: {found.accent_soft}; border-color: {found.accent}; }}
QToolButton#tool {{ text-align: left; padding: 4px 8px; }}
QTabBar#column_tabs::tab {{ color: {found.faint}; padding: 5px 2px 4px 2px; border: none;
  border-bottom: 3px solid {found.line}; }}
QTabBar#column_tabs::tab:selected {{ color: {found.accent}; font-weight: 600;
  border-bottom-color: {found.accent}; }}
QMenuBar {{ background: {found.well}; }}
QMenuBar::item {{ padding: 3px 9px; background: transparent; }}
QMenuBar::item:selected {{ background: {found.accent_soft}; }}
QMenuBar QToolButton {{ padding: 0; }}
QStatusBar {{ background: {found.well}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QToolButton {{ padding: 0 5px; }}
QToolButton#waiting {{ border-color: {found.accent}; }}
QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 9px; }}
QScrollBar:horizontal {{ height: 9px; }}
QScrollBar::handle {{ background: {found.line}; border-radius: 4px; min-height: 24px;
  min-width: 24px; margin: 1px; }}
QScrollBar::handle:hover {{ background: {found.faint}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QSplitter::handle {{ background: transparent; }}
"""


def _story_sheet(colours: UiColours, usual: float) -> str:
    """Return the rules for the story and the row of layers; usual -- size of letters in points.

    Names of objects: `title` is the title of a page, `turn_card` a turning point, `pill` its
    number, `cost` its points, `link` a button that reads as a link, `turn` and `turn_best` those of
    its lines, `accent_chip` an offer, `chip_menu` a chip with a menu.
    """
    found = colours
    return f"""
#title {{ font-weight: 600; font-size: {1.1 * usual:.2f}pt; }}
QFrame#turn_card {{ background: {found.card}; border: 1px solid {found.line};
  border-radius: {RADIUS}px; }}
QFrame#turn_card[isOpen="true"] {{ background: {found.accent_soft};
  border: 1px solid {found.accent}; }}
QFrame#turn_card:focus {{ border: 1px solid {found.accent}; }}
QLabel#pill {{ background: {found.accent}; color: {found.on_accent}; border-radius: 7px;
  padding: 0 7px; font-weight: 600; }}
QLabel#cost {{ color: {found.bad}; font-weight: 600; }}
QPushButton#link {{ background: transparent; border: none; color: {found.accent}; padding: 2px 0;
  text-align: left; }}
QPushButton#link:hover {{ text-decoration: underline; }}
QPushButton#turn, QPushButton#turn_best {{ padding: 3px 10px; background: {found.well};
  border-color: {found.well}; }}
QPushButton#turn_best {{ border: 2px solid {found.accent}; font-weight: 600;
  background: {found.card}; }}
QPushButton#turn:checked, QPushButton#turn_best:checked {{ background: {found.accent};
  color: {found.on_accent}; border-color: {found.accent}; }}
QToolButton#chip_menu {{ background: {found.well}; border: none; border-radius: 7px;
  padding: 2px 16px 2px 8px; }}
QToolButton#chip_menu[isOn="true"] {{ background: {found.text}; color: {found.window}; }}
QPushButton#primary {{ background: {found.accent}; color: {found.on_accent};
    border-color: {found.accent}; font-weight: 600; padding: 4px 14px; }}
QPushButton#accent_chip {{ background: {found.accent}; color: {found.on_accent};
  border: none; border-radius: 7px; padding: 2px 10px; }}
"""


def clear_pixmap(size: QSize) -> QPixmap:
    """Return a pixmap on which there is nothing yet."""
    found = QPixmap(size)
    found.fill(Qt.GlobalColor.transparent)
    return found


_INK = b"currentColor"
_SIDES = {"black": "white", "black_territory": "white_territory"}
_OTHER_SIDE = {**_SIDES, **{white: black for black, white in _SIDES.items()}}
"""Filled is Black where the ink is dark; light ink fills a white stone."""
_LIGHT = 128


class _InkEngine(QIconEngine):
    """Paints a drawing in the colour of the text at the moment of painting."""

    def __init__(self, name: str, selected: QPalette.ColorRole, ink: QPalette.ColorRole) -> None:
        super().__init__()
        self._name, self._selected, self._usual = name, selected, ink

    def clone(self) -> QIconEngine:
        return _InkEngine(self._name, self._selected, self._usual)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the drawing into a square in the middle of `rect`."""
        side = min(rect.width(), rect.height())
        square = QRectF(0, 0, side, side)
        square.moveCenter(QRectF(rect).center())
        ink = self._ink(mode)
        name = _OTHER_SIDE.get(self._name, self._name) if ink.lightness() > _LIGHT else self._name
        _renderer(name, ink.name()).render(painter, square)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        found = clear_pixmap(size)
        painter = QPainter(found)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return found

    def _ink(self, mode: QIcon.Mode) -> QColor:
        palette = QApplication.palette()
        if mode == QIcon.Mode.Disabled:
            return palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText)
        return palette.color(self._selected if mode == QIcon.Mode.Selected else self._usual)


def icon(
    name: str, selected: QPalette.ColorRole = QPalette.ColorRole.HighlightedText,
    ink: QPalette.ColorRole = QPalette.ColorRole.WindowText,
) -> QIcon:
    """Return an icon by the name of its file in resources/icons; raises ResourceError.

    selected -- its colour in a row that is chosen; ink -- its colour elsewhere
    """
    resource_path("icons", f"{name}.svg")
    return QIcon(_InkEngine(name, selected, ink))


def program_icon() -> QIcon:
    """Return irgo's own icon, for its windows; raises ResourceError."""
    return QIcon(str(resource_path("desktop", "irgo.svg")))


def no_icon() -> QIcon:
    """Return an icon that shows nothing, so that a row without one stands like the others."""
    return QIcon(clear_pixmap(QSize(16, 16)))


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    # What is hidden at the first paint has icons too; that waits for nothing but Qt's own parts.
    from PySide6.QtSvg import QSvgRenderer

    drawing = resource_path("icons", f"{name}.svg").read_bytes()
    return QSvgRenderer(QByteArray(drawing.replace(_INK, colour.encode())))


class IconLabel(QLabel):
    """Paints an icon anew each time, so that it follows the colours of the window."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._icon = icon(name)
        self.setFixedSize(18, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
