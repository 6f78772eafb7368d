"""Finding a room to play in, or opening one."""

import argparse
import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from pente_client.addresses.typed_server import looks_like_server, parse_server
from pente_client.cli.steps.rating_consent import RatingShown
from pente_client.cli.steps.room_password import RoomLocked, watch_with_password
from pente_client.cli.steps.server_address import last_server
from pente_client.connection import Client, ConnectionProblem, RequestRejected
from pente_client.options.game_start import GameStart
from pente_client.options.values import read_room_id
from pente_client.play.people.challenge_terms import ChallengeTerms
from pente_client.words.lists.activity import is_host_present, player_to_act
from pente_client.words.lists.own_games import own_order
from pente_core.clock.clock import Odds, TimeControl, format_time_control, parse_time_control
from pente_core.clock.time_control import PerMove
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import DEFAULT_OPTIONS, BotPolicy, Options, Reason, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.game_options import DEFAULT_TIME
from pente_protocol.join_codes import parse_join_code
from pente_protocol.messages.lists import ListedRoom, RoomFilter, RoomSummary
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

OPEN_ROOMS: Final = RoomFilter(status=ev.Status.WAITING, present=True)
"""The rooms that wait for players and whose host is there: nobody is led to one whose host has gone."""
_TAKEN: Final = frozenset(
    {
        Reason.ROOM_FULL,
        Reason.SEAT_TAKEN,
        Reason.RESERVED,
        Reason.ROOM_CLOSED,
        Reason.OTHER_RATING,
        Reason.BANNED,
        Reason.NAMED_ONLY,
        Reason.NO_BOTS,
        Reason.HOST_AWAY,
        ErrorCode.NOT_AVAILABLE,
        "unknown-room",
    }
)
"""Another player was quicker, the host has just gone, or does not want us: try the next room."""


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What a person wants to play; None: no preference."""

    ruleset: str | Mapping[str, Any] | None = None
    time: TimeControl | None = None
    seat: int | None = None
    room: RoomId | None = None
    code: str = ""
    """The join code of a room, in place of ``room``; it is watched if there is no open seat."""
    against: str = ""
    is_new: bool = False
    options: Options = DEFAULT_OPTIONS
    """Of a new room; an open room is joined only if its options match."""
    password: str = ""
    """Of the room to join or open."""
    accepts_rating: bool = False
    """Whether the player accepts that a rating shows the result of a private rated game."""
    setup: Setup | None = None
    """The position in which a new room's game begins."""
    keeps_seats: bool = False

    @property
    def joining(self) -> cmd.Join:
        """The command that joins a room."""
        return cmd.Join(self.seat, self.password, self.accepts_rating)

    def fits(self, room: RoomSummary) -> bool:
        """Whether the room has the wanted ruleset and clock."""
        return (self.ruleset is None or room.ruleset == ruleset_from(self.ruleset)) and (
            self.time is None or room.time == self.time
        )


def starting(request: GameRequest, start: GameStart) -> GameRequest:
    """The request for a game that begins like that."""
    return dataclasses.replace(
        request,
        ruleset=start.ruleset,
        time=start.time,
        seat=start.seat,
        setup=start.setup,
        keeps_seats=start.keeps_seats,
    )


async def find_game(client: Client, request: GameRequest, own: Sequence[ListedRoom] | None = None) -> RoomId:
    """Join a room that fits the request, or open one. The room is watched from then on.

    Unless it is named, a room is joined only while its host is there to play. ``own`` are the live rooms
    where we have a seat or an invitation, if what the welcome told of them may be old.

    Raises RequestRejected; RoomLocked if the requested room has a password, and RatingShown if the game is
    private and rated, which the request does not accept.
    """
    try:
        return await _found(client, request, client.welcome.rooms if own is None else own)
    except RequestRejected as denied:
        if denied.code == Reason.RATING_SHOWN:
            raise RatingShown from None
        raise


async def _come_back(client: Client, room: RoomId) -> RoomId:
    """Return to a room of ours; to one that waits, with its join code, if it has one."""
    replica = await client.watch(room)
    if replica.room.status is ev.Status.WAITING:
        with suppress(RequestRejected):
            await client.codes.share(room)
    return room


