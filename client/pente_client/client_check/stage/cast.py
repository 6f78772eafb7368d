"""The players and rooms of the scripted server."""

from typing import Final

from pente_client.client_check.stage.staged_room import StagedRoom
from pente_core.clock.clock import Fischer
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import BotPolicy, Options, create
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import plain
from pente_protocol.messages import Wire

ANNA: Final = Identity(PlayerId("a" * 32), "anna")
BORIS: Final = Identity(PlayerId("b" * 32), "boris")
OPPONENT: Final = Identity(PlayerId("c" * 32), "check-opponent", PlayerKind.BOT)
VIEWER: Final = Identity(PlayerId("e" * 32), "anonymous")
"""Who has no account."""
WATCHED: Final = RoomId("game-to-watch")
OPEN: Final = RoomId("open-game")
FINISHED: Final = RoomId("finished-game")
FOR_ALL: Final = Options(bots=BotPolicy.ANYBODY)
"""The client may be a bot, and so is its opponent."""
HOUR: Final = Fischer(Millis(3_600_000), Millis(30_000))
"""Long enough that no flag falls during a check."""


def game_to_watch(now: Instant) -> StagedRoom:
    """A game between two others, after three stones."""
    room = _opened(WATCHED, ANNA, now)
    room.add(room.decide(cmd.Join(1), BORIS, now))
    for number, name in enumerate(("K10", "L11", "N10")):
        room.add(room.decide(stone(name), (ANNA, BORIS)[number % 2], now))
    return room


def open_game(now: Instant) -> StagedRoom:
    """A room that waits for an opponent."""
    return _opened(OPEN, OPPONENT, now)


def _opened(room_id: RoomId, host: Identity, now: Instant) -> StagedRoom:
    return StagedRoom(room_id, opening(host, now))


def opening(host: Identity, now: Instant, *, invited: tuple[Identity, ...] = ()) -> tuple[ev.Event, ...]:
    """The first events of a game of pente."""
    return create(RULESETS["pente"], HOUR, by=host, now=now, seat=0, invited=invited, options=FOR_ALL)


def stone(name: str) -> cmd.Play:
    """The turn that places a stone on a point of the usual board."""
    return cmd.Play(parse_point(name, 19))


def finished_game(now: Instant) -> StagedRoom:
    """A short game that is over."""
    room = _opened(FINISHED, ANNA, now)
    room.add(room.decide(cmd.Join(1), BORIS, now))
    for number, name in enumerate(("K10", "L11", "N10", "M12")):
        room.add(room.decide(stone(name), (ANNA, BORIS)[number % 2], now))
    room.add(room.decide(cmd.Resign(), ANNA, now))
    return room


def listed(room: StagedRoom) -> Wire:
    """A room in a list, with nothing about what goes on in it."""
    state = room.room
    summary = {
        "id": room.id,
        "ruleset": {},
        "time": plain(state.created.time),
        "status": state.status.value,
        "seats": plain(state.seats),
        "created_at": state.created.at,
        "host": plain(state.created.by),
    }
    return {"room": summary}
