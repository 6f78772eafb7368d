"""`pente why` after a loss on time, with a server that was killed meanwhile."""

import json
from functools import partial
from pathlib import Path
from typing import Any

from tests.support.processes import JsonProcess, Process, serving

PLAY = ("--json", "--time", "10/move")


def _is_at(point: str, move: dict[str, Any]) -> bool:
    return bool(move["point"] == point)


async def test_both_players_find_the_same_reason(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, *PLAY)
        async with JsonProcess(*play, "--new", "--seat", "0", "--name", "anna", state=tmp_path) as anna:
            room = (await anna.until("room"))["room"]
            async with JsonProcess(*play, "--name", "boris", state=tmp_path) as boris:
                await anna.until("started")
                for mover, waiting, point in (
                    (anna, boris, "K10"),
                    (boris, anna, "A1"),
                    (anna, boris, "S19"),
                ):
                    await mover.type(point)
                    await waiting.until("move", partial(_is_at, point))
                await server.kill()
                await server.start()
                end = await anna.until("finished")
                assert end["termination"] == "time"
        found = []
        for name in ("anna", "boris"):
            async with Process("why", room, server.url, "--json", "--name", name, state=tmp_path) as why:
                found.append(json.loads(await why.line()))
        assert found[0] == found[1]
        (flag,) = found[0]["flags"]
        assert flag["player"]["name"] == "boris"
        assert flag["uncharged_ms"]["outage"] > 0
        assert flag["fell"] == flag["begun"] + flag["had_ms"] + sum(flag["uncharged_ms"].values())
        async with Process("why", room, server.url, state=tmp_path) as why:
            await why.line_with("Why the flag fell: boris's turn began at")
        assert await server.stop() == 0
