"""Viewers who see a game later, with real processes: also when the server is killed at any moment."""

from pathlib import Path

from tests.support.processes import JsonProcess, Process, serving

MOVES = ("K10", "L11", "N10", "M12", "A1", "B1", "C1")
BEHIND = 2


async def test_viewers_are_two_moves_behind_until_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--json", "--viewer-delay", str(BEHIND))
        async with JsonProcess(
            *play, "--new", "--seat", "0", "--name", "anna", state=tmp_path / "anna"
        ) as anna:
            opened = await anna.until("room")
            assert opened["options"]["viewer_delay"] == {"moves": BEHIND}
            room = str(opened["room"])
            async with (
                JsonProcess(
                    "join", room, server.url, "--json", "--name", "bob", state=tmp_path / "bob"
                ) as bob,
                JsonProcess("watch", server.url, room, "--json", state=tmp_path / "eve") as eve,
            ):
                await bob.until("started")
                await anna.until("started")
                await eve.until("room")
                for number, point in enumerate(MOVES):
                    if number in (3, 5):
                        await server.kill()
                        await server.start()
                        for client in (anna, bob, eve):
                            await client.until("connected")
                    mover, other = (anna, bob) if number % 2 == 0 else (bob, anna)
                    await mover.type(point)
                    assert (await mover.until("move"))["point"] == point
                    assert (await other.until("move"))["point"] == point
                    if number >= BEHIND:
                        seen = await eve.until("move")
                        assert seen["point"] == MOVES[number - BEHIND]
                wide = Process("lobby", server.url, "--plain", state=tmp_path / "zoe", COLUMNS="200")
                async with wide as listed:
                    assert "viewers 2 moves behind" in (await listed.line_with(room))
                async with JsonProcess("watch", server.url, room, "--json", state=tmp_path / "zoe") as zoe:
                    assert (await zoe.until("room"))["moves"] == [*MOVES[:-BEHIND]]
                    await eve.until("presence", lambda line: line["watchers"] == 2)
                assert not any(
                    f'"point": "{point}"' in said for said in eve.said for point in MOVES[-BEHIND:]
                )
                await bob.type("/resign")
                assert [(await eve.until("move"))["point"] for _ in range(BEHIND)] == [*MOVES[-BEHIND:]]
                await eve.until("finished")
