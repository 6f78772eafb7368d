"""The keeper: carries out commands in rooms, one at a time in each, and commits before anyone is notified.

Any node may serve any room, without locks between nodes. This is optimistic concurrency: a node decides on
the version of the room that it has in memory, and the store accepts the commit only if that is still the
latest. Otherwise the node reads the missing events and decides again.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Refused, Room, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.command_decider import CommandDecider, RoomCommand
from pente_server.rooms.command_executor import CommandExecutor
from pente_server.rooms.loaded.room_cache import RoomCache
from pente_server.rooms.loaded.room_log import CommandKey, RoomLogReader, UnknownRoom
from pente_server.rooms.observer import Observers, RoomObserver
from pente_server.rooms.outages import RoomCredits
from pente_server.rooms.recorder import Recorder, TurnBegun
from pente_server.rooms.retention import Retention
from pente_server.rooms.sequels import PlayersOfSequel, RoomLoader, known_players
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import (
    Committed,
    Conflict,
    Duplicate,
    Outage,
    Store,
    StoreUnavailable,
    answer_to,
)
from pente_server.store.logs.log_marks import NO_KEY, MarkKey


class RoomToShow(NamedTuple):
    """A room as it is shown to a new listener, perhaps as it was a while ago."""

    room: Room
    checkpoint: Checkpoint
    missed: Sequence[ev.Event] | None
    """The events that the listener lacks. None: too many, or it knows another history, or nothing."""
    current: Room
    """The room as it is."""


class EarlierRoom(NamedTuple):
    """A room as it was."""

    room: Room
    checkpoint: Checkpoint


class Keeper:
    """Shows rooms, and carries out commands in them.

    Two of its parts are for the background work of a node: ``follower`` keeps up with the store, and
    ``credits`` credits outages to clocks. ``commands`` carries out commands, and has the
    tasks of those that take longer. ``log_format`` returns the format of the logs of new rooms, and
    ``outages`` the outages that some rooms may still have to be credited. While the node is not serving, no
    command is carried out: there may be an outage that it does not know yet, and a flag could fall that
    should not.
    """

    def __init__(
        self,
        store: Store,
        observer: RoomObserver,
        *,
        is_wanted: Callable[[RoomId], bool],
        now: Callable[[], Instant],
        log_format: Callable[[], int] = lambda: ev.LOG_FORMAT,
        outages: Callable[[], Sequence[Outage]] = tuple,
        is_serving: Callable[[], bool] = lambda: True,
        retention: Retention | None = None,
        mark_key: Callable[[], MarkKey] = lambda: NO_KEY,
        players_of_sequel: PlayersOfSequel = known_players,
        turn_begun: TurnBegun = lambda *_: None,
    ) -> None:
        observer = Observers(observer)  # a bug in one of them fails no command
        self.room_log = RoomLogReader(store, mark_key)
        load = RoomLoader(store, self.room_log, self.create, log_format, now, players=players_of_sequel).load
        self._rooms = RoomCache(load, is_wanted, store.unsubscribe)
        self._catch_up = CatchUp(self.room_log, observer)
        self._recorder = Recorder(
            store,
            self._catch_up,
            observer,
            retention or Retention(),
            now,
            marks=self.room_log.marks,
            turn_begun=turn_begun,
        )
        self.follower = StoreFollower(store, self._rooms, self._catch_up, self._recorder.unconfirmed, now)
        self.credits = RoomCredits(store, self._rooms, self._recorder, outages, now)
        self.commands = CommandExecutor(
            self._rooms,
            self.room_log,
            self._catch_up,
            self._recorder,
            outage_credits=self.credits,
            decide=CommandDecider(store.sequels, now).decide,
            is_serving=is_serving,
        )

    def __len__(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    def known(self, room_id: RoomId) -> Room | None:
        """The room, if this node has it in memory; possibly a little behind."""
        loaded = self._rooms.loaded(room_id)
        return loaded.room if loaded else None

    def checkpoint(self, room_id: RoomId) -> Checkpoint | None:
        """The version and mark of a room, if this node has it in memory."""
        loaded = self._rooms.loaded(room_id)
        return loaded.checkpoint if loaded else None

    def release(self, room_id: RoomId) -> None:
        """Drop a room from memory, unless it is in use or has listeners."""
        self._rooms.release(room_id)

    def keeping(self, room_id: RoomId) -> AbstractContextManager[None]:
        """Keep a room that is used in the block in memory until its end, so that it is read once."""
        return self._rooms.keeping(room_id)

    def forget(self) -> None:
        """Forget all rooms: another store has taken the place of the one that they came from."""
        self._rooms.forget()

    async def current(self, room_id: RoomId) -> Room:
        """The room as it is in the store now. Raises UnknownRoom and StoreUnavailable."""
        async with await self._rooms.get(room_id) as loaded:
            await self._catch_up.ensure_current(loaded)
            return loaded.room

    async def show(
        self,
        room_id: RoomId,
        after: Checkpoint | None,
        show: Callable[[RoomToShow], None],
        earlier: Callable[[Room], Awaitable[EarlierRoom | None]] | None = None,
    ) -> int:
        """Call ``show`` with the room, while no command changes it, and return the version that was shown.

        It may add listeners: the observer is notified of everything that happens after that, at any node.
        ``after`` is what the listener has of it. ``earlier`` gives what is shown in place of the room,
        if anything. Raises UnknownRoom, StoreUnavailable, and what ``show`` and ``earlier`` raise.
        """
        async with await self._rooms.get(room_id) as loaded:
            await self.follower.subscribe(loaded)
            await self._catch_up.ensure_current(loaded)
            current = loaded.room
            past = None if earlier is None else await earlier(current)
            room, checkpoint = (current, loaded.checkpoint) if past is None else past
            missed = await self.room_log.missed(room_id, room, checkpoint.mark, after) if after else None
            show(RoomToShow(room, checkpoint, missed, current))
            return room.version

    async def was_done(self, room_id: RoomId, key: CommandKey) -> bool:
        """Whether a command was carried out before.

        Raises StoreUnavailable, and RequestDenied if the id belongs to another command.
        The store forgets the ids of commands some time after the end of a room.
        """
        return await self.room_log.done(room_id, key) is not None

    async def create(
        self, room_id: RoomId, events: Sequence[ev.Event], command_id: str, digest: int = 0
    ) -> int:
        """Commit the first events of a room, and return its version.

        A repeated call with the same ids changes nothing. Raises StoreUnavailable, and RequestDenied if the
        id belongs to another command.
        """
        key = CommandKey(command_id, digest)
        match await self._recorder.create(room_id, replay(events), events, key):
            case Committed(version):
                return version
            case Duplicate() as done_before:
                version = key.version(done_before)
                async with await self._rooms.get(room_id) as loaded:
                    self._catch_up.announce(loaded)
                return version
            case Conflict():
                raise StoreUnavailable("another room has that id")

    async def act(self, asked: RoomCommand) -> int:
        """Carry out a command as `commands` does, and return the version that it led to.

        If the caller is cancelled, the command is carried out all the same. Raises Refused, RequestDenied,
        UnknownRoom and StoreUnavailable.
        """
        return await answer_to(partial(self.commands.begin, asked))

    async def tick(self, room_id: RoomId) -> None:
        """Carry out what is due in a room, such as the fall of a flag; without effect when nothing is due."""
        try:
            await self.act(RoomCommand(room_id, cmd.Tick()))
        except (Refused, UnknownRoom):
            return
