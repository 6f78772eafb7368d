"""The scripted server: what the client under check has done, and a way to wait for it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum

from pente_client.client_check.stage.accounts import Accounts
from pente_client.client_check.stage.cast import (
    FINISHED,
    OPEN,
    WATCHED,
    finished_game,
    game_to_watch,
    open_game,
)
from pente_client.client_check.stage.findings import Findings
from pente_client.client_check.stage.peer import Peer
from pente_client.client_check.stage.staged_room import StagedRoom
from pente_client.client_check.stage.waits import PATIENCE, SILENCE
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_protocol.messages import ClientMessage, Wire
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.rooms import Act


def now() -> Instant:
    return Instant(time.time_ns() // 1_000_000)


class LostPart(StrEnum):
    """What is lost of a turn when the connection breaks."""

    COMMAND = "command"
    """The command itself."""
    ANSWERED = "answered"
    """The same, after a message with the id of the request that is not its reply."""
    REPLY = "reply"
    """The reply: the command is carried out."""


class Proof(StrEnum):
    """What a greeting says to prove which server this is."""

    TRUE = "true"
    RECORDED = "a greeting with a signature that was made for another connection"
    OTHER_KEY = "a greeting with the id of a server that the client knows, and another key"


@dataclass(slots=True)
class Stage:
    """Mutable."""

    findings: Findings
    patience: float = PATIENCE
    """Seconds; who lowers it and calls `changed` shortens what is waited for."""
    silence: float = SILENCE
    rooms: dict[RoomId, StagedRoom] = field(default_factory=dict)
    accounts: Accounts = field(default_factory=Accounts)
    me: Identity | None = None
    """The player of the client; None: nobody has signed in, or an anonymous viewer."""
    peers: list[Peer] = field(default_factory=list)
    """All connections so far, the latest one last."""
    hellos: list[Hello] = field(default_factory=list)
    requests: list[ClientMessage] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    done: dict[str, Wire] = field(default_factory=dict)
    """The replies to commands by command id, so that each is carried out once."""
    loses: LostPart | None = None
    """What is lost of the next turn; None: nothing."""
    lost: list[Act] = field(default_factory=list)
    """The turns of which something was lost."""
    proof: Proof = Proof.TRUE
    believed: set[Proof] = field(default_factory=set)
    """The proofs with which the client has signed in."""
    ask: Callable[[str], None] = field(default=lambda _: None)
    """Asks the person who has started the client to do something."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        start = now()
        self.rooms |= {
            WATCHED: game_to_watch(start),
            OPEN: open_game(start),
            FINISHED: finished_game(start),
        }

    @property
    def peer(self) -> Peer | None:
        """The latest connection, if it is open."""
        return self.peers[-1] if self.peers and self.peers[-1].is_open else None

    def changed(self) -> None:
        """Let those look again who wait for something."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, condition: Callable[[], object], seconds: float | None = None) -> bool:
        """Wait for something that the client does; the answer is whether it has come in time."""
        start = time.monotonic()
        while not condition():
            left = start + (self.patience if seconds is None else seconds) - time.monotonic()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._changed.wait()
        return True

    def watched(self) -> StagedRoom | None:
        """A room that the latest connection watches."""
        peer = self.peer
        rooms = [self.rooms[room] for room in sorted(peer.watched) if room in self.rooms] if peer else []
        return rooms[0] if rooms else None

    async def tell(self, room: StagedRoom, *messages: Wire) -> None:
        """Send messages to the client if it watches a room."""
        if (peer := self.peer) is not None and room.id in peer.watched:
            await peer.send(*messages)

    async def within(self, awaitable: Awaitable[bool]) -> bool:
        """The result of something that the client has to do in time; False if it has not."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.patience):
                return await awaitable
        return False
