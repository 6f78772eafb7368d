"""What property tests draw: rulesets, games and positions."""

from typing import Any

from hypothesis import strategies as st

from pente_core.rules.game import Game, Turn
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset, ruleset_from
from tests.support.games.random_games import after
from tests.support.games.ruleset_samples import SPECS

RULES = [ruleset_from(spec) for spec in SPECS]


def some_rules() -> st.SearchStrategy[Ruleset]:
    return st.sampled_from(RULES)


@st.composite
def any_rules(draw: st.DrawFn) -> Ruleset:
    """A ruleset with any parameters that can be played."""
    spec: dict[str, Any] = {"base": draw(st.sampled_from(list(RULESETS)))}
    lengths = st.lists(st.integers(1, 6), unique=True)
    parameters: dict[str, st.SearchStrategy[Any]] = {
        "size": st.integers(3, 25),
        "line": st.integers(3, 7),
        "exact_line": st.booleans(),
        "captures": lengths,
        "goal": st.integers(1, 30),
        "poof": lengths,
        "unbreakable": st.booleans(),
        "opening": st.sampled_from(["free", "centre"]),
        "second_move": st.sampled_from(["free", "tournament", "g-pente"]),
        "swap": st.sampled_from(["none", "d-pente", "swap2"]),
        "stones_per_turn": st.integers(1, 2),
        "sides": st.integers(2, 4),
        "teams": st.booleans(),
        "first": st.sampled_from(["white", "black"]),
        "announce": st.booleans(),
        "dead_draw": st.booleans(),
    }
    for name in draw(st.lists(st.sampled_from(list(parameters)), unique=True, max_size=4)):
        changed = spec | {name: draw(parameters[name])}
        try:
            ruleset_from(changed)
        except InvalidRuleset:
            continue
        spec = changed
    return ruleset_from(spec)


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset] | None = None, longest: int = 40) -> Game:
    """A game in progress or over, of few points so that much happens."""
    game = Game.new(draw(some_rules() if rules is None else rules))
    for number in draw(st.lists(st.integers(0, 2**16), max_size=longest)):
        if game.is_over:
            break
        position = game.position
        near = tuple(point for point in position.legal_points if _is_central(point, game.rules.size))
        turns: tuple[Turn, ...] = position.choices or near or tuple(position.legal_points)
        game = after(game, turns[number % len(turns)])
    return game


def positions(rules: st.SearchStrategy[Ruleset] | None = None) -> st.SearchStrategy[Position]:
    return games(rules).map(lambda game: game.position)


def _is_central(point: Point, size: int) -> bool:
    """Whether a point is in the square of five by five in the middle."""
    return all(abs(coordinate - size // 2) <= 2 for coordinate in divmod(point, size))
