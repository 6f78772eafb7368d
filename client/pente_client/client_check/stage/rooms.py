"""The requests to live rooms: watching, opening and acting."""

from typing import Final

from pente_client.client_check.stage.cast import FOR_ALL, OPPONENT
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.peer import Peer, error
from pente_client.client_check.stage.stage import LostPart, Stage, now
from pente_client.client_check.stage.staged_room import StagedRoom
from pente_core.clock.time_control import BadTimeControl, parse_time_control
from pente_core.identity import Identity, RoomId
from pente_core.room import Reason, Refused, create
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.ruleset import InvalidRuleset, ruleset_from
from pente_core.rules.setup import BadSetup
from pente_core.value import Tagged, tag_of
from pente_protocol.messages import ClientMessage, Wire
from pente_protocol.messages.rooms import Act, Acted, Create, RoomCreated, Unwatch, Watch, Watching

TURNS: Final = cmd.Play | cmd.Choose | cmd.Accept
"""Commands that are meant for one position only."""


async def answer_room(stage: Stage, peer: Peer, request: ClientMessage) -> None:
    """Carry out a request to a live room, and reply to it."""
    match request:
        case Watch():
            await _watch(stage, peer, request)
        case Unwatch():
            peer.watched.discard(request.room)
            await peer.send({"t": "ok", "id": request.id})
        case Create():
            await _create(stage, peer, request)
        case Act():
            await _act(stage, peer, request)
        case _:
            await peer.send(error(request.id, "not-available", "The scripted server does not do that."))


async def _watch(stage: Stage, peer: Peer, request: Watch) -> None:
    room = stage.rooms.get(request.room)
    if room is None:
        await peer.send(error(request.id, "unknown-room", "There is no such room."))
        return
    peer.watched.add(room.id)
    await peer.send(*room.after(request.after), _done(Watching, request.id, room))


def _done(reply: type[Tagged], number: int, room: StagedRoom) -> Wire:
    return {"t": tag_of(reply), "id": number, "room": room.id, "version": room.version}


async def _create(stage: Stage, peer: Peer, request: Create) -> None:
    """Open a room; the opponent joins at once."""
    if stage.me is None:
        await peer.send(error(request.id, "not-available", "Sign in to play."))
        return
    if (reply := stage.done.get(request.command_id)) is not None:
        await peer.send({**reply, "id": request.id})
        return
    try:
        rules, control = ruleset_from(request.ruleset), parse_time_control(request.time)
        seat = 0 if request.seat is None else request.seat
        events = create(
            rules,
            control,
            by=stage.me,
            now=now(),
            seat=seat,
            options=FOR_ALL,
            setup=request.setup,
            keeps_seats=request.keeps_seats,
        )
    except (InvalidRuleset, BadTimeControl, BadSetup, Refused) as refused:
        stage.findings.missed(Part.PLAY, f"It asked for a room that can't be opened: {refused}")
        await peer.send(error(request.id, "bad-ruleset", str(refused)))
        return
    room = StagedRoom(RoomId(f"room-{len(stage.rooms):04}"), events)
    stage.rooms[room.id] = room
    peer.watched.add(room.id)
    reply = _done(RoomCreated, request.id, room)
    stage.done[request.command_id] = reply
    await peer.send(room.synced(), reply)
    await _opponent(stage, room, cmd.Join())


async def _act(stage: Stage, peer: Peer, request: Act) -> None:
    room = stage.rooms.get(request.room)
    if room is None or stage.me is None:
        await peer.send(error(request.id, "unknown-room", "There is no such room."))
        return
    stage.acts.append(request)
    if (reply := stage.done.get(request.command_id)) is not None:
        await peer.send({**reply, "id": request.id})
        return
    is_turn = isinstance(request.command, TURNS)
    if is_turn and stage.loses in (LostPart.COMMAND, LostPart.ANSWERED):
        await _lose(stage, peer, request)
        return
    if is_turn and not room.is_current(request.base):
        await _refuse_stale(stage, peer, request, room)
        return
    await _carry_out(stage, peer, request, room, stage.me)


async def _refuse_stale(stage: Stage, peer: Peer, request: Act, room: StagedRoom) -> None:
    if request.base is None:
        stage.findings.missed(
            Part.PLAY,
            "A turn has no base. Send the version and the mark of the latest event or snapshot that you "
            "have.",
        )
        await peer.send(error(request.id, Reason.NO_BASE, "The turn has no base."))
        return
    if not room.has(request.base):
        if not room.is_restored:
            stage.findings.missed(
                Part.PLAY,
                "The base of a turn has another mark than the one that came with this version. Take both "
                "from the same message.",
            )
        await peer.send(room.synced(), error(request.id, Reason.OTHER_HISTORY, "It has lost the end."))
        return
    stage.findings.missed(
        Part.PLAY,
        f"The base of a turn is version {request.base.version}, but version {room.room.changed}, which "
        "was sent before, has changed the game. Send the version and the mark of the latest event or "
        "snapshot.",
    )
    await peer.send(error(request.id, Reason.STALE, "The room has moved on."))


async def _lose(stage: Stage, peer: Peer, request: Act) -> None:
    """Break the connection, once the client has what was sent."""
    stage.loses = None
    stage.lost.append(request)
    await stage.within(peer.answers_ping())
    peer.drop()


async def _carry_out(stage: Stage, peer: Peer, request: Act, room: StagedRoom, me: Identity) -> None:
    try:
        events = room.decide(request.command, me, now())
    except Refused as refused:
        stage.findings.missed(Part.PLAY, f"It sent a command that the room refuses: {refused}")
        await peer.send(error(request.id, refused.reason, str(refused)))
        return
    if isinstance(request.command, cmd.Join):
        peer.watched.add(room.id)
        await peer.send(*room.after(request.base))
    told = room.add(events)
    reply = _done(Acted, request.id, room)
    stage.done[request.command_id] = reply
    if stage.loses is LostPart.REPLY and isinstance(request.command, TURNS):
        await _lose(stage, peer, request)
        return
    await stage.tell(room, *told)
    await peer.send(reply)
    await play_on(stage, room)


async def play_on(stage: Stage, room: StagedRoom) -> None:
    """Let the opponent move if it is their turn."""
    if room.room.status is ev.Status.PLAYING and _to_act(room) == OPPONENT.id:
        await _opponent(stage, room, cmd.Play(_reply_point(room)))


async def _opponent(stage: Stage, room: StagedRoom, command: cmd.PlayerCommand) -> None:
    try:
        events = room.decide(command, OPPONENT, now())
    except Refused:
        return
    await stage.tell(room, *room.add(events))
    if isinstance(command, cmd.Join):
        await play_on(stage, room)


def _to_act(room: StagedRoom) -> str:
    seat = room.room.to_act
    player = None if seat is None else room.room.seats[seat]
    return "" if player is None else player.id


def _reply_point(room: StagedRoom) -> Point:
    """The legal point that is nearest to the centre."""
    size = room.room.created.ruleset.size
    middle = size // 2
    return min(
        room.room.game.position.legal_points,
        key=lambda point: max(abs(point // size - middle), abs(point % size - middle)),
    )
