"""TV: which game is shown to whom, and when another one takes its place."""

from dataclasses import dataclass, field

import pytest

from pente_core.clock.clock import Fischer, PerMove, TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import DEFAULT_OPTIONS, Options, Room, WatchPolicy, replay
from pente_core.room import events as ev
from pente_core.rules.move import Call
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.choices.tv_channel import BEST, BOTS, PEOPLE, TvChannel
from pente_protocol.errors import CloseCode
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_protocol.messages.lists import ListedRoom
from pente_protocol.messages.tv import Featured
from pente_server.live.listening.frames import Frames, MessageFrames
from pente_server.live.tv import ranking
from pente_server.live.tv.candidate import (
    DULL_AFTER,
    Candidate,
    candidate_of,
    packed_candidate,
    unpacked_candidate,
)
from pente_server.live.tv.ranking import Ranking
from pente_server.live.tv.tv import AWAY_AFTER, Tv
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance
from pente_server.store import StoreUnavailable
from pente_server.store.logs.log_marks import NO_MARKS

NO_DEVICE = DeviceId("")
START = Instant(1_000_000)
BLITZ = Fischer(Millis(300_000), Millis(0))


def a_player(name: str, kind: PlayerKind = PlayerKind.PERSON, rating: int | None = None) -> Identity:
    return Identity(PlayerId((name.encode().hex() + "0" * 32)[:32]), name, kind, rating)


ANNA, BORIS, CARLA = a_player("anna"), a_player("boris"), a_player("carla")
ROBOT, ANDROID = (a_player(name, PlayerKind.BOT) for name in ("robot", "android"))


def a_room(
    *players: Identity,
    options: Options = DEFAULT_OPTIONS,
    time: TimeControl = BLITZ,
    ruleset: str = "pente",
    at: int = START,
) -> Room:
    """A game that has just begun."""
    events: list[ev.Event] = [
        ev.Created(Instant(at), players[0], RULESETS[ruleset], time, options=options),
        *(ev.Joined(Instant(at), seat, player) for seat, player in enumerate(players)),
        ev.Started(Instant(at)),
    ]
    return replay(events)


@dataclass(eq=False)
class Viewer:
    """A session that follows TV. Mutable."""

    player: Identity
    heard: list[RoomId] = field(default_factory=list)
    device: DeviceId = NO_DEVICE
    right: Right = Right.ACCOUNT
    is_aside: bool = False
    is_anonymous: bool = False

    def send(self, frames: Frames) -> None:
        assert isinstance(frames, MessageFrames)
        message = frames._message
        assert isinstance(message, Featured)
        self.heard.append(message.room)

    def end(self, code: CloseCode, reason: str) -> None:
        raise AssertionError(reason)


class Scene:
    """TV at one node. Mutable."""

    def __init__(self) -> None:
        self.now = START
        self.missing: set[PlayerId] = set()
        self.viewers: dict[RoomId, int] = {}
        self.published: dict[RoomId, bytes] = {}
        self.tv = Tv(
            now=lambda: self.now,
            is_here=lambda _room, player: player not in self.missing,
            is_present=lambda _room, player: player not in self.missing,
            count_viewers=lambda room: self.viewers.get(room, 0),
            publish=self._publish,
            read=self._read,
        )

    def _publish(self, room: RoomId, body: bytes) -> None:
        self.published[room] = body

    async def _read(self) -> list[ListedRoom]:
        return []

    def move(self, name: str, room: Room) -> RoomId:
        """Something happened in a game."""
        id_ = RoomId(name.ljust(8, "-"))
        self.tv.advanced(Advance(id_, None, replace(room, active=self.now), (), (), NO_MARKS))
        return id_

    def wait(self, millis: int) -> None:
        self.now = Instant(self.now + millis)
        self.tv.sweep()


@pytest.fixture
def scene() -> Scene:
    return Scene()


def score(room: Room, viewers: int = 0, *calls: Call) -> int:
    moved = ev.Moved(START, 0, 0, Point(0), "", calls=calls)
    candidate = candidate_of(RoomId("room----"), room, (moved,), viewers)
    assert candidate is not None
    return candidate.score


