"""Games without a server, as people start them: killed at any moment, continued, recorded."""

import re
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import JsonProcess, Process

MOVES = ("K10", "L10", "K13", "M10", "K11", "N10", "K12", "O10", "K9")
"""White wins with a row of five."""


async def play(process: JsonProcess, *points: str) -> None:
    for point in points:
        await process.type(point)
        assert (await process.until("move"))["point"] == point


async def output_of(*arguments: str, state: Path) -> list[str]:
    async with Process(*arguments, state=state) as process:
        assert process.process.stdin is not None
        process.process.stdin.close()
        assert await process.ended() == 0
        return list(process.said)


async def test_every_move_survives_a_kill(tmp_path: Path) -> None:
    """The game is killed after each move, and goes on where it was."""
    continuing: tuple[str, ...] = ()
    for ply, point in enumerate(MOVES, start=1):
        async with JsonProcess("local", "--json", *continuing, state=tmp_path) as game:
            room = await game.until("room")
            assert room["moves"] == list(MOVES[: ply - 1])
            await play(game, point)
            game.process.send_signal(signal.SIGKILL)
            await game.process.wait()
        continuing = ("--continue", room["room"])
    async with JsonProcess("local", "--json", *continuing, state=tmp_path) as game:
        room = await game.until("room")
        assert (room["status"], room["result"]) == ("finished", "1-0")


@pytest.mark.parametrize("ending", ["pgn", "sgf", "jsonl"])
async def test_the_record_is_written_in_every_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"game.{ending}"
    words = ("local", "--json", "--names", "anna,boris", "--save", str(path))
    async with JsonProcess(*words, state=tmp_path) as game:
        await game.until("room")
        await play(game, *MOVES)
        assert (await game.until("finished"))["winners"] == [0]
        await game.type("/quit")
        assert await game.ended() == 0
    shown = await output_of("replay", str(path), state=tmp_path)
    assert any("anna won" in line for line in shown)


async def test_nothing_is_overwritten_without_a_move(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("what was there", "utf-8")
    async with Process("local", "--plain", "--save", str(path), state=tmp_path) as game:
        await game.type("/quit")
        assert await game.ended() == 1
        assert "no move was made" in game.said[-1]
    assert path.read_text("utf-8") == "what was there"


async def test_a_game_against_a_player_that_thinks_in_a_process(tmp_path: Path) -> None:
    async with JsonProcess("local", "--json", "--against", "3", state=tmp_path) as game:
        room = await game.until("room")
        assert [seat["player"]["kind"] for seat in room["seats"]] == ["person", "bot"]
        await play(game, "K10")
        answer: dict[str, Any] = await game.until("move")
        assert answer["player"]["name"] == "level-3"
        await game.type("/takeback")
        assert (await game.until("taken-back"))["ply"] == 0
        await game.type("/quit")
        assert await game.ended() == 0


async def test_who_quits_is_told_once_how_to_go_on(tmp_path: Path) -> None:
    async with JsonProcess("local", "--json", state=tmp_path) as game:
        await game.until("room")
        await play(game, "K10")
        await game.type("/quit")
        assert await game.ended() == 0
        notices = [line for line in game.said if '"t":"notice"' in line]
    assert len(notices) == 1
    assert "pente local --continue" in notices[0]


async def test_ctrl_c_while_the_computer_thinks(tmp_path: Path) -> None:
    words = ("local", "--json", "--against", "5", "--from", "K10 L11 N11 L9")
    async with JsonProcess(*words, state=tmp_path) as game:
        await game.until("room")
        await play(game, "K12")
        game.process.send_signal(signal.SIGINT)
        assert await game.ended() == 130
        assert not any("Traceback" in line for line in game.said)
    listed = await output_of("local", "--list", "--json", state=tmp_path)
    assert len(listed) == 1


async def test_lines_for_people(tmp_path: Path) -> None:
    async with Process("local", "--plain", "--names", "anna,boris", state=tmp_path) as game:
        await game.line_with("anna's turn. The first stone must go on K10.")
        await game.type("K10")
        await game.line_with("1. anna K10. boris's turn.")
        await game.type("/draw")
        await game.line_with("boris offers a draw.")
        await game.type("/accept")
        await game.line_with("The game is drawn by agreement.")
        await game.type("/quit")
        assert await game.ended() == 0


async def test_a_position_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    words = ("local", "--json", "--save", str(path))
    async with JsonProcess(*words, state=tmp_path) as game:
        await game.until("room")
        await play(game, *MOVES)
        await game.type("/quit")
        assert await game.ended() == 0
    async with JsonProcess("local", "--json", "--from", f"{path}#4", state=tmp_path) as game:
        room = await game.until("room")
        assert (room["to_act"], room["ply"], room["setup"] is not None) == (0, 0, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--against", "nobody"), "there is no player"),
        (("--against", "patterns", "--sides", "3"), "does not play"),
        (("--colour", "white"), "--colour is for games against a computer player"),
        (("--against", "2", "--colour", "green"), "--colour can be white, black or random"),
        (("--names", "anna,anna"), "a name twice"),
        (("--names", "anna,boris,cleo"), "needs 2 names"),
        (("--from", "K10 K10"), "not legal"),
        (("--from", "none.pgn"), "No such file"),
        (("--save", "game.txt2"), "unknown"),
    ],
)
async def test_a_wrong_command_line_is_a_usage_error(
    tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    async with Process("local", "--plain", *words, state=tmp_path) as game:
        assert await game.ended() == 2
        assert why in game.said[-1]


async def test_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    async with Process("local", "--plain", "--continue", state=tmp_path) as game:
        assert await game.ended() == 1
        assert "Begin one with: pente local" in game.said[-1]
    async with Process("local", "--list", state=tmp_path) as game:
        assert await game.ended() == 5


async def test_a_script_is_played_in_order_against_the_computer(tmp_path: Path) -> None:
    async with Process("local", "--plain", "--against", "random", state=tmp_path) as process:
        process.process.stdin.write(b"K10\n/moves\nA1\n/moves\n")  # type: ignore[union-attr]
        process.process.stdin.close()  # type: ignore[union-attr]
        assert await process.ended() == 0
    said = "\n".join(process.said)
    first, second = re.findall(r"^ +1\. (.*)$", said, re.MULTILINE)
    assert first.split()[0] == "K10"
    assert second.split()[::2][:2] == ["K10", "A1"]
    assert "4. random" in said  # the last reply is waited for


@pytest.mark.parametrize(
    ("typed", "status", "refused"),
    [
        (b"K10\nK10\nA1\n", 1, "Not done: The game goes on without what was refused: K10."),
        (b"K10\nZ99\n", 1, "Not done: The game goes on without what was refused: Z99."),
        (b"K10\n/goto 99\n", 0, None),  # nothing for a turn
        (b"K10\nK10\n/resign\n", 0, None),  # the game is over
        (b"K10\nK10\n/quit\n", 0, None),
    ],
)
async def test_a_script_ends_with_what_the_game_goes_on_without(
    tmp_path: Path, typed: bytes, status: int, refused: str | None
) -> None:
    async with Process("local", "--plain", "--against", "random", state=tmp_path) as process:
        process.process.stdin.write(typed)  # type: ignore[union-attr]
        process.process.stdin.close()  # type: ignore[union-attr]
        assert await process.ended() == status
    assert [line for line in process.said if "goes on without" in line] == ([refused] if refused else [])
