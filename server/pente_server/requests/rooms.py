"""Requests about rooms: opening and watching them, and commands in them."""

import secrets
from collections.abc import Sequence
from hashlib import sha256

from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import (
    BotPolicy,
    Options,
    Reason,
    Refused,
    check_annotating,
    check_points,
    create,
    may_know_all,
)
from pente_core.room import events as ev
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.join_codes import JoinCode
from pente_protocol.messages import (
    Create,
    Look,
    PlayerLook,
    RoomCreated,
    Watch,
    Watching,
)
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.limits.errors import RequestDenied
from pente_server.requests.command_keys import command_key_of
from pente_server.requests.game_start import requested_start
from pente_server.requests.people.blocking import check_inviting
from pente_server.requests.people.players import check_account, find_account
from pente_server.requests.rating_checks import (
    check_handicap,
    check_no_break,
    check_rated,
    player_with_rating,
)
from pente_server.requests.requester.requester import Requester
from pente_server.requests.room_access import admit_viewer, check_opening
from pente_server.requests.room_limits import check_openings, check_rooms, check_watched
from pente_server.requests.shown_rooms import attach


async def open_room(requester: Requester, request: Create) -> None:
    """Open a room, attach the requester to its events, and reply.

    Raises Refused, RequestDenied and StoreUnavailable.
    """
    check_opening(requester)
    command_id, digest = command_key_of(requester, request)
    # The id is derived from the request, so that a request sent again finds the room that it opened.
    room_id = RoomId(sha256(command_id.encode()).hexdigest()[:12])
    keeper = requester.ports.rooms.keeper
    if not await keeper.was_done(room_id, command_id, digest):
        check_openings(requester)
        await keeper.create(room_id, await _first_events(requester, request), command_id, digest)
    code = "" if requester.player.kind is PlayerKind.BOT else await _code_of(requester, room_id)
    version = await attach(requester, room_id, None)
    requester.send_message(RoomCreated(request.id, room_id, version, code))


async def _code_of(requester: Requester, room_id: RoomId) -> JoinCode:
    """A code to give to friends. Raises StoreUnavailable: repeating the request finds the room."""
    return await requester.ports.rooms.join_codes.code_of(room_id)


async def reply_watching(requester: Requester, request: Watch) -> None:
    """Let the requester watch a room, and reply with its version. Raises what `watch` raises."""
    version = await watch(requester, request.room, request.after, request.password)
    requester.send_message(Watching(request.id, request.room, version))


async def watch(requester: Requester, room_id: RoomId, after: Checkpoint | None, password: str = "") -> int:
    """Check access, send what was missed since a checkpoint, and attach to the room; returns its version.

    Raises Refused and RequestDenied when the requester may not watch, UnknownRoom and StoreUnavailable.
    """
    check_watched(requester, room_id)
    with requester.ports.rooms.keeper.keeping(room_id):
        await admit_viewer(requester, room_id, password)
        return await attach(requester, room_id, after)


def unwatch(requester: Requester, room_id: RoomId) -> None:
    """Stop sending the requester the events of a room."""
    hub = requester.ports.rooms.hub
    if hub.is_listening(requester, room_id):
        hub.detach(requester, room_id)


def look(requester: Requester, request: Look) -> None:
    """Show the others in a finished room where the player looks. Raises Refused and RequestDenied."""
    rooms, player = requester.ports.rooms, requester.player
    room = rooms.keeper.known(request.room)
    if room is None or not rooms.hub.is_listening(requester, request.room):
        raise RequestDenied(ErrorCode.UNKNOWN_ROOM, "You don't watch that room. Watch it first.")
    if room.status is not ev.Status.FINISHED:
        raise Refused(Reason.NOT_OVER)
    if not may_know_all(room, player.id, rooms.now()):
        raise Refused(Reason.NOT_OVER)
    check_annotating(room, player)
    if request.node is None:
        rooms.hub.looks.look(requester, request.room, None)
        return
    check_points(room, request.node, request.points)
    rooms.hub.looks.look(requester, request.room, PlayerLook(player, request.node, request.points))


async def _first_events(requester: Requester, request: Create) -> Sequence[ev.Event]:
    """The first events of a requested room. Raises RequestDenied, Refused and StoreUnavailable."""
    if request.options.password_hash:
        text = (
            "A room has no password by the option password_hash. Leave that out, and use the field password."
        )
        raise RequestDenied(ErrorCode.BAD_MESSAGE, text)
    ruleset, time = requested_start(request)
    await check_rooms(requester)
    await check_account(requester)
    if len(request.invite) > ruleset.sides:
        raise Refused(Reason.ROOM_FULL)
    invited = [await _invited(requester, name) for name in request.invite]
    await check_inviting(requester, invited)
    password_hash = await _password_hash(requester, request.password)
    options = replace(
        request.options, password_hash=password_hash, bots=_bots_admitted(requester, request.options)
    )
    if options.rated:
        check_handicap(requester, request.setup)
        await check_rated(requester, ruleset, time, (requester.player, *invited))
        await check_no_break(requester, [requester.player])
    seat = secrets.randbelow(ruleset.sides) if request.seat is None else request.seat
    by, now = await player_with_rating(requester, ruleset, time, options), requester.ports.rooms.now()
    events = create(
        ruleset,
        time,
        by=by,
        now=now,
        seat=seat,
        invited=invited,
        options=options,
        accepts_rating=request.accepts_rating,
        idle=requester.ports.rooms.idle,
        log_format=requester.ports.rooms.log_format(),
        setup=request.setup,
        keeps_seats=request.keeps_seats,
    )
    await _count_invitations(requester, invited)  # last, so that a room that is refused counts none
    return events


async def _count_invitations(requester: Requester, invited: Sequence[Identity]) -> None:
    """Count an invitation to each player. Raises RequestDenied and StoreUnavailable."""
    accounts, rooms = requester.ports.players.accounts, requester.ports.rooms
    hosts = {
        player.id: await rooms.room_directory.open_invitations(player.id, await accounts.blocked(player.id))
        for player in invited
    }
    rooms.invitations.take(requester.player.id, invited, hosts.__getitem__)


def _bots_admitted(requester: Requester, options: Options) -> BotPolicy | None:
    """The bots that may join a new room: what its host says, else invited ones only if that is a person."""
    is_usual = options.bots is None and requester.player.kind is PlayerKind.PERSON
    return BotPolicy.INVITED if is_usual else options.bots


async def _password_hash(requester: Requester, password: str) -> str:
    return await requester.ports.rooms.room_passwords.hash(password, requester.origin) if password else ""


async def _invited(requester: Requester, name: str) -> Identity:
    account = await find_account(requester, name)
    return Identity(account.id, account.name, account.kind)
