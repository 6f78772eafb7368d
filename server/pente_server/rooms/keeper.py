"""The keeper: carries out commands in rooms, one at a time in each, and commits before anyone is notified.

Any node may serve any room, without locks between nodes. This is optimistic concurrency: a node decides on
the version of the room that it has in memory, and the store accepts the commit only if that is still the
latest. Otherwise the node reads the missing events and decides again.
"""

from collections.abc import Callable, Sequence
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, RoomId
from pente_core.room import (
    Accept,
    Choose,
    Command,
    Event,
    Join,
    Moderation,
    Play,
    Reason,
    Refused,
    Room,
    Say,
    SetWatchPolicy,
    Tick,
    WatchPolicy,
    may_continue,
    replay,
    step,
    was_too_late,
)
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.observer import RoomObserver
from pente_server.rooms.outage_crediting import RoomCredits
from pente_server.rooms.recorder import ATTEMPTS, Recorder
from pente_server.rooms.retention import Retention
from pente_server.rooms.room_cache import RoomCache
from pente_server.rooms.room_log import RoomLogReader, UnknownRoom
from pente_server.rooms.sequels import RoomLoader
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import Committed, Conflict, Duplicate, Outage, Store, StoreUnavailable

CHAT_ENDS_AT: Final = 5000
"""The version from which a room accepts no more chat, moderation and players, so that its log stays quick to
read.
"""
LONGEST_FALL: Final = 3
"""The most events that a fallen flag causes: a seat retires, the game ends, and a sequel is named."""

_BASED: Final = (Play, Choose, Accept)
"""The commands that are refused as stale when they were made for an older position."""


