"""Playing: turns that are lost on the way, and sent again under the same command id."""

from typing import Final

from pente_client.client_check.scenarios.common import is_alive
from pente_client.client_check.stage.cast import OPPONENT
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.rooms import TURNS
from pente_client.client_check.stage.stage import LostPart, Stage, now
from pente_core.room import Refused
from pente_core.room import commands as cmd
from pente_protocol.messages.rooms import Act

TO_DO: Final = "let the client open a game, or join the room open-game, and play some moves"


_AGAIN: Final = "send the command again, unchanged and under the same command_id. It sent {what}."
_LOSSES: Final = {
    LostPart.COMMAND: (
        "A move that was lost with the connection is sent again under its command id.",
        f"After a broken connection, when a command has no reply, it should {_AGAIN}",
    ),
    LostPart.ANSWERED: (
        "It takes no message for a reply only because it has the id of a request.",
        (
            "It took another message with the id of a command for its reply. A reply has the type that the "
            f"specification names, or is an error; without one, after a broken connection, it should {_AGAIN}"
        ),
    ),
    LostPart.REPLY: (
        "A move whose reply was lost is sent again under its command id, and not played twice.",
        f"After a broken connection, when the reply to a command was lost, it should {_AGAIN}",
    ),
}
"""What is said of each loss, if the client gets over it, and if not."""


async def check_playing(stage: Stage) -> None:
    """Play against the client; something of its first turns is lost."""
    for loss in _LOSSES:
        if not await _lose(stage, loss):
            return
    await _end(stage)


async def _lose(stage: Stage, loss: LostPart) -> bool:
    count, stage.loses = len(stage.lost), loss
    if not await stage.until(lambda: len(stage.lost) > count):
        stage.loses = None
        stage.findings.unseen(Part.PLAY, f"It made no move. To check this, {TO_DO}.")
        return False
    lost = stage.lost[count]
    await stage.until(lambda: _turns_after(stage, lost))
    again = next(iter(_turns_after(stage, lost)), None)
    passed, missed = _LOSSES[loss]
    return stage.findings.expect(
        Part.PLAY,
        is_met=again is not None and (again.command_id, again.command) == (lost.command_id, lost.command),
        passed=passed,
        missed=missed.format(what=_words(again, lost)),
    )


def _words(again: Act | None, lost: Act) -> str:
    if again is None:
        return "nothing"
    return "it under another command_id" if again.command == lost.command else "another one"


async def _end(stage: Stage) -> None:
    """The opponent resigns, wherever a game goes on."""
    for room in stage.rooms.values():
        try:
            events = room.decide(cmd.Resign(), OPPONENT, now())
        except Refused:
            continue
        await stage.tell(room, *room.add(events))
    peer = stage.peer
    stage.findings.expect(
        Part.PLAY,
        is_met=peer is not None and await is_alive(stage, peer),
        passed="It goes on after the end of the game.",
        missed="It was gone before the game had ended.",
    )


def _turns_after(stage: Stage, lost: Act) -> list[Act]:
    """The turns that came after one, which may be the same again."""
    (place, *_) = (place for place, act in enumerate(stage.acts) if act is lost)
    return [act for act in stage.acts[place + 1 :] if isinstance(act.command, TURNS)]
