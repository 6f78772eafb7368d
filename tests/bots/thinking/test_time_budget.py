"""How long to think."""

import pytest

from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_bots.thinking.think_request import less
from pente_bots.thinking.time_budget import limit_for_move
from pente_core.clock.clock import ByoYomi, Clock, Delay, Fischer, PerMove, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.clock.time_control import odds_of
from tests.support.client.fake_server import NOW


@pytest.mark.parametrize(
    ("clock", "now", "share"),
    [
        (Clock(Unlimited(), ()), NOW, None),
        (Clock(Fischer(Millis(60_000)), (Millis(60_000),) * 2, 0, NOW), NOW, 2400),
        (Clock(Fischer(Millis(60_000)), (Millis(60_000),) * 2, 0, NOW), Instant(NOW + 59_000), 50),
        (Clock(Fischer(Millis(60_000), Millis(2000)), (Millis(1000),) * 2, 1, NOW), NOW, 500),
        (Clock(Delay(Millis(60_000), Millis(4000)), (Millis(46_000),) * 2, 1, NOW, Millis(4000)), NOW, 5000),
        (Clock(Delay(Millis(60_000), Millis(4000)), (Millis(100),) * 2, 1, NOW), NOW, 50),
        (Clock(ByoYomi(Millis(60_000), 3, Millis(9000)), (Millis(77_000),) * 2, 1, NOW), NOW, 6500),
        (Clock(ByoYomi(Millis(60_000), 3, Millis(8000)), (Millis(24_000),) * 2, 1, NOW), NOW, 6000),
        (Clock(PerMove(Millis(20_000)), (Millis(20_000),) * 2, 1, NOW), NOW, 15_000),
        (Clock(PerMove(Millis(86_400_000)), (Millis(86_400_000),) * 2, 1, NOW), NOW, 30_000),
    ],
)
def test_time_is_shared_out(clock: Clock, now: Instant, share: int | None) -> None:
    assert limit_for_move(clock, now).time == share


def test_a_limit_has_the_clock_of_the_seat_that_runs() -> None:
    clock = Clock(Fischer(Millis(60_000)), (Millis(60_000), Millis(50_000)), 1, NOW)
    limit = limit_for_move(clock, Instant(NOW + 20_000))
    assert limit == Limit(Millis(1200), PlayerClock(Fischer(Millis(60_000)), Millis(30_000)))
    assert limit_for_move(Clock(Unlimited(), ()), NOW) == NO_LIMIT


def test_time_odds_are_told_as_the_control_of_the_seat() -> None:
    fast, slow = Fischer(Millis(60_000)), Fischer(Millis(300_000))
    clock = Clock.new(odds_of((fast, slow)), 2).resumed(NOW, 1)
    told = limit_for_move(clock, NOW).clock
    assert told == PlayerClock(slow, Millis(300_000))


def test_what_was_waited_is_deducted_from_the_clock_too() -> None:
    limit = Limit(Millis(1000), PlayerClock(Fischer(Millis(60_000)), Millis(20_000)))
    assert less(limit, 0.4) == Limit(Millis(600), PlayerClock(Fischer(Millis(60_000)), Millis(19_600)))
    assert less(NO_LIMIT, 5.0) == NO_LIMIT
