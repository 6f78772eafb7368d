import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pente_client.screen.text.clocks import is_low, until_change
from pente_client.words.phrases import clock_text
from pente_core.clock.clock import Reading
from pente_core.clock.instant import Millis


@given(st.integers(1, 4_000_000))
@example(10_000)
def test_a_clock_shows_the_same_until_it_changes(left: int) -> None:
    change = until_change(Millis(left))
    assert change >= 1
    assert clock_text(Millis(left - change + 1)) == clock_text(Millis(left))
    if change <= left:
        assert clock_text(Millis(left - change)) != clock_text(Millis(left))


@pytest.mark.parametrize(
    ("shown", "low"),
    [
        (Reading(Millis(60_000)), False),
        (Reading(Millis(9000)), True),
        (Reading(Millis(9000), 2), False),
        (Reading(Millis(9000), 1), True),
    ],
)
def test_little_time_is_not_low_while_there_are_other_periods(shown: Reading, low: bool) -> None:
    assert is_low(shown) is low


def test_a_clock_at_zero_is_looked_at_once_a_second() -> None:
    assert until_change(Millis(0)) == 1000
