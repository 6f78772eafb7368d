"""Foreign engines as ordinary bots of a server, and in an arena there."""

import json
import os
import signal
from pathlib import Path

import pytest

from pente_bots.foreign_engines.engine_command import EngineCommand, EngineProtocol
from tests.support.engines.programs import bad, good, is_gone, line_of
from tests.support.processes import Process, ServerProcess
from tests.support.waiting import until

GTP, PISKVORK = EngineProtocol.GTP, EngineProtocol.PISKVORK
LINES = '{"base": "gomoku", "size": 15}'


def engine_bot(server: ServerProcess, command: EngineCommand, name: str, state: Path) -> Process:
    words = ("--engine", line_of(command), "--protocol", command.protocol.value, "--name", name)
    return Process("bot", server.url, *words, "--move-time", "1", state=state)


def challenger(server: ServerProcess, opponent: str, state: Path, *words: str) -> Process:
    challenge = ("--challenge", opponent, "--ruleset", LINES, "--name", "visitor-bot", *words)
    return Process("bot", server.url, "--player", "random", *challenge, state=state)


@pytest.mark.parametrize("protocol", [GTP, PISKVORK])
async def test_an_engine_plays_on_a_server_with_a_clock(
    server: ServerProcess, homes: Path, tmp_path: Path, protocol: EngineProtocol
) -> None:
    log = tmp_path / "told.txt"
    async with engine_bot(server, good(protocol, "--log", str(log)), "engine-bot", homes / "engine") as bot:
        await bot.line_with("plays at")
        async with challenger(
            server, "engine-bot", homes / "guest", "--games", "2", "--time", "5+3"
        ) as guest:
            assert await guest.ended() == 0, list(guest.said)
    results = [line for line in guest.said if " line " in line]
    assert len(results) == 2, list(guest.said)
    assert all(("engine-bot" in line) for line in results)
    told = log.read_text()
    assert "time_settings 300 3 1" in told if protocol is GTP else "INFO timeout_match 300000" in told


async def test_other_games_are_declined_with_the_reason(server: ServerProcess, homes: Path) -> None:
    async with engine_bot(server, good(PISKVORK), "engine-bot", homes / "engine") as bot:
        await bot.line_with("plays at")
        words = ("--challenge", "engine-bot", "--name", "visitor-bot")
        async with Process("bot", server.url, "--player", "random", *words, state=homes / "guest") as guest:
            said = await guest.line_with("no game with engine-bot yet")
    assert "I can't play pente: Piskvork's protocol has no captures" in said


async def test_the_extension_plays_captures_and_a_swap_opening(server: ServerProcess, homes: Path) -> None:
    async with engine_bot(server, good(PISKVORK, "--extension"), "engine-bot", homes / "engine") as bot:
        await bot.line_with("plays at")
        words = ("--challenge", "engine-bot", "--name", "visitor-bot", "--ruleset", "swap2-pente")
        async with Process(
            "bot", server.url, "--player", "priorities", *words, "--games", "2", state=homes / "guest"
        ) as guest:
            assert await guest.ended() == 0, list(guest.said)


async def test_an_engine_that_crashes_is_replaced_in_the_middle_of_the_game(
    server: ServerProcess, homes: Path, tmp_path: Path
) -> None:
    file = tmp_path / "number"
    command = good(GTP, "--freeze", str(file))
    async with engine_bot(server, command, "engine-bot", homes / "engine") as bot:
        await bot.line_with("plays at")
        async with challenger(server, "engine-bot", homes / "guest") as guest:
            # when the engine is killed in the middle of a thought
            await until(file.exists)
            os.kill(int(file.read_text()), signal.SIGKILL)
            assert await guest.ended() == 0, list(guest.said)
        # then the bot says so, and the game goes on to its end
        assert "First Empty was killed by SIGKILL. It is started again." in await bot.line_with("First Empty")
        assert "by line" in await bot.line_with("over: ")


