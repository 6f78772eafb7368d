"""What a viewer may know of an event: an explicit list, so that a new event is considered here."""

from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Final, assert_never

from pente_core.identity import PlayerId
from pente_core.room.values.annotations import (
    AnnotationRemoved,
    CommentAdded,
    PointsMarked,
    VariationAdded,
)
from pente_core.room.values.commands import ChatAudience
from pente_core.room.values.events import (
    Accepted,
    Banned,
    Chosen,
    Closed,
    ConditionsSet,
    Continued,
    Created,
    Declined,
    Event,
    Finished,
    Gone,
    Hidden,
    Joined,
    Kicked,
    Left,
    Moved,
    Muted,
    Offered,
    OutageCredited,
    Paused,
    RatingsChanged,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Said,
    Started,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    VacationEnded,
    VacationStarted,
    WatchPolicyChanged,
)
from pente_core.value import replace

NOBODY: Final[AbstractSet[PlayerId]] = frozenset()


class Viewer(StrEnum):
    """How an account sees a room: from a seat, or as a watcher."""

    PLAYER = "player"
    WATCHER = "watcher"


def view(
    event: Event, viewer: Viewer, blocked: AbstractSet[PlayerId] = NOBODY, me: PlayerId | None = None
) -> Event:
    """The event as a viewer receives it who has blocked some players; ``me`` is the viewer (None: anybody).

    Chat among watchers is hidden from the players, the chat, comments and marks of blocked players from the
    viewer, conditional moves from all but their owner, and the password's hash from everyone. Variations of
    blocked players are shown, as the numbers of later nodes depend on them.
    """
    match event:
        case Created():
            return shown(event)
        case Said(player=player) if player.id in blocked:
            return Hidden(event.at)
        case CommentAdded(player=player) | PointsMarked(player=player) if player.id in blocked:
            return Hidden(event.at)
        case Said(to=ChatAudience.WATCHERS) if viewer is Viewer.PLAYER:
            return Hidden(event.at)
        case ConditionsSet(player=player) if player != me:
            return Hidden(event.at)
        case (
            Said() | Joined() | Left() | Declined() | Readied() | Started()
            | Moved() | Chosen() | Retired() | TakenBack()
            | Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | Resumed()
            | ConditionsSet() | VacationStarted() | VacationEnded()
            | Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned()
            | WatchPolicyChanged() | OutageCredited() | Finished() | Continued() | RatingsChanged() | Closed()
            | VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved()
            | Hidden()
        ):  # fmt: skip
            return event
        case _ as unreachable:
            assert_never(unreachable)


def shown(created: Created) -> Created:
    """The event without the hash of its password."""
    return replace(created, options=created.options.shown) if created.options.password_hash else created
