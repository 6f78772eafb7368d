"""Who is away, and time that is charged to nobody for it."""

from pente_core.clock.instant import Instant, Millis
from pente_core.value import Tagged


class Gone(Tagged, tag="gone"):
    """A player lost the connection, in a game or in a room that waits for players."""

    at: Instant
    seat: int
    until: Instant
    """From then on the opponents may claim the end of the game, or keep waiting. In a room that waits for
    players, which has this event since format 5, the seat is given up then.
    """


class Returned(Tagged, tag="returned"):
    """A player who was away is connected again."""

    at: Instant
    seat: int


class VacationStarted(Tagged, tag="vacation_started"):
    """A player is on vacation, or stays longer: until then their own clock stands still."""

    at: Instant
    seat: int
    until: Instant
    remaining: tuple[Millis, ...] = ()


class VacationEnded(Tagged, tag="vacation_ended"):
    """A player is back from a vacation before it was to end."""

    at: Instant
    seat: int
    remaining: tuple[Millis, ...] = ()


class OutageCredited(Tagged, tag="outage_credited"):
    """The time from ``start`` to ``end`` is not charged to any player; ``end`` may lie a little ahead."""

    at: Instant
    start: Instant
    end: Instant
    remaining: tuple[Millis, ...] = ()
