"""Two strangers find each other by a code, with nothing but what the one tells the other."""

from pathlib import Path

import pytest

from tests.support.processes import JsonProcess, Process, ServerProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_two_strangers_play_by_a_code(server: ServerProcess, tmp_path: Path) -> None:
    host = Process("play", server.url, "--new", "--private", "--plain", state=tmp_path / "anna")
    async with host as anna:
        told = (await anna.line_with("Tell your friend: ")).partition("Tell your friend: ")[2]
        link = (await anna.line_with("Or send this link: ")).partition("link: ")[2]
        pente, *typed = told.split()
        assert pente == "pente"
        async with JsonProcess(*typed, "--json", state=tmp_path / "boris") as boris:
            await boris.until("started")
            await anna.line_with("The game begins")
            async with JsonProcess("join", link, "--json", state=tmp_path / "eve") as eve:  # too late to play
                room = await eve.until("room")
                assert (room["status"], room["me"]) == ("playing", None)
                await boris.type("/resign")
                await eve.until("finished")


async def test_programs_get_the_code_with_the_room(server: ServerProcess, tmp_path: Path) -> None:
    play = ("play", server.url, "--new", "--private", "--json")
    async with JsonProcess(*play, state=tmp_path / "anna") as anna:
        room = await anna.until("room")
        link, _, fingerprint = room["link"].partition("#")
        assert link == f"http://127.0.0.1:{server.port}/j/{room['code']}"
        assert len(fingerprint) == 16
        await anna.type("/code")
        assert await anna.until("code") == {
            "t": "code", "room": room["room"], "code": room["code"], "link": room["link"],
        }  # fmt: skip
        async with JsonProcess("watch", room["link"], "--json", state=tmp_path / "eve") as eve:
            assert (await eve.until("room"))["room"] == room["room"]


async def test_a_player_who_comes_back_still_sees_the_code(server: ServerProcess, tmp_path: Path) -> None:
    home = tmp_path / "anna"
    async with JsonProcess("play", server.url, "--new", "--private", "--json", state=home) as anna:
        code = (await anna.until("room"))["code"]
    async with JsonProcess("play", server.url, "--json", state=home) as anna:
        assert (await anna.until("room"))["code"] == code
        await anna.type("/leave")
        await anna.until("closed")


@pytest.mark.parametrize("code", ["222222", "K7M2Q1", "x"])
async def test_a_wrong_code_is_one_sentence(server: ServerProcess, tmp_path: Path, code: str) -> None:
    async with Process("join", code, server.url, "--plain", state=tmp_path) as boris:
        assert await boris.ended() in (2, 4)
        (line,) = [line for line in boris.said if "Connected as" not in line]
        assert "code" in line


async def test_the_server_used_last_is_the_default(server: ServerProcess, tmp_path: Path) -> None:
    async with JsonProcess(
        "play", server.url, "--new", "--private", "--json", state=tmp_path / "anna"
    ) as anna:
        code = (await anna.until("room"))["code"]
        home = tmp_path / "boris"
        async with Process("lobby", server.url, "--plain", state=home) as boris:
            assert await boris.ended() == 0
        async with JsonProcess("join", code.lower(), "--json", state=home) as joined:
            await joined.until("started")


@pytest.mark.parametrize("spelled", ["127.0.0.1:{port}", "localhost:{port}", "http://127.0.0.1:{port}"])
async def test_a_server_alone_is_its_lobby(server: ServerProcess, tmp_path: Path, spelled: str) -> None:
    async with Process(spelled.format(port=server.port), "--plain", state=tmp_path) as lobby:
        assert await lobby.ended() == 0, lobby.said
        assert any("open rooms" in line or "waiting" in line for line in lobby.said)
