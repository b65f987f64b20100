"""A report as blocks: the one list that every format is rendered from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from irgo_app.draw.drawables import Diagram, Drawable, Label, Mark, MarkShape
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.judging.map_study import BUILTIN
from irgo_app.report.blocks import (
    Block,
    Board,
    Card,
    Columns,
    Document,
    Facts,
    Heading,
    LeadChart,
    Paragraph,
    Style,
    Table,
    Text,
    Tile,
    Tiles,
    Title,
)
from irgo_app.report.game_report import GameReport, Studied
from irgo_app.report.sentences import (
    event_sentence,
    group_history,
    lead_words,
    line_sentence,
    move_words,
    name_of_colour,
    overview,
    study_sentences,
    turn_sentences,
    where_words,
)
from irgo_app.review.game_review import MISTAKE, GameReview, Phase, PhaseFigures
from irgo_app.words import Message, message, noted, numeral

_COLOURS: Final = (BLACK, WHITE)
_MOST_NUMBERED: Final = 12
_A_ROW: Final = 3
"""Boards side by side."""


def document_of(
    report: GameReport, *, has_diagrams: bool = True, remark: Message | None = None
) -> Document:
    """Return a report as blocks.

    remark -- why somebody else judged than was asked for, one sentence; None where nobody else did
    """
    review = report.review
    names = [_player(review, colour) for colour in _COLOURS]
    blocks: list[Block] = [
        Title(names[0], names[1], _subtitle(review)),
        *([Paragraph(remark, Style.NOTE)] if remark else []),
        Paragraph(listed_sentences(overview(review)), Style.LEAD),
        _tiles(review), _chart(report), *_game(review)]
    if report.turns:
        blocks.append(Heading(message("Turning points"), starts_page=True))
        blocks += [_card(number, turn, report, has_diagrams=has_diagrams)
                   for number, turn in enumerate(report.turns, start=1)]
    blocks += _shown(report, has_diagrams=has_diagrams)
    blocks += _groups(report, has_diagrams=has_diagrams)
    blocks += _figures(review)
    return Document(message("{black} – {white}", black=names[0], white=names[1]), tuple(blocks))


def listed_sentences(sentences: Iterable[Message]) -> str:
    """Return sentences one after the other."""
    return " ".join(map(str, sentences))


def _player(review: GameReview, colour: Colour) -> Text:
    """Return a player's name with the rank, the colour where the record has no name."""
    info = review.line.info
    name, rank = (info.black, info.black_rank) if colour == BLACK \
        else (info.white, info.white_rank)
    return f"{name} {rank}".strip() or name_of_colour(colour)


def _subtitle(review: GameReview) -> Text:
    info = review.line.info
    parts = [part for part in (info.event, info.round, info.game_name, info.place, info.date)
             if part]
    return " · ".join(parts) if parts else message("Review of a game")


def _tiles(review: GameReview) -> Tiles:
    tiles = []
    for colour in _COLOURS:
        figures = review.figures_of(colour)
        name = name_of_colour(colour)
        tiles += [
            Tile(f"{figures.lost:.0f}", message("points lost by {colour}", colour=name), colour),
            Tile(str(figures.mistakes), message("mistakes of {colour}", colour=name), colour)]
    return Tiles((tiles[0], tiles[1], tiles[2], tiles[3]))


def _chart(report: GameReport) -> LeadChart:
    review = report.review
    has_range = any(said.margin for said in review.judged)
    caption = message(
        "Black's lead after each move in points, komi counted; the band holds it in four of five "
        "cases. The numbers are the turning points.") if has_range else message(
        "Black's lead after each move in points, komi counted. The numbers are the turning points.")
    return LeadChart(
        tuple(said.lead for said in review.judged), tuple(said.margin for said in review.judged),
        tuple((turn.point.number, str(number))
              for number, turn in enumerate(report.turns, start=1)),
        tuple((first, last, message(phase.value))
              for phase, (first, last) in review.phases.items()), caption)


