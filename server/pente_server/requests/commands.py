"""Commands in rooms: with checks that wait for the store, or handed to the keeper at once."""

from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, get_args

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, RoomId
from pente_core.room import OfferKind, Refused, Room, is_expected, may_know_all
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.checkpoint import UNSEEN
from pente_protocol.messages.rooms import Act, Acted
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.origin_limiter import giving_back_if_refused
from pente_server.limits.seat_limits import JoinLimiter
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets
from pente_server.live.hub import Hub
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.blocking import BlockChecks
from pente_server.requests.command_keys import command_key_of
from pente_server.requests.costs import FREE, QUESTION
from pente_server.requests.dispatch import Done, begins
from pente_server.requests.rating_checks import RatingChecks
from pente_server.requests.requester import Requester
from pente_server.requests.room_access import RoomAccess
from pente_server.requests.room_limits import RoomLimits
from pente_server.requests.shown_rooms import ShownRooms
from pente_server.rooms.command_decider import CommandResult, OtherHistory, RoomCommand
from pente_server.rooms.keeper import Keeper

_CHECKED: Final = (
    cmd.Join,
    cmd.Say,
    cmd.SetConditions,
    cmd.SetWatchPolicy,
    *get_args(cmd.Moderation),
    *get_args(cmd.AnnotationCommand),
)
"""The commands with limits of their own, or with replies that must not tell how late their sender sees."""


def _needs_checks(command: cmd.PlayerCommand) -> bool:
    """Whether a command may be carried out only after checks that wait for the store, or its reply sent.

    A host without a seat may see the room later, in which case the reply must not tell how late.
    """
    match command:
        case cmd.Play():  # first: nearly all commands are stones
            return False
        case cmd.Offer(kind) | cmd.Accept(kind):
            return kind is OfferKind.REMATCH
        case _:
            return isinstance(command, _CHECKED)


