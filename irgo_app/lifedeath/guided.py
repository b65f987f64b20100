"""A search led by the reader, where the solver gave up: likely, never exact.

The reader knows shapes and sees the whole board; playouts know captures and eyes, and see the
region alone. They err in different questions. So each says which moves are worth a look, and a
position is worth what both say of it: whose the group's stones will be, and how often playouts take
them. What the solver proves at once takes the place of both. Both say something else of a board
that is turned: where they are in doubt, several such looks together err less than each.

An engine's network (KataGo's `kata-raw-nn`) can stand beside the reader. KataGo's search wants the
whole board's score, and gives a group up for it: asked to play in the region only, it answers fewer
questions of life and death than irgo does. Its network without the search can be asked what irgo's
reader is asked, and the two together see more than either alone. Source: KataGo's documentation,
GTP_Extensions.md.
"""

import math
import time
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import EngineError, ReaderError
from irgo_app.go.point import BLACK, EMPTY, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import ruleset_named, why_illegal
from irgo_app.lifedeath.question import Limits, Question, flag_array
from irgo_app.lifedeath.referee import Referee
from irgo_app.lifedeath.solver import ShortSearch, Solver, playout_answer, short_search, threats_for
from irgo_app.lifedeath.verdict import READER_METHOD, Answer, Outcome, Verdict, in_turn
from irgo_app.networks import can_judge
from irgo_app.networks.deep import DeepReader, deep_reader
from irgo_app.networks.ending import dead_chains
from irgo_app.networks.network import Network, Opinion, network, turned, turned_position
from irgo_app.networks.search import Evaluator, Findings, Floats, Knobs, MoveFinding, Search
from irgo_app.networks.ways import searched_in_ways

_RULES: Final = ruleset_named("japanese")
PROOF_NODES: Final = 300
PLAYOUTS: Final = 200
"""What a position of the search is worth: a look of the solver, then so many playouts."""
PLAYOUT_SHARE: Final = 0.5
"""How much the playouts count beside the reader, as for a position so for its moves."""
FEWER_PLAYOUTS: Final = 5
"""Before a search that the reader leads, so much fewer playouts look for kos and proofs."""
KO_PLAYOUTS: Final = 1_000
"""With fewer of them threats seem to turn what hangs by chance: 300 see kos that 1,000 do not."""
SURE: Final = 0.3
"""Both are sure if each holds one outcome to be by so much likelier than the other."""
WAYS: Final = 4
"""Where they are not, the board is searched in so many of its eight ways, a quarter turn apart."""
DEEP_WORTH: Final = 24
"""KataGo's network is asked for so many times fewer looks than irgo's own."""
DEEP_SHARE: Final = 0.3
"""How much KataGo's network counts beside irgo's own: together they are right more often."""
LAST_SHARE: Final = 0.3
"""How much all playouts from the board itself count beside the search that the reader led."""
TEMPO: Final = 0.025
"""So much likelier than the means say the first move reaches its aim: its weaker tries are in them.
The numbers from PLAYOUTS on are irgo's own choice, made with half of GNU Go's public questions at
first and then with all; half or twice of each changes no more than chance does.
"""
KO_TURN: Final = 0.1
"""A group hangs on a ko if threats turn the result, and make it so much likelier for the reader."""
KO_PATIENCE: Final = 3
"""Where a ko was met, so many times the visits tell whether it decides."""
_BOARD_WAYS: Final = 2
"""The whole board is searched in so many ways,"""
_BOARD_SHARE: Final = 0.1
"""of whose first moves count those that had such a share of the visits."""
_LOST: Final = 0.3
"""From this mean ownership of the enemy's on a chain of a living group is lost."""
_LOST_VISITS: Final = 60
"""So far the board is searched for what a group loses though it lives."""
_POINTS: Final = 10.0
"""The group in points: what the search takes as one."""


