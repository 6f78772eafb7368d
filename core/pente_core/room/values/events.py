"""Events of a room: past tense, and never refused. The log of a room is a list of them.

``at`` is the moment by the store's clock. ``remaining`` is the time on each seat's clock after
the event, in milliseconds; it is empty where time is unlimited.
"""

from typing import Final, assert_never

from msgspec import field

from pente_core.clock.clock import Odds, TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, PlayerId, RoomId
from pente_core.rating import RatingChange
from pente_core.room.values.annotations import (
    AnnotationEvent,
    AnnotationRemoved,
    CommentAdded,
    PointsMarked,
    VariationAdded,
)
from pente_core.room.values.commands import ChatAudience
from pente_core.room.values.conditions import PlannedLine
from pente_core.room.values.offers import OfferKind
from pente_core.room.values.options import DEFAULT_OPTIONS, Options, WatchPolicy
from pente_core.room.values.time_odds import check_odds
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.value import Tagged
from pente_core.value.open_enum import OpenEnum

LOG_FORMAT: Final = 5
"""The newest format of logs (see `Created.format`), that of new rooms unless older servers share the store.
"""
OLDEST_WRITTEN: Final = 3
"""The oldest format that is still written, while servers of an older version share a store."""
CLOCKS_FROM: Final = 4
"""The format from which on all events that change clocks have them."""
PEOPLE_FROM: Final = 5
"""The format from which on a room knows what people need beside the game, such as hosts who are away."""

IDLE: Final = Millis(30 * 24 * 60 * 60 * 1000)
"""How long a game without a clock may stand still, unless the server's host has chosen otherwise: 30 days."""


class Closing(OpenEnum):
    """The reason why a room was closed before its game began."""

    LEFT = "left"
    """The last player has left."""
    DECLINED = "declined"
    """The invited opponent has declined."""
    EXPIRED = "expired"
    """Nothing has happened for too long."""
    AWAY = "away"
    """All who waited there were away for too long."""


class Created(Tagged, tag="created"):
    """A room was opened; always the first event. Seats are kept free for the invited.

    Raises BadSetup when the game can't begin from ``setup``, and BadTimeControl for time odds that do not fit
    the ruleset.
    """

    at: Instant
    by: Identity = field(name="host")
    ruleset: Ruleset
    time: TimeControl
    invited: tuple[Identity, ...] = ()
    options: Options = DEFAULT_OPTIONS
    continues: RoomId = NO_ROOM
    """The id of the room whose players go on here; empty: there is none."""
    number: int = 1
    """Which game of these players it is, counted from the first of the rooms that follow each other."""
    format: int = 1
    """The format of the room's log. Programs read older formats, and refuse newer ones."""
    idle: Millis | None = None
    """How long a game without a clock may stand still before it is aborted, and since format 5 a room for
    correspondence may wait for players. It stands here so that every server ends it at the same moment. None
    in logs from before there was a choice: a week.
    """
    setup: Setup | None = None
    """The position in which the game begins; None: on the empty board."""
    keeps_seats: bool = False
    """Whether the players keep their seats in the next game, as where stones were given to one of them."""
    needs_first_moves: bool = True
    """Whether a game is aborted when a player makes no first move in time; not where all sit at one board."""

    def __post_init__(self) -> None:
        if isinstance(self.ruleset, Ruleset):  # in its form for the wire, it is a plain map, and was checked
            _ = self.setup and self.setup.position(self.ruleset)
            check_odds(self.time, self.ruleset)

    @property
    def is_even(self) -> bool:
        """Whether the game begins on the empty board, and no side has a handicap."""
        return self.setup is None and not self.ruleset.goals and not isinstance(self.time, Odds)


class Joined(Tagged, tag="joined"):
    """A player took a seat."""

    at: Instant
    seat: int
    player: Identity


class Left(Tagged, tag="left"):
    """A player left a seat before the game began."""

    at: Instant
    seat: int


class Declined(Tagged, tag="declined"):
    """An invited player declined."""

    at: Instant
    player: Identity


class Readied(Tagged, tag="readied"):
    """A player is ready for the game to begin, or is there while its clocks wait for the players."""

    at: Instant
    seat: int


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


