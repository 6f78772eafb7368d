"""Our players in the managers of others, and in our own: a whole way round."""

import json
from asyncio import to_thread
from pathlib import Path
from typing import Any

import pytest

from pente_core.notation import format_position
from pente_core.records import check, read_pgn
from pente_core.rules.game import Game
from pente_core.rules.outcome import Outcome
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from tests.support.forked.popen import PENTE
from tests.support.processes import Process, ServerProcess

LINES = ruleset_from({"base": "freestyle", "size": 15})
QUICK = ("--player", "patterns:level=1", "--seed", "1")
OURS = {
    protocol: " ".join([*PENTE, "engine", "--protocol", protocol, *QUICK]) for protocol in ("piskvork", "gtp")
}


@pytest.mark.parametrize("protocol", ["piskvork", "gtp"])
async def test_our_engine_is_a_bot_of_our_server(server: ServerProcess, homes: Path, protocol: str) -> None:
    words = ("--engine", OURS[protocol], "--protocol", protocol, "--name", "round-bot")
    async with Process("bot", server.url, *words, state=homes / "engine") as bot:
        await bot.line_with("plays at")
        # captures, a swap opening, two stones a turn: everything that goes beyond lines
        for ruleset in ("keryo-pente", "swap2-pente", "connect6"):
            challenge = ("--challenge", "round-bot", "--ruleset", ruleset, "--time", "5+3")
            async with Process(
                *("bot", server.url, "--player", "priorities", "--name", "guest-bot", *challenge),
                state=homes / "guest",
            ) as guest:
                assert await guest.ended() == 0, (list(guest.said), list(bot.said))
                assert any("round-bot" in line for line in guest.said), list(guest.said)
        assert not any("started again" in line for line in bot.said), list(bot.said)


async def test_our_engines_play_an_arena_and_each_game_can_be_replayed(homes: Path) -> None:
    file = homes / "games.pgn"
    engines = [f"{protocol}:{command}" for protocol, command in OURS.items()]
    words = (*engines, "random", "--games", "2", "--seed", "1", "--save", str(file), "--json")
    async with Process("arena", *words, state=homes / "arena") as arena:
        assert await arena.ended() == 0, list(arena.said)
    *games, summary = [json.loads(line) for line in arena.said if line.startswith("{")]
    assert not any("failure" in game for game in games)
    assert summary["players"][-1]["player"] == "random"
    with file.open(encoding="utf-8") as text:
        assert [check(record) for record in read_pgn(text)] == [[]] * 6


async def test_json_has_the_move_with_its_value_and_line(homes: Path) -> None:
    game = Game.new(RULESETS["pente-casual"])
    for name in ("K10", "L11", "K7", "K8", "K9"):
        _, game = game.play(parse_point(name, 19))
    request = {"id": "a", "do": "move", "position": format_position(game.position), "time": 10_000}
    async with Process("engine", "--protocol", "json", *QUICK, state=homes / "engine") as engine:
        await engine.type(json.dumps(request))
        answer = json.loads(await engine.line())
        await engine.type('{"do": "quit"}')
        assert await engine.ended() == 0
    assert answer["id"] == "a"
    assert answer["move"] == answer["line"][0]
    assert -1 <= answer["value"] <= 1
    assert parse_point(answer["move"], 19) in game.position.legal_points


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # it leaves pipes open
async def test_a_manager_of_others_plays_a_game_with_our_engine(tmp_path: Path) -> None:
    pygomo = pytest.importorskip("pygomo")  # its name at the registry is pygomo-lib
    program = tmp_path / "pbrain-pente"
    program.write_text(f"#!/bin/sh\nexec {' '.join(PENTE)} engine --protocol piskvork {' '.join(QUICK)}\n")
    program.chmod(0o755)
    outcome = await to_thread(_game_with_manager, pygomo, program)
    assert outcome is not None
    assert outcome.winners == (0,)


def _game_with_manager(pygomo: Any, program: Path) -> Outcome | None:
    """A game in which the manager plays the first empty point; its end, as our rules see it."""
    with pygomo.EngineClient(str(program)) as engine:
        assert 'name="pente patterns:level=1"' in engine.about()
        assert engine.start(board_size=15)
        engine.set_time(turn_time_ms=2000, time_left_ms=600_000)
        engine.set_rule(0)
        game, move = Game.new(LINES), engine.begin().move
        while True:
            _, game = game.play(Point((14 - move.row) * 15 + move.col))
            if game.is_over:
                return game.outcome
            reply = next(iter(game.position.legal_points))
            _, game = game.play(reply)
            if game.is_over:
                return game.outcome
            move = engine.turn((reply % 15, 14 - reply // 15)).move
