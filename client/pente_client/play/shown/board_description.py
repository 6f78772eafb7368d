"""Answers in words to what is asked about the board."""

from collections.abc import Iterator
from typing import assert_never

from pente_client.input.board_views import (
    BoardView,
    DescribeAround,
    DescribeColumn,
    DescribeRow,
    DescribeStones,
)
from pente_client.words.spoken.board_words import (
    around_lines,
    captures_text,
    column_text,
    row_text,
    stone_owners,
    stones_lines,
)
from pente_core.room import Room
from pente_core.rules.game import Game


def described(view: BoardView, room: Room, game: Game) -> Iterator[str]:
    """What is asked about the board of a game of the room, as it is or was; at least one line."""
    owners, position = stone_owners(room), game.position
    match view:
        case DescribeRow(row):
            yield row_text(position, row, owners)
        case DescribeColumn(column):
            yield column_text(position, column, owners)
        case DescribeAround(point):
            yield from around_lines(position, point, owners)
        case DescribeStones():
            yield from stones_lines(position, owners)
            if captured := captures_text(game, owners):
                yield captured
        case _ as unreachable:
            assert_never(unreachable)
