"""Events of a room: past tense, and never refused. The log of a room is a list of them.

``at`` is the moment by the store's clock. ``remaining`` is the time on each seat's clock after
the event, in milliseconds; it is empty where time is unlimited.
"""

from collections.abc import Collection
from enum import Enum, StrEnum
from typing import Any, ClassVar, Final, NamedTuple, TypeGuard, get_args

from msgspec import field
from msgspec.structs import fields

from pente_core.clock.clock import Odds, TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, PlayerId, RoomId
from pente_core.rating import RatingChange
from pente_core.room.conditions import PlannedLine
from pente_core.room.offers import OfferKind
from pente_core.room.options import DEFAULT_OPTIONS, Options, WatchPolicy, check_odds
from pente_core.rules.move import Call, Capture, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.value import OpenEnum, Tagged, check_says, check_tags

LOG_FORMAT: Final = 1
"""The newest format of logs (see `Created.format`), that of new rooms unless older servers share the store.
"""

IDLE: Final = Millis(30 * 24 * 60 * 60 * 1000)
"""How long a game without a clock may stand still, unless the server's host has chosen otherwise: 30 days."""


class Status(StrEnum):
    """The stages of a room."""

    WAITING = "waiting"
    """Seats are free, or players are not ready."""
    PLAYING = "playing"
    """The game goes on."""
    FINISHED = "finished"
    """The game is over."""
    CLOSED = "closed"
    """The room was closed before its game began."""


class ChatAudience(StrEnum):
    """The readers of a line of chat."""

    ALL = "all"
    """Everyone in the room."""
    WATCHERS = "watchers"
    """Viewers without a seat."""


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


class SeenBy(Enum):
    """The people in a room who may see an event; the others get `Hidden`."""

    EVERYBODY = "everybody"
    THOSE_WHO_READ_IT = "those who read it"
    """Not those who have blocked its player, nor those for whom a line of chat is not."""
    ITS_PLAYER = "its player"


class Shift(StrEnum):
    """How an event lets a flag fall later: what of a turn's time is not charged to its player."""

    OUTAGE = "outage"
    """The server was away."""
    PAUSE = "pause"
    """The game was paused, or the player on vacation."""
    GIVEN = "given"
    """The opponent gave it."""


class RecordPart(Enum):
    """The parts of a record that are made from events."""

    ROOM = "room"
    SEATS = "seats"
    TURN = "turn"
    END = "end"
    NOTE = "note"


class EventFacts(NamedTuple):
    """What is true of every event of a class. None has a default: a new event says all of them."""

    stages: frozenset[Status]
    """The stages of a room in which it can happen."""
    seen_by: SeenBy
    record: RecordPart | None
    """The part of a record of the game that it belongs into, if it does."""
    shifts: Shift | None
    """As what it takes or gives time, if it does."""
    clocked: bool
    """Whether it only starts or stops clocks, so that its ``remaining`` follows from the room before it."""
    ends_watching: bool
    """Whether it may end watching for some."""


_ALL: Final = SeenBy.EVERYBODY
_NEVER: Final = frozenset[Status]()
_WAITING: Final = frozenset({Status.WAITING})
_PLAYING: Final = frozenset({Status.PLAYING})
_FINISHED: Final = frozenset({Status.FINISHED})
_UNTIL_END: Final = frozenset({Status.WAITING, Status.PLAYING})
_FROM_START: Final = frozenset({Status.PLAYING, Status.FINISHED})
_EVER: Final = frozenset(Status)


class RoomEvent(Tagged):
    """The abstract base of all events. A class that does not say its facts is refused."""

    facts: ClassVar[EventFacts]

    at: Instant

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_says(cls, "facts", EventFacts)


