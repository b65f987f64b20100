"""All models of a window, each built once: what views and commands are given theirs from."""

from __future__ import annotations

from irgo_app.gui.models.count import Counting
from irgo_app.gui.models.edit import Finding
from irgo_app.gui.models.engine.candidates import Candidates, OwnEvaluations
from irgo_app.gui.models.engine.chord import ChordPlayer
from irgo_app.gui.models.engine.desk import EngineDesk, Evaluations
from irgo_app.gui.models.engine.game_analysis import GameAnalysis
from irgo_app.gui.models.engine.opponent import Opponent
from irgo_app.gui.models.file import Opening
from irgo_app.gui.models.first_models import FirstModels
from irgo_app.gui.models.judgement import Judgements, ReadingOn
from irgo_app.gui.models.layers import DeadStones, KeptLayers, Shown
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
