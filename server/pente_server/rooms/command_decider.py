"""The command decider: what follows from a command in a loaded room, or why it is refused."""

from collections.abc import Callable
from typing import Final, NamedTuple

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, RoomId
from pente_core.room import (
    Accept,
    Choose,
    Command,
    Join,
    Moderation,
    Play,
    Reason,
    Refused,
    Room,
    Say,
    SetWatchPolicy,
    Step,
    WatchPolicy,
    may_continue,
    step,
)
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import ROOM_EVENTS
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.room_log import CommandKey
from pente_server.store.sequel_store import SequelStore

_BASED: Final = (Play, Choose, Accept)
"""The commands that are refused as stale when they were made for another position."""

CommandResult = int | Exception
"""The version that a command led to, or why there is none."""


class RoomCommand(NamedTuple):
    """A command in a room, and who is to be answered. See `Keeper.begin`."""

    room_id: RoomId
    command: Command
    by: Identity | None
    key: CommandKey
    base: int | None
    round_trip: Millis
    done: Callable[[CommandResult], None]

    def key_in(self, room: Room) -> CommandKey:
        """The command's key, or for one without an id what it is for this version of the room."""
        return self.key if self.key.id else CommandKey(f"tick:{room.version}")


class CommandDecider:
    """Decides commands in loaded rooms."""

    def __init__(self, sequels: SequelStore, now: Callable[[], Instant]) -> None:
        self._sequels = sequels
        self._now = now

    def decide(self, loaded: LoadedRoom, asked: RoomCommand) -> Step:
        """Raises Refused and RequestDenied."""
        _check(loaded.room, asked.command, asked.base)
        return step(
            loaded.room,
            asked.command,
            by=asked.by,
            now=self._now(),
            round_trip=asked.round_trip,
            sequel=self.sequel(loaded),
        )

    def sequel(self, loaded: LoadedRoom) -> RoomId:
        """The id for the room's sequel, drawn when a command may need one first: moves seldom do."""
        if not loaded.sequel and may_continue(loaded.room):
            loaded.sequel = self._sequels.draw(loaded.id)
        return loaded.sequel


def _check(room: Room, command: Command, base: int | None) -> None:
    """Check what the rules of rooms don't: stale commands and long logs. Raises Refused and RequestDenied."""
    # A base above the version: this node is behind, or the store has lost what the player saw.
    if base is not None and isinstance(command, _BASED) and not room.changed <= base <= room.version:
        raise Refused(Reason.STALE)
    # A host may end watching at any time, but not open it again and again.
    # Who may not join can't leave again and again either.
    is_bounded = isinstance(command, Join | Say | Moderation) or command == SetWatchPolicy(
        WatchPolicy.ANYBODY
    )
    if room.version >= ROOM_EVENTS and is_bounded:
        what = "to play" if isinstance(command, Join) else "to chat"
        text = f"Too much has happened in this room. Open another room {what}."
        raise RequestDenied(ErrorCode.TOO_MANY, text)
