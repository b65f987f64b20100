"""Places and reasons as JSON: `irgo-why/1`, `irgo-whatif/1`, the Ishida view."""

from collections.abc import Sequence

from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.judging.future import Future
from irgo_app.judging.result_json import Json, ishida_as_json, study_as_json
from irgo_app.judging.study import Study
from irgo_app.meaning.ishida import WholeView
from irgo_app.meaning.places import FoundPlace
from irgo_app.meaning.reasons import OF_STONES, Comparison, Reason, ReasonKind
from irgo_app.meaning.why import NameOf, why_of_study
from irgo_app.meaning.words import part_of_place, part_words, place_words, reason_words, why_words


def why_as_json(found: Comparison, name_of: NameOf) -> dict[str, Json]:
    """Return a move explained; `file` and `node` are whose file it is.

    `to_play` and `stones` are the board before the move, also where it has led to the node; the
    command line tells that board's node as `before`.
    """
    position, told = found.position, {"move": found.move, "instead": found.instead}
    return {
        "to_play": LETTER_OF_COLOUR[found.mover], "stones": position.diagram(),
        "move": position.vertex(found.move.move), "instead": position.vertex(found.instead.move),
        "evaluator": found.judge, "visits": found.visits, "loss": round(found.loss, 1),
        "lead": {key: round(future.lead, 1) for key, future in told.items()},
        "lines": {key: line_as_json(future, position) for key, future in told.items()},
        **reasons_as_json(found, name_of), "text": str(why_words(found))}


def reasons_as_json(found: Comparison, name_of: NameOf) -> dict[str, Json]:
    """Return the reasons, those that count most first, and the rest."""
    return {"reasons": [_reason_as_json(reason, found, name_of)
                        for reason in found.difference.reasons],
            "rest": found.difference.rest}


def _reason_as_json(reason: Reason, found: Comparison, name_of: NameOf) -> dict[str, Json]:
    position = found.position
    points = [position.vertex(point) for point in reason.points]
    document: dict[str, Json] = {
        "kind": reason.kind.value, "colour": LETTER_OF_COLOUR[reason.colour]}
    if reason.kind in OF_STONES:
        # Where its stones were taken the other side's may lie on the last board.
        name = name_of(reason.points)
        document |= {"name": name if name.startswith(str(document["colour"])) else "",
                     "stones": points}
    else:
        document |= {"points_at": points, "where": str(part_words(reason.points, position))}
    if reason.kind in (*OF_STONES, ReasonKind.FRAMEWORK):
        document |= {"move": reason.move.value, "instead": reason.instead.value}
    return document | {
        "points": round(reason.share, 1), "sure": round(reason.sure, 2), "proved": reason.proved,
        "text": str(reason_words(reason, found))}


def line_as_json(future: Future, position: Position) -> list[list[str]]:
    """Return the moves of a future."""
    return [[LETTER_OF_COLOUR[colour], position.vertex(point)] for colour, point in future.moves]


def names_of_groups(
    groups: Sequence[tuple[str, Sequence[Point]]],
) -> NameOf:
    """Return what calls stones by the name of the group that most of them belong to."""
    owner = {stone: name for name, stones in groups for stone in stones}

    def name_of(stones: Sequence[Point]) -> str:
        names = [owner[stone] for stone in stones if stone in owner]
        return max(sorted(set(names)), key=names.count) if names else ""

    return name_of


def place_as_json(
    place: FoundPlace, groups: Sequence[tuple[str, Sequence[Point]]]
) -> dict[str, Json]:
    """Return a place as `places` of `irgo-whatif/1` has it.

    groups -- the name and the stones of each that was given to `places`
    """
    told, position = place.comparison, place.comparison.position
    document: dict[str, Json] = {
        "at": [position.vertex(point) for point in place.points],
        "where": str(part_of_place(place)),
        "groups": [groups[index][0] for index in place.groups],
        "swing": round(place.worth, 1), "gain": round(place.worth, 1),
        "behind": round(place.behind, 1)}
    for key, colour in (("black_first", BLACK), ("white_first", WHITE)):
        future = told.if_first(colour)
        document[key] = {"moves": line_as_json(future, position), "lead": round(future.lead, 1)}
    letters = {colour: LETTER_OF_COLOUR[colour] for colour in (BLACK, WHITE)}
    return document | {
        "first_moves": {letters[colour]: [
            {"move": position.vertex(move.point), "loses": round(move.loses, 1)}
            for move in place.first_moves[colour]] for colour in (BLACK, WHITE)},
        "initiative": {letters[colour]: None if after is None else letters[after]
                       for colour, after in place.initiative.items()},
        "multipurpose": place.is_multipurpose, "evaluator": told.judge, "visits": told.visits,
        **_shares_of_swing(told, place.worth, groups),
        "text": str(place_words(place, [name for name, _ in groups]))}


def study_with_reasons(
    study: Study, position: Position, engine: str, name: str,
    groups: Sequence[tuple[str, Sequence[Point]]],
) -> dict[str, Json]:
    """Return a study as one of the `studies` of `irgo-whatif/1`, with its reasons as a place has.

    engine, name -- as of `study_as_json`; groups -- the name and the stones of each
    """
    return study_as_json(study, position, engine, name) | _shares_of_swing(
        why_of_study(study), study.swing, groups)


def _shares_of_swing(
    found: Comparison | None, swing: float, groups: Sequence[tuple[str, Sequence[Point]]]
) -> dict[str, Json]:
    """Return the reasons why first here matters, and what of the swing none of them tells of."""
    if found is None:
        return {"reasons": [], "rest_of_swing": round(swing, 1)}
    said = reasons_as_json(found, names_of_groups(groups))
    return {"reasons": said["reasons"], "rest_of_swing": said["rest"]}


def whole_view_as_json(found: WholeView) -> dict[str, Json]:
    """Return the Ishida view as `irgo analyze --layer ishida` has it.

    Of its places, what the view says of them; `irgo whatif --all` tells the rest.
    """
    view = found.picture.view
    position = view.position
    return ishida_as_json(view) | {"places": [{
        "letter": letter, "move": position.vertex(place.mine.move),
        "where": str(part_of_place(place)), "swing": round(place.worth, 1)}
        for letter, place in found.places]}
