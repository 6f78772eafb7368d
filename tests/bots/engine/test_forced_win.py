"""Wins by force: found where they are, proven by playing every answer, and not seen where there are none."""

from random import Random

import pytest

from pente_bots.engine.forced_win import forced_win
from pente_bots.search.score import Score
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.rules.setup import Setup
from tests.support.tactics.forced_wins import ForcedWin, load_forced_wins

pytestmark = pytest.mark.usefixtures("untraced")


def position(
    white: str, black: str, taken: tuple[int, int] = (0, 0), rules: str = "pente-casual"
) -> Position:
    """A position with the turn of white."""
    stones = tuple(tuple(sorted(parse_point(word, 19) for word in side.split())) for side in (white, black))
    return Setup(stones, taken, 0).position(ruleset_from(rules))


@pytest.mark.parametrize(
    ("white", "black", "taken", "stones"),
    [
        ("H10 J10 K10 L10", "A1 C1 E1 G1", (0, 0), 1),
        ("K13", "K11 K12 A1", (8, 0), 1),
        ("H10 J10 K10", "A1 C1 E1", (0, 0), 3),
        ("H10 J10 K10 A15 B15", "A1 C1 E1 G1", (8, 0), 3),
        ("G10 H10 J10 L12 L13 L14", "F10 A1 C1 E1 G1 T1", (0, 0), 3),
        ("A15", "K11 K12 L10 M10 A1", (8, 0), 3),
    ],
    ids=["five", "fifth pair", "open four", "open four beside a pair", "two fours", "two pairs at once"],
)
def test_known_wins_are_found(white: str, black: str, taken: tuple[int, int], stones: int) -> None:
    found = forced_win(position(white, black, taken))
    assert found is not None
    assert found.score == Score.won(stones)
    assert len(found.points) == stones


@pytest.mark.parametrize(
    ("white", "black", "taken"),
    [("K10 L10", "A1 C1", (0, 0)), ("A15", "K11 K12 A1", (8, 0)), ("A15", "K11 K12 K13 A1", (8, 0))],
    ids=["two stones", "one pair, which can be saved", "three stones are safe"],
)
def test_where_an_answer_holds_there_is_none(white: str, black: str, taken: tuple[int, int]) -> None:
    assert forced_win(position(white, black, taken)) is None


@pytest.mark.parametrize("case", load_forced_wins(), ids=lambda case: case.source)
def test_the_tactical_suite_is_solved(case: ForcedWin) -> None:
    found = forced_win(case.position, 50_000)
    assert found is not None
    assert case.win_in <= len(found.points) <= 2 * case.win_in + 7


def test_a_capture_breaks_an_open_four() -> None:
    """The three makes an open four, of which black takes two stones that white crossed with a pair."""
    safe = forced_win(position("H10 J10 K10 K11", "A1 C1 E1 G1"))
    broken = forced_win(position("H10 J10 K10 K11", "K12 C1 E1 G1"))
    assert safe is not None
    assert len(safe.points) == 3
    assert broken is None or len(broken.points) > 3


def test_every_answer_to_a_found_win_loses() -> None:
    chance, proven = Random(5), 0
    for number in range(60):
        start = crowded(Random(number))
        found = forced_win(start, 3000)
        if found is None:
            continue
        proven += 1
        game = Game(start)
        for point in found.points:
            assert not game.is_over
            game = game.play(point)[1]
        assert game.outcome is not None
        assert start.colour in game.outcome.winners
        other = Game(start).play(found.points[0])[1]
        while not other.is_over:
            answer = chance.choice(list(other.position.legal_points))
            other = other.play(answer)[1]
            assert not other.is_over
            line = forced_win(other.position, 20_000)
            assert line is not None
            other = other.play(line.points[0])[1]
        assert other.outcome is not None
        assert start.colour in other.outcome.winners
    assert proven > 5


def crowded(chance: Random, stones: int = 14) -> Position:
    """A position of a random game in the middle of the board that is not over."""
    game = Game(Position.initial(RULESETS["pente-casual"]))
    while len(game.turns) < stones:
        points = [p for p in game.position.legal_points if 6 < p % 19 < 13 and 6 < p // 19 < 13]
        following = game.play(chance.choice(points))[1]
        if not following.is_over:
            game = following
    return game.position


def test_what_it_can_not_search_has_no_win() -> None:
    assert forced_win(Position.initial(RULESETS["pente"])) is None
    assert forced_win(Position.initial(RULESETS["connect6"])) is None


def test_it_stops_when_it_is_told_to() -> None:
    asked = Asked()
    forced_win(crowded(Random(4), 40), 10_000_000, asked)
    assert asked.times <= 1


class Asked:
    """A stop flag that is set, and counts how often it was asked."""

    times = 0

    def is_set(self) -> bool:
        self.times += 1
        return True
