"""Finished games with their logs, as the registrar hands them to those who file them."""

from collections.abc import Sequence
from secrets import token_hex
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.records import record_of
from pente_core.room import DEFAULT_OPTIONS, Options, replay
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.outcome import Outcome, Termination
from pente_core.value import replace
from pente_protocol.logs.game_records import log_of
from pente_server.results.post_game import FinishedRoom

NOON: Final = Instant(1_750_000_000_000)
PEOPLE: Final = tuple(
    Identity(PlayerId(f"{number:032x}"), name) for number, name in enumerate(("ann", "bob", "cat", "dan"), 1)
)


def finished_room(
    game: Game,
    *winners: int,
    termination: Termination = Termination.RESIGNATION,
    players: Sequence[Identity] = PEOPLE,
    at: Instant = NOON,
    options: Options = DEFAULT_OPTIONS,
) -> FinishedRoom:
    """A game as it is, or resigned so that these seats win; players by seat, after all swaps."""
    if game.outcome is None:
        game = game.ended(Outcome(termination, winners))
    seated = players[: game.rules.sides]
    log = log_of(record_of(game, seated)).events
    by_name = {player.name: player for player in seated}

    def told(event: ev.Event) -> ev.Event:
        match event:
            case ev.Created():
                return replace(event, options=options, at=Instant(at - 60_000))
            case ev.Joined():
                return replace(event, player=by_name[event.player.name])
            case ev.Started():
                return replace(event, at=Instant(at - 60_000))
            case ev.Finished():
                return replace(event, at=at)
            case _:
                return event

    events = tuple(map(told, log))
    return FinishedRoom(RoomId(token_hex(6)), replay(events), events)
