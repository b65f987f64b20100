"""The Ishida view says what its judgement says, and draws no more."""

import gettext
import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from irgo_app import words
from irgo_app.assistants.tools import TOOLS
from irgo_app.draw.drawables import Caption, Faded, Glow, Letter, Shading
from irgo_app.draw.smooth_shapes import Loops
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.judging.fate import Fate, fates_of
from irgo_app.judging.ishida import ishida_view
from irgo_app.judging.ishida_picture import IshidaPicture, changed_tones, picture_of
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.requests import IshidaRequest
from irgo_app.judging.result_json import ishida_as_json
from irgo_app.layers.groups import Groups
from irgo_app.lifedeath.verdict import READER_METHOD, Answer, Outcome, Verdict
from irgo_app.meaning.ishida import WholeView, ishida_words
from irgo_app.resource_files import resource_path
from irgo_app.service.plan import WorkerBench
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.conftest import DATA
from tests.draw.test_smooth_shapes import is_in
from tests.lifedeath.test_seki import WITHOUT_EYES
from tests.pseudo_language import PseudoLanguage

BENCH = WorkerBench()
WALLS = Position.from_diagram("""
    . . . X . . . O .
    . . . X . . . O O
    . . . X . . . O .
    X X X X . . . O O
    . . . . . . . . .
    . . O . . . X . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
""")


def groups_of(position: Position) -> Groups:
    """Return the groups of a position."""
    found = BENCH.layer_result(LayerRequest.of(position, "groups"), None)
    assert isinstance(found, Groups)
    return found


def said(owned: npt.NDArray[np.float64]) -> Judgement:
    """Return a judgement that expects this of the points."""
    return Judgement(0.0, ownership=tuple(owned.ravel().tolist()))


def tone_of(picture: IshidaPicture, colour: int) -> Loops:
    """Return the loops round what has a side's flat tone, territories and bodies."""
    return next(loops for found in picture.tones if isinstance(found, Shading)
                for strength, loops in found.layers if strength == colour)


def covers(loops: Loops, column: int, row: int) -> bool:
    """Return whether a point lies in a shape, and not only in a thin neck between stones."""
    return is_in(loops, column, row) and all(
        is_in(loops, column + across, row + down)
        for across in (-0.2, 0.2) for down in (-0.2, 0.2))


def test_a_point_is_territory_as_far_as_the_judge_is_sure_of_it() -> None:
    owned = np.zeros((9, 9))
    owned[:3, :3] = 0.9
    owned[:4, 3], owned[3, :3] = 0.95, 0.95
    owned[5:, :6] = 0.45
    view = ishida_view(WALLS, said(owned), groups_of(WALLS), {})
    sure, open_ = (next((area for area in view.areas if area.is_sure is is_sure), None)
                   for is_sure in (True, False))
    assert sure is not None and sure.count == 9 and sure.colour == BLACK
    assert open_ is not None and not {53, 54} <= set(open_.points)
    assert open_.count == round(0.45 * len(open_.points))
    texts = [found.text for found in picture_of(view).drawables() if isinstance(found, Caption)]
    assert "9" in texts and any(text.startswith("about") for text in texts)


def test_its_regions_are_told_as_json() -> None:
    owned = np.zeros((9, 9))
    owned[:3, :3] = 0.9
    owned[:4, 3], owned[3, :3] = 0.95, 0.95
    owned[5:, :6] = 0.45
    told = ishida_as_json(ishida_view(WALLS, said(owned), groups_of(WALLS), {}))
    corner = ["A7", "A8", "A9", "B7", "B8", "B9", "C7", "C8", "C9"]
    around = [f"{column}{row}" for column in "ABCDEF" for row in (1, 2, 3, 4)
              if (column, row) != ("C", 4)]
    assert told == {
        "kind": "ishida",
        "territory": [{"colour": "B", "points": corner, "count": 9}],
        "frameworks": [{"colour": "B", "points": around, "count": round(0.45 * len(around))}],
        "weak": [{"colour": "W", "stones": ["H6", "H7", "H8", "H9", "J6", "J8"]}],
        "dead": [{"colour": "W", "stones": ["C4"]}], "seki": []}


def test_a_seki_lives_whatever_is_expected_and_its_points_are_nobodys() -> None:
    """A look held the white chain for dead and what both share for Black's."""
    position, owned = Position.from_diagram(WITHOUT_EYES), np.full((9, 9), 0.9)
    owned[:, 7:] = owned[:5, 4:] = -0.9
    view = ishida_view(position, said(owned), groups_of(position), {})
    told = ishida_as_json(view)
    assert told["dead"] == told["weak"] == []
    assert [(body["colour"], len(body["stones"])) for body in told["seki"]] == [
        ("W", 14), ("B", 12)]
    assert [view.ownership[row, 3] for row in (6, 8)] == [0, 0]
    assert all(np.sign(view.ownership.ravel()[stone]) == body.colour
               for body in view.bodies for stone in body.stones)
    words = [str(sentence) for sentence in ishida_words(WholeView(picture_of(view), ()))]
    assert sum("lives in seki at" in sentence for sentence in words) == 2
    [tool] = [tool for tool in TOOLS if tool.name == "map"]
    assert "seki" in tool.text
    for page in (DATA.parents[1] / "docs" / "manual").glob("*/command_line.md"):
        keys = re.search("`--layer ishida` .*?`swing`", page.read_text("utf-8"), re.DOTALL)
        assert keys is not None
        assert all(f"`{key}`" in keys[0] for key in told if key != "kind"), page


