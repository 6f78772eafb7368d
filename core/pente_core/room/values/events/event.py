"""All events of a room as one type, and those that belong to none of the groups."""

from typing import assert_never

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId
from pente_core.room.values.annotations import (
    AnnotationEvent,
    AnnotationRemoved,
    CommentAdded,
    PointsMarked,
    VariationAdded,
)
from pente_core.room.values.commands import ChatAudience
from pente_core.room.values.conditions import PlannedLine
from pente_core.room.values.events.agreements import Accepted, Offered, Paused, Rejected, Resumed, TimeGiven
from pente_core.room.values.events.creation import Created
from pente_core.room.values.events.game import (
    Chosen,
    Continued,
    Finished,
    Moved,
    RatingsChanged,
    Retired,
    Started,
    TakenBack,
)
from pente_core.room.values.events.moderation import (
    Banned,
    Kicked,
    Moderated,
    Muted,
    Unbanned,
    Unmuted,
    WatchPolicyChanged,
)
from pente_core.room.values.events.presence import (
    Gone,
    OutageCredited,
    Returned,
    VacationEnded,
    VacationStarted,
)
from pente_core.room.values.events.seats import Closed, Declined, Joined, Left, Readied
from pente_core.value import Tagged


class ConditionsSet(Tagged, tag="conditions_set"):
    """A player planned answers to moves that opponents may make; nobody else sees that.

    An answer is a `Moved` in the same step as the move before it, at no time on the clock. What was not
    planned for ends the lines that it is not in; any turn but a stone, and a takeback, end them all.
    """

    at: Instant
    player: PlayerId
    lines: tuple[PlannedLine, ...] = ()
    """Empty: the player has withdrawn them."""


class Said(Tagged, tag="said"):
    """A line of chat was written."""

    at: Instant
    player: Identity
    text: str
    to: ChatAudience = ChatAudience.ALL


class Hidden(Tagged, tag="hidden"):
    """A stand-in for an event that this viewer may not see, so that versions have no gaps. Never in a log."""

    at: Instant


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
