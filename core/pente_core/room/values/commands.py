"""Commands of a room: imperative, and they may be refused."""

from enum import StrEnum

from msgspec import field

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.rating import RatingChange
from pente_core.room.values.annotations import AnnotationCommand
from pente_core.room.values.conditions import PlannedLine
from pente_core.room.values.offers import OfferKind
from pente_core.room.values.options import WatchPolicy
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.value import Tagged, Value


class ChatAudience(StrEnum):
    """The readers of a line of chat."""

    ALL = "all"
    """Everyone in the room."""
    WATCHERS = "watchers"
    """Viewers without a seat."""


class Join(Tagged, tag="join"):
    """Take a seat: the given one, or the first that is free."""

    seat: int | None = None
    password: str = ""
    """The room's password, if it has one; a server checks it before the room decides."""
    accepts_rating: bool = False
    """Whether the player accepts that a rating shows the result of a game that only its players can find.

    Required in a rated room whose options hide its games.
    """


class Leave(Tagged, tag="leave"):
    """Leave a seat before the game starts."""


class Decline(Tagged, tag="decline"):
    """Decline an offer, or withdraw one's own; without a kind, decline the invitation to the room."""

    kind: OfferKind | None = field(default=None, name="offer")


class Play(Tagged, tag="play"):
    """Place a stone."""

    point: Point


class Choose(Tagged, tag="choose"):
    """Make a choice of a swap opening."""

    choice: Choice


class Resign(Tagged, tag="resign"):
    """Resign the game."""


class Offer(Tagged, tag="offer"):
    """Make an offer to the other players, or accept the same offer of another player (except a takeback)."""

    kind: OfferKind = field(name="offer")


class Accept(Tagged, tag="accept"):
    """Accept an offer."""

    kind: OfferKind = field(name="offer")


class GiveTime(Tagged, tag="give_time"):
    """Give the opponents more time."""


class Resume(Tagged, tag="resume"):
    """Go on after a pause: the same as an offer to resume, or the answer to it."""


class SetConditions(Tagged, tag="set_conditions"):
    """Plan answers to moves that opponents may make, instead of those planned before; no lines: none."""

    lines: tuple[PlannedLine, ...] = ()
    """Each begins with the next turn, and ends with an answer of the player."""


class Ready(Tagged, tag="ready"):
    """Tell the room that the player is ready to start."""


class Abort(Tagged, tag="abort"):
    """End a game that has barely begun, without a result."""


class ClaimKind(StrEnum):
    """The ends that can be claimed when opponents have been away too long."""

    WIN = "win"
    """The opponents who have been away too long lose."""
    CANCEL = "cancel"
    """The game ends without a result."""


class Claim(Tagged, tag="claim"):
    """Claim the end of the game, because opponents have been away too long."""

    what: ClaimKind = field(name="result")


class Mute(Tagged, tag="mute"):
    """Host only: mute a person without a seat in this room."""

    player: PlayerId


class Unmute(Tagged, tag="unmute"):
    """Host only: lift a mute."""

    player: PlayerId


class Kick(Tagged, tag="kick"):
    """Host only: remove a person without a seat, who may come back."""

    player: PlayerId


class Ban(Tagged, tag="ban"):
    """Host only: remove a person without a seat, who may not come back.

    A ban is for chat and company: a game that everybody may watch can still be seen without an account. Who
    is not to see it needs a room with a password, or one that only invited people may watch.
    """

    player: PlayerId


class Unban(Tagged, tag="unban"):
    """Host only: lift a ban."""

    player: PlayerId


class SetWatchPolicy(Tagged, tag="set_watch_policy"):
    """Host only: change who may watch, until the game is over."""

    watch: WatchPolicy


class Say(Tagged, tag="say"):
    """Write a line of chat, to all or to the viewers only."""

    text: str
    to: ChatAudience = ChatAudience.ALL


class Tick(Value):
    """Keeper only: act on a deadline that may have passed."""


class CreditOutage(Value):
    """Keeper only: do not charge the outage from ``start`` to ``end`` to any player."""

    start: Instant
    end: Instant


class MarkAbsent(Value):
    """Keeper only: the player of a seat has lost the connection."""

    seat: int


class MarkPresent(Value):
    """Keeper only: the player of a seat is connected again."""

    seat: int


class MarkVacation(Value):
    """Keeper only: a player is on vacation until a moment, or no longer if it is past."""

    player: PlayerId
    until: Instant


class Rate(Value):
    """Keeper only: record how the finished game has changed the players' ratings."""

    changes: tuple[RatingChange, ...]


Moderation = Mute | Unmute | Kick | Ban | Unban
"""Commands of the host about other people."""

PlayerCommand = (
    Join
    | Leave
    | Decline
    | Ready
    | Play
    | Choose
    | Resign
    | Abort
    | Offer
    | Accept
    | GiveTime
    | Resume
    | Claim
    | SetConditions
    | Say
    | AnnotationCommand
    | Moderation
    | SetWatchPolicy
)
"""Commands that clients may send."""

Command = PlayerCommand | Tick | CreditOutage | MarkAbsent | MarkPresent | MarkVacation | Rate
"""All commands: of clients, and of the keeper."""
