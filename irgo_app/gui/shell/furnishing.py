"""What is built last, and again for another language: menus, panels, what asks and is read out."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from irgo_app.go.point import BLACK, PASS, Point
from irgo_app.gui.commands.actions import ACTIONS, Menus
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.edit import offer_handicap
from irgo_app.gui.commands.file import (FileGuard, choose_among_several, may_leave, open_dropped,
                                        open_image, open_path)
from irgo_app.gui.commands.games import open_link
from irgo_app.gui.commands.help import greet
from irgo_app.gui.commands.window import stop_analysis
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.bars import CountBar, StepBar, TrialBar
from irgo_app.gui.views.board import ZoomHand
from irgo_app.gui.views.edit import ToolBar
from irgo_app.gui.views.focus import FocusRings
from irgo_app.gui.views.layer_row import LayerRow
from irgo_app.gui.views.panels import PANELS, PanelSpec
from irgo_app.gui.views.practice import PracticePage
from irgo_app.gui.views.story import StoryPanel
from irgo_app.gui.views.style import icon
from irgo_app.gui.views.teaching import PlayPanel
from irgo_app.gui.views.turn_bar import TurnButtons
from irgo_app.gui.views.widgets import announce, let_speak, tell_change, turn_to
from irgo_app.gui.views.window.body import COLUMN_SIDE, PALETTE_SIDE, TABS, PanelPlace, Section
from irgo_app.gui.views.window.header import Header
from irgo_app.judging.study import Place
from irgo_app.words import translated

_MOST_VERDICTS = 3
"""So many new verdicts are read out at once; the cards have them all."""


class ReadOut(QObject):
    """Gives the board its words, and announces what changes."""

    def __init__(self, window: MainWindow, models: Models, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._models = window, models
        self._verdicts: dict[Place | Point, str] = {}
        let_speak(window.board, QAccessible.Role.Graphic, self.board_words)
        window.board.point_hovered.connect(self._on_point)
        for signal in (models.review.node_changed, models.review.game_changed):
            signal.connect(self._on_node)
        for signal in (models.review.tree_changed, models.shown.changed):
            signal.connect(self._on_board)
        models.life.changed.connect(self._on_verdict)

    def board_words(self) -> str:
        """Return what is at the board's cursor; without one which move is shown."""
        point = self._window.board.cursor_point
        # The board may be a smaller one by now, the cursor not there yet.
        is_there = PASS < point < len(self._models.review.position.cells)
        return self.point_words(point) if is_there else self._window.header.place.text()

    def point_words(self, point: Point) -> str:
        """Return a point's name, its stone, whether it is the last move, and what the maps say."""
        position, move = self._models.review.position, self._models.review.node.move
        colour = position.colour_at(point)
        stone = translated("Black") if colour == BLACK else translated("White") if colour \
            else translated("empty")
        name, *values = self._models.overlays.values_at(point).split(" · ")
        last = [translated("last move")] if move is not None and move[1] == point else []
        return " · ".join((f"{name}: {stone}", *last, *values))

    def _on_point(self, point: Point) -> None:
        """Read the point out that the keyboard's cursor went to; the mouse is watched, not heard.
        """
        if point != PASS and point == self._window.board.cursor_point:
            announce(self._window.board, self.board_words())
            tell_change(self._window.board)

    def _on_node(self) -> None:
        self._verdicts.clear()
        announce(self._window.board, self._window.header.place.text())
        tell_change(self._window.board)

    def _on_board(self) -> None:
        tell_change(self._window.board)

    def _on_verdict(self) -> None:
        if not QAccessible.isActive():
            return
        found = {card.place: card.sentence for card in self._models.cards.of_groups()
                 if card.how or card.swing is not None}
        news = [words for place, words in found.items() if self._verdicts.get(place) != words]
        self._verdicts = found
        announce(self._window.board, ". ".join(news[:_MOST_VERDICTS]))


_EDITED = "tree", "comment"
"""The panels that are open to who edits."""


