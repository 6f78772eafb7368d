"""Rooms as they are shown to those who may watch them: at once, and from then on."""

from collections.abc import Callable

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room, Viewer, could_watch_all, may_know_all, turn_due, view
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.rooms import Missed
from pente_server.live.hub import Hub
from pente_server.live.listening.delayed_game import DelayedGame, ReadGame, read_delayed, read_on
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.room_snapshot import room_snapshot
from pente_server.requests.costs import cost_of_log
from pente_server.requests.requester import Requester
from pente_server.requests.room_access import RoomAccess, check_watching
from pente_server.rooms.keeper import EarlierRoom, Keeper, RoomToShow

Begin = Callable[[Room, DelayedGame | None], Viewer]
"""What the requester is in a room. Called with what the viewers know of it too, if that is not all."""


class ShownRooms:
    """Rooms as they are shown to those who may watch them."""

    def __init__(
        self, keeper: Keeper, hub: Hub, blocks: BlockLists, access: RoomAccess, now: Callable[[], Instant]
    ) -> None:
        self._keeper = keeper
        self._hub = hub
        self._blocks = blocks
        self._access = access
        self._now = now

    async def attach(self, requester: Requester, room_id: RoomId, after: Checkpoint | None) -> int:
        """Send what was missed since a checkpoint, and attach to the room's events; returns the room's
        version.

        Access must have been checked before; what has changed since is noticed. A player who could not watch
        all the time since then, or who knows another history of the room, gets a snapshot. Raises Refused,
        UnknownRoom and StoreUnavailable.
        """

        def begin(room: Room, delayed: DelayedGame | None) -> Viewer:
            return self._hub.attach(requester, room_id, room, delayed)

        return await self._show(requester, room_id, after, begin)

    async def read_room(self, requester: Requester, room_id: RoomId) -> None:
        """Check access, and send the snapshot that `attach` would send, without attaching to the room's
        events.

        Nobody else notices. Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
        """

        def begin(room: Room, _: DelayedGame | None) -> Viewer:
            return Viewer.WATCHER if room.seat_of(requester.player.id) is None else Viewer.PLAYER

        with self._keeper.keeping(room_id):
            await self._access.admit_viewer(requester, room_id, "")
            await self._show(requester, room_id, None, begin)

    async def _show(
        self, requester: Requester, room_id: RoomId, after: Checkpoint | None, begin: Begin
    ) -> int:
        """Send what was missed since a checkpoint.

        ``begin`` is called before, with the room as it is then.
        """
        try:
            return await self._send(
                requester, room_id, after, begin, await self._read_ahead(requester, room_id)
            )
        except _NotReadError:
            room = await self._keeper.current(room_id)
            return await self._send(
                requester, room_id, after, begin, await self._read(requester, room_id, room)
            )

    async def _send(
        self,
        requester: Requester,
        room_id: RoomId,
        after: Checkpoint | None,
        begin: Begin,
        read: ReadGame | None,
    ) -> int:
        """As `_show`, with what was read of the room a moment ago.

        Raises _NotReadError if that is missing.
        """
        me = requester.player.id
        delayed: DelayedGame | None = None

        async def earlier(room: Room) -> EarlierRoom | None:
            nonlocal delayed
            delayed = await self._delayed(requester, room_id, room, read)
            return None if delayed is None else EarlierRoom(delayed.room, delayed.checkpoint)

        def show(shown: RoomToShow) -> None:
            room, checkpoint, missed, current = shown
            if delayed is not None and delayed.checkpoint != checkpoint:  # viewers were sent more meanwhile
                room, checkpoint, missed = delayed.room, delayed.checkpoint, None
            check_watching(current, me)
            viewer = begin(current, delayed)
            blocked = self._blocks.of(me)
            if missed is None or not could_watch_all(room, missed, me):
                mark = checkpoint.mark
                requester.send_message(room_snapshot(room_id, room, mark, viewer, blocked, me=me))
            elif missed:
                events = tuple([view(event, viewer, blocked, me) for event in missed])
                after, due = checkpoint.version - len(events), turn_due(room)
                requester.send_message(Missed(room_id, after, checkpoint.mark, events, **due._asdict()))

        return await self._keeper.show(room_id, after, show, earlier)

    async def _read_ahead(self, requester: Requester, room_id: RoomId) -> ReadGame | None:
        """Read what `_delayed` needs before the room is taken: a long log must not keep its players waiting.

        None: it seems to need nothing. Raises UnknownRoom and StoreUnavailable.
        """
        room = self._keeper.known(room_id)
        if room is None or may_know_all(room, requester.player.id, self._now()) or self._hub.delayed(room_id):
            return None
        return await self._read(requester, room_id, room)

    async def _delayed(
        self, requester: Requester, room_id: RoomId, room: Room, read: ReadGame | None
    ) -> DelayedGame | None:
        """What the requester may know of a room, if that is not all. ``read``: what was read of it just now.

        Raises _NotReadError, UnknownRoom and StoreUnavailable.
        """
        if may_know_all(room, requester.player.id, self._now()):
            return None
        known, checkpoint = self._hub.delayed(room_id), self._keeper.checkpoint(room_id)
        if known is not None:
            return known
        if read is None:
            raise _NotReadError
        log, now = self._keeper.room_log, self._now
        if checkpoint is not None:
            known = await read_on(log, room_id, room, checkpoint.mark, read=read, now=now)
        return known or (await self._read(requester, room_id, room)).game

    async def _read(self, requester: Requester, room_id: RoomId, room: Room) -> ReadGame:
        return await read_delayed(
            self._keeper.room_log,
            room_id,
            room,
            self._now,
            on_read=lambda size: requester.charge(cost_of_log(size)),
        )


class _NotReadError(Exception):
    """A room that is taken would have to be read."""
