"""Events of a room: past tense, and never refused. The log of a room is a list of them.

``at`` is the moment by the store's clock. ``remaining`` is the time on each seat's clock after
the event, in milliseconds; it is empty where time is unlimited.
"""

from pente_core.room.values.events.agreements import Accepted, Offered, Paused, Rejected, Resumed, TimeGiven
from pente_core.room.values.events.creation import (
    CLOCKS_FROM,
    IDLE,
    LOG_FORMAT,
    OLDEST_WRITTEN,
    PEOPLE_FROM,
    Created,
)
from pente_core.room.values.events.event import ConditionsSet, Event, Hidden, Said, TurnEvent, turn_event
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
from pente_core.room.values.events.seats import Closed, Closing, Declined, Joined, Left, Readied

__all__ = [
    "CLOCKS_FROM",
    "IDLE",
    "LOG_FORMAT",
    "OLDEST_WRITTEN",
    "PEOPLE_FROM",
    "Accepted",
    "Banned",
    "Chosen",
    "Closed",
    "Closing",
    "ConditionsSet",
    "Continued",
    "Created",
    "Declined",
    "Event",
    "Finished",
    "Gone",
    "Hidden",
    "Joined",
    "Kicked",
    "Left",
    "Moderated",
    "Moved",
    "Muted",
    "Offered",
    "OutageCredited",
    "Paused",
    "RatingsChanged",
    "Readied",
    "Rejected",
    "Resumed",
    "Retired",
    "Returned",
    "Said",
    "Started",
    "TakenBack",
    "TimeGiven",
    "TurnEvent",
    "Unbanned",
    "Unmuted",
    "VacationEnded",
    "VacationStarted",
    "WatchPolicyChanged",
    "turn_event",
]
