"""Clients that know no rules play whole games: they do what the server says, and it refuses nothing."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import count
from random import Random
from typing import Any, Final

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.support.processes import ServerProcess
from tests.support.waiting import patience

pytestmark = pytest.mark.asyncio(loop_scope="module")

SIZE: Final = 9
FORM: Final = Subprotocol("pente.v1+json")
NOBODY: Final = (None, 0, ())
Turn = tuple[int | None, int, tuple[str, ...]]
"""Who is to act, how many stones are left to place, and what there is to choose."""


class Guest:
    """A player in one room, who knows the empty points from events and looks at no rules. Mutable."""

    def __init__(self, connection: ClientConnection, chance: Random, choice: str) -> None:
        self._connection = connection
        self._chance = chance
        self._choice = choice
        """What it chooses where it can."""
        self._ids = count(1)
        self._id = ""
        self._room: dict[str, Any] = {}
        self._empty = set(range(SIZE * SIZE))
        self._seat: int | None = None
        self._end = ""
        self._turn: Turn = NOBODY
        self.turns: dict[int, Turn] = {}
        """What was told of the turn at each version."""
        self.events: dict[int, str] = {}
        self.acted = 0
        """How many turns it took."""

    async def send(self, **message: Any) -> None:
        await self._connection.send(json.dumps({"id": next(self._ids), **message}))

    async def read(self, wanted: str) -> dict[str, Any]:
        """Read messages up to one of a type, and take note of all."""
        while True:
            message: dict[str, Any] = json.loads(await self._connection.recv())
            assert message["t"] != "error", message
            self._note(message)
            if message["t"] == wanted:
                return message

    async def sign_in(self) -> None:
        await self.read("greeting")
        await self.send(t="hello", client="without-rules/1", account={"t": "guest"})
        self._id = (await self.read("welcome"))["player"]["id"]

    async def open(self, ruleset: dict[str, Any]) -> str:
        await self.send(t="create", command_id="open-the-room", ruleset=ruleset, time="-", seat=0)
        return str((await self.read("room_created"))["room"])

    async def join(self, room: str) -> None:
        await self.send(t="act", room=room, command_id="join-the-room", command={"t": "join"})
        await self.read("acted")

    async def play(self, turns: int = SIZE**4) -> str:
        """Do what is due until the end of the game, or resign after some turns; how the game ended."""
        while not self._end:
            to_act, left, choices = self._turn
            if to_act is None or to_act != self._seat:
                await self.read("happened")
            elif self.acted == turns:
                await self._act({"t": "resign"})
            elif left:
                await self._act({"t": "play", "point": self._chance.choice(sorted(self._empty))})
            else:
                choice = self._choice if self._choice in choices else self._chance.choice(choices)
                await self._act({"t": "choose", "choice": choice})
        return self._end

    async def _act(self, command: dict[str, Any]) -> None:
        self.acted += 1
        name = f"turn-{self._id[:8]}-{self.acted}"
        await self.send(t="act", command_id=name, command=command, **self._room)
        await self.read("acted")

    def _note(self, message: dict[str, Any]) -> None:
        match message:
            case {"t": "synced", "snapshot": {"version": version, "seats": seats}}:
                ids = [None if player is None else player["id"] for player in seats]
                self._seat = ids.index(self._id) if self._id in ids else None
            case {"t": "happened", "version": version, "event": event}:
                self.events[version] = event["t"]
                self._follow(event)
            case _:
                return
        self._room = {"room": message["room"], "base": {"version": version, "mark": message["mark"]}}
        self._turn = message.get("to_act"), message.get("left", 0), tuple(message.get("choices", ()))
        self.turns[version] = self._turn

    def _follow(self, event: dict[str, Any]) -> None:
        match event:
            case {"t": "moved", "point": point}:
                taken = [stone for capture in event.get("captured", ()) for stone in capture["points"]]
                self._empty = self._empty - {point} | {*taken, *event.get("poofed", ())}
            case {"t": "chosen", "choice": "swap"} if self._seat is not None:
                self._seat = 1 - self._seat
            case {"t": "finished", "termination": termination}:
                self._end = termination
            case _:
                pass


async def seated(
    stack: AsyncExitStack, server: ServerProcess, ruleset: dict[str, Any], sides: int, choice: str = ""
) -> Sequence[Guest]:
    """As many guests in a room as it has sides; any empty point is legal there."""
    guests = []
    for number in range(sides):
        connecting = connect(server.url, subprotocols=[FORM], compression=None)
        guest = Guest(await stack.enter_async_context(connecting), Random(number), choice)
        await guest.sign_in()
        guests.append(guest)
    free = {"size": SIZE, "opening": "free", "second_move": "free"}
    room = await guests[0].open(ruleset | free)
    for guest in guests[1:]:
        await guest.join(room)
    return guests


def told(guest: Guest) -> list[Turn]:
    """The turns of a game in their order, without those of nobody."""
    return [turn for turn in guest.turns.values() if turn != NOBODY]


@pytest.mark.parametrize(
    ("ruleset", "sides", "choice"),
    [
        ({"base": "pente"}, 2, ""),
        ({"base": "connect6"}, 2, ""),
        ({"base": "swap2-pente"}, 2, "swap"),
        ({"base": "swap2-pente"}, 2, "stay"),
        ({"base": "swap2-pente"}, 2, "pass"),
        ({"base": "d-pente"}, 2, "swap"),
        ({"base": "poof-pente"}, 2, ""),
        ({"base": "pente", "sides": 4}, 4, ""),
        ({"base": "connect6", "sides": 3}, 3, ""),
    ],
    ids=str,
)
async def test_what_is_told_of_turns_is_enough_to_play(
    server: ServerProcess, ruleset: dict[str, Any], sides: int, choice: str
) -> None:
    async with AsyncExitStack() as stack, patience("the end of the game"):
        guests = await seated(stack, server, ruleset, sides, choice)
        ends = await asyncio.gather(*(guest.play() for guest in guests))
        assert len(set(ends)) == 1
        assert all(guest.acted for guest in guests)
        first, *others = guests
        assert first.turns[max(first.turns)] == NOBODY
        for other in others:
            assert other.turns.items() <= first.turns.items()


async def test_a_turn_of_two_stones_counts_down(server: ServerProcess) -> None:
    async with AsyncExitStack() as stack, patience("the end of the game"):
        guests = await seated(stack, server, {"base": "connect6"}, 2)
        await asyncio.gather(*(guest.play() for guest in guests))
        turns = told(guests[0])
        assert turns[:6] == [(0, 1, ()), (1, 2, ()), (1, 1, ()), (0, 2, ()), (0, 1, ()), (1, 2, ())]


async def test_an_opening_tells_its_choices(server: ServerProcess) -> None:
    async with AsyncExitStack() as stack, patience("the end of the game"):
        guests = await seated(stack, server, {"base": "swap2-pente"}, 2, "pass")
        await asyncio.gather(*(guest.play() for guest in guests))
        stones, pass_too, choices = (0, 1, ()), ("swap", "stay", "pass"), ("swap", "stay")
        assert told(guests[0])[:7] == [*[stones] * 3, (1, 0, pass_too), *[(1, 1, ())] * 2, (0, 0, choices)]


async def test_a_seat_that_has_resigned_is_left_out(server: ServerProcess) -> None:
    async with AsyncExitStack() as stack, patience("the end of the game"):
        guests = await seated(stack, server, {"base": "pente", "sides": 4}, 4)
        limits = (SIZE**4, 3, SIZE**4, SIZE**4)
        await asyncio.gather(*(guest.play(turns) for guest, turns in zip(guests, limits, strict=True)))
        first = guests[0]
        gone = next(version for version, event in first.events.items() if event == "retired")
        rest = [turn[0] for version, turn in first.turns.items() if version >= gone]
        assert set(rest) == {0, 2, 3, None}
