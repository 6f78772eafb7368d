"""Turns: whose turn it is, and what is to be done in it."""

from collections.abc import Iterator, Sequence
from typing import Final

from pente_client.words.phrases import local_time, name_of
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room import Room
from pente_core.room.offers import OfferKind, open_offer
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset, SecondMove, Swap

MY_TURN: Final = "Your turn."
_SHOWN_BELOW: Final = 30_000
"""Milliseconds before the end of the time for a first move from which on it is shown."""


def paused_text(room: Room) -> str:
    """That a game is paused, and how it goes on."""
    notice = open_offer(room.offers, OfferKind.RESUME)
    if notice is None or notice.until is None:
        return "The game is paused. /resume says that you want to go on."
    return f"The game is paused. It goes on once all say /resume, at the latest {local_time(notice.until)}."


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


def premove_text(points: Sequence[Point], size: int) -> str:
    """What is played at the player's next turns.

    >>> premove_text([Point(180), Point(181)], 19)
    'In your turn: K10, then L10.'
    """
    return f"In your turn: {', then '.join(format_point(point, size) for point in points)}."


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


def choices_text(position: Position) -> str:
    """What each choice that is due means, and which one to take.

    >>> from pente_core.rules.ruleset import RULESETS
    >>> position = Position.initial(RULESETS["d-pente"])
    >>> for point in (0, 50, 100, 150):
    ...     _, position = position.play(point)
    >>> print(choices_text(position))
    Swap: you take white and move next. Stay: you keep black, and white moves next. Take the side you prefer.
    """
    if not position.choices:
        return ""
    colours, seat = position.rules.colours, position.to_act
    own, other, following = colours[seat], colours[1 - seat], colours[position.colour]
    parts = [
        f"Swap: you take {other}{_moves_next(other, following)}.",
        f"Stay: you keep {own}{_moves_next(own, following)}.",
    ]
    if Choice.PASS in position.choices:
        parts.append("Pass: you place two more stones, and your opponent chooses.")
    return " ".join((*parts, "Take the side you prefer."))


def stone_text(position: Position) -> str:
    """What to know about a stone that is due in an opening; empty: nothing."""
    rules, ply = position.rules, position.ply
    if position.choices:
        return ""
    if _places_for_both(position):
        return _for_the_other(position)
    if (
        rules.second_move is not SecondMove.FREE
        and rules.sides <= ply < 2 * rules.sides
        and not position.colour
    ):
        return "Keep away from the centre with this stone, as moving first is an advantage."
    if rules.stones_per_turn == 2 and ply == 1:
        return "Place two stones, as in all turns but the first; so nobody has an advantage."
    return ""


def opening_lines(rules: Ruleset) -> Iterator[str]:
    """What a swap opening is, and what it is good for."""
    if rules.swap is Swap.NONE:
        return
    first, second = rules.colours[:2]
    count = 4 if rules.swap is Swap.D_PENTE else 3
    yield f"The first player places {count} stones, {first} and {second} by turns, for both sides."
    yield "Then the second player takes the side that looks better, so it pays to place them evenly."
    if rules.swap is Swap.SWAP2:
        yield (
            f"Or the second player passes, and places two more stones, {second} and {first}; then the first "
            "player takes a side."
        )
    yield "To swap is to exchange the sides: all stones keep their colours."


def _moves_next(colour: str, following: str) -> str:
    return " and move next" if colour == following else f", and {following} moves next"


def _places_for_both(position: Position) -> bool:
    """Whether a player places the stones of both sides."""
    if position.rules.swap is Swap.D_PENTE:
        return position.ply < 4 and not position.made
    is_settled = bool(position.made) and position.made != (Choice.PASS,)
    return position.rules.swap is Swap.SWAP2 and position.ply < 5 and not is_settled


def _for_the_other(position: Position) -> str:
    """What to do in the stones of both sides that one player places."""
    colour = position.rules.colours[position.colour]
    last = 4 if position.rules.swap is Swap.D_PENTE else 5 if position.made else 3
    left = last - position.ply
    more = f"{left} stones are left" if left > 1 else "this is the last one"
    return f"Place a {colour} stone; {more}. Your opponent then takes a side, so make both equally good."
