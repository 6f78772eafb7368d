"""Local games for tests: computer players that do what a test says."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from pente_client.connection import Update
from pente_client.local.local_client import LocalClient
from pente_client.local.new_game import UNLIMITED, LocalGame, LocalPlayer
from pente_core.clock.clock import Clock, TimeControl
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_core.rules.setup import Setup

NOW = Instant(1_000_000)
ANNA, BORIS = LocalPlayer("anna"), LocalPlayer("boris")


class ScriptedOpponent:
    """Takes the turns that a test gives it, once it may. Mutable."""

    name = "scripted"

    def __init__(self) -> None:
        self.turns: list[cmd.Play | cmd.Choose | cmd.Resign | None] = []
        self.may_think = asyncio.Event()
        self.may_think.set()
        self.agrees = False
        self.explanation: tuple[str, ...] = ()

    def supports(self, rules: Ruleset) -> bool:
        return rules.sides == 2

    async def take_turn(
        self, game: Game, clock: Clock, now: Instant, game_id: str
    ) -> cmd.Play | cmd.Choose | cmd.Resign | None:
        await self.may_think.wait()
        if self.turns:
            return self.turns.pop(0)
        return cmd.Play(next(iter(game.position.legal_points)))

    async def explain(self, position: Position, game: str) -> Sequence[str]:
        return self.explanation

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:
        return self.agrees


class Finder:
    """Knows the one computer player. Mutable."""

    def __init__(self) -> None:
        self.found = ScriptedOpponent()

    def opponent(self, name: str) -> ScriptedOpponent:
        if name != self.found.name:
            raise ValueError(f"there is no player {name}")
        return self.found


class Time:
    """The time that a test says it is. Mutable."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> Instant:
        return self.now


def local_client(directory: Path, finder: Finder | None = None, time: Time | None = None) -> LocalClient:
    return LocalClient(directory, finder or Finder(), time or Time())


def game_of(
    spec: object = "pente",
    players: Iterable[LocalPlayer] = (ANNA, BORIS),
    time: TimeControl = UNLIMITED,
    setup: Setup | None = None,
) -> LocalGame:
    return LocalGame(ruleset_from(spec), tuple(players), time, setup)


async def played(client: LocalClient, room: RoomId, *points: int) -> None:
    """Place stones, each in the name of whoever is to act."""
    for point in points:
        await client.act(room, cmd.Play(point))  # type: ignore[arg-type]


async def updates_so_far(client: LocalClient) -> list[Update]:
    """All updates that have come."""
    found: list[Update] = []
    updates = client.updates()
    with suppress(TimeoutError):
        while True:
            async with asyncio.timeout(0):
                found.append(await anext(updates))
    return found