def test_what_makes_a_game_worth_watching() -> None:
    bots, people = a_room(ROBOT, ANDROID), a_room(ANNA, BORIS)
    strong = a_room(a_player("anna", rating=1900), a_player("boris", rating=1900))
    assert score(bots) < score(a_room(ANNA, ROBOT)) < score(people) < score(strong)
    assert score(people) < score(people, 3) < score(people, 10) == score(people, 1000)
    assert score(people) < score(people, 0, Call.OPEN_TRIA) < score(people, 0, Call.OPEN_TESSERA)
    taken = replace(people, game=replace(people.game, position=replace(people.game.position, taken=(8, 0))))
    assert score(people) < score(taken)
    assert score(people) < score(
        replace(people, clock=replace(people.clock, remaining=(Millis(9000), Millis(300_000))))
    )


@pytest.mark.parametrize(
    "room",
    [
        a_room(ANNA, BORIS, options=Options(private=True)),
        a_room(ANNA, BORIS, options=Options(password_hash="hash")),
        a_room(ANNA, BORIS, options=Options(watch=WatchPolicy.INVITED)),
        a_room(ANNA, BORIS, time=PerMove(Millis(86_400_000))),
        replace(a_room(ANNA, BORIS), paused=START),
        replay([ev.Created(START, ANNA, RULESETS["pente"], BLITZ)]),
    ],
)
def test_what_is_never_on_tv(scene: Scene, room: Room) -> None:
    scene.move("room", room)
    assert scene.tv.follow(Viewer(CARLA)) is None


def test_the_best_game_is_featured_and_stays_until_it_is_dull(scene: Scene) -> None:
    viewer, late = Viewer(CARLA), Viewer(CARLA)
    assert scene.tv.follow(viewer) is None
    bots = scene.move("bots", a_room(ROBOT, ANDROID))
    assert viewer.heard == [bots]
    people = scene.move("people", a_room(ANNA, BORIS))
    assert scene.tv.follow(late) == bots  # the same for all, so that viewers meet
    scene.wait(DULL_AFTER - 1)
    scene.move("people", a_room(ANNA, BORIS))
    assert viewer.heard == [bots]
    scene.wait(1)
    assert viewer.heard == [bots, people]
    assert late.heard == [people]
    scene.wait(DULL_AFTER)
    assert scene.tv.follow(late) is None
    assert scene.published == {bots: b"", people: b""}


