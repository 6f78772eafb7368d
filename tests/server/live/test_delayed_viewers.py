"""Delayed viewers: what the hub keeps back from them, and what it does not."""

from hypothesis import given

from pente_core.clock.instant import Instant
from pente_core.room import NOTHING_DUE, Options, TurnDue, ViewerDelay, count_shown, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.codec import decode_server, encode_event
from pente_protocol.errors import CloseCode
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.rooms import Dismissed, Happened, RoomPresence, Synced
from pente_server.live.hub import Hub
from pente_server.live.listening.delayed_game import DelayedGame, LoggedEvent
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.presence.presence import Presence
from pente_server.rooms.loaded.room_log import MOST_MISSED
from pente_server.rooms.observer import Advance
from pente_server.store.logs.log_marks import NO_KEY, NO_MARKS
from pente_server.store.memory.store import MemoryStore
from tests.core.room.test_viewer_delay import DELAYS, STEPS, lived
from tests.server.live.test_hub import ROOM, Listening, a_hub
from tests.support.games.checkpoints import made_up_mark
from tests.support.games.room_scenario import ANN, BOB, CAT, DAN, EVE, Scene
from tests.support.waiting import until

TWO_MOVES = Options(viewer_delay=ViewerDelay(moves=2))
TEN_SECONDS = Options(viewer_delay=ViewerDelay(seconds=10))


class Ending(Listening):
    """A session that notes how it ended. Mutable."""

    ended: CloseCode | None = None

    def end(self, code: CloseCode, reason: str) -> None:
        assert reason
        self.ended = code


class Table:
    """A room, its hub, and who listens there from before the game. Mutable."""

    def __init__(self, options: Options, ruleset: str = "pente") -> None:
        store = MemoryStore()
        presence = Presence(store.presence, lambda _: None, lambda *_: None)
        self.scene = Scene(ruleset, options=options)
        self.hub = Hub(presence, BlockLists(store.accounts), lambda: self.scene.now)
        self.told = 0
        self.ann, self.bob, self.eve = Ending(ANN), Ending(BOB), Ending(EVE)
        for session in (self.ann, self.bob, self.eve):
            self.hub.enter(session)
            self.hub.attach(session, ROOM, self.scene.room)
        self.told = len(self.scene.log)
        self.scene.do(cmd.Join(), BOB)
        self.tell()

    def play(self, *points: str) -> None:
        for point in points:
            self.scene.play(point)
            self.tell()

    def tell(self) -> None:
        """Tell the hub what has happened since, one step."""
        log, before = self.scene.log, replay(self.scene.log[: self.told])
        events, self.told = log[self.told :], len(log)
        bodies = [encode_event(event) for event in events]
        marks = NO_MARKS.with_events([encode_event(event) for event in log], NO_KEY)
        self.hub.advanced(Advance(ROOM, before, self.scene.room, events, bodies, marks))


def heard(session: Listening) -> list[ServerMessage]:
    return [decode_server(frame) for frame in session.frames]


def versions(session: Listening) -> list[int]:
    return [message.version for message in heard(session) if isinstance(message, Happened)]


def events(session: Listening) -> list[tuple[int, Mark, ev.Event]]:
    return [(each.version, each.mark, each.event) for each in heard(session) if isinstance(each, Happened)]


def turns(session: Listening) -> dict[int, TurnDue]:
    """What is told of the turn, by version."""
    told = [each for each in heard(session) if isinstance(each, Happened)]
    return {each.version: TurnDue(each.to_act, each.left, each.choices) for each in told}


async def test_the_last_moves_are_kept_back_and_nothing_is_left_out() -> None:
    table = Table(TWO_MOVES)
    assert versions(table.eve) == [3, 4]  # the start is no secret
    table.play("K10", "L11")
    table.scene.do(cmd.Say("hm"), BOB)
    table.tell()
    assert versions(table.eve) == [3, 4]
    table.play("N10", "M12")
    assert versions(table.ann) == [3, 4, 5, 6, 7, 8, 9]
    assert versions(table.eve) == [3, 4, 5, 6, 7]
    table.scene.do(cmd.Resign(), BOB)
    table.tell()
    assert events(table.eve) == events(table.bob)
    assert table.hub.delayed(ROOM) is None


async def test_whose_turn_it_is_is_told_of_the_version_that_is_shown() -> None:
    table = Table(TWO_MOVES, "connect6")
    table.play("K10", "L11", "M12", "N10", "O10")
    assert turns(table.ann) == {
        3: NOTHING_DUE,
        4: (0, 1, ()),
        5: (1, 2, ()),
        6: (1, 1, ()),
        7: (0, 2, ()),
        8: (0, 1, ()),
        9: (1, 2, ()),
    }
    assert turns(table.eve) == {version: turn for version, turn in turns(table.ann).items() if version <= 7}
    table.scene.do(cmd.Resign(), ANN)
    table.tell()
    # of what is sent at once the last one tells it
    assert turns(table.eve)[9] == turns(table.eve)[10] == turns(table.ann)[10] == NOTHING_DUE


async def test_who_is_kicked_goes_at_once() -> None:
    for command in (cmd.Kick(EVE.id), cmd.Ban(EVE.id)):
        table = Table(TEN_SECONDS)
        table.play("K10")
        table.scene.do(command, ANN)
        table.tell()
        assert isinstance(heard(table.eve)[-1], Dismissed)
        assert versions(table.eve) == [3, 4]
        assert not table.hub.is_listening(table.eve, ROOM)
        assert table.hub.delayed(ROOM) is None


