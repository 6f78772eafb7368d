"""Requests about rooms: opening and watching them, and commands in them."""

import secrets
from collections.abc import Sequence
from contextlib import nullcontext
from hashlib import sha256

from pente_core.clock.clock import BadTimeControl, parse_time_control
from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import (
    Accept,
    BotPolicy,
    Event,
    Join,
    Offer,
    OfferKind,
    Options,
    PlayerCommand,
    Reason,
    Refused,
    Room,
    Say,
    could_watch_all,
    create,
    is_expected,
    snapshot,
    view,
)
from pente_core.rules.ruleset import InvalidRuleset, ruleset_from
from pente_core.value import replace
from pente_protocol.codec import encode_event, event_frame
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import (
    Act,
    Create,
    Ok,
    Synced,
)
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.requests.blocking import check_inviting, check_joining
from pente_server.requests.players import check_account, find_account
from pente_server.requests.rating_checks import check_rated, player_with_rating
from pente_server.requests.requester import Requester
from pente_server.requests.room_access import admit_viewer, check_room_password, check_watching


async def act(requester: Requester, request: Act) -> None:
    """Carry out a command in a room, and reply with the version it led to.

    Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
    """
    ports, command, by = requester.ports.rooms, request.command, requester.player
    takes_open_seat = False
    command_id = f"{by.id}:{request.command_id}"
    try:
        await _check(requester, request.room, command)
        if isinstance(command, Join):
            by, takes_open_seat = await _joining(requester, request.room, command.password)
        elif isinstance(command, Say) and not ports.hub.is_listening(requester, request.room):
            await admit_viewer(requester, request.room, "")
    except (RequestDenied, Refused):
        # A command that was sent again gets its first answer, even if it would be refused by now.
        if not await ports.keeper.was_done(request.room, command_id):
            raise
    if isinstance(command, Say):
        command = Say(clean(command.text), command.to)
    with ports.joins.counting(requester.origin) if takes_open_seat else nullcontext():
        version = await ports.keeper.act(
            request.room,
            command,
            by=by,
            command_id=command_id,
            base=request.base,
            round_trip=requester.round_trip if ports.allowance.makes_up_for_lag else Millis(0),
        )
    if isinstance(command, Join) and not ports.hub.is_listening(requester, request.room):
        await attach(requester, request.room, request.base)
    requester.send_message(Ok(request.id, request.room, version))


async def open_room(requester: Requester, request: Create) -> None:
    """Open a room, attach the requester to its events, and reply.

    Raises Refused, RequestDenied and StoreUnavailable.
    """
    command_id = f"{requester.player.id}:{request.command_id}"
    # The id is derived from the request, so that a request sent again finds the room that it opened.
    room_id = RoomId(sha256(command_id.encode()).hexdigest()[:12])
    keeper = requester.ports.rooms.keeper
    if not await keeper.was_done(room_id, command_id):
        _check_openings(requester)
        await keeper.create(room_id, await _first_events(requester, request), command_id)
    requester.send_message(Ok(request.id, room_id, await attach(requester, room_id, 0)))


async def watch(requester: Requester, room_id: RoomId, since: int, password: str = "") -> int:
    """Check access, send what was missed since a version, and attach to the room; returns its version.

    Raises Refused and RequestDenied when the requester may not watch, UnknownRoom and StoreUnavailable.
    """
    _check_watched(requester, room_id)
    await admit_viewer(requester, room_id, password)
    return await attach(requester, room_id, since)


async def attach(requester: Requester, room_id: RoomId, since: int) -> int:
    """Send what was missed since a version, and attach to the room's events; returns the room's version.

    Access must have been checked before; what has changed since is noticed. A player who could not watch all
    the time since then gets a snapshot. Raises Refused, UnknownRoom and StoreUnavailable.
    """

    def show(room: Room, missed: Sequence[Event] | None) -> None:
        check_watching(room, requester.player.id)
        viewer = requester.ports.rooms.hub.attach(requester, room_id, room)
        blocked = requester.ports.players.blocks.of(requester.player.id)
        if missed is None or not could_watch_all(room, missed, requester.player.id):
            requester.send_message(Synced(room_id, snapshot(room, viewer, blocked)))
            return
        for version, event in enumerate(missed, room.version - len(missed) + 1):
            requester.send(event_frame(room_id, version, encode_event(view(event, viewer, blocked))))

    return await requester.ports.rooms.keeper.show(room_id, since, show)


def unwatch(requester: Requester, room_id: RoomId) -> None:
    """Stop sending the requester the events of a room."""
    hub = requester.ports.rooms.hub
    if hub.is_listening(requester, room_id):
        hub.detach(requester, room_id)


async def _check(requester: Requester, room_id: RoomId, command: PlayerCommand) -> None:
    """Check the limits on chat messages, seats and rematches.

    Raises RequestDenied, UnknownRoom and StoreUnavailable.
    """
    match command:
        case Say():
            _check_chat(requester)
            await check_account(requester)
        case Join():
            _check_rooms(requester, room_id)
        case Offer(OfferKind.REMATCH) | Accept(OfferKind.REMATCH):
            await _check_rematch(requester, room_id)
        case _:
            pass


