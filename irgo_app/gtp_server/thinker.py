"""GTP commands behind which irgo thinks: moves, time, visits, and analysis that streams.

`lz-analyze`, `lz-genmove_analyze` as Leela Zero has them; `kata-analyze`, `kata-genmove_analyze`,
`kata-search_analyze`, `kata-set-param` as KataGo has them. Arguments of an analysis: a colour, the
interval in hundredths of a second, then pairs such as `ownership true`, `maxmoves 5`, and `allow`
or `avoid` with a colour, vertices and a number of moves. An analysis runs until any line comes.
Its lines say everything for the side to move, as both engines do unless told otherwise.

On boards that the network cannot judge a sparring partner plays, no more: each legal move that
fills no eye is tried; the position after it is valued by the territory the reading counts as
secured, the stones it calls dead, and the shadows of all stones; the best wins.
Sources: Leela Zero's README, "lz-analyze"; KataGo, docs/GTP_Extensions.md, "kata-analyze".
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.errors import NOTICE_LOGGER, GtpError, IllegalMoveError, ReaderError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import Count, chains, counted, play, repeats, why_illegal
from irgo_app.gtp.protocol import Handler, Interruption, Stream
from irgo_app.gtp_server.game import Clock, GtpGame, colour_of, need, number_of
from irgo_app.judging.judgement import END_VISITS, Judgement, deep_positions
from irgo_app.judging.requests import JudgementRequest, dead_in_reading
from irgo_app.layers.results import Field
from irgo_app.layers.territory import Territory
from irgo_app.networks import DEFAULT_LEVEL, MOST_VISITS, Level, check_size
from irgo_app.networks.deep import evaluator
from irgo_app.networks.ending import held_points
from irgo_app.networks.in_use import network_file
from irgo_app.networks.network import network
from irgo_app.networks.player import search_of_game, settle
from irgo_app.networks.search import Evaluator, Findings, MoveFinding, Search
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.request import LayerRequest

_INFLUENCE_WEIGHT: Final = 0.25
_STONE_WEIGHT: Final = 2.0
_DEAD_WEIGHT: Final = 0.5
_ATARI_WEIGHT: Final = 0.8
_LEAST_GAIN: Final = 0.01


def choose_move(positions: Sequence[Position], colour: Colour, service: AnalysisService) -> Point:
    """Return a move for `colour` in the last of the game's positions, PASS if none gains."""
    position = positions[-1]
    now = colour * _value(position, colour, service)
    best, best_gain = PASS, _LEAST_GAIN
    for point in range(len(position.cells)):
        if position.cells[point] or _is_eye(position, point, colour):
            continue
        try:
            after = play(position, colour, point)
        except IllegalMoveError:
            continue
        if repeats(after, positions):
            continue
        gain = colour * _value(after, colour, service) - now
        if gain > best_gain:
            best, best_gain = point, gain
    return best


def _is_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether all neighbours are stones of the colour that belong to one chain."""
    around = topology(position.columns, position.rows).neighbours[point]
    own = CELL_OF_COLOUR[colour]
    return all(position.cells[near] == own for near in around) and len(
        {min(position.chain(near)) for near in around}) == 1


def _value(position: Position, mover: Colour, service: AnalysisService) -> float:
    territory = service.result(LayerRequest.of(position, "territory"))
    shadow = service.result(LayerRequest.of(position, "influence.shadow"))
    assert isinstance(territory, Territory) and isinstance(shadow, Field)
    count = territory.count
    dead = dead_in_reading(position, service.result)
    by_black, by_white = position.captures
    stones = (_DEAD_WEIGHT * sum(-position.colour_at(point) for point in dead)
              + by_black - by_white)
    # The other side moves next: what stands in atari then is as good as taken.
    in_atari = _in_atari(position, mover)
    return (float(count[BLACK] - count[WHITE]) + _STONE_WEIGHT * stones
            + _INFLUENCE_WEIGHT * float(shadow.values.clip(-1, 1).sum())
            - _ATARI_WEIGHT * _STONE_WEIGHT * mover * in_atari)


def _in_atari(position: Position, colour: Colour) -> int:
    firsts = {min(chain): len(chain) for chain in chains(position)}
    return sum(size for first, size in firsts.items() if position.colour_at(first) == colour
               and len(position.liberties(first)) == 1)


_SEEDS_APART: Final = 1_000_003
"""Between the seeds of a match's games."""
_KEPT: Final = 4
"""Searches of moves that are kept, for what they foresaw of the next."""