async def _found(client: Client, request: GameRequest, own: Sequence[ListedRoom]) -> RoomId:
    if request.code:
        return await _enter(client, await client.codes.find(request.code), request)
    if request.room is not None:
        return await _enter(client, request.room, request)
    if request.against:
        host = request.against.casefold()
        for room in _invitations(own, client, request, needs_host=False):
            if room.host.name.casefold() == host and await _try_to_join(client, room, request):
                return room.id
        return await _open(client, request)
    if not request.is_new:
        for room in _mine(own, client, request):
            return await _come_back(client, room.id)
        open_rooms = _free(await client.list_rooms(OPEN_ROOMS), client, request)
        for room in [*_invitations(own, client, request), *open_rooms]:
            if await _try_to_join(client, room, request):
                return room.id
    return await _open(client, request)


async def _enter(client: Client, room: RoomId, request: GameRequest) -> RoomId:
    """Enter the requested room: return to our seat, or take an open one."""
    try:
        replica = await watch_with_password(client, room, request.password)
    except RequestRejected as denied:
        if denied.code != Reason.NOT_INVITED or not await _join_unseen(client, room, request):
            raise
        return room
    if replica.seat_of_me is None and not replica.is_read_only and not _may_only_watch(request, replica.room):
        await client.act(room, request.joining)
    return room


def _may_only_watch(request: GameRequest, room: Room) -> bool:
    """Whether there is no seat to take, and the request is content with watching."""
    return bool(request.code) and (room.status is not ev.Status.WAITING or None not in room.seats)


async def _join_unseen(client: Client, room: RoomId, request: GameRequest) -> bool:
    """Join a room that only its players may watch; False if it is full."""
    try:
        await client.act(room, request.joining)
    except RequestRejected as denied:
        if denied.code == ErrorCode.PASSWORD_NEEDED:
            raise RoomLocked from None
        if denied.code == Reason.ROOM_FULL:
            return False
        raise
    return True


async def _try_to_join(client: Client, room: RoomSummary, request: GameRequest) -> bool:
    try:
        await client.act(room.id, replace(request.joining, password=""))
    except RequestRejected as denied:
        if denied.code in _TAKEN:
            return False
        raise
    return True


async def _open(client: Client, request: GameRequest) -> RoomId:
    time = DEFAULT_TIME if request.time is None else format_time_control(request.time)
    invite = [request.against] if request.against else []
    return await client.create(
        request.ruleset or "pente",
        time,
        seat=request.seat,
        invite=invite,
        options=request.options,
        password=request.password,
        accepts_rating=request.accepts_rating,
        setup=request.setup,
        keeps_seats=request.keeps_seats,
    )


async def own_rooms(client: Client) -> tuple[ListedRoom, ...]:
    """The live rooms where we have a seat or an invitation, as of now."""
    return await client.list_rooms(RoomFilter(player=client.me.name))


def _mine(rows: Sequence[ListedRoom], client: Client, request: GameRequest) -> Iterator[RoomSummary]:
    """The rooms where we have a seat and something to do: our turn first, then running games.

    A game for correspondence can wait while it is the turn of the opponent, or while it has no opponent.
    """
    for row in sorted(rows, key=lambda row: own_order(row, client.me.id)):
        room = row.room
        is_mine = _has_seat(room, client.me) and request.fits(room)
        is_live = room.status in (ev.Status.PLAYING, ev.Status.WAITING)
        can_wait = is_correspondence(room.time) and not _is_turn_of(client.me, row)
        if is_mine and is_live and not can_wait:
            yield room


def _is_turn_of(me: Identity, row: ListedRoom) -> bool:
    mover = player_to_act(row.room, row.activity)
    return mover is not None and mover.id == me.id


def _invitations(
    rows: Sequence[ListedRoom], client: Client, request: GameRequest, *, needs_host: bool = True
) -> Iterator[RoomSummary]:
    """The rooms to which we are invited. Without ``needs_host``, also those whose host is away."""
    for row in rows:
        room = row.room
        invited = any(player.id == client.me.id for player in room.invited)
        is_deserted = not (is_correspondence(room.time) or is_host_present(room, row.activity))
        is_blocked = room.involves(client.blocked)
        if (
            invited
            and not is_blocked
            and not (needs_host and is_deserted)
            and room.status is ev.Status.WAITING
            and request.fits(room)
            and _is_free(room, request.seat)
        ):
            yield room


