"""What else goes on at a quiet server: games with their players and viewers, and games that are over."""

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from pente_core.clock.time_control import TimeControl
from pente_core.identity import Identity, RoomId
from pente_core.rules.game import Game
from pente_core.rules.ruleset import RULESETS
from pente_protocol.errors import CloseCode
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_server.live.listening.frames import Frames
from pente_server.node import Node
from pente_server.results.archive.indexing import archived_game
from tests.bench.live_rooms import UNLIMITED, Table, opening_of, player_number, table_number
from tests.cost.table import GAME
from tests.support.games.finished_games import finished_room

_FIRST_VIEWER: Final = 10_000_000
"""A number far from those of players."""
_NO_DEVICE: Final = DeviceId("")


@dataclass(eq=False, slots=True)
class Bystander:
    """A session, as the hub sees it, of somebody who does nothing."""

    player: Identity
    device: DeviceId = _NO_DEVICE
    right: Right = Right.ACCOUNT
    is_aside: bool = False
    is_anonymous: bool = False

    def send(self, frames: Frames) -> None:
        """Read nothing."""

    def end(self, code: CloseCode, reason: str) -> None:
        """There is no connection."""


async def open_games(node: Node, number: int, time: TimeControl = UNLIMITED) -> list[Table]:
    """Open games whose players are at this node, as is a viewer of each; nobody moves."""
    tables = []
    for n in range(number):
        table = table_number(n)
        await node.store.commit(opening_of(table, n, time=time))
        room = await node.keeper.current(table.room)
        for person in (*table.players, player_number(_FIRST_VIEWER + n)):
            session = Bystander(person)
            node.hub.enter(session)
            node.hub.attach(session, table.room, room)
        await node.keeper.current(table.room)  # stays in memory now that it has listeners
        tables.append(table)
    return tables


async def file_games(node: Node, number: int) -> None:
    """Put games of two people each into the archive; of the first alone the positions can be found."""
    game = reduce(lambda game, point: game.play(point)[1], GAME, Game.new(RULESETS["pente"]))
    first = await archived_game(finished_room(game, 0))
    others = replace(first, visits=())
    for n in range(number):
        players = tuple(player.id for player in table_number(n).players)
        filed = replace(others if n else first, room=RoomId(f"{n:012x}"), players=players)
        await node.store.archive.file(filed)
