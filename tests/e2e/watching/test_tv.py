"""TV, with the programs that people start, and a server that is killed meanwhile."""

from pathlib import Path

from tests.support.processes import JsonProcess, serving


async def test_tv_shows_a_game_of_a_channel_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play, watch = ("play", server.url, "--json"), ("watch", server.url, "--json", "--channel")
        async with (
            JsonProcess(*watch, "people", state=tmp_path / "viewer") as viewer,
            JsonProcess(*play, "--new", "--seat", "0", "--name", "anna", state=tmp_path) as anna,
        ):
            await viewer.until("notice", lambda line: line["text"].startswith("No game is on."))
            room = (await anna.until("room"))["room"]
            async with JsonProcess(*play, "--room", room, "--name", "boris", state=tmp_path) as boris:
                await viewer.until("room", lambda line: line["room"] == room)
                await server.kill()
                await server.start()
                await anna.type("K10")
                await viewer.until("move", lambda line: line["ply"] == 1)
                async with JsonProcess(*watch, "pente", state=tmp_path / "late") as late:
                    await late.until("room", lambda line: line["room"] == room)
                    await late.type("/tv bots")
                    await late.until("notice", lambda line: line["text"].startswith("No game is on in"))
                await boris.type("/resign")
                await viewer.until("finished")
        assert await server.stop() == 0
