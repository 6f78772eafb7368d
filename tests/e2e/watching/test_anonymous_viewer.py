"""Who only looks, on the command line: no account is opened for that where the server allows it."""

from pathlib import Path

from tests.support.processes import JsonProcess, Process, serving


def identities(state: Path) -> list[str]:
    """The names of all files that a program has kept, but for locks."""
    return [path.name for path in state.rglob("*") if path.is_file() and path.suffix != ".lock"]


async def test_watching_and_looking_things_up_open_no_account(tmp_path: Path) -> None:
    players, viewer = tmp_path / "players", tmp_path / "viewer"
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--json")
        async with JsonProcess(*play, "--new", "--seat", "0", "--name", "anna", state=players) as anna:
            room = (await anna.until("room"))["room"]
            async with JsonProcess(*play, "--name", "boris", state=players) as boris:
                await anna.until("started")
                async with JsonProcess("watch", server.url, room, "--json", state=viewer) as looking:
                    connected = await looking.until("connected")
                    assert connected["player"]["name"] == "anonymous"
                    await looking.until("room")
                    await looking.type("'hello")
                    refusal = await looking.until("error")
                    assert "Connect with a name to do this: pente account create NAME" in refusal["text"]
                    await boris.type("/resign")
                    await looking.until("finished")
        async with Process("leaders", server.url, "--json", state=viewer) as leaders:
            assert await leaders.ended() == 0
    assert identities(viewer) == []


async def test_a_room_that_is_not_for_everybody_is_watched_with_a_name(tmp_path: Path) -> None:
    players, viewer = tmp_path / "players", tmp_path / "viewer"
    async with serving(tmp_path / "data") as server:
        opening = ("play", server.url, "--json", "--new", "--private", "--name", "anna")
        async with JsonProcess(*opening, state=players) as anna:
            room = (await anna.until("room"))["room"]
            async with JsonProcess("watch", server.url, room, "--json", state=viewer) as looking:
                while (await looking.until("connected"))["player"]["name"] == "anonymous":
                    pass
                assert (await looking.until("room"))["room"] == room
