"""All models of a window, each built once: what views and commands are given theirs from."""

from __future__ import annotations

from msgspec.structs import asdict

from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.edit import PLAY, Finding, ToolInHand
from irgo_app.gui.models.engine import EngineDesk, Evaluations, GameAnalysis
from irgo_app.gui.models.file import Opening
from irgo_app.gui.models.judgement import Judgements, ReadingOn
from irgo_app.gui.models.layers import DeadStones, KeptLayers, Shown
from irgo_app.gui.models.overlays import Candidates, Overlays, OwnEvaluations, Planner, ShownIshida
from irgo_app.gui.models.play import Autoplay, ChordPlayer, Opponent, Trial
from irgo_app.gui.models.practice import Collecting, Practice
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.study.cards import PlaceCards, StudyCards
from irgo_app.gui.models.study.desk import (
    KnownGroups, LifeByItself, LifeDesk, LocalPlayout, Readers
)
from irgo_app.gui.models.study.places import KnownPlaces, Reasons
from irgo_app.gui.models.study.selection import Inquiry, Selection
from irgo_app.gui.models.study.twins import Comparing, Twins
from irgo_app.gui.models.timeline import GameTeller, KnownFigures, Losses
from irgo_app.gui.models.window import Mode, WindowLayout
from irgo_app.layers import LAYERS
from irgo_app.service.analysis_service import AnalysisService


class Models(FirstModels, frozen=True):
    """The models of the first paint, and those that bring numpy with them."""

    service: ServiceBridge
    dead: DeadStones
    shown: Shown
    kept_layers: KeptLayers
    planner: Planner
    groups: KnownGroups
    comparing: Comparing
    readers: Readers
    life: LifeDesk
    life_by_itself: LifeByItself
    selection: Selection
    places: KnownPlaces
    place_cards: PlaceCards
    reasons: Reasons
    inquiry: Inquiry
    cards: StudyCards
    twins: Twins
    playout: LocalPlayout
    evaluations: Evaluations
    judgements: Judgements
    reading_on: ReadingOn
    own: OwnEvaluations
    desk: EngineDesk
    opponent: Opponent
    walk: GameAnalysis
    candidates: Candidates
    chords: ChordPlayer
    ishida: ShownIshida
    overlays: Overlays
    opening: Opening
    finding: Finding
    autoplay: Autoplay
    trial: Trial
    counting: Counting
    figures: KnownFigures
    teller: GameTeller
    losses: Losses
    practice: Practice
    collecting: Collecting


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
    places = KnownPlaces(review, groups, evaluations, service, readers, preferences, first.layout)
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
        **asdict(first), service=service, dead=dead, shown=shown, kept_layers=kept, planner=planner,
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
