"""How long an engine thinks, by what it was told of the clocks."""

import pytest

from pente_bots.gtp.gtp_clock import GtpClock, TimeLeft
from pente_core.clock.clock import format_time_control
from pente_core.clock.time_control import parse_time_control


def time(clock: GtpClock, colour: int = 0) -> int | None:
    return clock.limit(colour).time


@pytest.mark.parametrize(
    ("settings", "limit"),
    [
        ((300, 0, 0), 12_000),
        ((300, 3, 1), 12_000),
        ((0, 30, 1), 27_000),
        ((0, 30, 3), 9_000),
        ((0, 1, 0), None),
        ((0, 0, 0), 50),
    ],
)
def test_the_settings_of_the_protocol(settings: tuple[int, int, int], limit: int | None) -> None:
    assert time(GtpClock.canadian(*settings)) == limit


def test_what_is_left_counts() -> None:
    clock = GtpClock.canadian(300, 3, 1).told(0, TimeLeft(25_000))
    assert (time(clock), time(clock, 1)) == (2700, 12_000)  # a period is worth more than a share of little
    assert time(clock.told(0, TimeLeft(3000, 1))) == 2700
    assert time(clock.again()) == 12_000


def test_without_being_told_what_was_used_counts() -> None:
    clock = GtpClock.canadian(100, 10, 2)
    assert clock.after(0, 40_000).left[0] == TimeLeft(60_000)
    in_period = clock.after(0, 100_000)
    assert in_period.left[0] == TimeLeft(10_000, 2)
    assert in_period.after(0, 4000).left[0] == TimeLeft(6000, 1)
    assert in_period.after(0, 4000).after(0, 5000).left[0] == TimeLeft(10_000, 2)
    assert GtpClock().after(0, 1000).left == {}


@pytest.mark.parametrize(
    ("control", "limit"), [("5+3", 14_250), ("5", 12_000), ("30/move", 22_500), ("-", None), ("5d3", 14_250)]
)
def test_the_clocks_of_the_extension(control: str, limit: int | None) -> None:
    assert time(GtpClock.of(parse_time_control(control))) == limit


def test_an_increment_is_added() -> None:
    clock = GtpClock.of(parse_time_control("1+2")).after(0, 10_000)
    assert clock.left[0] == TimeLeft(52_000)
    each = GtpClock.of(parse_time_control("30/move"))
    assert each.after(0, 10_000).left[0] == TimeLeft(30_000)


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (GtpClock.canadian(300, 0, 0), ("5+0", 300_000)),
        (GtpClock.canadian(300, 0, 0).told(0, TimeLeft(25_000)), ("0.41667+0", 25_000)),
        (GtpClock.canadian(300, 30, 1), None),
        (GtpClock.of(parse_time_control("5+3")).told(0, TimeLeft(25_000)), ("5+3", 25_000)),
        (GtpClock(), None),
    ],
)
def test_players_that_share_out_their_time_are_told_the_clock(
    clock: GtpClock, left: tuple[str, int] | None
) -> None:
    told = clock.limit(0).clock
    assert (told and (format_time_control(told.control), told.left)) == left
