"""Days of vacation: 20 a year, whole ones, and the year of a day is that in which it begins."""

from datetime import UTC, datetime

import pytest

from pente_core.clock.instant import Instant
from pente_server.store.accounts.vacation import (
    AT_ONCE,
    NotEnoughDays,
    Vacation,
    days_left,
    ended,
    taken,
    until_of,
    vacations_of,
    vacations_text,
)

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR


def at(month: int, day: int, hour: int = 12, year: int = 2026) -> Instant:
    return Instant(int(datetime(year, month, day, hour, tzinfo=UTC).timestamp() * 1000))


def test_days_are_taken_from_now_on() -> None:
    found = taken((), 7, at(3, 1))
    assert found == (Vacation(at(3, 1), at(3, 8)),)
    assert until_of(found, at(3, 7)) == at(3, 8)
    assert until_of(found, at(3, 8)) is None
    assert days_left(found, at(3, 2)) == days_left(found, at(6, 1)) == 13


def test_a_vacation_that_goes_on_becomes_longer_or_shorter_and_saying_it_twice_changes_nothing() -> None:
    found = taken((), 7, at(3, 1))
    assert taken(found, 7, at(3, 2)) == found
    assert taken(found, 10, at(3, 2)) == (Vacation(at(3, 1), at(3, 11)),)
    assert taken(found, 2, at(3, 2)) == (Vacation(at(3, 1), at(3, 3)),)
    assert until_of(taken(found, 1, at(3, 5)), at(3, 5)) is None


def test_a_day_that_was_begun_counts_whole_and_those_not_used_come_back() -> None:
    found = taken((), 7, at(3, 1))
    early = ended(found, at(3, 3, 13))
    assert days_left(early, at(3, 4)) == 17
    assert days_left(ended(taken((), 5, at(3, 1)), at(3, 1, 13)), at(3, 1, 13)) == 19
    assert ended(early, at(3, 4)) == early
    assert ended((), at(3, 4)) == ()


def test_a_vacation_that_is_taken_back_at_once_costs_nothing() -> None:
    before = ended(taken((), 7, at(3, 1)), at(3, 3))
    now, soon = at(5, 1), Instant(at(5, 1) + AT_ONCE)
    for moment in (now, soon):
        after = ended(taken(before, 4, now), moment)
        assert (until_of(after, moment), after[-1].until, days_left(after, moment)) == (None, moment, 18)
        assert taken(after, 2, moment) == (*before, *taken((), 2, moment))  # nothing is left of it
    assert days_left(ended(taken(before, 4, now), Instant(soon + 1)), soon) == 17


def test_there_are_twenty_days_a_year() -> None:
    found = taken((), 20, at(3, 1))
    assert days_left(found, at(5, 1)) == 0
    with pytest.raises(NotEnoughDays):
        taken(found, 1, at(5, 1))
    with pytest.raises(NotEnoughDays):
        taken(taken((), 15, at(3, 1)), 6, at(5, 1))


def test_days_that_were_not_used_lapse_at_the_end_of_the_year() -> None:
    old = taken((), 5, at(3, 1, year=2025))
    assert days_left(old, at(1, 1)) == 20
    assert taken(old, 20, at(2, 1)) == (Vacation(at(2, 1), at(2, 21)),)


def test_a_vacation_over_new_year_counts_in_both_years() -> None:
    found = taken((), 10, at(12, 28, year=2025))
    assert days_left(found, at(12, 29, year=2025)) == 16
    assert days_left(found, at(1, 2)) == 14
    after = taken(found, 14, at(2, 1))
    assert days_left(after, at(2, 2)) == 0
    with pytest.raises(NotEnoughDays):
        taken(found, 15, at(2, 1))


@pytest.mark.parametrize("text", ["", "x", "1", "1 2 3", "\ufffd"])
def test_what_is_no_vacation_is_none(text: str) -> None:
    assert len(vacations_of(text)) <= 1


def test_vacations_are_read_as_they_were_written() -> None:
    found = taken(taken((), 3, at(3, 1)), 4, at(5, 1))
    assert vacations_of(vacations_text(found)) == found
