"""A table at which a fixed game is played on a quiet server."""

from collections.abc import Sequence
from itertools import count
from typing import Any, Final

import msgspec

from pente_protocol.messages import Wire
from tests.bench.wire.move_script import script
from tests.cost.quiet_server import QuietServer
from tests.support.hostile.raw_peer import RawPeer

GAME: Final = script(0, 60)
_NUMBERS: Final = count(1)


class Table:
    """Two players, and who watches them. Mutable: a game that goes on by `move`."""

    def __init__(self, server: QuietServer, players: Sequence[RawPeer], **game: Any) -> None:
        """``game`` is what the request for the room has besides the usual."""
        self._server = server
        self._players = players
        self._game = game
        self._checkpoint: Wire = {"version": 0}
        self._next = 0
        self.room = ""

    def open(self) -> None:
        """Let the first player open the room."""
        for player in self._players:
            player.hear = self._heard
        game = {"command_id": _command_id(), "ruleset": "pente", "time": "60+5", "seat": 0, **self._game}
        self._send(0, {"t": "create", **game})

    def join(self) -> None:
        """Let the second player sit down, which begins the game."""
        self._act(1, {"t": "join"})

    def begin(self, moves: int = 0, viewers: Sequence[RawPeer] = (), **game: Any) -> None:
        """Open, sit down, and play so many moves in a later second."""
        self.open()
        self.join()
        self.watch(viewers)
        self.think()
        self.move(moves)

    def watch(self, viewers: Sequence[RawPeer]) -> None:
        for viewer in viewers:
            self._server.ask(viewer, {"t": "watch", "room": self.room})

    @property
    def moves_left(self) -> int:
        return len(GAME) - self._next

    def move(self, times: int = 1) -> None:
        """Play the next moves of the game."""
        for _ in range(times):
            number = self.skip()
            self._act(number % 2, {"t": "play", "point": GAME[number]}, base=self._checkpoint)

    def think(self) -> None:
        """Let a second pass."""
        self._server.let_pass(1)

    def plan(self) -> None:
        """Let the player who is not to move plan the answer to the next move."""
        lines = [GAME[self._next : self._next + 2]]
        self._act((self._next + 1) % 2, {"t": "set_conditions", "lines": lines}, base=self._checkpoint)

    def skip(self) -> int:
        """Leave out a move, which is played otherwise; its number."""
        self._next += 1
        return self._next - 1

    def resign(self) -> None:
        """Let the first player give up."""
        self._act(0, {"t": "resign"})

    def _act(self, seat: int, command: Wire, **fields: Any) -> None:
        act = {"t": "act", "room": self.room, "command_id": _command_id(), "command": command}
        self._send(seat, {**act, **fields})

    def _send(self, seat: int, request: Wire) -> None:
        self._server.send(self._players[seat], request)

    def _heard(self, body: bytes) -> None:
        message = msgspec.msgpack.decode(body)
        assert message["t"] != "error", message
        if message["t"] == "room_created":
            self.room = message["room"]
        elif message["t"] == "happened" and message["room"] == self.room:
            self._checkpoint = {"version": message["version"], "mark": message["mark"]}


def _command_id() -> str:
    return f"cost{next(_NUMBERS):08}"
