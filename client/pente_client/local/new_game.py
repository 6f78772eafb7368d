"""The first events of a local game: who plays what, and that it begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant
from pente_core.clock.time_control import Unlimited
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Room, opening, replay
from pente_core.room import events as ev
from pente_core.room.apply import with_clocks
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup

UNLIMITED: Final = Unlimited()
VIEWER: Final = Identity(PlayerId("f" * 32), "viewer", PlayerKind.PERSON)
"""Who looks on where only computer players play."""


@dataclass(frozen=True, slots=True)
class LocalPlayer:
    """Who plays a side: a person, or the computer player of that name."""

    name: str
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class LocalGame:
    """A game to be begun."""

    ruleset: Ruleset
    players: tuple[LocalPlayer, ...]
    """By seat."""
    time: TimeControl = UNLIMITED
    setup: Setup | None = None


def first_events(game: LocalGame, now: Instant) -> tuple[ev.Event, ...]:
    """The events up to the beginning of a game. Raises BadSetup and BadTimeControl."""
    identities = [
        Identity(
            PlayerId(f"{seat + 1:032x}"),
            player.name,
            PlayerKind.BOT if player.is_computer else PlayerKind.PERSON,
        )
        for seat, player in enumerate(game.players)
    ]
    people = (player for player in identities if player.kind is PlayerKind.PERSON)
    host = next(people, VIEWER)
    # Whoever sits at the board is there: nobody has to prove it by a quick first move.
    created = ev.Created(
        now,
        host,
        game.ruleset,
        game.time,
        format=ev.LOG_FORMAT,
        setup=game.setup,
        needs_first_moves=False,
    )
    return _begun((created, *(ev.Joined(now, seat, player) for seat, player in enumerate(identities))), now)


def next_events(room: Room, id_: RoomId, now: Instant) -> tuple[ev.Event, ...]:
    """The events up to the beginning of a rematch of the players of a room with this id."""
    return _begun([event for event in opening(room, id_, now) if not isinstance(event, ev.Started)], now)


def is_worth_keeping(room: Room) -> bool:
    """Whether something happened in a game, or its position was set up."""
    return room.status is not ev.Status.PLAYING or bool(room.game.turns) or room.created.setup is not None


def _begun(events: Sequence[ev.Event], now: Instant) -> tuple[ev.Event, ...]:
    return (*events, *with_clocks(replay(events), (ev.Started(now),)))
