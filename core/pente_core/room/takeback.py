"""Takebacks: the turns that are taken back, and the clocks before them.

A room remembers what each turn has cost its player's clock. A takeback gives that back, so that time that a
player was given in between is kept.
"""

from typing import Final

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant, Millis
from pente_core.room import events as ev
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice

MOST_TAKEBACKS: Final = 50
"""In one game: after each the game is played anew up to there, by all who read its log."""
_AT_ONE_BOARD: Final = 1000
"""The same where all sit at one board, so that nobody has to put up with it."""
Costs = bytes
"""The cost of each turn of a game, in order: a signed number of `WIDTH` bytes each.

It is negative where a clock showed more after the turn than before. Packed into bytes, because every room in
memory holds one for each turn.
"""
WIDTH: Final = 5
_MOST: Final = (1 << 8 * WIDTH - 1) - 1


def most_takebacks(created: ev.Created) -> int:
    """How often turns can be taken back in a room."""
    return MOST_TAKEBACKS if created.needs_first_moves else _AT_ONE_BOARD


def with_cost(costs: Costs, cost: int) -> Costs:
    """The costs with those of one more turn."""
    return costs + min(_MOST, max(-_MOST, cost)).to_bytes(WIDTH, "big", signed=True)


def _cost(costs: Costs, number: int) -> int:
    return int.from_bytes(costs[WIDTH * number : WIDTH * (number + 1)], "big", signed=True)


def last_turn_of(game: Game, seat: int) -> int | None:
    """The number, from 0, of the last turn of the player who sits on ``seat`` now.

    None where there is none, or where a seat has left the game since, which can't be undone.
    """
    acting = _seats_in_order(game)
    for number in reversed(range(len(game.turns))):
        turn = game.turns[number]
        if isinstance(turn, Retirement):
            return None
        if turn is Choice.SWAP:
            seat = 1 - seat
        if acting[number] == seat:
            return number
    return None


def remaining_before(game: Game, clock: Clock, charged: int, costs: Costs, count: int) -> tuple[Millis, ...]:
    """What each seat had when the game had ``count`` turns, with all time that was given since.

    ``charged`` is what the running turn has cost before ``clock.since``.
    """
    if not clock.remaining:
        return ()
    remaining: list[int] = list(clock.remaining)
    acting = _seats_in_order(game)
    remaining[game.position.to_act] += charged
    for number in reversed(range(count, len(game.turns))):
        if game.turns[number] is Choice.SWAP:
            remaining.reverse()
        remaining[acting[number]] += _cost(costs, number)
    return tuple(Millis(max(0, span)) for span in remaining)


def is_swapped_back(game: Game, count: int) -> bool:
    """Whether the players have to change seats to go back to the first ``count`` turns."""
    return game.turns[count:].count(Choice.SWAP) % 2 == 1


def spent(before: Clock, after: Clock) -> int:
    """What the running seat has lost from one state of the clock to the other, in the same turn."""
    seat = before.running
    if seat is None or not before.is_timed:
        return 0
    return before.remaining[seat] - after.remaining[seat]


def spent_by(before: Clock, now: Instant) -> int:
    """What the running seat has lost up to now."""
    seat = before.running
    if seat is None or not before.is_timed:
        return 0
    return before.remaining[seat] - before.remaining_at(now)[seat]


def _seats_in_order(game: Game) -> list[int]:
    """Who was to act before each turn."""
    seats, before = [], game.beginning
    for turn in game.turns:
        seats.append(before.position.to_act)
        before = before.with_turn(turn)
    return seats
