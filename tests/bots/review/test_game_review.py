"""The review of a game: what is compared, how it is called, and how it is stopped."""

from collections.abc import Iterator
from random import Random

import pytest

from pente_bots.players.player import Player
from pente_bots.review.game_review import review_game
from pente_bots.review.reviewer import CannotReview, Reviewer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.score import Score
from pente_bots.thinking.think_request import CataloguePlayerMaker
from pente_bots.thinking.workers import Workers
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from

SMALL = ruleset_from({"base": "gomoku", "size": 9, "opening": "free"})
KNOWN: dict[str, list[tuple[str, Score]]] = {
    "": [("E5", Score(0.6)), ("A1", Score(0.5))],
    "E5": [("D4", Score(0.5)), ("C3", Score(0.45))],
    "E5 D4": [("E6", Score(0.9)), ("E4", Score(0.85)), ("A1", Score(0.2))],
    "E5 D4 E6": [("E7", Score(0.15)), ("A9", Score(0.0))],
    "E5 D4 A1": [("E7", Score(0.55))],
    "E5 D4 A1 J9": [("E6", Score.won(5)), ("E4", Score(0.5))],
    "E5 D4 A1 J9 A3": [("B2", Score(0.5)), ("B3", Score(0.1))],
    "E5 D4 A1 J9 A3 B2": [("B4", Score(0.5)), ("B5", Score(0.5))],
}
"""By the stones so far: the lines that the player reports, as many as there are."""


class Oracle(Player):
    """Knows the positions above, and finds all others even."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return self.search(SearchRequest(position, limit)).best.points[0]

    def search(self, request: SearchRequest) -> SearchReport:
        size = request.position.rules.size
        turns = request.turns or ()
        played = " ".join(format_point(turn, size) for turn in turns if isinstance(turn, int))
        first = next(iter(request.position.legal_points))
        lines = [
            SearchLine((parse_point(name, size), first), score)
            for name, score in KNOWN.get(played, [(format_point(first, size), Score(0.5))])
        ]
        return SearchReport(tuple(lines[: request.lines]), 3, 10)

    def supports(self, rules: Ruleset) -> bool:
        return rules.base != "connect6"


class OffTheBoard(Oracle):
    """Chooses what can't be played."""

    def search(self, request: SearchRequest) -> SearchReport:
        del request
        return SearchReport((SearchLine((Point(999),), Score(0.5)),))


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    pool = Workers(2)
    yield pool
    pool.close()


def game_of(rules: Ruleset, text: str) -> Game:
    game = Game.new(rules)
    for token in text.split():
        game = game.with_turn(Choice(token) if token.islower() else parse_point(token, rules.size))
    return game


def reviewed(workers: Workers, game: Game) -> GameReview:
    return review_game(game, Reviewer(Oracle, "oracle", Limit(nodes=1)), workers)


def points(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, SMALL.size) for name in names)


def test_each_stone_is_compared_with_what_holds_up_behind_the_best_one(workers: Workers) -> None:
    review = reviewed(workers, game_of(SMALL, "E5 D4 A1 J9 A3 B2"))
    assert review.by == "oracle"
    one, two, three, four, five, six = review.stones
    # The best stones: 0.5 for the opponent is 0.5 for the own side, and what would be worse is an only move.
    assert one == StoneReview(Expectation(500), Expectation(500))
    # After D4 the opponent has 0.9, so that C3 seems better; behind it, all is even.
    assert (two.played, two.best, two.judgement) == (Expectation(100), Expectation(500), Judgement.BLUNDER)
    assert two.line[:1] == points("C3")
    # E6 and E4 were about as good; behind E6 the opponent has 0.15.
    assert (three.played, three.best, three.judgement) == (
        Expectation(450),
        Expectation(850),
        Judgement.BLUNDER,
    )
    assert three.line[:2] == points("E6", "E7")
    assert three.good == points("E4")
    # J9 lets the opponent win in five, which is a loss in six.
    assert (four.played, four.judgement) == (Expectation(0, -6), Judgement.BLUNDER)
    # A3 does not win in five.
    assert (five.best, five.judgement, five.line[:1]) == (
        Expectation(1000, 5),
        Judgement.MISSED_WIN,
        points("E6"),
    )
    assert six == StoneReview(Expectation(500), Expectation(500), judgement=Judgement.ONLY_MOVE)


