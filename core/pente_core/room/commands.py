"""Commands of a room: imperative, and they may be refused.

Annotations are what players and viewers add to a finished game when they look at it together. A *node* is a
place in the tree of a game. The nodes 0, 1, 2 ... are the game after so many of its turns; variations get the
numbers after those, in the order in which they are added. A number never changes its meaning, and is not used
again when a variation is removed.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, get_args

from msgspec import field

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.rating import RatingChange
from pente_core.room import events as ev
from pente_core.room.conditions import PlannedLine
from pente_core.room.offers import OfferKind
from pente_core.room.options import WatchPolicy
from pente_core.room.refusals import Reason
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.value import Tagged, Value, check_says, check_tags

LONGEST_VARIATION: Final = 60
"""Stones that one command may add."""
MOST_MARKED: Final = 20
"""Points that one person may mark at a node."""

_Refusals = Mapping[ev.Status, Reason]
_UNTIL_CLOSED: Final[_Refusals] = {ev.Status.CLOSED: Reason.ROOM_CLOSED}
_BEFORE_THE_GAME: Final[_Refusals] = {
    ev.Status.PLAYING: Reason.STARTED,
    ev.Status.FINISHED: Reason.GAME_OVER,
    ev.Status.CLOSED: Reason.ROOM_CLOSED,
}
_DURING_THE_GAME: Final[_Refusals] = {
    ev.Status.WAITING: Reason.NOT_STARTED,
    ev.Status.FINISHED: Reason.GAME_OVER,
    ev.Status.CLOSED: Reason.ROOM_CLOSED,
}
_FROM_THE_START: Final[_Refusals] = {
    ev.Status.WAITING: Reason.NOT_STARTED,
    ev.Status.CLOSED: Reason.ROOM_CLOSED,
}
_AFTER_THE_GAME: Final[_Refusals] = {
    ev.Status.WAITING: Reason.NOT_OVER,
    ev.Status.PLAYING: Reason.NOT_OVER,
    ev.Status.CLOSED: Reason.ROOM_CLOSED,
}
_UNTIL_THE_END: Final[_Refusals] = {
    ev.Status.FINISHED: Reason.GAME_OVER,
    ev.Status.CLOSED: Reason.ROOM_CLOSED,
}
_ONLY_PLAYING: Final[_Refusals] = dict.fromkeys(set(ev.Status) - {ev.Status.PLAYING}, Reason.NOTHING_DUE)
_ONLY_FINISHED: Final[_Refusals] = dict.fromkeys(set(ev.Status) - {ev.Status.FINISHED}, Reason.NOTHING_DUE)
_ONLY_ALIVE: Final[_Refusals] = dict.fromkeys((ev.Status.FINISHED, ev.Status.CLOSED), Reason.NOTHING_DUE)


class CommandFacts(NamedTuple):
    """What is true of every command of a class. None has a default: a new command says all of them."""

    refused: Mapping[ev.Status, Reason]
    """The reason that a status alone is enough to refuse it for; it may be carried out where none is named.

    A command that needs a seat or the host is refused for the lack of that first.
    """
    can_be_late: bool
    """Whether the end of somebody's time may come before it, so that it is not carried out."""
    is_of_a_position: bool
    """Whether it was made for a position, and is stale in any other one."""
    leads_to: tuple[type[ev.RoomEvent], ...]
    """The events that can follow from it, in the order in which they can follow each other."""


class TaggedCommand(Tagged):
    """The abstract base of the commands of players. A class that does not say its facts is refused."""

    facts: ClassVar[CommandFacts]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_says(cls, "facts", CommandFacts)


class KeeperCommand(Value):
    """The abstract base of the commands that only the keeper of rooms gives; the same is asked of them."""

    facts: ClassVar[CommandFacts]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_says(cls, "facts", CommandFacts)


class Join(TaggedCommand, tag="join"):
    """Take a seat: the given one, or the first that is free."""

    facts = CommandFacts(
        refused=_UNTIL_CLOSED, can_be_late=False, is_of_a_position=False, leads_to=(ev.Joined, ev.Started)
    )

    seat: int | None = None
    password: str = ""
    """The room's password, if it has one; a server checks it before the room decides."""
    accepts_rating: bool = False
    """Whether the player accepts that a rating shows the result of a game that only its players can find.

    Required in a rated room whose options hide its games.
    """


class Leave(TaggedCommand, tag="leave"):
    """Leave a seat before the game starts."""

    facts = CommandFacts(
        refused=_BEFORE_THE_GAME, can_be_late=False, is_of_a_position=False, leads_to=(ev.Left, ev.Closed)
    )


class Decline(TaggedCommand, tag="decline"):
    """Decline an offer, or withdraw one's own; without a kind, decline the invitation to the room."""

    facts = CommandFacts(
        refused=_FROM_THE_START,
        can_be_late=True,
        is_of_a_position=False,
        leads_to=(ev.Rejected, ev.Declined, ev.Closed),
    )

    kind: OfferKind | None = field(default=None, name="offer")


