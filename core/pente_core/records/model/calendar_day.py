"""Calendar days and times of day, for records. Those made from an `Instant` are in UTC."""

import re
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.value import Value

_DAY: Final = 86_400_000
_ERA: Final = 146_097
"""Days in 400 years, after which the calendar repeats."""
_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Day(Value, order=True):
    """A day of the Gregorian calendar. Raises ValueError if the day does not exist."""

    year: int
    """1 to 9999."""
    month: int
    day: int

    def __post_init__(self) -> None:
        if not (1 <= self.year <= 9999 and 1 <= self.month <= 12):
            raise ValueError("there is no such month")
        if not 1 <= self.day <= _days_in(self.year, self.month):
            raise ValueError("there is no such day")

    @property
    def american(self) -> str:
        """The form that pente.org writes: month, day, year.

        >>> Day(2016, 4, 8).american
        '04/08/2016'
        """
        return f"{self.month:02}/{self.day:02}/{self.year:04}"

    def __str__(self) -> str:
        """The ISO form: year, month, day.

        >>> str(Day(2016, 4, 8))
        '2016-04-08'
        """
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


class DayTime(Value, order=True):
    """A time of day, to the second. Raises ValueError when out of range."""

    hour: int
    minute: int
    second: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.hour < 24 and 0 <= self.minute < 60 and 0 <= self.second < 60):
            raise ValueError("there is no such time of day")

    def __str__(self) -> str:
        """Hours, minutes and seconds.

        >>> str(DayTime(1, 22, 33))
        '01:22:33'
        """
        return f"{self.hour:02}:{self.minute:02}:{self.second:02}"


def parse_day(text: str) -> Day:
    """Parse ``MM/DD/YYYY``, or ``YYYY-MM-DD`` with hyphens or dots. Raises ValueError.

    >>> parse_day("4/8/2016") == parse_day("2016.04.08")
    True
    """
    if american := re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text):
        month, day, year = american.groups()
    elif iso := re.fullmatch(r"([0-9]{4})([-.])([0-9]{1,2})\2([0-9]{1,2})", text):
        year, _, month, day = iso.groups()
    else:
        raise ValueError("expected a date, like 2016-04-08 or 04/08/2016")
    return Day(int(year), int(month), int(day))


def parse_day_time(text: str) -> DayTime:
    """Parse ``HH:MM:SS`` or ``HH:MM``. Raises ValueError."""
    found = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2}))?", text)
    if found is None:
        raise ValueError("expected a time of day, like 01:22:33")
    hour, minute, second = found.groups(default="0")
    return DayTime(int(hour), int(minute), int(second))


def day_of(instant: Instant) -> tuple[Day, DayTime] | None:
    """The day and the time of day of an instant; None before 1970 and after 9999.

    None also for the first moment of 1970, which stands for an unknown one: in the logs of games whose day
    nobody wrote down.

    >>> [str(part) for part in day_of(Instant(1_460_078_553_000))]
    ['2016-04-08', '01:22:33']
    """
    days, millis = divmod(instant, _DAY)
    eras, days = divmod(days, _ERA)
    year, month = 1970 + 400 * eras, 1
    if instant == 0 or not 1970 <= year <= 9999:
        return None
    while days >= (length := 365 + _is_leap(year)):
        days, year = days - length, year + 1
    while days >= (length := _days_in(year, month)):
        days, month = days - length, month + 1
    if year > 9999:
        return None
    minutes, seconds = divmod(millis // 1000, 60)
    return Day(year, month, days + 1), DayTime(*divmod(minutes, 60), seconds)


def instant_of(day: Day, time: DayTime) -> Instant:
    """The instant of a day and time of day, at least the beginning of 1970; the inverse of `day_of`."""
    days = sum(365 + _is_leap(year) for year in range(1970, day.year))
    days += sum(_days_in(day.year, month) for month in range(1, day.month)) + day.day - 1
    seconds = (time.hour * 60 + time.minute) * 60 + time.second
    return Instant(max(0, days * _DAY + seconds * 1000) if day.year >= 1970 else 0)


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year: int, month: int) -> int:
    return _LENGTHS[month - 1] + (month == 2 and _is_leap(year))
