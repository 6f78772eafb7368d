"""Turns: whose turn it is, and what is to be done in it."""

from typing import Final

from pente_client.words.phrases import name_of
from pente_client.words.rules.choices import choices_text, stone_text
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room import Room
from pente_core.rules.point import format_point
from pente_core.rules.position import Position

MY_TURN: Final = "Your turn."
_SHOWN_BELOW: Final = 30_000
"""Milliseconds before the end of the time for a first move from which on it is shown."""
PAUSED: Final = "The game is paused. /resume continues it."


def turn_text(room: Room, me: PlayerId | None) -> str:
    """Whose turn it is, as told to a player or viewer; empty when nobody may move."""
    if room.to_act is None:
        return ""
    player = room.seats[room.to_act]
    if player is not None and player.id == me:
        return my_turn_text(room.game.position)
    if room.game.position.choices:
        return f"{name_of(player)} has to choose: {_choices(room.game.position)}."
    return f"It is {name_of(player)}'s turn."


def first_move_text(room: Room, me: PlayerId | None, now: Instant) -> str:
    """Until when the first move has to be made; empty while there is time, and where none is due."""
    due, seat = room.first_moves.until if room.first_moves else None, room.to_act
    if due is None or seat is None or due - now > _SHOWN_BELOW:
        return ""
    player = room.seats[seat]
    if player is not None and player.id == me:
        return f"Move in {_seconds(now, due)} s, or the game is aborted."
    return f"{name_of(player)} has {_seconds(now, due)} s for a first move."


def _seconds(now: Instant, then: Instant) -> int:
    return max(0, -(-(then - now) // 1000))


def my_turn_text(position: Position) -> str:
    """What to do in one's own turn.

    >>> from pente_core.rules.ruleset import Ruleset
    >>> my_turn_text(Position.initial(Ruleset()))
    'Your move: the first stone must go on K10.'
    """
    points = position.legal_points
    if position.choices:
        return f"First choose: {_choices(position)}. {choices_text(position)}"
    if advice := stone_text(position):
        return f"{MY_TURN} {advice}"
    if len(points) == 1:
        point = format_point(next(iter(points)), position.rules.size)
        return f"Your move: the {'next' if position.ply else 'first'} stone must go on {point}."
    if position.stones_left == 2:
        return "Your move: two stones."
    if position.rules.stones_per_turn == 2 and position.ply:
        return "Your move: one more stone."
    return MY_TURN


def _choices(position: Position) -> str:
    *first, last = position.choices
    return f"{', '.join(first)} or {last}"
