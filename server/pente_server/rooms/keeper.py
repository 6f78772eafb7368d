"""The keeper of the rooms: one command at a time in each, recorded before anybody hears of it.

Any node may keep any room. A node decides on the state it knows, and the store accepts the result only
if no other node was faster; else it reads what it missed and decides again.
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
    Moderation,
    Play,
    Reason,
    Refused,
    Room,
    Say,
    Tick,
    replay,
    step,
    was_too_late,
)
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.observer import RoomObserver
from pente_server.rooms.recorder import ATTEMPTS, Recorder
from pente_server.rooms.retention import Retention
from pente_server.rooms.room_cache import RoomCache
from pente_server.rooms.room_credits import RoomCredits
from pente_server.rooms.room_log import RoomLogReader, UnknownRoom, read_events
from pente_server.rooms.sequels import RoomLoader
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import Committed, Conflict, Duplicate, Outage, Store, StoreUnavailable

CHAT_ENDS_AT: Final = 5000
"""The version from which nothing more is said in a room: its log must stay quick to read."""
LONGEST_FALL: Final = 3
"""How many events the fall of a flag is, at most: a seat retires, the game is over, another one follows."""

_BASED: Final = (Play, Choose, Accept)
"""What is refused as stale when it is based on an older game."""


class Keeper:
    """The front of the rooms: shows them, and carries commands out in them.

    Two of its parts are for the background work of a node: ``follower`` keeps up with the store, and
    ``credits`` sets clocks right. ``owed`` are the outages to be credited. Nothing is decided while the node
    is not serving: there may be an outage that it has not heard of yet.
    """

    def __init__(
        self,
        store: Store,
        observer: RoomObserver,
        *,
        is_wanted: Callable[[RoomId], bool],
        now: Callable[[], Instant],
        owed: Callable[[], Sequence[Outage]] = tuple,
        is_serving: Callable[[], bool] = lambda: True,
        retention: Retention | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._is_serving = is_serving
        self.room_log = RoomLogReader(store)
        self._rooms = RoomCache(RoomLoader(self.room_log, self.create, now).load, is_wanted)
        self._catch_up = CatchUp(store, self.room_log, observer)
        self._recorder = Recorder(store, self._catch_up, observer, retention or Retention(), now)
        self.follower = StoreFollower(self._rooms, self._catch_up, self._recorder.unconfirmed, now)
        self.credits = RoomCredits(store, self._rooms, self._recorder, owed, now)

    def __len__(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    def known(self, room_id: RoomId) -> Room | None:
        """The room, if this node has it in memory; possibly a little behind."""
        return self._rooms.known(room_id)

    def release(self, room_id: RoomId) -> None:
        """Drop a room from memory, unless somebody works on it or wants it."""
        self._rooms.release(room_id)

    async def current(self, room_id: RoomId) -> Room:
        """The room as it is in the store now. Raises UnknownRoom and StoreUnavailable."""
        async with await self._rooms.get(room_id) as loaded:
            await self._catch_up.be_current(loaded)
            return loaded.room

    async def show(
        self, room_id: RoomId, since: int, show: Callable[[Room, Sequence[Event] | None], None]
    ) -> int:
        """Call ``show`` with the room, between two steps of it, and answer its version.

        It gets the events after version ``since`` too, or None when they are unknown or too many.
        Raises UnknownRoom and StoreUnavailable.
        """
        async with await self._rooms.get(room_id) as loaded:
            await self._catch_up.be_current(loaded)
            show(loaded.room, await self.room_log.missed(room_id, loaded.room, since))
            return loaded.room.version

    async def was_done(self, room_id: RoomId, command: str) -> bool:
        """Whether a command was carried out before, as far as the room remembers."""
        return await self._store.done(room_id, command) is not None

    async def create(self, room_id: RoomId, events: Sequence[Event], command: str) -> int:
        """Record the first events of a room; its version. Doing it again under the same id is harmless."""
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
        """Carry a command out, once for each command id; the version that it led to.

        With ``base``, a turn, or agreeing to an offer, that was based on an older game is refused as stale.
        ``round_trip`` is how long the way to the player and back is, as measured here. Raises Refused,
        RequestDenied, UnknownRoom and StoreUnavailable; after the last it is not known whether it was
        carried out.
        """
        async with self._rooms.loaded(room_id) or await self._rooms.load(room_id) as loaded:
            for _ in range(ATTEMPTS):
                if self.credits.owed():
                    await self.credits.apply(loaded)
                if not self._is_serving():  # any more: the command has waited
                    raise StoreUnavailable("the store is away")
                id_ = command_id or f"tick:{loaded.room.version}"
                try:
                    _check(loaded.room, command, base)
                    taken = step(
                        loaded.room, command, by=by, now=self._now(), round_trip=round_trip, room_id=room_id
                    )
                except Refused:
                    done = await self._store.done(room_id, id_)
                    is_news = await self._catch_up.catch_up(loaded)
                    if done is not None:
                        return await self._answer_again(loaded.room, room_id, command, done)
                    if is_news:  # it was decided on an old state
                        continue
                    raise
                match await self._recorder.commit(loaded, taken, id_):
                    case Committed(version):
                        if taken.too_late:
                            raise Refused(Reason.TOO_LATE)
                        return version
                    case Duplicate(version):
                        return await self._answer_again(loaded.room, room_id, command, version)
                    case Conflict():
                        continue
        raise StoreUnavailable("the room is too busy")

    async def _answer_again(self, room: Room, room_id: RoomId, command: Command, version: int) -> int:
        """The answer that a command got which led to ``version``."""
        start = max(0, version - LONGEST_FALL)
        bodies = (await self._store.read(room_id, start))[: version - start]
        if was_too_late(command, read_events(room_id, bodies, room.created.format)):
            raise Refused(Reason.TOO_LATE)
        return version

    async def tick(self, room_id: RoomId) -> None:
        """Let the room look at the clock; nothing happens when nothing is due."""
        try:
            await self.act(room_id, Tick(), by=None)
        except (Refused, UnknownRoom):
            return


def _check(room: Room, command: Command, base: int | None) -> None:
    """Raises Refused and RequestDenied for what the room itself has nothing against."""
    if base is not None and base < room.changed and isinstance(command, _BASED):
        raise Refused(Reason.STALE)
    if room.version >= CHAT_ENDS_AT and isinstance(command, Say | Moderation):
        raise RequestDenied(ErrorCode.TOO_MANY, "enough was said in this room; open another")