def _check_chat(requester: Requester) -> None:
    """Count a chat message of the player. Raises RequestDenied when they write too fast."""
    if wait := requester.ports.rooms.chat.of(requester.player.id).try_take():
        text = "You write messages too fast. Wait a moment."
        raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))


async def _check_rematch(requester: Requester, room_id: RoomId) -> None:
    """Check that there may be another game with the players of a room: it is a new room, with seats for all.

    Raises RequestDenied, UnknownRoom and StoreUnavailable.
    """
    await check_account(requester)
    room = await requester.ports.rooms.keeper.current(room_id)
    players = [player for player in room.seats if player is not None]
    if any(await requester.ports.players.accounts.deleted([player.id for player in players])):
        text = "A player of this game has deleted their account. Look for another opponent."
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, text)
    await check_inviting(requester, players)
    _check_seats(requester)
    _check_openings(requester)


def _check_openings(requester: Requester) -> None:
    """Count a new room of the player. Raises RequestDenied when they open rooms too fast."""
    if wait := requester.ports.rooms.openings[requester.player.kind].of(requester.player.id).try_take():
        text = "You open rooms too fast. Wait a moment."
        raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))


def _check_rooms(requester: Requester, room_id: RoomId | None = None) -> None:
    """Check that the player may join and watch ``room_id``, or a new room. Raises RequestDenied."""
    _check_seats(requester, room_id)
    _check_watched(requester, room_id)


def _check_seats(requester: Requester, room_id: RoomId | None = None) -> None:
    """Check that the player may take a seat in ``room_id``, or in a new room. Raises RequestDenied."""
    ports = requester.ports.rooms
    lobby, most = ports.lobby, ports.allowance.rooms_for(requester.player.kind)
    room = None if room_id is None else lobby.get(room_id)
    is_seated = room is not None and any(seat and seat.id == requester.player.id for seat in room.seats)
    if not is_seated and lobby.seats_of(requester.player.id) >= most:
        text = f"You have seats in {most} rooms. Finish a game or leave a room first."
        raise RequestDenied(ErrorCode.TOO_MANY, text)


def _check_watched(requester: Requester, room_id: RoomId | None = None) -> None:
    """Check that the session may listen to ``room_id``, or to a new room. Raises RequestDenied."""
    hub, most = requester.ports.rooms.hub, requester.ports.rooms.allowance.watched
    is_more = room_id is None or not hub.is_listening(requester, room_id)
    if is_more and hub.count_rooms(requester) >= most:
        raise RequestDenied(ErrorCode.TOO_MANY, f"You watch {most} rooms. Stop watching one first.")


async def _first_events(requester: Requester, request: Create) -> Sequence[Event]:
    """The first events of a requested room. Raises RequestDenied, Refused and StoreUnavailable."""
    try:
        ruleset = ruleset_from(request.ruleset)
        time = parse_time_control(request.time)
    except InvalidRuleset as error:
        raise RequestDenied(ErrorCode.BAD_RULESET, str(error)) from None
    except BadTimeControl as error:
        raise RequestDenied(ErrorCode.BAD_TIME_CONTROL, str(error)) from None
    _check_rooms(requester)
    await check_account(requester)
    if len(request.invite) > ruleset.sides:
        raise Refused(Reason.ROOM_FULL)
    invited = [await _invited(requester, name) for name in request.invite]
    await check_inviting(requester, invited)
    password_hash = await _password_hash(requester, request.password)
    options = replace(request.options, lock=password_hash, bots=_bots_admitted(requester, request.options))
    if options.rated:
        check_rated(requester, ruleset, time, (requester.player, *invited))
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
    )
    await _count_invitations(requester, invited)  # last, so that a room that is refused counts none
    return events


async def _count_invitations(requester: Requester, invited: Sequence[Identity]) -> None:
    """Count an invitation to each player. Raises RequestDenied and StoreUnavailable."""
    accounts, lobby = requester.ports.players.accounts, requester.ports.rooms.lobby
    blocked = {player.id: await accounts.blocked(player.id) for player in invited}
    requester.ports.rooms.invitations.take(
        requester.player.id, invited, lambda player: lobby.open_invitations(player, blocked[player])
    )


def _bots_admitted(requester: Requester, options: Options) -> BotPolicy | None:
    """The bots that may join a new room: what its host says, else invited ones only if that is a person."""
    is_usual = options.bots is None and requester.player.kind is PlayerKind.PERSON
    return BotPolicy.INVITED if is_usual else options.bots


async def _password_hash(requester: Requester, password: str) -> str:
    return await requester.ports.rooms.room_passwords.hash(password, requester.origin) if password else ""


async def _joining(requester: Requester, room_id: RoomId, password: str) -> tuple[Identity, bool]:
    """The requester as a player of a room, and whether that takes an open seat, which is limited.

    Raises RequestDenied, UnknownRoom and StoreUnavailable.
    """
    await check_account(requester)
    room = await requester.ports.rooms.keeper.current(room_id)
    await check_joining(requester, room)
    await check_room_password(requester, room, password)
    created = room.created
    if created.options.rated:
        check_rated(requester, created.ruleset, created.time, (requester.player,))
    player = await player_with_rating(requester, created.ruleset, created.time, created.options)
    return player, not is_expected(room, player.id)


async def _invited(requester: Requester, name: str) -> Identity:
    account = await find_account(requester, name)
    return Identity(account.id, account.name, account.kind)
