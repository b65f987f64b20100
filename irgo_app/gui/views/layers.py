"""The palette of layers: a small living board for each, and the cards of those that are on."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent,
                           QShowEvent)
from PySide6.QtWidgets import (QAbstractButton, QGridLayout, QMenu, QSizePolicy, QToolButton,
                               QWidget, QWidgetAction)

from irgo_app.draw.board_geometry import FADED_OPACITY, BoardGeometry, centres
from irgo_app.draw.board_painter import (Look, faded_stones, geometry_of, paint_fields, paint_grid,
                                         paint_links, paint_signs)
from irgo_app.draw.drawables import Caption, Diagram, Drawable, Label, Letter
from irgo_app.draw.palette import BLACK_STONE, WHITE_STONE_RIM, WHITE_STONE_SHEEN
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import Point
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.gui.models.board import Viewpoint
from irgo_app.gui.models.engine import EngineDesk
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.ishida import ShownIshida
from irgo_app.gui.models.layers import (BARE, QUICK_VIEWS, LayerState, ShownLayer, is_shown,
                                        layer_key, show_view)
from irgo_app.gui.models.overlays import CandidateOverlay
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.window import Preferences, WindowLayout
from irgo_app.gui.views.board_picture import QtCanvas
from irgo_app.gui.views.layer_cards import LayerCard
from irgo_app.gui.views.style import (bold_font, clear_pixmap, colours_of, elided, paint_text,
                                      small_font, smooth_painter, text_scale)
from irgo_app.gui.views.widgets import NarrowColumn, laid_out, paragraph, plain_tip, unfolding
from irgo_app.layers.estimate import Estimate
from irgo_app.meaning.ishida import ISHIDA_LEGEND
from irgo_app.words import translated

_GRID_OPACITY = 0.35


class MiniaturePainter:
    """Paints one position at one size, with one layer after the other.

    What all of them share is painted once for each position, so that a layer costs little more
    than itself.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._geometry: BoardGeometry
        self._grid, self._stones = QPixmap(), QPixmap()

    def paint(
        self, position: Position, drawables: Sequence[Drawable], side: int, look: Look,
        symmetry: int = 0,
    ) -> QPixmap:
        """Return a picture of side x side device pixels; letters are left out, too small to read.

        position -- the stones; drawables -- what lies on them
        """
        diagram = Diagram(
            position, tuple(found for found in drawables
                            if not isinstance(found, Label | Caption | Letter)),
            coordinates=CoordinateStyle.NONE, symmetry=symmetry)
        self._prepare(diagram, side, look)
        picture = QPixmap(side, side)
        picture.fill(QColor(*look.theme.flat))
        painter = QPainter(picture)
        canvas = QtCanvas(painter)
        paint_fields(canvas, diagram, self._geometry, look)
        painter.drawPixmap(0, 0, self._grid)
        paint_links(canvas, diagram, self._geometry, look)
        painter.drawPixmap(0, 0, self._stones)
        paint_signs(canvas, diagram, self._geometry, look)
        painter.end()
        return picture

    def _prepare(self, diagram: Diagram, side: int, look: Look) -> None:
        faded = faded_stones(diagram)
        key = (diagram.position.cells, diagram.position.columns, side, look, diagram.symmetry,
               faded)
        if key == self._key:
            return
        self._key = key
        self._geometry = geometry_of(diagram, side, side)
        self._grid, self._stones = (clear_pixmap(QSize(side, side)) for _ in range(2))
        painter = QPainter(self._grid)
        painter.setOpacity(_GRID_OPACITY)
        paint_grid(QtCanvas(painter), self._geometry, look)
        painter.end()
        painter = QPainter(self._stones)
        _paint_stones(painter, diagram.position, self._geometry, faded)
        painter.end()