class Keeper:
    """Shows rooms, and carries out commands in them.

    Two of its parts are for the background work of a node: ``follower`` keeps up with the store, and
    ``credits`` credits outages to clocks. ``outages`` returns the outages that some rooms may still have to
    be credited. While the node is not serving, no command is carried out: there may be an outage that it does
    not know yet, and a flag could fall that should not.
    """

    def __init__(
        self,
        store: Store,
        observer: RoomObserver,
        *,
        is_wanted: Callable[[RoomId], bool],
        now: Callable[[], Instant],
        outages: Callable[[], Sequence[Outage]] = tuple,
        is_serving: Callable[[], bool] = lambda: True,
        retention: Retention | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._is_serving = is_serving
        self.room_log = RoomLogReader(store)
        load = RoomLoader(store, self.room_log, self.create, now).load
        self._rooms = RoomCache(load, is_wanted, store.unsubscribe)
        self._catch_up = CatchUp(self.room_log, observer)
        self._recorder = Recorder(store, self._catch_up, observer, retention or Retention(), now)
        self.follower = StoreFollower(store, self._rooms, self._catch_up, self._recorder.unconfirmed, now)
        self.credits = RoomCredits(store, self._rooms, self._recorder, outages, now)

    def __len__(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    def known(self, room_id: RoomId) -> Room | None:
        """The room, if this node has it in memory; possibly a little behind."""
        return self._rooms.known(room_id)

    def release(self, room_id: RoomId) -> None:
        """Drop a room from memory, unless it is in use or has listeners."""
        self._rooms.release(room_id)

    def forget(self) -> None:
        """Forget all rooms: another store has taken the place of the one that they came from."""
        self._rooms.forget()

    async def current(self, room_id: RoomId) -> Room:
        """The room as it is in the store now. Raises UnknownRoom and StoreUnavailable."""
        async with await self._rooms.get(room_id) as loaded:
            await self._catch_up.ensure_current(loaded)
            return loaded.room

    async def show(
        self, room_id: RoomId, since: int, show: Callable[[Room, Sequence[Event] | None], None]
    ) -> int:
        """Call ``show`` with the room, while no command changes it, and return the room's version.

        It may add listeners: the observer is notified of everything that happens after that, at any node.
        The second argument is the events after version ``since``, or None when they are unknown or too many.
        Raises UnknownRoom, StoreUnavailable, and what ``show`` raises.
        """
        async with await self._rooms.get(room_id) as loaded:
            await self.follower.subscribe(loaded)
            await self._catch_up.ensure_current(loaded)
            show(loaded.room, await self.room_log.missed(room_id, loaded.room, since))
            return loaded.room.version

    async def was_done(self, room_id: RoomId, command: str) -> bool:
        """Whether a command was carried out before. Raises StoreUnavailable.

        The store forgets the ids of commands some time after the end of a room.
        """
        return await self._done(room_id, command) is not None

    async def _done(self, room_id: RoomId, command: str) -> int | None:
        with self.room_log.isolating(room_id):
            return await self._store.done(room_id, command)

    async def create(self, room_id: RoomId, events: Sequence[Event], command: str) -> int:
        """Commit the first events of a room, and return its version. Raises StoreUnavailable.

        A repeated call with the same ids changes nothing.
        """
        match await self._recorder.create(room_id, replay(events), events, command):
            case Committed(version):
                return version
            case Duplicate(version):
                async with await self._rooms.get(room_id) as loaded:
                    self._catch_up.announce(loaded)
                return version
            case Conflict():
                raise StoreUnavailable("another room has that id")

    async def act(
        self,
        room_id: RoomId,
        command: Command,
        *,
        by: Identity | None,
        command_id: str = "",
        base: int | None = None,
        round_trip: Millis = Millis(0),
    ) -> int:
        """Carry out a command, once for each command id, and return the version that it led to.

        ``base`` is the version that the player saw: a turn, or the acceptance of an offer, is refused as
        stale if the game has changed since. ``round_trip`` is the measured round-trip time of the player's
        connection, for lag compensation. Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable;
        after StoreUnavailable the command may have been carried out or not.
        """
        async with self._rooms.loaded(room_id) or await self._rooms.load(room_id) as loaded:
            for _ in range(ATTEMPTS):
                if self.credits.outages():
                    await self.credits.apply(loaded)
                # Checked here, as the node may have stopped serving while the command waited for the room.
                if not self._is_serving():
                    raise StoreUnavailable("the store is not reachable")
                id_ = command_id or f"tick:{loaded.room.version}"
                try:
                    _check(loaded.room, command, base)
                    taken = step(
                        loaded.room,
                        command,
                        by=by,
                        now=self._now(),
                        round_trip=round_trip,
                        sequel=self._sequel(loaded),
                    )
                except (Refused, RequestDenied):
                    # The refusal may be wrong: the command may be a repetition of one that was carried out,
                    # or this node may have an old version of the room.
                    done = await self._done(room_id, id_)
                    was_behind = await self._catch_up.catch_up(loaded)
                    if done is not None:
                        return await self._first_answer(loaded.room, room_id, command, done)
                    if was_behind:
                        continue
                    raise
                match await self._recorder.commit(loaded, taken, id_):
                    case Committed(version):
                        if taken.too_late:
                            raise Refused(Reason.TOO_LATE)
                        return version
                    case Duplicate(version):
                        return await self._first_answer(loaded.room, room_id, command, version)
                    case Conflict():  # another node was faster; the recorder has read its events
                        continue
        raise StoreUnavailable("the room is busy: other nodes keep changing it")

    def _sequel(self, loaded: LoadedRoom) -> RoomId:
        """The id for the room's sequel, drawn when a command may need one first: moves seldom do."""
        if not loaded.sequel and may_continue(loaded.room):
            loaded.sequel = self._store.sequels.draw(loaded.id)
        return loaded.sequel

    async def _first_answer(self, room: Room, room_id: RoomId, command: Command, version: int) -> int:
        """The result of a command that was carried out before and led to ``version``."""
        start = max(0, version - LONGEST_FALL)
        bodies = (await self.room_log.read(room_id, start))[: version - start]
        if was_too_late(command, self.room_log.events(room_id, bodies, room.created.format)):
            raise Refused(Reason.TOO_LATE)
        return version

    async def tick(self, room_id: RoomId) -> None:
        """Carry out what is due in a room, such as the fall of a flag; without effect when nothing is due."""
        try:
            await self.act(room_id, Tick(), by=None)
        except (Refused, UnknownRoom):
            return


def _check(room: Room, command: Command, base: int | None) -> None:
    """Check what the rules of rooms don't: stale commands and long logs. Raises Refused and RequestDenied."""
    if base is not None and base < room.changed and isinstance(command, _BASED):
        raise Refused(Reason.STALE)
    # A host may end watching at any time, but not open it again and again.
    # Who may not join can't leave again and again either.
    is_bounded = isinstance(command, Join | Say | Moderation) or command == SetWatchPolicy(
        WatchPolicy.ANYBODY
    )
    if room.version >= CHAT_ENDS_AT and is_bounded:
        what = "to play" if isinstance(command, Join) else "to chat"
        text = f"Too much has happened in this room. Open another room {what}."
        raise RequestDenied(ErrorCode.TOO_MANY, text)