class PlaySettings(Struct, frozen=True):
    """How irgo plays: what `irgo gtp` was started with, and what controllers change.

    seed -- the same seed, the same match, each of its games another
    may_resign -- else every game is played to the end
    has_own_visits -- somebody asked for exactly the level's visits, whichever network reads
    """

    level: Level = DEFAULT_LEVEL
    seed: int = 0
    may_resign: bool = True
    has_own_visits: bool = False


class Thought:
    """A search for a move, with the visits that it may add and the time it may take.

    began -- on the clock of time.perf_counter, before the search asked for its root
    """

    def __init__(self, search: Search, visits: int, began: float, seconds: float) -> None:
        # What was foreseen comes free, up to what the memory holds.
        self.search, self._visits = search, min(visits + search.visits - 1, MOST_VISITS)
        self._began = began
        self._deadline = self._began + seconds

    @property
    def spent(self) -> float:
        return time.perf_counter() - self._began

    @property
    def is_done(self) -> bool:
        """Return whether its visits are made or its time is up."""
        return self.search.visits >= self._visits or time.perf_counter() >= self._deadline

    def carry_on(self, seconds: float = math.inf) -> None:
        """Search on, at most for so long."""
        self.search.run(self._visits, None, min(self._deadline, time.perf_counter() + seconds))


