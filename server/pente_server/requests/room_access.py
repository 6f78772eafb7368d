"""Access to rooms: who may watch or join one."""

from collections.abc import Callable
from typing import Final

from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Reason, Refused, Room, WatchPolicy, is_expected, may_watch
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import expects_guests, is_correspondence
from pente_protocol.errors import ErrorCode
from pente_server.access.room_passwords import RoomPasswords
from pente_server.limits.errors import RequestDenied
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.requests.requester import Requester
from pente_server.rooms.keeper import Keeper

NEW_FOR: Final = Millis(2000)
"""How long after a change of its seats a room's presence may still be on its way from another node."""


class RoomAccess:
    """Who may watch or join a room."""

    def __init__(
        self,
        keeper: Keeper,
        room_passwords: RoomPasswords,
        room_directory: RoomDirectory,
        now: Callable[[], Instant],
    ) -> None:
        self._keeper = keeper
        self._room_passwords = room_passwords
        self._room_directory = room_directory
        self._now = now

    async def admit_viewer(self, requester: Requester, room_id: RoomId, password: str) -> None:
        """Check that the requester may watch a room, with its password if it has one.

        Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
        """
        keeper, player = self._keeper, requester.player.id
        room = keeper.known(room_id)
        if room is None or not may_watch(room, player) or _is_locked_for(room, player):
            # The room in memory may be a little behind: the player may just have joined at another node.
            room = await keeper.current(room_id)
        if requester.is_anonymous:
            _check_public(room)
        check_watching(room, player)
        await self.check_room_password(requester, room, password)

    async def check_acting(self, requester: Requester, room_id: RoomId, command: cmd.PlayerCommand) -> None:
        """Check that a connection may send a command to a room: one that only watches plays no seat.

        It can chat as a viewer, and a host without a seat can moderate. Raises RequestDenied, UnknownRoom and
        StoreUnavailable.
        """
        if not requester.is_aside:
            return
        if not isinstance(command, cmd.Join):
            room = await self._keeper.current(room_id)
            if room.seat_of(requester.player.id) is None:
                return
        check_opening(requester)

    async def check_room_password(self, requester: Requester, room: Room, password: str) -> None:
        """Check the password of a room; players with a seat or an invitation need none.

        Raises RequestDenied.
        """
        player = requester.player.id
        if _is_locked_for(room, player):
            passwords = self._room_passwords
            await passwords.check(room.created.options.password_hash, password, requester.origin)

    async def password_hash(self, requester: Requester, password: str) -> str:
        """The hash of a password for a new room; without one, none. Raises RequestDenied."""
        return await self._room_passwords.hash(password, requester.origin) if password else ""

    def check_host_present(self, requester: Requester, room_id: RoomId, room: Room) -> None:
        """Check that somebody is there to play with, for a player who joins uninvited. Raises Refused.

        The room itself learns only after some seconds that its players have gone, and takes them for present
        until then. Rooms that players were told of, and those for correspondence, may be joined at any time.
        """
        created, player = room.created, requester.player.id
        is_for_all = not expects_guests(created.options, ()) and not is_correspondence(created.time)
        seated = [taker.id for taker in room.seats if taker is not None]
        if room.status is not ev.Status.WAITING or not seated or not is_for_all or is_expected(room, player):
            return
        is_settled = elapsed(room.active, self._now()) >= NEW_FOR
        if is_settled and not any(self._room_directory.is_present(room_id, taker) for taker in seated):
            raise Refused(Reason.HOST_AWAY)


def _check_public(room: Room) -> None:
    """Check that viewers without an account may watch a room. Raises RequestDenied."""
    options = room.created.options
    if options.private or options.password_hash or room.watch is not WatchPolicy.ANYBODY:
        text = "This room is not for viewers without an account. Sign in to watch it."
        raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)


def check_opening(requester: Requester) -> None:
    """Check that a connection may take a seat at all. Raises RequestDenied for one that only watches."""
    if requester.is_aside:
        text = "This connection is only for watching. Connect without watch_only to play."
        raise RequestDenied(ErrorCode.WATCH_ONLY, text)


def check_watching(room: Room, player: PlayerId) -> None:
    """Check that a player may watch a room, apart from its password. Raises Refused."""
    if not may_watch(room, player):
        raise Refused(Reason.BANNED if player in room.banned else Reason.NOT_INVITED)


def _is_locked_for(room: Room, player: PlayerId) -> bool:
    return bool(room.created.options.password_hash) and not is_expected(room, player)