def test_the_last_stone_is_judged_by_what_it_ended(workers: Workers) -> None:
    won = game_of(SMALL, "E5 A1 E6 A2 E7 A3 E8 A4 E9")
    assert won.is_over
    assert reviewed(workers, won).stones[-1].played == Expectation(1000, 1)
    resigned = game_of(SMALL, "E5 D4").retire(0, Termination.RESIGNATION)
    assert [stone.played.chance for stone in reviewed(workers, resigned).stones] == [500, 100]


def test_two_stones_of_one_turn_have_the_same_side(workers: Workers) -> None:
    two_each = ruleset_from({"base": "gomoku", "size": 9, "opening": "free", "stones_per_turn": 2})
    stones = reviewed(workers, game_of(two_each, "E5 D4 A1")).stones
    assert [stone.played.chance for stone in stones] == [500, 900, 450]


def test_stones_before_a_choice_are_not_judged(workers: Workers) -> None:
    game = game_of(RULESETS["d-pente"], "K10 L9 G10 K12 swap C3")
    review = reviewed(workers, game)
    assert len(review.stones) == 5
    assert all(stone.judgement is Judgement.NONE and not stone.line for stone in review.stones[:4])
    unchosen = game_of(RULESETS["d-pente"], "K10 L9 G10 K12")
    assert [stone.played.chance for stone in reviewed(workers, unchosen).stones] == [500] * 4


def test_a_review_that_is_stopped_has_the_first_stones(workers: Workers) -> None:
    game, done = game_of(SMALL, "E5 D4 A1 J9 A3 B2"), list[int]()

    class AfterThree:
        def is_set(self) -> bool:
            return bool(done) and done[-1] >= 3

    reviewer = Reviewer(Oracle, "oracle", Limit(nodes=1))
    whole = review_game(game, reviewer, workers)
    stopped = review_game(game, reviewer, workers, stop=AfterThree(), progress=lambda n, _: done.append(n))
    assert 2 <= len(stopped.stones) < 6
    assert stopped.stones == whole.stones[: len(stopped.stones)]


def test_progress_ends_with_all_stones(workers: Workers) -> None:
    seen = list[tuple[int, int]]()
    game = game_of(SMALL, "E5 D4 A1 J9")
    reviewer = Reviewer(Oracle, "oracle", Limit(nodes=1))
    review_game(game, reviewer, workers, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (4, 4)
    assert seen == sorted(seen)


def test_a_game_without_stones_has_a_review_without_any(workers: Workers) -> None:
    assert reviewed(workers, Game.new(SMALL)) == GameReview("oracle", ())


@pytest.mark.parametrize(
    ("rules", "reason"),
    [(RULESETS["connect6"], "oracle does not play connect6"), (ruleset_from({"sides": 3}), "two sides")],
)
def test_rules_that_the_player_declines_are_refused(workers: Workers, rules: Ruleset, reason: str) -> None:
    with pytest.raises(CannotReview, match=reason):
        reviewed(workers, Game.new(rules))


def test_a_player_that_chooses_nonsense_is_reported(workers: Workers) -> None:
    with pytest.raises(CannotReview, match="illegal point"):
        review_game(game_of(SMALL, "E5"), Reviewer(OffTheBoard, "odd", Limit()), workers)


def test_a_player_that_ships_reviews_a_game(workers: Workers) -> None:
    make = CataloguePlayerMaker("patterns", (("level", "1"),))
    game = game_of(RULESETS["pente"], "K10 L9 G10 J9 K12")
    review = review_game(game, Reviewer(make, "patterns:level=1", Limit()), workers)
    assert len(review.stones) == 5
    assert make(Random(0)).supports(game.rules)
