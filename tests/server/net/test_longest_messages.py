"""The longest messages of a server fit into the longest frame that a client reads, in every form."""

from typing import Final

import pytest

from pente_core.clock.clock import ByoYomi
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Snapshot
from pente_core.room import events as ev
from pente_core.room.room import CHAT_KEPT
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol.codec import encode_event
from pente_protocol.forms import FORMS, Form
from pente_protocol.frames import SERVER_FRAME_MAX
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.archive import LogList, LogPage
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.checkpoint import Mark
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomList, RoomSummary
from pente_protocol.messages.rooms import Synced
from pente_protocol.spec.samples.values import CREATED, NOW, WISHES
from pente_server.live.room_lists.room_query import MOST_LISTED
from pente_server.requests.archive import PAGE_BYTES

ROOM: Final = RoomId("x" * 40)
RULES: Final = ruleset_from({"base": "keryo-pente", "sides": 4, "teams": True, "size": 25})
PEOPLE: Final = tuple(
    Identity(PlayerId(f"{number:032x}"), "W" * 20, PlayerKind.BOT, rating=1512, provisional=True)
    for number in range(4)
)
TURNS: Final = ("T25",) * 3100
"""More than any game has."""
CLOCK: Final = ByoYomi(Millis(86_400_000), 99, Millis(3_600_000))
SUMMARY: Final = RoomSummary(
    ROOM, RULES, CLOCK, ev.Status.PLAYING, PEOPLE, NOW, PEOPLE[0], PEOPLE, WISHES, ROOM, 2
)
LISTED: Final = ListedRoom(SUMMARY, RoomActivity(3, 624, NOW, NOW, (False,) * 4))
CREATED_LONG: Final = replace(CREATED, ruleset=RULES, time=CLOCK, invited=PEOPLE, options=WISHES)


def said(text: str, count: int) -> tuple[ev.Said, ...]:
    return tuple(ev.Said(Instant(NOW + number), PEOPLE[0], text * 200) for number in range(count))


def longest(letter: str) -> dict[str, ServerMessage]:
    """Long messages with chat of one letter."""
    chat = said(letter, CHAT_KEPT)
    shot = Snapshot(9, CREATED_LONG, ev.Status.PLAYING, PEOPLE, TURNS, 6, NOW, PEOPLE, chat=chat)
    lines = said(letter, PAGE_BYTES // len(encode_event(said(letter, 1)[0])) + 1)
    return {
        "snapshot": Synced(ROOM, shot, Mark("f" * 16), "O" * 700, (99,) * 4, Point(624)),
        "rooms": RoomList(RequestId(1), (LISTED,) * MOST_LISTED),
        "log": LogList(RequestId(1), (LogPage(ROOM, lines, complete=True),)),
    }


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
@pytest.mark.parametrize("letter", ["x", '"', "\\", "\U0001f600"])
@pytest.mark.parametrize("name", longest("x"))
def test_it_fits(name: str, letter: str, form: Form) -> None:
    message = longest(letter)[name]
    frame = form.encode(message)
    assert len(frame) < SERVER_FRAME_MAX
    assert form.of_server(frame) == message
