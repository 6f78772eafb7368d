"""The hub: who is told what."""

from pente_core.clock.clock import PerMove, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Options, WatchPolicy, create, replay
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import decode_server, encode_event
from pente_protocol.errors import CloseCode
from pente_protocol.forms import FORMS, MSGPACK, Form
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.rooms import Dismissed, Happened, Synced
from pente_server.live.hub import Hub
from pente_server.live.listening.frames import Frames
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.presence.presence import Presence
from pente_server.rooms.observer import Advance
from pente_server.store.logs.log_marks import NO_KEY, NO_MARKS, LogMarks
from pente_server.store.memory.store import MemoryStore
from tests.support.games.checkpoints import made_up_mark

ROOM = RoomId("room-under-test")
NOW = Instant(0)
HOST = Identity(PlayerId("a" * 32), "host")
GUEST = Identity(PlayerId("b" * 32), "guest")
WATCHER = Identity(PlayerId("c" * 32), "watcher")
SECRET = ev.Said(NOW, WATCHER, "white is lost", ev.ChatAudience.WATCHERS)


class Listening:
    """A session that keeps what it is told. Mutable."""

    def __init__(self, player: Identity, form: Form = MSGPACK) -> None:
        self.player = player
        self.device = DeviceId("d" * 22)
        self.right = Right.ACCOUNT
        self.form = form
        self.is_aside = False
        self.is_anonymous = False
        self.frames: list[bytes] = []

    def send(self, frames: Frames) -> None:
        self.frames.append(frames.of(MSGPACK))
        self.packet = frames.packet(self.form)

    def end(self, code: CloseCode, reason: str) -> None:
        raise AssertionError((code, reason))

    def last(self) -> ev.Event:
        message = decode_server(self.frames[-1])
        assert isinstance(message, Happened)
        return message.event


def a_hub() -> Hub:
    store = MemoryStore()
    presence = Presence(store.presence, lambda _: None, lambda *_: None)
    return Hub(presence, BlockLists(store.accounts), lambda: NOW)


async def told(before: list[ev.Event], events: list[ev.Event]) -> dict[str, ev.Event]:
    """The last of some events that are delivered together, as everybody hears it."""
    hub = a_hub()
    sessions = [Listening(player) for player in (HOST, GUEST, WATCHER)]
    for session in sessions:
        hub.enter(session)
        hub.attach(session, ROOM, replay(before))
    bodies = [encode_event(event) for event in events]
    marks = NO_MARKS.with_events([encode_event(event) for event in (*before, *events)], NO_KEY)
    hub.advanced(Advance(ROOM, replay(before), replay([*before, *events]), events, bodies, marks))
    return {session.player.name: session.last() for session in sessions}


async def test_who_has_just_sat_down_is_not_told_what_watchers_said_since() -> None:
    opened = list(create(RULESETS["pente"], Unlimited(), by=HOST, now=NOW))
    heard = await told(opened, [ev.Joined(NOW, 1, GUEST), ev.Started(NOW), SECRET])
    assert heard == {"host": ev.Hidden(NOW), "guest": ev.Hidden(NOW), "watcher": SECRET}


async def test_only_their_owner_is_told_of_conditional_moves() -> None:
    log = list(create(RULESETS["pente"], PerMove(Millis(259_200_000)), by=HOST, now=NOW))
    planned = ev.ConditionsSet(NOW, HOST.id, ((Point(1), Point(2)),))
    heard = await told([*log, ev.Joined(NOW, 1, GUEST), ev.Started(NOW)], [planned])
    assert heard == {"host": planned, "guest": ev.Hidden(NOW), "watcher": ev.Hidden(NOW)}


async def test_only_their_owner_gets_conditional_moves_in_a_snapshot() -> None:
    log = list(create(RULESETS["pente"], PerMove(Millis(259_200_000)), by=HOST, now=NOW))
    planned = ev.ConditionsSet(NOW, HOST.id, ((Point(1), Point(2)),))
    room = replay([*log, ev.Joined(NOW, 1, GUEST), ev.Started(NOW), planned])
    hub, sessions = a_hub(), [Listening(player) for player in (HOST, GUEST, WATCHER)]
    for session in sessions:
        hub.enter(session)
        hub.attach(session, ROOM, room)
    hub.rolled_back(ROOM, room, Checkpoint(room.version, made_up_mark(room.version)))
    shots = [decode_server(session.frames[-1]) for session in sessions]
    found = [shot.snapshot.conditions for shot in shots if isinstance(shot, Synced)]
    assert found == [room.conditions, (), ()]


async def test_who_leaves_a_room_for_invited_people_is_told_nothing_after_that() -> None:
    options = Options(watch=WatchPolicy.INVITED)
    opened = list(create(RULESETS["pente"], Unlimited(), by=HOST, now=NOW, options=options))
    before = replay([*opened, ev.Joined(NOW, 1, GUEST)])
    events: list[ev.Event] = [ev.Left(NOW, 1), SECRET]
    hub = a_hub()
    host, guest = Listening(HOST), Listening(GUEST)
    for session in (host, guest):
        hub.enter(session)
        hub.attach(session, ROOM, before)
    after = replay([*opened, ev.Joined(NOW, 1, GUEST), *events])
    bodies = [encode_event(event) for event in events]
    marks = LogMarks(before.version, bytes(8)).with_events(bodies, NO_KEY)
    hub.advanced(Advance(ROOM, before, after, events, bodies, marks))

    told = [decode_server(frame) for frame in guest.frames]
    assert [type(message) for message in told] == [Happened, Dismissed]
    assert len(host.frames) == 2
    assert not hub.is_listening(guest, ROOM)
    assert hub.is_listening(host, ROOM)


async def test_who_gets_up_is_not_told_what_watchers_said_before() -> None:
    opened = list(create(RULESETS["pente"], Unlimited(), by=WATCHER, now=NOW))
    seated = [*opened, ev.Joined(NOW, 1, GUEST)]
    heard = await told(seated, [SECRET, ev.Left(NOW, 1), SECRET])
    assert heard["guest"] == ev.Hidden(NOW)
    assert heard["host"] == SECRET


async def test_an_event_is_encoded_once_for_each_form_in_use() -> None:
    opened = list(create(RULESETS["pente"], Unlimited(), by=HOST, now=NOW))
    hub = a_hub()
    sessions = [Listening(player, form) for player in (HOST, WATCHER) for form in FORMS for _ in range(2)]
    for session in sessions:
        hub.enter(session)
        session.is_aside = True
        hub.attach(session, ROOM, replay(opened))
    line = ev.Said(NOW, WATCHER, "hello")
    after = replay([*opened, line])
    bodies = [encode_event(line)]
    marks = LogMarks(after.version - 1, bytes(8)).with_events(bodies, NO_KEY)
    hub.advanced(Advance(ROOM, replay(opened), after, [line], bodies, marks))
    for form in FORMS:
        packets = [session.packet for session in sessions if session.form is form]
        assert len(packets) == 4
        assert all(packet is packets[0] for packet in packets)
        assert packets[0] == form.packet(form.encode(Happened(ROOM, after.version, marks.newest, line)))
