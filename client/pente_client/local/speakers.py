"""Who speaks where several people sit at one keyboard: whose name a command is given in."""

from collections.abc import Iterator

from pente_core.identity import Identity, PlayerKind
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from pente_core.room.takeback import last_turn_of


def shares_board(room: Room) -> bool:
    """Whether more than one person plays at this keyboard."""
    return len(list(_people(room))) > 1


def speaker(room: Room) -> Identity:
    """The person who is asked: who has to answer an offer, else who is to act, else any who plays."""
    answering = (
        player for seat, player in _people(room) if any(offer.concerns(seat) for offer in room.offers)
    )
    return next(answering, None) or _mover(room)


def sender(room: Room, command: cmd.PlayerCommand) -> Identity:
    """The person in whose name a command is given."""
    match command:
        case cmd.Accept() | cmd.Decline():
            return speaker(room)
        case cmd.Offer(OfferKind.TAKEBACK):
            return _latest(room)
        case _:
            return _mover(room)


def _people(room: Room) -> Iterator[tuple[int, Identity]]:
    for seat, player in enumerate(room.seats):
        if player is not None and player.kind is not PlayerKind.BOT:
            yield seat, player


def _mover(room: Room) -> Identity:
    """The person to act; while a computer player thinks, one who plays against it. Where nobody plays but
    the computer, whoever looks on.
    """
    people = dict(_people(room))
    to_act = room.game.position.to_act
    return people[to_act] if to_act in people else next(iter(people.values()), room.created.by)


def _latest(room: Room) -> Identity:
    """The person who has taken the latest turn of all people."""

    def latest_turn(seated: tuple[int, Identity]) -> int:
        turn = last_turn_of(room.game, seated[0])
        return -1 if turn is None else turn

    return max(_people(room), key=latest_turn, default=(0, room.created.by))[1]