def _game(review: GameReview) -> list[Block]:
    line, info = review.line, review.line.info
    rows: list[tuple[Text, Text]] = [
        (message("Result"), info.result or message("not recorded")),
        (message("Moves"), str(len(line.moves))),
        (message("Board"), f"{line.columns} × {line.rows}"),
        (message("Komi"), numeral(line.komi - line.handicap_points, "g")),
        (message("Rules"), message(info.rules or noted("not recorded")))]
    if info.handicap:
        rows.append((message("Handicap"), info.handicap))
    if line.handicap_points:
        rows.append((message("White's points for the handicap"), str(line.handicap_points)))
    rows.append((message("Judged by"), message(
        "irgo's maps, which know no moves") if review.judge == BUILTIN else message(review.judge)))
    return [Heading(message("The game")), Facts(tuple(rows)),
            Paragraph(message(
                "A mistake is a move that lost {points:g} points or more. What a move lost is the "
                "change of the lead it brought about, as the judge sees it: where stones fight for "
                "their lives it may be wrong.", points=MISTAKE), Style.NOTE)]


def _card(number: int, turn: Studied, report: GameReport, *, has_diagrams: bool) -> Card:
    """Return a turning point: what happened, on the board, and both lines of the study."""
    point, study, review = turn.point, turn.study, report.review
    said: list[Block] = [Paragraph(sentence) for sentence in turn_sentences(turn, review)]
    if study is not None:
        said += [Paragraph(sentence) for sentence in study_sentences(study)]
    title = message("Move {number}: {move}", number=point.number, move=move_words(
        (point.move.colour, point.move.point), turn.position))
    if study is not None:
        shown = _part(turn)
        said.append(Columns(tuple(
            (_line(turn, colour, shown) if has_diagrams
             else Paragraph(line_sentence(study, colour, turn.position), Style.NOTE),)
            for colour in (point.move.colour, -point.move.colour))))
    blocks = (Columns(((_played(turn, report),), tuple(said))),) if has_diagrams else tuple(said)
    return Card(str(number), title, point.move.colour, blocks)


def _part(turn: Studied) -> tuple[Point, ...]:
    """Return the points that both boards of a study show: all moves of both lines."""
    assert turn.study is not None
    moves = [move for colour in _COLOURS for move in turn.study.if_first(colour).moves]
    return tuple(sorted({turn.study.at, *(point for _, point in moves if point != PASS)}))


def _played(turn: Studied, report: GameReport) -> Board:
    """Return the board after the move in the Ishida view, with what was better as A."""
    point, line = turn.point, report.review.line
    position, best = line.positions[point.number], point.move.best
    marks: list[Drawable] = list(report.ishida[point.number])
    is_better = best is not None and best not in (PASS, point.move.point)
    if is_better and best is not None and not position.cells[best]:
        marks.append(Label(best, "A"))
    for event in point.events:
        marks += [Mark(stone, MarkShape.TRIANGLE) for stone in event.stones
                  if position.colour_at(stone) == event.colour]
    caption = message("After move {number}", number=point.number)
    if is_better and best is not None:
        caption = message("After move {number}; A: {point}", number=point.number,
                          point=vertex(best, line.columns, line.rows))
    return Board(Diagram(position, tuple(marks), point.move.point), caption)


def _line(turn: Studied, first: Colour, shown: tuple[Point, ...]) -> Board:
    """Return a line of the study as numbers on the board."""
    assert turn.study is not None
    played = turn.study.if_first(first)
    numbers = dict[Point, int]()
    for number, (_, point) in enumerate(played.moves[:_MOST_NUMBERED], start=1):
        if point != PASS:
            numbers.setdefault(point, number)
    return Board(Diagram(played.position, move_numbers=numbers, is_quiet=True),
                 line_sentence(turn.study, first, turn.position), shown)


