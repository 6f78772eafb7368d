"""Time controls: how much thinking time the players of a game get.

How people write them, everywhere (`parse_time_control` and `format_time_control` are twins):

    -         unlimited
    5         five minutes for the whole game
    5+3       five minutes, and three seconds more after every turn (Fischer)
    5d3       five minutes, which run down from three seconds into every turn on (simple delay)
    10+5x30   ten minutes, then five periods of 30 seconds (Japanese byo-yomi); 0+5x30: periods only
    30/move   30 seconds for every turn
    3d/move   three days for every turn (correspondence)

Minutes may have a fraction; seconds, days and the number of periods are whole.
"""

import re
from dataclasses import dataclass
from typing import Final, assert_never

from pente_core.clock.instant import Millis

_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
MOST_PERIODS: Final = 99
_GIFT: Final = Millis(15 * _SECOND)
LONGEST_TURN: Final = Millis(30 * _DAY)
FORMS: Final = "5+3, 5d3, 10+5x30, 30/move, 3d/move or - for none"
"""An example of each form, for those who have to choose one."""


class BadTimeControl(ValueError):
    """A time control that can't be read or played; the message says why."""


@dataclass(frozen=True, slots=True)
class Unlimited:
    """No clock."""


@dataclass(frozen=True, slots=True)
class Fischer:
    """A starting time, and an increment after every turn. Raises BadTimeControl when out of range."""

    initial: Millis
    """From one second to a day."""
    increment: Millis = Millis(0)
    """From nothing to an hour."""

    def __post_init__(self) -> None:
        _within(self.initial, _SECOND, _DAY, "the starting time must be from one second to a day")
        _within(self.increment, 0, _HOUR, "the increment must be from nothing to an hour")


