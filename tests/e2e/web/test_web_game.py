"""The web client plays and watches on a real server, which dies on the way."""

import asyncio
import json
from pathlib import Path

from tests.support.client.node import needs_node, node_command
from tests.support.processes import serving
from tests.support.waiting import patience

GAME = Path(__file__).with_name("game.mjs")


@needs_node
async def test_two_players_and_a_viewer_see_the_same_game_although_the_server_dies(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        game = await asyncio.create_subprocess_exec(
            *node_command(GAME, server.url), stdout=asyncio.subprocess.PIPE
        )
        assert game.stdout is not None
        async with patience("four stones"):
            assert json.loads(await game.stdout.readline()) == {"stones": 4}
        await server.kill()
        await server.start()
        async with patience("the end of the game"):
            out, _ = await game.communicate()
    views = json.loads(out)
    assert len(views) == 3
    assert views[0] == views[1] == views[2]
    assert views[0]["status"] == "finished"
    assert views[0]["termination"] == "line"
    assert views[0]["names"] == ["web-anna", "web-boris"]
    assert [line["text"] for line in views[0]["chat"]] == ["are you there?"]
    assert game.returncode == 0
