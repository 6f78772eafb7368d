"""A room in this process: commands are decided, saved and shown; its clock and computer players are kept."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.connection import MoveExplained, Replica, RequestRejected, RoomAdvanced
from pente_client.local.agreement import decided
from pente_client.local.computer_turns import ComputerTurns, TurnManner
from pente_client.local.new_game import is_worth_keeping
from pente_client.local.ports import Opponent
from pente_client.local.saved_game import SavedGame
from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Reason, Refused, Room, deadline
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.sentences import tell

NOT_SAVED: Final = "not-saved"
"""The code of the rejection of what could not be written."""


def not_saved_text(error: OSError) -> str:
    """Why something was not done that can't be written."""
    return tell("local.not-saved", reason=error.strerror or error)


@dataclass(frozen=True, slots=True)
class RoomHost:
    """What a room needs around it."""

    now: Callable[[], Instant]
    new_id: Callable[[], RoomId]
    notify: Callable[[RoomAdvanced], None]
    """Show an event, which is saved."""
    continued: Callable[[RoomId, Room, RoomId], None]
    """Begin the next game of a room; its id comes last. May raise OSError."""
    failed: Callable[[str], None]
    """End the session, with a sentence that says why."""
    explained: Callable[[MoveExplained], None]
    """Show what a computer player thinks."""
    manner: TurnManner


class LocalRoom:
    """One game. Mutable; it runs tasks, so close it."""

    def __init__(
        self, replica: Replica, saved: SavedGame, opponents: Mapping[PlayerId, Opponent], host: RoomHost
    ) -> None:
        self.replica, self.saved, self._host = replica, saved, host
        self._computer = ComputerTurns(opponents, self, host.manner)
        self._flag: asyncio.TimerHandle | None = None

    @property
    def id(self) -> RoomId:
        return self.replica.id

    @property
    def room(self) -> Room:
        return self.replica.room

    def wake(self) -> None:
        """Let the clock and the computer players go on."""
        self._watch_flag()
        self._computer.wake()

    def now(self) -> Instant:
        return self._host.now()

    def failed(self, text: str) -> None:
        """End the session, with a sentence that says why."""
        self._host.failed(text)

    def explained(self, player: Identity, lines: Sequence[str]) -> None:
        """Show what a computer player thinks."""
        self._host.explained(MoveExplained(self.id, player, tuple(lines)))

    def carry_out(self, command: cmd.Command, by: Identity | None) -> int:
        """Do a command, and show what follows: the version of the room afterwards.

        Raises RequestRejected.
        """
        try:
            result = decided(self.room, command, by=by, now=self._host.now(), sequel=self._host.new_id())
            self.record(result.events)
        except Refused as refused:
            raise RequestRejected(refused.reason, str(refused)) from None
        except OSError as error:
            raise RequestRejected(NOT_SAVED, not_saved_text(error)) from None
        if result.too_late:
            raise RequestRejected(Reason.TOO_LATE, str(Refused(Reason.TOO_LATE)))
        return self.room.version

    def record(self, events: Sequence[ev.Event]) -> None:
        """Save events, then show them. Raises OSError, with nothing changed."""
        self.saved.append(events)
        for event in events:
            before = self.replica.step(self.room.version + 1, event, None)
            assert before is not None
            version = self.room.version
            self._host.notify(RoomAdvanced(self.replica.id, version, event, before, self.room))
            if isinstance(event, ev.Continued):
                self._host.continued(self.replica.id, self.room, RoomId(event.room))
        self.wake()

    async def settled(self) -> None:
        """Wait until no computer player is thinking."""
        await self._computer.settled()

    async def rest(self) -> None:
        """Stop the clock and all thinking, until the game is gone on with."""
        if self._flag is not None:
            self._flag.cancel()
        await self._computer.close()

    async def close(self) -> None:
        """Rest for good. A game that has hardly begun is not kept."""
        await self.rest()
        self.saved.close()
        if not is_worth_keeping(self.room):
            self.saved.path.unlink(missing_ok=True)

    def _watch_flag(self) -> None:
        """Have the flag fall in time. A game that is paused, or has no clock, may stand still for ever."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        runs = self.room.clock.is_timed and self.room.paused is None
        due = deadline(self.room) if runs else None
        if due is not None:
            wait = (elapsed(self._host.now(), due) + 1) / 1000
            self._flag = asyncio.get_running_loop().call_later(wait, self._tick)

    def _tick(self) -> None:
        try:
            self.record(
                decided(self.room, cmd.Tick(), by=None, now=self._host.now(), sequel=RoomId("")).events
            )
        except Refused:
            self._watch_flag()
        except OSError as error:
            self._host.failed(tell("local.cannot-save", reason=error.strerror or error))
