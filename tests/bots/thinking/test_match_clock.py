"""The clock of a game on this machine."""

from pente_bots.thinking.match_clock import MatchClock
from pente_core.clock.instant import Instant, Millis
from pente_core.clock.time_control import Delay, Fischer, TimeControl, Unlimited


class Watch:
    """Shows the time that it is set to."""

    def __init__(self, control: TimeControl) -> None:
        self.time = 1_000_000
        self.clock = MatchClock(control, lambda: Instant(self.time))

    def turn(self, seat: int, used: int) -> int | None:
        """What a seat has left at the beginning of a turn that takes so long, and that ends in time."""
        left = self._left(seat)
        self.time += used
        assert self.clock.stop()
        self.time += 500  # between the turns no clock runs
        return left

    def flags(self, seat: int, used: int) -> bool:
        self._left(seat)
        self.time += used
        return not self.clock.stop()

    def _left(self, seat: int) -> int | None:
        limit = self.clock.start(seat)
        return limit.clock.left if limit.clock else None


def test_each_turn_takes_from_the_clock_of_its_seat_and_earns_the_increment() -> None:
    watch = Watch(Fischer(Millis(10_000), Millis(1000)))
    assert [watch.turn(0, 3000), watch.turn(1, 500), watch.turn(0, 7500)] == [10_000, 10_000, 8000]
    assert [watch.turn(1, 10_000), watch.turn(0, 1000)] == [10_500, 1500]


def test_a_turn_of_several_stones_earns_one_increment() -> None:
    watch = Watch(Fischer(Millis(10_000), Millis(1000)))
    assert [watch.turn(0, 1000), watch.turn(0, 1000), watch.turn(1, 0)] == [10_000, 9000, 10_000]
    assert watch.turn(0, 0) == 9000


def test_the_delay_counts_as_time_that_is_left() -> None:
    watch = Watch(Delay(Millis(5000), Millis(2000)))
    assert [watch.turn(0, 1500), watch.turn(1, 3000)] == [7000, 7000]
    assert [watch.turn(0, 0), watch.turn(1, 0)] == [7000, 6000]


def test_who_uses_all_its_time_has_not_ended_in_time() -> None:
    watch = Watch(Fischer(Millis(2000)))
    watch.turn(0, 1999)
    assert not watch.flags(1, 1999)
    assert watch.flags(0, 1)


def test_players_who_exchange_seats_keep_their_time() -> None:
    watch = Watch(Fischer(Millis(10_000), Millis(1000)))
    watch.turn(0, 4000)
    watch.turn(1, 1000)
    watch.clock.swap()
    assert [watch.turn(1, 0), watch.turn(0, 0)] == [7000, 10_000]


def test_without_a_clock_there_is_no_limit() -> None:
    watch = Watch(Unlimited())
    assert [watch.turn(0, 10**9), watch.turn(1, 10**9)] == [None, None]