class Thinker:
    """Chooses moves and searches positions of the game on the board."""

    def __init__(self, game: GtpGame, service: AnalysisService, manner: PlaySettings) -> None:
        self.clock = Clock()
        self.manner = manner
        self._game, self._service = game, service
        self._told: set[str] = set()
        self._thoughts = deque[tuple[int, Colour, Search]](maxlen=_KEPT)

    @property
    def visits(self) -> int:
        """Return how many positions a move is searched: fewer by KataGo's network."""
        visits = self.manner.level.visits
        is_exact = not self._is_deep or self.manner.has_own_visits
        return visits if is_exact else deep_positions(visits)

    @property
    def _is_deep(self) -> bool:
        """Return whether KataGo's network plays: where no reading is done, ranks are irgo's own."""
        return bool(network_file()) and self.manner.level.visits > 1

    @property
    def _evaluator(self) -> Evaluator:
        return evaluator(network_file() if self._is_deep else "", self._game.rules)

    def set_visits(self, visits: float) -> None:
        """Take another number of visits; raises GtpError if there can be no such search."""
        if not 1 <= visits <= MOST_VISITS or visits != int(visits):
            raise GtpError(f"irgo takes 1 to {MOST_VISITS} visits")
        self.manner = replace(self.manner, has_own_visits=True,
                              level=replace(self.manner.level, visits=int(visits)))
        # With one visit another network plays.
        self._thoughts.clear()

    def search(self, colour: Colour, first_moves: Collection[Point] | None = None) -> Search:
        """Return a search of the position on the board; raises ReaderError if none is possible."""
        check_size(self._game.position)
        return search_of_game(
            self._evaluator, self._game.positions, colour, self._game.compensation, first_moves,
            self._game.rules, self._foreseen(colour))

    def _foreseen(self, colour: Colour) -> Search | None:
        """Return the search for a colour's move before, which may have foreseen the board.

        Those of this move or of later ones taken back do not count: who is asked again says the
        same again.
        """
        moves = len(self._game.positions)
        return next((search for made, mover, search in reversed(self._thoughts)
                     if made < moves and mover == colour), None)

    def thought(self, colour: Colour, first_moves: Collection[Point] | None = None) -> Thought:
        """Return a search for a move of `colour`, not yet begun; raises ReaderError."""
        game, began = self._game, time.perf_counter()
        seconds = self.clock.budget(colour, len(game.positions) - 1, len(game.position.cells))
        return Thought(self.search(colour, first_moves), self.visits, began, seconds)

    def _keep(self, colour: Colour, search: Search) -> None:
        """Keep a search for what it foresaw, and as many before it as the memory holds."""
        kept = self._thoughts
        kept.append((len(self._game.positions), colour, search))
        while sum(one.visits for *_, one in kept) > MOST_VISITS:
            kept.popleft()

    def settled(self, thought: Thought, colour: Colour) -> tuple[Point, bool]:
        """Return the move of a search that is done, and whether irgo would rather resign."""
        game, manner = self._game, self.manner
        choice = settle(self._evaluator, thought.search, game.positions, game.compensation,
                        manner.level, rules=game.rules,
                        seed=manner.seed + _SEEDS_APART * game.number)
        self._keep(colour, thought.search)
        self.clock.spent(colour, thought.spent)
        return choice.point, choice.resigns and manner.may_resign

    def move(self, colour: Colour) -> tuple[Point, bool]:
        """Return the move `colour` makes, and whether it would rather resign.

        Where the network cannot judge, the sparring partner moves, who never resigns; a notice
        says so.
        """
        try:
            thought = self.thought(colour)
        except ReaderError as error:
            self._tell(error)
            return choose_move(self._game.positions, colour, self._service), False
        thought.carry_on()
        return self.settled(thought, colour)

    def move_against_dead(self, colour: Colour) -> Point:
        """Return the move that best helps to take dead stones of the other side, else PASS."""
        position, dead = self._game.position, self.dead_stones()
        near = {point for stone in dead if position.colour_at(stone) == -colour
                for point in position.liberties(stone)}
        playable = [point for point in near
                    if why_illegal(position, colour, point, self._game.rules) is None]
        if not playable:
            return PASS
        try:
            thought = self.thought(colour, playable)
        except ReaderError:
            return min(playable)
        thought.carry_on()
        moves = [move for move in thought.search.findings().moves if move.point in playable]
        return moves[0].point if moves else PASS

    def dead_stones(self) -> frozenset[Point]:
        """Return the stones on the board that are dead: proved, else as the network expects."""
        return self.ended().dead or frozenset()

    def count(self) -> Count:
        """Return the count of the board as it is."""
        game, said, dead = self._game, self.ended(), self.dead_stones()
        held = held_points(game.position, dead, said.ownership)
        return counted(game.position, dead, game.rules, game.komi, game.handicap, held)

    def ended(self) -> Judgement:
        """Return the judgement of the board as both would leave it, without the network a count."""
        position, reading = self._game.position, self._game.reading
        try:
            check_size(position)
            network()
        except ReaderError as error:
            self._tell(error)
        return self._service.result(JudgementRequest.of(
            position, reading.at(END_VISITS), is_over=True))

    def _tell(self, error: ReaderError) -> None:
        if str(error) not in self._told:
            self._told.add(str(error))
            logging.getLogger(NOTICE_LOGGER).warning("%s", error)


_LEELA_UNIT = 10_000


def _leela(found: Findings, wish: Wish) -> str:
    parts = []
    for order, move in enumerate(found.moves[:wish.most]):
        numbers = " ".join(
            f"{name} {round(_LEELA_UNIT * number)}" for name, number in (
                ("winrate", _chance(found, move.black_wins)), ("prior", move.prior),
                ("lcb", _lower(found, move))))
        parts.append(f"info move {_name(found, move.point)} visits {move.visits} {numbers} "
                     f"order {order} pv {_line(found, move)}")
    return " ".join(parts)


def _katago(found: Findings, wish: Wish) -> str:
    """Return the moves with win rates and leads, and if asked for the root and its ownership."""
    mover = found.position.to_play
    parts = []
    for order, move in enumerate(found.moves[:wish.most]):
        lead = mover * move.lead
        parts.append(
            f"info move {_name(found, move.point)} visits {move.visits} utility {move.value:.4f} "
            f"winrate {_chance(found, move.black_wins):.4f} scoreMean {lead:.2f} "
            f"scoreStdev {move.spread:.2f} scoreLead {lead:.2f} prior {move.prior:.4f} "
            f"lcb {_lower(found, move):.4f} utilityLcb {move.bound:.4f} order {order} "
            f"pv {_line(found, move)}")
    if wish.rootinfo:
        parts.append(
            f"rootInfo winrate {_chance(found, found.black_wins):.4f} "
            f"scoreLead {mover * found.lead:.2f} scoreStdev {found.spread:.2f} "
            f"visits {found.visits}")
    if wish.ownership:
        parts.append("ownership " + " ".join(f"{mover * value:.3f}" for value in found.ownership))
    return " ".join(parts)


