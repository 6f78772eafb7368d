"""What has happened in a room, in sentences that every output for people uses."""

from collections.abc import Iterable
from typing import Final, assert_never

from pente_client.words.phrases import (
    captured_text,
    name_of,
    points_text,
    rating_text,
    seated_name,
)
from pente_core.identity import Identity, PlayerId
from pente_core.rating import RatingChange
from pente_core.room import (
    Accepted,
    Banned,
    Chosen,
    Closed,
    Closing,
    Continued,
    Declined,
    Gone,
    Joined,
    Kicked,
    Left,
    Moderated,
    Moved,
    Muted,
    Offered,
    OfferKind,
    OutageCredited,
    Paused,
    Rated,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Room,
    Started,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
)
from pente_core.rules.game import Game
from pente_core.rules.move import Choice, Move
from pente_core.rules.outcome import Termination

NegotiationEvent = Offered | Accepted | Rejected | TakenBack | TimeGiven | Paused | Resumed
"""What players agree on beside the moves."""
AttendanceEvent = Gone | Returned | Moderated
"""Who is here, and who is to be."""
DescribedEvent = (
    Joined | Left | Declined | Readied | Started | Chosen | Retired | OutageCredited | Rated | Closed
    | Continued | NegotiationEvent | AttendanceEvent
)  # fmt: skip
"""What is told in one sentence; moves, talk and endings have forms of their own."""

CHOSEN: Final = {
    Choice.SWAP: "swaps: the players change seats",
    Choice.STAY: "stays: the players keep their seats",
    Choice.PASS: "passes, to place two more stones",
}
OFFERED: Final = {
    OfferKind.PAUSE: "a pause",
    OfferKind.DRAW: "a draw",
    OfferKind.TAKEBACK: "a takeback",
    OfferKind.CANCEL: "an end without a result",
    OfferKind.REMATCH: "a rematch",
}
_RETIRED: Final = {Termination.TIME: "ran out of time", Termination.FORFEIT: "did not come back"}
_CLOSED: Final = {
    Closing.LEFT: "everybody has left",
    Closing.DECLINED: "the invitation was declined",
    Closing.EXPIRED: "nobody came in time",
}


def event_text(event: DescribedEvent, before: Room, after: Room, me: PlayerId | None = None) -> str:
    """What an event that led from one room to another is called, to be read by ``me`` (None: by anybody)."""
    match event:
        case Joined(seat=seat, player=player):
            return f"{seated_name(player)} sits down as {after.created.ruleset.colours[seat]}"
        case Left(seat=seat):
            return f"{name_of(before.seats[seat])} gets up"
        case Declined(player=player):
            return f"{name_of(player)} does not want to play"
        case Readied(seat=seat):
            return f"{name_of(before.seats[seat])} is ready"
        case Started():
            return "the game begins"
        case Chosen(seat=seat, choice=choice):
            return f"{name_of(before.seats[seat])} {CHOSEN[choice]}"
        case Retired(seat=seat, why=why):
            rest = "" if after.game.is_over else "; the others play on"
            return f"{name_of(before.seats[seat])} {retired_text(why)}{rest}"
        case Offered() | Accepted() | Rejected() | TakenBack() | TimeGiven() | Paused() | Resumed():
            return _bargain_text(event, before)
        case Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned():
            return _attendance_text(event, before, me)
        case Continued(room=room):
            return f"the players go on in room {room}"
        case OutageCredited():
            return "the server was away; nobody is charged for that time"
        case Rated(changes=changes):
            return rated_text(changes, after)
        case Closed(why=why):
            return f"the room is closed: {_CLOSED[why]}"
        case _ as unreachable:
            assert_never(unreachable)


def _bargain_text(event: NegotiationEvent, room: Room) -> str:
    match event:
        case Offered(seat=seat, kind=kind):
            return f"{name_of(room.seats[seat])} offers {OFFERED[kind]}"
        case Accepted(seat=seat, kind=kind):
            return f"{name_of(room.seats[seat])} agrees to {OFFERED[kind]}"
        case Rejected(seat=seat, kind=kind):
            return f"{name_of(room.seats[seat])} does not want {OFFERED[kind]}"
        case TakenBack(turns=turns):
            count = len(room.game.turns) - turns
            return f"{'the last turn is' if count == 1 else f'the last {count} turns are'} taken back"
        case TimeGiven(seat=seat, span=span):
            return f"{name_of(room.seats[seat])} gives {span // 1000} s more"
        case Paused():
            return "the game is paused; /resume goes on"
        case Resumed(seat=int(seat)):
            return f"{name_of(room.seats[seat])} ends the pause; the game goes on"
        case Resumed():
            return "the pause was long enough; the game goes on"
        case _ as unreachable:
            assert_never(unreachable)


def _attendance_text(event: AttendanceEvent, room: Room, me: PlayerId | None) -> str:
    match event:
        case Gone(at=at, seat=seat, until=until):
            seconds = -(-(until - at) // 1000)
            return f"{name_of(room.seats[seat])} is gone, and has {seconds} s to come back"
        case Returned(seat=seat):
            return f"{name_of(room.seats[seat])} is back"
        case Muted(player=player):
            return f"the host has muted {_somebody(player, room, me)}"
        case Unmuted(player=player):
            return f"the host lets {_somebody(player, room, me)} talk again"
        case Kicked(player=player):
            return f"the host has sent {_somebody(player, room, me)} away"
        case Banned(player=player):
            return f"the host has banned {_somebody(player, room, me)}"
        case Unbanned(player=player):
            return f"the host lets {_somebody(player, room, me)} come back"
        case _ as unreachable:
            assert_never(unreachable)


def _somebody(player: PlayerId, room: Room, me: PlayerId | None) -> str:
    """The name of somebody without a seat, as far as he has said anything."""
    if player == me:
        return "you"
    return next((name_of(line.player) for line in room.chat if line.player.id == player), "somebody")


def rated_text(changes: Iterable[RatingChange], room: Room) -> str:
    """What a game did to the ratings of its players: ``anna 1512 (+8), boris 1488? (-8)``."""
    return ", ".join(
        f"{name_of(room.seats[change.seat])} {rating_text(change.after, provisional=change.provisional)}"
        f" ({change.after - change.before:+})"
        for change in changes
    )


def retired_text(why: Termination) -> str:
    """Why a player is out of the game.

    >>> retired_text(Termination.TIME)
    'ran out of time'
    """
    return _RETIRED.get(why, "resigned")


def move_text(move: Move | Moved, after: Game, who: str) -> str:
    """What a stone of ``who``, a name that is safe to print, did; ``after`` is the game with it."""
    rules = after.rules
    number, colour = after.position.ply, rules.colours[move.colour]
    parts = [f"{number}. {who} ({colour}) {points_text([move.point], rules.size)}"]
    captured = [point for capture in move.captured for point in capture.points]
    if captured:
        taken = captured_text(rules, after.position.taken_by_team(move.colour))
        parts.append(f"takes {points_text(captured, rules.size)}, {taken} in all")
    if move.poofed:
        parts.append(f"loses {points_text(move.poofed, rules.size)}")
    return " - ".join((*parts, *(call.value for call in move.calls)))


def presence_text(player: Identity, *, is_here: bool) -> str:
    """That a player went away or came back."""
    return f"{name_of(player)} {'is back' if is_here else 'is away'}"
