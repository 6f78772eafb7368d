"""Finished games as lines of text."""

import pytest

from pente_client.words.lists.game_list import game_lines
from pente_core.identity import RoomId
from pente_core.rules.outcome import Termination
from pente_protocol.messages.archive import GameSummary
from tests.support.client.fake_client import ADA, BOB, START, room_of


@pytest.mark.parametrize(("moves", "text"), [(0, " 0 moves"), (1, " 1 move"), (2, " 2 moves")])
def test_a_single_move_is_one_move(moves: int, text: str) -> None:
    created = room_of().created
    game = GameSummary(
        RoomId("game-0001"),
        created.ruleset,
        created.time,
        (ADA, BOB),
        Termination.RESIGNATION,
        (0,),
        moves,
        START,
        START,
    )
    (line,) = game_lines([game])
    assert line.rstrip().endswith(text)
