"""How much lag is not charged."""

from hypothesis import given
from hypothesis import strategies as st

from pente_core.clock.clock import NO_LAG, QUOTA, REFILL, STOCK, Lag
from pente_core.clock.instant import Millis

ONE_SECOND = Millis(1000)
spans = st.integers(-10, 100_000).map(Millis)


def test_a_short_way_is_made_up_for_in_full() -> None:
    assert NO_LAG.allowed(0, Millis(80)) == 80


def test_a_long_way_only_up_to_the_quota() -> None:
    assert NO_LAG.allowed(0, ONE_SECOND) == QUOTA


def test_a_stock_is_used_up_and_fills_slowly() -> None:
    lag, granted = NO_LAG, []
    for _ in range(20):
        granted.append(lag.allowed(1, ONE_SECOND))
        lag = lag.after(1, granted[-1])
    assert granted[:6] == [QUOTA] * 6
    assert granted[-1] == REFILL
    for _ in range(20):
        lag = lag.after(1, Millis(0))
    assert lag == NO_LAG


def test_every_seat_has_a_stock_of_its_own_and_takes_it_along() -> None:
    lag = NO_LAG.after(0, QUOTA)
    assert lag.allowed(1, ONE_SECOND) == QUOTA
    assert lag == Lag((Millis(QUOTA - REFILL),))
    assert lag.swapped() == Lag((Millis(0), Millis(QUOTA - REFILL)))
    assert lag.swapped().swapped() == lag


@given(st.lists(st.tuples(st.integers(0, 3), spans)))
def test_nobody_gains_more_than_the_stock_and_what_comes_back(claims: list[tuple[int, Millis]]) -> None:
    lag, gained, turns = NO_LAG, [0] * 4, [0] * 4
    for seat, measured in claims:
        granted = lag.allowed(seat, measured)
        assert 0 <= granted <= max(0, min(measured, QUOTA))
        lag = lag.after(seat, granted)
        gained[seat] += granted
        turns[seat] += 1
        assert gained[seat] <= STOCK + REFILL * turns[seat]
