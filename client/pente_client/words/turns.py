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
from pente_protocol.sentences import tell

_SHOWN_BELOW: Final = 30_000
"""Milliseconds before the end of the time for a first move from which on it is shown."""


def paused_text(room: Room) -> str:
    """That a game is paused, and how it goes on."""
    notice = open_offer(room.offers, OfferKind.RESUME)
    if notice is None or notice.until is None:
        return tell("turn.paused")
    return tell("turn.paused-until", moment=local_time(notice.until))


def turn_text(room: Room, me: PlayerId | None) -> str:
    """Whose turn it is, as told to a player or viewer; empty when nobody may move."""
    if room.to_act is None:
        return ""
    player = room.seats[room.to_act]
    if player is not None and player.id == me:
        return my_turn_text(room.game.position)
    if room.game.position.choices:
        return tell("turn.has-to-choose", name=name_of(player), choices=choices_listed(room.game.position))
    return tell("turn.of", name=name_of(player))


def first_move_text(room: Room, me: PlayerId | None, now: Instant) -> str:
    """Until when the first move has to be made; empty while there is time, and where none is due."""
    due, seat = room.first_moves.until if room.first_moves else None, room.to_act
    if due is None or seat is None or due - now > _SHOWN_BELOW:
        return ""
    player = room.seats[seat]
    if player is not None and player.id == me:
        return tell("room.your-first-move", span=_seconds(now, due))
    return tell("room.first-move", name=name_of(player), span=_seconds(now, due))


def premove_text(points: Sequence[Point], size: int) -> str:
    """What is played at the player's next turns.

    >>> premove_text([Point(180), Point(181)], 19)
    'In your turn: K10, then L10.'
    """
    names = tell("turn.then").join(format_point(point, size) for point in points)
    return tell("turn.premove", points=names)


def _seconds(now: Instant, then: Instant) -> str:
    return tell("room.span-seconds", n=max(0, -(-(then - now) // 1000)))


def my_turn_text(position: Position) -> str:
    """What to do in one's own turn.

    >>> from pente_core.rules.ruleset import Ruleset
    >>> my_turn_text(Position.initial(Ruleset()))
    'Your move: the first stone must go on K10.'
    """
    if stones := _stones_text(position):
        return tell("turn.your-move", stones=stones)
    if position.choices:
        return choice_text(position)
    advice = stone_text(position)
    return f"{tell('room.your-turn')} {advice}" if advice else tell("room.your-turn")


def asked_text(position: Position) -> str:
    """What a turn asks for, as sentences of their own; empty where it asks for nothing in particular.

    >>> from pente_core.rules.ruleset import Ruleset
    >>> asked_text(Position.initial(Ruleset()))
    'The first stone must go on K10.'
    """
    if stones := _stones_text(position):
        return f"{stones[0].upper()}{stones[1:]}"
    return choice_text(position) if position.choices else stone_text(position)


def choice_text(position: Position) -> str:
    """That one has to choose, and what each choice means."""
    return f"{tell('turn.first-choose', choices=choices_listed(position))} {choices_text(position)}"


def _stones_text(position: Position) -> str:
    """How many stones the turn has, or where its only one has to go, as the end of a sentence; or empty."""
    if position.choices or stone_text(position):
        return ""
    if len(points := position.legal_points) == 1:
        point = format_point(next(iter(points)), position.rules.size)
        return tell("turn.next-stone-on" if position.ply else "turn.first-stone-on", point=point)
    if position.stones_left == 2:
        return tell("turn.two-stones")
    if position.rules.stones_per_turn == 2 and position.ply:
        return tell("turn.one-more-stone")
    return ""


def choices_listed(position: Position) -> str:
    """The choices that are due: ``swap, stay or pass``."""
    *first, last = position.choices
    return tell("phrase.any-of", first=", ".join(first), last=last)


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
        tell("turn.swap-and-move" if other == following else "turn.swap", colour=other, next=following),
        tell("turn.stay-and-move" if own == following else "turn.stay", colour=own, next=following),
    ]
    if Choice.PASS in position.choices:
        parts.append(tell("turn.pass"))
    return " ".join((*parts, tell("turn.preferred")))


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
        return tell("turn.away-from-centre")
    if rules.stones_per_turn == 2 and ply == 1:
        return tell("turn.place-two")
    return ""


def opening_lines(rules: Ruleset) -> Iterator[str]:
    """What a swap opening is, and what it is good for."""
    if rules.swap is Swap.NONE:
        return
    first, second = rules.colours[:2]
    count = 4 if rules.swap is Swap.D_PENTE else 3
    yield tell("turn.opening-places", count=count, first=first, second=second)
    yield tell("turn.opening-takes")
    if rules.swap is Swap.SWAP2:
        yield tell("turn.opening-passes", first=first, second=second)
    yield tell("turn.opening-swap")


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
    return tell("turn.for-both", n=left, colour=colour)
