"""Games in a few words, for those who see a link to one: who plays what, and how it stands."""

from collections.abc import Sequence
from typing import Final

from pente_core.clock.time_control import TimeControl, Unlimited, format_time_control
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset

_WON: Final = {
    Termination.LINE: " with a row",
    Termination.CAPTURES: " by captures",
    Termination.RESIGNATION: " by resignation",
    Termination.TIME: " on time",
    Termination.FORFEIT: ", as an opponent left",
}
_OVER: Final = {
    Termination.ABORTED: "The game was aborted.",
    Termination.AGREEMENT: "The game was drawn by agreement.",
}


def players_text(players: Sequence[str], *, is_over: bool = False) -> str:
    """Who plays against each other; an empty name stands for a free seat.

    >>> players_text(["ann", "bob"]), players_text(["ann", ""]), players_text(["", ""])
    ('ann – bob', 'ann waits for an opponent', 'An open game')
    """
    known = [name for name in players if name]
    if len(known) == len(players) or (known and is_over):
        return " – ".join(known)
    if not known:
        return "An open game"
    return f"{', '.join(known)} {'wait' if len(known) > 1 else 'waits'} for an opponent"


def rules_text(rules: Ruleset, control: TimeControl | None, *, is_rated: bool) -> str:
    """What is played, and how.

    >>> rules_text(Ruleset(), None, is_rated=True)
    'pente, 19x19, rated'
    """
    times = () if control is None or isinstance(control, Unlimited) else (format_time_control(control),)
    sides = (f"{rules.sides} sides",) if rules.sides > 2 else ()
    parts = (rules.base, f"{rules.size}x{rules.size}", *sides, *times, *(("rated",) if is_rated else ()))
    return ", ".join(parts)


def moves_text(count: int) -> str:
    """How many stones were placed.

    >>> moves_text(0), moves_text(1)
    ('no moves', '1 move')
    """
    return f"{count or 'no'} move{'' if count == 1 else 's'}"


def ending_text(winners: Sequence[str], termination: Termination, moves: int) -> str:
    """How a game ended.

    >>> ending_text(["ann"], Termination.LINE, 23), ending_text([], Termination.DEAD, 300)
    ('ann won with a row after 23 moves.', 'The game was drawn.')
    """
    if not winners:
        return _OVER.get(termination, "The game was drawn.")
    return f"{' and '.join(winners)} won{_WON.get(termination, '')} after {moves_text(moves)}."


def names_of(room: Room) -> list[str]:
    """The names of the players of a room by seat; empty for a free seat."""
    return [seat.name if seat is not None else "" for seat in room.seats]


def title_of(room: Room) -> str:
    """Who plays in a room."""
    return players_text(names_of(room), is_over=room.status is not ev.Status.WAITING)


def rules_of(room: Room) -> str:
    """What is played in a room."""
    created = room.created
    return rules_text(created.ruleset, created.time, is_rated=created.options.rated)


def state_of(room: Room) -> str:
    """How the game of a room stands."""
    game, names = room.game, names_of(room)
    if room.status is ev.Status.WAITING:
        return "The game has not begun."
    if game.outcome is not None:
        winners = [names[seat] or game.rules.colours[seat] for seat in game.outcome.winners]
        return ending_text(winners, game.outcome.termination, game.stones)
    if room.status is ev.Status.FINISHED:
        return "The game was not played."
    turn = "" if room.to_act is None else f", {names[room.to_act]} to move"
    return f"{moves_text(game.stones).capitalize()} so far{turn}."