class Ready(TaggedCommand, tag="ready"):
    """Tell the room that the player is ready to start."""

    facts = CommandFacts(
        refused=_BEFORE_THE_GAME, can_be_late=False, is_of_a_position=False, leads_to=(ev.Readied, ev.Started)
    )


class Play(TaggedCommand, tag="play"):
    """Place a stone."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME,
        can_be_late=True,
        is_of_a_position=True,
        leads_to=(ev.Moved, ev.Finished, ev.Continued),
    )

    point: Point


class Choose(TaggedCommand, tag="choose"):
    """Make a choice of a swap opening."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME, can_be_late=True, is_of_a_position=True, leads_to=(ev.Chosen,)
    )

    choice: Choice


class Resign(TaggedCommand, tag="resign"):
    """Resign the game."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME,
        can_be_late=False,
        is_of_a_position=False,
        leads_to=(ev.Retired, ev.Resumed, ev.Finished, ev.Continued),
    )


class Abort(TaggedCommand, tag="abort"):
    """End a game that has barely begun, without a result."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME, can_be_late=True, is_of_a_position=False, leads_to=(ev.Finished,)
    )


class Offer(TaggedCommand, tag="offer"):
    """Make an offer to the other players, or accept the same offer of another player (except a takeback)."""

    facts = CommandFacts(
        refused=_FROM_THE_START,
        can_be_late=True,
        is_of_a_position=False,
        leads_to=(ev.Returned, ev.Offered, ev.Accepted, ev.Paused, ev.Resumed, ev.Finished, ev.Continued),
    )

    kind: OfferKind = field(name="offer")


class Accept(TaggedCommand, tag="accept"):
    """Accept an offer."""

    facts = CommandFacts(
        refused=_FROM_THE_START,
        can_be_late=True,
        is_of_a_position=True,
        leads_to=(ev.Returned, ev.Accepted, ev.Resumed, ev.Paused, ev.TakenBack, ev.Finished, ev.Continued),
    )

    kind: OfferKind = field(name="offer")


class GiveTime(TaggedCommand, tag="give_time"):
    """Give the opponents more time."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME, can_be_late=True, is_of_a_position=False, leads_to=(ev.TimeGiven,)
    )


class Resume(TaggedCommand, tag="resume"):
    """Go on after a pause: the same as an offer to resume, or the answer to it."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME,
        can_be_late=True,
        is_of_a_position=False,
        leads_to=(ev.Returned, ev.Offered, ev.Accepted, ev.Resumed),
    )


class ClaimKind(StrEnum):
    """The ends that can be claimed when opponents have been away too long."""

    WIN = "win"
    """The opponents who have been away too long lose."""
    CANCEL = "cancel"
    """The game ends without a result."""


