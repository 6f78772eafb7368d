"""The graph of a reviewed game, with the place that is shown."""

from typing import Final

from pente_client.drawing.game_graph import ASCII_BLOCKS, BLOCKS, column_of, graph_lines
from pente_client.play.shown.shown_review import ShownReview
from pente_client.play.viewpoint import tree_of
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import Line
from pente_core.review.reviewed_game import ReviewedStone
from pente_protocol.sentences import tell

GRAPH_ROWS: Final = 4
"""A rule, two lines of blocks, and the line with the pointer."""
_BLOCK_ROWS: Final = 2


def graph_pane(model: ScreenModel, columns: int) -> tuple[Line, ...]:
    """The graph under a rule; nothing without a review."""
    review = model.review
    if review is None or not review.graph:
        return ()
    stone = shown_stone(model, review)
    blocks = ASCII_BLOCKS if _is_ascii(model.glyphs) else BLOCKS
    rows = graph_lines(review.graph, columns, _BLOCK_ROWS, blocks)
    place = None if stone is None else column_of(stone.number - 1, len(review.graph), columns)
    title = rule(tell("screen.review"), _note(review, stone), columns, model.glyphs)
    return (title, *(_row(row, place) for row in rows), _pointer(place))


def shown_stone(model: ScreenModel, review: ShownReview) -> ReviewedStone | None:
    """The latest judged stone of the game at the place that is shown."""
    if model.room is None:
        return None
    node = len(model.room.game.turns) if model.looked_at is None else model.looked_at.view.node
    return review.latest_at(tree_of(model.room).branch_point(node))


def _note(review: ShownReview, stone: ReviewedStone | None) -> str:
    """What the first colour can expect now."""
    value = 500 if stone is None else review.graph[stone.number - 1]
    return f"{review.game.rules.colours[0]} {(value + 5) // 10} %"


def _row(text: str, place: int | None) -> Line:
    if place is None:
        return (("class:graph", text),)
    before, here, after = text[:place], text[place : place + 1], text[place + 1 :]
    return (("class:graph", before), ("class:graph.here", here), ("class:graph", after))


def _pointer(place: int | None) -> Line:
    return () if place is None else (("class:graph.here", f"{' ' * place}^"),)


def _is_ascii(glyphs: Glyphs) -> bool:
    return glyphs.rule.isascii()
