"""How long to think."""

import pytest

from pente_bots.thinking.time_budget import time_for_move
from pente_core.clock.clock import ByoYomi, Clock, Delay, Fischer, PerMove, Unlimited
from pente_core.clock.instant import Instant, Millis
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
    assert time_for_move(clock, now) == share
