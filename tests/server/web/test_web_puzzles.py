"""Puzzles on the page: its judgement of stones is that of the terminal, stone by stone."""

from pathlib import Path
from random import Random
from typing import Any, Final

from pente_client.teaching.puzzles.attempt import StoneWorth, own_stones, solution_line, tried
from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_core.notation import format_position
from pente_core.puzzles.puzzle import Puzzle, PuzzleTask
from pente_core.puzzles.puzzle_text import format_puzzle, written
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.setup import Setup
from pente_protocol.codec import plain
from tests.support.client.node import needs_node, run_node

SCRIPT: Final = Path(__file__).with_name("node") / "puzzles.mjs"
OTHERS: Final = 4
"""How many points are tried in each position that its solution does not name."""
WORTHS: Final = {worth: worth.value for worth in StoneWorth} | {StoneWorth.MISSES_WIN: "misses"}

pytestmark = needs_node

Step = tuple[Position, PuzzleTask]


def _steps(puzzle: Puzzle) -> list[Step]:
    """What is to be found after each stone of the main line and its answer."""
    position, task, found = puzzle.position, puzzle.task, list[Step]()
    line = list(solution_line(position, task))
    while True:
        found.append((position, task))
        if len(line) == 1:
            return found
        replies = task.attacks[0].replies
        for point in line[:2]:
            position = position.play(point)[1]
        task, line = (replies[0].task if replies else PuzzleTask()), line[2:]


def _tries(step: Step, chance: Random) -> list[Point]:
    position, task = step
    named = [*(each.point for each in task.attacks), *(each.point for each in task.failures), *task.slower]
    legal = list(position.board.geometry.points(position.legal_points.bits))
    return [*named, *chance.sample(legal, OTHERS)]


def _worth(step: Step, point: Point) -> list[Any]:
    position, task = step
    stone = tried(position, task, point, Game.new(position.rules, Setup.of(position)).play(point)[1])
    return [WORTHS[stone.worth], stone.reply]


async def test_each_stone_is_worth_what_it_is_worth_in_the_terminal() -> None:
    chance, puzzles = Random("puzzles"), built_in_puzzles()
    steps = [_steps(puzzle) for puzzle in puzzles]
    tries = [[_tries(step, chance) for step in each] for each in steps]
    asked = [
        {
            "tries": points,
            **({"line": format_puzzle(puzzle)} if number % 2 else {"sent": plain(written(puzzle))}),
        }
        for number, (puzzle, points) in enumerate(zip(puzzles, tries, strict=True))
    ]
    found: set[str] = set()
    for told, puzzle, each, points in zip(
        await run_node(SCRIPT, stdin=asked), puzzles, steps, tries, strict=True
    ):
        assert told["solution"] == list(solution_line(puzzle.position, puzzle.task))
        for shown, step, some in zip(told["steps"], each, points, strict=True):
            assert shown["position"] == format_position(step[0])
            assert shown["left"] == own_stones(step[1])
            assert shown["worths"] == [_worth(step, point) for point in some]
            found |= {worth for worth, _ in shown["worths"]}
    assert found >= set(WORTHS.values()) - {"loses"}