def _paint_stones(
    painter: QPainter, position: Position, geometry: BoardGeometry, faded: frozenset[Point]
) -> None:
    """Paint flat discs: sheen and shadow would make grey dots of stones that are so small."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = geometry.cell / 2
    rim = max(0.6, 0.1 * radius)
    for point, ((x, y), cell) in enumerate(zip(centres(geometry), position.cells, strict=True)):
        if cell:
            painter.setOpacity(FADED_OPACITY if point in faded else 1.0)
            is_black = cell == BLACK_CELL
            painter.setPen(QPen(QColor(*(BLACK_STONE if is_black else WHITE_STONE_RIM)), rim))
            painter.setBrush(QColor(*(BLACK_STONE if is_black else WHITE_STONE_SHEEN)))
            painter.drawEllipse(QPointF(x, y), radius - rim / 2, radius - rim / 2)


BOARD_SIDE: Final = 78
"""Pixels of the board: four for each line of a large board, and the rim."""
_EDGE: Final = 4
_FRAME_WIDTH: Final = 2.5
_CAPTION_GAP: Final = 4
"""Pixels from the board to its name: the frame lies between them."""


class Miniature(QAbstractButton):
    """A layer's picture over its name and key; framed while the layer is on, with dashes while it
    waits for what it needs.

    is_stale -- whether the picture shows what is shown no longer, and waits to be painted
    is_whole -- whether the layer's result was there when it was painted
    """

    def __init__(self, title: str, short: str, key: str) -> None:
        super().__init__()
        self._short, self._key = short, key
        self._picture = QPixmap()
        self.is_stale, self.is_whole = True, False
        self._is_waiting = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{title} ({key})" if key else title)

    def nextCheckState(self) -> None:
        """Leave the frame to whoever knows which layers are on."""

    def show_picture(self, picture: QPixmap, *, is_whole: bool) -> None:
        """Show a picture of `side_in_pixels`."""
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self._picture, self.is_stale, self.is_whole = picture, False, is_whole
        self.update()

    def show_waiting(self, *, is_waiting: bool) -> None:
        """Show whether the layer is on but has nothing to show yet: it lacks an engine."""
        if is_waiting != self._is_waiting:
            self._is_waiting = is_waiting
            self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    @property
    def side(self) -> int:
        """Return how many pixels the board is wide and high, before the screen's scale."""
        return round(BOARD_SIDE * text_scale(self))

    @property
    def side_in_pixels(self) -> int:
        """Return how many pixels of the screen a picture needs each way."""
        return round(self.side * self.devicePixelRatioF())

    def sizeHint(self) -> QSize:
        """Return room for the board and a line of small print."""
        line = QFontMetrics(small_font(self)).height()
        return QSize(self.side + 2 * _EDGE, _EDGE + self.side + _CAPTION_GAP + line + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, side = colours_of(self), self.side
        painter = smooth_painter(self)
        board = QRectF(_EDGE, _EDGE, side, side)
        if self._picture.isNull():
            painter.fillRect(board, QColor(colours.well))
        else:
            painter.setOpacity(1.0 if self.is_whole else 0.45)
            painter.drawPixmap(_EDGE, _EDGE, self._picture)
            painter.setOpacity(1.0)
        is_lit = self.underMouse() or self.hasFocus()
        if self.isChecked() or is_lit:
            is_shown = self.isChecked() and not self._is_waiting
            pen = QPen(QColor(colours.accent if is_shown else colours.faint),
                       _FRAME_WIDTH if is_shown else 1.0)
            if self._is_waiting:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawRoundedRect(board.adjusted(-2, -2, 2, 2), 4, 4)
        top = _EDGE + side + _CAPTION_GAP
        words = QRectF(_EDGE, top, side, self.height() - top)
        small = small_font(self)
        paint_text(painter, words, self._key, small, colours.faint, Qt.AlignmentFlag.AlignRight)
        font = bold_font(self) if self.isChecked() and not self._is_waiting else small
        font.setPointSizeF(small.pointSizeF())
        room = words.width() - QFontMetrics(font).horizontalAdvance(self._key + " ")
        paint_text(painter, words, elided(self._short, font, room), font, colours.text,
                   Qt.AlignmentFlag.AlignLeft)


MORE: Final = "more_layers"
"""The name under which the layout keeps whether the fold is open."""
_FIRST: Final = ("influence.shadow", "territory", "moyo", "groups", "candidates")
"""The layers beside the Ishida view that are always in sight; the others lie below a fold."""
_MODELS: Final = ("influence.shadow", "influence.paths", "influence.gnugo", "influence.potential",
                  "influence.zobrist")
_ISHIDA: Final = next(view for view in QUICK_VIEWS if view.id == "ishida")
_WIDE = 260
"""From here on three small boards stand in a row, else two."""
_CORNER: Final = QPoint(6, 6)
"""Where the triangle lies on a small board."""
_QUIET_MS = 120
"""How long nothing must have happened before the small boards are painted: steps go first."""


class ModelsMenu(QToolButton):
    """A triangle in the corner of a small board; its menu holds the small boards of others.

    opened -- the menu is on the screen
    """

    opened = Signal()

    def __init__(self, corner_of: Miniature, boards: Sequence[Miniature]) -> None:
        super().__init__(corner_of, arrowType=Qt.ArrowType.DownArrow)
        words = translated("Other models of influence")
        self.setObjectName("corner")
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(words, self)
        page = QWidget()
        self._grid = QGridLayout(page)
        self._grid.setContentsMargins(6, 6, 6, 6)
        for index, board in enumerate(boards):
            self._grid.addWidget(board, *divmod(index, 2))
        action = QWidgetAction(menu)
        action.setDefaultWidget(page)
        menu.addAction(action)
        self.setMenu(menu)
        menu.aboutToShow.connect(lambda: QTimer.singleShot(0, self.opened.emit))
        self.move(_CORNER)
        self.resize(self.sizeHint())


class LayersPanel(NarrowColumn):
    """A small board and a card for each layer; few at first, the others in a menu or below a fold.

    A click shows a layer, the next one opens its parameters, the third switches it off. The small
    boards are painted while nothing else happens, one at a time, from what is computed.

    rows, miniatures -- of every layer in the order of the table, those that need an engine last
    ishida -- the small board of the Ishida view; ishida_words -- what its signs mean
    models -- opens the menu with the models of influence
    more -- opens the fold
    """

    def __init__(
        self, review: Review, shown: LayerState, candidates: CandidateOverlay, desk: EngineDesk,
        service: ServiceBridge, preferences: Preferences, viewpoint: Viewpoint,
        layout: WindowLayout, ishida: ShownIshida,
    ) -> None:
        super().__init__(translated("Layers"), spacing=6)
        self._layout, self._ishida = layout, ishida
        self._review, self._shown, self._candidates = review, shown, candidates
        self._preferences, self._viewpoint = preferences, viewpoint
        self._painter = MiniaturePainter()
        self._look = preferences.look
        layers = [*shown.layers, *shown.engine_layers]
        keys = [layer_key(index) for index in range(len(shown.layers))]
        keys += [""] * len(shown.engine_layers)
        self.rows = [LayerCard(shown, layer, key, preferences)
                     for layer, key in zip(layers, keys, strict=True)]
        self.miniatures = [self._miniature(card, key)
                           for card, key in zip(self.rows, keys, strict=True)]
        self._pairs = list(zip(self.rows, self.miniatures, strict=True))
        self._quiet = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._next = QTimer(self, singleShot=True, interval=0)
        for timer in (self._quiet, self._next):
            timer.timeout.connect(self._paint_one)
        self.ishida = Miniature(translated(_ISHIDA.title), translated(_ISHIDA.title), _ISHIDA.key)
        self.ishida.setToolTip(plain_tip(translated(
            "{0} ({1})\nWho owns what now and in the end, and which stones live").format(
                translated(_ISHIDA.title), _ISHIDA.key)))
        self.ishida_words = paragraph(translated(ISHIDA_LEGEND), "small")
        self.ishida.clicked.connect(self._on_ishida)
        own, *others = map(self.miniature_of, _MODELS)
        self.models = ModelsMenu(own, others)
        self.more = unfolding(translated("More layers"))
        self.more.toggled.connect(lambda is_open: layout.set_open(MORE, is_open=is_open))
        self._grid, self._fold = QGridLayout(), QWidget()
        self._below = QGridLayout(self._fold)
        self._in_a_row = 0
        for grid in (self._grid, self._below):
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setHorizontalSpacing(0)
            grid.setVerticalSpacing(3)
        laid_out(self.column, self._grid, self.more, self._fold,
                 self.ishida_words, *self.rows, 1)
        # What lies in no layout is nobody's child, and outlives the window.
        self._lay_out(2)
        self._follow_layout()
        for signal in (review.node_changed, review.tree_changed, viewpoint.changed,
                       candidates.changed):
            signal.connect(self._outdate)
        preferences.changed.connect(self._on_preferences)
        shown.changed.connect(self.refresh)
        for signal in (desk.state_changed, candidates.changed, review.node_changed,
                       review.game_changed):
            signal.connect(self._refresh_needs)
        service.ready.connect(self._on_ready)
        layout.changed.connect(self._follow_layout)
        self.models.opened.connect(self._quiet.start)
        self.refresh()

    def refresh(self) -> None:
        for card, miniature in self._pairs:
            card.refresh()
            # The Ishida view shows where to play in its own way, and no engine's moves.
            is_seen = card.shown.is_on and not (
                self._shown.is_ishida and card.shown.layer.uses_engine)
            card.setVisible(is_seen)
            miniature.setChecked(is_seen)
        self.ishida.setChecked(is_shown(self._shown, _ISHIDA))
        self.ishida_words.setVisible(self._shown.is_ishida)
        self._refresh_needs()
        self._outdate()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._quiet.start()

    def changeEvent(self, event: QEvent) -> None:
        """Paint the small boards as large as letters of another size make them."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "miniatures"):
            self._outdate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put as many small boards into a row as there is room for."""
        super().resizeEvent(event)
        self._lay_out(3 if self.width() >= _WIDE * text_scale(self) else 2)

    @property
    def is_painted(self) -> bool:
        """Return whether every small board in sight shows the position."""
        return not any(found.is_stale and found.isVisible()
                       for found in (self.ishida, *self.miniatures))

    def miniature_of(self, name: str) -> Miniature:
        return next(miniature for card, miniature in self._pairs
                    if card.shown.layer.name == name)

    def _lay_out(self, in_a_row: int) -> None:
        if in_a_row == self._in_a_row:
            return
        self._in_a_row = in_a_row
        first = [self.ishida, *(self.miniature_of(name) for name in _FIRST)]
        below = [miniature for card, miniature in self._pairs
                 if card.shown.layer.name not in (*_FIRST, *_MODELS)]
        for grid, miniatures in ((self._grid, first), (self._below, below)):
            for index, miniature in enumerate(miniatures):
                grid.addWidget(miniature, *divmod(index, in_a_row))

    def _follow_layout(self) -> None:
        is_open = self._layout.is_open(MORE, default=False)
        self.more.setChecked(is_open)
        self._fold.setVisible(is_open)
        self._quiet.start()

    def _on_ishida(self) -> None:
        """Show the Ishida view; once more: the bare board."""
        show_view(self._shown, BARE if is_shown(self._shown, _ISHIDA) else _ISHIDA)
        self.refresh()

    def _miniature(self, card: LayerCard, key: str) -> Miniature:
        layer = card.shown.layer
        title = translated(layer.title)
        found = Miniature(title, translated(layer.short) or title, key)
        found.setToolTip(plain_tip(self._tip(card, key)))
        found.clicked.connect(lambda _checked=False: self._on_clicked(card))
        return found

    def _tip(self, card: LayerCard, key: str) -> str:
        layer = card.shown.layer
        words = translated(layer.title) + (f" ({key})" if key else "")
        tells = translated(layer.tells) or translated(layer.legend)
        return "\n".join(filter(None, (words, tells)))

    def _on_clicked(self, card: LayerCard) -> None:
        """Show the layer; then open the parameters, where there are any; then the bare board.

        One model of influence takes the place of another, also where layers are added.
        """
        if card.shown.layer.uses_engine and not card.shown.is_on:
            self._shown.change(card.shown, is_on=True)
        elif not card.shown.is_on:
            if card.shown.layer.name in _MODELS:
                for other in self._shown.layers:
                    if other.is_on and other.layer.name in _MODELS:
                        self._shown.change(other, is_on=False)
                self.models.menu().close()
            self._shown.choose(card.shown)
        elif card.shown.layer.params and not card.triangle.isChecked():
            card.triangle.setChecked(True)
            # The card has its new size only after this event.
            QTimer.singleShot(0, lambda: self.ensureWidgetVisible(card))
        else:
            self._shown.change(card.shown, is_on=False)

    # The small boards

    def _outdate(self) -> None:
        for miniature in (self.ishida, *self.miniatures):
            miniature.is_stale = True
        self._next.stop()
        self._quiet.start()

    def _on_ready(self) -> None:
        """Have those painted whose results were missing, and say what is still needed."""
        self._refresh_needs()
        found = [miniature for miniature, shown in self._boards() if not miniature.is_whole
                 and self._drawables(shown) is not None]
        for miniature in found:
            miniature.is_stale = True
        # Started again by each answer, it would never end while a game is computed.
        if found and not self._quiet.isActive():
            self._quiet.start()

    def _on_preferences(self) -> None:
        if self._look != self._preferences.look:
            self._look = self._preferences.look
            self._outdate()

    def _paint_one(self) -> None:
        """Paint one small board, and come back for the next when the window has time."""
        if not self.isVisible():
            return
        stale = [(miniature, shown) for miniature, shown in self._boards()
                 if miniature.is_stale and miniature.isVisible()]
        if not stale:
            return
        miniature, shown = stale[0]
        drawables = self._drawables(shown)
        picture = self._painter.paint(
            self._review.position, drawables or (), miniature.side_in_pixels, self._look,
            self._viewpoint.symmetry)
        miniature.show_picture(picture, is_whole=drawables is not None)
        if len(stale) > 1:
            self._next.start()

    def _boards(self) -> list[tuple[Miniature, ShownLayer | None]]:
        """Return every small board with the layer that it shows, None for the Ishida view."""
        return [(self.ishida, None), *((found, card.shown) for card, found in self._pairs)]

    def _drawables(self, shown: ShownLayer | None) -> tuple[Drawable, ...] | None:
        """Return what is drawn on the current node, None while that is not known."""
        if shown is None:
            picture = self._ishida.picture()
            return None if picture is None else picture.tones
        result = self._candidates.result_for(shown) if shown.layer.uses_engine \
            else self._shown.result_for(shown)
        return None if result is None else shown.layer.drawables(result)

    def _refresh_needs(self) -> None:
        self.ishida_words.setText(self._ishida.remark() or translated(ISHIDA_LEGEND))
        for card, miniature in self._pairs:
            if card.shown.layer.uses_engine:
                need = self._candidates.need(card.shown)
            elif card.shown.layer.uses_network:
                result = self._shown.result_for(card.shown)
                remark = result.remark if isinstance(result, Estimate) else None
                need = str(remark or "")
            else:
                continue
            if need != card.need.text():
                miniature.setToolTip(plain_tip("\n".join(
                    filter(None, (self._tip(card, ""), need)))))
            miniature.show_waiting(is_waiting=bool(need) and card.shown.is_on)
            card.show_need(need)
