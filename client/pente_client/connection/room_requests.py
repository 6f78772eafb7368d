"""A client in rooms: opening, watching, and acting in them."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from pente_client.connection.join_code_client import JoinCodeClient
from pente_client.connection.link.errors import NEEDS_UPDATE, NO_POSITION, UPDATE_NEEDED, RequestRejected
from pente_client.connection.link.link import Build
from pente_client.connection.login import Login
from pente_client.connection.reconnect import Expected, ReconnectingLink
from pente_client.connection.replica.replica import Replica
from pente_client.connection.state.client_state import ClientState
from pente_core.identity import RoomId
from pente_core.room import DEFAULT_OPTIONS, Options
from pente_core.room import commands as cmd
from pente_core.rules.setup import Setup
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import CommandId, RequestId
from pente_protocol.messages.rooms import Act, Acted, Create, RoomCreated, Unwatch, Watch, Watching

_TURNS: Final = 4
_LONGEST_TURN: Final = 2.0
"""How often a request is repeated that has to wait for its turn, and the most seconds to wait each time."""


class RoomRequests:
    """The requests of a `Client` about rooms. Raise `RequestRejected` and `ConnectionEnded`."""

    _link: ReconnectingLink
    _login: Login
    _state: ClientState
    codes: JoinCodeClient
    """The join codes of rooms."""

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        """The rooms that are watched."""
        return self._state.rooms

    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = DEFAULT_OPTIONS,
        password: str = "",
        accepts_rating: bool = False,
        setup: Setup | None = None,
        keeps_seats: bool = False,
    ) -> RoomId:
        """Open a room and take a seat (None: drawn by lot); the room is watched from then on.

        Players who were not invited need the password, if there is one. A rated game that only its players
        can find has to be accepted with ``accepts_rating``, as the rating shows its result. The game begins
        from ``setup``; ``keeps_seats``: whether the players change seats for the next one.
        """
        self._may_tell(password)
        command_id = _new_command_id()
        spec = ruleset if isinstance(ruleset, str) else dict(ruleset)
        request = Create(
            RequestId(0),
            command_id,
            spec,
            time,
            seat,
            tuple(invite),
            options,
            password,
            accepts_rating,
            setup,
            keeps_seats,
        )
        with self._state.expecting(None):
            opened = await self._link.ask_for(RoomCreated, lambda id_: replace(request, id=id_))
        self.codes.opened(opened)
        await self.watch(opened.room)
        return opened.room

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int:
        """Send a command to a room: its version afterwards. Joining a room means watching it too.

        The password in a `Join` is kept for as long as this client lives; a known one is added to it.
        """
        if isinstance(command, cmd.Join):
            command = replace(command, password=command.password or self._state.password_of(room))
            self._may_tell(command.password)
            self._state.keep_password(room, command.password)
        command_id = _new_command_id()
        replica = self.rooms.get(room)
        if replica is not None and replica.is_read_only:
            raise RequestRejected(UPDATE_NEEDED, NEEDS_UPDATE)
        base = replica.base if replica else None
        build = partial(Act, room=room, base=base, command_id=command_id, command=command)
        with self._state.expecting(room):
            if not isinstance(command, cmd.Join | cmd.Decline):
                return (await self._link.ask_for(Acted, build)).version
            acted = await self._answer(room, build)
        if isinstance(command, cmd.Join):
            await self.watch(room)
        return acted.version

    async def _answer(self, room: RoomId, build: Build) -> Acted:
        """Join or decline: the invitation, if there is one, waits again when the server rejects that."""
        invitation = self._state.answering(room)
        try:
            return await self._ask_in_turn(Acted, build)
        except RequestRejected:
            if invitation is not None:
                self._state.not_answered(invitation)
            raise

    async def watch(self, room: RoomId, password: str = "") -> Replica:
        """Get a room's events from now on; no effect on a room that is watched already.

        A password is kept for as long as this client lives, also for the rooms that follow this one.
        """
        self._state.keep_password(room, password)
        known = self._state.password_of(room)
        for _ in range(2):  # one invalid snapshot may have been an accident
            if room not in self.rooms:
                with self._state.expecting(room):
                    await self._ask_in_turn(Watching, partial(self._watch, room, known))
        if self._state.is_unreadable(room):
            raise RequestRejected(UPDATE_NEEDED, NO_POSITION)
        if room not in self.rooms:
            raise RequestRejected("bad-reply", "the server did not show a valid room")
        return self.rooms[room]

    def _watch(self, room: RoomId, password: str, id_: RequestId) -> Watch:
        self._may_tell(password)
        return Watch(id_, room, password=password)

    def _may_tell(self, password: str) -> None:
        """A password is told only to a server that has proven itself, also by viewers and guests.

        Raises RequestRejected.
        """
        if password:
            self._login.prove()

    async def unwatch(self, room: RoomId) -> None:
        """No longer get a room's events."""
        if self._state.unwatch(room):
            await self._link.ask(lambda id_: Unwatch(id_, room))

    async def _ask_in_turn(self, kind: type[Expected], build: Build) -> Expected:
        """The reply to a request that may have to wait for its turn, such as one with a password in a crowd.

        Raises RequestRejected and ConnectionEnded.
        """
        for _ in range(_TURNS):
            try:
                return await self._link.ask_for(kind, build)
            except RequestRejected as rejected:
                wait = rejected.retry
                if rejected.code != ErrorCode.RATE_LIMITED or wait is None or wait > _LONGEST_TURN:
                    raise
                await asyncio.sleep(wait)
        return await self._link.ask_for(kind, build)


def _new_command_id() -> CommandId:
    return CommandId(secrets.token_urlsafe(15))
