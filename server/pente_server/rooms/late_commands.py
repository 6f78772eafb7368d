"""Commands that come too late: the flag has fallen first."""

from collections.abc import Sequence
from typing import Final

from pente_core.room import (
    Abort,
    Accept,
    Choose,
    Command,
    Continued,
    Decline,
    Event,
    Finished,
    GiveTime,
    Moved,
    Offer,
    Play,
    Resume,
    Retired,
)
from pente_core.rules.outcome import Termination

_LATE: Final = (Play, Choose, Abort, Offer, Accept, GiveTime, Resume)


def can_be_late(command: Command) -> bool:
    """Whether the fall of a flag keeps a command from being carried out."""
    return isinstance(command, _LATE) or (isinstance(command, Decline) and command.kind is not None)


def is_flag_fall(last: Sequence[Event]) -> bool:
    """Whether a command that led to these events came too late: all that happened was the fall of a flag."""
    match last:
        case (Moved(),):  # first, as nearly all are
            return False
        case (*before, Continued()):
            return bool(before) and is_flag_fall(before)
        case (*_, Retired()):
            return True
        case (*_, Retired(), Finished()):
            return True
        case (*_, Finished(termination=Termination.TIME)):
            return True
        case _:
            return False
