"""Games of real people, played again by two clients through a server that is killed on the way."""

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.support.games.real_games import RealGame, load_real_games
from tests.support.processes import JsonProcess, Line, ServerProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("game", load_real_games(), ids=lambda game: game.id)
async def test_a_real_game_survives_the_death_of_its_server(
    game: RealGame, server: ServerProcess, homes: Path
) -> None:
    # given a server, two players at a table, and a spectator
    killed_before = random.Random(game.id).randrange(1, len(game.moves))
    async with AsyncExitStack() as stack:
        players, watcher = await _seated(stack, server, game, homes)
        # when they play the game, and the server is killed at some ply
        for ply, move in enumerate(game.moves):
            if ply == killed_before:
                await server.kill()
                await server.start()
            await players[ply % 2].type(move)
            for client in (*players, watcher):
                shown = await client.until("move")
                assert (shown["ply"], shown["point"]) == (ply + 1, move)
        # and the loser gives up, where the last move did not win
        finished = await _finish(game, players, watcher)
        # then the spectator's record is the game
        record = await watcher.until("record")
        assert record["moves"] == list(game.moves)
        assert record["result"] == finished["result"] == game.result
        print(
            f"{game.id}: {len(game.moves)} moves, killed before {killed_before + 1}: {record['termination']}"
        )
        for client in (*players, watcher):
            assert await client.ended() == 0


async def _seated(
    stack: AsyncExitStack, server: ServerProcess, game: RealGame, state: Path
) -> tuple[list[JsonProcess], JsonProcess]:
    """Two players at one table and one who watches, each with a state directory of its own.

    They are the same people in all games, on a server that remembers them and dies in each.
    """

    async def start(name: str, *arguments: str) -> JsonProcess:
        process = JsonProcess(*arguments, "--json", state=state / name)
        return await stack.enter_async_context(process)

    table = ("--new", "--seat", "0", "--ruleset", game.ruleset, "--time", "10+5")
    first = await start("ana", "play", server.url, "--name", "ana", *table)
    room = str((await first.until("room"))["room"])
    watcher = await start("eve", "watch", server.url, room, "--name", "eve")
    await watcher.until("room")
    second = await start("bob", "play", server.url, "--name", "bob", "--room", room)
    await asyncio.gather(first.until("started"), watcher.until("started"))
    return [first, second], watcher


async def _finish(game: RealGame, players: list[JsonProcess], watcher: JsonProcess) -> Line:
    loser = players[1 - game.winner]
    if not _ends_by_itself(game):
        await loser.type("/resign")
        await loser.type("y")
    return await watcher.until("finished")


def _ends_by_itself(game: RealGame) -> bool:
    from pente_core.rules.game import Game
    from pente_core.rules.point import parse_point

    state = Game.new(game.rules)
    for move in game.moves:
        _, state = state.play(parse_point(move, game.rules.size))
    return state.is_over
