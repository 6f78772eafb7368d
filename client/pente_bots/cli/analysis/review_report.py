"""A review of a game as text and as JSON."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from pente_client.drawing.game_graph import ASCII_BLOCKS, BLOCKS, graph_lines
from pente_client.words.lists.game_review import SIGNS, counts_text, stone_remark
from pente_core.records import Record
from pente_core.records.model.review_notes import percent
from pente_core.review.judging import loss
from pente_core.review.review import Expectation, GameReview, Judgement
from pente_core.review.reviewed_game import ReviewedStone, graph_of, mistakes_of, reviewed_stones
from pente_core.rules.game import Game
from pente_core.rules.point import format_point
from pente_protocol.sentences import tell

_GRAPH_ROWS: Final = 4
_LABEL: Final = 6
"""The columns before the graph."""


def report_text(
    record: Record, game: Game, review: GameReview, columns: int, *, ascii_: bool
) -> Iterator[str]:
    """The review for people: its graph, the stones, the mistakes, and how both sides did."""
    yield from graph_text(game, review, columns, ascii_=ascii_)
    yield ""
    yield from _table(game, review)
    yield ""
    yield from _mistakes(game, review)
    yield from _summary(record, game, review)


def graph_text(game: Game, review: GameReview, columns: int, *, ascii_: bool) -> Iterator[str]:
    """The graph with its axes: what the first colour can expect after each stone."""
    values, width = graph_of(game, review), max(10, columns - _LABEL)
    lines = graph_lines(values, width, _GRAPH_ROWS, ASCII_BLOCKS if ascii_ else BLOCKS)
    if not lines:
        return
    yield tell("cli-analyse.what-can-expect-after-each", colours=game.rules.colours[0])
    for row, line in enumerate(lines):
        label = "100 %" if row == 0 else "0 %" if row == len(lines) - 1 else ""
        yield f"{label:>{_LABEL - 1}} {line}"
    yield " " * _LABEL + _scale(len(values), len(lines[0]))


def _scale(stones: int, width: int) -> str:
    """The numbers of stones below their columns."""
    text = ""
    for column in range(width):
        stone = column + 1 if stones <= width else ((column + 1) * stones - 1) // width + 1
        if (column == 0 or (column + 1) % 10 == 0) and len(text) <= column:
            text = text.ljust(column) + str(stone)
    return text


def _table(game: Game, review: GameReview) -> Iterator[str]:
    """A line for each stone: number, colour, point, what it led to, and what is said about it."""
    size = game.rules.size
    colour_width = max(map(len, game.rules.colours))
    for stone in reviewed_stones(game, review):
        point = format_point(stone.point, size) + SIGNS[stone.review.judgement]
        colour = game.rules.colours[stone.colour]
        led_to = f"{percent(stone.review.played):>14}"
        said = _said(stone.review.judgement)
        yield f"{stone.number:3}. {colour:{colour_width}} {point:6} {led_to}  {said}".rstrip()


def _said(judgement: Judgement) -> str:
    return "" if judgement is Judgement.NONE else judgement.value.replace("-", " ")


def _mistakes(game: Game, review: GameReview) -> Iterator[str]:
    found, size = mistakes_of(game, review), game.rules.size
    for stone in found:
        yield f"{stone.number}. {stone_remark(stone, size)}"
    if found:
        yield ""


def _summary(record: Record, game: Game, review: GameReview) -> Iterator[str]:
    """How many mistakes each player made, and what a stone gave away on average."""
    stones = reviewed_stones(game, review)
    for seat, player in enumerate(record.players):
        own = [stone for stone in stones if stone.seat == seat]
        counts = Counter(stone.review.judgement for stone in own)
        name = game.rules.colours[seat] if player.name == "?" else player.name
        average = _average(own)
        yield tell(
            "cli-analyse.given-away-a-stone",
            name=name,
            counts_text=counts_text(counts),
            average=f"{average:.1f}",
        )
    if len(review.stones) < game.stones:
        yield tell(
            "cli-analyse.reviewed-by-the-first-of", by=review.by, count=len(review.stones), stones=game.stones
        )
    else:
        yield tell("cli-analyse.reviewed-by", by=review.by)


def _average(stones: Sequence[ReviewedStone]) -> float:
    lost = [loss(stone.review.best, stone.review.played) for stone in stones]
    return sum(lost) / len(lost) / 10 if lost else 0.0


def report_line(number: int, record: Record, game: Game, review: GameReview) -> str:
    """The review as one line of JSON."""
    rules, size = game.rules, game.rules.size
    stones = [
        {
            "stone": stone.number,
            "seat": stone.seat,
            "colour": rules.colours[stone.colour],
            "point": format_point(stone.point, size),
            "played": _json(stone.review.played),
            "best": _json(stone.review.best),
            "judgement": stone.review.judgement.value,
            "line": [format_point(point, size) for point in stone.review.line],
            "good": [format_point(point, size) for point in stone.review.good],
        }
        for stone in reviewed_stones(game, review)
    ]
    fields = {
        "game": number,
        "players": [player.name for player in record.players],
        "ruleset": rules.spec,
        "by": review.by,
        "complete": len(review.stones) == game.stones,
        "graph": list(graph_of(game, review)),
        "stones": stones,
    }
    return json.dumps(fields, separators=(",", ":"))


def _json(expected: Expectation) -> dict[str, object]:
    return {"chance": expected.chance / 1000, "win_in": expected.win_in or None}