async def test_the_seats_are_those_that_viewers_know() -> None:
    table = Table(Options(viewer_delay=ViewerDelay(moves=20)), "d-pente")
    table.hub.detach(table.bob, ROOM)
    table.play("K10", "L10", "A1", "M10", "swap")
    assert table.scene.room.seats == (BOB, ANN)

    def present(session: Listening) -> list[tuple[bool, ...]]:
        return [message.present for message in heard(session) if isinstance(message, RoomPresence)][-1:]

    await until(lambda: present(table.ann) == [(False, True)])
    assert present(table.eve) == [(True, False)]


async def test_a_snapshot_for_one_viewer_is_of_what_they_know() -> None:
    table = Table(TWO_MOVES)
    table.play("K10", "L11", "N10")
    room = table.scene.room
    for session, turns in ((table.eve, 1), (table.ann, 3)):
        table.hub.resync(session, ROOM, room, heard_mark(table.ann))
        synced = heard(session)[-1]
        assert isinstance(synced, Synced)
        assert len(synced.snapshot.turns) == turns
        assert synced.mark == marks_heard(session)[synced.snapshot.version]


def heard_mark(session: Listening) -> Mark:
    return [*marks_heard(session).values()][-1]


def marks_heard(session: Listening) -> dict[int, Mark]:
    return {each.version: each.mark for each in heard(session) if isinstance(each, Happened)}


async def test_nothing_waits_once_nobody_watches() -> None:
    table = Table(TEN_SECONDS)
    table.play("K10")
    game = table.hub.delayed(ROOM)
    assert game is not None
    assert game.timer is not None
    timer = game.timer
    table.hub.leave(table.eve)
    assert timer.cancelled()
    assert table.hub.delayed(ROOM) is None
    table.play("L11")
    assert table.hub.delayed(ROOM) is None


async def test_another_history_is_read_anew_by_those_who_see_it_later() -> None:
    table = Table(TWO_MOVES)
    table.play("K10", "L11", "N10")
    shorter = replay(table.scene.log[:-1])
    table.hub.rolled_back(ROOM, shorter, Checkpoint(shorter.version, heard_mark(table.ann)))
    assert table.eve.ended is CloseCode.RESTART
    assert isinstance(heard(table.ann)[-1], Synced)
    assert not any(isinstance(message, Synced) for message in heard(table.eve))
    table.told -= 1
    table.tell()
    assert versions(table.ann)[-2:] == [7, 7]
    assert versions(table.eve) == [3, 4, 5]  # not what has happened since


async def test_who_gives_up_a_seat_just_before_the_game_sees_it_later() -> None:
    hub, ann, dan = a_hub(), Ending(ANN), Ending(DAN)
    scene = Scene({"base": "pente-casual", "sides": 3}, options=TWO_MOVES)
    scene.do(cmd.Join(), DAN)
    before, known = scene.room, len(scene.log)
    for session in (ann, dan):
        hub.enter(session)
        hub.attach(session, ROOM, before)
    scene.do(cmd.Leave(), DAN)
    scene.do(cmd.Join(), BOB)
    scene.do(cmd.Join(), EVE)
    scene.play("K10", "L11", "N10")
    events = scene.log[known:]
    bodies = [encode_event(event) for event in events]
    marks = NO_MARKS.with_events([encode_event(event) for event in scene.log], NO_KEY)
    hub.advanced(Advance(ROOM, before, scene.room, events, bodies, marks))
    assert versions(ann) == list(range(known + 1, len(scene.log) + 1))
    assert versions(dan) == list(range(known + 1, len(scene.log) - 1))


async def test_who_comes_when_all_may_be_known_is_not_sent_the_end_twice() -> None:
    table = Table(TEN_SECONDS)
    table.play("K10")
    table.scene.do(cmd.Resign(), BOB)
    table.tell()
    assert versions(table.eve) == [3, 4]
    table.scene.now = Instant(table.scene.now + 10_000)  # and the timer is a little late
    late = Ending(CAT)
    table.hub.enter(late)
    table.hub.attach(late, ROOM, table.scene.room)
    assert table.hub.delayed(ROOM) is None
    assert versions(table.eve) == [3, 4, 5, 6]
    assert versions(late) == []


async def test_who_is_far_behind_gets_a_snapshot_in_place_of_thousands_of_events() -> None:
    table = Table(TWO_MOVES)
    table.play("K10")
    for number in range(MOST_MISSED):
        table.scene.do(cmd.Say(f"line {number}"), EVE)
    table.tell()
    shown = table.scene.room.version
    table.play("L11", "N10")
    synced = heard(table.eve)[-1]
    assert isinstance(synced, Synced)
    assert (synced.snapshot.version, len(synced.snapshot.turns)) == (shown, 1)
    assert synced.mark == marks_heard(table.ann)[shown]
    assert versions(table.eve) == [3, 4]
    table.play("M12")
    assert versions(table.eve) == [3, 4, shown + 1]


@given(DELAYS, STEPS)
def test_step_by_step_viewers_learn_as_much_as_from_the_whole_log(
    delay: ViewerDelay, steps: list[tuple[str, int]]
) -> None:
    log = lived(delay, steps).log
    first = replay(log[:1])
    game = DelayedGame(first, made_up_mark(1))
    for version, event in enumerate(log[1:], 2):
        game.add([LoggedEvent(event, b"", made_up_mark(version))])
        game.take(event.at)
        assert game.room.version == 1 + count_shown(first, log[1:version], event.at)
        assert game.checkpoint == Checkpoint(game.room.version, made_up_mark(game.room.version))