def _shown(report: GameReport, *, has_diagrams: bool) -> list[Block]:
    """Return influence, territory and moyo of both sides at five points of the game."""
    review, maps = report.review, report.review.maps
    rows = list[tuple[Text, ...]]()
    for index in report.shown:
        for colour in _COLOURS:
            rows.append((
                message("after move {number}", number=index) if colour == BLACK else "",
                name_of_colour(colour), f"{maps.shadow(index, colour):.0f}",
                str(maps.territory(index, colour)), str(maps.moyo(index, colour)),
                lead_words(review.judged[index].lead) if colour == BLACK else ""))
    blocks: list[Block] = [
        Heading(message("Influence, territory and moyo"), starts_page=True),
        Table((message("When"), message("Side"), message("Influence"), message("Territory"),
               message("Moyo"), message("Lead")), tuple(rows), 2,
              tuple(range(2, len(rows), 2))),
        Paragraph(message(
            "Influence: vacant points by how strongly a side's stones reach them. Territory: "
            "points that are secured, prisoners not counted. Moyo: points inside the larger "
            "frameworks, dashed on the boards."), Style.NOTE)]
    if has_diagrams:
        boards = [Board(_diagram(report, index), message("After move {number}", number=index))
                  for index in report.shown]
        for start in range(0, len(boards), _A_ROW):
            row = [(board,) for board in boards[start:start + _A_ROW]]
            blocks.append(Columns((*row, *[()] * (_A_ROW - len(row)))))
    return blocks


def _diagram(report: GameReport, index: int) -> Diagram:
    line = report.review.line
    last = line.moves[index - 1][1] if index else PASS
    return Diagram(line.positions[index], report.ishida[index], last)


def _groups(report: GameReport, *, has_diagrams: bool) -> list[Block]:
    """Return the fate of every group."""
    line = report.review.line
    last = line.positions[-1]
    rows = tuple(
        (group.name, name_of_colour(group.colour), where_words(group.stones, last),
         str(len(group.stones)), message(group.end.value), group_history(group, line))
        for group in report.groups)
    blocks: list[Block] = [Heading(message("The groups"), starts_page=True)]
    table = Table((message("Group"), message("Side"), message("Where"), message("Stones"),
                   message("In the end"), message("On the way")), rows, len(rows[0]) if rows else 1)
    if has_diagrams:
        board = Board(Diagram(last, report.last_groups), message(
            "The groups at the end: a line round each, with its name"))
        happened = tuple(
            Paragraph(message("{number}: {sentence}", number=event.number,
                              sentence=event_sentence(event, line)), Style.NOTE)
            for event in report.review.events)
        blocks.append(Columns(((board,), happened)))
    if not rows:
        return [*blocks, Paragraph(message("No group has three stones or more."))]
    return [*blocks, table]


def _figures(review: GameReview) -> list[Block]:
    """Return the page of figures by phase and player."""
    rows, sections = list[tuple[Text, ...]](), list[int]()
    for phase in (*review.phases, None):
        if rows:
            sections.append(len(rows))
        span = (1, len(review.moves)) if phase is None else review.phases[phase]
        for colour in _COLOURS:
            rows.append(_figure_row(review.figures_of(colour, phase), phase, span))
    head = (message("Phase"), message("Side"), message("Moves"), message("Points lost"),
            message("Mistakes"), message("Worst move"), message("Sente kept"),
            message("Moyo built"), message("of it territory"))
    return [
        Heading(message("Figures"), starts_page=True),
        Table(head, tuple(rows), 2, tuple(sections)),
        Paragraph(message(
            "Sente kept: moves that were answered nearby and left their player free to play "
            "elsewhere. Moyo built: points that came to lie inside a side's frameworks in this "
            "phase; of it territory: those that were that side's in the end. The endgame begins "
            "when nearly every point has found its owner."), Style.NOTE)]


def _figure_row(
    figures: PhaseFigures, phase: Phase | None, span: tuple[int, int]
) -> tuple[Text, ...]:
    name = message("whole game") if phase is None else message(
        "{phase}, {first}–{last}", phase=message(phase.value), first=span[0], last=span[1])
    return (name if figures.colour == BLACK else "", name_of_colour(figures.colour),
            str(figures.moves), f"{figures.lost:.0f}", str(figures.mistakes),
            str(figures.worst) if figures.worst else "–", str(figures.sente), str(figures.moyo),
            str(figures.turned))

