"""The lobby: older news change nothing, and nothing that is over comes back."""

from collections.abc import Sequence

import pytest

from pente_core.clock.clock import Unlimited
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import encode_summary
from pente_protocol.messages.lists import RoomSummary
from pente_server.live import lobby as module
from pente_server.live.lobby import Lobby
from pente_server.live.room_lists.own_rooms import OwnRooms

ALICE, BOB, ROBOT = (
    Identity(PlayerId(digit * 32), name, kind)
    for digit, name, kind in (
        ("a", "alice", PlayerKind.PERSON),
        ("b", "bob", PlayerKind.PERSON),
        ("c", "robot", PlayerKind.BOT),
    )
)


def a_room(
    name: str, *players: Identity | None, invited: tuple[Identity, ...] = (), at: int = 0
) -> RoomSummary:
    """A summary; it is being played if all its seats are taken."""
    seats = players or (ALICE, None)
    status = ev.Status.WAITING if None in seats else ev.Status.PLAYING
    host = next(player for player in seats if player is not None)
    return RoomSummary(
        RoomId(name.ljust(8, "-")), RULESETS["pente"], Unlimited(), status, seats, Instant(at), host, invited
    )


class Scene:
    """A lobby over no store, and what it was told. Mutable."""

    def __init__(self) -> None:
        self.changes: list[tuple[RoomId, RoomSummary | None]] = []
        self.invited: list[tuple[RoomId, Sequence[PlayerId]]] = []
        self.own_rooms = OwnRooms(
            self._no_rooms, lambda room, players: self.invited.append((room.id, [*players]))
        )
        self.lobby = Lobby(self.own_rooms, lambda *change: self.changes.append(change))

    async def _no_rooms(self, _: PlayerId) -> Sequence[RoomSummary]:
        return ()


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_every_change_is_passed_on(scene: Scene) -> None:
    room, full = a_room("room"), a_room("room", ALICE, BOB)
    scene.lobby.put(room, 2)
    scene.lobby.put_encoded(encode_summary(full), 3)
    scene.lobby.drop(room.id)
    assert scene.changes == [(room.id, room), (room.id, full), (room.id, None)]


def test_older_news_change_nothing(scene: Scene) -> None:
    new, old = a_room("room", ALICE, BOB), a_room("room")
    scene.lobby.put(new, 4)
    scene.lobby.put(old, 2)
    assert scene.changes == [(new.id, new)]


def test_late_news_do_not_bring_a_room_back(scene: Scene) -> None:
    room = a_room("room")
    scene.lobby.put(room, 2)
    scene.lobby.drop(room.id)
    scene.lobby.put(room, 5)
    scene.lobby.put_encoded(encode_summary(room), 5)
    assert scene.changes == [(room.id, room), (room.id, None)]


def test_after_a_loss_older_news_count_again(scene: Scene) -> None:
    room = a_room("room")
    scene.lobby.drop(room.id)
    scene.lobby.forget()
    scene.lobby.put(room, 2)
    assert scene.changes[-1] == (room.id, room)


def test_changes_are_not_remembered_for_ever(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 3)
    for number in range(10):
        scene.lobby.drop(RoomId(f"room-{number}--"))
        scene.lobby.put(a_room(f"other-{number}"), 1)
    assert len(scene.lobby._versions) == 3


def test_a_summary_that_cannot_be_read_is_logged(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.lobby.put_encoded(b"\xc1", 3)
    assert scene.changes == []
    assert "can't be read" in caplog.text


async def test_the_invited_are_told_once_of_a_room(scene: Scene) -> None:
    await scene.own_rooms.load(ALICE.id)
    room = a_room("room", BOB, None, invited=(ALICE, ROBOT))
    scene.lobby.put(a_room("others"), 2)
    for version in (2, 3):
        scene.lobby.put_encoded(encode_summary(room), version)
    scene.lobby.put(room, 4)
    assert scene.invited == [(room.id, [ALICE.id])]
