"""The last moves that a position knows."""

import pickle

from msgspec.structs import replace

from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE
from irgo_app.go.position import PAST_BOARDS, PAST_MOVES, Position
from irgo_app.go.rules import RunningPosition, play, record
from irgo_app.networks.network import SYMMETRIES, turned_position


def played(*points: int) -> tuple[Position, list[bytes]]:
    """Return the position after moves in turn on 5x4, and the boards before each of them."""
    position, boards = Position.empty(5, 4), list[bytes]()
    for point in points:
        boards.append(position.cells)
        position = play(position, position.to_play, point)
    return position, boards


def test_the_latest_moves_are_known_with_the_boards_before_them() -> None:
    moves = [0, 7, PASS, 12, 3, 9, 15]
    position, boards = played(*moves)
    expected = [(move, board if at < PAST_BOARDS else b"")
                for at, (move, board) in enumerate(zip(moves[::-1], boards[::-1], strict=True))]
    assert list(position.past) == expected[:PAST_MOVES]
    running = RunningPosition(Position.empty(5, 4))
    for at, move in enumerate(moves):
        running.record(WHITE if at % 2 else BLACK, move)
    assert running.frozen().past == position.past
    assert pickle.loads(pickle.dumps(position)).past == position.past


def test_positions_are_equal_whatever_their_past() -> None:
    position, _ = played(0, 7)
    other = replace(position, past=())
    assert other == position and hash(other) == hash(position)


def test_a_move_out_of_turn_begins_the_past_anew() -> None:
    position, _ = played(0, 7)
    before = position.cells
    assert play(position, WHITE, 9).past == ((9, before),)
    assert record(position, WHITE, 9)[0].past == ((9, before),)
    assert len(play(position, BLACK, 9).past) == 3


def test_setup_and_another_turn_clear_the_past() -> None:
    position, _ = played(0, 7)
    assert position.with_stones({3: BLACK}).past == ()
    assert position.with_stones({0: EMPTY}).past == ()
    assert position.with_to_play(WHITE).past == ()
    assert position.with_to_play(BLACK).past == position.past
    running = RunningPosition(position)
    running.give_turn(BLACK)
    assert running.frozen().past == position.past
    running.give_turn(WHITE)
    assert running.frozen().past == ()
    running = RunningPosition(position)
    running.put({3: BLACK})
    assert running.frozen().past == ()


def test_exchanged_and_turned_positions_have_the_past_of_a_game_played_so() -> None:
    moves = [0, 7, PASS, 12]
    position, _ = played(*moves)
    exchanged = Position.empty(5, 4).with_to_play(WHITE)
    for move in moves:
        exchanged = play(exchanged, exchanged.to_play, move)
    assert position.with_colours_exchanged().past == exchanged.past
    for symmetry in range(SYMMETRIES):
        empty = turned_position(Position.empty(5, 4), symmetry)
        again = empty
        for move in moves:
            place = move if move == PASS else turned_position(
                Position.empty(5, 4).with_stones({move: BLACK}), symmetry).cells.index(1)
            again = play(again, again.to_play, place)
        assert turned_position(position, symmetry).past == again.past