class Created(RoomEvent, tag="created"):
    """A room was opened; always the first event. Seats are kept free for the invited.

    Raises BadSetup when the game can't begin from ``setup``, and BadTimeControl for time odds that do not fit
    the ruleset.
    """

    facts = EventFacts(
        stages=_NEVER, seen_by=_ALL, record=RecordPart.ROOM, shifts=None, clocked=False, ends_watching=False
    )
    by: Identity = field(name="host")
    ruleset: Ruleset
    time: TimeControl
    invited: tuple[Identity, ...] = ()
    options: Options = DEFAULT_OPTIONS
    continues: RoomId = NO_ROOM
    """The id of the room whose players go on here, if there is one."""
    number: int = 1
    """Which game of these players it is, counted from the first of the rooms that follow each other."""
    format: int = 1
    """The format of the room's log. Programs read older formats, and refuse newer ones."""
    idle: Millis = IDLE
    """How long a game without a clock may stand still before it is aborted, and a room for correspondence may
    wait for players. It stands here so that every server ends it at the same moment.
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
    def game_of_set(self) -> int:
        """Which game of a set of two it is, 1 or 2; 0: it is part of none."""
        return 2 - self.number % 2 if self.options.games == 2 else 0

    @property
    def is_even(self) -> bool:
        """Whether the game begins on the empty board, and no side has a handicap."""
        return self.setup is None and not self.ruleset.goals and not isinstance(self.time, Odds)


class Joined(RoomEvent, tag="joined"):
    """A player took a seat."""

    facts = EventFacts(
        stages=_WAITING,
        seen_by=_ALL,
        record=RecordPart.SEATS,
        shifts=None,
        clocked=False,
        ends_watching=False,
    )
    seat: int
    player: Identity


class Left(RoomEvent, tag="left"):
    """A player left a seat before the game began."""

    facts = EventFacts(
        stages=_WAITING, seen_by=_ALL, record=RecordPart.SEATS, shifts=None, clocked=False, ends_watching=True
    )
    seat: int


class Declined(RoomEvent, tag="declined"):
    """An invited player declined."""

    facts = EventFacts(
        stages=_WAITING, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    player: Identity


class Readied(RoomEvent, tag="readied"):
    """A player is ready for the game to begin, or is there while its clocks wait for the players."""

    facts = EventFacts(
        stages=_UNTIL_END, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    seat: int


class Closed(RoomEvent, tag="closed"):
    """The room was closed before its game began."""

    facts = EventFacts(
        stages=_WAITING, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    reason: Closing


class Started(RoomEvent, tag="started"):
    """All seats are taken and the clock runs."""

    facts = EventFacts(
        stages=_WAITING, seen_by=_ALL, record=None, shifts=None, clocked=True, ends_watching=False
    )
    remaining: tuple[Millis, ...] = ()
    clocks_from: Instant | None = None
    """When the clocks begin to run at the latest: before that, as soon as all players are ready or the first
    turn is taken. None: at once."""


class Moved(RoomEvent, tag="moved"):
    """A stone was placed."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=RecordPart.TURN, shifts=None, clocked=False, ends_watching=False
    )
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
    """The part of the time that was lag and is not charged (see `pente_core.clock.clock`)."""


class Chosen(RoomEvent, tag="chosen"):
    """A player made a choice of a swap opening; a swap exchanges the players' seats."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=RecordPart.TURN, shifts=None, clocked=False, ends_watching=False
    )
    seat: int
    """The seat that chose, before the swap."""
    choice: Choice
    remaining: tuple[Millis, ...] = ()
    lag: Millis = Millis(0)


class Retired(RoomEvent, tag="retired"):
    """A seat left the game while others play on; only with more than two sides."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=RecordPart.TURN, shifts=None, clocked=False, ends_watching=False
    )
    seat: int
    reason: Termination
    remaining: tuple[Millis, ...] = ()


class TakenBack(RoomEvent, tag="taken_back"):
    """The last turns were taken back, and the clocks are as they were before them."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=RecordPart.TURN, shifts=None, clocked=False, ends_watching=False
    )
    seat: int
    """The seat to act again."""
    turn_count: int
    """How many turns of the game are left. When a swap is not among them any more, the players have
    changed back."""
    remaining: tuple[Millis, ...] = ()


class Finished(RoomEvent, tag="finished"):
    """The game is over."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=RecordPart.END, shifts=None, clocked=False, ends_watching=False
    )
    termination: Termination
    winners: tuple[int, ...] = ()
    """The seats that won; empty for a draw or an aborted game."""
    lines: tuple[tuple[Point, ...], ...] = ()
    remaining: tuple[Millis, ...] = ()
    no_show: tuple[int, ...] = ()
    """The seats whose players made no first move, for which the game was aborted."""


