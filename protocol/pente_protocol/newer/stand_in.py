"""A room that stands in for one that this version can't replay: its position, as the server describes it."""

from typing import Final

from pente_core.clock.clock import Unlimited
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId
from pente_core.notation import BadPosition, format_position, parse_position
from pente_core.room import Room, opened
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset, ruleset_from
from pente_core.value import replace
from pente_protocol.newer.unknown import UnreadableSnapshot

_NOBODY: Final = Identity(PlayerId(""), "unknown")


def stand_in_room(shot: UnreadableSnapshot) -> Room | None:
    """A game that is being played, for showing only; None if not even the position can be read.

    The players have ids that are nobody's, so that no client has a seat in it. Rules, clocks and turns are
    not those of the room.
    """
    position = _position(shot.position)
    if position is None:
        return None
    seats = _seats(shot, position.rules.sides)
    room = opened(ev.Created(Instant(0), seats[0], position.rules, Unlimited()))
    version = max(1, shot.version)
    return replace(room, version=version, status=ev.Status.PLAYING, seats=seats, game=Game(position))


def _seats(shot: UnreadableSnapshot, sides: int) -> tuple[Identity, ...]:
    known = (*shot.seats, *(None,) * sides)[:sides]
    return tuple(
        replace(player or _NOBODY, id=PlayerId(f"{seat:f>32x}")) for seat, player in enumerate(known)
    )


def _position(text: str) -> Position | None:
    """The position of a line of text, by other rules if it has unknown ones; None if that is no position."""
    try:
        return parse_position(text)
    except BadPosition:
        return _stones(text)


def _stones(text: str) -> Position | None:
    """Only the stones of a position, on an empty board of that size."""
    stones, _, rest = text.partition(" ")
    sides = max(2, rest.partition(" ")[0].count(",") + 1)
    try:
        rules = ruleset_from({"base": "freestyle", "size": stones.count("/") + 1, "sides": sides})
        rest = format_position(Position.initial(rules)).split(" ", 1)[1]
        return parse_position(f"{stones} {rest}")
    except (BadPosition, InvalidRuleset):
        return None
