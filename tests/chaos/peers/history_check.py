"""What must be true of what everybody was told, held against the log that was kept."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pente_client.connection.replica.validate import check_event
from pente_core.identity import RoomId
from pente_core.room import Room, apply, opened
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_protocol.codec import decode_event
from pente_server.embedded import start_embedded
from pente_server.store.redis.store import RedisStore
from tests.chaos.peers.recording_player import RecordingPlayer
from tests.support.games.live_rooms import live_rooms

Logs = Mapping[RoomId, Sequence[ev.Event]]


async def kept_in(data: Path) -> dict[RoomId, list[ev.Event]]:
    """The logs of all rooms in the data directory of a server that has ended."""
    engine = await start_embedded(data)
    try:
        return await kept_at(engine.url)
    finally:
        await engine.stop()


async def kept_at(url: str) -> dict[RoomId, list[ev.Event]]:
    """The logs of all rooms in a store."""
    store = await RedisStore.connect(url)
    try:
        rooms = {*await live_rooms(store), *await store.finished(10_000)}
        return {room: [decode_event(body) for body in await store.read(room, 0)] for room in rooms}
    finally:
        await store.close()


def check(logs: Logs, actors: Iterable[RecordingPlayer]) -> None:
    """All rooms follow the rules, and everybody was told the truth and nothing else."""
    for events in logs.values():
        replayed(events)
    for actor in actors:
        assert not actor.ends, actor.ends
        for room, views in actor.views.items():
            for view in filter(None, views):
                _same(logs[room], view)
        for room, moves in actor.acknowledged.items():
            _made(logs[room], moves)


def replayed(events: Sequence[ev.Event]) -> Room:
    """The room at the end of a log, in which every event was possible and nobody lost on time."""
    assert isinstance(events[0], ev.Created)
    room = opened(events[0])
    for event in events[1:]:
        check_event(room, event)
        if isinstance(event, ev.Finished):
            assert event.termination not in (Termination.TIME, Termination.FORFEIT), event
        room = apply(room, event)
    return room


def _same(log: Sequence[ev.Event], view: Sequence[tuple[int, ev.Event]]) -> None:
    """What somebody saw of a room is a part of its log, without a gap."""
    versions = [version for version, _ in view]
    assert versions == list(range(versions[0], versions[0] + len(view)))
    assert [event for _, event in view] == list(log[versions[0] - 1 : versions[-1]])


def _made(log: Sequence[ev.Event], moves: Sequence[tuple[int, Point]]) -> None:
    """Each move that was acknowledged was made once, then and there."""
    times = Counter(event.point for event in log if isinstance(event, ev.Moved))
    for version, point in moves:
        event = log[version - 1]
        assert isinstance(event, ev.Moved)
        assert event.point == point
        assert times[point] == 1


def charged(log: Sequence[ev.Event]) -> int:
    """How many milliseconds of thinking the clocks of a game without increments have counted."""
    assert isinstance(log[0], ev.Created)
    before = sum(opened(log[0]).clock.remaining)
    return before - sum(replayed(log).clock.remaining)
