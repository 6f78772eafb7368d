"""Bots as ordinary clients: twenty games over the wire."""

from pathlib import Path

import pytest

from pente_core.room import events as ev
from pente_core.room import replay
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_protocol.codec import decode_event
from pente_server.embedded import start_embedded
from pente_server.store.redis.store import RedisStore
from tests.support.processes import Process, serving

pytestmark = pytest.mark.usefixtures("patient_stores")

GAMES = 20
SMALL = '{"base": "pente", "size": 9}'


async def test_two_bots_play_twenty_games_and_all_records_are_legal(tmp_path: Path) -> None:
    # given a server and a bot that accepts challenges
    data = tmp_path / "data"
    async with serving(data) as server:
        waiting = ("bot", server.url, "--player", "priorities", "--name", "host-bot", "--seed", "1")
        async with Process(*waiting, state=tmp_path / "host") as host:
            await host.line_with("plays at")
            # when another challenges it to twenty games, several at once
            challenge = ("--challenge", "host-bot", "--games", str(GAMES), "--concurrency", "4")
            guest = Process(
                *("bot", server.url, "--player", "random", "--name", "visitor-bot", "--seed", "2"),
                *challenge,
                *("--ruleset", SMALL),
                state=tmp_path / "guest",
            )
            async with guest:
                assert await guest.ended() == 0, list(guest.said)
            assert host.process.returncode is None
    # then the store has twenty finished games, and each can be played again
    games = await _stored_games(data)
    assert len(games) == GAMES
    for game in games:
        assert game.outcome is not None
        assert _played_again(game) == game


async def _stored_games(data: Path) -> list[Game]:
    engine = await start_embedded(data)
    store = await RedisStore.connect(engine.url)
    try:
        rooms = [
            replay(map(decode_event, await store.read(room, 0))) for room in await store.finished(2 * GAMES)
        ]
    finally:
        await store.close()
        await engine.stop()
    return [room.game for room in rooms if room.status is ev.Status.FINISHED]


def _played_again(game: Game) -> Game:
    again = Game.new(game.rules)
    for turn in game.turns:
        again = again.choose(turn) if isinstance(turn, Choice) else again.play(turn)[1]  # type: ignore[arg-type]
    return again
