"""What a review says about stones, and what follows from it."""

import pytest

from pente_core.review.judging import is_as_good, is_mistake, judgement_of, rank
from pente_core.review.practice import PracticeResult, practice_result
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview, problems_of_review
from pente_core.review.reviewed_game import graph_of, mistakes_of, reviewed_stones
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset


def stone(played: int, best: int | None = None, *line: int) -> StoneReview:
    best = played if best is None else best
    expected = Expectation(played), Expectation(best)
    return StoneReview(*expected, tuple(map(Point, line)), judgement_of(*expected))


def game_of(rules: Ruleset, *tokens: str) -> Game:
    game = Game.new(rules)
    for token in tokens:
        game = game.with_turn(Choice(token) if token.islower() else parse_point(token, rules.size))
    return game


@pytest.mark.parametrize(
    ("played", "best", "second", "judgement"),
    [
        ((500, 0), (500, 0), None, Judgement.NONE),
        ((401, 0), (500, 0), None, Judgement.NONE),
        ((400, 0), (500, 0), None, Judgement.INACCURACY),
        ((300, 0), (500, 0), None, Judgement.MISTAKE),
        ((200, 0), (500, 0), (490, 0), Judgement.BLUNDER),
        ((0, -2), (500, 0), None, Judgement.BLUNDER),
        ((990, 0), (1000, 5), None, Judgement.MISSED_WIN),
        ((0, -4), (1000, 1), None, Judgement.MISSED_WIN),
        ((1000, 9), (1000, 5), None, Judgement.NONE),
        ((0, -4), (0, -6), (0, -2), Judgement.NONE),
        ((500, 0), (500, 0), (300, 0), Judgement.ONLY_MOVE),
        ((500, 0), (500, 0), (301, 0), Judgement.NONE),
        ((1000, 5), (1000, 5), (600, 0), Judgement.ONLY_MOVE),
    ],
)
def test_a_stone_is_judged_by_what_it_gives_away(
    played: tuple[int, int], best: tuple[int, int], second: tuple[int, int] | None, judgement: Judgement
) -> None:
    other = None if second is None else Expectation(*second)
    assert judgement_of(Expectation(*played), Expectation(*best), other) is judgement


def test_a_quick_win_is_the_best_and_a_quick_loss_the_worst() -> None:
    expected = [  # the best first
        Expectation(1000, 1),
        Expectation(1000, 9),
        Expectation(999),
        Expectation(1),
        Expectation(0, -9),
        Expectation(0, -2),
    ]
    assert sorted(expected, key=rank, reverse=True) == expected


def test_a_stone_is_as_good_if_it_gives_hardly_anything_away_and_no_win() -> None:
    assert is_as_good(Expectation(700), Expectation(650))
    assert not is_as_good(Expectation(700), Expectation(649))
    assert is_as_good(Expectation(1000, 5), Expectation(1000, 7))
    assert not is_as_good(Expectation(1000, 5), Expectation(1000))


def test_a_stone_without_a_better_line_is_nothing_to_learn_from() -> None:
    assert is_mistake(stone(300, 600, 180))
    assert not is_mistake(stone(300, 600))
    assert not is_mistake(stone(600, 600, 180))


def test_the_graph_is_that_of_the_first_colour() -> None:
    game = game_of(RULESETS["pente"], "K10", "L9", "G10")
    review = GameReview("p", (stone(600), stone(450), stone(500)))
    assert graph_of(game, review) == (600, 550, 500)


def test_a_review_that_was_stopped_judges_the_first_stones() -> None:
    game = game_of(RULESETS["pente"], "K10", "L9", "G10")
    assert [each.number for each in reviewed_stones(game, GameReview("p", (stone(600),)))] == [1]


def test_mistakes_belong_to_who_placed_the_stone_also_after_a_swap() -> None:
    game = game_of(RULESETS["d-pente"], "K10", "L9", "G10", "K12", "swap", "C3")
    bad = stone(300, 600, 17)
    review = GameReview("p", (bad,) * 5)
    assert [(each.number, each.turns, each.seat, each.colour) for each in mistakes_of(game, review)] == [
        (1, 0, 1, 0),
        (2, 1, 1, 1),
        (3, 2, 1, 0),
        (4, 3, 1, 1),
        (5, 5, 0, 0),
    ]
    assert [each.number for each in mistakes_of(game, review, seat=0)] == [5]


def test_a_review_knows_the_best_stone_some_others_and_the_mistake() -> None:
    review = StoneReview(
        Expectation(300), Expectation(600), (Point(1), Point(2)), Judgement.BLUNDER, (Point(5),)
    )
    tried = [practice_result(review, Point(9), Point(number)) for number in (1, 5, 9, 2)]
    assert tried == [
        PracticeResult.BEST,
        PracticeResult.GOOD,
        PracticeResult.PLAYED,
        PracticeResult.UNKNOWN,
    ]


@pytest.mark.parametrize(
    ("review", "reason"),
    [
        (GameReview("", ()), "1 to 100 characters"),
        (GameReview("p" * 101, ()), "1 to 100 characters"),
        (GameReview("p", (stone(500),) * 4), "more stones than its game"),
        (GameReview("p", (stone(1001),)), "0 to 1000"),
        (GameReview("p", (StoneReview(Expectation(0, -10_000), Expectation(0)),)), "0 to 1000"),
        (GameReview("p", (stone(1, 2, 361),)), "on the board"),
        (GameReview("p", (stone(1, 2, *range(61)),)), "longer"),
        (
            GameReview("p", (StoneReview(Expectation(1), Expectation(2), (Point(3),), good=(Point(3),)),)),
            "differ",
        ),
    ],
)
def test_a_review_from_elsewhere_is_checked(review: GameReview, reason: str) -> None:
    assert reason in " ".join(problems_of_review(review, 3, 361))


def test_a_review_that_fits_has_no_problem() -> None:
    assert not list(problems_of_review(GameReview("p", (stone(300, 600, 0, 360),) * 3), 3, 361))
