"""The table of panels: where each lies, and which models it is given."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from irgo_app.gui.models.models import Models
from irgo_app.gui.views.edit import FindPanel, InfoPanel, NotesPanel
from irgo_app.gui.views.engine import EnginePanel
from irgo_app.gui.views.file import RepairsPanel
from irgo_app.gui.views.layer_row import LayerRow
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.practice import PracticePage
from irgo_app.gui.views.story import StoryPanel
from irgo_app.gui.views.study.page import ExplainPanel, StudyPage
from irgo_app.gui.views.study.twins import TwinBoards
from irgo_app.gui.views.teaching import PlayPanel
from irgo_app.gui.views.timeline import LossesPanel, TimelinePanel
from irgo_app.gui.views.tree import TreePanel
from irgo_app.gui.views.window.body import PanelPlace
from irgo_app.gui.views.window.game_line import GameLineBar
from irgo_app.words import noted


class PanelSpec(Struct, frozen=True):
    """A panel: its name in the saved layout, its title, its place, and how it is made.

    make -- gives the panel the models it reads, and no others
    is_open -- whether it is open at the first start; a closed one opens when it is needed
    has_title -- whether its title stands over it; one alone on its page needs none
    share -- its share of the height of its page
    """

    name: str
    title: str
    place: PanelPlace
    make: Callable[[Models], QWidget]
    is_open: bool = True
    has_title: bool = True
    share: int = 1


PANELS: Final[tuple[PanelSpec, ...]] = (
    PanelSpec("layers", noted("Layers"), PanelPlace.PALETTE,
              lambda found: LayersPanel(
                  found.review, found.shown, found.candidates, found.desk, found.service,
                  found.preferences, found.viewpoint, found.layout, found.ishida)),
    PanelSpec("layer_row", noted("What the board shows"), PanelPlace.LAYERS,
              lambda found: LayerRow(found.shown, found.preferences)),
    PanelSpec("timeline", noted("Timeline"), PanelPlace.TIMELINE,
              lambda found: TimelinePanel(
                  found.review, found.shown, found.figures, found.judgements, found.losses,
                  found.service, found.layout)),
    PanelSpec("study", noted("Study"), PanelPlace.STUDY,
              lambda found: StudyPage(
                  found.review, found.selection, found.cards, found.life, found.readers, found.line,
                  found.playout, found.hand, found.places, found.reasons,
                  found.twins.pointed),
              has_title=False),
    PanelSpec("twins", noted("Side by side"), PanelPlace.BOARD,
              lambda found: TwinBoards(found.twins, found.preferences)),
    PanelSpec("game_line", noted("How the game went"), PanelPlace.HEAD,
              lambda found: GameLineBar(found.review, found.teller, found.turns, found.layout)),
    PanelSpec("story", noted("Where the game was decided"), PanelPlace.STORY,
              lambda found: StoryPanel(
                  found.review, found.teller, found.turns, found.futures, found.desk,
                  found.preferences, found.networks),
              has_title=False),
    PanelSpec("practice", noted("Practice"), PanelPlace.BOARD,
              lambda found: PracticePage(found.review, found.practice, found.preferences)),
    PanelSpec("play", noted("Play"), PanelPlace.GAME,
              lambda found: PlayPanel(found.review, found.opponent, found.teacher,
                                      found.preferences), is_open=False),
    PanelSpec("info", noted("Game info"), PanelPlace.GAME,
              lambda found: InfoPanel(found.review, found.notices), is_open=False),
    PanelSpec("tree", noted("Game tree"), PanelPlace.GAME, lambda found: TreePanel(found.review)),
    PanelSpec("losses", noted("Moves that lost most"), PanelPlace.GAME,
              lambda found: LossesPanel(found.review, found.losses), is_open=False, share=3),
    PanelSpec("find", noted("Find"), PanelPlace.GAME,
              lambda found: FindPanel(found.finding), is_open=False),
    PanelSpec("repairs", noted("Repairs"), PanelPlace.GAME,
              lambda found: RepairsPanel(found.review), is_open=False),
    PanelSpec("comment", noted("Comment"), PanelPlace.GAME,
              lambda found: NotesPanel(found.review, found.viewpoint), share=3),
    PanelSpec("explain", noted("Explain"), PanelPlace.EXPLAIN,
              lambda found: ExplainPanel(
                  found.review, found.selection, found.inquiry, found.comparing, found.cards,
                  found.groups, found.life),
              has_title=False),
    PanelSpec("engine", noted("Engine"), PanelPlace.ENGINE,
              lambda found: EnginePanel(
                  found.review, found.desk, found.walk, found.candidates, found.preferences),
              has_title=False),
)
