"""The players of a room with their ratings: before its game, and once the game has changed them."""

from collections.abc import Iterable

from pente_core.identity import Identity
from pente_core.rating import RatingChange
from pente_core.value import replace

Seats = tuple[Identity | None, ...]


def after_game(seats: Seats, changes: Iterable[RatingChange]) -> Seats:
    """The players by seat, with what a game did to their ratings."""
    after = {change.seat: change for change in changes}
    return tuple(
        replace(player, rating=after[seat].after, provisional=after[seat].provisional)
        if player is not None and seat in after
        else player
        for seat, player in enumerate(seats)
    )


def before_game(seats: Seats, changes: Iterable[RatingChange]) -> Seats:
    """The players by seat, with the ratings that they had when they played.

    Whether a rating was provisional then is not known any more, if it is not now.
    """
    before = {change.seat: change for change in changes}
    return tuple(
        replace(player, rating=before[seat].before) if player is not None and seat in before else player
        for seat, player in enumerate(seats)
    )
