"""`pente lobby` for pipes and programs, at a real server."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pente_core.identity import PlayerKind
from pente_core.room import Options
from pente_core.room import commands as cmd
from tests.client.conftest import Start
from tests.support.peer import Peer, peers, serving
from tests.support.waiting import patience


async def test_the_list_as_text(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    async with (
        serving() as served,
        peers(served.url, "alice", "bob") as (alice, bob),
        Peer(served.url) as robot,
        Peer(served.url) as reviewer,
    ):
        await robot.hello("hexa", kind=PlayerKind.BOT)
        await reviewer.hello("review-bot", kind=PlayerKind.BOT)
        game = await alice.create("keryo-pente", "5+3")
        await bob.act(game, cmd.Join())
        free = await bob.create(time="3d/move", seat=0)
        await bob.create(options=Options(private=True))
        kept = await bob.create(time="5+3", seat=0, invite=("alice",), options=Options(rated=False, games=2))
        program = start("lobby", served.url, "--plain")
        assert await program.ended() == 0
    playing, waiting, challenge, bots = program.said.splitlines()
    assert playing.startswith(f"{game}  playing  keryo-pente        5+3 ")
    assert sorted(playing.split("(")[0].split()[4:]) == ["-", "alice", "bob"]
    assert playing.endswith(" to move, move 1)")
    assert waiting == f"{free}  waiting  pente              3d/move    bob - open seat  (correspondence)"
    assert challenge == f"{kept}  waiting  pente              5+3        bob - kept for alice  (two games)"
    assert bots == "Bots to play: hexa"


async def test_an_empty_list_says_what_to_do(start: Start) -> None:
    async with serving() as served:
        program = start("lobby", served.url, "--plain")
        assert await program.ended() == 0
    assert program.said == "No open rooms. Open one with: pente play --new\n"


async def test_the_list_and_what_becomes_of_it(tmp_path: Path) -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        first = await alice.create(seat=0)
        words = (sys.executable, "-m", "pente_client", "lobby", served.url, "--json", "--follow")
        program = await asyncio.create_subprocess_exec(
            *words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PENTE_STATE": str(tmp_path)},
        )
        heard: list[dict[str, Any]] = []

        async def line(**fields: object) -> dict[str, Any]:
            """The next line in which all this stands."""
            assert program.stdout is not None
            async with patience(f"a line with {fields}", lambda: heard):
                while True:
                    heard.append(json.loads(await program.stdout.readline()))
                    if fields.items() <= heard[-1].items():
                        return heard[-1]

        room = await line(t="room", room=first, status="waiting")
        assert (room["seats"][0]["name"], room["seats"][1]) == ("alice", None)
        assert (await line(t="bots"))["names"] == []
        await bob.act(first, cmd.Join())
        await line(t="room", room=first, status="playing")
        await alice.act(first, cmd.Resign())
        await line(t="gone", room=first)
        program.send_signal(signal.SIGINT)
        assert await program.wait() == 130
        assert program.stderr is not None
        assert await program.stderr.read() == b""
