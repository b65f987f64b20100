"""Games that are played while the reader learns, judged by its teacher on the same processor.

A graphics processor judges positions faster than files of them could be carried to it: thousands of
games go on side by side, worker processes play the moves and look at the boards, the teacher judges
each position once and, mostly, chooses the move. What is judged is kept, so that a sample is
learnt from a few times and never many.

Not all positions are of games as the teacher plays them. A network that searches meets boards
that no game has: `Kind` lists what is played.

The teacher looks further than it sees. Some moves are tried at each position, and the policy that
is learnt prefers those whose boards are better (I. Danihelka et al., Policy improvement by planning
with Gumbel, 2022, section 5); lead and ownership are corrected by what the moves that follow show,
as long as they are likely ones (R. Sutton, Learning to predict by the methods of temporal
differences, 1988).
"""

from __future__ import annotations

import mmap
import multiprocessing
from dataclasses import dataclass, replace
from enum import IntEnum
from multiprocessing.connection import Connection
from random import Random

import numpy as np
import torch
from boards import Boards, turn, turn_policy
from katago_net import KataGoNet, seen_by_katago
from make_games import FIRST_MOVES, FIRST_TEMPERATURE, KOMI, MOST_RANDOM, RANDOM_FROM, TEMPERATURES
from torch import nn
from torch.nn import functional

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE
from irgo_app.go.position import BLACK_CELL, WHITE_CELL, Position
from irgo_app.go.rules import chains, play
from irgo_app.kernels.reader_planes import KO, PLANES, STONES
from irgo_app.networks.network import KOMI_UNIT, fill_planes_of

LANES = {19: 3072, 13: 384, 9: 640}
"""Games side by side, for each size of board."""
TRIES = 4
"""Moves chosen for a position: the first that is legal is played."""
TRIED = 4
"""So many of the likeliest moves are tried at a position."""
POINTS_AN_E = 6.0
"""A move whose board is so many points better is worth an e-fold of the policy."""
MOST_POINTS = 12.0
"""What a tried move may gain or lose in that."""
LONGEST = 1.2
"""A game ends after so many moves a point of the board."""
LIKELY = 0.5
"""A move at least so likely as the likeliest is as good as what the position was worth."""
AFTERWARDS = 0.65
"""The share of a position's lead and ownership that is the mean of the boards after these moves."""
TRUST = 0.7
"""Of each correction by a later position so much reaches a move further back."""
LOOKS_BACK = 12
"""Moves after which a look corrects nothing any more."""
REMEMBERED = 400
"""Positions of its games that a worker keeps to begin others from, for each size."""
KEPT = 0.02
"""The share of positions that it takes there."""


class Kind(IntEnum):
    """What is played in a lane.

    CALM -- the teacher's policy with temperature, some moves at random; WILD -- more of both
    READER -- the reader as it is against the teacher or itself, nearly without noise
    BRANCH -- from a position of another game on, the first moves at random, now and then a pass: as
        a search goes
    PROBLEM -- what lies in a corner, at a side or in the middle of such a position, alone on the
        board, in half of the cases changed a little
    """

    CALM = 0
    WILD = 1
    READER = 2
    BRANCH = 3
    PROBLEM = 4


SHARES = {Kind.CALM: 0.22, Kind.WILD: 0.18, Kind.READER: 0.15, Kind.BRANCH: 0.2, Kind.PROBLEM: 0.25}


@dataclass(frozen=True)
class Manner:
    """How moves of a game are chosen.

    temperature -- of the policy; mistakes -- the share of moves taken at random, among -- of so
    many first moves of the policy; passes -- the share of passes; readers -- which colours the
    reader plays
    """

    temperature: float
    mistakes: float = 0.0
    among: int = RANDOM_FROM
    passes: float = 0.0
    readers: tuple[int, ...] = ()


