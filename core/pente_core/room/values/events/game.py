"""The game: its beginning, its turns, its end, and what follows from it."""

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_core.rating import RatingChange
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.value import Tagged


class Started(Tagged, tag="started"):
    """All seats are taken and the clock runs."""

    at: Instant
    remaining: tuple[Millis, ...] = ()
    clocks_from: Instant | None = None
    """When the clocks begin to run at the latest: before that, as soon as all players are ready or the first
    turn is taken. None: at once."""


class Moved(Tagged, tag="moved"):
    """A stone was placed."""

    at: Instant
    seat: int
    """The seat that placed it; in a swap opening, not always the seat of that colour."""
    colour: int
    point: Point
    key: str
    """The position's 64-bit key after the move, as 16 hex digits. A program with another key has diverged."""
    captured: tuple[Capture, ...] = ()
    poofed: tuple[Point, ...] = ()
    calls: tuple[Call, ...] = ()
    remaining: tuple[Millis, ...] = ()
    lag: Millis = Millis(0)
    """The part of the time that was lag and is not charged (see `pente_core.clock.lag`)."""


class Chosen(Tagged, tag="chosen"):
    """A player made a choice of a swap opening; a swap exchanges the players' seats."""

    at: Instant
    seat: int
    """The seat that chose, before the swap."""
    choice: Choice
    remaining: tuple[Millis, ...] = ()
    lag: Millis = Millis(0)


class Retired(Tagged, tag="retired"):
    """A seat left the game while others play on; only with more than two sides."""

    at: Instant
    seat: int
    reason: Termination
    remaining: tuple[Millis, ...] = ()


class TakenBack(Tagged, tag="taken_back"):
    """The last turns were taken back, and the clocks are as they were before them."""

    at: Instant
    seat: int
    """The seat to act again."""
    turn_count: int
    """How many turns of the game are left. When a swap is not among them any more, the players have
    changed back."""
    remaining: tuple[Millis, ...] = ()


class Finished(Tagged, tag="finished"):
    """The game is over."""

    at: Instant
    termination: Termination
    winners: tuple[int, ...] = ()
    """The seats that won; empty for a draw or an aborted game."""
    lines: tuple[tuple[Point, ...], ...] = ()
    remaining: tuple[Millis, ...] = ()
    no_show: tuple[int, ...] = ()
    """The seats whose players made no first move, for which the game was aborted."""


class Continued(Tagged, tag="continued"):
    """The players continue in another room, with seats exchanged."""

    at: Instant
    room: RoomId
    """Its id, known only to those who see this event."""


class RatingsChanged(Tagged, tag="ratings_changed"):
    """The finished game changed the players' ratings."""

    at: Instant
    changes: tuple[RatingChange, ...]
