"""The game that is found for somebody who wants to play: never a table with a player who has gone."""

from typing import Any, cast

import pytest

from pente_client.cli.steps.matchmaking import OPEN_ROOMS, GameRequest, find_game
from pente_client.connection import Client, Replica, RequestRejected
from pente_core.clock.clock import parse_time_control
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Options, RatingRange, Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import replace
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomFilter
from tests.client.lobby.test_lobby_model import BOB, EVE, ME, a_room
from tests.support.client.fake_client import ROOM, room_of
from tests.support.games.checkpoints import made_up_mark

OPENED = RoomId("room-opened")
DAYS = parse_time_control("3d/move")


def row(name: str, *seats: Identity | None, at: int = 0, is_here: bool = True, **changes: Any) -> ListedRoom:
    """A room in a list, whose players are all there or all away."""
    status = ev.Status.PLAYING if None not in seats else ev.Status.WAITING
    room = replace(a_room(name, *seats, at=at), status=status, **changes)
    return ListedRoom(room, RoomActivity(present=tuple(seat is not None and is_here for seat in seats)))


class Lobby:
    """What matchmaking asks of a client. Mutable: what it did."""

    def __init__(self, *rows: ListedRoom, own: tuple[ListedRoom, ...] = ()) -> None:
        self.me, self.blocked = ME, frozenset[PlayerId]()
        self.refused: dict[str, str] = {}
        self.asked: list[str] = []
        self._rows, self.own = rows, own

    async def list_rooms(self, which: RoomFilter) -> tuple[ListedRoom, ...]:
        assert which == OPEN_ROOMS
        assert which.present, "the server leaves out rooms whose host is away"
        return self._rows

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int:
        assert isinstance(command, cmd.Join)
        self.asked.append(room.rstrip("-"))
        if reason := self.refused.get(room.rstrip("-")):
            raise RequestRejected(reason, "no")
        return 3

    async def watch(self, _: RoomId) -> Replica:
        room = room_of()
        return Replica(ROOM, room, made_up_mark(room.version), ME.id)

    async def create(self, *_: Any, **__: Any) -> RoomId:
        return OPENED


async def found(lobby: Lobby, request: GameRequest | None = None) -> str:
    return (await find_game(cast(Client, lobby), request or GameRequest(), lobby.own)).rstrip("-")


async def test_the_room_that_has_waited_longest_is_joined() -> None:
    assert await found(Lobby(row("new", BOB, None, at=2), row("old", EVE, None, at=1))) == "old"


@pytest.mark.parametrize(
    "unfit",
    [
        row("unfit", BOB, None, is_here=False),
        row("unfit", BOB, None, time=DAYS),
        row("unfit", BOB, None, options=Options(rated=True)),
        row("unfit", BOB, None, options=Options(password_hash="*")),
    ],
)
async def test_a_room_that_is_not_meant_is_not_joined(unfit: ListedRoom) -> None:
    lobby = Lobby(unfit)
    assert await found(lobby) == OPENED
    assert lobby.asked == []


async def test_a_room_for_other_players_is_not_joined() -> None:
    named = Lobby(row("named", BOB, None, options=Options(named_only=True)))
    named.me = replace(ME, name="guest-000001")
    assert await found(named) == OPENED
    strong = Lobby(row("strong", BOB, None, options=Options(ratings=RatingRange(1800, 2000))))
    strong.me = replace(ME, rating=1500)
    assert await found(strong) == OPENED
    assert named.asked == strong.asked == []


async def test_a_rated_game_whose_result_the_rating_shows_is_not_joined_without_consent() -> None:
    rated = Options(rated=True)
    shown = row("shown", BOB, None, options=Options(rated=True, password_hash="", private=True))
    assert await found(Lobby(shown), GameRequest(options=rated)) == OPENED
    assert await found(Lobby(shown), GameRequest(options=rated, accepts_rating=True)) == "shown"


async def test_a_host_who_has_just_gone_is_no_end() -> None:
    lobby = Lobby(row("gone", BOB, None, at=1), row("here", EVE, None, at=2))
    lobby.refused = {"gone": Reason.HOST_AWAY}
    assert await found(lobby) == "here"
    assert lobby.asked == ["gone", "here"]


async def test_a_game_for_correspondence_is_found_when_it_is_asked_for() -> None:
    assert await found(Lobby(row("days", BOB, None, time=DAYS)), GameRequest(time=DAYS)) == "days"


async def test_an_own_game_comes_first_unless_there_is_nothing_to_do_in_it() -> None:
    mine, open_ = row("mine", ME, EVE), row("open", BOB, None)
    assert await found(Lobby(open_, own=(mine,))) == "mine"
    waiting = row("waiting", ME, None, time=DAYS)
    theirs = row("theirs", ME, EVE, time=DAYS)
    theirs = replace(theirs, activity=replace(theirs.activity, to_act=1))
    assert await found(Lobby(open_, own=(waiting, theirs))) == "open"
    due = replace(theirs, activity=replace(theirs.activity, to_act=0))
    assert await found(Lobby(open_, own=(waiting, due))) == "theirs"


async def test_an_invitation_of_somebody_who_has_gone_waits() -> None:
    invited = row("invited", BOB, None, invited=(ME,), is_here=False)
    here = replace(invited, activity=RoomActivity(present=(True, False)))
    assert await found(Lobby(own=(invited,))) == OPENED
    assert await found(Lobby(own=(here,))) == "invited"
    assert await found(Lobby(own=(invited,)), GameRequest(against="bob")) == "invited"
