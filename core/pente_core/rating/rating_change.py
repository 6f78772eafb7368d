"""Changes of ratings, as players see them."""

from pente_core.rating.glicko import Rating
from pente_core.value import Value


class RatingChange(Value):
    """The change of a player's rating after a game, in whole points."""

    seat: int
    before: int
    after: int
    provisional: bool = False
    """Whether the rating is provisional after the game."""

    @classmethod
    def between(cls, seat: int, before: Rating, after: Rating) -> "RatingChange":
        """The change from one rating to another."""
        return cls(seat, before.points, after.points, after.is_provisional)
