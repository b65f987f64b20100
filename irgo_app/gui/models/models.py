"""All models of a window, each built once: what views and commands are given theirs from."""

from __future__ import annotations

from dataclasses import dataclass

from irgo_app.gui.models.autoplay import Autoplay
from irgo_app.gui.models.candidates import Candidates
from irgo_app.gui.models.chord_player import ChordPlayer
from irgo_app.gui.models.comparing import Comparing
from irgo_app.gui.models.counting import Counting
from irgo_app.gui.models.dead_stones import DeadStones
from irgo_app.gui.models.engine_desk import EngineDesk
from irgo_app.gui.models.evaluations import Evaluations
from irgo_app.gui.models.finding import Finding
from irgo_app.gui.models.first_models import FirstModels
from irgo_app.gui.models.game_analysis import GameAnalysis
from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.kept_layers import KeptLayers
from irgo_app.gui.models.known_figures import KnownFigures
from irgo_app.gui.models.life_desk import LifeDesk
from irgo_app.gui.models.local_playout import LocalPlayout
from irgo_app.gui.models.losses import Losses
from irgo_app.gui.models.opening import Opening
from irgo_app.gui.models.overlays import Overlays
from irgo_app.gui.models.own_evaluations import OwnEvaluations
from irgo_app.gui.models.planner import Planner
from irgo_app.gui.models.readers import Readers
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.models.shown import Shown
from irgo_app.gui.models.study_cards import StudyCards
from irgo_app.gui.models.study_in_view import StudyInView
from irgo_app.gui.models.trial import Trial
from irgo_app.gui.models.twins import Twins


@dataclass(frozen=True, slots=True)
class Models(FirstModels):
    """The models of the first paint, and those that bring numpy with them."""

    service: ServiceBridge
    dead: DeadStones
    shown: Shown
    kept_layers: KeptLayers
    planner: Planner
    inquiry: Inquiry
    comparing: Comparing
    readers: Readers
    life: LifeDesk
    in_view: StudyInView
    cards: StudyCards
    twins: Twins
    playout: LocalPlayout
    evaluations: Evaluations
    own: OwnEvaluations
    desk: EngineDesk
    walk: GameAnalysis
    candidates: Candidates
    chords: ChordPlayer
    overlays: Overlays
    opening: Opening
    finding: Finding
    autoplay: Autoplay
    trial: Trial
    counting: Counting
    figures: KnownFigures
    losses: Losses
