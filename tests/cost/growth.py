"""What grows with what goes on elsewhere: processor time of the same thing, beside few and beside many."""

import gc
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from pente_core.clock.time_control import parse_time_control
from pente_core.room import commands as cmd
from pente_server.node import Node
from pente_server.rooms.command_decider import RoomCommand
from tests.bench.live_rooms import Table as OtherTable
from tests.cost.neighbours import file_games, open_games
from tests.cost.quiet_server import quiet_server
from tests.cost.table import GAME, Table

FEW: Final = 10
MANY: Final = 10_000
MOST: Final = 1.2
"""The most that something may cost beside many, as a multiple of what it costs beside few."""
ROUNDS: Final = 20
_LONGEST: Final = 100 * ROUNDS
"""Rounds on a machine that is too busy to be measured in less: others take the caches of what is measured."""

Work = Callable[[], Callable[[], None]]
"""Prepares something; what it returns is measured."""


def ratio(few: Work, many: Work) -> float:
    """The least processor time beside many, as a multiple of the least beside few; both take turns."""
    least = [math.inf, math.inf]
    gc.collect()
    gc.disable()
    try:
        for number in range(_LONGEST):
            for which, prepare in enumerate((few, many)):
                least[which] = min(least[which], _nanoseconds(prepare()))
            if number >= ROUNDS and least[1] <= MOST * least[0]:
                break
    finally:
        gc.enable()
    return least[1] / least[0]


def _nanoseconds(work: Callable[[], None]) -> int:
    start = time.thread_time_ns()
    work()
    return time.thread_time_ns() - start


@contextmanager
def moves_beside(others: int) -> Iterator[Work]:
    """A move with so many other games, each with players and a viewer, and as many games in the archive."""
    with quiet_server() as server:
        anna, ben = server.player("anna"), server.player("ben")
        server.run(open_games(server.node, others))
        server.run(file_games(server.node, others))
        server.let_pass(5)
        tables: list[Table] = []

        def prepare() -> Callable[[], None]:
            if not (tables and tables[-1].moves_left):
                tables.append(Table(server, (anna, ben)))
                tables[-1].begin()
            tables[-1].think()
            return tables[-1].move

        yield prepare


@contextmanager
def idle_minutes(players: int) -> Iterator[Work]:
    """A minute in which so many people are in games whose clocks run, and nobody moves."""
    with quiet_server() as server:
        carl = server.player("carl")
        for tag in ("browse", "browse_players", "follow"):
            server.ask(carl, {"t": tag})
        for table in server.run(open_games(server.node, players // 2, parse_time_control("180+5"))):
            server.run(_begin(server.node, table))
        server.let_pass(120)
        yield lambda: lambda: server.let_pass(60)


async def _begin(node: Node, table: OtherTable) -> None:
    await node.keeper.act(RoomCommand(table.room, cmd.Play(GAME[0]), table.players[0]))
