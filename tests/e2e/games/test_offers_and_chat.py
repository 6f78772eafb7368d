"""What players agree on beside the moves, typed into real clients at a real server."""

from pathlib import Path

import pytest

from tests.support.processes import JsonProcess, Process, serving


async def test_a_takeback_and_a_rematch(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--stay", "--time", "5+3")
        new = ("--new", "--private", "--seat", "0", "--json", "--name", "anna")
        async with JsonProcess(*play, *new, state=tmp_path) as anna:
            room = (await anna.until("room"))["room"]
            join = ("play", server.url, "--room", room, "--stay", "--plain", "--name", "boris")
            async with Process(*join, state=tmp_path) as boris:
                await anna.until("started")
                await anna.type("K10")
                await boris.line_with("Your turn")
                await boris.type("A1")
                await anna.until("move", lambda line: line["point"] == "A1")
                await boris.type("/takeback")
                assert (await anna.until("offered"))["kind"] == "takeback"
                await anna.type("/accept")
                back = await anna.until("taken-back")
                assert (back["moves"], back["to_act"]) == (["K10"], 1)
                await boris.line_with("The last turn is taken back: A1.")
                await boris.line_with("Your turn")
                await boris.type("/resign")
                await anna.until("record")
                score = await anna.until("head_to_head", lambda line: line["wins"] or line["losses"])
                assert (score["opponent"]["name"], score["wins"], score["losses"]) == ("boris", 1, 0)
                await boris.line_with("anna leads you 1 : 0.")
                await anna.type("/rematch")
                await boris.line_with("anna wants a rematch. Play? y/n")
                await boris.type("/accept")
                following = (await anna.until("continued"))["next"]
                scores = (await anna.until("series", lambda line: line["room"] == following))["scores"]
                assert [score["points"] for score in scores] == [0.0, 1.0]
                there = await anna.until("room")
                assert (there["room"], there["follows"], there["game"]) == (following, room, 2)
                assert (there["me"], there["to_act"]) == (1, 0)
                await boris.line_with("Game 2: boris 0, anna 1")
                await boris.type("K10")
                await anna.until("move")
                await anna.type("/who")
                who = await anna.until("who")
                assert [seat["player"]["name"] for seat in who["seats"]] == ["boris", "anna"]
                await boris.type("/quit")
                assert await boris.ended() == 0
            await anna.type("/quit")
            assert await anna.ended() == 0


async def test_a_set_in_a_room_with_a_password(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("open sesame\n")
    given = ("--room-password-file", str(tmp_path / "secret"))
    async with serving(tmp_path / "data") as server:
        new = ("play", server.url, "--new", "--games", "2", "--seat", "0", "--json", "--name", "anna", *given)
        async with JsonProcess(*new, state=tmp_path) as anna:
            room = (await anna.until("room"))["room"]
            named = (server.url, "--room", room, "--json", "--name", "boris")
            async with JsonProcess("play", *named, state=tmp_path) as locked:
                assert await locked.ended() == 4
                assert "This room has a password" in locked.said[-1]
            watching = ("watch", server.url, room, "--plain", "--name", "eve")
            async with (
                JsonProcess("play", *named, *given, state=tmp_path) as boris,
                Process(*watching, state=tmp_path, PENTE_ROOM_PASSWORD="open sesame") as eve,
            ):
                await boris.until("started")
                await eve.line_with("Connected as eve")
                await eve.line_with("anna's turn, ")
                await anna.type("/resign")
                await boris.until("room")
                await boris.type("/resign")
                for client in (anna, boris):
                    both = await client.until(
                        "series", lambda line: all(score["points"] for score in line["scores"])
                    )
                    assert (both["game"], both["is_set"]) == (2, True)
                    assert await client.ended() == 0
                await eve.line_with("After game 2 of 2: boris 1, anna 1")
                assert await eve.ended() == 0


async def test_a_blocked_player_is_neither_heard_nor_met_again(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--time", "-")
        new = ("--new", "--seat", "0", "--json", "--name", "anna")
        async with JsonProcess(*play, *new, state=tmp_path) as anna:
            room = (await anna.until("room"))["room"]
            join = ("--room", room, "--plain", "--name", "boris")
            async with Process(*play, *join, state=tmp_path) as boris:
                await anna.until("started")
                await boris.type("'hello")
                assert (await anna.until("said"))["text"] == "hello"
                await anna.type("/block boris")
                assert "boris is blocked" in (await anna.until("notice"))["text"]
                await boris.type("'can you hear me?")
                await boris.line_with("can you hear me?")
                await boris.type("/resign")
                while (event := await anna.event())["t"] != "finished":
                    assert event["t"] != "said"
                await boris.ended()
            await anna.ended()
        async with JsonProcess(*play, "--new", "--json", "--name", "anna", state=tmp_path) as anna:
            await anna.until("room")
            async with JsonProcess(
                *play, "--against", "anna", "--json", "--name", "boris", state=tmp_path
            ) as boris:
                assert await boris.ended() == 4
                assert "the player anna is not available" in boris.said[-1]
            async with JsonProcess(*play, "--json", "--name", "boris", state=tmp_path) as boris:
                assert (await boris.until("room"))["status"] == "waiting"  # in a room of their own


@pytest.mark.long
async def test_who_stays_away_loses_what_the_other_claims(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--time", "1+0")
        new = ("--new", "--seat", "0", "--json", "--name", "anna")
        async with JsonProcess(*play, *new, state=tmp_path) as anna:
            room = (await anna.until("room"))["room"]
            join = ("play", server.url, "--room", room, "--plain", "--name", "boris")
            async with Process(*join, state=tmp_path) as boris:
                await anna.until("started")
                await boris.line_with("anna's turn, ")
                await anna.type("K10")
                await boris.line_with("Your turn")
            assert (await anna.until("gone"))["grace_ms"] == 15_000
            await anna.type("/claim win")
            assert (await anna.until("error"))["code"] == "nobody-gone"
            assert (await anna.until("overdue"))["claims"] == ["win", "cancel"]
            await anna.type("/claim win")
            assert (await anna.until("finished"))["termination"] == "forfeit"
            assert await anna.ended() == 0


async def test_a_premove_is_played_in_turn_also_in_days_and_words_need_no_slash(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        play = ("play", server.url, "--stay", "--time", "3d/move")
        new = ("--new", "--private", "--seat", "0", "--json", "--name", "anna")
        async with JsonProcess(*play, *new, state=tmp_path) as anna:
            room = (await anna.until("room"))["room"]
            join = ("play", server.url, "--room", room, "--stay", "--plain", "--name", "boris")
            async with Process(*join, state=tmp_path) as boris:
                await anna.until("started")
                await boris.type("/premove A1")
                await boris.line_with("In your turn: A1.")
                await anna.type("K10")
                assert (await anna.until("move"))["point"] == "K10"
                assert (await anna.until("move"))["point"] == "A1"
                await boris.line_with("2. boris A1.")  # only then does he know that it is anna's turn
                await boris.type("/premove N13")
                await boris.line_with("In your turn: N13.")
                await anna.type("N13")
                await boris.line_with("The premove N13 was not played. There is a stone already.")
                await boris.type("B1")
                assert (await anna.until("move", lambda line: line["seat"] == 1))["point"] == "B1"
                await boris.type("resign")
                assert (await anna.until("finished"))["termination"] == "resignation"
                await boris.type("quit")
                assert await boris.ended() == 0
