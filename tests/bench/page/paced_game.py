"""A game whose moves are played one after the other, when somebody else is ready for the next."""

from time import perf_counter, time

import msgpack

from tests.bench.wire import requests
from tests.bench.wire.move_script import script
from tests.bench.wire.scripted_game import BEGUN, MOVE_ID, ScriptedGame
from tests.support.hostile.raw_peer import RawPeer, masked
from tests.support.waiting import until


class PacedGame:
    """Mutable: a game of two peers who speak msgpack, and its latest move."""

    def __init__(self, game: ScriptedGame, players: tuple[RawPeer, RawPeer], length: int) -> None:
        """``length``: how many moves will be played at most."""
        self.room = game.room
        self.played = 0
        self.sent = 0.0
        """When the latest move was sent, by `perf_counter`."""
        self.heard_at = 0.0
        """When both players had heard of it, by the clock of the machine."""
        self._game = game
        self._players = players
        self._moves = script(0, length)
        self._mark = game.seen.mark.encode()
        self._heard = 0
        for player in players:
            player.hear = self._hear

    @classmethod
    async def open(cls, players: tuple[RawPeer, RawPeer], viewers: list[RawPeer], length: int) -> "PacedGame":
        """Begin a game that others watch."""
        return cls(await ScriptedGame.open(players, viewers), players, length)

    async def play(self) -> None:
        """Play a move; return once both players have heard of it."""
        play = requests.play(self.room, BEGUN + self.played, self._moves[self.played])
        move = msgpack.packb({**play, "id": MOVE_ID}).replace(requests.NO_MARK.encode(), self._mark)
        mover = self._players[self.played % 2]
        self.played += 1
        self.sent = perf_counter()
        mover.send(masked(move))
        await until(lambda: self._heard == 2 * self.played)

    async def close(self) -> None:
        """Give the game up, and look away."""
        for player in self._players:
            player.hear = None
        await self._game.close()

    def _hear(self, body: bytes) -> None:
        if b"moved" in body:
            self._mark = msgpack.unpackb(body)["mark"].encode()
            self._heard += 1
            self.heard_at = time()
