"""The events that each command can lead to, in one explicit table; a test plays rooms and compares."""

from collections.abc import Mapping
from typing import Final

from pente_core.room import (
    Abort,
    Accept,
    Accepted,
    Ban,
    Banned,
    Choose,
    Chosen,
    Claim,
    Closed,
    Continued,
    Created,
    Decline,
    Declined,
    Finished,
    GiveTime,
    Gone,
    Join,
    Joined,
    Kick,
    Kicked,
    Leave,
    Left,
    Moved,
    Mute,
    Muted,
    Offer,
    Offered,
    OutageCredited,
    Paused,
    Play,
    RatingsChanged,
    Readied,
    Ready,
    Rejected,
    Resign,
    Resume,
    Resumed,
    Retired,
    Returned,
    Said,
    Say,
    SetWatchPolicy,
    Started,
    TakenBack,
    TimeGiven,
    Unban,
    Unbanned,
    Unmute,
    Unmuted,
    WatchPolicyChanged,
)

_AGREED: Final = (Paused, TakenBack, Finished, Continued)
"""What follows once all have agreed."""
_OUT: Final = (Retired, Finished, Continued)
"""What follows when a seat leaves the game."""

CONSEQUENCES: Final[Mapping[type, tuple[type, ...]]] = {
    Join: (Joined, Started),
    Leave: (Left, Closed),
    Decline: (Rejected, Declined, Closed),
    Ready: (Readied, Started),
    Play: (Moved, Finished, Continued),
    Choose: (Chosen,),
    Resign: _OUT,
    Abort: (Finished,),
    Offer: (Offered, Accepted, Paused, Finished, Continued),
    Accept: (Accepted, *_AGREED),
    GiveTime: (TimeGiven,),
    Resume: (Resumed,),
    Claim: _OUT,
    Say: (Said,),
    Mute: (Muted,),
    Unmute: (Unmuted,),
    Kick: (Kicked,),
    Ban: (Banned,),
    Unban: (Unbanned,),
    SetWatchPolicy: (WatchPolicyChanged,),
}
"""The events of each command, in the order in which they can follow each other."""
AFTER_THE_FLAG: Final = _OUT
"""What follows instead from any command to the game, if a flag has fallen before it came."""
BY_THE_SERVER: Final = (Created, Closed, *_OUT, Resumed, Gone, Returned, OutageCredited, RatingsChanged)
"""The events to which no command of a player leads: what deadlines, connections and ratings bring."""
