"""Which moves lost most: by an engine as it stands, by estimates in pairs."""

from irgo_app.go.point import BLACK, WHITE
from irgo_app.review.turning_points import LEAST_POINTS, KnownLead, mistakes


def line(count: int) -> list[int | None]:
    """Return who moved at each node: nobody at the root, then Black and White in turn."""
    return [None, *(BLACK if number % 2 else WHITE for number in range(1, count))]


def test_an_estimate_that_only_swings_with_the_turn_blames_nobody() -> None:
    told = [KnownLead(5.0 if index % 2 else -5.0) for index in range(20)]
    assert mistakes(line(20), told) == []


def test_the_move_after_which_the_estimate_stays_down_is_found() -> None:
    leads = [1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, -11.0, -13.0, -11.0, -13.0]
    found = mistakes(line(11), [KnownLead(lead) for lead in leads])
    assert [(lost.index, lost.colour) for lost in found] == [(7, BLACK)]
    assert found[0].points == 14.0 and not found[0].by_engine


def test_a_fall_at_the_move_of_who_gains_by_it_blames_nobody_falsely() -> None:
    # Black's lead falls with White's move 8: neither Black's move before it nor the one after.
    leads = [1.0, 3.0] * 4 + [-13.0, -11.0] * 3
    assert mistakes(line(14), [KnownLead(lead) for lead in leads]) == []


def test_colours_swapped_and_leads_negated_give_the_same_losses() -> None:
    leads = [0.0, 1.0, -6.0, -2.0, 4.0, 9.0, -3.0, -8.0, 2.0]
    movers = line(len(leads))
    one = mistakes(movers, [KnownLead(lead) for lead in leads])
    other = mistakes([None if who is None else -who for who in movers],
                     [KnownLead(-lead) for lead in leads])
    assert one and [(found.index, found.points) for found in one] == [
        (found.index, found.points) for found in other]


def test_an_engine_is_believed_before_the_estimate_and_tells_the_win_rate() -> None:
    told = [KnownLead(0.0, 0.5, 0.5), KnownLead(0.0, -7.5, 0.2), KnownLead(0.0, -7.0, 0.22),
        KnownLead(0.0)]
    found = mistakes(line(4), told)
    assert len(found) == 1
    assert (found[0].index, found[0].points, found[0].by_engine) == (1, 8.0, True)
    assert found[0].winrate is not None and abs(found[0].winrate - 0.3) < 1e-9


def test_what_is_not_known_blames_nobody_and_small_losses_are_left_out() -> None:
    assert mistakes(line(5), [KnownLead()] * 5) == []
    leads = [0.0, 0.0, 0.0, -LEAST_POINTS + 0.1, -LEAST_POINTS + 0.1, -LEAST_POINTS + 0.1]
    assert mistakes(line(6), [KnownLead(lead) for lead in leads]) == []
    assert mistakes([], []) == []
