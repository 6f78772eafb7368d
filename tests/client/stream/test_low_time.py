"""Warnings for players who see no clock."""

from pente_client.stream.low_time import LowTime
from pente_core.clock.instant import Instant
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from tests.support.client.scripted_room import ANN, BOB, playing

MINUTE, TEN = "You have one minute left.", "You have 10 seconds left."
FIRST = "Make your first move within 20 seconds, or the game is aborted."


def said(room: Room, *seconds: float, seat: int | None = 0) -> list[str]:
    """What is said in a turn, looked at so many seconds after its beginning."""
    told: list[str] = []
    low = LowTime(told.append)
    for second in seconds:
        low.warn(room, seat, Instant(room.clock.since + round(second * 1000)))
    return told


def test_a_minute_and_ten_seconds_are_said_once() -> None:
    room = playing("K10", "A1", time="2+0").room
    left = room.clock.remaining[0] / 1000
    assert said(room, 0, left - 61) == []
    assert said(room, left - 60, left - 59, left - 10, left - 9) == [MINUTE, TEN]
    assert said(room, left - 5) == [TEN]  # as after a break: the latest alone


def test_the_next_moment_is_known() -> None:
    room = playing("K10", "A1", time="2+0").room
    low, flag = LowTime(lambda _: None), room.clock.flag_at()
    assert flag is not None
    assert low.warn(room, 0, room.clock.since) == flag - 60_000
    assert low.warn(room, 0, Instant(flag - 30_000)) == flag - 10_000
    assert low.warn(room, 0, Instant(flag - 5_000)) is None


def test_a_turn_that_began_with_less_is_not_warned_of_it() -> None:
    room = playing("K10", "A1", "C1", "D1", time="30/move").room
    assert said(room, 1, 21) == [TEN]


def test_nothing_is_said_in_the_turn_of_another_nor_to_viewers_nor_in_a_pause_nor_without_clocks() -> None:
    table = playing("K10", "A1", time="2+0")
    assert said(table.room, 500, seat=1) == said(table.room, 500, seat=None) == []
    assert said(playing("K10", "A1", time="-").room, 500) == []
    table.do(cmd.Offer(OfferKind.PAUSE), ANN)
    table.do(cmd.Accept(OfferKind.PAUSE), BOB)
    assert said(table.room, 500) == []


def test_a_first_move_that_is_due_is_said() -> None:
    assert said(playing(time="5+3").room, 30, 41, 42) == [FIRST]


def test_each_turn_is_warned_of_anew() -> None:
    told: list[str] = []
    low = LowTime(told.append)
    for turns in (("K10", "A1"), ("K10", "A1", "C1", "D1")):
        room = playing(*turns, time="2+0").room
        flag = room.clock.flag_at()
        assert flag is not None
        low.warn(room, 0, Instant(flag - 50_000))
    assert told == [MINUTE, MINUTE]