class Continued(RoomEvent, tag="continued"):
    """The players continue in another room, with seats exchanged."""

    facts = EventFacts(
        stages=_FINISHED, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    room: RoomId
    """Its id, known only to those who see this event."""


class RatingsChanged(RoomEvent, tag="ratings_changed"):
    """The finished game changed the players' ratings."""

    facts = EventFacts(
        stages=_FINISHED, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    changes: tuple[RatingChange, ...]


class Offered(RoomEvent, tag="offered"):
    """A player made an offer to the others."""

    facts = EventFacts(
        stages=_FROM_START, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    seat: int
    kind: OfferKind = field(name="offer")
    until: Instant | None = None
    """Of an offer to resume: when the game goes on at the latest."""


class Accepted(RoomEvent, tag="accepted"):
    """A player accepted an offer; once all have, the offer takes effect."""

    facts = EventFacts(
        stages=_FROM_START, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    seat: int
    kind: OfferKind = field(name="offer")


class Rejected(RoomEvent, tag="rejected"):
    """A player declined an offer, or withdrew their own, which ends it."""

    facts = EventFacts(
        stages=_FROM_START, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    seat: int
    kind: OfferKind = field(name="offer")


class TimeGiven(RoomEvent, tag="time_given"):
    """A player gave each opponent more time."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=None, shifts=Shift.GIVEN, clocked=False, ends_watching=False
    )
    seat: int
    """The seat that gave the time."""
    span: Millis
    remaining: tuple[Millis, ...]


class Paused(RoomEvent, tag="paused"):
    """The game was paused by agreement: no clock runs, and no player may move.

    If nobody offers to resume it within a week, it is aborted.
    """

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=None, shifts=Shift.PAUSE, clocked=True, ends_watching=False
    )
    remaining: tuple[Millis, ...] = ()


class Resumed(RoomEvent, tag="resumed"):
    """The pause ended: all wanted to go on, the seat last. Without a seat: it was announced for that time."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=None, shifts=Shift.PAUSE, clocked=True, ends_watching=False
    )
    seat: int | None = None
    remaining: tuple[Millis, ...] = ()


class ConditionsSet(RoomEvent, tag="conditions_set"):
    """A player planned answers to moves that opponents may make; nobody else sees that.

    An answer is a `Moved` in the same step as the move before it, at no time on the clock. What was not
    planned for ends the lines that it is not in; any turn but a stone, and a takeback, end them all.
    """

    facts = EventFacts(
        stages=_PLAYING,
        seen_by=SeenBy.ITS_PLAYER,
        record=None,
        shifts=None,
        clocked=False,
        ends_watching=False,
    )
    player: PlayerId
    lines: tuple[PlannedLine, ...] = ()
    """Empty: the player has withdrawn them."""


class Gone(RoomEvent, tag="gone"):
    """A player lost the connection, in a game or in a room that waits for players."""

    facts = EventFacts(
        stages=_UNTIL_END, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    seat: int
    until: Instant
    """From then on the opponents may claim the end of the game, or keep waiting. In a room that waits for
    players the seat is given up then.
    """


class Returned(RoomEvent, tag="returned"):
    """A player who was away is connected again."""

    facts = EventFacts(
        stages=_UNTIL_END, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    seat: int


class VacationStarted(RoomEvent, tag="vacation_started"):
    """A player is on vacation, or stays longer: until then their own clock stands still."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=None, shifts=Shift.PAUSE, clocked=True, ends_watching=False
    )
    seat: int
    until: Instant
    remaining: tuple[Millis, ...] = ()


class VacationEnded(RoomEvent, tag="vacation_ended"):
    """A player is back from a vacation before it was to end."""

    facts = EventFacts(
        stages=_PLAYING, seen_by=_ALL, record=None, shifts=Shift.PAUSE, clocked=True, ends_watching=False
    )
    seat: int
    remaining: tuple[Millis, ...] = ()


class OutageCredited(RoomEvent, tag="outage_credited"):
    """The time from ``start`` to ``end`` is not charged to any player; ``end`` may lie a little ahead."""

    facts = EventFacts(
        stages=_EVER, seen_by=_ALL, record=None, shifts=Shift.OUTAGE, clocked=True, ends_watching=False
    )
    start: Instant
    end: Instant
    remaining: tuple[Millis, ...] = ()


class Muted(RoomEvent, tag="muted"):
    """A person without a seat was muted."""

    facts = EventFacts(
        stages=_EVER, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    player: PlayerId


class Unmuted(RoomEvent, tag="unmuted"):
    """A mute was lifted."""

    facts = EventFacts(
        stages=_EVER, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    player: PlayerId


class Kicked(RoomEvent, tag="kicked"):
    """A person without a seat was removed, and may come back."""

    facts = EventFacts(
        stages=_EVER, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=True
    )
    player: PlayerId


class Banned(RoomEvent, tag="banned"):
    """A person without a seat was removed, and may not come back."""

    facts = EventFacts(
        stages=_EVER, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=True
    )
    player: PlayerId


class Unbanned(RoomEvent, tag="unbanned"):
    """A ban was lifted."""

    facts = EventFacts(
        stages=_EVER, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )
    player: PlayerId


class WatchPolicyChanged(RoomEvent, tag="watch_policy_changed"):
    """The host changed who may watch. A viewer who no longer may gets this event, and nothing after it."""

    facts = EventFacts(
        stages=_UNTIL_END, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=True
    )
    watch: WatchPolicy


class Said(RoomEvent, tag="said"):
    """A line of chat was written."""

    facts = EventFacts(
        stages=_EVER,
        seen_by=SeenBy.THOSE_WHO_READ_IT,
        record=None,
        shifts=None,
        clocked=False,
        ends_watching=False,
    )
    player: Identity
    text: str
    to: ChatAudience = ChatAudience.ALL


class VariationAdded(RoomEvent, tag="variation_added"):
    """A variation was added. Its nodes get the next numbers."""

    facts = EventFacts(
        stages=_FINISHED,
        seen_by=_ALL,
        record=RecordPart.NOTE,
        shifts=None,
        clocked=False,
        ends_watching=False,
    )
    player: Identity
    node: int
    """The node that it goes on from."""
    points: tuple[Point, ...]


class CommentAdded(RoomEvent, tag="comment_added"):
    """A comment on a node was added."""

    facts = EventFacts(
        stages=_FINISHED,
        seen_by=SeenBy.THOSE_WHO_READ_IT,
        record=RecordPart.NOTE,
        shifts=None,
        clocked=False,
        ends_watching=False,
    )
    player: Identity
    node: int
    text: str


class PointsMarked(RoomEvent, tag="points_marked"):
    """A person has marked points at a node, in place of those that they had marked there before."""

    facts = EventFacts(
        stages=_FINISHED,
        seen_by=SeenBy.THOSE_WHO_READ_IT,
        record=RecordPart.NOTE,
        shifts=None,
        clocked=False,
        ends_watching=False,
    )
    player: Identity
    node: int
    points: tuple[Point, ...]


class AnnotationRemoved(RoomEvent, tag="annotation_removed"):
    """An annotation was removed; with a variation, all that was added in it."""

    facts = EventFacts(
        stages=_FINISHED,
        seen_by=_ALL,
        record=RecordPart.NOTE,
        shifts=None,
        clocked=False,
        ends_watching=False,
    )
    player: Identity
    """The person who removed it."""
    number: int
    """The version of the room that the event of the annotation led to."""


class Hidden(RoomEvent, tag="hidden"):
    """A stand-in for an event that this viewer may not see, so that versions have no gaps. Never in a log."""

    facts = EventFacts(
        stages=_EVER, seen_by=_ALL, record=None, shifts=None, clocked=False, ends_watching=False
    )


AnnotationEvent = VariationAdded | CommentAdded | PointsMarked | AnnotationRemoved
"""Events of a finished room, about its game."""
Moderated = Muted | Unmuted | Kicked | Banned | Unbanned
"""Events of moderation by the host."""
TurnEvent = Moved | Chosen | Retired | TakenBack
"""Events that change the turns of the game."""

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


def is_turn(event: Event) -> TypeGuard[TurnEvent]:
    """Whether an event changes the turns of its game."""
    return event.facts.record is RecordPart.TURN


def check_events(events: Collection[Any], turns: Collection[Any]) -> None:
    """Check what can be seen only of whole classes, all of them and those of turns. Raises TypeError."""
    if set(turns) != {event for event in events if event.facts.record is RecordPart.TURN}:
        raise TypeError("TurnEvent must have the events that are recorded as turns, and no other")
    for event in events:
        names = {field.name for field in fields(event)}
        if not event.facts.clocked <= ("remaining" in names):
            raise TypeError(f"{event.__name__} starts or stops clocks, and must have what remains on them")
        if event.facts.seen_by is not SeenBy.EVERYBODY and "player" not in names:
            raise TypeError(f"{event.__name__} must have the player whom those who see it depend on")


check_tags(get_args(Event))
check_events(get_args(Event), get_args(TurnEvent))
