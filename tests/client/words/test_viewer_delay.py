"""Viewer delay: what viewers are told of it, and which moment of the game they see."""

import pytest

from pente_client.words.viewer_delay import (
    delay_fields,
    said_text,
    shown_moment,
    watching_text,
)
from pente_core.clock.instant import Instant
from pente_core.room import BadOptions, Options, Room, ViewerDelay
from pente_core.room import commands as cmd
from pente_core.room.options import parse_viewer_delay
from tests.support.client.fake_client import ADA, BOB, START, done, room_of

THREE_MOVES, THIRTY_SECONDS = ViewerDelay(moves=3), ViewerDelay(seconds=30)


def delayed(delay: ViewerDelay) -> Room:
    return room_of(options=Options(viewer_delay=delay))


@pytest.mark.parametrize("text", ["", "0", "21", "4s", "901s", "3m", "-1", "1e3", "\u0663"])
def test_what_is_no_delay(text: str) -> None:
    with pytest.raises(BadOptions):
        parse_viewer_delay(text)


def test_delays_for_programs() -> None:
    assert [delay_fields(delay) for delay in (None, THREE_MOVES, THIRTY_SECONDS)] == [
        *(None, {"moves": 3}, {"seconds": 30})
    ]


def test_only_viewers_of_a_game_are_told() -> None:
    room = delayed(THREE_MOVES)
    assert watching_text(room, None) == "You watch this game 3 moves behind, and so is the chat."
    assert said_text(room, None).endswith("You will see it here later: you are 3 moves behind.")
    for other, seat in ((room, 0), (room_of(), None), (done(room, cmd.Resign(), BOB), None)):
        assert (watching_text(other, seat), said_text(other, seat)) == ("", "")


def test_the_clocks_of_a_game_that_is_seen_later_show_that_moment() -> None:
    now = Instant(START + 40_000)
    assert shown_moment(delayed(THIRTY_SECONDS), None, now) == START + 10_000
    assert shown_moment(delayed(THREE_MOVES), None, now) == delayed(THREE_MOVES).clock.since
    ended = done(delayed(THIRTY_SECONDS), cmd.Resign(), ADA)
    for room, seat in ((None, None), (room_of(), None), (delayed(THREE_MOVES), 1), (ended, None)):
        assert shown_moment(room, seat, now) == now
