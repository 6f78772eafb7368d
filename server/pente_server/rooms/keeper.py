"""The keeper of the rooms: one command at a time per room, recorded before it is told.

Any node may keep any room. A node decides on the state it knows, and the store accepts the result only
if nobody else was faster; else it reads what it missed and decides again.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity
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
    Status,
    Step,
    Tick,
    apply,
    deadline,
    opening,
    predecessor_id,
    replay,
    step,
)
from pente_protocol.codec import encode_event, encode_summary
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import RoomId
from pente_server.limits.errors import RequestDenied
from pente_server.rooms.late_commands import can_be_late, is_flag_fall
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.outages import credit_command, needs_credit
from pente_server.rooms.retention import Retention
from pente_server.rooms.room_log import RoomLogReader, UnknownRoom, in_newest_format, read_events
from pente_server.rooms.room_summary import has_clock, room_summary, summary_changed
from pente_server.rooms.unconfirmed import UnconfirmedCommits
from pente_server.store import (
    Commit,
    CommitResult,
    Committed,
    Conflict,
    Duplicate,
    Outage,
    Store,
    StoreUnavailable,
    Wakeup,
)

ATTEMPTS: Final = 20
"""How often a command is decided again because others were faster."""
CHAT_ENDS_AT: Final = 5000
"""The version from which nothing more is said in a room: its log must stay quick to read."""

_BASED: Final = (Play, Choose, Accept)
"""What is refused as stale when it is based on an older game."""

_log = logging.getLogger(__name__)


class Keeper:
    """Mutable: the rooms that this node knows. ``owed`` are the outages to be made good.

    Nothing is decided while the node is not serving: there may be an outage that it has not heard of yet.
    """

    def __init__(
        self,
        store: Store,
        observers: Sequence[RoomObserver],
        *,
        is_wanted: Callable[[RoomId], bool],
        now: Callable[[], Instant],
        owed: Callable[[], Sequence[Outage]] = tuple,
        is_serving: Callable[[], bool] = lambda: True,
        retention: Retention | None = None,
    ) -> None:
        self._store = store
        self.room_log = RoomLogReader(store)
        self._observers = observers
        self._is_wanted = is_wanted
        self._now = now
        self._owed = owed
        self._is_serving = is_serving
        self._retention = retention or Retention()
        self._kept: dict[RoomId, LoadedRoom] = {}
        self._reading: dict[RoomId, bool] = {}
        """The rooms that are just being read from the store, and whether others have written to them."""
        self._doubts = UnconfirmedCommits()
        self._left = self.release  # one bound method for all rooms

    def __len__(self) -> int:
        """How many rooms are in memory."""
        return len(self._kept)

    def known(self, room_id: RoomId) -> Room | None:
        """The room, if this node has it in memory; possibly a little behind."""
        kept = self._kept.get(room_id)
        return kept.room if kept else None

    async def current(self, room_id: RoomId) -> Room:
        """The room as it is in the store now. Raises UnknownRoom and StoreUnavailable."""
        async with await self._get(room_id) as kept:
            await self._be_current(room_id, kept)
            return kept.room

    async def show(
        self, room_id: RoomId, since: int, show: Callable[[Room, Sequence[Event] | None], None]
    ) -> int:
        """Call ``show`` with the room, between two steps of it, and answer its version.

        It gets the events after version ``since`` too, or None when they are unknown or too many.
        Raises UnknownRoom and StoreUnavailable.
        """
        async with await self._get(room_id) as kept:
            await self._be_current(room_id, kept)
            show(kept.room, await self.room_log.missed(room_id, kept.room, since))
            return kept.room.version

    async def was_done(self, room_id: RoomId, command: str) -> bool:
        """Whether a command was carried out before, as far as the room remembers."""
        return await self._store.done(room_id, command) is not None

    async def create(self, room_id: RoomId, events: Sequence[Event], command: str) -> int:
        """Record the first events of a room; its version. Doing it again under the same id is harmless."""
        room = replay(events)
        bodies = tuple(map(encode_event, events))
        match await self._write(room_id, self._change(room_id, None, room, bodies, command)):
            case Committed(version):
                self._tell(Advance(room_id, None, room, events, bodies))
                return version
            case Duplicate(version):
                await self._tell_anew(room_id)
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
        Denied, UnknownRoom and StoreUnavailable; after the last it is not known whether it was carried out.
        """
        async with await self._get(room_id) as kept:
            for _ in range(ATTEMPTS):
                if self._owed():
                    await self._make_good(room_id, kept)
                if not self._is_serving():  # any more: the command has waited
                    raise StoreUnavailable("the store is away")
                id_ = command_id or f"tick:{kept.room.version}"
                try:
                    self._check(kept.room, command, base)
                    taken = step(
                        kept.room, command, by=by, now=self._now(), round_trip=round_trip, room_id=room_id
                    )
                except Refused:
                    done = await self._store.done(room_id, id_)
                    is_news = await self._catch_up(room_id, kept)
                    if done is not None:
                        return await self._answer_again(room_id, kept, command, done)
                    if is_news:  # it was decided on an old state
                        continue
                    raise
                match await self._commit(room_id, kept, taken, id_):
                    case Committed(version):
                        if can_be_late(command) and is_flag_fall(taken.events):
                            raise Refused(Reason.TOO_LATE)
                        return version
                    case Duplicate(version):
                        return await self._answer_again(room_id, kept, command, version)
                    case Conflict():
                        continue
        raise StoreUnavailable("the room is too busy")

    def _check(self, room: Room, command: Command, base: int | None) -> None:
        """Raises Refused and Denied for what the room itself has nothing against."""
        if base is not None and base < room.changed and isinstance(command, _BASED):
            raise Refused(Reason.STALE)
        if room.version >= CHAT_ENDS_AT and isinstance(command, Say | Moderation):
            raise RequestDenied(ErrorCode.TOO_MANY, "enough was said in this room; open another")

    async def tick(self, room_id: RoomId) -> None:
        """Let the room look at the clock; nothing happens when nothing is due."""
        try:
            await self.act(room_id, Tick(), by=None)
        except (Refused, UnknownRoom):
            return

    async def apply_outages(self) -> None:
        """Charge nobody for the outages that are owed, in any live room. Raises StoreUnavailable."""
        clocks = [room_id for body in await self._store.live() if (room_id := has_clock(body)) is not None]
        await self._go_through(clocks, self._make_one_good)

    async def _make_one_good(self, room_id: RoomId) -> None:
        async with await self._get(room_id) as kept:
            await self._make_good(room_id, kept)

    async def woken(self, news: Wakeup) -> None:
        """Take in what another node has committed, for a room that is wanted here, or about to be.

        Who works on a room may have read it before that commit and listen to it after this news.
        """
        if news.room in self._reading:
            self._reading[news.room] = True
        if news.room is None or not (self._is_wanted(news.room) or self._is_in_use(news.room)):
            return
        with suppress(UnknownRoom):
            async with await self._get(news.room) as kept:
                if news.first == kept.room.version + 1:
                    self._take(news.room, kept, news.events)
                elif news.first > kept.room.version:
                    await self._catch_up(news.room, kept)

    async def refresh(self) -> None:
        """Read what was missed in every room that is known here. Raises StoreUnavailable."""
        self._reading = dict.fromkeys(self._reading, True)
        await self._go_through(self._kept, self.current)

    async def find_out(self) -> None:
        """Tell what became of commits that got no answer. Raises StoreUnavailable.

        A network that heals may deliver what was given up long ago, so that each is looked for again, ever
        more rarely.
        """
        for room_id, doubt in self._doubts.due(self._now()):
            await self._look_for_news(room_id)
            self._doubts.checked(room_id, doubt, self._now())

    async def _look_for_news(self, room_id: RoomId) -> None:
        with suppress(UnknownRoom):  # when it was not created after all
            if room_id in self._kept:
                await self.current(room_id)
            else:
                await self._tell_anew(room_id)

    def release(self, room_id: RoomId) -> None:
        """Drop a room from memory, unless somebody works on it or wants it."""
        kept = self._kept.get(room_id)
        if kept is not None and not kept.users and not self._is_wanted(room_id):
            del self._kept[room_id]

    def _is_in_use(self, room_id: RoomId) -> bool:
        kept = self._kept.get(room_id)
        return kept is not None and kept.users > 0

    async def _get(self, room_id: RoomId) -> LoadedRoom:
        """The room, to be worked on at once. Raises UnknownRoom and StoreUnavailable."""
        return self._kept.get(room_id) or await self._load(room_id)

    async def _go_through(self, rooms: Iterable[RoomId], work: Callable[[RoomId], Awaitable[object]]) -> None:
        """Do something with each room, one after the other: players come first."""
        for room_id in tuple(rooms):
            try:
                await work(room_id)
            except StoreUnavailable:
                raise
            except UnknownRoom:
                continue
            except Exception:  # noqa: BLE001 -- our bug in one room must not keep the others waiting
                _log.exception("room %s can't be kept", room_id)

    async def _load(self, room_id: RoomId) -> LoadedRoom:
        self._reading.setdefault(room_id, False)
        try:
            room = await self._read_or_open(room_id)
        finally:  # a second one who reads it at the same time does not know what came before
            is_outdated = self._reading.pop(room_id, True)
        return self._kept.setdefault(room_id, LoadedRoom(room_id, room, self._left, is_fresh=not is_outdated))

    async def _read_or_open(self, room_id: RoomId) -> Room:
        try:
            return await self.room_log.room(room_id)
        except UnknownRoom:
            if not await self._open_sequel(room_id):
                raise
        return await self.room_log.room(room_id)

    async def _open_sequel(self, room_id: RoomId) -> bool:
        """Open a room that another was `Continued` in, if it is one; whoever comes first does that.

        So it is not lost when a node dies after the one commit and before the other.
        """
        earlier = predecessor_id(room_id)
        if earlier is None:
            return False
        try:
            room = await self.room_log.room(RoomId(earlier))
        except UnknownRoom:
            return False
        if room.sequel != room_id:
            return False
        await self.create(room_id, opening(room, earlier, self._now()), f"continue:{earlier}")
        return True

    async def _tell_anew(self, room_id: RoomId) -> None:
        """Tell of a room that nobody here may have heard of."""
        async with await self._get(room_id) as kept:
            self._tell(Advance(room_id, None, kept.room, (), ()))

    async def _be_current(self, room_id: RoomId, kept: LoadedRoom) -> None:
        """Know what was in the store when the room was asked for, or later."""
        if not kept.is_fresh:
            await self._catch_up(room_id, kept)

    async def _catch_up(self, room_id: RoomId, kept: LoadedRoom) -> bool:
        """Take in what is in the store; whether that was anything."""
        return self._take(room_id, kept, await self._store.read(room_id, kept.room.version))

    def _take(self, room_id: RoomId, kept: LoadedRoom, bodies: Sequence[bytes]) -> bool:
        """Apply and tell what is committed."""
        before = kept.room
        events = read_events(room_id, bodies, before.created.format)
        for event in events:
            kept.room = apply(kept.room, event)
        if events:
            shown = in_newest_format(before, events, bodies)
            self._tell(Advance(room_id, before, kept.room, events, shown))
        return bool(events)

    async def _make_good(self, room_id: RoomId, kept: LoadedRoom) -> None:
        """Charge nobody in a room for the outages that are owed. It is done once, whoever does it."""
        for outage in self._owed():
            command = credit_command(outage)
            for _ in range(ATTEMPTS):
                if not needs_credit(kept.room, outage):
                    break
                taken = step(kept.room, command, by=None, now=self._now())
                await self._commit(room_id, kept, taken, f"forgive:{outage.start}:{outage.end}")

    async def _answer_again(self, room_id: RoomId, kept: LoadedRoom, command: Command, version: int) -> int:
        """The answer that a command got which led to ``version``."""
        if can_be_late(command):
            start = max(0, version - 3)
            bodies = (await self._store.read(room_id, start))[: version - start]
            last = read_events(room_id, bodies, kept.room.created.format)
            if last and is_flag_fall(last):
                raise Refused(Reason.TOO_LATE)
        return version

    async def _commit(self, room_id: RoomId, kept: LoadedRoom, taken: Step, command_id: str) -> CommitResult:
        """Record a step and tell it. Unless it was committed, the room has caught up with the store."""
        events, after = taken
        bodies = tuple(map(encode_event, events))
        result = await self._write(room_id, self._change(room_id, kept.room, after, bodies, command_id))
        if isinstance(result, Committed):
            before, kept.room = kept.room, after
            self._tell(Advance(room_id, before, after, events, bodies))
        elif result.version < kept.room.version and isinstance(result, Conflict):
            await self._lose(room_id, kept)
        else:
            await self._catch_up(room_id, kept)
        return result

    async def _lose(self, room_id: RoomId, kept: LoadedRoom) -> None:
        """Go back to what the store has: after a crash, one that is not strict may have less than it told."""
        _log.error("the store has lost the last events of room %s", room_id)
        kept.room = await self.room_log.room(room_id)
        for observer in self._observers:
            observer.rolled_back(room_id, kept.room)

    def _tell(self, advance: Advance) -> None:
        for observer in self._observers:
            observer.advanced(advance)

    async def _write(self, room_id: RoomId, change: Commit) -> CommitResult:
        try:
            return await self._store.commit(change)
        except BaseException:
            self._doubts.begin(room_id, self._now())
            raise

    def _change(
        self, room_id: RoomId, before: Room | None, after: Room, bodies: tuple[bytes, ...], command_id: str
    ) -> Commit:
        is_over = after.status in (Status.FINISHED, Status.CLOSED)
        moves_on = before is None or summary_changed(before, after)
        return Commit(
            room=room_id,
            expected=0 if before is None else before.version,
            command=command_id,
            events=bodies,
            deadline=deadline(after),
            summary=encode_summary(room_summary(room_id, after)) if moves_on and not is_over else None,
            is_over=is_over,
            expires_after=self._retention.of(after) if is_over else None,
        )
