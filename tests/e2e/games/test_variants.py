"""Every kind of rules, played once by real processes: what a move does is told to all, in two outputs."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.games.live_game import LiveGame, seated
from tests.support.processes import Line, ServerProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")

Seat = Callable[..., Awaitable[LiveGame]]
FREE = ("--opening", "free", "--second-move", "free")


@pytest_asyncio.fixture(loop_scope="module")
async def seat(server: ServerProcess, homes: Path) -> AsyncIterator[Seat]:
    """Let Ana and Bob begin a game, for the options of `pente play`."""
    async with AsyncExitStack() as stack:

        async def begin(*rules: str) -> LiveGame:
            return await seated(stack, server, homes, *rules)

        yield begin


def calls_of(moves: list[Line]) -> dict[str, list[str]]:
    """What was announced, by point."""
    return {move["point"]: move["calls"] for move in moves if move["calls"]}


async def test_gomoku_is_won_with_exactly_five(seat: Seat) -> None:
    # given a game in which white makes six in a row
    table = await seat("--ruleset", "gomoku")
    assert await table.refused("A1") == "not-centre"
    moves = await table.play("K10 A1 L10 B1 M10 C1 O10 E1 P10 G1 N10")
    assert moves[-1]["to_act"] == 1
    # when black makes five
    moves += await table.play("D1")
    # then black wins
    finished, record, text = await table.over()
    assert calls_of(moves) == {"M10": ["open-tria"], "C1": ["tria"]}
    assert (finished["result"], finished["termination"]) == ("0-1", "line")
    assert (finished["winners"], finished["lines"]) == ([1], [["A1", "B1", "C1", "D1", "E1"]])
    assert record["moves"] == [move["point"] for move in moves]
    assert "5. ana M10, open tria. bob's turn, " in text
    assert "A1 B1 C1 D1 E1" in text
    assert text.endswith("Result: 0-1 (line)")


async def test_keryo_takes_three_and_counts_stones(seat: Seat) -> None:
    table = await seat("--ruleset", "keryo-pente", "--goal", "5")
    opening = await table.play("K10 L10")
    assert await table.refused("K12") == "restricted"
    moves = [*opening, *await table.play("G10 M10 A1 N10 O10 B2 T19 C3 D4")]
    finished, record, text = await table.over()
    assert moves[6]["captured"] == ["L10", "M10", "N10"]
    assert moves[6]["taken"] == [3, 0]
    assert (moves[-1]["captured"], moves[-1]["taken"]) == (["B2", "C3"], [5, 0])
    assert (finished["result"], finished["termination"], finished["lines"]) == ("1-0", "captures", [])
    assert record["ruleset"] == {"base": "keryo-pente", "goal": 5}
    assert "7. ana O10, captures 3 stones, L10 M10 N10, 3 of 5. bob's" in text
    assert "5 stones" in text.splitlines()[-2]


async def test_connect6_has_two_stones_a_turn(seat: Seat) -> None:
    table = await seat("--ruleset", "connect6")
    moves = await table.play("K10 A1 T19 L10 M10 A3 C19 N10 O10 A5 E19 P10")
    finished, _, text = await table.over()
    assert [move["seat"] for move in moves] == [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0]
    assert [move["left"] for move in moves[:5]] == [2, 1, 2, 1, 2]
    assert calls_of(moves) == {"M10": ["open-tria"], "N10": ["open-tessera"]}
    assert finished["lines"] == [["K10", "L10", "M10", "N10", "O10", "P10"]]
    assert "8. ana N10, open tessera. ana's turn, " in text


async def test_poof_pente_takes_and_loses_in_one_move(seat: Seat) -> None:
    table = await seat("--ruleset", "poof-pente", "--goal", "4", *FREE)
    moves = await table.play("K9 K8 K13 K11 A1 K12 K10 B1 T19 C1 D1")
    finished, _, text = await table.over()
    assert (moves[6]["captured"], moves[6]["poofed"]) == (["K11", "K12"], ["K9", "K10"])
    assert [move["taken"] for move in moves[6:]] == [[2, 2]] * 4 + [[4, 2]]
    assert (finished["result"], finished["termination"]) == ("1-0", "captures")
    assert "captures 2 stones, K11 K12, 2 of 4, loses K9 K10, black has 2 of 4." in text


async def test_o_pente_is_lost_by_a_poof_of_three(seat: Seat) -> None:
    table = await seat("--ruleset", "o-pente", "--goal", "3", *FREE)
    moves = await table.play("J10 H10 K10 M10 L10")
    finished, _, text = await table.over()
    assert (moves[-1]["poofed"], moves[-1]["taken"]) == (["J10", "K10", "L10"], [0, 3])
    assert (finished["result"], finished["termination"], finished["winners"]) == ("0-1", "captures", [1])
    assert "5. ana L10, loses J10 K10 L10, black has 3 of 3." in text
    assert "bob won" in text


async def test_boat_pente_waits_whether_a_five_is_broken(seat: Seat) -> None:
    table = await seat("--ruleset", "boat-pente", *FREE)
    moves = await table.play("K5 L7 K6 R1 K8 R3 K9 R5 J7 R7 K7")
    assert moves[-1]["to_act"] == 1
    await table.play("R9")
    finished, _, text = await table.over()
    assert (finished["result"], finished["termination"], finished["winners"]) == ("1-0", "line", [0])
    assert finished["lines"] == [["K5", "K6", "K7", "K8", "K9"]]
    assert "K5 K6 K7 K8 K9" in text.splitlines()[-2]


async def test_freestyle_on_a_tiny_board_is_drawn_when_it_is_dead(seat: Seat) -> None:
    table = await seat("--ruleset", "freestyle", "--size", "3", "--line", "3", "--time", "-")
    moves = await table.play("A3 A2 B2 C3 A1 C1 C2 B3")
    finished, record, text = await table.over()
    assert moves[-1]["clocks_ms"] == []
    assert (finished["result"], finished["termination"]) == ("1/2-1/2", "dead")
    assert finished["winners"] == record["winners"] == []
    assert len(record["moves"]) == 8
    assert "no side can complete a row any more.\nResult: 1/2-1/2 (dead)" in text


async def test_after_a_d_pente_swap_the_players_sit_in_each_others_seats(seat: Seat) -> None:
    table = await seat("--ruleset", "d-pente", "--time", "1+60")
    opening = await table.play("K10 A1 L11 B2")
    assert [move["player"]["name"] for move in opening] == ["ana"] * 4
    assert (opening[-1]["to_act"], opening[-1]["choices"]) == (1, ["swap", "stay"])
    assert await table.refused("C3") == "choice-due"
    # when Bob swaps, it is still his turn, while Ana has earned her increment
    [swap] = await table.play("swap")
    # then Bob plays white, and each player keeps their clock
    assert [player["name"] for player in swap["players"]] == ["bob", "ana"]
    assert (swap["seat"], swap["player"]["name"], swap["to_act"]) == (1, "bob", 0)
    bob, ana = swap["clocks_ms"]
    assert bob <= 60_000 < ana
    stones = await table.play("M12 C3")
    assert [(move["player"]["name"], move["colour"]) for move in stones] == [
        ("bob", "white"),
        ("ana", "black"),
    ]
    await table.resigns("ana")
    finished, record, text = await table.over()
    assert (finished["result"], finished["winners"]) == ("1-0", [0])
    assert record["players"] == ["bob", "ana"]
    assert record["moves"] == ["K10", "A1", "L11", "B2", "swap", "M12", "C3"]
    assert "bob swaps" in text
    assert "bob won: ana resigned." in text


async def test_swap2_with_a_pass_and_a_swap(seat: Seat) -> None:
    table = await seat("--ruleset", "swap2-pente", "--time", "5+3")
    await table.play("K10 A1 L11")
    first, black, white, second = await table.play("pass B2 C3 swap")
    assert (first["player"]["name"], first["to_act"], first["choices"]) == ("bob", 1, [])
    assert [(stone["player"]["name"], stone["colour"]) for stone in (black, white)] == [
        ("bob", "black"),
        ("bob", "white"),
    ]
    assert white["choices"] == ["swap", "stay"]
    assert (second["player"]["name"], second["to_act"]) == ("ana", 1)
    assert [player["name"] for player in second["players"]] == ["bob", "ana"]
    [stone] = await table.play("D4")
    assert (stone["player"]["name"], stone["colour"], stone["seat"]) == ("ana", "black", 1)
    await table.resigns("bob")
    finished, record, text = await table.over()
    assert (finished["result"], finished["termination"], finished["winners"]) == ("0-1", "resignation", [1])
    assert record["players"] == ["bob", "ana"]
    assert record["moves"] == ["K10", "A1", "L11", "pass", "B2", "C3", "swap", "D4"]
    assert "bob passes" in text
    assert "ana won: bob resigned." in text
