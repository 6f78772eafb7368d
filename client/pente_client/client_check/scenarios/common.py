"""What all scenarios use."""

from pente_client.client_check.stage.cast import ANNA, BORIS
from pente_client.client_check.stage.peer import Peer
from pente_client.client_check.stage.stage import Stage, now
from pente_client.client_check.stage.staged_room import StagedRoom
from pente_core.identity import Identity
from pente_core.room import commands as cmd
from pente_protocol.messages import Wire
from pente_protocol.messages.hello import Hello


async def is_alive(stage: Stage, peer: Peer) -> bool:
    """Whether the client is there and answers a ping of the WebSocket, in time."""
    return await stage.within(peer.answers_ping())


def chat(room: StagedRoom, text: str) -> list[Wire]:
    """Let somebody in the room say something; the messages that tell viewers of it."""
    return room.add(room.decide(cmd.Say(text), _speaker(room), now()))


def _speaker(room: StagedRoom) -> Identity:
    players = [player for player in room.room.seats if player is not None]
    return next((player for player in players if player in (ANNA, BORIS)), ANNA)


async def next_hello(stage: Stage, count: int) -> Hello | None:
    """The hello after the first ``count`` ones; None if it does not come in time."""
    if not await stage.until(lambda: len(stage.hellos) > count):
        return None
    return stage.hellos[count]