def _free(rows: tuple[ListedRoom, ...], client: Client, request: GameRequest) -> Iterator[RoomSummary]:
    """Rooms that are open to us, with their host and without players whom we have blocked.

    Those that have waited longest come first.
    """
    for row in sorted(rows, key=lambda row: row.room.created_at):
        room = row.room
        is_open = room.status is ev.Status.WAITING and not room.invited and not _has_seat(room, client.me)
        if (
            is_open
            and is_host_present(room, row.activity)
            and not room.involves(client.blocked)
            and _is_wanted(room, request)
            and _admits(room.options, client.me)
            and _is_even(room, request)
            and request.fits(room)
            and _is_free(room, request.seat)
        ):
            yield room


def _is_wanted(room: RoomSummary, request: GameRequest) -> bool:
    """Whether an open room commits us to nothing that was not requested."""
    options, wanted = room.options, request.options
    is_live = not is_correspondence(room.time) or request.time is not None
    is_shown = options.rated and options.hides_games and not request.accepts_rating
    is_as_wanted = (options.rated, options.games, options.hints) == (wanted.rated, wanted.games, wanted.hints)
    return is_live and is_as_wanted and not is_shown and not options.password_hash


def _admits(options: Options, me: Identity) -> bool:
    """Whether the options of an open room let a player join, as far as we know: our rating may be another."""
    if options.bots is BotPolicy.INVITED and me.kind is PlayerKind.BOT:
        return False
    if options.ratings is not None and me.rating is not None and me.rating not in options.ratings:
        return False
    return not (options.named_only and me.is_guest)


def _is_even(room: RoomSummary, request: GameRequest) -> bool:
    """Whether an open room begins as games usually do, or with just the handicap that was requested."""
    has_other_rules = bool(room.ruleset.goals) and request.ruleset is None
    has_other_times = isinstance(room.time, Odds) and request.time is None
    return not (room.from_position or has_other_rules or has_other_times)


def _has_seat(room: RoomSummary, player: Identity) -> bool:
    return any(taker.id == player.id for taker in room.players)


def _is_free(room: RoomSummary, seat: int | None) -> bool:
    if seat is None:
        return None in room.seats
    return seat < len(room.seats) and room.seats[seat] is None


def challenge_request(name: str, terms: ChallengeTerms, *, may_rate: bool = True) -> GameRequest:
    """The request for the game of a challenge."""
    return GameRequest(
        ruleset=terms.ruleset,
        time=parse_time_control(terms.time),
        seat=terms.seat,
        against=name,
        options=Options(rated=terms.rated and may_rate),
    )


def request_to_join(args: argparse.Namespace) -> GameRequest:
    """The request for the room of a join code or link; puts the server of a link in its place.

    Raises ArgumentTypeError and BadAddress.
    """
    accepts = args.accepts_rating
    if looks_like_server(args.what):
        link = parse_server(args.what)
        args.url = args.what
        if link.room is None and link.code is None:
            raise argparse.ArgumentTypeError(tell("steps.names-no-room-copy-the", what=clean(args.what, 60)))
        return GameRequest(room=link.room, code=link.code or "", accepts_rating=accepts)
    args.url = args.url or last_server()
    if parse_join_code(args.what) is not None:
        return GameRequest(code=args.what, accepts_rating=accepts)
    if len(args.what) < 8:
        raise argparse.ArgumentTypeError(tell("steps.is-no-join-code-it", what=repr(clean(args.what, 40))))
    return GameRequest(room=read_room_id(args.what), accepts_rating=accepts)


async def withdraw(client: Client) -> None:
    """Leave a room that still waits for the answer, but not if its game is by correspondence."""
    for room_id, replica in tuple(client.rooms.items()):
        time, is_waiting = replica.room.created.time, replica.room.status is ev.Status.WAITING
        is_patient = isinstance(time, PerMove) and time.is_correspondence
        if is_waiting and not is_patient and replica.seat_of_me is not None:
            with suppress(ConnectionProblem):
                await client.act(room_id, cmd.Leave())
