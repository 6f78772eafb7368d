"""Time controls: the thinking time that the players of a game get.

The text form, which `parse_time_control` and `format_time_control` convert, is the same everywhere:

    -         unlimited
    5         five minutes for the whole game
    5+3       five minutes, plus three seconds after every turn (Fischer)
    5d3       five minutes, and the clock waits three seconds in every turn (simple delay)
    10+5x30   ten minutes, then five periods of 30 seconds (Japanese byo-yomi); 0+5x30: periods only
    30/move   30 seconds for every turn
    3d/move   three days for every turn (correspondence)
    5+3,2+0   time odds: a time control of its own for each seat, in the order of the seats

Minutes may have decimals; seconds, days and the number of periods are whole numbers. People may also type
minutes as a fraction, ``1/2+0``, or as minutes and seconds, ``0:30+0``.
"""

import re
from collections.abc import Iterable
from typing import Final, assert_never

from pente_core.clock.instant import Millis
from pente_core.value import Tagged, Value


def duration_text(length: int) -> str:
    """A length of time in milliseconds, in two units at most.

    >>> duration_text(100_000_000), duration_text(7_260_000), duration_text(59_000)
    ('1 day 3 hours', '2 hours 1 minute', '59 seconds')
    """
    seconds = max(0, length) // 1000
    parts = [(seconds // 86_400, "day"), (seconds // 3600 % 24, "hour"), (seconds // 60 % 60, "minute")]
    first = next((number for number, (count, _) in enumerate(parts) if count), len(parts))
    told = [_counted(count, unit) for count, unit in parts[first : first + 2] if count]
    return " ".join(told) or _counted(seconds, "second")


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
MOST_PERIODS: Final = 99
_GIFT: Final = Millis(15 * _SECOND)
LONGEST_TURN: Final = Millis(30 * _DAY)
FORMS: Final = "5+3, 5d3, 10+5x30, 30/move, 3d/move or - for none"
"""An example of each form, for error messages and help texts."""


class BadTimeControl(ValueError):
    """The time control can't be parsed or is out of range; the message says why."""


class Unlimited(Tagged, tag="unlimited"):
    """No time limit."""


class Fischer(Tagged, tag="fischer"):
    """A starting time, and an increment after every turn. Raises BadTimeControl when out of range."""

    initial: Millis
    """One second to one day."""
    increment: Millis = Millis(0)
    """Zero to one hour."""

    def __post_init__(self) -> None:
        _within(self.initial, _SECOND, _DAY, "the starting time must be between one second and one day")
        _within(self.increment, 0, _HOUR, "the increment must be at most one hour")


class Delay(Tagged, tag="delay"):
    """A starting time, and a delay in every turn before the clock counts down; unused delay is lost.

    Raises BadTimeControl when out of range.
    """

    initial: Millis
    """One second to one day."""
    delay: Millis
    """One second to one hour."""

    def __post_init__(self) -> None:
        _within(self.initial, _SECOND, _DAY, "the starting time must be between one second and one day")
        _within(self.delay, _SECOND, _HOUR, "the delay must be between one second and one hour")


class Reading(Value):
    """The display of a clock."""

    time: Millis
    """The time left in the main time or in the current period."""
    periods: int = 0
    """The periods left, including the current one; 0 during the main time."""


class ByoYomi(Tagged, tag="byo_yomi"):
    """A main time, then overtime periods; a period not used up in a turn is full again in the next.

    A clock keeps one number per seat, main time and periods together: while more than `overtime` is left, the
    rest is main time. Raises BadTimeControl when out of range.
    """

    initial: Millis
    """Zero to one day."""
    periods: int
    """1 to 99."""
    period: Millis
    """One second to one hour."""

    def __post_init__(self) -> None:
        _within(self.initial, 0, _DAY, "the main time must be at most one day")
        _within(self.periods, 1, MOST_PERIODS, f"the number of periods must be between 1 and {MOST_PERIODS}")
        _within(self.period, _SECOND, _HOUR, "a period must be between one second and one hour")

    @property
    def overtime(self) -> Millis:
        """The time of all periods together."""
        return Millis(self.periods * self.period)

    def whole(self, left: Millis) -> Millis:
        """The time left after the current period has been filled up at the end of a turn.

        >>> ByoYomi(Millis(60_000), 5, Millis(30_000)).whole(Millis(100_000))
        120000
        """
        # -(-a // b) divides and rounds up: the periods that are left, including the one begun.
        return left if left >= self.overtime else Millis(-(-left // self.period) * self.period)

    def reading(self, left: Millis) -> Reading:
        """The display of a clock with ``left`` milliseconds, periods included.

        >>> ByoYomi(Millis(60_000), 5, Millis(30_000)).reading(Millis(100_000))
        Reading(time=10000, periods=4)
        """
        if left > self.overtime:
            return Reading(Millis(left - self.overtime))
        periods = -(-left // self.period)
        return Reading(Millis(left - max(0, periods - 1) * self.period), periods)


class PerMove(Tagged, tag="per_move"):
    """The same time for every turn; unused time is lost. Raises BadTimeControl when out of range."""

    each: Millis
    """One second to 30 days."""

    def __post_init__(self) -> None:
        _within(
            self.each, _SECOND, LONGEST_TURN, "the time for a turn must be between one second and 30 days"
        )

    @property
    def is_correspondence(self) -> bool:
        """Whether a turn may take a day or more."""
        return self.each >= _DAY


class Odds(Tagged, tag="odds"):
    """Time odds: a starting time and an increment for each seat. Raises BadTimeControl when out of range."""

    initial: tuple[Millis, ...]
    """By seat, two to four: one second to one day."""
    increment: tuple[Millis, ...]
    """By seat: zero to one hour."""

    def __post_init__(self) -> None:
        _within(len(self.initial), 2, 4, "time odds need a time for each of two to four seats")
        if len(self.increment) != len(self.initial):
            raise BadTimeControl("time odds need an increment for each seat; write 0 for none")
        if len(set(self.each)) == 1:
            raise BadTimeControl("time odds must differ; give one time control for all sides")

    @property
    def each(self) -> tuple[Fischer, ...]:
        """The time control of each seat."""
        return tuple(map(Fischer, self.initial, self.increment))


TimeControl = Unlimited | Fischer | Delay | ByoYomi | PerMove | Odds


def control_of(control: TimeControl, seat: int) -> TimeControl:
    """The time control of one seat."""
    return control.each[seat] if isinstance(control, Odds) else control


def moved_on(control: TimeControl) -> TimeControl:
    """The time control after all players have moved one seat on, the last to the first."""
    if not isinstance(control, Odds):
        return control
    return odds_of((control.each[-1], *control.each[:-1]))


def odds_of(controls: Iterable[TimeControl]) -> Odds:
    """The time odds of several time controls, by seat. Raises BadTimeControl."""
    each = tuple(controls)
    if not all(isinstance(control, Fischer) for control in each):
        raise BadTimeControl("time odds need a starting time for each side, like 5+3,2+0")
    fischers = [control for control in each if isinstance(control, Fischer)]
    return Odds(
        tuple(control.initial for control in fischers), tuple(control.increment for control in fischers)
    )


def initial_times(control: TimeControl, sides: int) -> tuple[Millis, ...]:
    """The starting time of each seat (see `initial_time`); empty if time is unlimited."""
    times = (initial_time(control_of(control, seat)) for seat in range(sides))
    return tuple(time for time in times if time is not None)


def initial_time(control: TimeControl) -> Millis | None:
    """The starting time of each seat, byo-yomi periods included; None if time is unlimited.

    With time odds that of the seat that has least.
    """
    match control:
        case Unlimited():
            return None
        case Fischer(initial) | Delay(initial):
            return initial
        case ByoYomi(initial):
            return Millis(initial + control.overtime)
        case PerMove(each):
            return each
        case Odds():
            return min(initial_times(control, len(control.each)))
        case _ as unreachable:
            assert_never(unreachable)


def gift(control: TimeControl) -> Millis | None:
    """The time that a player gives to an opponent with one command; None if time can't be given.

    It is 15 seconds, in byo-yomi rounded up to whole periods: a part of a period would be worth a full one
    at the end of the turn.
    """
    match control:
        case Unlimited():
            return None
        case PerMove() if control.is_correspondence:
            return None
        case ByoYomi(period=period):
            return Millis(-(-_GIFT // period) * period)
        case Fischer() | Delay() | PerMove() | Odds():
            return _GIFT
        case _ as unreachable:
            assert_never(unreachable)


def reading(control: TimeControl, left: Millis) -> Reading:
    """The display of a clock with ``left`` milliseconds."""
    return control.reading(left) if isinstance(control, ByoYomi) else Reading(left)


def parse_time_control(text: str) -> TimeControl:
    """Parse the text form of a time control, as listed in the module's docstring.

    >>> parse_time_control("5+3"), parse_time_control("3d/move")
    (Fischer(initial=300000, increment=3000), PerMove(each=259200000))

    Raises BadTimeControl.
    """
    if text == "-":
        return Unlimited()
    if "," in text:
        parts = text.split(",")[:5]  # one more than a game can have seats
        return odds_of(map(parse_time_control, parts))
    if found := _STOCK.fullmatch(text):
        return _with_stock(*found.groups())
    if found := _PER_MOVE.fullmatch(text):
        return PerMove(Millis(int(found[1]) * (_DAY if found[2] else _SECOND)))
    raise BadTimeControl(f"{text[:20]!r} is not a time control; write one like {FORMS}")


def format_time_control(control: TimeControl) -> str:
    """The text form of a time control; the inverse of `parse_time_control`.

    Fractions of seconds in increments, delays, periods and turns are cut off, as the form can't hold them.

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
        case Odds():
            return ",".join(map(format_time_control, control.each))
        case _ as unreachable:
            assert_never(unreachable)


_STOCK: Final = re.compile(
    r"([0-9]{1,4}(?:\.[0-9]{1,5}|:[0-5][0-9])?|1/[2-9]|2/3|3/4)"
    r"(?:\+([0-9]{1,4})|d([0-9]{1,4})|\+([0-9]{1,2})x([0-9]{1,4}))?"
)
_PER_MOVE: Final = re.compile(r"([0-9]{1,7})(d?)/move")


def _with_stock(
    minutes: str, increment: str | None, delay: str | None, periods: str | None, period: str | None
) -> TimeControl:
    stock = _stock(minutes)
    if not stock and increment not in (None, "0"):
        raise BadTimeControl(
            f"0+{increment} starts with no time at all; write 0:30+{increment}, "
            f"or {increment}/move for {increment} seconds per turn"
        )
    if delay is not None:
        return Delay(stock, Millis(int(delay) * _SECOND))
    if periods is not None and period is not None:
        return ByoYomi(stock, int(periods), Millis(int(period) * _SECOND))
    return Fischer(stock, Millis(int(increment or 0) * _SECOND))


def _stock(minutes: str) -> Millis:
    """The time of ``1.5``, ``3/2`` or ``1:30``."""
    if "/" in minutes:
        over, under = map(int, minutes.split("/"))
        return Millis(round(over * _MINUTE / under))
    if ":" in minutes:
        whole, seconds = map(int, minutes.split(":"))
        return Millis(whole * _MINUTE + seconds * _SECOND)
    return Millis(round(float(minutes) * _MINUTE))


def _minutes(span: Millis) -> str:
    return f"{span / _MINUTE:.5f}".rstrip("0").rstrip(".")


def _within(value: int, least: int, most: int, text: str) -> None:
    if not least <= value <= most:
        raise BadTimeControl(text)
