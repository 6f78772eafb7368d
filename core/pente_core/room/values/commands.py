"""Commands of a room: imperative, and they may be refused."""

from dataclasses import dataclass
from enum import StrEnum

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.rating import RatingChange
from pente_core.room.values.offers import OfferKind
from pente_core.room.values.options import WatchPolicy
from pente_core.rules.move import Choice
from pente_core.rules.point import Point


class ChatAudience(StrEnum):
    """The readers of a line of chat."""

    ALL = "all"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat: the given one, or the first that is free."""

    seat: int | None = None
    password: str = ""
    """The room's password, if it has one; a server checks it before the room decides."""
    accepts_rating: bool = False
    """Whether the player accepts that a rating shows the result of a game that only its players can find.

    Required in a rated room whose options hide its games.
    """


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave a seat before the game starts."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline an offer; without a kind, decline the invitation to the room."""

    kind: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Place a stone."""

    point: Point


@dataclass(frozen=True, slots=True)
class Choose:
    """Make a choice of a swap opening."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign the game."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Make an offer to the other players, or accept the same offer of another player (except a takeback)."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept an offer."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give the opponents more time."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End a pause."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Tell the room that the player is ready to start."""


@dataclass(frozen=True, slots=True)
class Abort:
    """End a game that has barely begun, without a result."""


class ClaimKind(StrEnum):
    """The ends that can be claimed when opponents have been away too long."""

    WIN = "win"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the end of the game, because opponents have been away too long."""

    what: ClaimKind


@dataclass(frozen=True, slots=True)
class Mute:
    """Host only: mute a person without a seat in this room."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Unmute:
    """Host only: lift a mute."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Kick:
    """Host only: remove a person without a seat, who may come back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Ban:
    """Host only: remove a person without a seat, who may not come back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Unban:
    """Host only: lift a ban."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SetWatchPolicy:
    """Host only: change who may watch, until the game is over."""

    watch: WatchPolicy


@dataclass(frozen=True, slots=True)
class Say:
    """Write a line of chat, to all or to the watchers only."""

    text: str
    to: ChatAudience = ChatAudience.ALL


@dataclass(frozen=True, slots=True)
class Tick:
    """Keeper only: act on a deadline that may have passed."""


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """Keeper only: do not charge the outage from ``start`` to ``end`` to any player."""

    start: Instant
    end: Instant


@dataclass(frozen=True, slots=True)
class MarkAbsent:
    """Keeper only: the player of a seat has lost the connection."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarkPresent:
    """Keeper only: the player of a seat is connected again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rate:
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
    | Say
    | Moderation
    | SetWatchPolicy
)
"""Commands that clients may send."""

Command = PlayerCommand | Tick | CreditOutage | MarkAbsent | MarkPresent | Rate
"""All commands: of clients, and of the keeper."""
