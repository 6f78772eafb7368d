"""The command decider: what follows from a command in a loaded room, or why it is refused."""

from collections.abc import Callable
from typing import NamedTuple

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, RoomId
from pente_core.room import Reason, Refused, Room, Step, may_continue, may_know_all, step
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.limits.command_limits import limits_of
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import ROOM_EVENTS
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.store.sequel_store import SequelStore

CommandResult = int | Exception
"""The version that a command led to, or why there is none: Refused, RequestDenied, UnknownRoom or
StoreUnavailable. After StoreUnavailable the command may have been carried out or not.
"""
OnResult = Callable[[CommandResult], None]
"""Is called once, later, with the result of a command. It must not raise."""


class OtherHistory(Refused):
    """The player saw another history of the room, whose end the store has lost.

    The player needs a snapshot before anything else can be asked of the room.
    """

    def __init__(self) -> None:
        super().__init__(Reason.OTHER_HISTORY)


class RoomCommand(NamedTuple):
    """A command in a room."""

    room_id: RoomId
    command: cmd.Command
    by: Identity | None = None
    """The player; None: the keeper itself."""
    key: CommandKey = CommandKey("")
    """By which it is known when it comes again: it is carried out once for each."""
    base: Checkpoint | None = None
    """What the player saw: a turn, or the acceptance of an offer, is refused as stale if the game has changed
    since, and all but chat if it was another history of the room (`OtherHistory`).
    """
    round_trip: Millis = Millis(0)
    """The measured round-trip time of the player's connection, for lag compensation."""

    def key_in(self, room: Room) -> CommandKey:
        """The command's key, or for one without an id what it is for this version of the room."""
        return self.key if self.key.id else CommandKey(f"{_purpose(self.command)}:{room.version}")


def _purpose(command: cmd.Command) -> str:
    """What tells a keeper's command from others at one version of a room, and is the same at all nodes."""
    match command:
        case cmd.MarkAbsent(seat=seat):
            return f"absent:{seat}"
        case cmd.MarkPresent(seat=seat):
            return f"present:{seat}"
        case cmd.MarkVacation(player=player, until=until):
            return f"vacation:{player}:{until}"
        case _:
            return "tick"


class CommandDecider:
    """Decides commands in loaded rooms."""

    def __init__(self, sequels: SequelStore, now: Callable[[], Instant]) -> None:
        self._sequels = sequels
        self._now = now

    def decide(self, loaded: LoadedRoom, asked: RoomCommand) -> Step:
        """Raises Refused, of which OtherHistory is one, and RequestDenied."""
        if asked.base is not None and not self._is_behind(loaded.room, asked.by):
            _check_base(loaded, asked.command, asked.base)
        now = self._now()
        _check_length(loaded.room, asked.command, now)
        return step(
            loaded.room,
            asked.command,
            by=asked.by,
            now=now,
            round_trip=asked.round_trip,
            sequel=self.sequel(loaded),
        )

    def _is_behind(self, room: Room, by: Identity | None) -> bool:
        """Whether a viewer sees the room as it was a while ago. To call that stale would tell of a move."""
        if room.created.options.viewer_delay is None or by is None:
            return False
        return not may_know_all(room, by.id, self._now())

    def sequel(self, loaded: LoadedRoom) -> RoomId:
        """The id for the room's sequel, drawn when a command may need one first: moves seldom do."""
        if not loaded.sequel and may_continue(loaded.room):
            loaded.sequel = self._sequels.draw(loaded.id)
        return loaded.sequel


def _check_base(loaded: LoadedRoom, command: cmd.Command, base: Checkpoint) -> None:
    """Check that the player saw this history of the room, and the game as it is. Raises Refused."""
    if isinstance(command, cmd.Say):  # it is about whatever its reader sees
        return
    mark = loaded.marks.at(base.version)
    # A base above the version: this node is behind, or the store has lost what the player saw.
    if base.version > loaded.room.version or mark not in (base.mark, None):
        raise OtherHistory
    if command.facts.is_of_a_position and (mark is None or base.version < loaded.room.changed):
        raise Refused(Reason.STALE if base.version else Reason.NO_BASE)


def _check_length(room: Room, command: cmd.Command, now: Instant) -> None:
    """Check what the rules of rooms don't: long logs. Raises RequestDenied."""
    bound = limits_of(command).bound
    if bound is not None and room.version >= bound.logs * ROOM_EVENTS and bound.only(command, now):
        text = f"Too much has happened in this room. {bound.remedy}"
        raise RequestDenied(ErrorCode.TOO_MANY, text)
