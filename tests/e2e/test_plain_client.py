"""Rated games at a real server, which is killed before it has counted them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import JsonProcess, Process, serving

RATED = ("--json", "--rated", "--time", "5+3")
WORD = "open sesame"


async def profile_of(name: str, url: str, state: Path) -> Any:
    async with Process("profile", name, "--server", url, "--json", state=state) as process:
        return json.loads(await process.line())


async def bots_at(url: str, state: Path) -> list[str]:
    """The bots who are in the lobby of a server with a password."""
    lobby = ("lobby", url, "--name", "anna", "--json")
    async with JsonProcess(*lobby, state=state, PENTE_PASSWORD=WORD) as process:
        names: list[str] = (await process.until("bots"))["names"]
        return names


@pytest.mark.parametrize(
    "moment",
    ["finished", *(pytest.param(moment, marks=pytest.mark.long) for moment in ("started", "rated"))],
)
async def test_a_kill_around_the_end_counts_the_game_once(tmp_path: Path, moment: str) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, *RATED)
        async with JsonProcess(*play, "--new", "--seat", "0", "--name", "anna", state=tmp_path) as anna:
            await anna.until("room")
            async with JsonProcess(*play, "--name", "boris", state=tmp_path) as boris:
                await anna.until("started")
                await anna.type("K10")
                await boris.until("move")
                await boris.type("A1")
                await boris.type("/resign")
                if moment != "started":
                    await anna.until(moment)
                await server.kill()
                await server.start()
                if moment != "rated":
                    (change, _) = (await anna.until("rated"))["changes"]
                    assert (change["before"], change["after"]) == (1500, 1662)
        for name, wins in (("anna", 1), ("boris", 0)):
            (score,) = (await profile_of(name, server.url, tmp_path))["scores"]
            assert (score["wins"], score["rated"]) == (wins, 1)
        assert await server.stop() == 0


async def test_a_server_with_a_password_and_house_bots(tmp_path: Path) -> None:
    (tmp_path / "password").write_text(f"{WORD}\n")
    (tmp_path / "friends").write_text("anna\n")
    gate = ("--password-file", str(tmp_path / "password"), "--allow-list", str(tmp_path / "friends"))
    async with serving(tmp_path / "data", *gate, "--house") as server:
        while "random-bot" not in await bots_at(server.url, tmp_path):
            pass  # it is still on its way: each look takes a program's time
        play = ("play", server.url, "--against", "random-bot", "--name", "anna", "--json")
        async with JsonProcess(*play, state=tmp_path, PENTE_PASSWORD=WORD) as anna:
            await anna.until("started")