def _chance(found: Findings, black_wins: float) -> float:
    return black_wins if found.position.to_play > 0 else 1 - black_wins


def _lower(found: Findings, move: MoveFinding) -> float:
    """Return a lower bound of the win rate: as far below it as that of the value is, in chances."""
    return max(_chance(found, move.black_wins) - (move.value - move.bound) / 2, 0.0)


def _name(found: Findings, point: int) -> str:
    return found.position.vertex(point)


def _line(found: Findings, move: MoveFinding) -> str:
    return " ".join(_name(found, point) for point in move.line)


_VISITS: Final = "maxVisits"
_RESIGN: Final = "resign"
_HUNDREDTH: Final = 0.01
_SHORTEST_S: Final = 0.02
_FIRST_VISITS: Final = 2
"""Enough for a first move to tell."""
_IDLE_S: Final = 0.005
_COLOURS: Final = ("b", "w", "black", "white")
_IGNORED: Final = ("minmoves", "movesownership", "ownershipstdev", "pvvisits", "pvedgevisits",
                   "noresultvalue")


class Wish(Struct, frozen=True):
    """What an analysis was asked for.

    interval -- seconds between two lines; most -- moves in a line
    ownership, rootinfo -- whether those follow the moves
    allowed -- where the first move may be, anywhere if None
    """

    colour: Colour
    interval: float = 1.0
    most: int = 1000
    ownership: bool = False
    rootinfo: bool = False
    allowed: frozenset[Point] | None = None


def think_handlers(game: GtpGame, thinker: Thinker) -> dict[str, Handler]:
    """Return the table of the commands that are answered in one piece."""
    mind = _Mind(game, thinker)
    return {
        "genmove": mind.genmove,
        "reg_genmove": mind.reg_genmove,
        "time_settings": mind.time_settings,
        "time_left": mind.time_left,
        "irgo-visits": mind.visits,
        "kata-set-param": mind.set_param,
        "kata-get-param": mind.get_param,
        "kata-list-params": lambda arguments: _VISITS,
    }


def think_streams(game: GtpGame, thinker: Thinker) -> dict[str, Stream]:
    """Return the table of the commands that are answered line by line."""
    stream = _Streams(game, thinker)
    return {
        "lz-analyze": stream.analysis(_leela),
        "kata-analyze": stream.analysis(_katago),
        "lz-genmove_analyze": stream.move(_leela, plays=True),
        "kata-genmove_analyze": stream.move(_katago, plays=True),
        "kata-search_analyze": stream.move(_katago, plays=False),
    }


class _Mind:
    """The handlers of commands with one answer."""

    def __init__(self, game: GtpGame, thinker: Thinker) -> None:
        self._game, self._thinker = game, thinker

    def genmove(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, "genmove COLOUR")
        colour = colour_of(arguments[0])
        return played(self._game, colour, *self._thinker.move(colour))

    def reg_genmove(self, arguments: tuple[str, ...]) -> str:
        """Say what genmove would play; it never resigns, as GTP asks."""
        need(arguments, 1, "reg_genmove COLOUR")
        point, _ = self._thinker.move(colour_of(arguments[0]))
        return self._game.position.vertex(point)

    def time_settings(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 3, "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")
        main, byo_yomi, stones = (number_of(text) for text in arguments[:3])
        self._thinker.clock.settings(main, byo_yomi, int(stones))
        return ""

    def time_left(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 3, "time_left COLOUR TIME STONES")
        self._thinker.clock.left(
            colour_of(arguments[0]), number_of(arguments[1]), int(number_of(arguments[2])))
        return ""

    def visits(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 0, "irgo-visits [NUMBER]", most=1)
        if arguments:
            self._thinker.set_visits(number_of(arguments[0]))
            return ""
        return str(self._thinker.visits)

    def set_param(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 2, f"kata-set-param {_VISITS} NUMBER")
        self._need_param(arguments[0])
        return self.visits(arguments[1:2])

    def get_param(self, arguments: tuple[str, ...]) -> str:
        need(arguments, 1, f"kata-get-param {_VISITS}")
        self._need_param(arguments[0])
        return self.visits(())

    def _need_param(self, name: str) -> None:
        if name.lower() != _VISITS.lower():
            raise GtpError(f"irgo has no parameter {name[:40]}, only {_VISITS}")


