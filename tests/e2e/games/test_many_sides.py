"""Three and four at a table, each for themselves or in two teams, through real processes."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.games.live_game import NAMES, joined, opened, seated
from tests.support.processes import ServerProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")

COLOURS = ("white", "black", "red", "blue")


@pytest_asyncio.fixture(loop_scope="module")
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as processes:
        yield processes


async def test_two_play_on_when_one_of_three_resigns(
    stack: AsyncExitStack, server: ServerProcess, homes: Path
) -> None:
    # given three players on a small board, where four in a row win
    table = await seated(stack, server, homes, "--sides", "3", "--size", "9", sides=3)
    first = await table.play("E5 A1 J9 B8")
    assert [(move["player"]["name"], move["colour"]) for move in first] == [
        *zip(NAMES[:3], COLOURS, strict=False),
        ("ana", "white"),
    ]
    # when one resigns while it is somebody else's turn
    await table.resigns("cyd")
    retired = await table.told("retired")
    assert (retired["seat"], retired["why"], retired["to_act"]) == (2, "resignation", 1)
    # then the others take turns, and one of them makes a row
    rest = await table.play("A2 B7 A4 B6 A3")
    assert [move["seat"] for move in rest] == [1, 0, 1, 0, 1]
    finished, record, text = await table.over()
    assert (finished["termination"], finished["winners"]) == ("line", [1])
    assert finished["lines"] == [["A1", "A2", "A3", "A4"]]
    assert record["players"] == ["ana", "bob", "cyd"]
    assert record["moves"] == ["E5", "A1", "J9", "B8", "resignation:2", "A2", "B7", "A4", "B6", "A3"]
    assert record["winners"] == [1]
    assert "The game begins: ana (white" in text
    assert "3. cyd J9. ana's turn, " in text
    assert "cyd resigned. The others play on.\nbob's turn, " in text


async def test_the_last_side_left_wins_when_time_runs_out(
    stack: AsyncExitStack, server: ServerProcess, homes: Path
) -> None:
    # given three players of whom one gives up at once
    table = await seated(stack, server, homes, "--sides", "3", "--time", "10/move", sides=3)
    await table.resigns("bob")
    assert (await table.told("retired"))["to_act"] == 0
    # when another moves once, and never again
    *_, move = await table.play("K10 A1 C3")
    assert move["to_act"] == 2
    retired = await table.told("retired")
    # then the third has won
    assert (retired["seat"], retired["why"], retired["clocks_ms"][2]) == (2, "time", 0)
    finished, record, text = await table.over()
    assert (finished["termination"], finished["winners"]) == ("time", [0])
    assert record["moves"] == ["resignation:1", "K10", "A1", "C3", "time:2"]
    assert "ana won: cyd ran out of time." in text.splitlines()


async def test_a_room_for_two_teams_fills_one_by_one_and_a_team_wins_by_its_captures(
    stack: AsyncExitStack, server: ServerProcess, homes: Path
) -> None:
    # given a room for four, where one after the other sits down
    rules = ("--sides", "4", "--teams", "--size", "9", "--goal", "4")
    table = await opened(stack, server, homes, *rules)
    for seat in (1, 2, 3):
        event = await joined(stack, server, homes, table)
        assert (event["seat"], event["colour"], event["player"]["name"]) == (seat, COLOURS[seat], NAMES[seat])
    started = await table.told("started")
    assert [player["name"] for player in started["players"]] == list(NAMES)
    # when white takes a pair of both opponents, and its partner another
    moves = await table.play("E5 B1 A9 C1 A1 B9 J1 C9 D1 H2 D9")
    assert (moves[8]["captured"], moves[8]["taken"]) == (["B1", "C1"], [2, 0, 0, 0])
    assert (moves[10]["captured"], moves[10]["taken"]) == (["B9", "C9"], [2, 0, 2, 0])
    # then what they took counts together
    finished, record, text = await table.over()
    assert (finished["result"], finished["termination"]) == ("1-0", "captures")
    assert finished["winners"] == record["winners"] == [0, 2]
    assert record["ruleset"] == {"base": "pente", "size": 9, "goal": 4, "sides": 4, "teams": True}
    assert " ".join(text.split()).count("To join: pente play") == 3
    assert "bob joins as black." in text
    assert "11. cyd D9, captures a pair, B9 C9, 2 of 2." in text
    assert "ana and cyd won" in text


async def test_a_partner_plays_on_alone_and_a_team_of_none_has_lost(
    stack: AsyncExitStack, server: ServerProcess, homes: Path
) -> None:
    table = await seated(stack, server, homes, "--sides", "4", "--teams", "--time", "-", sides=4)
    await table.resigns("ana")
    assert (await table.told("retired"))["to_act"] == 1
    moves = await table.play("K10 A1 B2 C3")
    assert [move["player"]["name"] for move in moves] == ["bob", "cyd", "dan", "bob"]
    await table.resigns("cyd")
    assert (await table.told("retired"))["to_act"] is None
    finished, record, text = await table.over()
    assert (finished["result"], finished["winners"]) == ("0-1", [1, 3])
    assert record["moves"] == ["resignation:0", "K10", "A1", "B2", "C3", "resignation:2"]
    assert "and cyd (red" in text.partition(" against bob (black")[0]
    assert "ana resigned. The others play on." in text
    assert "cyd resigned.\nbob and dan won: cyd resigned." in text
    assert "bob and dan won" in text
