"""Playing: turns that are lost on the way, and sent again under the same command id."""

from typing import Final

from pente_client.client_check.scenarios.common import is_alive
from pente_client.client_check.stage.cast import OPPONENT
from pente_client.client_check.stage.findings import Level
from pente_client.client_check.stage.rooms import TURNS
from pente_client.client_check.stage.stage import Stage, now
from pente_core.room import Refused
from pente_core.room import commands as cmd
from pente_protocol.messages.rooms import Act

TO_DO: Final = "let the client open a game, or join the room open-game, and play some moves"


async def check_playing(stage: Stage) -> None:
    """Play against the client; the first turn is lost, and the reply to the second one."""
    for part, passed in (
        ("command", "A move that was lost with the connection is sent again under its command id."),
        ("reply", "A move whose reply was lost is sent again under its command id, and not played twice."),
    ):
        if not await _lose(stage, part, passed):
            return
    await _end(stage)


async def _lose(stage: Stage, part: str, passed: str) -> bool:
    turns = len(_turns(stage))
    stage.loses = part
    if not await stage.until(lambda: len(_turns(stage)) > turns):
        stage.loses = ""
        stage.findings.unseen(Level.PLAY, f"It made no move. To check this, {TO_DO}.")
        return False
    lost = _turns(stage)[turns]
    await stage.until(lambda: len(_turns(stage)) > turns + 1)
    again = _turns(stage)[turns + 1 :]
    return stage.findings.expect(
        Level.PLAY,
        is_met=bool(again) and (again[0].command_id, again[0].command) == (lost.command_id, lost.command),
        passed=passed,
        missed="After a broken connection it should send the command that has no reply again, unchanged and "
        f"under the same command_id. It sent {_words(again)}.",
    )


def _words(again: list[Act]) -> str:
    return "another one" if again else "nothing"


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
        Level.PLAY,
        is_met=peer is not None and await is_alive(stage, peer),
        passed="It goes on after the end of the game.",
        missed="It was gone before the game had ended.",
    )


def _turns(stage: Stage) -> list[Act]:
    return [act for act in stage.acts if isinstance(act.command, TURNS)]
