"""What the driver asks for, as the maps that version 1 of the protocol has.

Not made by this checkout's codec: the same driver drives the servers of an older or newer one.
"""

from itertools import count
from typing import Final

from pente_protocol.messages import Wire
from tests.bench.wire.move_script import RULESET

BROWSE: Final[Wire] = {"t": "browse"}
UNBROWSE: Final[Wire] = {"t": "unbrowse"}
NO_MARK: Final = "no mark is known"
"""As long as a mark."""

_COMMANDS: Final = count(1)


def create(*, is_rated: bool = False) -> Wire:
    """Open a room and take its first seat; the other players of the driver are bots."""
    game = {"ruleset": RULESET, "time": "60+5", "seat": 0, "options": {"rated": is_rated, "bots": "anybody"}}
    return {"t": "create", "command_id": _command_id(), **game}


def watch(room: str) -> Wire:
    return {"t": "watch", "room": room}


def unwatch(room: str) -> Wire:
    return {"t": "unwatch", "room": room}


def join(room: str) -> Wire:
    return _act(room, {"t": "join"})


def play(room: str, base: int, point: int) -> Wire:
    """Play a move on a version whose mark is to be put in the place of ``NO_MARK``."""
    return {**_act(room, {"t": "play", "point": point}), "base": {"version": base, "mark": NO_MARK}}


def resign(room: str) -> Wire:
    return _act(room, {"t": "resign"})


def _act(room: str, command: Wire) -> Wire:
    return {"t": "act", "room": room, "command_id": _command_id(), "command": command}


def _command_id() -> str:
    return f"bench{next(_COMMANDS):08}"
