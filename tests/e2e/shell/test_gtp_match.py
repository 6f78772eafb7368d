"""Two engines and a controller that knows the rules, as a manager of engines would be."""

import json
from pathlib import Path
from typing import Any

import pytest

from pente_core.notation import format_position
from pente_core.rules.game import Game, format_turn, parse_turn
from pente_core.rules.ruleset import ruleset_from
from tests.support.shell.piped_shell import PipedShell, piped_shell

COLOURS = ("black", "white", "red", "blue")


@pytest.mark.parametrize(
    "spec",
    [
        {"base": "keryo-pente", "size": 9},
        {"base": "swap2-pente", "size": 9},
        {"base": "connect6", "size": 9},
        {"base": "pente", "size": 9, "sides": 4, "teams": True},
    ],
    ids=lambda spec: spec["base"],
)
async def test_engines_and_controller_agree_on_every_move_and_on_the_end(spec: Any, tmp_path: Path) -> None:
    game = Game.new(ruleset_from(spec))
    async with (
        piped_shell(tmp_path, "--gtp", "--seed", "1", "--player", "priorities:captures=on") as one,
        piped_shell(tmp_path, "--gtp", "--seed", "2", "--player", "random") as other,
    ):
        for engine in (one, other):
            assert await engine.ask(f"pente-ruleset {json.dumps(spec)}") == ["="]
        while not (game.is_over or game.position.is_blocked):
            game = await turn(game, one, other)
        for engine in (one, other):
            assert await engine.ask("pente-position") == [f"= {format_position(game.position)}"]
            assert await engine.ask("pente-captures") == [f"= {' '.join(map(str, game.position.taken))}"]
            assert await engine.ask("pente-outcome") == [f"= {outcome(game)}"]
            assert await engine.ask(f"genmove {COLOURS[game.position.colour]}") == ["= pass"]


async def turn(game: Game, one: PipedShell, other: PipedShell) -> Game:
    """One turn of the engine whose seat is to act, told to the other one."""
    colour = COLOURS[game.position.colour]
    mover, watcher = (one, other) if game.position.to_act % 2 == 0 else (other, one)
    (reply,) = await mover.ask(f"genmove {colour}")
    assert reply.startswith("= ")
    made = parse_turn(reply.removeprefix("= "), game.rules.size)
    assert await watcher.ask(f"play {colour} {format_turn(made, game.rules.size)}") == ["="]
    return game.with_turn(made)


def outcome(game: Game) -> str:
    assert game.outcome is not None
    winners = " ".join(COLOURS[seat] for seat in game.outcome.winners)
    return f"{winners or 'draw'} {game.outcome.termination}"
