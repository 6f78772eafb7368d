"""Games that begin from a position."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.notation import parse_position
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from pente_core.rules.setup import BadSetup, Setup
from pente_core.rules.symmetries import image_keys
from tests.support.games.game_strategies import games
from tests.support.games.random_games import after, random_turn
from tests.support.games.ruleset_samples import SPECS, name_of

PENTE = RULESETS["pente"]
LONGEST = 60


def points(text: str, size: int = 19) -> tuple[Point, ...]:
    return tuple(sorted(parse_point(name, size) for name in text.split()))


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), cut=st.integers(1, LONGEST))
def test_a_game_goes_on_from_a_setup_as_it_would_have_anyway(spec: object, seed: int, cut: int) -> None:
    chance = Random(seed)
    game = _played(Game.new(ruleset_from(spec)), chance, cut)
    try:
        again = Game.new(game.rules, Setup.of(game.position))
    except BadSetup:
        assert _can_not_begin(game)
        return
    for _ in range(LONGEST):
        _check_same(game, again)
        if game.is_over:
            return
        _check_same_refusals(game, again, chance)
        turn = random_turn(game, chance)
        game, again = after(game, turn), after(again, turn)


def _played(game: Game, chance: Random, limit: int) -> Game:
    while not game.is_over and len(game.turns) < limit:
        game = after(game, random_turn(game, chance))
    return game


def _can_not_begin(game: Game) -> bool:
    """Whether no game may begin here: it is over, or its opening is not, or a row was made by a capture."""
    has_opened = game.position.made or not game.position.compiled.swaps
    is_open = game.position.made[-1:] == (Choice.PASS,)
    exact = game.rules.exact_line and bool(game.rules.captures)
    return game.is_over or not has_opened or is_open or exact


def _check_same(game: Game, again: Game) -> None:
    assert again.position == game.position
    assert (again.position.key, again.outcome) == (game.position.key, game.outcome)
    assert again.position.legal_points == game.position.legal_points
    assert image_keys(again.position) == image_keys(game.position)
    assert again.stones == len(again.turns)


def _check_same_refusals(game: Game, again: Game, chance: Random) -> None:
    point = Point(chance.randrange(-1, game.rules.size**2 + 1))
    assert again.position.why_illegal(point) == game.position.why_illegal(point)


@given(games(), st.integers(0, 40))
def test_turns_are_taken_back_to_the_setup(game: Game, count: int) -> None:
    start = game.back_to(min(count, len(game.turns)))
    try:
        begun = Game.new(start.rules, Setup.of(start.position))
    except BadSetup:
        return
    gone_on = begun
    for turn in game.turns[len(start.turns) :]:
        gone_on = after(gone_on, turn)
    assert gone_on.back_to(0) == begun == gone_on.beginning


def test_a_setup_of_pente() -> None:
    game = Game.new(PENTE, Setup((points("K10 L11"), points("N10")), (0, 0), colour=1))
    assert (game.turns, game.position.ply, game.position.to_act, game.stones) == ((), 3, 1, 0)
    move, game = game.play(parse_point("A1", 19))
    assert (move.colour, game.stones, game.position.ply) == (1, 1, 4)


def test_opening_rules_hold_while_the_opening_lasts() -> None:
    one_each = Game.new(PENTE, Setup((points("K10"), points("A1"))))
    with pytest.raises(IllegalMove, match="restricted"):
        one_each.play(parse_point("L10", 19))
    two_given = Game.new(PENTE, Setup((points("A1 A2"), ()), colour=1))
    assert two_given.play(parse_point("L10", 19))


def test_a_boat_may_stand_while_it_can_be_broken() -> None:
    boat = RULESETS["boat-pente"]
    five = points("E5 F5 G5 H5 J5 E6")
    Game.new(boat, Setup((five, points("E7 A1")), colour=1))
    with pytest.raises(BadSetup, match="over"):
        Game.new(boat, Setup((five, points("E7 A1")), colour=0))
    with pytest.raises(BadSetup, match="over"):
        Game.new(boat, Setup((five, points("B7 A1")), colour=1))


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (Setup(((), ())), "has no stone"),
        (Setup((points("K10"),)), "for each of the 2 sides"),
        (Setup((points("K10"), (), ())), "for each of the 2 sides"),
        (Setup((points("K10"), ()), (0,)), "for each of the 2 sides"),
        (Setup(((Point(361),), ())), "not on the board"),
        (Setup(((Point(-1),), ())), "not on the board"),
        (Setup((points("K10"), points("K10"))), "one stone"),
        (Setup(((Point(3), Point(3)), ())), "one stone"),
        (Setup(((Point(3), Point(2)), ())), "ascending"),
        (Setup((points("K10"), ()), (-2, 0)), "captured"),
        (Setup((points("K10"), ()), (10**9, 0)), "captured"),
        (Setup((points("K10"), ()), colour=2), "2 colours"),
        (Setup((points("K10"), ()), colour=-1), "2 colours"),
        (Setup((points("K10"), ()), stones_left=2), "1 to 1 stones left"),
        (Setup((points("K10"), ()), stones_left=0), "1 to 1 stones left"),
        (Setup((points("K10"), ()), made=(Choice.SWAP,)), "opening"),
        (Setup((points("K10 K11 K12 K13 K14"), ())), "over"),
        (Setup((points("K10"), ()), (10, 0)), "over"),
    ],
)
def test_what_can_be_no_beginning(setup: Setup, why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        Game.new(PENTE, setup)


def test_captures_need_a_game_with_captures() -> None:
    with pytest.raises(BadSetup, match="nothing is captured in gomoku"):
        Game.new(RULESETS["gomoku"], Setup((points("K10"), ()), (2, 0)))


def test_no_game_begins_in_the_middle_of_a_swap_opening() -> None:
    rules = RULESETS["d-pente"]
    four = Setup((points("K10 L10"), points("A1 A2")))
    with pytest.raises(BadSetup, match="opening of d-pente is not over"):
        Game.new(rules, four)
    begun = Game.new(rules, Setup(four.stones, made=(Choice.STAY,)))
    assert (begun.position.to_act, begun.position.choices) == (0, ())


def test_all_seats_of_a_setup_are_in_the_game() -> None:
    game = Game.new(ruleset_from({"base": "pente-casual", "sides": 3})).play(Point(0))[1]
    game = game.with_turn(Retirement(1, Termination.TIME))
    with pytest.raises(BadSetup, match="has left the game"):
        Setup.of(game.position)


def test_a_position_that_can_not_have_arisen_is_no_setup() -> None:
    line = "19/" * 9 + "9X9/" + "19/" * 8 + "19 0,0 1O1 - - 7 pente"
    with pytest.raises(BadSetup, match="7 stones were placed, but 1 are on the board"):
        Setup.of(parse_position(line))


@pytest.mark.parametrize(("seat", "wins"), [(0, False), (1, True)])
def test_each_seat_may_need_a_number_of_captures_of_its_own(seat: int, *, wins: bool) -> None:
    rules = Ruleset(goals=(10, 4))
    stones = (points("K10"), points("K11 K12"))
    setup = Setup(stones if seat == 0 else stones[::-1], (2, 0) if seat == 0 else (0, 2), colour=seat)
    end = Game.new(rules, setup).play(parse_point("K13", 19))[1].outcome
    assert (end == Outcome(Termination.CAPTURES, (1,))) is wins