def test_a_game_that_begins_again_to_move_is_shown_again(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    scene.tv.follow(viewer)
    game = scene.move("game", a_room(ANNA, BORIS))
    scene.wait(DULL_AFTER)
    scene.move("game", a_room(ANNA, BORIS))
    assert viewer.heard == [game, game]


def test_the_end_of_a_game_moves_tv_on(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    first, second = scene.move("first", a_room(ANNA, BORIS)), scene.move("second", a_room(ROBOT, ANDROID))
    assert scene.tv.follow(viewer) == first
    scene.tv.lost(first, UnknownRoom(first))
    assert viewer.heard == [second]


def test_own_games_are_passed_over(scene: Scene) -> None:
    own = scene.move("own", a_room(ANNA, BORIS))
    assert scene.tv.follow(Viewer(ANNA)) is None
    assert scene.tv.follow(Viewer(CARLA)) == own
    other = scene.move("other", a_room(ROBOT, ANDROID))
    player = Viewer(ANNA)
    assert scene.tv.follow(player) == other
    assert scene.tv.follow(player, beside=other) == other
    assert scene.tv.follow(Viewer(CARLA)) == own


def test_a_game_comes_on_tv_with_its_last_player(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    scene.tv.follow(viewer)
    scene.missing.add(BORIS.id)
    game = scene.move("game", a_room(ANNA, BORIS))
    scene.tv.presence_changed(game)
    assert viewer.heard == []
    scene.missing.clear()
    scene.tv.presence_changed(game)
    assert viewer.heard == [game]


def test_a_game_leaves_tv_with_a_player_who_stays_away(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    first, second = scene.move("first", a_room(ANNA, BORIS)), scene.move("second", a_room(ROBOT, ANDROID))
    scene.tv.follow(viewer)
    scene.missing.add(BORIS.id)
    scene.tv.presence_changed(first)
    scene.wait(AWAY_AFTER - 1)
    assert viewer.heard == []
    scene.wait(1)
    assert viewer.heard == [second]


def test_a_player_who_is_back_in_time_leaves_nothing_behind(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    game = scene.move("game", a_room(ANNA, BORIS))
    scene.tv.follow(viewer)
    for missing in ({BORIS.id}, set[PlayerId]()):
        scene.missing = missing
        scene.tv.presence_changed(game)
    scene.wait(AWAY_AFTER)
    assert scene.tv.follow(viewer) == game


def test_channels_and_neighbours(scene: Scene) -> None:
    people = scene.move("people", a_room(ANNA, BORIS))
    bots = scene.move("bots", a_room(ROBOT, ANDROID, ruleset="keryo-pente"))
    viewer = Viewer(CARLA)
    for channel, room in ((BEST, people), (PEOPLE, people), (BOTS, bots), (TvChannel("keryo-pente"), bots)):
        assert scene.tv.follow(viewer, channel) == room
    assert scene.tv.follow(viewer, BEST, people) == bots
    assert scene.tv.follow(viewer, BEST, bots) == people
    assert scene.tv.follow(viewer, BEST, people, back=True) == bots
    assert scene.tv.follow(viewer, BOTS, people) == bots
    assert scene.tv.follow(viewer, TvChannel("gomoku"), people) is None


def test_what_other_nodes_tell(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    scene.tv.follow(viewer)
    there = candidate_of(RoomId("there---"), a_room(ANNA, BORIS))
    assert there is not None
    scene.tv.told("node", there.room, packed_candidate(there))
    scene.tv.told("node", RoomId("broken--"), b"\xc1")
    assert viewer.heard == [there.room]
    here = scene.move("here", a_room(ROBOT, ANDROID))
    scene.tv.told("node", there.room, b"")
    assert viewer.heard == [there.room, here]


def test_old_news_of_another_node_are_not_shown(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    scene.tv.follow(viewer)
    there = candidate_of(RoomId("there---"), a_room(ANNA, BORIS))
    assert there is not None
    scene.now = Instant(START + DULL_AFTER)
    scene.tv.told("node", there.room, packed_candidate(there))
    assert viewer.heard == []


def test_packed_and_unpacked() -> None:
    candidate = candidate_of(RoomId("there---"), a_room(ANNA, BORIS))
    assert candidate is not None
    assert unpacked_candidate(candidate.room, packed_candidate(candidate)) == candidate


def test_nothing_is_left_of_followers_and_games(scene: Scene) -> None:
    viewer = Viewer(CARLA)
    scene.tv.follow(viewer, PEOPLE)
    scene.move("game", a_room(ANNA, BORIS))
    scene.tv.leave(viewer)
    scene.tv.leave(viewer)
    scene.wait(DULL_AFTER)
    followers = scene.tv._followers
    assert not any((followers._tuned, followers._sessions, followers._channels))
    ranked = scene.tv._ranking
    assert not any((ranked._told, ranked._ranks))
    assert not scene.tv._featured


def test_the_ranking_is_bounded_and_keeps_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "MOST_RANKED", 3)
    ranks = Ranking()
    for number in (5, 1, 4, 2, 3, 0):
        ranks.put("here", Candidate(RoomId(f"room-{number}--"), number, START, (BEST,), ()))
    assert [each.score for each in ranks.best(BEST)] == [5, 4, 3]
    assert [ranks.is_ranked(RoomId(f"room-{number}--")) for number in range(6)] == [False] * 3 + [True] * 3
    for number in range(6):
        assert ranks.remove("here", RoomId(f"room-{number}--"))
    assert not ranks._ranks


def test_the_node_with_the_latest_move_knows_best() -> None:
    ranks, room = Ranking(), RoomId("room----")
    ranks.put("one", Candidate(room, 5, Instant(5), (BEST,), ()))
    ranks.put("two", Candidate(room, 3, Instant(3), (BEST,), ()))
    assert [each.score for each in ranks.best(BEST)] == [5]
    assert not ranks.remove("one", room)
    assert [each.score for each in ranks.best(BEST)] == [3]


async def test_a_store_that_is_away_at_the_start_is_asked_again(scene: Scene) -> None:
    reads = 0

    async def read() -> list[ListedRoom]:
        nonlocal reads
        reads += 1
        if reads == 1:
            raise StoreUnavailable("away")
        return []

    scene.tv._read = read
    with pytest.raises(StoreUnavailable):
        await scene.tv.begin()
    assert not scene.tv._is_read
    await scene.tv.begin()
    assert (scene.tv._is_read, reads) == (True, 2)