@dataclass(frozen=True, slots=True)
class Delay:
    """A starting time that runs down only after a delay in every turn; the rest of the delay is lost.

    Raises BadTimeControl when out of range.
    """

    initial: Millis
    """From one second to a day."""
    delay: Millis
    """From one second to an hour."""

    def __post_init__(self) -> None:
        _within(self.initial, _SECOND, _DAY, "the starting time must be from one second to a day")
        _within(self.delay, _SECOND, _HOUR, "the delay must be from one second to an hour")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clock shows."""

    time: Millis
    """What runs down now: the main time, or a period."""
    periods: int = 0
    """How many periods are left, with the one that runs down; 0 while it is main time."""


@dataclass(frozen=True, slots=True)
class ByoYomi:
    """A main time, then periods; one that is not used up in a turn is whole again in the next.

    Raises BadTimeControl when out of range.
    """

    initial: Millis
    """From nothing to a day."""
    periods: int
    """From one to 99."""
    period: Millis
    """From one second to an hour."""

    def __post_init__(self) -> None:
        _within(self.initial, 0, _DAY, "the main time must be from nothing to a day")
        _within(self.periods, 1, MOST_PERIODS, f"there must be from one to {MOST_PERIODS} periods")
        _within(self.period, _SECOND, _HOUR, "a period must be from one second to an hour")

    @property
    def overtime(self) -> Millis:
        """All periods together."""
        return Millis(self.periods * self.period)

    def whole(self, left: Millis) -> Millis:
        """What is left, once the period that was begun is whole again: one number says it all.

        >>> ByoYomi(Millis(60_000), 5, Millis(30_000)).whole(Millis(100_000))
        120000
        """
        return left if left >= self.overtime else Millis(-(-left // self.period) * self.period)

    def reading(self, left: Millis) -> Reading:
        """What a clock shows on which so much is left, periods included.

        >>> ByoYomi(Millis(60_000), 5, Millis(30_000)).reading(Millis(100_000))
        Reading(time=10000, periods=4)
        """
        if left > self.overtime:
            return Reading(Millis(left - self.overtime))
        periods = -(-left // self.period)
        return Reading(Millis(left - max(0, periods - 1) * self.period), periods)


@dataclass(frozen=True, slots=True)
class PerMove:
    """The same time for every turn; what is left of it is lost. Raises BadTimeControl when out of range."""

    each: Millis
    """From one second to 30 days."""

    def __post_init__(self) -> None:
        _within(self.each, _SECOND, LONGEST_TURN, "the time for a turn must be from one second to 30 days")

    @property
    def is_correspondence(self) -> bool:
        """Whether a turn may take days."""
        return self.each >= _DAY


TimeControl = Unlimited | Fischer | Delay | ByoYomi | PerMove


def initial_time(control: TimeControl) -> Millis | None:
    """The starting time of each seat, periods included; None where time is unlimited."""
    match control:
        case Unlimited():
            return None
        case Fischer(initial) | Delay(initial):
            return initial
        case ByoYomi(initial):
            return Millis(initial + control.overtime)
        case PerMove(each):
            return each
        case _ as unreachable:
            assert_never(unreachable)


def gift(control: TimeControl) -> Millis | None:
    """The time that a player gives an opponent; None where time can't be given.

    It is 15 seconds; in byo-yomi as many whole periods, so that no period is rounded up from a gift.
    """
    match control:
        case Unlimited():
            return None
        case PerMove() if control.is_correspondence:
            return None
        case ByoYomi(period=period):
            return Millis(-(-_GIFT // period) * period)
        case Fischer() | Delay() | PerMove():
            return _GIFT
        case _ as unreachable:
            assert_never(unreachable)


def reading(control: TimeControl, left: Millis) -> Reading:
    """What the clock of a seat shows that has so much left."""
    return control.reading(left) if isinstance(control, ByoYomi) else Reading(left)


def parse_time_control(text: str) -> TimeControl:
    """Read a time control as people write it (see above).

    >>> parse_time_control("5+3"), parse_time_control("3d/move")
    (Fischer(initial=300000, increment=3000), PerMove(each=259200000))

    Raises BadTimeControl.
    """
    if text == "-":
        return Unlimited()
    if found := _STOCK.fullmatch(text):
        return _with_stock(*found.groups())
    if found := _PER_MOVE.fullmatch(text):
        return PerMove(Millis(int(found[1]) * (_DAY if found[2] else _SECOND)))
    raise BadTimeControl(f"{text[:20]!r} is not a time control; write one like {FORMS}")


def format_time_control(control: TimeControl) -> str:
    """The twin of `parse_time_control`, for increments, delays, periods and turns of whole seconds.

    >>> format_time_control(Fischer(Millis(90_000), Millis(2000)))
    '1.5+2'
    """
    match control:
        case Unlimited():
            return "-"
        case Fischer(initial, increment):
            return f"{_minutes(initial)}+{increment // _SECOND}"
        case Delay(initial, delay):
            return f"{_minutes(initial)}d{delay // _SECOND}"
        case ByoYomi(initial, periods, period):
            return f"{_minutes(initial)}+{periods}x{period // _SECOND}"
        case PerMove(each) if each % _DAY == 0:
            return f"{each // _DAY}d/move"
        case PerMove(each):
            return f"{each // _SECOND}/move"
        case _ as unreachable:
            assert_never(unreachable)


_STOCK: Final = re.compile(
    r"([0-9]{1,4}(?:\.[0-9]{1,5})?)(?:\+([0-9]{1,4})|d([0-9]{1,4})|\+([0-9]{1,2})x([0-9]{1,4}))?"
)
_PER_MOVE: Final = re.compile(r"([0-9]{1,7})(d?)/move")


def _with_stock(
    minutes: str, increment: str | None, delay: str | None, periods: str | None, period: str | None
) -> TimeControl:
    stock = Millis(round(float(minutes) * _MINUTE))
    if delay is not None:
        return Delay(stock, Millis(int(delay) * _SECOND))
    if periods is not None and period is not None:
        return ByoYomi(stock, int(periods), Millis(int(period) * _SECOND))
    return Fischer(stock, Millis(int(increment or 0) * _SECOND))


def _minutes(span: Millis) -> str:
    return f"{span / _MINUTE:.5f}".rstrip("0").rstrip(".")


def _within(value: int, least: int, most: int, text: str) -> None:
    if not least <= value <= most:
        raise BadTimeControl(text)
