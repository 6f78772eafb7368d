"""Opening rooms."""

import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256

from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import (
    Reason,
    Refused,
    create,
)
from pente_core.room import events as ev
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.rooms import Create, RoomCreated
from pente_server.access.join_codes import JoinCodes
from pente_server.limits.errors import RequestDenied
from pente_server.requests.command_keys import command_key_of
from pente_server.requests.costs import FREE
from pente_server.requests.dispatch import answers
from pente_server.requests.game_start import requested_start
from pente_server.requests.requester import Requester
from pente_server.requests.room_access import check_opening
from pente_server.requests.rooms import RequestedRooms


class OpeningRequests:
    """Opening a room."""

    def __init__(
        self, rooms: RequestedRooms, join_codes: JoinCodes, *, idle: Millis, log_format: Callable[[], int]
    ) -> None:
        self._rooms = rooms
        self._join_codes = join_codes
        self._idle = idle
        self._log_format = log_format

    @answers(Create, cost=FREE)
    async def open_room(self, requester: Requester, request: Create) -> RoomCreated:
        """Open a room, and attach the requester to its events.

        Raises Refused, RequestDenied and StoreUnavailable.
        """
        check_opening(requester)
        key = command_key_of(requester, request)
        # The id is derived from the request, so that a request sent again finds the room that it opened.
        room_id = RoomId(sha256(key.id.encode()).hexdigest()[:12])
        keeper = self._rooms.keeper
        if not await keeper.was_done(room_id, key):
            self._rooms.limits.check_openings(requester)
            await keeper.create(room_id, await self._first_events(requester, request), *key)
        # A code to give to friends. If that fails, repeating the request finds the room.
        code = "" if requester.player.kind is PlayerKind.BOT else await self._join_codes.code_of(room_id)
        version = await self._rooms.shown.attach(requester, room_id, None)
        return RoomCreated(request.id, room_id, version, code)

    async def _first_events(self, requester: Requester, request: Create) -> Sequence[ev.Event]:
        """The first events of a requested room. Raises RequestDenied, Refused and StoreUnavailable."""
        if request.options.password_hash:
            text = (
                "A room has no password by the option password_hash. Leave that out, and use the field"
                " password."
            )
            raise RequestDenied(ErrorCode.BAD_MESSAGE, text)
        ruleset, time = requested_start(request)
        rooms = self._rooms
        await rooms.limits.check_rooms(requester)
        await rooms.accounts.check(requester)
        if len(request.invite) > ruleset.sides:
            raise Refused(Reason.ROOM_FULL)
        invited = [await self._invited(player) for player in request.invite]
        await rooms.blocking.check_inviting(requester, invited)
        password_hash = await rooms.access.password_hash(requester, request.password)
        options = replace(request.options, password_hash=password_hash)
        if options.rated:
            rooms.rating.check_handicap(request.setup)
            await rooms.rating.check_rated(ruleset, time, (requester.player, *invited))
            await rooms.rating.check_no_break(requester, [requester.player])
        seat = secrets.randbelow(ruleset.sides) if request.seat is None else request.seat
        by, now = await rooms.rating.player_with_rating(requester, ruleset, time, options), self._rooms.now()
        events = create(
            ruleset,
            time,
            by=by,
            now=now,
            seat=seat,
            invited=invited,
            options=options,
            accepts_rating=request.accepts_rating,
            idle=self._idle,
            log_format=self._log_format(),
            setup=request.setup,
            keeps_seats=request.keeps_seats,
        )
        await rooms.limits.count_invitations(requester, invited)  # last: a room that is refused counts none
        return events

    async def _invited(self, player: str) -> Identity:
        account = await self._rooms.accounts.find_player(player)
        return Identity(account.id, account.name, account.kind)
