"""Puzzles found in games."""

import pytest

from pente_bots.puzzles.finder import PuzzleBounds, SearchedGame, puzzles_of
from pente_bots.puzzles.search_games import search_games
from pente_core.puzzles.proof import flaw_of
from pente_core.puzzles.puzzle import Puzzle
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from pente_core.rules.symmetries import Symmetry, image
from tests.support.games.real_games import load_real_games

_QUICK = ("50000000057908", "50000000015424", "50000000010695", "50000000043903")
GAMES = [
    SearchedGame(game.rules, tuple(parse_point(name, 19) for name in game.moves), None, game.id)
    for game in load_real_games()
    if game.id in _QUICK
]
BOUNDS = PuzzleBounds(3, 7)


@pytest.fixture(scope="module")
def found() -> list[tuple[Puzzle, ...]]:
    return list(search_games(GAMES, BOUNDS, 1))


def test_puzzles_are_proofs_with_one_first_stone(found: list[tuple[Puzzle, ...]]) -> None:
    puzzles = [puzzle for each in found for puzzle in each]
    assert len(puzzles) >= 3
    for puzzle in puzzles:
        assert flaw_of(puzzle) == ""
        assert len(puzzle.task.attacks) == 1
        assert 3 <= puzzle.win_in <= 7


def test_a_puzzle_says_where_it_is_from(found: list[tuple[Puzzle, ...]]) -> None:
    for game, puzzles in zip(GAMES, found, strict=True):
        for puzzle in puzzles:
            assert puzzle.source == f"{game.source}, after stone {puzzle.position.ply}"
            played = Game.new(game.rules)
            for turn in game.turns[: puzzle.position.ply]:
                played = played.with_turn(turn)
            assert played.position == puzzle.position


def test_several_processes_find_the_same_in_the_same_order(found: list[tuple[Puzzle, ...]]) -> None:
    assert list(search_games(GAMES, BOUNDS, 2)) == found


def test_a_game_that_comes_again_gives_no_puzzle_twice(found: list[tuple[Puzzle, ...]]) -> None:
    game = GAMES[0]
    assert found[0]
    turned = tuple(image(Point(turn), 19, Symmetry(5)) for turn in game.turns if isinstance(turn, int))
    again = SearchedGame(game.rules, turned, None, "turned")
    first, second = search_games([game, again], BOUNDS, 1)
    assert (first, second) == (found[0], ())


def test_bounds_leave_puzzles_out(found: list[tuple[Puzzle, ...]]) -> None:
    longer = [puzzle for game in GAMES for puzzle in puzzles_of(game, PuzzleBounds(5, 7))]
    assert all(puzzle.win_in >= 5 for puzzle in longer)
    assert longer == [puzzle for each in found for puzzle in each if puzzle.win_in >= 5]


def test_rulesets_without_proofs_give_no_puzzles() -> None:
    game = SearchedGame(RULESETS["connect6"], (parse_point("K10", 19),))
    assert list(puzzles_of(game, BOUNDS)) == []


def test_an_illegal_turn_ends_the_search() -> None:
    point = parse_point("K10", 19)
    assert list(puzzles_of(SearchedGame(RULESETS["pente"], (point, point)), BOUNDS)) == []