class PanelPlaces(QObject):
    """Makes every panel of a list; without any one of them the others are as they were.

    switches -- the actions that open and close panels, for the View menu
    """

    def __init__(
        self, window: MainWindow, models: Models, panels: tuple[PanelSpec, ...], tools: QWidget
    ) -> None:
        super().__init__(window)
        self._body, self._layout = window.body, models.layout
        self.switches: list[QAction] = []
        self._palette = QStackedWidget()
        self._layers, self._tools = QWidget(), tools
        for spec in panels:
            self._put(spec, spec.make(models))
        self._palette.addWidget(tools)
        self._body.put(self._body.palette_side, self._palette)
        self._add_drawer_buttons(window.header)
        models.layout.mode_changed.connect(self._on_mode)
        self._follow_mode()

    def _add_drawer_buttons(self, header: Header) -> None:
        """Put a button for each drawer into the header; there only while they are drawers."""
        body = self._body
        buttons = {}
        for side, sign, words, add in (
            (PALETTE_SIDE, "layers", translated("Layers"), header.add_before),
            (COLUMN_SIDE, "panels", translated("Studies, game, engine"), header.add_after),
        ):
            button = QToolButton()
            button.setIcon(icon(sign))
            button.setCheckable(True)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda is_on, side=side: body.open_side(side, is_open=is_on))
            add(button)
            buttons[side] = button

        def refresh() -> None:
            for side, button in buttons.items():
                button.setVisible(body.are_drawers)
                button.setChecked(body.is_side_open(side))

        body.rearranged.connect(refresh)
        refresh()

    def _put(self, spec: PanelSpec, panel: QWidget) -> None:
        if spec.place in TABS:
            title = translated(spec.title)
            section = Section(spec.name, title, panel, self._layout, is_open=spec.is_open,
                              has_title=spec.has_title)
            self.switches.append(section.switch)
            self._body.add_section(spec.name, section, spec.place, spec.share)
            return
        self._body.add_panel(spec.name, panel, spec.place)
        if isinstance(panel, LayerRow):
            panel.small_boards_wanted.connect(self._open_small_boards)
        if spec.place is PanelPlace.PALETTE:
            self._layers = panel
            self._palette.addWidget(panel)

    def _open_small_boards(self) -> None:
        self._body.open_side(PALETTE_SIDE)

    def _on_mode(self) -> None:
        """Show the tools, comment and tree to who wants to edit, the tools also as a drawer; and to
        who plays the page of the game.
        """
        self._follow_mode()
        if self._layout.mode is Mode.PLAY:
            self._body.column.show_page(PanelPlace.GAME)
        elif self._layout.mode is Mode.EDIT:
            for name in _EDITED:
                self._layout.set_open(name, is_open=True)
            self._body.column.show_page(PanelPlace.GAME)
            self._body.open_side(PALETTE_SIDE)

    def _follow_mode(self) -> None:
        """Have the tools in the palette while one edits, else the layers; the page Play open while
        one plays.
        """
        is_edit = self._layout.mode is Mode.EDIT
        self._layout.set_open("play", is_open=self._layout.mode is Mode.PLAY)
        turn_to(self._palette, self._tools if is_edit else self._layers)