class Offered(Tagged, tag="offered"):
    """A player made an offer to the others."""

    at: Instant
    seat: int
    kind: OfferKind = field(name="offer")


class Accepted(Tagged, tag="accepted"):
    """A player accepted an offer; once all have, the offer takes effect."""

    at: Instant
    seat: int
    kind: OfferKind = field(name="offer")


class Rejected(Tagged, tag="rejected"):
    """A player declined an offer, which ends it."""

    at: Instant
    seat: int
    kind: OfferKind = field(name="offer")


class TakenBack(Tagged, tag="taken_back"):
    """The last turns were taken back, and the clocks are as they were before them."""

    at: Instant
    seat: int
    """The seat to act again."""
    turn_count: int
    """How many turns of the game are left. When a swap is not among them any more, the players have
    changed back."""
    remaining: tuple[Millis, ...] = ()


class TimeGiven(Tagged, tag="time_given"):
    """A player gave each opponent more time."""

    at: Instant
    seat: int
    """The seat that gave the time."""
    span: Millis
    remaining: tuple[Millis, ...]


class Paused(Tagged, tag="paused"):
    """The game was paused by agreement: no clock runs, and no player may move."""

    at: Instant
    remaining: tuple[Millis, ...] = ()


class Resumed(Tagged, tag="resumed"):
    """The pause ended; without a seat, because it had reached the longest pause."""

    at: Instant
    seat: int | None = None
    remaining: tuple[Millis, ...] = ()


class ConditionsSet(Tagged, tag="conditions_set"):
    """A player planned answers to moves that opponents may make; nobody else sees that.

    An answer is a `Moved` in the same step as the move before it, at no time on the clock. What was not
    planned for ends the lines that it is not in; any turn but a stone, and a takeback, end them all.
    """

    at: Instant
    player: PlayerId
    lines: tuple[PlannedLine, ...] = ()
    """Empty: the player has withdrawn them."""


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


class Muted(Tagged, tag="muted"):
    """A person without a seat was muted."""

    at: Instant
    player: PlayerId


class Unmuted(Tagged, tag="unmuted"):
    """A mute was lifted."""

    at: Instant
    player: PlayerId


class Kicked(Tagged, tag="kicked"):
    """A person without a seat was removed, and may come back."""

    at: Instant
    player: PlayerId


class Banned(Tagged, tag="banned"):
    """A person without a seat was removed, and may not come back."""

    at: Instant
    player: PlayerId


class Unbanned(Tagged, tag="unbanned"):
    """A ban was lifted."""

    at: Instant
    player: PlayerId


class WatchPolicyChanged(Tagged, tag="watch_policy_changed"):
    """The host changed who may watch. A viewer who no longer may gets this event, and nothing after it."""

    at: Instant
    watch: WatchPolicy


class Said(Tagged, tag="said"):
    """A line of chat was written."""

    at: Instant
    player: Identity
    text: str
    to: ChatAudience = ChatAudience.ALL


class OutageCredited(Tagged, tag="outage_credited"):
    """The time from ``start`` to ``end`` is not charged to any player; ``end`` may lie a little ahead."""

    at: Instant
    start: Instant
    end: Instant
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


class Closed(Tagged, tag="closed"):
    """The room was closed before its game began."""

    at: Instant
    reason: Closing


class Hidden(Tagged, tag="hidden"):
    """A stand-in for an event that this viewer may not see, so that versions have no gaps. Never in a log."""

    at: Instant


Moderated = Muted | Unmuted | Kicked | Banned | Unbanned
"""Events of moderation by the host."""

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
    | ConditionsSet
    | Gone
    | Returned
    | VacationStarted
    | VacationEnded
    | Moderated
    | WatchPolicyChanged
    | Said
    | OutageCredited
    | Finished
    | Continued
    | AnnotationEvent
    | RatingsChanged
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
            | ConditionsSet() | VacationStarted() | VacationEnded()
            | Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned() | Said()
            | WatchPolicyChanged() | OutageCredited() | Finished() | Continued() | RatingsChanged() | Closed()
            | VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved()
            | Hidden()
        ):  # fmt: skip
            return None
        case _ as unreachable:
            assert_never(unreachable)
