"""Resuming: broken connections, restarts, and a history that was replaced meanwhile."""

from pente_client.client_check.scenarios.common import chat, is_alive, next_hello
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.stage import Stage
from pente_client.client_check.stage.staged_room import StagedRoom
from pente_protocol.errors import CloseCode
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.hello import Hello


async def check_resuming(stage: Stage) -> None:
    """Break the connection of a viewer or player, in several ways."""
    if not await stage.until(stage.watched):
        stage.findings.unseen(Part.RESUME, "It watched no room that it could have resumed.")
        return
    room = stage.watched()
    assert room is not None
    if await _break(stage, room) and await _restart_with_another_history(stage, room):
        await _ask_what_it_has(stage, room)


async def _break(stage: Stage, room: StagedRoom) -> bool:
    known, count, peer = room.checkpoint, len(stage.hellos), stage.peer
    if peer is None:
        return False
    await is_alive(stage, peer)  # whatever was sent before has arrived
    peer.drop()
    chat(room, "Where are you?")
    hello = await next_hello(stage, count)
    stage.findings.expect(
        Part.RESUME,
        is_met=hello is not None,
        passed="It connects again after a broken connection.",
        missed="It did not connect again after a broken connection. Do so after every close code but those "
        "from 4500 to 4999.",
    )
    return hello is not None and _knows(stage, hello, room, known)


def _knows(stage: Stage, hello: Hello, room: StagedRoom, known: Checkpoint) -> bool:
    """Whether the hello names the room as it was known."""
    return stage.findings.expect(
        Part.RESUME,
        is_met=_resumes(hello, room, known),
        passed="Its hello names the rooms to resume, each with its version and mark, or asks for it anew.",
        missed=f"Its hello should name {room.id} under rooms with version {known.version} and mark "
        f"{known.mark}, which were sent last. It names {_words(hello, room)}.",
    )


def _resumes(hello: Hello, room: StagedRoom, known: Checkpoint) -> bool:
    """Whether the hello names the room with what was sent last, or asks for a snapshot of it."""
    return room.id in hello.rooms and hello.rooms[room.id] in (known, None)


def _words(hello: Hello, room: StagedRoom) -> str:
    told = hello.rooms.get(room.id)
    return "nothing" if told is None else f"version {told.version} and mark {told.mark}"


async def _restart_with_another_history(stage: Stage, room: StagedRoom) -> bool:
    """Close with 1012; afterwards the room is what a backup had."""
    count, peer = len(stage.hellos), stage.peer
    if peer is None:
        return False
    room.restore_backup()
    await peer.close(CloseCode.RESTART, "The server is restarting.")
    return stage.findings.expect(
        Part.RESUME,
        is_met=await next_hello(stage, count) is not None,
        passed="It connects again after close code 1012.",
        missed="It did not connect again after close code 1012: the server was restarting.",
    )


async def _ask_what_it_has(stage: Stage, room: StagedRoom) -> None:
    """After another history was sent, the client has to name its mark."""
    count, peer = len(stage.hellos), stage.peer
    if peer is None:
        return
    await stage.until(lambda: room.id in peer.watched)
    await is_alive(stage, peer)
    await peer.close(CloseCode.GOING_AWAY, "")
    hello = await next_hello(stage, count)
    if hello is None:
        stage.findings.missed(Part.RESUME, "It did not connect again after close code 1001.")
        return
    stage.findings.expect(
        Part.RESUME,
        is_met=_resumes(hello, room, room.checkpoint),
        passed="It replaces a room by a snapshot with another mark, even if its version is lower.",
        missed="After a snapshot with a lower version and another mark it should resume with those. "
        f"It names {_words(hello, room)}.",
    )
