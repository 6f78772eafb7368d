"""Changes of ratings, as players see them."""

from dataclasses import dataclass

from pente_core.rating.glicko import Rating


@dataclass(frozen=True, slots=True)
class RatingChange:
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
