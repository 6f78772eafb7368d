"""The turns of computer players in a local game, and their answers to offers of a draw."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from pente_client.connection import RequestRejected
from pente_client.local.ports import Opponent
from pente_client.words.phrases import name_of
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import OfferKind, Reason, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import open_offer
from pente_protocol.sentences import tell

_TOO_LATE: Final = frozenset({Reason.TOO_LATE, Reason.GAME_OVER})
"""What may come before the move of a computer player: the end of its time."""


@dataclass(frozen=True, slots=True)
class TurnManner:
    """How computer players take their turns."""

    pace: float = 0.0
    """The least seconds for a turn, so that people can follow."""
    explains: bool = False
    """Whether they say what they think before they move."""


AT_ONCE: Final = TurnManner()
"""Without delay, and without a word."""


class TurnHost(Protocol):
    """The room in which computer players play."""

    @property
    def id(self) -> RoomId: ...
    @property
    def room(self) -> Room: ...
    def now(self) -> Instant: ...
    def carry_out(self, command: cmd.Command, by: Identity | None) -> int: ...
    def explained(self, player: Identity, lines: Sequence[str]) -> None: ...
    def failed(self, text: str) -> None: ...


class ComputerTurns:
    """Thinks, and does what came of it if the game is still there. Mutable: it runs tasks, so close it."""

    def __init__(self, opponents: Mapping[PlayerId, Opponent], host: TurnHost, manner: TurnManner) -> None:
        self._opponents, self._host, self._manner = opponents, host, manner
        self._thoughts: dict[tuple[int, int | None], asyncio.Task[None]] = {}
        """By the version of the game, and the seat that has to answer an offer (None: it has to move)."""

    def wake(self) -> None:
        """Think about the turn, or an offer, unless that is going on already."""
        room, seat = self._host.room, self._host.room.to_act
        if room.status is not ev.Status.PLAYING:
            return
        player = None if seat is None else room.seats[seat]
        if player is not None and player.id in self._opponents:
            self._start((room.changed, None), partial(self._take_turn, room, player))
        offer = open_offer(room.offers, OfferKind.DRAW)
        for other, asked in enumerate(room.seats):
            if asked is not None and asked.id in self._opponents and offer and offer.concerns(other):
                self._start((room.changed, other), partial(self._answer_draw, room, asked))

    async def settled(self) -> None:
        """Wait until nobody thinks."""
        while self._thoughts:
            await asyncio.wait(self._thoughts.values())

    async def close(self) -> None:
        """Stop thinking."""
        tasks = tuple(self._thoughts.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, about: tuple[int, int | None], think: Callable[[], Awaitable[None]]) -> None:
        if about not in self._thoughts:
            task = self._thoughts[about] = asyncio.ensure_future(think())
            task.add_done_callback(lambda _: self._thoughts.pop(about, None))

    async def _take_turn(self, room: Room, player: Identity) -> None:
        begun = asyncio.get_running_loop().time()
        command = await self._thought(room, player)
        if self._manner.pace:
            await asyncio.sleep(max(0.0, begun + self._manner.pace - asyncio.get_running_loop().time()))
        now = self._host.room
        if now.changed != room.changed or now.to_act is None:
            return  # a takeback or a pause came first
        if command is None:
            self._host.failed(tell("local.bot-stuck", name=name_of(player)))
            return
        self._do(command, player)

    def _do(self, command: cmd.Command, player: Identity) -> None:
        """Do what a computer player has decided, or end the session where that can't be."""
        try:
            self._host.carry_out(command, player)
        except RequestRejected as rejected:
            if rejected.code not in _TOO_LATE:
                self._host.failed(tell("local.bot-failed", name=name_of(player), reason=rejected.text))

    async def _thought(self, room: Room, player: Identity) -> cmd.Play | cmd.Choose | cmd.Resign | None:
        """What a player does, after it has said why if it is to."""
        opponent = self._opponents[player.id]
        if self._manner.explains:
            lines = await opponent.explain(room.game.position, self._host.id)
            if lines and self._host.room.changed == room.changed:
                self._host.explained(player, lines)
        return await opponent.take_turn(room.game, room.clock, self._host.now(), self._host.id)

    async def _answer_draw(self, room: Room, player: Identity) -> None:
        seat = room.seat_of(player.id)
        assert seat is not None
        agrees = await self._opponents[player.id].agrees_to_draw(room.game.position, seat, self._host.id)
        offer = open_offer(self._host.room.offers, OfferKind.DRAW)
        if offer is not None and offer.concerns(seat) and self._host.room.changed == room.changed:
            answer = cmd.Accept(OfferKind.DRAW) if agrees else cmd.Decline(OfferKind.DRAW)
            self._do(answer, player)
