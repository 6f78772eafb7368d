"""The rules of the page, by which it looks ahead, are those of the core: position by position."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pente_core.notation import format_position
from pente_core.room import replay
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Move
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_protocol.codec import event_to_wire, plain
from tests.server.web.test_web_room import a_log
from tests.support.client.node import needs_node, run_node
from tests.support.games.random_games import after, random_setup, random_turn
from tests.support.games.ruleset_samples import SPECS, name_of

SCRIPTS = Path(__file__).with_name("node")
RECORDED = Path(__file__).parents[3] / "../shared/conformance/variant_games.jsonl.gz"
ENDS_WITH_A_SIX = 1269
"""The recorded game in which the reference plays on after a six, of which every capture leaves five."""
SOME_GAMES = 10
MANY_GAMES = 100
"""How many games of each ruleset are compared: five hundred in all, and in the long test five thousand."""

pytestmark = [needs_node, pytest.mark.usefixtures("untraced")]


async def test_the_rules_of_the_page_are_those_of_the_core() -> None:
    await compare(
        random_game(ruleset_from(spec), Random(f"{name_of(spec)} {number}"))
        for spec in SPECS
        for number in range(SOME_GAMES)
    )


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS, ids=name_of)
async def test_the_rules_of_the_page_are_those_of_the_core_in_thousands_of_games(spec: Any) -> None:
    chance, rules = Random(name_of(spec)), ruleset_from(spec)
    await compare(random_game(rules, chance) for _ in range(MANY_GAMES))


async def compare(played: Iterable[Game]) -> None:
    games = list(played)
    shown = await run_node(SCRIPTS / "rules.mjs", stdin=[wire(game) for game in games])
    for told, game in zip(shown, games, strict=True):
        assert told == picture(game)


async def test_the_points_that_are_open_are_those_of_the_core() -> None:
    played = [random_game(ruleset_from(spec), Random(name_of(spec))) for spec in SPECS]
    games = [game.back_to(count) for game in played for count in range(min(7, len(game.turns)))]
    shown = await run_node(SCRIPTS / "open_points.mjs", stdin=[wire(game) for game in games])
    for told, game in zip(shown, games, strict=True):
        assert told == open_points(game)


async def test_the_positions_of_a_log_are_those_of_the_core_after_every_turn() -> None:
    logs = [log for seed in range(60) if len(log := a_log(seed)) > 5]
    told = await run_node(
        SCRIPTS / "logs.mjs", stdin=[[event_to_wire(event) for event in log] for log in logs]
    )
    for mine, log in zip(told, logs, strict=True):
        game = replay(log).game
        before = [game.back_to(count).position for count in range(len(game.turns))]
        assert mine["positions"] == [format_position(position) for position in (*before, game.position)]
        assert mine["isOver"] == game.is_over
        assert mine["lines"] == ([list(line) for line in game.outcome.lines] if game.outcome else [])
        assert mine["byRules"] == mine["positions"]


async def test_what_makes_no_sense_changes_nothing() -> None:
    """Pages show as much of a game as they can, whatever a server of another release sends."""
    assert await run_node(SCRIPTS / "odd_turns.mjs") == {
        "turns": ["", "K10", "Z99", "swap", "K10", "time:9", "leap"],
        "stones": [0, 1, 1, 1, 1, 1, 1],
        "corrected": 3,
        "events": 2,
        "takenBack": 1,
        "noBoard": ["RangeError", "RangeError"],
    }


@pytest.mark.skipif(not RECORDED.exists(), reason="the reference answers are not here")
async def test_every_recorded_game_is_answered_to_the_letter() -> None:
    with gzip.open(RECORDED, "rt") as lines:
        answers = [json.loads(line) for line in lines]
    wires = [plain(ruleset_from(answer["ruleset"])) for answer in answers]
    tasks = [
        {"ruleset": rules, "tokens": [step[0] for step in answer["steps"]]}
        for rules, answer in zip(wires, answers, strict=True)
    ]
    told = await run_node(SCRIPTS / "judged.mjs", stdin=tasks)
    different = [
        number
        for number, (mine, answer) in enumerate(zip(told, answers, strict=True))
        if mine != {key: answer[key] for key in mine}
    ]
    assert different == [ENDS_WITH_A_SIX]


def random_game(rules: Ruleset, chance: Random) -> Game:
    """A random game to its end or to 80 turns, from a setup now and then; with many sides some drop out."""
    setup = random_setup(rules, chance, chance.randrange(20)) if chance.random() < 0.3 else None
    game = Game.new(rules, setup)
    while not game.is_over and len(game.turns) < 80:
        game = after(game, some_turn(game, chance))
    return game


def some_turn(game: Game, chance: Random) -> Turn:
    position = game.position
    if game.rules.sides > 2 and chance.random() < 0.02:
        seats = [seat for seat in range(game.rules.sides) if not position.out >> seat & 1]
        return Retirement(chance.choice(seats), Termination.TIME)
    return random_turn(game, chance)


def wire(game: Game) -> Any:
    setup = [] if game.setup is None else ["setup"]
    created = {"ruleset": plain(game.rules), "setup": plain(game.setup)}
    return {"created": created, "turns": [*setup, *game.tokens]}


def picture(played: Game) -> Any:
    """What the page should make of a game."""
    game = played.beginning
    frames = [frame(game, None)]
    for turn in played.turns:
        move = None if isinstance(turn, str | Retirement) else game.position.play(turn)[0]
        game = game.with_turn(turn)
        frames.append(frame(game, move))
    return {"colours": list(played.rules.colours), "frames": frames}


def frame(game: Game, move: Move | None) -> Any:
    outcome = game.outcome
    return {
        "position": format_position(game.position),
        "captured": [{"colour": taken.colour, "points": list(taken.points)} for taken in move.captured]
        if move
        else [],
        "poofed": list(move.poofed) if move else [],
        "calls": list(move.calls) if move else [],
        "lines": [list(line) for line in outcome.lines] if outcome else [],
        "winners": list(outcome.winners) if outcome else [],
        "isOver": game.is_over,
    }


def open_points(game: Game) -> Any:
    position = game.position
    points = range(game.rules.size**2 + 1)
    *problems, beyond = [position.why_illegal(Point(point)) or "" for point in points]
    return [list(position.legal_points), problems, beyond]
