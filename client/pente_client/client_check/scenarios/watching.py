"""Watching: events that are missing or come twice, and what a client can't know."""

from typing import Final

from pente_client.client_check.scenarios.common import chat, is_alive
from pente_client.client_check.stage.findings import Level
from pente_client.client_check.stage.made_up import STRANGE_MESSAGES
from pente_client.client_check.stage.stage import Stage, now
from pente_client.client_check.stage.staged_room import StagedRoom
from pente_protocol.messages.rooms import Watch

TO_DO: Final = "let the client watch the room game-to-watch, the featured game, or a room of the list"


async def check_watching(stage: Stage) -> None:
    """Play to a viewer."""
    if not await stage.until(stage.watched):
        stage.findings.unseen(Level.WATCH, f"It watched no room. To check this, {TO_DO}.")
        return
    room = stage.watched()
    assert room is not None
    stage.findings.passed(Level.WATCH, "It watches a room.")
    await _leave_a_gap(stage, room)
    await _send_strange_things(stage, room)


async def _leave_a_gap(stage: Stage, room: StagedRoom) -> None:
    asked = _watches(stage)
    await stage.tell(room, *chat(room, "Can you hear me?"))
    chat(room, "This line is lost.")
    await stage.tell(room, *chat(room, "And this one is not."))
    stage.findings.expect(
        Level.WATCH,
        is_met=await stage.until(lambda: _watches(stage) > asked),
        passed="It notices that an event is missing, and loads it.",
        missed="It did not notice that an event was missing. When a version is higher than the next one, "
        "send watch with the version and the mark that you have.",
    )
    await stage.tell(room, room.happened(room.version))  # once more


async def _send_strange_things(stage: Stage, room: StagedRoom) -> None:
    peer = stage.peer
    if peer is None:
        return
    await peer.send(*STRANGE_MESSAGES)
    await stage.tell(room, room.add_strange(now()), *chat(room, "What was that?"))
    stage.findings.expect(
        Level.WATCH,
        is_met=await is_alive(stage, peer),
        passed="It goes on after keys, messages and events that it does not know.",
        missed="It closed the connection, or answered no ping, after keys, messages or events that it does "
        "not know. Ignore them; an unknown event counts as a version, and may be a reason to watch anew.",
    )


def _watches(stage: Stage) -> int:
    return sum(isinstance(request, Watch) for request in stage.requests)
