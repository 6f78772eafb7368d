"""Watching: events that are missing or come twice, wrong positions, and what a client can't know."""

from typing import Final

from pente_client.client_check.scenarios.common import chat, is_alive
from pente_client.client_check.stage.cast import ANNA, BORIS, WATCHED, stone
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.made_up import STRANGE_MESSAGES
from pente_client.client_check.stage.stage import Stage, now
from pente_client.client_check.stage.staged_room import StagedRoom
from pente_core.identity import Identity
from pente_protocol.messages import Wire
from pente_protocol.messages.rooms import Watch

TO_DO: Final = "let the client watch the room game-to-watch, the featured game, or a room of the list"
_FALSE_KEY: Final = "0123456789abcdef"


async def check_watching(stage: Stage) -> None:
    """Play to a viewer."""
    if not await stage.until(stage.watched):
        stage.findings.unseen(Part.WATCH, f"It watched no room. To check this, {TO_DO}.")
        return
    room = stage.watched()
    assert room is not None
    stage.findings.passed(Part.WATCH, "It watches a room.")
    gap = await _leave_a_gap(stage, room)
    if room.id == WATCHED:
        await _capture(stage, room, gap)
        await _send_a_false_key(stage, room)
    else:
        stage.findings.unseen(
            Part.WATCH, "It did not watch the room game-to-watch, where stones are captured."
        )
    await _send_strange_things(stage, room)


async def _leave_a_gap(stage: Stage, room: StagedRoom) -> Watch | None:
    """Lose an event; what the client then asked for."""
    asked = await _gap(stage, room)
    stage.findings.expect(
        Part.WATCH,
        is_met=asked is not None,
        passed="It notices that an event is missing, and loads it.",
        missed="It did not notice that an event was missing. When a version is higher than the next one, "
        "send watch with the version and the mark that you have.",
    )
    await stage.tell(room, room.happened(room.version))  # once more
    return asked


async def _gap(stage: Stage, room: StagedRoom, *before: Wire) -> Watch | None:
    """Send something, then lose an event; the first thing that the client asks for after that."""
    count = len(_watches(stage, room))
    await stage.tell(room, *before, *chat(room, "Can you hear me?"))
    chat(room, "This line is lost.")
    await stage.tell(room, *chat(room, "And this one is not."))
    await stage.until(lambda: len(_watches(stage, room)) > count)
    return next(iter(_watches(stage, room)[count:]), None)


async def _capture(stage: Stage, room: StagedRoom, gap: Watch | None) -> None:
    """Capture two stones: a client whose board still has them finds another key, and loads the room."""
    moves = (*_move(room, BORIS, "M12"), *_move(room, ANNA, "N13"))
    asked = await _gap(stage, room, *moves)
    loads_always = gap is not None and gap.after is None
    stage.findings.expect(
        Part.WATCH,
        is_met=loads_always or asked is None or asked.after is not None,
        passed="It goes on after a capture, without loading the room anew.",
        missed="It loaded the room anew after a capture, although the key was right. Remove the stones in "
        "captured from the board, and credit them to the seat that has moved.",
    )


async def _send_a_false_key(stage: Stage, room: StagedRoom) -> None:
    count = len(_watches(stage, room))
    await stage.tell(room, *chat(room, "A move to look at."))  # so that there is a good event in between
    (moved,) = _move(room, BORIS, "C3")
    await stage.tell(room, {**moved, "event": {**moved["event"], "key": _FALSE_KEY}})
    stage.findings.expect(
        Part.WATCH,
        is_met=await stage.until(lambda: _loads(stage, room, count)),
        passed="It loads the room anew when the key of a position is not that of its board.",
        missed="It did not notice that the key of a position was not that of its board, and would not notice "
        "either that its board is wrong, as after a capture that it has not applied. Compare the key after "
        "every moved; if it differs, send watch without after.",
    )


def _move(room: StagedRoom, by: Identity, name: str) -> list[Wire]:
    return room.add(room.decide(stone(name), by, now()))


async def _send_strange_things(stage: Stage, room: StagedRoom) -> None:
    peer = stage.peer
    if peer is None:
        return
    await peer.send(*STRANGE_MESSAGES)
    count = len(_watches(stage, room))
    await stage.tell(room, room.add_strange(now()), *chat(room, "What was that?"))
    await stage.until(lambda: len(_watches(stage, room)) > count)
    stage.findings.expect(
        Part.WATCH,
        is_met=bool(_loads(stage, room, count)),
        passed="It loads the room anew after an event that it does not know.",
        missed=f"{_words(_watches(stage, room)[count:])} An event of an unknown type counts as a version, "
        "and may have changed anything: send watch without after.",
    )
    stage.findings.expect(
        Part.WATCH,
        is_met=await is_alive(stage, peer),
        passed="It goes on after keys, messages and events that it does not know.",
        missed="It closed the connection, or answered no ping, after keys, messages or events that it does "
        "not know. Ignore them; an unknown event counts as a version, and may be a reason to watch anew.",
    )


def _words(asked: list[Watch]) -> str:
    if not asked or asked[0].after is None:
        return "It did not load the room anew after an event that it does not know."
    version = asked[0].after.version
    return f"It did not count an event that it does not know: it asked for what follows version {version}."


def _watches(stage: Stage, room: StagedRoom) -> list[Watch]:
    return [asked for asked in stage.requests if isinstance(asked, Watch) and asked.room == room.id]


def _loads(stage: Stage, room: StagedRoom, count: int) -> list[Watch]:
    """What the client has asked for after its first ``count`` ones that replaces the whole room."""
    return [asked for asked in _watches(stage, room)[count:] if asked.after is None]
