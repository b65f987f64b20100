"""What is built first after the first paint: all models, and what the board does with them."""

from __future__ import annotations

from PySide6.QtCore import QObject

from irgo_app.go.point import PASS
from irgo_app.gui.commands.board import BoardHand
from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.edit import PLAY, Finding, ToolInHand
from irgo_app.gui.models.engine.candidates import Candidates, OwnEvaluations
from irgo_app.gui.models.engine.chord import ChordPlayer
from irgo_app.gui.models.engine.desk import EngineDesk, Evaluations
from irgo_app.gui.models.engine.game_analysis import GameAnalysis
from irgo_app.gui.models.engine.opponent import Opponent
from irgo_app.gui.models.file import Opening
from irgo_app.gui.models.first_models import FirstModels
from irgo_app.gui.models.judgement import Judgements, ReadingOn
from irgo_app.gui.models.layers import DeadStones, KeptLayers, Shown
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.overlays import Overlays, Planner, ShownIshida
from irgo_app.gui.models.play import Autoplay, Trial
from irgo_app.gui.models.practice import Collecting, Practice
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.story import GameTeller
from irgo_app.gui.models.study.cards import PlaceCards, StudyCards
from irgo_app.gui.models.study.desk import LifeByItself, LifeDesk
from irgo_app.gui.models.study.groups import KnownGroups
from irgo_app.gui.models.study.places import KnownPlaces
from irgo_app.gui.models.study.readers import LocalPlayout, Readers
from irgo_app.gui.models.study.reasons import Reasons
from irgo_app.gui.models.study.selection import Inquiry, Selection
from irgo_app.gui.models.study.twins import Comparing, Twins
from irgo_app.gui.models.timeline import KnownFigures, Losses
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.window.lead_bar import LeadBar
from irgo_app.layers import LAYERS
from irgo_app.service.analysis_service import AnalysisService


def build_models(first: FirstModels, analysis: AnalysisService) -> Models:
    """Return all models, on top of those that are there since the first paint."""
    review, notices, preferences = first.review, first.notices, first.preferences
    service = ServiceBridge(analysis, notices)
    dead = DeadStones(review, preferences)
    shown = Shown(review, service, dead, preferences, LAYERS)
    kept = KeptLayers(shown, first.layout)
    evaluations = Evaluations(review)
    judgements = Judgements(review, evaluations, service)
    planner = Planner(review, shown, judgements, service)
    groups = KnownGroups(review, shown, service)
    comparing = Comparing(review, shown, service)
    figures = KnownFigures(shown, service)
    desk = EngineDesk(review, evaluations, notices, preferences.settings)
    readers = Readers(review, desk, preferences)
    life = LifeDesk(review, groups, dead, service, readers, preferences)
    selection = Selection(review, life, readers, notices)
    places = KnownPlaces(review, groups, evaluations, service, readers, preferences,
                         first.layout)
    reasons = Reasons(review, places, selection, service, readers)
    place_cards = PlaceCards(review, groups, places, reasons)
    reading_on = ReadingOn(review, judgements, places, evaluations, service, preferences)
    inquiry = Inquiry(review, shown, dead, service, groups, life, selection)
    cards = StudyCards(review, groups, life, selection)
    twins = Twins(review, life, selection, cards, reasons, comparing, readers, judgements, shown,
                  service, first.line, first.viewpoint, preferences)
    own = OwnEvaluations(review, evaluations, desk, service, preferences, first.layout, places)
    candidates = Candidates(review, shown, evaluations, own, desk, preferences)
    _tie_mode_and_tool(first.layout, first.hand)
    counting = Counting(review, shown, judgements, service)
    ishida = ShownIshida(review, shown, judgements, life, places, service)
    overlays = Overlays(review, shown, groups, inquiry, life, cards, place_cards, candidates,
                        counting, preferences, service, ishida)
    first.scene.lay_over(overlays)
    teller = GameTeller(review, judgements, preferences)
    opponent = Opponent(review, desk, evaluations, notices)
    practice = Practice(service, notices)
    return Models(
        preferences=preferences, notices=notices, review=review, viewpoint=first.viewpoint,
        line=first.line, scene=first.scene, hand=first.hand, layout=first.layout,
        service=service, dead=dead, shown=shown, kept_layers=kept, planner=planner,
        groups=groups, comparing=comparing, readers=readers, life=life,
        life_by_itself=LifeByItself(review, life, evaluations, preferences, first.layout),
        selection=selection, places=places, place_cards=place_cards, reasons=reasons,
        inquiry=inquiry, cards=cards, twins=twins,
        playout=LocalPlayout(review, first.line, readers, service),
        evaluations=evaluations, judgements=judgements, reading_on=reading_on, own=own, desk=desk,
        walk=GameAnalysis(review, desk, evaluations, notices),
        candidates=candidates, chords=ChordPlayer(review, evaluations, preferences),
        ishida=ishida, overlays=overlays,
        opening=Opening(review, notices), finding=Finding(review),
        autoplay=Autoplay(review, first.line, preferences),
        trial=Trial(review, first.scene, opponent), counting=counting, opponent=opponent,
        figures=figures, teller=teller, losses=Losses(review, judgements, teller),
        practice=practice, collecting=Collecting(practice, service, notices))


def _tie_mode_and_tool(layout: WindowLayout, hand: ToolInHand) -> None:
    """A tool taken by its key is for editing; the other modes play."""

    def follow_tool() -> None:
        if hand.tool is not PLAY and not hand.tool.studies:
            layout.set_mode(Mode.EDIT)

    def follow_mode() -> None:
        if layout.mode is not Mode.EDIT:
            hand.take(PLAY)

    hand.changed.connect(follow_tool)
    layout.mode_changed.connect(follow_mode)


def give_the_board_its_models(window: MainWindow, models: Models) -> BoardHand:
    """Let the board show, tell and take what there are models for; keep what is returned."""
    status, hand = window.status, BoardHand(
        models, window.board, window.body.announce, window.body.show_panel)
    told = _Status(window, models)
    window.header.show_lead(LeadBar(models.review, models.judgements))
    models.service.progress_changed.connect(status.show_progress)
    models.service.preparing.connect(status.show_preparing)
    models.opening.progress.connect(status.show_reading)
    models.life.changed.connect(told.show_search)
    window.board.point_hovered.connect(models.candidates.look_at)
    # Another move, another choice of layers: what is said of the point is said anew.
    for signal in (window.board.point_hovered, models.scene.changed, models.shown.changed):
        signal.connect(told.show_point)
    # One connection each: an error in one of them keeps no other from being done.
    for stop in (models.opening.close, models.desk.stop, models.teller.close,
                 models.service.close):
        window.closing.connect(stop)
    return hand


class _Status(QObject):
    """Tells the status line of the window what models have to say."""

    def __init__(self, window: MainWindow, models: Models) -> None:
        super().__init__(window)
        self._window, self._models = window, models

    def show_search(self) -> None:
        """Show how far the searches of groups are."""
        self._window.status.show_search(*self._models.life.progress)

    def show_point(self) -> None:
        """Show what is known of the point under the mouse."""
        point = self._window.board.pointed
        self._window.status.show_hover(
            "" if point == PASS else self._models.overlays.values_at(point))
