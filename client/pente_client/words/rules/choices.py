"""The openings in words: what there is to do in each turn of them, and why."""

from collections.abc import Iterator

from pente_core.rules.move import Choice
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset, SecondMove, Swap


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
