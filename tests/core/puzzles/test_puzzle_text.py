"""Puzzles as text, and their proofs."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_core.identity import RoomId
from pente_core.puzzles.proof import flaw_of
from pente_core.puzzles.puzzle import (
    FailedThreat,
    Puzzle,
    PuzzleAttack,
    PuzzleReply,
    PuzzleTask,
    nodes_of,
    threats_of,
)
from pente_core.puzzles.puzzle_text import (
    MOST_BYTES,
    BadPuzzle,
    format_puzzle,
    line_of,
    parse_puzzle,
    puzzle_of,
    read_puzzles,
    written,
    written_in,
)
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace

PUZZLES = built_in_puzzles()
LONG = next(puzzle for puzzle in PUZZLES if puzzle.win_in >= 7)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_is_read_as_it_was_written(puzzle: Puzzle) -> None:
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_travels_as_it_was_written(puzzle: Puzzle) -> None:
    sent = written(puzzle)
    assert puzzle_of(sent) == puzzle
    assert line_of(sent) == format_puzzle(puzzle)
    assert written_in(line_of(sent)) == sent


def _endless() -> PuzzleTask:
    task = PuzzleTask()
    for _ in range(5000):
        task = PuzzleTask((PuzzleAttack(Point(0), (PuzzleReply(Point(1), task),)),))
    return task


def test_what_travels_and_is_no_puzzle_is_rejected() -> None:
    sent = written(LONG)
    for wrong in (
        replace(sent, position="nonsense"),
        replace(sent, position="/" * 5000),
        replace(sent, solution=PuzzleTask(slower=(Point(361),))),
        replace(sent, solution=PuzzleTask(failures=(FailedThreat(Point(0), Point(-1)),))),
        replace(sent, solution=_endless()),
    ):
        with pytest.raises(BadPuzzle):
            puzzle_of(wrong)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_the_puzzles_that_come_with_pente_are_proofs(puzzle: Puzzle) -> None:
    assert flaw_of(puzzle) == ""
    assert len(puzzle.task.attacks) == 1
    assert nodes_of(puzzle.task) <= 250


def test_the_game_that_a_puzzle_is_from_is_read_as_it_was_written() -> None:
    puzzle = replace(LONG, source="game Mu5tBeIt, after stone 12", game=RoomId("Mu5tBeIt"))
    line = format_puzzle(puzzle)
    assert parse_puzzle(line) == puzzle
    assert "game" not in json.loads(format_puzzle(LONG))
    with pytest.raises(BadPuzzle):
        parse_puzzle(line.replace('"Mu5tBeIt"', '"../etc"'))
    later = {**json.loads(line), "stars": 5}
    assert parse_puzzle(json.dumps(later)) == puzzle, "a later version may say more"


def test_the_threats_of_a_solution_are_counted() -> None:
    longest = PUZZLES[-1]
    solution = json.loads(format_puzzle(longest))["solution"]

    def count(task: dict[str, object]) -> int:
        wins, slower, fails = (task.get(key, {}) for key in ("wins", "slower", "fails"))
        assert isinstance(wins, dict)
        return sum(map(len, (wins, slower, fails))) + sum(  # type: ignore[arg-type]
            count(then) for replies in wins.values() for then in replies.values()
        )

    assert threats_of(longest.task) == count(solution) > 20


def test_there_are_puzzles_of_every_length_and_of_several_games() -> None:
    assert len(PUZZLES) >= 50
    assert {puzzle.win_in for puzzle in PUZZLES} >= {3, 5, 7, 9, 11}
    assert {puzzle.position.rules.base for puzzle in PUZZLES} >= {"pente", "keryo-pente", "gomoku"}
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    assert [puzzle.win_in for puzzle in PUZZLES] == sorted(puzzle.win_in for puzzle in PUZZLES)


def test_a_wrong_length_is_a_flaw() -> None:
    assert flaw_of(replace(LONG, win_in=LONG.win_in - 2)).startswith("the solution has")


def test_a_missing_defence_is_a_flaw() -> None:
    attack = LONG.task.attacks[0]
    task = replace(LONG.task, attacks=(replace(attack, replies=attack.replies[:-1]),))
    assert flaw_of(replace(LONG, task=task)) != ""


def test_a_stone_that_does_not_threaten_is_a_flaw() -> None:
    attack = replace(LONG.task.attacks[0], point=parse_point("A1", 19))
    task = replace(LONG.task, attacks=(attack,))
    assert flaw_of(replace(LONG, task=task)) == "a stone of the solution does not threaten to win"


def test_a_stone_on_another_is_a_flaw() -> None:
    taken = next(iter(LONG.position.board.geometry.points(LONG.position.board.occupied)))
    task = replace(LONG.task, attacks=(replace(LONG.task.attacks[0], point=taken),))
    assert flaw_of(replace(LONG, task=task)) == "a stone of the solution is not legal"


def test_a_solution_that_ends_too_early_is_a_flaw() -> None:
    assert flaw_of(replace(LONG, task=replace(LONG.task, attacks=()))) == "the solution ends before the win"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"position": "nonsense", "win_in": 3, "solution": {}}',
        '{"position": 3, "win_in": 3, "solution": {}}',
        format_puzzle(LONG).replace('"wins"', '"wins":{"Z99":{}},"other"', 1),
        '{"solution": ' + '{"wins": {"K10": {"L10": ' * 5000,
        " " * (MOST_BYTES + 1),
    ],
)
def test_what_is_no_puzzle_is_rejected(line: str) -> None:
    with pytest.raises(BadPuzzle):
        parse_puzzle(line)


def test_the_line_of_a_bad_puzzle_is_named() -> None:
    with pytest.raises(BadPuzzle, match=r"^line 3: "):
        list(read_puzzles([format_puzzle(LONG), "", "{}"]))


def test_a_source_is_one_short_line_of_text() -> None:
    fields = json.loads(format_puzzle(LONG)) | {"source": "a\x1b[2J\nb" + "c" * 500}
    source = parse_puzzle(json.dumps(fields)).source
    assert source.isprintable()
    assert len(source) <= 80


@given(st.text(max_size=300))
def test_any_text_is_a_puzzle_or_is_rejected(text: str) -> None:
    with pytest.raises(BadPuzzle):
        parse_puzzle(text)
