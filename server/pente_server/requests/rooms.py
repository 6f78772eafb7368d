"""Requests about rooms: opening and watching them, and commands in them."""

import secrets
from collections.abc import Sequence
from hashlib import sha256

from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import (
    BotPolicy,
    Event,
    Options,
    Reason,
    Refused,
    Room,
    Status,
    check_annotating,
    check_points,
    could_watch_all,
    create,
    may_know_all,
    view,
)
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.join_codes import JoinCode
from pente_protocol.messages import (
    Create,
    Look,
    Missed,
    PlayerLook,
    RoomCreated,
    Watch,
    Watching,
)
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.limits.errors import RequestDenied
from pente_server.live.listening.delayed_game import DelayedGame, ReadGame, read_delayed, read_on
from pente_server.live.room_snapshot import room_snapshot
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
from pente_server.requests.requester.costs import cost_of_log
from pente_server.requests.requester.requester import Requester
from pente_server.requests.room_access import admit_viewer, check_opening, check_watching
from pente_server.requests.room_limits import check_openings, check_rooms, check_watched
from pente_server.rooms.keeper import EarlierRoom, RoomToShow


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


async def attach(requester: Requester, room_id: RoomId, after: Checkpoint | None) -> int:
    """Send what was missed since a checkpoint, and attach to the room's events; returns the room's version.

    Access must have been checked before; what has changed since is noticed. A player who could not watch all
    the time since then, or who knows another history of the room, gets a snapshot. Raises Refused,
    UnknownRoom and StoreUnavailable.
    """
    try:
        return await _attach(requester, room_id, after, await _read_ahead(requester, room_id))
    except _NotReadError:
        room = await requester.ports.rooms.keeper.current(room_id)
        return await _attach(requester, room_id, after, await _read(requester, room_id, room))


async def _attach(
    requester: Requester, room_id: RoomId, after: Checkpoint | None, read: ReadGame | None
) -> int:
    """As `attach`, with what was read of the room a moment ago. Raises _NotReadError if that is missing."""
    ports, me = requester.ports.rooms, requester.player.id
    delayed: DelayedGame | None = None

    async def earlier(room: Room) -> EarlierRoom | None:
        nonlocal delayed
        delayed = await _delayed(requester, room_id, room, read)
        return None if delayed is None else EarlierRoom(delayed.room, delayed.checkpoint)

    def show(shown: RoomToShow) -> None:
        room, checkpoint, missed, current = shown
        if delayed is not None and delayed.checkpoint != checkpoint:  # viewers were sent more meanwhile
            room, checkpoint, missed = delayed.room, delayed.checkpoint, None
        check_watching(current, me)
        viewer = ports.hub.attach(requester, room_id, current, delayed)
        blocked = requester.ports.players.blocks.of(me)
        if missed is None or not could_watch_all(room, missed, me):
            mark = checkpoint.mark
            requester.send_message(room_snapshot(room_id, room, mark, viewer, blocked, me=me))
        elif missed:
            events = tuple([view(event, viewer, blocked, me) for event in missed])
            requester.send_message(Missed(room_id, checkpoint.version - len(events), checkpoint.mark, events))

    return await ports.keeper.show(room_id, after, show, earlier)


class _NotReadError(Exception):
    """A room that is taken would have to be read."""


async def _read_ahead(requester: Requester, room_id: RoomId) -> ReadGame | None:
    """Read what `_delayed` needs before the room is taken: a long log must not keep its players waiting.

    None: it seems to need nothing. Raises UnknownRoom and StoreUnavailable.
    """
    ports = requester.ports.rooms
    room = ports.keeper.known(room_id)
    if room is None or may_know_all(room, requester.player.id, ports.now()) or ports.hub.delayed(room_id):
        return None
    return await _read(requester, room_id, room)


async def _delayed(
    requester: Requester, room_id: RoomId, room: Room, read: ReadGame | None
) -> DelayedGame | None:
    """What the requester may know of a room, if that is not all. ``read``: what was read of it just now.

    Raises _NotReadError, UnknownRoom and StoreUnavailable.
    """
    ports = requester.ports.rooms
    if may_know_all(room, requester.player.id, ports.now()):
        return None
    known, checkpoint = ports.hub.delayed(room_id), ports.keeper.checkpoint(room_id)
    if known is not None:
        return known
    if read is None:
        raise _NotReadError
    log, now = ports.keeper.room_log, ports.now
    if checkpoint is not None:
        known = await read_on(log, room_id, room, checkpoint.mark, read=read, now=now)
    return known or (await _read(requester, room_id, room)).game


async def _read(requester: Requester, room_id: RoomId, room: Room) -> ReadGame:
    ports = requester.ports.rooms
    return await read_delayed(
        ports.keeper.room_log,
        room_id,
        room,
        ports.now,
        on_read=lambda size: requester.charge(cost_of_log(size)),
    )


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
    if room.status is not Status.FINISHED:
        raise Refused(Reason.NOT_OVER)
    if not may_know_all(room, player.id, rooms.now()):
        raise Refused(Reason.NOT_OVER)
    check_annotating(room, player)
    if request.node is None:
        rooms.hub.looks.look(requester, request.room, None)
        return
    check_points(room, request.node, request.points)
    rooms.hub.looks.look(requester, request.room, PlayerLook(player, request.node, request.points))


async def _first_events(requester: Requester, request: Create) -> Sequence[Event]:
    """The first events of a requested room. Raises RequestDenied, Refused and StoreUnavailable."""
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
        check_rated(requester, ruleset, time, (requester.player, *invited))
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