async def test_an_engine_that_always_crashes_resigns(server: ServerProcess, homes: Path) -> None:
    async with engine_bot(server, bad(PISKVORK, "crash"), "engine-bot", homes / "engine") as bot:
        await bot.line_with("plays at")
        async with challenger(server, "engine-bot", homes / "guest") as guest:
            assert await guest.ended() == 0, list(guest.said)
        said = await bot.line_with("over: ")
        assert "by resignation" in said
        assert sum("crash ended with status 3" in line for line in bot.said) == 4


async def test_a_killed_bot_leaves_no_process(server: ServerProcess, homes: Path, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    async with engine_bot(server, bad(GTP, "children", str(file)), "engine-bot", homes / "engine") as bot:
        await bot.line_with("plays at")
        async with challenger(server, "engine-bot", homes / "guest"):
            await until(file.exists)
            numbers = [int(word) for word in file.read_text().split()]
            assert not any(map(is_gone, numbers))
            bot.process.kill()
            await bot.process.wait()
            await until(lambda: all(map(is_gone, numbers)))


async def test_a_bot_that_is_stopped_ends_its_engine_first(
    server: ServerProcess, homes: Path, tmp_path: Path
) -> None:
    file = tmp_path / "numbers"
    async with engine_bot(server, bad(GTP, "children", str(file)), "engine-bot", homes / "engine") as bot:
        await bot.line_with("plays at")
        async with challenger(server, "engine-bot", homes / "guest"):
            await until(file.exists)
            numbers = [int(word) for word in file.read_text().split()]
            bot.process.terminate()
            assert await bot.ended() == 0, list(bot.said)
            assert all(map(is_gone, numbers))


async def test_engines_play_an_arena_at_a_server(server: ServerProcess, homes: Path) -> None:
    words = (
        *(f"piskvork:{line_of(good(PISKVORK))}", f"gtp:{line_of(bad(GTP, 'crash'))}", "random"),
        *("--games", "2", "--seed", "1", "--ruleset", LINES, "--server", server.url, "--time", "5+3"),
    )
    async with Process("arena", *words, "--json", state=homes / "arena") as arena:
        assert await arena.ended() == 0, list(arena.said)
    *games, summary = [json.loads(line) for line in arena.said if line.startswith("{")]
    lost = [game for game in games if "gtp:crash" in game["players"]]
    assert len(lost) == 4
    assert all(game["termination"] == "resignation" and game["winner"] != "gtp:crash" for game in lost)
    assert all(game["failure"].startswith("crash ended with status 3") for game in lost)
    assert summary["games"] == 6


@pytest.mark.parametrize("at_once", ["1", "2"])
async def test_a_killed_arena_leaves_no_process(homes: Path, tmp_path: Path, at_once: str) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    engines = [f"gtp:{line_of(bad(GTP, 'children', str(file)))}" for file in files]
    words = (*engines, "--ruleset", LINES, "--concurrency", at_once, "--games", "2")
    async with Process("arena", *words, state=homes / "arena") as arena:
        await until(lambda: any(file.exists() for file in files))
        numbers = [int(word) for file in files if file.exists() for word in file.read_text().split()]
        assert not any(map(is_gone, numbers))
        arena.process.kill()
        await arena.process.wait()
        await until(lambda: all(map(is_gone, numbers)))


async def test_ctrl_c_in_mid_thought_ends_an_arena_with_its_engines(homes: Path, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    engine = f"gtp:{line_of(bad(GTP, 'children', str(file)))}"
    words = (engine, "random", "--ruleset", LINES, "--concurrency", "1", "--games", "2")
    async with Process("arena", *words, state=homes / "arena") as arena:
        await until(file.exists)
        numbers = [int(word) for word in file.read_text().split()]
        arena.process.send_signal(signal.SIGINT)
        assert await arena.ended() == 130, list(arena.said)
        assert all(map(is_gone, numbers))
