"""Vacations: whole days that stop a player's correspondence clocks, so many a year by the calendar of UTC."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from pente_core.clock.instant import Instant, Millis, later

DAYS_A_YEAR: Final = 20
_DAY: Final = 24 * 60 * 60 * 1000
AT_ONCE: Final = 60 * 1000
"""Who ends a vacation so soon after its beginning took it by mistake, and it costs nothing. It is short, as
clocks stand still meanwhile, and the allowance of changes permits a few such vacations an hour.
"""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time away from correspondence games."""

    start: Instant
    until: Instant

    @property
    def days(self) -> int:
        """How many days it costs: a day that was begun counts whole."""
        return -(-(self.until - self.start) // _DAY)


Vacations = tuple[Vacation, ...]
"""Those of a player, the oldest first; none from before the year of the last change."""


class NotEnoughDays(Exception):
    """A vacation is longer than what is left of the year."""


def until_of(vacations: Vacations, now: Instant) -> Instant | None:
    """Until when a player is on vacation; None: is not."""
    return vacations[-1].until if vacations and vacations[-1].until > now else None


def days_left(vacations: Vacations, now: Instant) -> int:
    """How many days are left of this year's; those of a vacation that goes on are taken already."""
    return DAYS_A_YEAR - _days_in(vacations, _year(now))


def taken(vacations: Vacations, days: int, now: Instant) -> Vacations:
    """The vacations with one of so many days from now on, or from the start of the one that goes on.

    Said twice, it changes nothing more. Each day counts for the year in which it begins. Raises
    NotEnoughDays.
    """
    kept = _of_this_year(vacations, now)
    span = Millis(days * _DAY)
    if until_of(kept, now) is None:
        after = (*kept, Vacation(now, later(now, span)))
    else:
        until = max(now, later(kept[-1].start, span))
        after = (*kept[:-1], replace(kept[-1], until=until))
    if any(_days_in(after, year) > DAYS_A_YEAR for year in {_year(now), _year(after[-1].until)}):
        raise NotEnoughDays
    return after


def ended(vacations: Vacations, now: Instant) -> Vacations:
    """The vacations once the one that goes on is over; the same if there is none.

    One that is taken back at once stays with no length: its end has to be known in all rooms.
    """
    if until_of(vacations, now) is None:
        return vacations
    last = vacations[-1]
    is_taken_back = now - last.start <= AT_ONCE
    return (*vacations[:-1], replace(last, start=now if is_taken_back else last.start, until=now))


def vacations_of(text: str) -> Vacations:
    """The twin of `vacations_text`; nothing for a text that is none."""
    try:
        numbers = list(map(int, text.split()))
    except ValueError:
        return ()
    pairs = zip(numbers[::2], numbers[1::2], strict=False)
    return tuple(Vacation(Instant(start), Instant(until)) for start, until in pairs)


def vacations_text(vacations: Sequence[Vacation]) -> str:
    """Vacations as a store keeps them: the beginning and the end of each, in ms."""
    return " ".join(f"{vacation.start} {vacation.until}" for vacation in vacations)


def _of_this_year(vacations: Vacations, now: Instant) -> Vacations:
    """Those of this year that cost something."""
    this_year = _year(now)
    return tuple(each for each in vacations if each.days and _year(each.until) >= this_year)


def _days_in(vacations: Vacations, year: int) -> int:
    starts = (vacation.start + day * _DAY for vacation in vacations for day in range(vacation.days))
    return sum(_year(Instant(start)) == year for start in starts)


def _year(moment: Instant) -> int:
    return datetime.fromtimestamp(moment / 1000, UTC).year
