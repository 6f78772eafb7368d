"""What has happened in a room. Past tense, and never refused: the log of a room is a list of these.

``at`` is the moment by the store's clock. ``left`` is what each seat has left on its clock after the
event, in milliseconds, and empty where time is unlimited.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, PlayerId, RoomId
from pente_core.rating import RatingChange
from pente_core.room.values.commands import ChatAudience
from pente_core.room.values.offers import OfferKind
from pente_core.room.values.options import DEFAULT_OPTIONS, Options
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset

LOG_FORMAT: Final = 1
"""The format of the logs that are begun now (see `Created.format`)."""


class Closing(StrEnum):
    """Why a room was closed before its game began."""

    LEFT = "left"
    DECLINED = "declined"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Created:
    """A room was opened; always the first event. Seats are kept free for the invited."""

    at: Instant
    by: Identity
    ruleset: Ruleset
    time: TimeControl
    invited: tuple[Identity, ...] = ()
    options: Options = DEFAULT_OPTIONS
    follows: RoomId = NO_ROOM
    """The id of the room whose players go on here; empty: there is none."""
    number: int = 1
    """Which game of these players it is, counted from the first of the rooms that follow each other."""
    format: int = 1
    """The format of the room's log. Programs read older formats, and refuse newer ones."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A player sat down."""

    at: Instant
    seat: int
    player: Identity


@dataclass(frozen=True, slots=True)
class Left:
    """A player got up before the game began."""

    at: Instant
    seat: int


@dataclass(frozen=True, slots=True)
class Declined:
    """An invited player does not want to play."""

    at: Instant
    player: Identity


@dataclass(frozen=True, slots=True)
class Readied:
    """A player is ready for the game to begin."""

    at: Instant
    seat: int


@dataclass(frozen=True, slots=True)
class Started:
    """All seats are taken and the clock runs."""

    at: Instant


@dataclass(frozen=True, slots=True)
class Moved:
    """A stone was placed."""

    at: Instant
    seat: int
    """Who placed it; in a swap opening not always the seat of that colour."""
    colour: int
    point: Point
    key: str
    """The position's 64-bit key after the move, as 16 hex digits: who computes another has diverged."""
    captured: tuple[Capture, ...] = ()
    poofed: tuple[Point, ...] = ()
    calls: tuple[Call, ...] = ()
    left: tuple[Millis, ...] = ()
    lag: Millis = Millis(0)
    """What of the time was lag and is not charged (see `pente_core.clock.lag`)."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice was made in a swap opening; after a swap the players have changed seats."""

    at: Instant
    seat: int
    """Who made it (the seat before the swap)."""
    choice: Choice
    left: tuple[Millis, ...] = ()
    lag: Millis = Millis(0)


@dataclass(frozen=True, slots=True)
class Retired:
    """A seat is out while others play on: only with more than two sides."""

    at: Instant
    seat: int
    why: Termination
    left: tuple[Millis, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """A player proposes something to the others."""

    at: Instant
    seat: int
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Accepted:
    """A player agrees to an offer; once all do, what was offered follows."""

    at: Instant
    seat: int
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Rejected:
    """A player does not want what was offered, and the offer is gone."""

    at: Instant
    seat: int
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All have agreed that the last turns did not happen, and the clocks are as they were before them."""

    at: Instant
    seat: int
    """Whose turn it is again."""
    turns: int
    """How many turns of the game are left. When a swap is not among them any more, the players have
    changed back."""
    left: tuple[Millis, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """A player has given each opponent more time."""

    at: Instant
    seat: int
    """Whose gift it is."""
    span: Millis
    left: tuple[Millis, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    """All have agreed to a pause: nobody's time runs, and nobody may move."""

    at: Instant


@dataclass(frozen=True, slots=True)
class Resumed:
    """The pause is over; without a seat it was so long that it ended by itself."""

    at: Instant
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Gone:
    """A player is not connected any more."""

    at: Instant
    seat: int
    until: Instant
    """Who is not back by then may be played without: the others may claim the end of the game, or wait."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who was gone is connected again."""

    at: Instant
    seat: int


@dataclass(frozen=True, slots=True)
class Muted:
    """Somebody without a seat may say nothing more."""

    at: Instant
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Unmuted:
    """Somebody may talk again."""

    at: Instant
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Kicked:
    """Somebody without a seat was sent away, and may come back."""

    at: Instant
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Banned:
    """Somebody without a seat was sent away for good."""

    at: Instant
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Unbanned:
    """Somebody may come back."""

    at: Instant
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something."""

    at: Instant
    player: Identity
    text: str
    to: ChatAudience = ChatAudience.ALL


@dataclass(frozen=True, slots=True)
class OutageCredited:
    """The time between ``start`` and ``end`` isn't charged to anybody; ``end`` may lie a little ahead."""

    at: Instant
    start: Instant
    end: Instant


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over."""

    at: Instant
    termination: Termination
    winners: tuple[int, ...] = ()
    """The seats that won; empty for a draw or an aborted game."""
    lines: tuple[tuple[Point, ...], ...] = ()
    left: tuple[Millis, ...] = ()


@dataclass(frozen=True, slots=True)
class Continued:
    """The players go on in another room, with seats exchanged."""

    at: Instant
    room: RoomId
    """Its id. Whoever looks for it finds it, even if it was not opened yet."""


@dataclass(frozen=True, slots=True)
class Rated:
    """The game, which is over, has changed the players' ratings."""

    at: Instant
    changes: tuple[RatingChange, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """The room was given up before its game began."""

    at: Instant
    why: Closing


@dataclass(frozen=True, slots=True)
class Hidden:
    """Something that this viewer may not know; it stands in for the event so that versions stay
    contiguous. Never in a log.
    """

    at: Instant


Moderated = Muted | Unmuted | Kicked | Banned | Unbanned
"""What the host of a room has done about somebody."""

Event = (
    Created
    | Joined
    | Left
    | Declined
    | Readied
    | Started
    | Moved
    | Chosen
    | Retired
    | Offered
    | Accepted
    | Rejected
    | TakenBack
    | TimeGiven
    | Paused
    | Resumed
    | Gone
    | Returned
    | Moderated
    | Said
    | OutageCredited
    | Finished
    | Continued
    | Rated
    | Closed
    | Hidden
)

TurnEvent = Moved | Chosen | Retired | TakenBack
"""An event that changes the turns of the game."""


def turn_event(event: Event) -> TurnEvent | None:
    """The event itself if it changes the turns of its game, else None."""
    match event:
        case Moved() | Chosen() | Retired() | TakenBack():
            return event
        case (
            Created() | Joined() | Left() | Declined() | Readied() | Started()
            | Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | Resumed()
            | Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned() | Said()
            | OutageCredited() | Finished() | Continued() | Rated() | Closed() | Hidden()
        ):  # fmt: skip
            return None
        case _ as unreachable:
            assert_never(unreachable)
