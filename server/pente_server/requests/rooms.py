"""The rooms that requests are about: how they are found, checked and shown."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import events as ev
from pente_core.room import is_expected
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.limits.token_bucket import TokenBucket
from pente_server.live.hub import Hub
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.blocking import BlockChecks
from pente_server.requests.rating_checks import RatingChecks
from pente_server.requests.requester import Requester
from pente_server.requests.room_access import RoomAccess
from pente_server.requests.room_limits import RoomLimits
from pente_server.requests.shown_rooms import ShownRooms
from pente_server.rooms.keeper import Keeper


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedRooms:
    """The rooms that requests are about: where they are, what is checked before, and how they are shown."""

    keeper: Keeper
    hub: Hub
    own_rooms: OwnRooms
    shown: ShownRooms
    accounts: RequestedAccounts
    blocking: BlockChecks
    rating: RatingChecks
    access: RoomAccess
    limits: RoomLimits
    now: Callable[[], Instant]

    async def check_seat(
        self, requester: Requester, room_id: RoomId, password: str
    ) -> tuple[Identity, AbstractContextManager[None]]:
        """The requester as a player of a room, and what counts an open seat that is taken in its block.

        Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
        """
        await self.limits.check_rooms(requester, room_id)
        await self.accounts.check(requester)
        room = await self.keeper.current(room_id)
        await self.blocking.check_joining(requester, room)
        self.access.check_host_present(requester, room_id, room)
        await self.access.check_room_password(requester, room, password)
        created = room.created
        players = [requester.player, *filter(None, room.seats)]
        if created.options.rated:
            await self.rating.check_rated(created.ruleset, created.time, players)
        if created.options.rated and room.status is ev.Status.WAITING:  # else there is no free seat
            await self.rating.check_no_break(requester, players)
        player = await self.rating.player_with_rating(
            requester, created.ruleset, created.time, created.options
        )
        if is_expected(room, player.id):
            return player, nullcontext()
        return player, self.limits.joins.counting(requester.origin)

    async def check_rematch(self, requester: Requester, room_id: RoomId) -> TokenBucket:
        """Check that there may be another game with the players of a room: it is a new room, with seats for
        all.

        Returns the bucket that counts it. Raises RequestDenied, UnknownRoom and StoreUnavailable.
        """
        await self.accounts.check(requester)
        room = await self.keeper.current(room_id)
        players = [player for player in room.seats if player is not None]
        if any(await self.accounts.store.deleted([player.id for player in players])):
            text = "A player of this game has deleted their account. Look for another opponent."
            raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)
        await self.blocking.check_inviting(requester, players)
        is_over = room.status is ev.Status.FINISHED
        if room.created.options.rated and is_over:  # else the room refuses it anyway
            await self.rating.check_no_break(requester, [requester.player])
        await self.limits.check_seats(requester)
        return self.limits.check_openings(requester)
