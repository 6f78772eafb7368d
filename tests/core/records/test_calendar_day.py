"""Days and times of day."""

from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.clock.instant import Instant
from pente_core.records import Day, DayTime
from pente_core.records.model.calendar_day import day_of, instant_of, parse_day, parse_day_time

moments = st.datetimes(datetime(1970, 1, 1, 0, 0, 1), datetime(9999, 12, 31, 23, 59, 59)).map(  # noqa: DTZ001 -- UTC below
    lambda moment: moment.replace(tzinfo=UTC)
)


@given(moments)
def test_an_instant_lies_on_the_day_that_the_standard_library_says(moment: datetime) -> None:
    instant = Instant(int(moment.replace(microsecond=0).timestamp()) * 1000)
    found = day_of(instant)
    assert found == (
        Day(moment.year, moment.month, moment.day),
        DayTime(moment.hour, moment.minute, moment.second),
    )
    assert instant_of(*found) == instant


@pytest.mark.parametrize("instant", [0, -1, 253_402_300_800_000, 10**30, -(10**30)])
def test_at_an_unknown_moment_and_outside_of_the_years_of_records_there_is_no_day(
    instant: int,
) -> None:
    assert day_of(Instant(instant)) is None


@given(st.dates(), st.times())
def test_parsing_is_the_twin_of_formatting(on: date, at: time) -> None:
    day, day_time = Day(on.year, on.month, on.day), DayTime(at.hour, at.minute, at.second)
    assert parse_day(day.american) == parse_day(str(day)) == day
    assert parse_day_time(str(day_time)) == day_time


@pytest.mark.parametrize(
    "text", ["", "2016", "1/1/16", "2016-04.08", "0/1/2016", "2/29/1900", "13/1/2016", "١/1/2016"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a date|no such"):
        parse_day(text)


@pytest.mark.parametrize("text", ["", "12", "24:00", "12:60", "1:2:60", "1:2:3:4"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a time of day|no such"):
        parse_day_time(text)


def test_days_before_the_epoch_have_the_first_instant() -> None:
    assert instant_of(Day(1969, 12, 31), DayTime(12, 0)) == 0
