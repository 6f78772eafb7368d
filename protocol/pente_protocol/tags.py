"""The tags of everything that is sent or stored.

A tag is the value of ``t`` in a map. The definition of each class names its own, and here they are collected
from the unions that the classes are members of. Logs of rooms and exports must stay readable for ever, and
peers may have other releases, so a tag never changes and is never reused for something else. Classes may be
renamed at any time, because their names are not used.

The values of enumerations such as `Termination`, `Reason` and `Choice` are defined in those enumerations;
they never change either.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import UnionType
from typing import Final, get_args

from pente_core.clock.time_control import TimeControl
from pente_core.rating import Result
from pente_core.room import Event, PlayerCommand
from pente_protocol.messages import ClientMessage, ServerMessage, SignIn


def _tags(union: UnionType) -> Mapping[type, str]:
    """The tag of each member of a union, as its definition names it."""
    return {type_: type_.__struct_config__.tag for type_ in get_args(union)}


REQUESTS: Final = _tags(ClientMessage)
"""The messages of a client."""
SERVER_MESSAGES: Final = _tags(ServerMessage)
"""The messages of a server."""
COMMANDS: Final = _tags(PlayerCommand)
"""The commands of a player to a room, inside `act`."""
EVENTS: Final = _tags(Event)
"""The events of a room, inside `happened` and in logs."""
TIME_CONTROLS: Final = _tags(TimeControl)
SIGN_INS: Final = _tags(SignIn)
"""How a hello says whose it is."""
LOG_HEADER: Final = "log"
"""The line that begins a log in a file of logs (see `pente_protocol.logs.json_lines`)."""


class ExportTag(StrEnum):
    """The lines of a server's export."""

    HEADER = "export"
    IDENTITY = "identity"
    SERVED = "served"
    ACCOUNT = "account"
    DELETED = "deleted"
    NAME = "name"
    BLOCKED = "blocked"
    FRIENDS = "friends"
    MESSAGES = "messages"
    REPORT = "report"
    STANDING = "standing"
    RESULT = "result"
    ROOM = "room"
    REVIEW = "review"
    PUZZLE = "puzzle"
    END = "end"


RESULTS: Final[Mapping[Result, str]] = {
    Result.WIN: "win",
    Result.DRAW: "draw",
    Result.LOSS: "loss",
}
"""How a game ended for one player, in ledgers and exports."""
RESULT_OF: Final[Mapping[str, Result]] = {name: result for result, name in RESULTS.items()}

_TAGS: Final[Mapping[type, str]] = {
    **REQUESTS,
    **SERVER_MESSAGES,
    **COMMANDS,
    **EVENTS,
    **TIME_CONTROLS,
    **SIGN_INS,
}


def tag_of(type_: type) -> str:
    """The tag of a message, command, event or time control. Raises KeyError for all other types.

    >>> from pente_protocol.messages import Happened
    >>> tag_of(Happened)
    'happened'
    """
    return _TAGS[type_]
