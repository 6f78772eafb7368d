"""A game by listening: one line a move, the board in words when it is asked for, through a break too."""

from pathlib import Path

from tests.support.processes import JsonProcess, Process, ServerProcess, serving

FREE = ("--opening", "free", "--second-move", "free")


async def test_a_game_is_played_and_watched_by_listening(server: ServerProcess, tmp_path: Path) -> None:
    play = ("play", server.url, "--time", "5+0", *FREE)
    new = ("--new", "--seat", "0", "--json", "--name", "anna")
    async with JsonProcess(*play, *new, state=tmp_path / "a") as anna:
        room = (await anna.until("room"))["room"]
        bob = Process("play", server.url, "--room", room, "--plain", "--name", "boris", state=tmp_path / "b")
        eve = Process("watch", server.url, room, "--boards", state=tmp_path / "e")
        async with bob as boris, eve:
            await eve.line_with("turn, ")
            for mine, yours in (("A1", "B1"), ("K10", "C1")):
                await anna.type(mine)
                await boris.line_with("Your turn, ")
                await boris.type(yours)
                await boris.line_with(f"boris {yours}. anna's turn, ")
            await anna.type("D1")
            told = await boris.line_with("5. anna D1")
            assert told.startswith("5. anna D1, captures a pair, B1 C1, 1 of 5. Your turn, ")
            await boris.type("/row 1")
            assert await boris.line_with("Row 1") == "Row 1: anna A1, empty B to C, anna D1, empty E to T."
            await boris.type("/around k10")
            assert await boris.line_with("No stones: ")
            await boris.type("/stones")
            assert await boris.line_with("Captured: ") == "Captured: anna 1 pair, boris 0 pairs."
            await boris.type("/clock")
            await boris.line_with(", boris ")
            await anna.type("/resign")
            assert await boris.ended() == 0
            assert await eve.ended() == 0
        assert not any("─┼" in line for line in boris.said)
        assert sum("A B C D" in line for line in eve.said) == 2 * 6  # one at first, and after each move
        assert max(map(len, (*boris.said, *eve.said))) <= 80


async def test_who_listens_hears_every_move_after_a_restart_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, *FREE)
        async with JsonProcess(
            *play, "--new", "--seat", "0", "--json", "--name", "anna", state=tmp_path
        ) as anna:
            room = (await anna.until("room"))["room"]
            bob = ("play", server.url, "--room", room, "--name", "boris", "--json")
            async with (
                Process("watch", server.url, room, "--plain", state=tmp_path / "e") as eve,
                JsonProcess(*bob, state=tmp_path) as boris,
            ):
                await anna.until("started")
                await eve.line_with("anna's turn, ")
                for player, other, point in ((anna, boris, "K10"), (boris, anna, "L10")):
                    await player.type(point)
                    await other.until("move", lambda line, point=point: line["point"] == point)  # type: ignore[misc]
                await eve.line_with("2. boris L10")
                await server.kill()
                await server.start()
                await eve.line_with("Connected again.")
                await anna.type("M10")
                await eve.line_with("3. anna M10. boris's turn, ")
                await anna.type("/resign")
                assert await eve.ended() == 0
    numbers = [line.split(".")[0] for line in eve.said if line[:1].isdecimal()]
    assert numbers == ["1", "2", "3"]
