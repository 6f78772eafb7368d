"""Lengths of time in words."""

import pytest

from pente_core.clock.time_control import duration_text

HOUR = 3_600_000


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (0, "0 seconds"),
        (-5, "0 seconds"),
        (61_000, "1 minute"),
        (HOUR, "1 hour"),
        (2 * 24 * HOUR, "2 days"),
        (25 * HOUR + 61_000, "1 day 1 hour"),
    ],
)
def test_a_length_has_two_units_at_most(left: int, text: str) -> None:
    assert duration_text(left) == text
