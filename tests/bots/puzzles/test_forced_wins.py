"""The tactical suite: what its file claims is proven again, a sample in each run, all in long runs."""

from itertools import islice

import pytest

from pente_bots.puzzles.prover import Prover
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_win
from tests.support.games.real_games import load_real_games
from tests.support.tactics.forced_wins import FORCED_WINS, ForcedWin, format_forced_win, load_forced_wins

SUITE = load_forced_wins()
_NODES = 100_000
_QUICK = [one for one in SUITE if one.win_in <= 9]


def described(one: ForcedWin) -> str:
    return f"{one.win_in} {one.source}"


def test_the_suite_is_as_large_and_as_varied_as_it_says() -> None:
    assert len(SUITE) >= 60
    assert {one.win_in for one in SUITE} >= {3, 5, 7, 9, 11}
    assert sum(one.captures for one in SUITE) > len(SUITE) / 2
    assert {one.position.rules.base for one in SUITE} >= {"pente", "pente-casual", "keryo-pente", "gomoku"}
    assert sum(one.real is not None for one in SUITE) >= 20


def test_no_position_comes_twice() -> None:
    assert len({one.position.key for one in SUITE}) == len(SUITE)


def test_the_file_is_written_as_it_is_read() -> None:
    text = FORCED_WINS.read_text(encoding="ascii")
    assert "".join(f"{format_forced_win(one)}\n" for one in SUITE) == text


@pytest.mark.parametrize("one", SUITE, ids=described)
def test_the_main_line_wins_with_its_last_stone(one: ForcedWin) -> None:
    assert len(one.line) == one.win_in
    assert one.line[0] in one.best
    end, taken = _played(one.position, one.line)
    assert end.outcome is not None
    assert one.position.colour in end.outcome.winners
    assert one.captures == taken


@pytest.mark.parametrize("one", list(islice(_QUICK, 0, None, 5)), ids=described)
def test_a_sample_is_proven_again_with_every_legal_defence(one: ForcedWin) -> None:
    assert _win_in(one, try_all=True) == one.win_in


@pytest.mark.long
@pytest.mark.parametrize("one", SUITE, ids=described)
def test_every_position_is_proven_again_with_every_legal_defence(one: ForcedWin) -> None:
    assert _win_in(one, try_all=True) == one.win_in


@pytest.mark.parametrize("one", _QUICK, ids=described)
def test_the_first_stones_win_in_as_many_stones_as_they_say(one: ForcedWin) -> None:
    assert Prover(_NODES).wins(one.position, one.win_in) == dict.fromkeys(one.best, one.win_in)


def test_positions_of_real_games_arise_in_them() -> None:
    games = {game.id: game for game in load_real_games()}
    for one in SUITE:
        if one.real is not None:
            id_, stones = one.real
            game = Game.new(games[id_].rules)
            for name in games[id_].moves[:stones]:
                _, game = game.play(parse_point(name, 19))
            assert game.position == one.position


def _win_in(one: ForcedWin, *, try_all: bool) -> int | None:
    return Prover(_NODES, try_all=try_all).win_in(one.position, one.win_in)


def _played(position: Position, line: tuple[Point, ...]) -> tuple[Game, bool]:
    """The game after a line, each stone of which was needed, and whether it captured anything."""
    game, taken = Game(position), False
    for number, point in enumerate(line):
        if number % 2 == 0 and number < len(line) - 1:
            assert not points_that_win(game.position)
        move, game = game.play(point)
        taken |= bool(move.captured)
    return game, taken
