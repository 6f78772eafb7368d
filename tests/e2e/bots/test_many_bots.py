"""`pente bots`: many bots in one process."""

import json
from pathlib import Path

from tests.support.processes import JsonProcess, Process, serving

BOTS = """
[[bots]]
name = "ann-bot"
player = "patterns"
level = 1
pace = 0.1
showcase = "bob-bot"

[[bots]]
name = "bob-bot"
player = "alphabeta"
depth = 1
"""


async def test_bots_of_a_file_play_each_other_until_they_are_stopped(tmp_path: Path) -> None:
    (tmp_path / "bots.toml").write_text(BOTS)
    async with serving(tmp_path / "data") as server:
        command = ("bots", str(tmp_path / "bots.toml"), server.url, "--workers", "1")
        async with Process(*command, state=tmp_path) as bots:
            async with JsonProcess("watch", server.url, "--json", state=tmp_path / "eve") as eve:
                await eve.until("move", lambda line: line["ply"] > 3)
            bots.process.terminate()
            assert await bots.ended() == 0
        assert any("ann-bot: " in line for line in bots.said)


async def test_a_bot_that_is_rejected_ends_no_other_and_all_end_with_the_input(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        taken = ("bot", server.url, "--player", "random", "--name", "taken")
        async with Process(*taken, state=tmp_path / "other") as other:
            await other.line_with("taken plays at")
        names = ("taken", "free")
        description = {"bots": [{"player": "random", "name": name} for name in names]}
        async with Process("bots", "-", server.url, "--until-eof", state=tmp_path) as bots:
            await bots.type(json.dumps(description))
            heard = {await bots.line_with(": ") for _ in range(2)}
            assert any(line.startswith("INFO free: free plays at") for line in heard)
            assert any("ERROR taken: " in line and "another player" in line for line in heard)
            play = ("play", server.url, "--against", "free", "--json", "--name", "anna")
            async with JsonProcess(*play, state=tmp_path / "anna") as anna:
                await anna.until("started")
            assert bots.process.stdin is not None
            bots.process.stdin.close()
            assert await bots.ended() == 0
