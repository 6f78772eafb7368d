"""What is said in puzzles."""

from pente_client.teaching.puzzles.attempt import (
    PuzzleProgress,
    StoneWorth,
    TriedStone,
    own_stones,
    right_stone,
)
from pente_core.puzzles.puzzle import Puzzle, PuzzleTask
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_win


def puzzle_title(puzzle: Puzzle) -> str:
    """Who wins, and how quickly."""
    stones, game = puzzle.own_stones, puzzle.position.rules.base
    return f"{_attacker(puzzle.position)} wins with {stones} stones, {game}"


def task_text(position: Position, task: PuzzleTask) -> str:
    """What is to be done in a position, before the attacker's first stone in it."""
    stones = own_stones(task)
    if stones == 1:
        return "Win with the next stone."
    return f"{_attacker(position)} wins with {stones} stones, each a threat. Find the first."


def progress_text(progress: PuzzleProgress) -> str:
    """What came of the attacker's last stone."""
    last = progress.last
    assert last is not None
    stone, defender = _name(progress.position, last), _defender(progress.position)
    reply = "" if last.reply is None else format_point(last.reply, progress.position.rules.size)
    match last.worth:
        case StoneWorth.RIGHT:
            return f"Right. {defender} has played {reply}. {_left(progress)}"
        case StoneWorth.WINS:
            return f"{stone} wins. Solved."
        case StoneWorth.SLOWER:
            return f"{stone} wins too, but it takes more stones. Find the quickest win."
        case StoneWorth.REFUTED:
            return f"{stone} threatens to win, but {defender} stops it with {reply}."
        case StoneWorth.LOSES:
            return f"After {stone}, {defender} wins with {reply}."
        case StoneWorth.QUIET:
            return f"{stone} does not threaten to win, so {defender} has time to stop you."
        case StoneWorth.MISSES_WIN:
            return f"{stone} does not win, but another stone wins at once."


def solved_text(text: str, source: str, streak: int) -> str:
    """What is said of a solved puzzle: where it is from, which might have helped before, and how many were
    solved in a row without a mistake or help.
    """
    origin = f" From {source}." if source else ""
    in_a_row = f" {streak} in a row without help." if streak > 1 else ""
    return f"{text}{origin}{in_a_row}"


def hint_reason(position: Position, task: PuzzleTask) -> str:
    """What speaks for the stone to be found, as in: *captures a pair and threatens L10*."""
    point = right_stone(position, task)
    move, after = position.play(point)
    if not task.attacks:
        return "wins"
    threats = list(position.board.geometry.points(points_that_win(after.passed())))
    named = " and ".join(format_point(each, position.rules.size) for each in threats[:2])
    captures = "captures, and " if move.captured else ""
    return f"{captures}threatens to win on {named}"


def solution_text(line: tuple[Point, ...], position: Position) -> str:
    """The rest of the solution."""
    names = " ".join(format_point(point, position.rules.size) for point in line)
    return f"Solution: {names}"


def _left(progress: PuzzleProgress) -> str:
    stones = progress.stones_left
    return "Now win." if stones == 1 else f"{stones} more stones win."


def _name(position: Position, stone: TriedStone) -> str:
    return format_point(stone.point, position.rules.size)


def _attacker(position: Position) -> str:
    return position.rules.colours[position.colour].capitalize()


def _defender(position: Position) -> str:
    return position.rules.colours[1 - position.colour].capitalize()
