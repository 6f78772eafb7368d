"""Commands in rooms: with checks that wait for the store, or handed to the keeper at once."""

from collections.abc import Coroutine
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, assert_never

from pente_core.identity import Identity, RoomId
from pente_core.room import Refused, Room, may_know_all
from pente_core.room import commands as cmd
from pente_protocol.messages.checkpoint import UNSEEN
from pente_protocol.messages.rooms import Act, Acted
from pente_protocol.untrusted_text import clean
from pente_server.limits.command_limits import Check, limits_of
from pente_server.limits.errors import RequestDenied
from pente_server.limits.origin_limiter import giving_back_if_refused
from pente_server.requests.command_keys import command_key_of
from pente_server.requests.costs import FREE, QUESTION
from pente_server.requests.dispatch import Done, begins
from pente_server.requests.requester import Requester
from pente_server.requests.rooms import RequestedRooms
from pente_server.rooms.command_decider import CommandResult, OtherHistory, RoomCommand


class CommandRequests:
    """Commands in rooms."""

    def __init__(self, rooms: RequestedRooms) -> None:
        self._rooms = rooms

    def _cost(self, requester: Requester, request: Act) -> float:
        """A command is a question if it concerns a room that may have to be loaded first: one to which the
        connection does not listen, and where the player has neither a seat nor an invitation.

        Joining such a room, and rematches, are questions even if the connection listens: they are checked in
        the store before the room can refuse.
        """
        room, limits = request.room, limits_of(request.command)
        is_free = (limits.free_if_listening and self._rooms.hub.is_listening(requester, room)) or (
            limits.free_if_expected and self._rooms.own_rooms.is_expected(room, requester.player.id)
        )
        return FREE if is_free else QUESTION

    @begins(Act, cost=_cost)
    def begin(self, requester: Requester, request: Act, done: Done) -> Coroutine[Any, Any, None] | None:
        """Carry out a command: at once, or after checks that wait for the store.

        When it was, replies with the version it led to and calls ``done``; else calls it with the error,
        which is Refused, RequestDenied, UnknownRoom or StoreUnavailable. What needs checks is to be awaited
        instead.
        """
        asked = RoomCommand(
            request.room,
            request.command,
            requester.player,
            command_key_of(requester, request),
            request.base or UNSEEN,
            requester.round_trip,
        )
        if requester.is_aside or limits_of(request.command).check is not None:
            return self._act(requester, request, asked)
        self._rooms.keeper.commands.begin(asked, partial(self._finish, requester, request, done))
        return None

    async def _act(self, requester: Requester, request: Act, asked: RoomCommand) -> None:
        """Carry out a command in a room, and reply with the version it led to.

        Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
        """
        command, by = request.command, requester.player
        counted: AbstractContextManager[None] = nullcontext()
        try:
            await self._rooms.access.check_acting(requester, request.room, command)
            by, counted = await self._check(requester, request.room, command)
        except (RequestDenied, Refused):
            # A command that was sent again gets its first answer, even if it would be refused by now.
            if not await self._rooms.keeper.was_done(request.room, asked.key):
                raise
        checked = RoomCommand(asked.room_id, _cleaned(command), by, asked.key, asked.base, asked.round_trip)
        with counted:
            try:
                version = await self._rooms.keeper.act(checked)
            except OtherHistory as error:
                self._resync_if_needed(requester, request.room, error)
                raise
        if isinstance(command, cmd.Join) and not self._rooms.hub.is_listening(requester, request.room):
            await self._rooms.shown.attach(requester, request.room, request.base)
        room = self._rooms.keeper.known(request.room) or await self._rooms.keeper.current(request.room)
        self._reply(requester, request, room, version)

    def _finish(self, requester: Requester, request: Act, done: Done, result: CommandResult) -> None:
        if isinstance(result, Exception):
            self._resync_if_needed(requester, request.room, result)
            done(result)
        else:
            known = self._rooms.keeper.known(request.room)
            self._reply(requester, request, known, result)
            done(None)

    def _reply(self, requester: Requester, request: Act, room: Room | None, version: int) -> None:
        """Reply with the version that a command led to; who sees the room later gets what they have of it."""
        is_delayed = room is not None and room.created.options.viewer_delay is not None
        if room is not None and is_delayed and not may_know_all(room, requester.player.id, self._rooms.now()):
            is_listening = self._rooms.hub.is_listening(requester, request.room)
            delayed = self._rooms.hub.delayed(request.room) if is_listening else None
            shown = UNSEEN if delayed is None else delayed.checkpoint  # not the base, which nobody checks
            version = min(version, shown.version)
        requester.send_message(Acted(request.id, request.room, version))

    def _resync_if_needed(self, requester: Requester, room_id: RoomId, error: Exception) -> None:
        """Send a snapshot to a player who knows another history of a room."""
        room, checkpoint = self._rooms.keeper.known(room_id), self._rooms.keeper.checkpoint(room_id)
        if isinstance(error, OtherHistory) and room is not None and checkpoint is not None:
            self._rooms.hub.resync(requester, room_id, room, checkpoint.mark)

    async def _check(
        self, requester: Requester, room_id: RoomId, command: cmd.PlayerCommand
    ) -> tuple[Identity, AbstractContextManager[None]]:
        """The player as the room is to know it, and what counts the command unless the room refuses it in
        the block.

        Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
        """
        limits, player = limits_of(command), requester.player
        if limits.rate is not None:
            self._rooms.limits.check_rate(requester, limits.rate)
        match limits.check:
            case Check.WRITER:
                await self._rooms.accounts.check(requester)
                if not self._rooms.hub.is_listening(requester, room_id):
                    await self._rooms.access.admit_viewer(requester, room_id, "")
            case Check.SEAT:
                assert isinstance(command, cmd.Join)
                return await self._rooms.check_seat(requester, room_id, command.password)
            case Check.REMATCH:
                return player, giving_back_if_refused([await self._rooms.check_rematch(requester, room_id)])
            case Check.REPLY | None:
                pass
            case _:
                assert_never(limits.check)
        return player, nullcontext()


def _cleaned(command: cmd.PlayerCommand) -> cmd.PlayerCommand:
    """A command with safe text."""
    match command:
        case cmd.Say(text, to):
            return cmd.Say(clean(text), to)
        case cmd.AddComment(node, text):
            return cmd.AddComment(node, clean(text))
        case _:
            return command