class _Streams:
    """The handlers of commands that stream."""

    def __init__(self, game: GtpGame, thinker: Thinker) -> None:
        self._game, self._thinker = game, thinker

    def analysis(self, write: Callable[[Findings, Wish], str]) -> Stream:
        """Return the command that analyses until a line comes."""
        def stream(arguments: tuple[str, ...], interruption: Interruption) -> Iterator[str]:
            wish = wish_of(arguments, self._game)
            search = self._thinker.search(wish.colour, wish.allowed)
            search.run(_FIRST_VISITS)
            while True:
                until = time.perf_counter() + wish.interval
                search.run(MOST_VISITS, interruption, until)
                while not interruption and time.perf_counter() < until:
                    time.sleep(_IDLE_S)
                yield write(search.findings(), wish)
                if interruption:
                    return

        return stream

    def move(self, write: Callable[[Findings, Wish], str], *, plays: bool) -> Stream:
        """Return the command that thinks about a move, tells, and makes it or only names it."""
        def stream(arguments: tuple[str, ...], _interruption: Interruption) -> Iterator[str]:
            wish = wish_of(arguments, self._game)
            thought = self._thinker.thought(wish.colour, wish.allowed)
            thought.carry_on(wish.interval)
            while not thought.is_done:
                yield write(thought.search.findings(), wish)
                thought.carry_on(wish.interval)
            yield write(thought.search.findings(), wish)
            point, resigns = self._thinker.settled(thought, wish.colour)
            yield "play " + (played(self._game, wish.colour, point, resigns) if plays
                             else self._game.position.vertex(point))

        return stream


def played(game: GtpGame, colour: Colour, point: Point, resigns: bool) -> str:
    """Make the move on the board and return its vertex, or "resign" in its place."""
    if resigns:
        return _RESIGN
    game.play(colour, point)
    return game.position.vertex(point)


def wish_of(arguments: tuple[str, ...], game: GtpGame) -> Wish:
    """Return what the arguments of an analysis ask for; raises GtpError for what makes no sense."""
    words = list(arguments)
    wish = Wish(game.position.to_play)
    if words and words[0].lower() in _COLOURS:
        wish = replace(wish, colour=colour_of(words.pop(0)))
    if words and words[0][0].isdigit():
        words.insert(0, "interval")
    while words:
        name = words.pop(0).lower()
        if name in ("allow", "avoid"):
            if len(words) < 2:
                raise GtpError(f"syntax error: {name} COLOUR VERTEX,VERTEX... MOVES")
            colour, named = colour_of(words.pop(0)), words.pop(0)
            # How long it holds is of no interest: irgo restricts the first move.
            if words and words[0].isdigit():
                words.pop(0)
            if colour == wish.colour:
                wish = _restricted(wish, name, named, game)
            continue
        if not words:
            raise GtpError(f"syntax error: {name} needs a value")
        value = words.pop(0)
        if name == "interval":
            wish = replace(wish, interval=max(number_of(value) * _HUNDREDTH, _SHORTEST_S))
        elif name == "maxmoves":
            wish = replace(wish, most=max(int(number_of(value)), 1))
        elif name == "ownership":
            wish = replace(wish, ownership=value.lower() == "true")
        elif name == "rootinfo":
            wish = replace(wish, rootinfo=value.lower() == "true")
        elif name not in _IGNORED:
            raise GtpError(f"syntax error: {name[:40]} is no argument of an analysis")
    return wish


def _restricted(wish: Wish, word: str, named: str, game: GtpGame) -> Wish:
    points = frozenset(game.point(text) for text in named.split(","))
    if word == "avoid":
        before = wish.allowed or frozenset(range(len(game.position.cells)))
        return replace(wish, allowed=before - points)
    return replace(wish, allowed=(wish.allowed or frozenset()) | points)
