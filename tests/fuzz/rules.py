"""Rules: random games of any ruleset go step by step as in the reference of the tests."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from hypothesis import strategies as st

from pente_core.rules.game import RETIREMENTS, Game, Retirement, Turn, format_turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from tests.core.cross_checks.reference import Reference
from tests.core.cross_checks.test_against_reference import assert_same, step
from tests.fuzz.target import Target
from tests.support.games.game_strategies import any_rules, some_rules
from tests.support.games.random_games import after, random_turn

RETIRING: Final = 0.04
"""How often somebody leaves a game of more than two."""


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game as numbers, of which each decides one turn; 0 none, so that a case is smaller without it."""

    rules: Ruleset
    picks: tuple[int, ...]

    def __str__(self) -> str:
        """The ruleset and the turns, as far as they can be played."""
        turns: list[str] = []
        try:
            game = Game.new(self.rules)
            for pick in self.turns():
                turn = turn_of(game, pick)
                turns.append(format_turn(turn, self.rules.size))
                game = after(game, turn)
                if game.is_over:
                    break
        except Exception as error:  # noqa: BLE001 -- that it can't be played may be what is wrong
            turns.append(f"({error!r})")
        return f"ruleset {json.dumps(self.rules.spec)}, turns {' '.join(turns)}"

    def turns(self) -> Iterator[int]:
        return filter(None, self.picks)


def turn_of(game: Game, pick: int) -> Turn:
    """The turn that a number decides, in a game that is not over."""
    chance = Random(pick)
    if game.rules.sides > 2 and chance.random() < RETIRING:
        seats = [seat for seat in range(game.rules.sides) if not game.position.out >> seat & 1]
        return Retirement(chance.choice(seats), chance.choice(sorted(RETIREMENTS)))
    return random_turn(game, chance)


def goes_as_in_the_reference(plan: PlannedGame) -> None:
    """Raises AssertionError where the two differ, and what either should not raise."""
    game, reference = Game.new(plan.rules), Reference(plan.rules)
    assert_same(game, reference)
    for pick in plan.turns():
        game = step(game, reference, turn_of(game, pick))
        assert_illegal(game, Point(pick % plan.rules.size**2))
        if game.is_over:
            return


def assert_illegal(game: Game, point: Point) -> None:
    """A point that is not among the legal ones is refused."""
    if not game.is_over and point in game.position.legal_points:
        return
    try:
        game.play(point)
    except IllegalMove:
        return
    raise AssertionError(f"{format_turn(point, game.rules.size)} can be played and is not legal")


RULES: Final = Target(
    "rules",
    st.builds(
        PlannedGame,
        any_rules() | some_rules(),
        st.lists(st.integers(0, 2**16), min_size=20, max_size=140).map(tuple),
    ),
    goes_as_in_the_reference,
    cases_per_seed=25,
)