class Claim(TaggedCommand, tag="claim"):
    """Claim the end of the game, because opponents have been away too long."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME,
        can_be_late=False,
        is_of_a_position=False,
        leads_to=(ev.Retired, ev.Finished, ev.Continued),
    )

    what: ClaimKind = field(name="result")


class SetConditions(TaggedCommand, tag="set_conditions"):
    """Plan answers to moves that opponents may make, instead of those planned before; no lines: none."""

    facts = CommandFacts(
        refused=_DURING_THE_GAME, can_be_late=True, is_of_a_position=True, leads_to=(ev.ConditionsSet,)
    )

    lines: tuple[PlannedLine, ...] = ()
    """Each begins with the next turn, and ends with an answer of the player."""


class Say(TaggedCommand, tag="say"):
    """Write a line of chat, to all or to the viewers only."""

    facts = CommandFacts(
        refused=_UNTIL_CLOSED, can_be_late=False, is_of_a_position=False, leads_to=(ev.Said,)
    )

    text: str
    to: ev.ChatAudience = ev.ChatAudience.ALL


class Mute(TaggedCommand, tag="mute"):
    """Host only: mute a person without a seat in this room."""

    facts = CommandFacts(
        refused=_UNTIL_CLOSED, can_be_late=False, is_of_a_position=False, leads_to=(ev.Muted,)
    )

    player: PlayerId


class Unmute(TaggedCommand, tag="unmute"):
    """Host only: lift a mute."""

    facts = CommandFacts(
        refused=_UNTIL_CLOSED, can_be_late=False, is_of_a_position=False, leads_to=(ev.Unmuted,)
    )

    player: PlayerId


class Kick(TaggedCommand, tag="kick"):
    """Host only: remove a person without a seat, who may come back."""

    facts = CommandFacts(
        refused=_UNTIL_CLOSED, can_be_late=False, is_of_a_position=False, leads_to=(ev.Kicked,)
    )

    player: PlayerId


class Ban(TaggedCommand, tag="ban"):
    """Host only: remove a person without a seat, who may not come back.

    A ban is for chat and company: a game that everybody may watch can still be seen without an account. Who
    is not to see it needs a room with a password, or one that only invited people may watch.
    """

    facts = CommandFacts(
        refused=_UNTIL_CLOSED, can_be_late=False, is_of_a_position=False, leads_to=(ev.Banned,)
    )

    player: PlayerId


class Unban(TaggedCommand, tag="unban"):
    """Host only: lift a ban."""

    facts = CommandFacts(
        refused=_UNTIL_CLOSED, can_be_late=False, is_of_a_position=False, leads_to=(ev.Unbanned,)
    )

    player: PlayerId


class SetWatchPolicy(TaggedCommand, tag="set_watch_policy"):
    """Host only: change who may watch, until the game is over."""

    facts = CommandFacts(
        refused=_UNTIL_THE_END, can_be_late=False, is_of_a_position=False, leads_to=(ev.WatchPolicyChanged,)
    )

    watch: WatchPolicy


class AddVariation(TaggedCommand, tag="add_variation"):
    """Try other moves in a finished game: from a node on, place these stones.

    What is there already is not added again. Where a choice of an opening is due, it is *stay*.
    """

    facts = CommandFacts(
        refused=_AFTER_THE_GAME, can_be_late=False, is_of_a_position=False, leads_to=(ev.VariationAdded,)
    )

    node: int
    points: tuple[Point, ...]


class AddComment(TaggedCommand, tag="add_comment"):
    """Comment on a node of a finished game."""

    facts = CommandFacts(
        refused=_AFTER_THE_GAME, can_be_late=False, is_of_a_position=False, leads_to=(ev.CommentAdded,)
    )

    node: int
    text: str


class MarkPoints(TaggedCommand, tag="mark_points"):
    """Draw attention to points at a node of a finished game, in place of those marked there before."""

    facts = CommandFacts(
        refused=_AFTER_THE_GAME, can_be_late=False, is_of_a_position=False, leads_to=(ev.PointsMarked,)
    )

    node: int
    points: tuple[Point, ...]
    """None: take the marks away."""


class RemoveAnnotation(TaggedCommand, tag="remove_annotation"):
    """Remove a variation, a comment or marks. The host may remove all, others only what is their own."""

    facts = CommandFacts(
        refused=_AFTER_THE_GAME, can_be_late=False, is_of_a_position=False, leads_to=(ev.AnnotationRemoved,)
    )

    number: int
    """The version of the room that the event of the annotation led to."""


class Tick(KeeperCommand):
    """Keeper only: act on a deadline that may have passed."""

    facts = CommandFacts(
        refused=_ONLY_ALIVE,
        can_be_late=False,
        is_of_a_position=False,
        leads_to=(ev.Left, ev.Closed, ev.Retired, ev.Resumed, ev.Finished, ev.Continued),
    )


class CreditOutage(KeeperCommand):
    """Keeper only: do not charge the outage from ``start`` to ``end`` to any player."""

    facts = CommandFacts(
        refused=_ONLY_ALIVE, can_be_late=False, is_of_a_position=False, leads_to=(ev.OutageCredited,)
    )

    start: Instant
    end: Instant


class MarkAbsent(KeeperCommand):
    """Keeper only: the player of a seat has lost the connection."""

    facts = CommandFacts(refused=_ONLY_ALIVE, can_be_late=False, is_of_a_position=False, leads_to=(ev.Gone,))

    seat: int


class MarkPresent(KeeperCommand):
    """Keeper only: the player of a seat is connected again."""

    facts = CommandFacts(
        refused=_ONLY_ALIVE,
        can_be_late=False,
        is_of_a_position=False,
        leads_to=(ev.Returned, ev.Readied, ev.Started),
    )

    seat: int


class MarkVacation(KeeperCommand):
    """Keeper only: a player is on vacation until a moment, or no longer if it is past."""

    facts = CommandFacts(
        refused=_ONLY_PLAYING,
        can_be_late=False,
        is_of_a_position=False,
        leads_to=(ev.VacationStarted, ev.VacationEnded),
    )

    player: PlayerId
    until: Instant


class Rate(KeeperCommand):
    """Keeper only: record how the finished game has changed the players' ratings."""

    facts = CommandFacts(
        refused=_ONLY_FINISHED, can_be_late=False, is_of_a_position=False, leads_to=(ev.RatingsChanged,)
    )

    changes: tuple[RatingChange, ...]


AnnotationCommand = AddVariation | AddComment | MarkPoints | RemoveAnnotation
"""Commands of players and viewers in a finished room."""
Moderation = Mute | Unmute | Kick | Ban | Unban
"""Commands of the host about other people."""
Negotiation = Offer | Accept | Decline | GiveTime | Resume
"""What the players of a game offer, answer and give each other."""

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

KeeperOnly = Tick | CreditOutage | MarkAbsent | MarkPresent | MarkVacation | Rate
"""Commands of the keeper of rooms."""

Command = PlayerCommand | KeeperOnly
"""All commands: of clients, and of the keeper."""

AFTER_THE_FLAG: Final = (ev.Retired, ev.Finished, ev.Continued)
"""The events that follow instead from any command to the game, if a flag has fallen before it came."""
BY_THE_SERVER: Final = (
    ev.Created,
    *dict.fromkeys(event for each in get_args(KeeperOnly) for event in each.facts.leads_to),
)
"""The events to which no command of a player leads: what deadlines, connections and ratings bring."""

check_tags(get_args(PlayerCommand))
