"""What a move is compared with where nobody names the other one."""

from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, Colour
from irgo_app.go.position import Position
from irgo_app.judging.judgement import Searched, Tried
from irgo_app.meaning.why import why
from tests.judging.counting_judge import BOARD, CountingJudge, at


class _Blind(CountingJudge):
    """Sees White's strong answer at D4, and not that Black could play there himself."""

    def search(
        self, position: Position, first: Colour, region: frozenset[int] | None, visits: int,
        cancel: CancelFlag | None = None,
    ) -> Searched:
        lead = 20.0 if position.colour_at(at("D4")) == BLACK else 0.0
        seen = ("E5", "E6") if first == BLACK else ("D4",)
        tried = tuple(Tried(at(name), lead, visits) for name in seen
                      if not position.cells[at(name)])
        return Searched(lead, tried, tuple(move.point for move in tried[:1]), (0.0,) * 81, visits)


def test_the_point_of_the_answer_is_tried_as_ones_own_move() -> None:
    found = why(BOARD.with_to_play(BLACK), at("H8"), _Blind())
    assert found.instead.move == at("D4") and found.loss == 20.0
    assert [point for _, point in found.move.moves] == [at("H8"), at("D4")]


def test_an_answer_that_cannot_be_played_at_once_is_not_tried() -> None:
    """Black's three stones stand where White answers: A9 would be suicide."""
    class Taking(_Blind):
        def search(
            self, position: Position, first: Colour, region: frozenset[int] | None, visits: int,
            cancel: CancelFlag | None = None,
        ) -> Searched:
            found = super().search(position, first, region, visits, cancel)
            return found if first == BLACK else replace(found, line=(at("A9"),))

    found = why(BOARD.with_to_play(BLACK), at("H8"), Taking())
    assert found.instead.move in (at("E5"), at("E6"))
