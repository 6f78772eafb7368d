"""Absence: how long others wait for a player who has lost the connection, in a game and before it."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from pente_core.clock.clock import (
    ByoYomi,
    Delay,
    Fischer,
    Odds,
    PerMove,
    TimeControl,
    Unlimited,
    initial_time,
)
from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import Identity
from pente_core.room.options import Options
from pente_core.value import Value

_LONGEST: Final = 60_000
_SHORTEST: Final = 15_000

SEAT_KEPT: Final = Millis(60_000)
"""How long a room that waits for players keeps the seat of one who is away: a minute."""
SEAT_KEPT_FOR_GUESTS: Final = Millis(15 * 60_000)
"""The same where others were told of the room and may be on their way: 15 minutes."""


class Absence(Value):
    """A player who is away."""

    seat: int
    until: Instant
    """The opponents have to wait until then; in a room that waits for players the seat is kept until then."""


Absences = tuple[Absence, ...]


def grace(control: TimeControl) -> Millis | None:
    """How long opponents wait: a minute, and less in games of less than five minutes.

    None without a clock, and where a turn may take days: opponents do not wait there.
    """
    match control:
        case Unlimited():
            return None
        case PerMove() if control.is_correspondence:
            return None
        case PerMove(stock) | Fischer(stock) | Delay(stock):
            return _share(stock)
        case ByoYomi():
            return _share(control.initial + control.overtime)
        case Odds():
            return _share(initial_time(control) or 0)
        case _ as unreachable:
            assert_never(unreachable)


def is_correspondence(control: TimeControl) -> bool:
    """Whether turns may take days, so that players come and go."""
    return isinstance(control, PerMove) and control.is_correspondence


def expects_guests(options: Options, invited: Sequence[Identity]) -> bool:
    """Whether a waiting room is for players who were told of it: by invitation, id or password."""
    return bool(invited) or options.private or bool(options.password_hash)


def waiting_grace(control: TimeControl, options: Options, invited: Sequence[Identity]) -> Millis | None:
    """How long a waiting room keeps the seat of a player who is away; None: as long as it waits.

    A game without a clock is played at once unless somebody leaves it, so its room is no exception.
    """
    if is_correspondence(control):
        return None
    return SEAT_KEPT_FOR_GUESTS if expects_guests(options, invited) else SEAT_KEPT


def _share(stock: int) -> Millis:
    return Millis(min(_LONGEST, max(_SHORTEST, stock // 5)))


def is_absent(absent: Absences, seat: int) -> bool:
    return any(absence.seat == seat for absence in absent)


def overdue(absent: Absences, now: Instant) -> Iterable[int]:
    """The seats whose absence has lasted long enough for a claim."""
    return (absence.seat for absence in absent if now >= absence.until)


def without_seat(absent: Absences, seat: int) -> Absences:
    """The absences without that of a seat."""
    return tuple(absence for absence in absent if absence.seat != seat)


def exchanged(absent: Absences) -> Absences:
    """The absences once the players of the two seats have changed places."""
    return tuple(Absence(1 - absence.seat, absence.until) for absence in absent)


def begun_anew(absent: Absences, control: TimeControl, now: Instant) -> Absences:
    """The absences after a pause: the wait starts over."""
    whole = grace(control)
    return () if whole is None else tuple(Absence(absence.seat, later(now, whole)) for absence in absent)


def extended_for_outage(absent: Absences, whole: Millis | None, start: Instant, end: Instant) -> Absences:
    """The absences when nobody could come back between two instants; ``whole`` is how long others wait.

    Crediting the same outage twice changes nothing more.
    """
    if whole is None or not absent:
        return absent
    return tuple(
        Absence(absence.seat, max(absence.until, later(end, whole))) if absence.until > start else absence
        for absence in absent
    )
