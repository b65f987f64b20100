"""The sentences of a report: what a player reads for what the review found."""

from msgspec.structs import replace

from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.judgement_words import lead_words
from irgo_app.meaning.words import where_words
from irgo_app.report.course_words import breaks_of, ending_sentences, overview
from irgo_app.report.document import group_history
from irgo_app.report.game_report import End, GroupEnd
from irgo_app.report.turn_words import event_sentence, move_words, turn_sentences
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent, reviewed
from irgo_app.review.turning_points import turning_points
from tests.review.game_reviews import at, held, judged, no_maps, played

ROW = "C3 C7 D3 D7 E3 E7 G3 G7 H3 H7 J3 J7"
BLACKS = {"C3": 1.0, "D3": 1.0, "E3": 1.0}


def review_of(leads: list[float], best: dict[int, str]) -> GameReview:
    line = played(ROW)
    lost = dict.fromkeys(BLACKS, -1.0)
    return reviewed(line, "a test", judged(line, leads, {0: BLACKS, 8: lost}, best),
                    no_maps(line))


def told(review: GameReview) -> list[list[str]]:
    return [[str(sentence) for sentence in turn_sentences(point, review)]
            for point in turning_points(review, 9)]


def test_a_loss_that_nobody_searched_names_what_was_better_and_who_leads_now() -> None:
    review = review_of([3, 3, 3, 3, 3, 3, 3, -6, -6, -6, -6, -6, -6], {6: "B8"})
    assert told(review) == [[
        "Black lost 9 points at move 7: B8 was better.",
        "Before it Black leads by 3.0; after it White leads by 6.0."]]


def test_only_a_group_that_lives_was_never_in_danger() -> None:
    stones = (at("C3"), at("D3"), at("E3"))
    said = {end: str(group_history(GroupEnd("B1", BLACK, stones, end, ()), played(ROW)))
            for end in End}
    assert said == {End.ALIVE: "never in danger", End.DEAD: "since when is not sure",
                    End.OPEN: "", End.SEKI: "", End.TAKEN: ""}
    event = GroupEvent(2, BLACK, EventFate.LIVED, stones, is_caused=False)
    assert str(group_history(GroupEnd("B1", BLACK, stones, End.OPEN, (event,)), played(ROW))) == \
        "3 stones safe by move 2, in doubt at the end"
    # The others that were safe then are of another group now.
    part = GroupEnd("B1", BLACK, stones[:2], End.OPEN, (event,))
    assert str(group_history(part, played(ROW))) == "2 stones safe by move 2, in doubt at the end"


def test_the_overview_tells_of_no_death_that_did_not_last() -> None:
    stones = (at("C3"), at("D3"), at("E3"))
    died, lived = (GroupEvent(number, BLACK, fate, stones)
                   for number, fate in ((10, EventFate.DIED), (12, EventFate.LIVED)))

    def said(*events: GroupEvent) -> str:
        return " ".join(map(str, overview(replace(review_of([0] * 13, {}), events=events))))

    assert "kills" in said(died) and "kills" not in said(died, lived)
    assert "kills" in said(died, GroupEvent(12, WHITE, EventFate.LIVED, stones))


def test_the_overview_leaves_out_who_lost_nothing() -> None:
    review = review_of([0, 0, 0, 0, 0, 0, 0, -9, -9, -9, -9, -9, -9], {})
    sentences = [str(sentence) for sentence in overview(review)]
    assert any(sentence.startswith("Black made one mistake") for sentence in sentences)
    assert not any(sentence.startswith("White made") for sentence in sentences)


def test_the_overview_tells_of_a_stretch_that_lost_more_than_the_worst_move() -> None:
    def said(*leads: float) -> str:
        line = played(ROW)
        return " ".join(map(str, overview(reviewed(
            line, "a test", judged(line, [0.0, *leads]), no_maps(line),
            {1: held(line, 1, "E5", 9.0)}, ()))))

    assert "Black made one mistake: move 1, C3, which lost 9 points." in said(*[-9.0] * 12)
    assert "lost more" not in said(*[-9.0] * 12)
    assert "Probably Black lost more from move " in said(
        -9, -9, -9, *[-9 - 2.5 * step for step in range(1, 9)], -29)


def test_leads_moves_and_fates_are_said_in_words() -> None:
    line = played(ROW)
    assert str(lead_words(0.3)) == "the game is even"
    assert str(lead_words(-4.25)) == "White leads by 4.2"
    assert str(move_words((BLACK, -1), line.positions[0])) == "Black passes"
    assert str(where_words([at("A9"), at("B8")], line.positions[0])) == "in the upper left corner"
    assert str(where_words([at("E5")], line.positions[0])) == "in the centre"
    event = GroupEvent(6, WHITE, EventFate.LIVED, (at("C7"), at("D7"), at("E7")))
    assert str(event_sentence(event, line)) == "White E7 saves White's stones at E7, D7, C7."
    assert [str(event_sentence(replace(event, fate=fate, is_caused=False, is_left=True), line))
            for fate in (EventFate.DIED, EventFate.LIVED)] == [
        f"White E7 leaves White's stones at E7, D7, C7 alone: they can {what}."
        for what in ("be killed", "live")]
    # After a move of its own side a group can be killed, after one of the other's it is dead.
    own = [str(event_sentence(replace(event, number=number, fate=fate), line))
           for number, fate in ((6, EventFate.DIED), (7, EventFate.DIED), (7, EventFate.LIVED))]
    assert own == ["White E7 does not save White's stones at E7, D7, C7: they can be killed.",
                   "Black G3 kills White's stones at E7, D7, C7.",
                   "Black G3 does not kill White's stones at E7, D7, C7: they can live."]
    passed = played("C3 pass")
    assert str(event_sentence(GroupEvent(
        2, BLACK, EventFate.LIVED, (at("C3"),), is_left=True), passed)) == \
        "After White passes Black's stone at C3 can live."


def test_how_a_game_ended_and_what_the_board_says_are_two_things() -> None:
    def said(result: str, lead: float) -> list[str]:
        review = review_of([0.0] * 12 + [lead], {})
        info = replace(review.line.info, result=result)
        return [str(sentence) for sentence in ending_sentences(
            replace(review, line=replace(review.line, info=info)))]

    assert said("B+3.5", 4.0) == ["Black won by 3.5."]
    assert said("B+17.5", 40.5)[1].endswith(
        "if both play on from the last board Black leads by 40.5.")
    assert said("W+R", -5.0) == ["White won by resignation; on the last board White leads by 5.0."]
    assert said("W+T", 8.0) == ["White won on time; on the last board Black leads by 8.0."]
    assert said("?", 8.0) == []


def test_the_course_of_a_game_is_told_where_its_curve_turns() -> None:
    assert breaks_of([*range(11), *range(9, -21, -1)]) == (10,)
    steps = [0.0] * 10 + [10.0] * 10 + [-20.0] * 10
    assert breaks_of(steps) == (19, 20)
    assert breaks_of([0.0, 1.0, 0.0]) == ()