def test_its_words_are_those_of_the_language_spoken_now() -> None:
    owned = np.zeros((9, 9))
    owned[5:, :6] = 0.45
    picture = picture_of(ishida_view(WALLS, said(owned), groups_of(WALLS), {}))
    texts = list[list[str]]()
    for speech, code in ((PseudoLanguage(), "xx"), (gettext.NullTranslations(), words.ENGLISH)):
        words.use(speech, code)
        texts.append([found.text for found in picture.drawables() if isinstance(found, Caption)])
    assert len(texts[0]) == len(texts[1]) and texts[0] != texts[1]
    assert any(text.startswith("about ") for text in texts[1])


def test_what_was_read_of_stones_counts_before_a_look() -> None:
    owned, stone = np.zeros((9, 9)), 5 * 9 + 2
    chain = (stone,)
    looked = ishida_view(WALLS, said(owned), groups_of(WALLS), {})
    assert {body.fate for body in looked.bodies if stone in body.stones} == {Fate.WEAK}
    verdict = Verdict(WHITE, chain, Answer(BLACK, Outcome.DIES), Answer(WHITE, Outcome.DIES))
    read = ishida_view(WALLS, said(owned), groups_of(WALLS), dict(fates_of([verdict])))
    assert stone in read.dead and read.ownership.ravel()[stone] > 0.72
    assert any(isinstance(found, Faded) and stone in found.points
               for found in picture_of(read).drawables())
    lives = replace(verdict, black_first=Answer(BLACK, Outcome.LIVES),
                    white_first=Answer(WHITE, Outcome.LIVES))
    safe = ishida_view(WALLS, said(owned), groups_of(WALLS), dict(fates_of([lives])))
    assert {body.fate for body in safe.bodies if stone in body.stones} == {Fate.SAFE}
    # Searched and hardly surer than not: the card says unclear, so that nothing is drawn as gone.
    guess = Answer(BLACK, Outcome.DIES, method=READER_METHOD, kill=0.55)
    doubted = replace(verdict, black_first=guess, white_first=replace(guess, first=WHITE))
    gone = np.full((9, 9), 0.9)
    for verdicts, fate in (((), Fate.DEAD), ((doubted,), Fate.WEAK)):
        view = ishida_view(WALLS, said(gone), groups_of(WALLS), dict(fates_of(verdicts)))
        assert {body.fate for body in view.bodies if stone in body.stones} == {fate}
    unasked = replace(verdict, black_first=Answer(BLACK, Outcome.UNKNOWN))
    assert not fates_of([unasked])


def test_what_is_weak_glows_through_the_tones_around_it() -> None:
    owned = np.full((9, 9), 0.9)
    owned.ravel()[5 * 9 + 2] = 0.0
    tones = picture_of(ishida_view(WALLS, said(owned), groups_of(WALLS), {})).tones
    kinds = [type(found) for found in tones]
    last_tone = max(place for place, kind in enumerate(kinds) if kind is Shading)
    assert kinds.count(Glow) == 1 and kinds.index(Glow) > last_tone


def test_where_nothing_is_expected_of_anybody_the_board_is_bare() -> None:
    empty = Position.empty(9, 9)
    picture = picture_of(ishida_view(empty, said(np.full((9, 9), 0.1)), groups_of(empty), {}))
    assert not any(loops for found in picture.tones if isinstance(found, Shading)
                   for _, loops in found.layers)
    assert not any(isinstance(found, Glow | Faded | Caption) for found in picture.drawables())


def test_the_first_three_letters_are_drawn_and_nothing_is_written_over_them() -> None:
    owned = np.full((9, 9), 0.5)
    picture = picture_of(ishida_view(WALLS, said(owned), groups_of(WALLS), {}))
    letters = [(point, letter) for point, letter in zip((60, 61, 62, 63), "ABCD", strict=True)]
    drawn = picture.drawables(letters)
    assert [(found.point, found.text) for found in drawn if isinstance(found, Letter)] \
        == letters[:3]
    captions = [found for found in drawn if isinstance(found, Caption)]
    assert captions and not any(
        abs(caption.y - 6) < 0.6 and abs(caption.x - column) < 0.6
        for caption in captions for column in (6, 7, 8))


@pytest.mark.parametrize(("game", "move"), [
    *(("selfplay01", move) for move in (30, 96, 130, 170)),
    *(("selfplay02", move) for move in (60, 120, 240)),
    *(("selfplay03", move) for move in (40, 100, 180))])
def test_territory_is_drawn_where_the_judge_is_sure_and_nowhere_else(
    game: str, move: int
) -> None:
    """None where expectation is under 0.6, none missing where it is over 0.85."""
    tree = load_file(Path(resource_path("examples", f"{game}.sgf"))).games[0]
    line = tree.main_line()
    position = Replay(tree).position_at(line[min(move, len(line) - 1)])
    picture = IshidaRequest.at_a_look(position, JudgeSettings.of_game(tree)).answer(BENCH, None)
    owned = picture.view.ownership
    for colour in (BLACK, WHITE):
        tone = tone_of(picture, colour)
        for (row, column), value in np.ndenumerate(colour * owned):
            if position.cells[row * 19 + column]:
                continue
            if value < 0.6:
                assert not covers(tone, column, row), (row, column, value)
            if value > 0.85:
                assert is_in(tone, column, row), (row, column, value)


def test_what_differs_has_full_strength_and_the_rest_is_paled() -> None:
    owned, other = np.zeros((9, 9)), np.zeros((9, 9))
    owned[:3], other[:3] = 0.95, 0.95
    owned[6:] = -0.95
    strongest = {}
    for found in changed_tones(owned, other):
        assert isinstance(found, Shading)
        for strength, loops in found.layers:
            for row in (1, 7):
                if is_in(loops, 4, row):
                    strongest[row] = strength
    assert strongest == {1: pytest.approx(0.35), 7: -1.0}