def likely_answer(
    question: Question, first: Colour, limits: Limits, solver: Solver,
    cancel: CancelFlag | None = None, reader: Evaluator | None = None,
) -> Answer:
    """Return what is likely to become of the group if `first` moves first.

    By playouts alone where the reader cannot be asked. Where it can, a few of them come first for
    what it does not see: a proof inside the region. Where both do not surely say the same, the
    solver is given more time, all playouts are played, and the board is searched in several ways.
    A ko is told if threats turn the result of either, and if for the reader they count at all.
    reader -- who leads the search; irgo's own if nobody is given
    """
    if reader is None and limits.visits:
        reader = own_reader(question.position)
    if reader is None:
        return playout_answer(question, first, limits, solver, cancel)
    started = time.perf_counter()
    few = replace(limits, playouts=limits.playouts // FEWER_PLAYOUTS)
    played = playout_answer(question, first, few, solver, cancel)
    if _is_proof(played):
        return played
    threats = ThreatSearches(question, first, limits.visits, solver, reader, cancel)
    guided = threats.answer()
    nodes = played.nodes
    if few.playouts >= KO_PLAYOUTS and threats.confirm_ko(played):
        return replace(played, nodes=nodes + guided.nodes, seconds=time.perf_counter() - started)
    if not _agree_surely(guided, played):
        patient = solver.answer(first, limits, is_patient=True)
        if patient is not None:
            return replace(patient, nodes=nodes + guided.nodes + patient.nodes,
                           seconds=time.perf_counter() - started)
        played = playout_answer(question, first, limits, solver, cancel)
        nodes += played.nodes
        if _is_proof(played) or threats.confirm_ko(played):
            return replace(played, nodes=nodes + guided.nodes,
                           seconds=time.perf_counter() - started)
        is_ko = guided.outcome is Outcome.KO and _likelier(
            _mean_kill(question, guided, played)) is _likelier(guided.kill)
        visits = limits.most_visits // WAYS
        # A search of one position has looked at no move.
        if not is_ko and visits > 1:
            guided = turned_answer(question, threats.plain, visits, reader, cancel)
            deep = deep_reader_of(limits)
            if deep is not None:
                guided = _with_deep(
                    guided, _deep_answer(question, first, limits, solver, deep, cancel))
    kill = _mean_kill(question, guided, played)
    outcome = Outcome.KO if guided.outcome is Outcome.KO else _likelier(kill)
    return replace(guided, outcome=outcome, kill=kill, nodes=nodes + guided.nodes,
                   seconds=time.perf_counter() - started,
                   lost=guided.lost if outcome is Outcome.LIVES else ())


def deep_reader_of(limits: Limits) -> DeepReader | None:
    """Return KataGo's network where it is to be asked; raises ReaderError where it cannot be."""
    return deep_reader(limits.network, _RULES) if limits.network else None


def _deep_answer(
    question: Question, first: Colour, limits: Limits, solver: Solver, reader: Evaluator,
    cancel: CancelFlag | None,
) -> Answer:
    """Return what a search says that a deep network leads: one way to turn the board is enough."""
    search = guided_search(question, first, solver, reader, cancel)
    search.run(max(2, limits.most_visits // DEEP_WORTH), cancel)
    return _answer(question, search.findings())


def _with_deep(guided: Answer, deep: Answer) -> Answer:
    """Return what irgo's own network and a deep one say together; the move is of who says so."""
    if deep.move is None:
        return guided
    kill = (1 - DEEP_SHARE) * guided.kill + DEEP_SHARE * deep.kill
    told = guided if _likelier(guided.kill) is _likelier(kill) else deep
    return replace(told, kill=kill, nodes=guided.nodes + deep.nodes)


def _is_proof(played: Answer) -> bool:
    """Return whether playouts found a proof by the solver along their tree, and no ko."""
    return played.outcome is not Outcome.KO and played.kill in (0.0, 1.0)


def _mean_kill(question: Question, guided: Answer, played: Answer) -> float:
    kill = (1 - LAST_SHARE) * guided.kill + LAST_SHARE * played.kill
    return min(max(kill + (TEMPO if guided.first == question.attacker else -TEMPO), 0.01), 0.99)


def _likelier(kill: float) -> Outcome:
    return Outcome.DIES if kill > 0.5 else Outcome.LIVES


def _agree_surely(guided: Answer, played: Answer) -> bool:
    return guided.outcome is played.outcome and all(
        abs(2 * answer.kill - 1) > SURE for answer in (guided, played))


class ThreatSearches:
    """The reader's searches of one question for one side to move first, by ko threats.

    Without threats a ko is played by the rules. A side that has them retakes a ko at once, however
    often: so the group hangs on a ko if threats for the side that lost turn the result.

    plain -- the search without threats
    """

    def __init__(
        self, question: Question, first: Colour, visits: int, solver: Solver, reader: Evaluator,
        cancel: CancelFlag | None,
    ) -> None:
        self._question, self._first, self._visits = question, first, visits
        self._solver, self._reader, self._cancel = solver, reader, cancel
        self.plain = guided_search(question, first, solver, reader, cancel)
        self._searches = {EMPTY: self.plain}

    def answer(self) -> Answer:
        """Return what becomes of the group; threats are tried where the loser missed them."""
        plain = self._found(EMPTY, self._visits)
        loser = self._question.colour if plain.outcome is Outcome.DIES else self._question.attacker
        if self._cancel or not self.plain.met_ko(loser):
            return plain
        visits = KO_PATIENCE * self._visits
        longer, helped = self._found(EMPTY, visits), self._found(loser, visits)
        nodes = longer.nodes + helped.nodes
        if longer.outcome is not plain.outcome or helped.outcome is plain.outcome or (
                abs(helped.kill - longer.kill) < KO_TURN):
            return replace(plain, nodes=nodes)
        shown = helped if loser == self._first else longer
        return replace(shown, outcome=Outcome.KO, kill=longer.kill, needs_threat=loser, nodes=nodes)

    def confirm_ko(self, played: Answer) -> bool:
        """Return whether playouts tell of a ko in which threats count for the reader as well."""
        loser = played.needs_threat
        if loser is None:
            return False
        plain, helped = (self._found(retaker, self._visits) for retaker in (EMPTY, loser))
        gained = helped.kill - plain.kill
        return gained * (-1 if loser == self._question.colour else 1) >= KO_TURN

    def _found(self, retaker: Colour, visits: int) -> Answer:
        """Return what the search says after so many visits if one side has ko threats.

        retaker -- who, EMPTY if none; a search that went on longer says what it says then
        """
        if retaker not in self._searches:
            self._searches[retaker] = guided_search(
                self._question, self._first, self._solver, self._reader, self._cancel, retaker)
        search = self._searches[retaker]
        search.run(visits, self._cancel)
        return _answer(self._question, search.findings())


def guided_search(
    question: Question, first: Colour, solver: Solver, reader: Evaluator,
    cancel: CancelFlag | None = None, retaker: Colour = EMPTY,
) -> Search:
    """Return a search in the question's region that the reader leads.

    retaker -- who has ko threats elsewhere and retakes a ko at once
    """
    return Search(
        GroupJudge(reader, question, solver, cancel, retaker), question.position, 0.0, first=first,
        region=question.playable, knobs=Knobs(by_score=True, evenly=False), retaker=retaker)


def own_reader(position: Position) -> Network | None:
    """Return irgo's reader, None if it is missing or cannot judge such a board."""
    if not can_judge(position):
        return None
    try:
        return network()
    except ReaderError:
        return None


def _answer(question: Question, found: Findings) -> Answer:
    first, tried = found.position.to_play, _tried(found)
    if not tried:
        return Answer(first, Outcome.UNKNOWN)
    best = tried[0]
    life = question.colour * best.lead / _POINTS
    return Answer(first, Outcome.LIVES if life > 0 else Outcome.DIES, best.point,
                  _line(first, best), READER_METHOD, kill=(1 - life) / 2, nodes=found.visits,
                  lost=lost_of(question, best.ownership) if life > 0 else ())


def _line(first: Colour, move: MoveFinding) -> tuple[tuple[Colour, Point], ...]:
    line = list(in_turn(first, move.line))
    while len(line) > 1 and line[-1][1] == PASS:
        line.pop()
    return tuple(line)


def lost_of(question: Question, ownership: Floats) -> tuple[Point, ...]:
    """Return the stones of a group whose chains will be the enemy's, sorted; () for all of it."""
    lost = dead_chains(question.position, ownership, _LOST).intersection(question.stones)
    return tuple(sorted(lost)) if len(lost) < len(question.stones) else ()


def lost_if_attacked(
    question: Question, cancel: CancelFlag | None = None
) -> tuple[Point, ...]:
    """Return the stones of a group that lives which the enemy takes by moving first, sorted.

    None where there is no reader, or nothing to play.
    """
    reader = own_reader(question.position)
    found = None if reader is None else _on_board(
        question, question.attacker, reader.remembering, _LOST_VISITS, 1, cancel)
    if found is None or not found.moves or cancel:
        return ()
    return lost_of(question, found.moves[0].ownership)


def _on_board(
    question: Question, first: Colour, reader: Evaluator, visits: int, ways: int,
    cancel: CancelFlag | None,
) -> Findings | None:
    """Return what a search of the whole board says if a side moves first near the group.

    visits -- of all ways together to turn the board; None where nothing can be played, or called
    off
    """
    board = question.position.with_to_play(first)
    moves = [move for move in question.playable if why_illegal(board, first, move) is None]
    if not moves or cancel:
        return None
    return searched_in_ways(reader, board, 0.0, visits, ways=ways, first_moves=moves,
                            cancel=cancel)


def _tried(found: Findings) -> list[MoveFinding]:
    """Return the moves looked at, most first; passes only where nothing else was tried."""
    return [move for move in found.moves if move.point != PASS] or list(found.moves)


def with_board(
    question: Question, found: Verdict, limits: Limits, cancel: CancelFlag | None = None
) -> Verdict:
    """Return a verdict in which what the reader answered is also asked of the whole board.

    A group's own search wants nothing but its life, and doubts what the reader, who plays for
    points, does not: it sees what the stones around are worth. How likely the group dies is the
    mean of both. The verdict stays where there is no reader or nothing to play.
    """
    own, visits = own_reader(question.position), limits.most_visits // 2
    if own is None or not visits:
        return found
    deep = deep_reader_of(limits)
    look = _BoardLook(own.remembering, visits, _BOARD_WAYS) if deep is None else _BoardLook(
        deep, max(2, visits // DEEP_WORTH), 1)
    answers = [_with_board(question, answer, look, cancel)
               for answer in (found.black_first, found.white_first)]
    return found if cancel else replace(found, black_first=answers[0], white_first=answers[1])


class _BoardLook(Struct, frozen=True):
    """A search of the whole board: by whom, how far, and turned in how many ways."""

    reader: Evaluator
    visits: int
    ways: int


def _with_board(
    question: Question, answer: Answer, look: _BoardLook, cancel: CancelFlag | None
) -> Answer:
    first, colour, stones = answer.first, question.colour, list(question.stones)
    if answer.method != READER_METHOD or answer.outcome is Outcome.KO:
        return answer
    started = time.perf_counter()
    searched = _on_board(question, first, look.reader, look.visits, look.ways, cancel)
    if searched is None:
        return answer
    looked_at = [move for move in searched.moves if move.visits >= _BOARD_SHARE * searched.visits]
    if not looked_at:
        return answer
    # Its owner wants the group's stones for himself, the enemy for himself.
    best = max(looked_at, key=lambda move: first * float(move.ownership[stones].mean()))
    life = colour * float(best.ownership[stones].mean())
    kill = (answer.kill + (1 - life) / 2) / 2
    outcome = _likelier(kill)
    nodes = answer.nodes + searched.visits
    seconds = answer.seconds + time.perf_counter() - started
    if outcome is answer.outcome:
        return replace(answer, kill=kill, nodes=nodes, seconds=seconds)
    return replace(answer, outcome=outcome, kill=kill, nodes=nodes, move=best.point,
                   line=_line(first, best), lost=(), seconds=seconds)


def turned_answer(
    question: Question, search: Search, visits: int, reader: Evaluator, cancel: CancelFlag | None
) -> Answer:
    """Return what searches of so many visits say together, each on the board turned another way.

    The move is that of theirs which all together looked at most; how likely the group dies is the
    mean of what each says after its own move.
    search -- of the board as it is, to be carried on
    """
    search.run(visits, cancel)
    found = search.findings()
    looks, shares = [_answer(question, found)], _shares(found)
    for way in range(1, WAYS):
        if cancel:
            break
        seen, points = _turned(question, way)
        other = guided_search(seen, found.position.to_play, Solver(seen, cancel), reader, cancel)
        other.run(visits, cancel)
        looks.append(_turned_back(_answer(seen, other.findings()), points))
        shares[points] += _shares(other.findings())
    shown = max((look for look in looks if look.move is not None),
                key=lambda look: float(shares[look.move]), default=looks[0])
    return replace(shown, kill=float(np.mean([look.kill for look in looks])),
                   nodes=sum(look.nodes for look in looks))


def _shares(found: Findings) -> npt.NDArray[np.float64]:
    """Return float64 (points + 1): which share of the visits each first move had, the pass last."""
    shares, tried = np.zeros(len(found.position.cells) + 1), _tried(found)
    for move in tried:
        shares[move.point] = move.visits / sum(other.visits for other in tried)
    return shares


def _turned(question: Question, way: int) -> tuple[Question, list[Point]]:
    """Return the question on a board turned and mirrored, and whence each of its moves comes.

    For each point of the turned board that is the point of the board; the pass is last, as itself.
    """
    position = question.position
    board = np.arange(len(position.cells)).reshape(position.rows, position.columns)
    points = turned(board, way).reshape(-1).tolist()
    stones = [points.index(stone) for stone in question.stones]
    return Question(turned_position(position, way), stones), [*points, PASS]


def _turned_back(answer: Answer, points: Sequence[Point]) -> Answer:
    return replace(answer, move=None if answer.move is None else points[answer.move],
                   line=tuple((colour, points[move]) for colour, move in answer.line),
                   lost=tuple(sorted(points[stone] for stone in answer.lost)))


class GroupJudge:
    """What a search asks where one group is all that counts: the lead is the group's life.

    reader -- the network; solver -- its table serves all positions of the search
    """

    def __init__(
        self, reader: Evaluator, question: Question, solver: Solver,
        cancel: CancelFlag | None = None, retaker: Colour = EMPTY,
    ) -> None:
        self._reader, self._question, self._solver = reader, question, solver
        self._threats = threats_for(retaker) if retaker else (0, 0)
        self._flag = flag_array(cancel)
        self._stones = np.array(question.stones)
        self._moves = np.array([*question.playable, PASS])

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position."""
        return [self._of_group(position, opinion) for position, opinion in zip(
            positions, self._reader.evaluate(positions, komi), strict=True)]

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the opinion of the board averaged over its symmetries."""
        return self._of_group(position, self._reader.evaluate_evenly(position, komi))

    def _of_group(self, position: Position, opinion: Opinion) -> Opinion:
        """Return the opinion with the group's life as lead, and with the moves of playouts."""
        from irgo_app.kernels.chains import META, QUORUM, SAVED, TARGETS, THREATS

        question, first, policy = self._question, position.to_play, opinion.policy
        board, key = question.local.later(position)
        meta = board[META]
        meta[THREATS:THREATS + 2] = self._threats
        if meta[TARGETS] < meta[QUORUM]:
            life = -1.0
        elif meta[SAVED] >= meta[QUORUM]:
            life = 1.0
        elif proof := self._solver.solve(board, first, key, PROOF_NODES, self._flag).result:
            life = float(proof if first == question.colour else -proof)
        else:
            played = short_search(question, board, first, key, PLAYOUTS, self._flag)
            policy = self._mixed(policy, played)
            life = (1 - PLAYOUT_SHARE) * self._read(position, opinion) + PLAYOUT_SHARE * (
                1 - 2 * played.kill)
        return replace(opinion, policy=policy, lead=question.colour * _POINTS * life, spread=0.0)

    def _read(self, position: Position, opinion: Opinion) -> float:
        """Return whose the group's stones will be, 1 its owner's; what was taken is lost."""
        owned = self._question.colour * opinion.ownership[self._stones]
        cells = np.frombuffer(position.cells, np.int8)[self._stones]
        return float(np.where(cells == self._question.colour, owned, -1.0).mean())

    def _mixed(self, policy: Floats, played: ShortSearch) -> Floats:
        """Return a policy for the region: the reader's, and how often playouts went where."""
        mixed = np.zeros_like(policy)
        mixed[self._moves] = policy[self._moves]
        total = mixed.sum()
        if total > 0:
            mixed *= (1 - PLAYOUT_SHARE) / total
        for point, visits in played.visits.items():
            mixed[point] += PLAYOUT_SHARE * visits / played.done
        return mixed


LIKELY: Final = 0.1
LIKELIER: Final = 2.0
"""Of moves that win, one so likely, and so many times likelier than the solver's, is told."""


def with_players_move(
    question: Question, proved: Answer, limits: Limits, solver: Solver,
    reader: Evaluator | None = None,
) -> Answer:
    """Return an answer of the solver with that of the winning moves which a player would choose.

    The solver tells the first it finds. Another takes its place if it is proved to win as well,
    whoever has ko threats, and the reader holds it to be much likelier.
    reader -- irgo's own if nobody is given; without one the answer stays
    """
    first, told = proved.first, proved.move
    wins = proved.outcome is (Outcome.LIVES if first == question.colour else Outcome.DIES)
    if not wins or told is None or told == PASS:
        return proved
    reader = reader or own_reader(question.position)
    if reader is None:
        return proved
    position = question.position.with_to_play(first)
    policy = reader.evaluate_evenly(position).policy
    least = max(LIKELY, LIKELIER * float(policy[told]))
    for move in sorted(question.playable, key=lambda point: -policy[point]):
        if policy[move] < least:
            break
        if why_illegal(position, first, move) is None and solver.wins_by(first, move, limits):
            return replace(proved, move=move, line=solver.line(first, move, limits))
    return proved


class EngineNetwork:
    """What a search asks, answered by a running engine that `tells_network`; komi is left out.

    beside -- who is asked as well, so that the opinions are the means of both; None for nobody
    Every method raises EngineError when the engine fails or lies.
    """

    def __init__(self, referee: Referee, beside: Evaluator | None = None) -> None:
        self._referee, self._beside = referee, beside

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position."""
        found = [self._of(position) for position in positions]
        if self._beside is None:
            return found
        return [_mean(one, other) for one, other in zip(
            found, self._beside.evaluate(positions), strict=True)]

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return an opinion of a position; the engine is asked for the board as it lies."""
        found = self._of(position)
        return found if self._beside is None else _mean(
            found, self._beside.evaluate_evenly(position))

    def _of(self, position: Position) -> Opinion:
        if position.to_play == BLACK:
            return self._of_black(position)
        # On a board that was set up it is Black's turn, so White is given Black's stones.
        said = self._of_black(position.with_colours_exchanged())
        return replace(said, ownership=-said.ownership, lead=-said.lead)

    def _of_black(self, position: Position) -> Opinion:
        points = len(position.cells)
        words = self._referee.ask(position, "kata-raw-nn 0").split()
        policy: Floats = np.append(self._numbers(words, "policy", points),
                                   self._numbers(words, "policyPass", 1)).clip(0)
        total = float(policy.sum())
        if not 0 < total < math.inf:
            self._refuse("policy")
        owned = -self._numbers(words, "whiteOwnership", points).clip(-1, 1)
        return Opinion(policy / total, owned, -float(self._numbers(words, "whiteLead", 1)[0]),
                       spread=0.0)

    def _numbers(self, words: Sequence[str], name: str, count: int) -> Floats:
        """Return the numbers behind a name; NAN, which is said of illegal moves, counts as 0."""
        try:
            start = words.index(name) + 1
            found = np.nan_to_num(np.array(words[start:start + count], np.float32))
        except ValueError:
            found = np.empty(0, np.float32)
        if len(found) != count:
            self._refuse(name)
        return found

    def _refuse(self, name: str) -> None:
        raise EngineError("{name} did not tell {part} of its network as KataGo does.",
                          name=self._referee.name, part=name)


def _mean(one: Opinion, other: Opinion) -> Opinion:
    half = np.float32(0.5)
    return Opinion(half * (one.policy + other.policy), half * (one.ownership + other.ownership),
                   (one.lead + other.lead) / 2, (one.spread + other.spread) / 2)
