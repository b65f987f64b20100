"""All models of a window, each built once: what views and commands are given theirs from."""

from irgo_app.gui.models.background import Background
from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.edit import PLAY, Finding, ToolInHand
from irgo_app.gui.models.engine import EngineDesk, Evaluations, GameAnalysis
from irgo_app.gui.models.file import Collection, Opening
from irgo_app.gui.models.games import GamesDesk
from irgo_app.gui.models.ishida import IshidaRequests, ShownIshida
from irgo_app.gui.models.judgement import Judgements, ReadingOn
from irgo_app.gui.models.layers import DeadStones, KeptLayers, LayerState
from irgo_app.gui.models.networks import NetworkDesk
from irgo_app.gui.models.overlays import CandidateOverlay, Overlays, OwnEvaluations, Planner
from irgo_app.gui.models.play import Autoplay, ChordPlayer, Opponent, Trial
from irgo_app.gui.models.practice import Collecting, Practice
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.story import GameTeller
from irgo_app.gui.models.study.cards import Cards
from irgo_app.gui.models.study.desk import (KnownGroups, LifeByItself, LocalPlayout, StudyJudges,
                                            StudyRunner)
from irgo_app.gui.models.study.selection import Inquiry, KnownPlaces, Reasons, Selection
from irgo_app.gui.models.study.twins import Comparing, SideBySide
from irgo_app.gui.models.teaching import Teacher
from irgo_app.gui.models.timeline import KnownFigures, MistakeList
from irgo_app.gui.models.turns import Futures, LastPlaces, Turns, TurnSigns
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.layers import LAYERS
from irgo_app.service.analysis_service import AnalysisService


class Models(FirstModels):
    """The models of the first paint, which are there already, and those that bring numpy along.

    They are built in this order, and hear of what happens in it.
    """

    def __init__(self, first: FirstModels, analysis: AnalysisService) -> None:
        vars(self).update(vars(first))
        review, notices, preferences = self.review, self.notices, self.preferences
        service = self.service = ServiceBridge(analysis, notices)
        dead = self.dead = DeadStones(review, preferences)
        shown = self.shown = LayerState(review, service, dead, preferences, LAYERS)
        self.kept_layers = KeptLayers(shown, self.layout)
        self.networks = NetworkDesk(notices, preferences, self.layout)
        evaluations = self.evaluations = Evaluations(review)
        background = self.background = Background(
            review, evaluations, service, preferences, self.layout)
        judgements = self.judgements = Judgements(review, evaluations, service)
        groups = self.groups = KnownGroups(review, shown, service)
        comparing = self.comparing = Comparing(review, shown, service)
        self.figures = KnownFigures(shown, service)
        desk = self.desk = EngineDesk(review, evaluations, notices, preferences.settings)
        readers = self.readers = StudyJudges(review, desk, preferences)
        life = self.life = StudyRunner(review, groups, dead, service, readers, preferences,
                                    judgements.owners)
        judgements.changed.connect(life.follow_board)
        pictures = self.pictures = IshidaRequests(review, judgements, life, background)
        self.planner = Planner(review, shown, judgements, pictures, service)
        selection = self.selection = Selection(review, life, readers, notices)
        places = self.places = KnownPlaces(review, groups, service, readers, background)
        teller = self.teller = GameTeller(review, judgements, preferences)
        self.turns = Turns(review, teller, self.line, self.layout)
        self.futures = Futures(teller, judgements, service)
        self.turn_signs = TurnSigns(self.turns, self.futures, self.line)
        reasons = self.reasons = Reasons(review, places, selection, service, readers, teller.why_of)
        self.reading_on = ReadingOn(review, judgements, places, service, background)
        self.inquiry = Inquiry(review, shown, dead, service, groups, life, selection)
        self.cards = Cards(review, groups, life, selection, places, reasons)
        self.twins = SideBySide(review, life, selection, self.cards, reasons, comparing, readers,
                           judgements, pictures, shown, service, self.line, self.viewpoint,
                           preferences)
        self.own = OwnEvaluations(
            review, evaluations, desk, service, preferences, background, places)
        self.candidates = CandidateOverlay(review, shown, evaluations, self.own, desk, preferences)
        _tie_mode_and_tool(self.layout, self.hand)
        self.layout.mode_changed.connect(self._on_mode)
        self._file = review.file
        review.game_changed.connect(self._on_game)
        self.counting = Counting(review, shown, judgements, service)
        self.ishida = ShownIshida(review, shown, judgements, life, places, pictures, service)
        self.overlays = Overlays(
            review, shown, groups, self.inquiry, life, self.cards, places,
            self.candidates, self.counting, preferences, service, self.ishida, self.turn_signs)
        self.scene.lay_over(self.overlays)
        self.opponent = Opponent(review, desk, evaluations, notices)
        self.teacher = Teacher(review, self.opponent, readers, reasons, teller, service)
        self.practice = Practice(service, notices)
        self.life_by_itself = LifeByItself(life, background)
        self.playout = LocalPlayout(review, self.line, readers, service)
        self.walk = GameAnalysis(review, desk, evaluations, notices)
        self.chords = ChordPlayer(review, evaluations, preferences)
        self.opening = Opening(review, notices, self.layout)
        self.last_places = LastPlaces(review, self.turns, self.layout)
        self.opening.opened.connect(self.last_places.return_there)
        self.collection = Collection(review)
        self.finding = Finding(review)
        self.autoplay = Autoplay(review, self.line, preferences)
        self.trial = Trial(review, self.scene, self.opponent)
        self.losses = MistakeList(review, judgements, teller)
        self.collecting = Collecting(self.practice, service, notices)
        self.games = GamesDesk(notices, preferences)
        review.node_changed.connect(self.games.note_activity)


    def _on_mode(self) -> None:
        if self.layout.mode in (Mode.PLAY, Mode.PRACTICE):
            self.selection.forget_point()


    def _on_game(self) -> None:
        """Put the tool down with the file it was taken for: a click in another one sets up nothing.
        """
        if self.review.file is not self._file:
            self._file = self.review.file
            self.hand.take(PLAY)


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
