"""Commands in rooms: with checks that wait for the store, or handed to the keeper at once."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from pente_core.clock.instant import Millis
from pente_core.identity import Identity, RoomId
from pente_core.room import OfferKind, Refused, Room, is_expected, may_know_all
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Act, Acted
from pente_protocol.messages.checkpoint import UNSEEN
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.limits.origin_limiter import giving_back_if_refused
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets
from pente_server.requests.command_keys import command_key_of
from pente_server.requests.people.blocking import check_inviting, check_joining
from pente_server.requests.people.players import check_account
from pente_server.requests.rating_checks import check_no_break, check_rated, player_with_rating
from pente_server.requests.requester.requester import Requester
from pente_server.requests.room_access import (
    admit_viewer,
    check_acting,
    check_host_present,
    check_room_password,
)
from pente_server.requests.room_limits import check_openings, check_rooms, check_seats
from pente_server.requests.shown_rooms import attach
from pente_server.rooms.command_decider import CommandResult, OtherHistory


def needs_checks(command: cmd.PlayerCommand) -> bool:
    """Whether a command may be carried out only after checks that wait for the store, or its reply sent.

    A host without a seat may see the room later, in which case the reply must not tell how late.
    """
    match command:
        case cmd.Mute() | cmd.Unmute() | cmd.Kick() | cmd.Ban() | cmd.Unban() | cmd.SetWatchPolicy():
            return True
        case (
            cmd.AddVariation()
            | cmd.AddComment()
            | cmd.MarkPoints()
            | cmd.RemoveAnnotation()
            | cmd.SetConditions()
        ):
            return True
        case cmd.Say() | cmd.Join() | cmd.Offer(OfferKind.REMATCH) | cmd.Accept(OfferKind.REMATCH):
            return True
        case _:
            return False


def begin(requester: Requester, request: Act, done: Callable[[Exception | None], None]) -> None:
    """Begin to carry out a command that needs no checks.

    When it was, replies with the version it led to and calls ``done``; else calls it with the error, which is
    Refused, RequestDenied, UnknownRoom or StoreUnavailable.
    """
    ports = requester.ports.rooms
    command_id, digest = command_key_of(requester, request)
    ports.keeper.begin(
        request.room,
        request.command,
        by=requester.player,
        command_id=command_id,
        digest=digest,
        base=request.base or UNSEEN,
        round_trip=_round_trip(requester),
        done=partial(_finish, requester, request, done),
    )


def _finish(
    requester: Requester, request: Act, done: Callable[[Exception | None], None], result: CommandResult
) -> None:
    if isinstance(result, Exception):
        _resync_if_needed(requester, request.room, result)
        done(result)
    else:
        known = requester.ports.rooms.keeper.known(request.room)
        _reply(requester, request, known, result)
        done(None)


def _reply(requester: Requester, request: Act, room: Room | None, version: int) -> None:
    """Reply with the version that a command led to; who sees the room later gets what they have of it."""
    if room is not None and room.created.options.viewer_delay is not None:
        ports = requester.ports.rooms
        if not may_know_all(room, requester.player.id, ports.now()):
            is_listening = ports.hub.is_listening(requester, request.room)
            delayed = ports.hub.delayed(request.room) if is_listening else None
            shown = UNSEEN if delayed is None else delayed.checkpoint  # not the base, which nobody checks
            version = min(version, shown.version)
    requester.send_message(Acted(request.id, request.room, version))


def _resync_if_needed(requester: Requester, room_id: RoomId, error: Exception) -> None:
    """Send a snapshot to a player who knows another history of a room."""
    ports = requester.ports.rooms
    room, checkpoint = ports.keeper.known(room_id), ports.keeper.checkpoint(room_id)
    if isinstance(error, OtherHistory) and room is not None and checkpoint is not None:
        ports.hub.resync(requester, room_id, room, checkpoint.mark)


def _round_trip(requester: Requester) -> Millis:
    return Millis(0) if requester.ports.rooms.allowance.no_lag_compensation else requester.round_trip


async def act(requester: Requester, request: Act) -> None:
    """Carry out a command in a room, and reply with the version it led to.

    Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
    """
    ports, command, by = requester.ports.rooms, request.command, requester.player
    counted: AbstractContextManager[None] = nullcontext()
    command_id, digest = command_key_of(requester, request)
    try:
        await check_acting(requester, request.room, command)
        counted = await _check(requester, request.room, command)
        is_listening = ports.hub.is_listening(requester, request.room)
        if isinstance(command, cmd.Join):
            by, counted = await _joining(requester, request.room, command.password)
        elif isinstance(command, cmd.Say | cmd.AnnotationCommand) and not is_listening:
            await admit_viewer(requester, request.room, "")
    except (RequestDenied, Refused):
        # A command that was sent again gets its first answer, even if it would be refused by now.
        if not await ports.keeper.was_done(request.room, command_id, digest):
            raise
    command = _cleaned(command)
    with counted:
        try:
            version = await ports.keeper.act(
                request.room,
                command,
                by=by,
                command_id=command_id,
                digest=digest,
                base=request.base or UNSEEN,
                round_trip=_round_trip(requester),
            )
        except OtherHistory as error:
            _resync_if_needed(requester, request.room, error)
            raise
    if isinstance(command, cmd.Join) and not ports.hub.is_listening(requester, request.room):
        await attach(requester, request.room, request.base)
    room = ports.keeper.known(request.room) or await ports.keeper.current(request.room)
    _reply(requester, request, room, version)


async def _check(
    requester: Requester, room_id: RoomId, command: cmd.PlayerCommand
) -> AbstractContextManager[None]:
    """Check the limits on chat messages, seats and rematches. The block does not count a rematch if refused.

    Raises RequestDenied, UnknownRoom and StoreUnavailable.
    """
    match command:
        case cmd.Say() | cmd.AddComment():
            _check_rate(requester, requester.ports.rooms.chat, "write messages")
            await check_account(requester)
        case cmd.AddVariation() | cmd.MarkPoints() | cmd.RemoveAnnotation():
            _check_rate(requester, requester.ports.rooms.annotations, "change your notes")
            await check_account(requester)
        case cmd.SetConditions():
            _check_rate(requester, requester.ports.rooms.annotations, "change your plans")
        case cmd.Join():
            await check_rooms(requester, room_id)
        case cmd.Offer(OfferKind.REMATCH) | cmd.Accept(OfferKind.REMATCH):
            return giving_back_if_refused([await _check_rematch(requester, room_id)])
        case _:
            pass
    return nullcontext()


def _cleaned(command: cmd.PlayerCommand) -> cmd.PlayerCommand:
    """A command with safe text."""
    match command:
        case cmd.Say(text, to):
            return cmd.Say(clean(text), to)
        case cmd.AddComment(node, text):
            return cmd.AddComment(node, clean(text))
        case _:
            return command


def _check_rate(requester: Requester, buckets: TokenBuckets, doing: str) -> None:
    """Count a message, an annotation or a plan of the player. Raises RequestDenied: there are too many."""
    if wait := buckets.of(requester.player.id).try_take():
        text = f"You {doing} too fast. Wait a moment."
        raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))


async def _check_rematch(requester: Requester, room_id: RoomId) -> TokenBucket:
    """Check that there may be another game with the players of a room: it is a new room, with seats for all.

    Returns the bucket that counts it. Raises RequestDenied, UnknownRoom and StoreUnavailable.
    """
    await check_account(requester)
    room = await requester.ports.rooms.keeper.current(room_id)
    players = [player for player in room.seats if player is not None]
    if any(await requester.ports.players.accounts.deleted([player.id for player in players])):
        text = "A player of this game has deleted their account. Look for another opponent."
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)
    await check_inviting(requester, players)
    if room.created.options.rated and room.status is ev.Status.FINISHED:  # else the room refuses it anyway
        await check_no_break(requester, [requester.player])
    await check_seats(requester)
    return check_openings(requester)


async def _joining(
    requester: Requester, room_id: RoomId, password: str
) -> tuple[Identity, AbstractContextManager[None]]:
    """The requester as a player of a room, and what counts an open seat that is taken in its block.

    Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
    """
    await check_account(requester)
    room = await requester.ports.rooms.keeper.current(room_id)
    await check_joining(requester, room)
    check_host_present(requester, room_id, room)
    await check_room_password(requester, room, password)
    created = room.created
    if created.options.rated:
        players = (requester.player, *filter(None, room.seats))
        await check_rated(requester, created.ruleset, created.time, players)
    if created.options.rated and room.status is ev.Status.WAITING:  # else there is no free seat
        await check_no_break(requester, [requester.player, *filter(None, room.seats)])
    player = await player_with_rating(requester, created.ruleset, created.time, created.options)
    if is_expected(room, player.id):
        return player, nullcontext()
    return player, requester.ports.rooms.joins.counting(requester.origin)
