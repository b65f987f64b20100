"""The story of the game that is shown: told by a process of its own, kept while the game is."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from irgo_app.engines.profile import EngineProfile
from irgo_app.go.point import PASS
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.judgement import Judgements
from irgo_app.gui.models.service_bridge import Making
from irgo_app.gui.models.window import Preferences
from irgo_app.judging.judgement import JudgeTrust
from irgo_app.judging.judges import JudgeSettings
from irgo_app.meaning.reasons import Comparison
from irgo_app.networks import can_judge
from irgo_app.report.blocks import USUAL_TURNING_POINTS
from irgo_app.report.report_process import Failed, ReportProgress, StoryTask
from irgo_app.report.report_process import ToldStory as StoryTold
from irgo_app.report.report_process import told_story
from irgo_app.review.game_story import Story, StoryPoint, story_record
from irgo_app.review.level import Audience
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.writer import write_games
from irgo_app.words import Message, message

LEAST_MOVES: Final = 20
"""A game of fewer moves is not told unless somebody asks for it."""
_SOON_MS: Final = 2000
"""A game that is opened is first shown, then told."""
_MOST_KEPT: Final = 4
"""So many games keep what was told of them while another one is shown."""


class _Kept(NamedTuple):
    """A story that is put aside, the moves it is about, and the komi and rules it was told by."""

    nodes: list[Node]
    story: Story
    reading: JudgeSettings


class GameTeller(QObject):
    """Has the game's main line told, one game at a time.

    story -- what was told of the game as it is now, None while nothing is
    percent -- how far it is; reason -- why nothing was told, None if nothing went wrong
    begins_by_itself -- whether a game that is opened is told without being asked for

    changed -- another story, or none any more; moved -- the telling is further, begins, ends
    opened -- a game that is told by itself has been opened
    """

    changed = Signal()
    moved = Signal()
    opened = Signal()

    def __init__(self, review: Review, judgements: Judgements, preferences: Preferences) -> None:
        super().__init__()
        self._review, self._judgements = review, judgements
        self._preferences = preferences
        self.story: Story | None = None
        self.percent = 0
        self.reason: Message | None = None
        self.begins_by_itself = False
        self._making = Making(self)
        self._making.told.connect(self._on_told)
        self._game: GameTree | None = None
        self._nodes: list[Node] = []
        self._kept: dict[GameTree, _Kept] = {}
        self._reading = JudgeSettings()
        """Komi and rules of the game that is told."""
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(lambda: self.begin())
        review.game_changed.connect(self._on_game)
        review.tree_changed.connect(lambda change: self._on_edit())

    @property
    def is_working(self) -> bool:
        return self._making.is_at_work

    @property
    def is_awaited(self) -> bool:
        """Return whether the game is being told, or will be by itself."""
        return self.is_working or self._soon.isActive()

    def begin_by_itself(self) -> None:
        """From now on tell each game that is opened, also the one that is open."""
        self.begins_by_itself, self._game = True, None
        self._on_game()

    def begin(
        self, profile: EngineProfile | None = None, *, is_read_again: bool = False
    ) -> None:
        """Tell the game.

        profile -- the engine that judges, None for irgo itself
        is_read_again -- whether irgo reads the game anew; else a story kept in its cache is told
        """
        self.close()
        game = self._review.game
        self._forget()
        self._kept.pop(game, None)
        self._game, self._nodes, self._reading = game, _moves(game), JudgeSettings.of_game(game)
        self._making.begin(
            StoryTask(write_games([game]), USUAL_TURNING_POINTS, profile,
                      Audience(str(self._preferences["story_level"])), is_read_again),
            told_story)
        self.moved.emit()

    def stop(self) -> None:
        """Call the telling off; what is known stays."""
        self._soon.stop()
        self._making.stop()
        self.moved.emit()

    def close(self) -> None:
        """End the process at once."""
        self._soon.stop()
        self._making.close()

    def node_of(self, number: int) -> Node | None:
        """Return the node of a move of the story, by its number from 1."""
        return self._nodes[number - 1] if 0 < number <= len(self._nodes) else None

    def why_of(self, node: Node) -> Comparison | None:
        """Return the story's own answer to why a node's move is bad, None if it has none.

        It is that of irgo's reader, which answers elsewhere too.
        """
        if not self._is_by_reader:
            return None
        assert self.story is not None
        return next((found for number, found in self.story.whys.items()
                     if self.node_of(number) is node), None)

    @property
    def _is_by_reader(self) -> bool:
        return self.story is not None and all(
            said.rank is JudgeTrust.READER for said in self.story.judged)

    @property
    def points(self) -> tuple[StoryPoint, ...]:
        """Return the turning points, in the order of the game."""
        return self.story.points if self.story is not None else ()

    @property
    def whole(self) -> Story | None:
        """Return the story once all of it is told, None before."""
        return self.story if self.story is not None and self.story.is_whole else None

    def record(self) -> bytes:
        """Return a copy of the game's record as it is now, with the story in it; b"" without one.
        """
        return b"" if self.whole is None else story_record(self.whole, self._review.game)

    def told_along(self, line: Sequence[Node]) -> int:
        """Return how many nodes of a line, from its first, lead to the last one the story tells of.

        Beyond it a variation goes its own way. 0 where there is no story.
        """
        if self.story is None:
            return 0
        told = {node.id for node in self._nodes}
        return max((count for count, node in enumerate(line, 1) if node.id in told), default=0)

    def _on_told(self, news: object) -> None:
        if isinstance(news, ReportProgress):
            self.percent = news.percent
        elif isinstance(news, StoryTold):
            self.story = news.story
            self._note()
            self.changed.emit()
        elif isinstance(news, Failed):
            self.reason = message("Stopped.") if news.reason is None else news.reason
        self.moved.emit()

    def _note(self) -> None:
        """Let header and curve say what the story was told from, as its cards do.

        What an engine read for it stays the story's: another search of it is not asked for here.
        """
        story, nodes = self.story, self._nodes
        if story is not None and nodes and self._is_by_reader:
            line = [nodes[0].parent, *nodes]
            curve = story.curve or [said.lead for said in story.judged]
            self._judgements.note_story([(node, said, lead) for node, said, lead in zip(
                line, story.judged, curve, strict=False) if node is not None])

    def _on_game(self) -> None:
        if self._review.game is self._game:
            return
        self._put_aside()
        self._game = self._review.game
        # The games of a file that is closed are taken apart.
        self._kept = {game: kept for game, kept in self._kept.items()
                      if game in self._review.file.games}
        if not self._take_up() and self.begins_by_itself and self._preferences["story_auto"] \
                and len(_moves(self._game)) >= LEAST_MOVES and can_judge(self._review.position):
            self._soon.start()
            self.opened.emit()
        self.changed.emit()
        self.moved.emit()

    def _on_edit(self) -> None:
        """Put a story aside whose moves, komi or rules are no longer the game's, until they are.
        """
        if self._review.game is not self._game:
            return
        if self._nodes and not self._is_of_game(self._nodes, self._reading):
            self._put_aside()
        elif self._nodes or not self._take_up():
            return
        self.changed.emit()
        self.moved.emit()

    def _put_aside(self) -> None:
        """End the telling; a story that is whole is kept with its game."""
        whole = self.whole
        if self._game is not None and whole is not None:
            self._kept.pop(self._game, None)
            self._kept[self._game] = _Kept(self._nodes, whole, self._reading)
            while len(self._kept) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        self.close()
        self._forget()

    def _take_up(self) -> bool:
        """Return whether a story was kept that tells the game as it is now, which goes on."""
        kept = None if self._game is None else self._kept.get(self._game)
        if kept is None or not self._is_of_game(kept.nodes, kept.reading):
            return False
        self._nodes, self.story, self._reading = kept
        self._note()
        return True

    def _is_of_game(self, nodes: Sequence[Node], reading: JudgeSettings) -> bool:
        """Return whether a story of some moves, by komi and rules, tells the game as it is now."""
        game = self._review.game
        return reading == JudgeSettings.of_game(game) and _tells(nodes, _moves(game))

    def _forget(self) -> None:
        self.story, self._nodes = None, []
        self.percent, self.reason = 0, None


def _tells(nodes: Sequence[Node], moves: Sequence[Node]) -> bool:
    """Return whether a story of some moves is one of these, which may end with passes more."""
    return [node.id for node in nodes] == [node.id for node in moves[:len(nodes)]] and all(
        node.move is not None and node.move[1] == PASS for node in moves[len(nodes):])


def _moves(game: GameTree) -> list[Node]:
    return [node for node in game.main_line() if node.move is not None]