@dataclass
class Game:
    """A game under way.

    manner -- how it goes on; first_manner -- how its first moves are chosen, so many
    end -- the number of moves after which it is left; passes -- so many were the last ones
    """

    position: Position
    komi: float
    manner: Manner
    first_manner: Manner
    firsts: int
    end: int
    moves: int = 0
    passes: int = 0


class Table:
    """What workers tell of the positions of all lanes of one size, and what they are told.

    planes -- uint8 (lanes, bytes), packed; komi -- float32, White's; mover -- int8
    chilled -- float32: komi and a point a move more of Black's than of White's, for the teacher
    is_fresh -- bool: the position follows none; the rest is the manner of the next move
    chosen -- int16 (lanes, TRIES): points, or `points` for a pass
    tried -- int16 (lanes, TRIED): moves whose boards are to be shown; tried_planes, tried_chilled
        -- these boards, can_try -- bool: which there are
    """

    def __init__(self, size: int, lanes: int) -> None:
        self.size, self.lanes, self.points = size, lanes, size * size
        self.planes = shared((lanes, -(-PLANES * self.points // 8)), np.uint8)
        self.komi, self.chilled, self.temperature, self.mistakes, self.passes = (
            shared((lanes,), np.float32) for _ in range(5))
        self.mover = shared((lanes,), np.int8)
        self.is_fresh, self.is_reader = shared((lanes,), np.bool_), shared((lanes,), np.bool_)
        self.among = shared((lanes,), np.int16)
        self.chosen = shared((lanes, TRIES), np.int16)
        self.tried = shared((lanes, TRIED), np.int16)
        self.tried_planes = shared((lanes, TRIED, self.planes.shape[1]), np.uint8)
        self.tried_chilled = shared((lanes, TRIED), np.float32)
        self.can_try = shared((lanes, TRIED), np.bool_)


def shared(shape: tuple[int, ...], kind: type) -> np.ndarray:
    """Return an array that processes forked from this one see."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return np.frombuffer(mmap.mmap(-1, max(size, 1)), kind, int(np.prod(shape))).reshape(shape)


PLAY, TRY, READY = b"play", b"try", b"ready"
"""What is told to a worker, and what it answers."""


class Players:
    """Worker processes that play the games; begin them before the graphics processor is used."""

    def __init__(self, lanes: dict[int, int], workers: int, seed: int = 1) -> None:
        self.tables = [Table(size, count) for size, count in lanes.items()]
        for table in self.tables:
            # Kernels are compiled once, before there are many processes.
            fill_planes_of(Position.empty(table.size), np.empty((PLANES, table.points), np.uint8))
        context = multiprocessing.get_context("fork")
        self._ends = list[Connection]()
        for worker in range(workers):
            here, there = context.Pipe()
            context.Process(target=Worker(self.tables, worker, workers, seed).work, args=(there,),
                            daemon=True).start()
            self._ends.append(here)

    def go_on(self) -> None:
        """Let the chosen moves be played."""
        self._tell(PLAY)

    def show_tried(self) -> None:
        """Let the boards after the moves that are tried be shown."""
        self._tell(TRY)

    def _tell(self, what: bytes) -> None:
        for end in self._ends:
            end.send_bytes(what)

    def wait(self) -> None:
        """Wait until all positions are ready."""
        for end in self._ends:
            end.recv_bytes()


class Worker:
    """Plays every so-many-th game of each table."""

    def __init__(self, tables: list[Table], number: int, workers: int, seed: int) -> None:
        self._tables = tables
        self._random = Random(seed * 1000 + number)
        self._lanes = [range(number, table.lanes, workers) for table in tables]
        self._known = [list[Position]() for _ in tables]

    def work(self, pipe: Connection) -> None:
        """Begin all games, then play what is chosen, until the other side is gone."""
        games = [{lane: self._begun(at, lane, is_first=True) for lane in lanes}
                 for at, lanes in enumerate(self._lanes)]
        for at, table in enumerate(self._tables):
            for lane, game in games[at].items():
                table.is_fresh[lane] = True
                show(table, lane, game)
        pipe.send_bytes(READY)
        while True:
            try:
                told = pipe.recv_bytes()
            except EOFError:
                return
            for at, table in enumerate(self._tables):
                for lane in self._lanes[at]:
                    game = games[at][lane]
                    if told == TRY:
                        show_tried(table, lane, game)
                        continue
                    play_first(game, table.chosen[lane].tolist())
                    self._remember(at, game.position)
                    table.is_fresh[lane] = is_over(game)
                    if is_over(game):
                        game = games[at][lane] = self._begun(at, lane)
                    show(table, lane, game)
            pipe.send_bytes(READY)

    def _remember(self, at: int, position: Position) -> None:
        known = self._known[at]
        if self._random.random() < KEPT:
            if len(known) < REMEMBERED:
                known.append(position)
            else:
                known[self._random.randrange(REMEMBERED)] = position

    def _begun(self, at: int, lane: int, *, is_first: bool = False) -> Game:
        """Return a new game for a lane; `is_first`: left somewhere, so that games come apart."""
        random, table = self._random, self._tables[at]
        kind = kind_of(lane, table.lanes)
        known = self._known[at]
        if kind in (Kind.BRANCH, Kind.PROBLEM) and not known:
            kind = Kind.CALM
        komi = random.choice(KOMI) * random.choice((1, 1, 1, -1))
        longest = int(LONGEST * table.points)
        if kind is Kind.BRANCH:
            position = random.choice(known)
            firsts = random.randint(1, 6)
            return Game(position, komi, Manner(random.uniform(0.15, 0.7), 0.03),
                        Manner(1.0, 0.7, 15, 0.15), firsts, firsts + random.randint(6, 24))
        if kind is Kind.PROBLEM:
            position = problem_from(random.choice(known), random)
            manner = (Manner(random.uniform(0.1, 0.3)) if random.random() < 0.5
                      else Manner(random.uniform(0.3, 1.0), random.uniform(0, 0.2), 20))
            return Game(position, komi, manner, manner, 0, random.randint(8, 50))
        if kind is Kind.WILD:
            manner = Manner(random.uniform(0.5, 1.3), random.uniform(0, 0.35), 60)
        elif kind is Kind.READER:
            readers = random.choice(((BLACK,), (WHITE,), (BLACK, WHITE)))
            manner = Manner(random.uniform(0.05, 0.4), random.uniform(0, 0.05), 20,
                            readers=readers)
        else:
            manner = Manner(random.uniform(*TEMPERATURES), random.uniform(0, MOST_RANDOM))
        return Game(Position.empty(table.size), komi, manner,
                    replace(manner, temperature=FIRST_TEMPERATURE), FIRST_MOVES,
                    random.randint(1, longest) if is_first else longest)


def kind_of(lane: int, lanes: int) -> Kind:
    """Return what a lane is for."""
    share = (lane + 0.5) / lanes
    for kind, of_all in SHARES.items():
        share -= of_all
        if share < 0:
            return kind
    return Kind.PROBLEM


def is_over(game: Game) -> bool:
    """Return whether a game is left or ended."""
    return game.passes >= 2 or game.moves >= game.end


def play_first(game: Game, chosen: list[int]) -> None:
    """Play the first legal one of some moves; a pass if none is."""
    position = game.position
    for move in [*chosen, len(position.cells)]:
        point = PASS if move == len(position.cells) else move
        try:
            game.position = play(position, position.to_play, point)
        except IllegalMoveError:
            continue
        game.moves += 1
        game.passes = game.passes + 1 if point == PASS else 0
        return


def moves_ahead(position: Position) -> int:
    """Return how many more stones Black has played than White."""
    by_black, by_white = position.captures
    return (position.cells.count(BLACK_CELL) + by_white
            - position.cells.count(WHITE_CELL) - by_black)


def problem_from(position: Position, random: Random) -> Position:
    """Return a part of a board alone, either side to move, with prisoners as if none had passed."""
    size = position.columns
    height, width = (random.randint(min(6, size - 2), min(12, size - 1)) for _ in range(2))
    top = random.choice((0, size - height, random.randint(0, size - height)))
    left = random.choice((0, size - width, random.randint(0, size - width)))
    inside = [row * size + column for row in range(top, top + height)
              for column in range(left, left + width)]
    cells = bytearray(len(position.cells))
    for point in inside:
        cells[point] = position.cells[point]
    made = Position(size, size, bytes(cells), random.choice((BLACK, WHITE)))
    if random.random() < 0.5:
        changed = made.with_stones({
            random.choice(inside): random.choice((BLACK, WHITE, EMPTY))
            for _ in range(random.randint(1, 4))})
        if all(changed.liberties(next(iter(chain))) for chain in chains(changed)):
            made = changed
    more = moves_ahead(made) - (made.to_play == WHITE)
    return Position(size, size, made.cells, made.to_play, captures=(max(more, 0), max(-more, 0)))


def packed(position: Position) -> np.ndarray:
    """Return the planes of a position, eight points a byte."""
    planes = np.empty((PLANES, len(position.cells)), np.uint8)
    fill_planes_of(position, planes)
    return np.packbits(planes)


def show_tried(table: Table, lane: int, game: Game) -> None:
    """Write the boards after the moves that are tried into a lane."""
    position = game.position
    for number, move in enumerate(table.tried[lane].tolist()):
        try:
            after = play(position, position.to_play, PASS if move == table.points else move)
        except IllegalMoveError:
            table.can_try[lane, number] = False
            continue
        table.can_try[lane, number] = True
        table.tried_planes[lane, number] = packed(after)
        table.tried_chilled[lane, number] = game.komi + moves_ahead(after)


def show(table: Table, lane: int, game: Game) -> None:
    """Write a position into its lane, and how the move there is to be chosen."""
    position = game.position
    table.planes[lane] = packed(position)
    manner = game.first_manner if game.moves < game.firsts else game.manner
    table.komi[lane], table.chilled[lane] = game.komi, game.komi + moves_ahead(position)
    table.mover[lane] = position.to_play
    table.temperature[lane], table.mistakes[lane] = manner.temperature, manner.mistakes
    table.among[lane], table.passes[lane] = manner.among, manner.passes
    table.is_reader[lane] = position.to_play in manner.readers


class Judged:
    """All positions of one size that the teacher has judged, on the processor that learns.

    The oldest give way where there is no more room. A lesson of docs/reader/train.py draws from it.
    """

    unit = 1

    def __init__(self, table: Table, room: int, device: torch.device) -> None:
        self.table, self.room, self.device = table, room, device
        points, lanes = table.points, table.lanes
        self.size = table.size
        self.planes = torch.zeros(room, table.planes.shape[1], dtype=torch.uint8, device=device)
        self.komi, self.score = torch.zeros(2, room, device=device)
        self.policy = torch.zeros(room, points + 1, dtype=torch.float16, device=device)
        self.ownership = torch.zeros(room, points, dtype=torch.float16, device=device)
        self.filled = torch.zeros((), device=device)
        self._total = 0
        self._logits = torch.zeros(lanes, points + 1, device=device)
        self._lead = torch.zeros(lanes, device=device)
        self._owned = torch.zeros(lanes, points, device=device)
        self._before = self._lead, self._owned
        # The samples of a lane's last positions, the latest first, and how many of them count.
        self._slots = torch.zeros(LOOKS_BACK, lanes, dtype=torch.long, device=device)
        self._linked = torch.zeros(lanes, dtype=torch.long, device=device)
        self._was_likely = torch.zeros(lanes, dtype=torch.bool, device=device)
        # Always as many: what a graphics processor has found to be fastest holds for one number.
        self._readers = torch.tensor(
            [lane for lane in range(lanes) if kind_of(lane, lanes) is Kind.READER], device=device)
        self._boards = Boards(table.size, device)

    @torch.no_grad()
    def judge(self, teacher: KataGoNet) -> None:
        """Let the teacher judge the positions of all lanes, and choose what is to be tried."""
        table = self.table
        packed, mover, chilled = self._told(table.planes, table.mover, table.chilled)
        planes = self._boards.unpacked(packed)
        logits, self._owned, self._lead = self._asked(teacher, planes, -mover.float() * chilled)
        self._logits = logits.masked_fill(self._taken(planes), -torch.inf)
        table.tried[:] = self._logits.topk(TRIED, 1).indices.to(torch.int16).cpu().numpy()

    @torch.no_grad()
    def try_moves(self, teacher: KataGoNet) -> None:
        """Let the teacher judge the boards after the moves that are tried, and learn from that."""
        table, lanes = self.table, self.table.lanes
        packed, chilled, can, tried, mover = self._told(
            table.tried_planes, table.tried_chilled, table.can_try, table.tried, table.mover)
        after = mover.float()[:, None] * chilled
        _, ownership, lead = self._asked(
            teacher, self._boards.unpacked(packed.flatten(0, 1)), after.flatten())
        worth, tried = -lead.reshape(lanes, TRIED), tried.long()
        self._logits = improved(self._logits, tried, worth, can)
        share = self._logits.softmax(1).gather(1, tried) * can
        share /= share.sum(1, keepdim=True).clamp(min=1e-6)
        known = AFTERWARDS * can.any(1)
        owned = -(share[:, :, None] * ownership.reshape(lanes, TRIED, -1)).sum(1)
        self._lead = self._lead.lerp((share * worth).sum(1), known)
        self._owned = self._owned.lerp(owned, known[:, None])

    @torch.no_grad()
    def choose(self, reader: nn.Module) -> None:
        """Keep what is known by now, and choose the moves to be played in all lanes."""
        table = self.table
        packed, mover, komi, fresh, is_reader = self._told(
            table.planes, table.mover, table.komi, table.is_fresh, table.is_reader)
        komi = -mover.float() * komi / KOMI_UNIT
        self._keep(packed, komi, fresh)
        logits = self._logits.clone()
        planes = self._boards.unpacked(packed[self._readers])
        said = self._reader_says(reader, planes, komi[self._readers])
        said.masked_fill_(self._taken(planes), -torch.inf)
        logits[self._readers] = torch.where(
            is_reader[self._readers][:, None], said, logits[self._readers])
        chosen = self._chosen(logits)
        likely = self._logits.softmax(1)
        first = likely.gather(1, chosen[:, :1])[:, 0]
        self._was_likely = first >= LIKELY * likely.amax(1)
        table.chosen[:] = chosen.to(torch.int16).cpu().numpy()

    def _told(self, *parts: np.ndarray) -> list[torch.Tensor]:
        return [torch.from_numpy(part).to(self.device) for part in parts]

    @staticmethod
    def _taken(planes: torch.Tensor) -> torch.Tensor:
        """Return bool (n, points + 1): where a stone or the ko forbids a move."""
        taken = planes[:, STONES:STONES + 2].sum(1) + planes[:, KO] > 0
        return functional.pad(taken, (0, 1))

    def _keep(self, planes: torch.Tensor, komi: torch.Tensor, fresh: torch.Tensor) -> None:
        """Keep the positions of all lanes, and correct what those before them are worth.

        What follows a position knows more, as long as likely moves lead there.
        """
        slots = (torch.arange(len(planes), device=self.device) + self._total) % self.room
        self._total += len(planes)
        self.filled.fill_(min(self._total, self.room))
        self.planes[slots], self.komi[slots] = planes, komi
        self.policy[slots] = self._logits.softmax(1).half()
        self.score[slots], self.ownership[slots] = self._lead, self._owned.half()
        self._linked = torch.where(
            self._was_likely & ~fresh, (self._linked + 1).clamp(max=LOOKS_BACK), 0)
        lead, owned = self._before
        lead, owned = -self._lead - lead, -self._owned - owned
        for back in range(LOOKS_BACK):
            share = TRUST ** (back + 1) * (-1) ** back * (self._linked > back)
            before = self._slots[back]
            self.score[before] += share * lead
            self.ownership[before] += (share[:, None] * owned).half()
        self._slots = torch.cat([slots[None], self._slots[:-1]])
        self._before = self._lead, self._owned

    def _asked(
        self, teacher: KataGoNet, planes: torch.Tensor, komi: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the teacher's opinion, each position shown in one of eight ways at random."""
        count, kind = len(planes), next(teacher.parameters()).dtype
        way = self._boards.ways(count)
        seen, numbers = seen_by_katago(turn(planes, way).to(kind), komi)
        policy, ownership, lead = teacher(
            seen.to(memory_format=torch.channels_last), numbers.to(kind))
        back = way.argsort(1)
        return turn_policy(policy, back), ownership.gather(1, back), lead

    def _reader_says(
        self, reader: nn.Module, planes: torch.Tensor, komi: torch.Tensor
    ) -> torch.Tensor:
        boards = self._boards
        with torch.autocast(self.device.type, dtype=torch.bfloat16,
                            enabled=self.device.type == "cuda"):
            return reader(boards.as_board(planes), boards.numbers(komi))[0].float()

    def _chosen(self, logits: torch.Tensor) -> torch.Tensor:
        """Return int64 (lanes, TRIES): moves by each lane's manner."""
        table = self.table
        heat, mistakes, passes, among = (part[:, None] for part in self._told(
            table.temperature, table.mistakes, table.passes, table.among))
        chance = torch.rand(len(logits), 2, device=self.device)
        ranks = logits.argsort(1, descending=True).argsort(1)
        at_random = torch.where(ranks < among, 0.0, -torch.inf)
        at_random = at_random.masked_fill(logits == -torch.inf, -torch.inf)
        wanted = torch.where(chance[:, :1] < mistakes, at_random, logits / heat)
        wanted[:, -1:] += torch.where(chance[:, 1:] < passes, 1e4, 0.0)
        noise = -torch.log(-torch.log(torch.rand_like(wanted).clamp(1e-9, 1 - 1e-7)))
        return (wanted + noise).topk(TRIES, 1).indices


def improved(
    logits: torch.Tensor, tried: torch.Tensor, worth: torch.Tensor, can: torch.Tensor
) -> torch.Tensor:
    """Return a policy that knows what some moves led to.

    tried -- int64 (n, TRIED): moves; worth -- points of the boards after them, the mover's
    can -- bool: which could be played
    """
    share = logits.softmax(1).gather(1, tried) * can
    usual = (share * worth).sum(1) / share.sum(1).clamp(min=1e-6)
    gain = (worth - usual[:, None]).clamp(-MOST_POINTS, MOST_POINTS) / POINTS_AN_E
    return logits.scatter_add(1, tried, torch.where(can, gain, 0.0))


class School:
    """Players, their teacher and what it has judged."""

    def __init__(self, players: Players, teacher: KataGoNet, room: dict[int, int],
                 device: torch.device) -> None:
        kind = torch.float16 if device.type == "cuda" else torch.float32
        self.teacher = teacher.to(device, kind, memory_format=torch.channels_last).eval()
        self.players = players
        self.judged = [Judged(table, room[table.size], device) for table in players.tables]
        self.lanes = sum(table.lanes for table in players.tables)
        self._is_trying = False

    def move(self, reader: nn.Module, *, tries: bool = True) -> bool:
        """Judge one position of every game, in two steps where moves are tried.

        Returns whether the next move is being played.
        """
        self.players.wait()
        if not self._is_trying:
            for judged in self.judged:
                judged.judge(self.teacher)
            if tries:
                self._is_trying = True
                self.players.show_tried()
                return False
        else:
            for judged in self.judged:
                judged.try_moves(self.teacher)
        self._is_trying = False
        for judged in self.judged:
            judged.choose(reader)
        self.players.go_on()
        return True
