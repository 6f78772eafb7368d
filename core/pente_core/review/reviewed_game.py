"""A review beside the game that it is about: whose stones it judges, the graph of the game, the mistakes."""

from collections.abc import Iterator
from dataclasses import dataclass

from pente_core.review.judging import is_mistake
from pente_core.review.review import GameReview, StoneReview
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position


@dataclass(frozen=True, slots=True)
class ReviewedStone:
    """A stone of a game, and what is said about it."""

    number: int
    """Counts the stones of the game, from 1."""
    turns: int
    """The turns of the game before it, choices of a swap opening among them."""
    seat: int
    """Who placed it, as the seat of that player after all swaps."""
    colour: int
    """The colour of the stone."""
    point: Point
    review: StoneReview


def positions_of_stones(game: Game) -> Iterator[tuple[int, Position, Point]]:
    """For each stone of a game the turns before it, the position in which it was placed, and its point."""
    now = game.beginning
    for turns, turn in enumerate(game.turns):
        if not isinstance(turn, Choice | Retirement):
            yield turns, now.position, turn
        now = now.with_turn(turn)


def reviewed_stones(game: Game, review: GameReview) -> tuple[ReviewedStone, ...]:
    """The stones of a game that a review judges, in order."""
    placed = zip(positions_of_stones(game), review.stones, strict=False)
    return tuple(
        ReviewedStone(number, turns, _final_seat(game, turns, position.to_act), position.colour, point, stone)
        for number, ((turns, position, point), stone) in enumerate(placed, 1)
    )


def _final_seat(game: Game, turns: int, seat: int) -> int:
    """The seat at the end of a game of who had one after so many turns."""
    swaps = game.turns[turns:].count(Choice.SWAP)
    return 1 - seat if swaps % 2 else seat


def mistakes_of(game: Game, review: GameReview, seat: int | None = None) -> tuple[ReviewedStone, ...]:
    """The stones that gave something away: those of a seat, or of all."""
    return tuple(
        stone
        for stone in reviewed_stones(game, review)
        if is_mistake(stone.review) and seat in (None, stone.seat)
    )


def graph_of(game: Game, review: GameReview) -> tuple[int, ...]:
    """What the first colour can expect after each judged stone, in thousandths of the point.

    Of a game of more than two sides: what the side of each stone can expect.
    """
    two = game.rules.sides == 2
    return tuple(
        1000 - stone.review.played.chance if two and stone.colour else stone.review.played.chance
        for stone in reviewed_stones(game, review)
    )