class CommandRequests:
    """Commands in rooms. Mutable: it counts chat messages, annotations, and open seats that are taken."""

    def __init__(
        self,
        *,
        keeper: Keeper,
        accounts: RequestedAccounts,
        blocking: BlockChecks,
        rating: RatingChecks,
        access: RoomAccess,
        limits: RoomLimits,
        shown: ShownRooms,
        hub: Hub,
        own_rooms: OwnRooms,
        allowance: Allowance,
        clock: Callable[[], float],
        now: Callable[[], Instant],
    ) -> None:
        self._keeper = keeper
        self._accounts = accounts
        self._blocking = blocking
        self._rating = rating
        self._access = access
        self._limits = limits
        self._shown = shown
        self._hub = hub
        self._own_rooms = own_rooms
        self._allowance = allowance
        self._chat = TokenBuckets(*allowance.chat, clock)
        self._annotations = TokenBuckets(*allowance.annotations, clock)
        self._joins = JoinLimiter(allowance, clock)
        self._now = now

    def _cost(self, requester: Requester, request: Act) -> float:
        """A command is a question if it concerns a room that may have to be loaded first: one to which the
        connection does not listen, and where the player has neither a seat nor an invitation.

        Joining such a room, and rematches, are questions even if the connection listens: they are checked in
        the store before the room can refuse.
        """
        room, player = request.room, requester.player.id
        match request.command:
            case cmd.Offer(kind=OfferKind.REMATCH) | cmd.Accept(kind=OfferKind.REMATCH):
                return QUESTION
            case cmd.Join():
                is_free = self._own_rooms.is_expected(room, player)
            case _:
                is_free = self._hub.is_listening(requester, room) or self._own_rooms.is_expected(room, player)
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
            Millis(0) if self._allowance.no_lag_compensation else requester.round_trip,
        )
        if requester.is_aside or _needs_checks(request.command):
            return self._act(requester, request, asked)
        self._keeper.commands.begin(asked, partial(self._finish, requester, request, done))
        return None

    async def _act(self, requester: Requester, request: Act, asked: RoomCommand) -> None:
        """Carry out a command in a room, and reply with the version it led to.

        Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
        """
        command, by = request.command, requester.player
        counted: AbstractContextManager[None] = nullcontext()
        try:
            await self._access.check_acting(requester, request.room, command)
            counted = await self._check(requester, request.room, command)
            is_listening = self._hub.is_listening(requester, request.room)
            if isinstance(command, cmd.Join):
                by, counted = await self._joining(requester, request.room, command.password)
            elif isinstance(command, cmd.Say | cmd.AnnotationCommand) and not is_listening:
                await self._access.admit_viewer(requester, request.room, "")
        except (RequestDenied, Refused):
            # A command that was sent again gets its first answer, even if it would be refused by now.
            if not await self._keeper.was_done(request.room, asked.key):
                raise
        checked = RoomCommand(asked.room_id, _cleaned(command), by, asked.key, asked.base, asked.round_trip)
        with counted:
            try:
                version = await self._keeper.act(checked)
            except OtherHistory as error:
                self._resync_if_needed(requester, request.room, error)
                raise
        if isinstance(command, cmd.Join) and not self._hub.is_listening(requester, request.room):
            await self._shown.attach(requester, request.room, request.base)
        room = self._keeper.known(request.room) or await self._keeper.current(request.room)
        self._reply(requester, request, room, version)

    def _finish(self, requester: Requester, request: Act, done: Done, result: CommandResult) -> None:
        if isinstance(result, Exception):
            self._resync_if_needed(requester, request.room, result)
            done(result)
        else:
            known = self._keeper.known(request.room)
            self._reply(requester, request, known, result)
            done(None)

    def _reply(self, requester: Requester, request: Act, room: Room | None, version: int) -> None:
        """Reply with the version that a command led to; who sees the room later gets what they have of it."""
        is_delayed = room is not None and room.created.options.viewer_delay is not None
        if room is not None and is_delayed and not may_know_all(room, requester.player.id, self._now()):
            is_listening = self._hub.is_listening(requester, request.room)
            delayed = self._hub.delayed(request.room) if is_listening else None
            shown = UNSEEN if delayed is None else delayed.checkpoint  # not the base, which nobody checks
            version = min(version, shown.version)
        requester.send_message(Acted(request.id, request.room, version))

    def _resync_if_needed(self, requester: Requester, room_id: RoomId, error: Exception) -> None:
        """Send a snapshot to a player who knows another history of a room."""
        room, checkpoint = self._keeper.known(room_id), self._keeper.checkpoint(room_id)
        if isinstance(error, OtherHistory) and room is not None and checkpoint is not None:
            self._hub.resync(requester, room_id, room, checkpoint.mark)

    async def _check(
        self, requester: Requester, room_id: RoomId, command: cmd.PlayerCommand
    ) -> AbstractContextManager[None]:
        """Check the limits on chat messages, seats and rematches.

        The block does not count a rematch if refused.

        Raises RequestDenied, UnknownRoom and StoreUnavailable.
        """
        match command:
            case cmd.Say() | cmd.AddComment():
                self._check_rate(requester, self._chat, "write messages")
                await self._accounts.check(requester)
            case cmd.AddVariation() | cmd.MarkPoints() | cmd.RemoveAnnotation():
                self._check_rate(requester, self._annotations, "change your notes")
                await self._accounts.check(requester)
            case cmd.SetConditions():
                self._check_rate(requester, self._annotations, "change your plans")
            case cmd.Join():
                await self._limits.check_rooms(requester, room_id)
            case cmd.Offer(OfferKind.REMATCH) | cmd.Accept(OfferKind.REMATCH):
                return giving_back_if_refused([await self._check_rematch(requester, room_id)])
            case _:
                pass
        return nullcontext()

    def _check_rate(self, requester: Requester, buckets: TokenBuckets, doing: str) -> None:
        """Count a message, an annotation or a plan of the player.

        Raises RequestDenied: there are too many.
        """
        if wait := buckets.of(requester.player.id).try_take():
            text = f"You {doing} too fast. Wait a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))

    async def _check_rematch(self, requester: Requester, room_id: RoomId) -> TokenBucket:
        """Check that there may be another game with the players of a room: it is a new room, with seats for
        all.

        Returns the bucket that counts it. Raises RequestDenied, UnknownRoom and StoreUnavailable.
        """
        await self._accounts.check(requester)
        room = await self._keeper.current(room_id)
        players = [player for player in room.seats if player is not None]
        if any(await self._accounts.store.deleted([player.id for player in players])):
            text = "A player of this game has deleted their account. Look for another opponent."
            raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)
        await self._blocking.check_inviting(requester, players)
        if (
            room.created.options.rated and room.status is ev.Status.FINISHED
        ):  # else the room refuses it anyway
            await self._rating.check_no_break(requester, [requester.player])
        await self._limits.check_seats(requester)
        return self._limits.check_openings(requester)

    async def _joining(
        self, requester: Requester, room_id: RoomId, password: str
    ) -> tuple[Identity, AbstractContextManager[None]]:
        """The requester as a player of a room, and what counts an open seat that is taken in its block.

        Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
        """
        await self._accounts.check(requester)
        room = await self._keeper.current(room_id)
        await self._blocking.check_joining(requester, room)
        self._access.check_host_present(requester, room_id, room)
        await self._access.check_room_password(requester, room, password)
        created = room.created
        if created.options.rated:
            players = (requester.player, *filter(None, room.seats))
            await self._rating.check_rated(created.ruleset, created.time, players)
        if created.options.rated and room.status is ev.Status.WAITING:  # else there is no free seat
            await self._rating.check_no_break(requester, [requester.player, *filter(None, room.seats)])
        player = await self._rating.player_with_rating(
            requester, created.ruleset, created.time, created.options
        )
        if is_expected(room, player.id):
            return player, nullcontext()
        return player, self._joins.counting(requester.origin)


def _cleaned(command: cmd.PlayerCommand) -> cmd.PlayerCommand:
    """A command with safe text."""
    match command:
        case cmd.Say(text, to):
            return cmd.Say(clean(text), to)
        case cmd.AddComment(node, text):
            return cmd.AddComment(node, clean(text))
        case _:
            return command