class Furnishing(QObject):
    """The menus and panels of a window.

    context -- what the commands reach
    guard -- watches the file on disk
    """

    def __init__(
        self, window: MainWindow, models: Models, panels: tuple[PanelSpec, ...] = PANELS
    ) -> None:
        super().__init__(window)
        self.models, self._window = models, window
        self.context = Context(
            models, window, window.board, ZoomHand(window.board), window.messages, window.body,
            window.focus_walk, window.show_panel, ACTIONS)
        FocusRings(window)
        tools = ToolBar(models.hand, models.preferences.settings.keys)
        places = PanelPlaces(window, models, panels, tools)
        self.menus = Menus(window, self.context, tools)
        self._fill_strip(window)
        story = window.panels.get("story")
        if isinstance(story, StoryPanel):
            story.asked.connect(self._do)
        play = window.panels.get("play")
        if isinstance(play, PlayPanel):
            play.asked.connect(self._do)
        practice = window.panels.get("practice")
        if isinstance(practice, PracticePage):
            practice.asked.connect(self._do)
        models.teacher.wanted.connect(self._show_play)
        ReadOut(window, models, self)
        self.guard = FileGuard(self.context)
        self.menus.add_panel_switches(places.switches)
        window.may_close = lambda: may_leave(self.context)
        window.board.file_dropped.connect(lambda name: open_dropped(self.context, name))
        window.board.picture_dropped.connect(lambda image: open_image(self.context, image))
        window.board.link_dropped.connect(lambda text: open_link(self.context, text))
        window.status.stop_wanted.connect(lambda: stop_analysis(self.context))
        models.opening.opened.connect(self._choose_game)
        models.teller.opened.connect(self._show_story)
        models.selection.wanted.connect(self._show_study)
        models.twins.changed.connect(self._follow_twins)
        models.comparing.changed.connect(self._follow_comparing)
        models.layout.mode_changed.connect(self._follow_mode)
        models.review.game_changed.connect(self._leave_practice)
        models.review.game_changed.connect(self._offer_handicap)
        for follow in (self._follow_twins, self._follow_trial, self._follow_counting,
                       self._follow_mode):
            follow()

    def _do(self, action: str) -> None:
        self.menus.actions[action].trigger()

    def _offer_handicap(self) -> None:
        offer_handicap(self.context)

    def _choose_game(self) -> None:
        choose_among_several(self.context)

    def _show_story(self) -> None:
        """Put the page of the game in front; where the column is a drawer, it stays as it is."""
        self._window.body.column.show_page(PanelPlace.STORY)

    def _show_play(self) -> None:
        """Show what the teacher says, and both futures of the move that was stopped."""
        self._window.show_panel("play")
        self.models.teacher.show_futures()

    def _show_study(self) -> None:
        self._window.show_panel("study")

    def _follow_twins(self) -> None:
        """Show two boards in the place of one while there are two, and the one again after that."""
        window = self._window
        is_there = window.body.centre.currentWidget() is window.panels.get("twins")
        if self.models.twins.is_shown and not is_there:
            window.show_panel("twins")
        elif is_there and not self.models.twins.is_shown:
            window.body.show_board()
        window.body.make_room(is_study=self.models.twins.is_shown and self.models.twins.is_study)

    def _follow_mode(self) -> None:
        """Show the page of exercises while one practises, and the board again after that."""
        window, is_practice = self._window, self.models.layout.mode is Mode.PRACTICE
        is_there = window.body.centre.currentWidget() is window.panels.get("practice")
        window.body.show_alone(is_alone=is_practice)
        if is_practice:
            self.models.trial.throw_away()
            self.models.line.close()
            self.models.practice.begin()
            window.show_panel("practice")
        elif is_there:
            window.body.show_board()
            window.board.setFocus()

    def _leave_practice(self) -> None:
        if self.models.layout.mode is Mode.PRACTICE:
            self.models.layout.set_mode(Mode.REVIEW)

    def _follow_comparing(self) -> None:
        """Say no longer how to compare once it is done, or called off."""
        if self.models.comparing.pinned is not self.models.review.node:
            self._window.messages.end_hint()

    def begin(self, later: tuple[Path | str, int | None] | None) -> None:
        """Do what a start leaves to be done: read a large file, choose a game, offer lost work.

        later -- a large file, or the address of a game, and the move to go to
        """
        if later is not None:
            path, move = later
            if isinstance(path, str):
                open_link(self.context, path)
            else:
                open_path(self.context, str(path), move=move)
        elif self.models.review.node.parent is None:
            choose_among_several(self.context)
        offer_handicap(self.context)
        self.guard.offer_lost_work()
        self.models.networks.tell_what_is_missing()
        if later is None:
            greet(self.context)

    def _fill_strip(self, window: MainWindow) -> None:
        """Put the steps under the board, and the bars that take their place."""
        models, strip = self.models, window.body.strip
        strip.add_steps(StepBar(
            self.menus.actions, models.review, models.layout, TurnButtons(
                models.turns, self.menus.actions)))
        self._trial_bar, self._count_bar = TrialBar(models.trial), CountBar(models.counting)
        for bar in (self._trial_bar, self._count_bar):
            strip.addWidget(bar)
        models.trial.changed.connect(self._follow_trial)
        models.counting.changed.connect(self._follow_counting)

    def _follow_trial(self) -> None:
        self._window.body.strip.show_bar(self._trial_bar, is_shown=self.models.trial.is_on)

    def _follow_counting(self) -> None:
        self._window.body.strip.show_bar(self._count_bar, is_shown=self.models.counting.is_on)
