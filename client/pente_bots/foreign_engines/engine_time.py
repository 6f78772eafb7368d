"""The clock of a game in the words of engines' protocols, neither of which has an increment."""

from typing import Final, NamedTuple, assert_never

from pente_bots.foreign_engines.engine_command import EngineLimits
from pente_bots.search.limit import Limit
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import ByoYomi, Delay, Fischer, Odds, PerMove, Unlimited, initial_time

NO_MATCH_LIMIT: Final = 2_147_483_647
"""What Piskvork's protocol writes for the rest of unlimited time."""
_SECOND: Final = 1000
_GRACE: Final = Millis(5_000)
"""What an engine may take beyond its time before it counts as hanging, at least."""


def time_told(limit: Limit, limits: EngineLimits) -> Millis:
    """The time for a move that an engine is told."""
    return limits.move if limit.time is None else limit.time


def patience(limit: Limit, limits: EngineLimits) -> float:
    """The seconds after which an engine that has not answered hangs.

    It may share out its time by itself, so half of the clock is not too much.
    """
    told = time_told(limit, limits)
    half = limit.clock.left // 2 if limit.clock and not isinstance(limit.clock.control, PerMove) else 0
    return max(4 * told, told + _GRACE, half) / _SECOND


class PiskvorkTimes(NamedTuple):
    """The times that Piskvork's protocol knows, in milliseconds."""

    timeout_turn: int
    timeout_match: int
    """0: no limit."""
    time_left: int


def piskvork_times(limit: Limit, limits: EngineLimits) -> PiskvorkTimes:
    """The times for a move. The turn's has the increment in it, as our own players share out their time."""
    told = time_told(limit, limits)
    whole = None if limit.clock is None else initial_time(limit.clock.control)
    if limit.clock is None or isinstance(limit.clock.control, PerMove) or whole is None:
        return PiskvorkTimes(told, 0, NO_MATCH_LIMIT)
    return PiskvorkTimes(told, whole, min(limit.clock.left, NO_MATCH_LIMIT - 1))


class GtpSettings(NamedTuple):
    """The arguments of GTP's ``time_settings``: seconds, and stones to be placed in overtime."""

    main: int
    overtime: int
    stones: int


class GtpLeft(NamedTuple):
    """What GTP's ``time_left`` says of a side: seconds, and stones to place in them; 0: in the main time."""

    seconds: int
    stones: int


def gtp_settings(limit: Limit, limits: EngineLimits) -> GtpSettings:
    """The clock as main time and an overtime for each stone, which is never more than the real clock.

    An increment or a delay becomes the overtime: what it allows when the main time is used up.
    """
    if limit.clock is None:
        return GtpSettings(0, _seconds(limits.move), 1)
    control = limit.clock.control
    match control:
        case Fischer(initial, extra) | Delay(initial, extra):
            return _main_and_overtime(initial, extra)
        case ByoYomi(initial, _, period):
            return _main_and_overtime(initial, period)
        case PerMove(each):
            return GtpSettings(0, _seconds(min(each, time_told(limit, limits))), 1)
        case Odds():
            return _main_and_overtime(min(control.initial), min(control.increment))
        case Unlimited():
            return GtpSettings(0, _seconds(limits.move), 1)
        case _ as unreachable:
            assert_never(unreachable)


def gtp_left(limit: Limit, limits: EngineLimits) -> GtpLeft:
    """What the engine has left, in the same terms."""
    if limit.clock is None or isinstance(limit.clock.control, PerMove | Unlimited):
        return GtpLeft(_seconds(time_told(limit, limits)), 1)
    control, left = limit.clock.control, limit.clock.left
    if isinstance(control, ByoYomi):
        reading = control.reading(left)
        return GtpLeft(reading.time // _SECOND, 1 if reading.periods else 0)
    return GtpLeft(left // _SECOND, 0)


def _main_and_overtime(main: Millis, overtime: Millis) -> GtpSettings:
    seconds = overtime // _SECOND
    return GtpSettings(main // _SECOND, seconds, 1 if seconds else 0)


def _seconds(time: int) -> int:
    """Whole seconds, at least one: GTP has none smaller."""
    return max(1, time // _SECOND)
