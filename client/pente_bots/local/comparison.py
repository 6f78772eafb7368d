"""Two stones in the same place of a game, compared by searches of equal size behind each."""

from typing import Final

from pente_bots.review.expected import expected_at_end, expected_before
from pente_bots.review.reviewer import CannotReview, Reviewer
from pente_bots.roster.player_text import parse_player
from pente_bots.search.limit import Limit
from pente_bots.search.request import NeverStop
from pente_core.clock.instant import Millis
from pente_core.review.review import Expectation
from pente_core.rules.game import Game
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset

_PLAYERS: Final = ("engine", "patterns")
"""Who compares: the first that plays the game."""
_LIMIT: Final = Limit(time=Millis(500))


def compare_stones(game: Game, *points: Point) -> tuple[Expectation, ...]:
    """What the side to place the next stone can expect after each of some stones.

    Takes half a second a stone. Raises ValueError where that can't be told.
    """
    reviewer = _reviewer(game.rules)
    try:
        return tuple(_expected_after(reviewer, game, point) for point in points)
    except (IllegalMove, CannotReview) as problem:
        raise ValueError(str(problem)) from problem


def _reviewer(rules: Ruleset) -> Reviewer:
    """Raises ValueError."""
    for name in _PLAYERS:
        player = parse_player(name)
        reviewer = Reviewer(player.make, player.label, _LIMIT)
        try:
            reviewer.check(rules)
        except CannotReview:
            continue
        return reviewer
    raise ValueError("no computer compares stones under these rules")


def _expected_after(reviewer: Reviewer, game: Game, point: Point) -> Expectation:
    after = game.play(point)[1]
    at_end = expected_at_end(game, after)
    if at_end is not None:
        return at_end
    if after.position.choices or not after.position.legal_points:
        raise ValueError("no stone is due behind this one")
    is_own = after.position.colour == game.position.colour
    return expected_before(reviewer.search(after, 1, NeverStop()).best.score, is_own=is_own)
