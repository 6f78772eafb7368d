"""The keeper alone, at moments that are arguments."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Reason, Refused, Room, create
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.value import replace
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_server.rooms.command_decider import OtherHistory, RoomCommand
from pente_server.rooms.keeper import Keeper, RoomToShow
from pente_server.rooms.loaded.room_log import CommandKey, RoomLogReader, UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.retention import BOT_GAMES_KEPT, CLOSED_ROOMS_KEPT
from pente_server.store import Commit, CommitResult, Conflict, Duplicate, Outage, RoomWakeup, StoreUnavailable
from pente_server.store.logs.log_marks import LogMarks
from pente_server.store.memory.store import MemoryDatabase, MemoryStore

ALICE, BOB = Identity(PlayerId("a" * 32), "alice"), Identity(PlayerId("b" * 32), "bob")
CAROL = Identity(PlayerId("c" * 32), "carol")
ROOM = RoomId("the-room")


class Scene(RoomObserver):
    """A keeper, the store behind it, and all that it has told. It is its own observer."""

    def __init__(self, memory: MemoryDatabase | None = None, store: MemoryStore | None = None) -> None:
        self.now = Instant(100_000)
        self.owed: list[Outage] = []
        self.is_serving = True
        self.wanted = True
        self.told_events: list[ev.Event] = []
        self.rollbacks: list[Checkpoint] = []
        self.seen = 0
        self.store = store or MemoryStore(memory)
        self.keeper = Keeper(
            self.store,
            self,
            is_wanted=lambda _: self.wanted,
            now=lambda: self.now,
            outages=lambda: self.owed,
            is_serving=lambda: self.is_serving,
        )

    def advanced(self, advance: Advance) -> None:
        self.told_events += advance.events

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:
        self.told_events.clear()
        self.rollbacks.append(checkpoint)

    async def game(self, time: str = "1+0") -> None:
        """A game that begins now."""
        control = parse_time_control(time)
        events = create(RULESETS["freestyle"], control, by=ALICE, now=self.now)
        await self.keeper.create(ROOM, events, "create")
        await self.keeper.act(RoomCommand(ROOM, cmd.Join(), BOB, CommandKey("join")))

    async def play(self, by: Identity, point: int) -> int:
        return await self.keeper.act(
            RoomCommand(ROOM, cmd.Play(Point(point)), by, CommandKey(f"{by.name} {point}"))
        )

    async def left(self) -> tuple[int, ...]:
        room = await self.keeper.current(ROOM)
        return room.clock.remaining_at(self.now)

    def forgiven(self) -> int:
        return sum(isinstance(event, ev.OutageCredited) for event in self.told_events)


@pytest.fixture
def scene() -> Scene:
    return Scene()


class TestAmends:
    async def test_an_outage_is_not_charged_nor_the_time_to_return(self, scene: Scene) -> None:
        await scene.game()
        scene.owed = [Outage(Instant(101_000), Instant(190_000))]
        scene.now = Instant(191_500)
        await scene.play(ALICE, 0)

        assert await scene.left() == (59_000, 60_000)
        scene.now = Instant(193_000)
        assert await scene.left() == (59_000, 59_000)
        await scene.play(BOB, 1)
        assert scene.forgiven() == 1

    @pytest.mark.parametrize("back_at", [111_600, 112_300])
    async def test_a_second_one_soon_after_it_gives_time_to_return_again(
        self, scene: Scene, back_at: int
    ) -> None:
        await scene.game()
        scene.owed = [Outage(Instant(101_000), Instant(110_000))]
        scene.now = Instant(110_100)
        await scene.play(ALICE, 0)
        scene.owed.append(Outage(Instant(110_200), Instant(111_500)))
        scene.now = Instant(back_at)
        await scene.play(BOB, 1)

        scene.now = Instant(113_500)
        assert await scene.left() == (59_000, 60_000)
        assert scene.forgiven() == 2

    async def test_what_began_after_it_is_not_concerned(self, scene: Scene) -> None:
        scene.owed = [Outage(Instant(90_000), Instant(99_500))]
        await scene.game()
        scene.now = Instant(101_000)
        await scene.play(ALICE, 0)

        assert await scene.left() == (59_000, 60_000)
        assert scene.forgiven() == 0

    @pytest.mark.usefixtures("no_first_moves_due")
    async def test_a_flag_does_not_fall_for_it(self, scene: Scene) -> None:
        await scene.game()
        scene.owed = [Outage(Instant(150_000), Instant(250_000))]
        scene.now = Instant(251_000)
        await scene.keeper.tick(ROOM)
        await scene.play(ALICE, 0)
        assert await scene.left() == (10_000, 60_000)

    @pytest.mark.parametrize("time", ["-"])
    async def test_without_a_clock_there_is_nothing_to_forgive(self, scene: Scene, time: str) -> None:
        await scene.game(time)
        scene.owed = [Outage(Instant(101_000), Instant(190_000))]
        scene.now = Instant(191_000)
        await scene.keeper.credits.apply_everywhere()
        await scene.play(ALICE, 0)
        assert scene.forgiven() == 0

    async def test_all_rooms_are_made_good_once_by_whichever_node(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(memory)
        await here.game()
        for scene in (here, there):
            scene.owed = [Outage(Instant(101_000), Instant(190_000))]
            scene.now = Instant(191_000)
            await scene.keeper.credits.apply_everywhere()
        await here.keeper.follower.refresh()

        assert await here.left() == await there.left() == (59_000, 60_000)
        assert here.forgiven() == 1


class TestConcurrency:
    async def test_a_refusal_on_an_old_state_is_decided_again(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(memory)
        await here.game()
        await there.keeper.current(ROOM)
        await here.play(ALICE, 0)
        assert await there.play(BOB, 1) == 6

    async def test_of_two_decisions_on_the_same_state_one_is_decided_again(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(memory)
        await here.game()
        await there.keeper.current(ROOM)
        await here.keeper.act(RoomCommand(ROOM, cmd.Say("hello"), ALICE, CommandKey("hello")))
        assert await there.keeper.act(RoomCommand(ROOM, cmd.Say("hi"), BOB, CommandKey("hi"))) == 6
        with pytest.raises(Refused, match="turn"):
            await there.play(BOB, 1)

    async def test_a_room_that_is_always_taken_is_given_up(self) -> None:
        class Taken(MemoryStore):
            def write(self, change: Commit) -> CommitResult:
                return super().write(change) if change.expected < 4 else Conflict(change.expected)

        scene = Scene(store=Taken())
        await scene.game()
        with pytest.raises(StoreUnavailable, match="busy"):
            await scene.play(ALICE, 0)

    async def test_nothing_is_decided_while_not_serving(self, scene: Scene) -> None:
        await scene.game()
        scene.is_serving = False
        scene.now = Instant(300_000)
        with pytest.raises(StoreUnavailable):
            await scene.play(ALICE, 0)
        with pytest.raises(StoreUnavailable):
            await scene.keeper.tick(ROOM)

    async def test_the_same_command_gets_the_same_answer(self, scene: Scene) -> None:
        await scene.game()
        first = await scene.play(ALICE, 0)
        await scene.play(BOB, 1)
        assert await scene.play(ALICE, 0) == first
        scene.now = Instant(300_000)
        for _ in range(2):
            with pytest.raises(Refused) as caught:
                await scene.play(ALICE, 2)
            assert caught.value.reason is Reason.TOO_LATE
        assert await scene.play(ALICE, 0) == first
        with pytest.raises(Refused) as caught:
            await scene.play(BOB, 3)
        assert caught.value.reason is Reason.GAME_OVER

    @pytest.mark.usefixtures("no_first_moves_due")
    async def test_a_game_aborted_after_a_flag_fell_is_aborted_again_when_that_is_sent_again(
        self, scene: Scene
    ) -> None:
        rules, control = ruleset_from({"base": "pente-casual", "sides": 3}), parse_time_control("1+0")
        events = create(rules, control, by=ALICE, now=scene.now, seat=0)
        await scene.keeper.create(ROOM, events, "create")
        for player in (BOB, CAROL):
            await scene.keeper.act(RoomCommand(ROOM, cmd.Join(), player, CommandKey(f"{player.name} joins")))
        scene.now = Instant(scene.now + 60_000)
        await scene.keeper.tick(ROOM)

        first = await scene.keeper.act(RoomCommand(ROOM, cmd.Abort(), BOB, CommandKey("abort")))
        assert await scene.keeper.act(RoomCommand(ROOM, cmd.Abort(), BOB, CommandKey("abort"))) == first


class TestDoubt:
    """Two nodes on one store, which was rolled back under them; both had read what was lost."""

    async def two(self) -> tuple[Scene, Scene]:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(memory)
        await here.game()
        await here.play(ALICE, 0)
        await there.keeper.current(ROOM)
        memory.logs[ROOM].pop()
        for scene in (here, there):
            scene.keeper.follower.doubt()
        return here, there

    async def test_a_room_is_compared_before_anything_is_committed_to_it(self) -> None:
        here, there = await self.two()
        await there.play(ALICE, 5)

        await here.play(BOB, 6)

        kept = await there.keeper.current(ROOM)
        assert len(kept.game.turns) == 2
        assert here.keeper.known(ROOM) == kept

    async def test_a_wakeup_on_top_of_what_was_lost_is_not_applied(self) -> None:
        here, there = await self.two()
        await there.play(ALICE, 5)
        await there.play(BOB, 6)

        await here.keeper.follower.handle_wakeup(
            RoomWakeup(ROOM, first=4, events=tuple(here.store._memory.logs[ROOM][3:]))
        )

        assert here.keeper.known(ROOM) == there.keeper.known(ROOM)

    async def test_a_room_that_was_being_read_is_compared_too(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(store=(store := Waiting(memory)))
        await here.game()
        await here.play(ALICE, 0)
        store.let_go.clear()
        playing = asyncio.create_task(there.play(BOB, 6))
        await store.asked.wait()

        memory.logs[ROOM].pop()
        for scene in (here, there):
            scene.keeper.follower.doubt()
        await here.play(ALICE, 5)
        store.let_go.set()
        await playing

        assert there.keeper.known(ROOM) == await here.keeper.current(ROOM)

    async def test_a_room_stays_doubtful_until_it_could_be_compared(self) -> None:
        here, there = await self.two()
        await there.play(ALICE, 5)
        read = here.store.read

        async def away(room: RoomId, since: int) -> Sequence[bytes]:
            raise StoreUnavailable("away")

        here.store.read = away  # type: ignore[method-assign]
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await here.play(BOB, 6)
        here.store.read = read  # type: ignore[method-assign]
        await here.play(BOB, 6)

        assert here.keeper.known(ROOM) == await there.keeper.current(ROOM)


class TestKeeping:
    async def test_what_nobody_wants_is_not_kept(self, scene: Scene) -> None:
        scene.wanted = False
        await scene.game()
        await scene.play(ALICE, 0)
        assert len(scene.keeper) == 0
        scene.wanted = True
        await scene.play(BOB, 1)
        assert len(scene.keeper) == 1
        scene.keeper.release(ROOM)
        assert scene.keeper.known(ROOM) is not None

    async def test_what_many_ask_for_at_once_is_read_once(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(store=(store := Waiting(memory)))
        await here.game()
        store.let_go.clear()
        asking = [asyncio.create_task(there.keeper.current(ROOM)) for _ in range(50)]
        await store.asked.wait()
        store.let_go.set()
        rooms = await asyncio.gather(*asking)

        assert set(rooms) == {await here.keeper.current(ROOM)}
        assert store.whole_logs == 1

    async def test_who_reads_first_may_go_away(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(store=(store := Waiting(memory)))
        await here.game()
        store.let_go.clear()
        first, second = (asyncio.create_task(there.keeper.current(ROOM)) for _ in range(2))
        await store.asked.wait()
        first.cancel()
        store.let_go.set()

        assert await second == await here.keeper.current(ROOM)

    async def test_a_room_that_comes_while_others_look_for_it_in_vain_is_found(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(store=(store := Waiting(memory)))
        store.let_go.clear()
        early = asyncio.create_task(there.keeper.current(ROOM))
        await store.asked.wait()
        await here.game()
        late = asyncio.create_task(there.keeper.current(ROOM))
        await asyncio.sleep(0)
        store.let_go.set()

        with pytest.raises(UnknownRoom):
            await early
        assert await late == await here.keeper.current(ROOM)

    async def test_a_room_is_kept_for_who_uses_it_twice(self) -> None:
        memory = MemoryDatabase()
        here, there = Scene(memory), Scene(store=(store := Waiting(memory)))
        await here.game()
        there.wanted = False

        with there.keeper.keeping(ROOM):
            for _ in range(2):
                await there.keeper.current(ROOM)

        assert store.whole_logs == 1
        assert len(there.keeper) == 0

    async def test_a_room_that_is_gone_is_unknown(self, scene: Scene) -> None:
        await scene.game()
        await scene.keeper.current(ROOM)
        memory = scene.store._memory
        memory.logs.clear()
        memory.commands.clear()
        with pytest.raises(UnknownRoom):
            await scene.play(ALICE, 0)

    async def test_logs_are_kept_as_long_as_somebody_may_want_them(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[object] = []
        write = MemoryStore.write

        def noting(store: MemoryStore, change: Commit) -> CommitResult:
            asked.append(change.expires_after if change.is_over else "live")
            return write(store, change)

        monkeypatch.setattr(MemoryStore, "write", noting)
        await scene.game()
        await scene.keeper.act(RoomCommand(ROOM, cmd.Resign(), ALICE, CommandKey("resign")))
        await scene.keeper.act(RoomCommand(ROOM, cmd.Say("well"), BOB, CommandKey("say")))
        waiting = create(RULESETS["pente"], parse_time_control("-"), by=BOB, now=scene.now)
        await scene.keeper.create(RoomId("waiting-"), waiting, "create")
        scene.now = Instant(scene.now + 10**9)
        await scene.keeper.tick(RoomId("waiting-"))

        assert asked == ["live", "live", None, None, "live", CLOSED_ROOMS_KEPT]
        assert BOT_GAMES_KEPT > CLOSED_ROOMS_KEPT


class Waiting(MemoryStore):
    """A store whose answers to reads wait until they are let go. Mutable."""

    def __init__(self, memory: MemoryDatabase) -> None:
        super().__init__(memory)
        self.asked, self.let_go = asyncio.Event(), asyncio.Event()
        self.let_go.set()
        self.whole_logs = 0
        """How many logs were read from the beginning."""

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        answer = await super().read(room, since)
        self.whole_logs += since == 0
        self.asked.set()
        await self.let_go.wait()
        return answer


async def test_news_that_comes_while_somebody_begins_to_watch_is_told() -> None:
    memory = MemoryDatabase()
    here, there = Scene(memory), Scene(store=(store := Waiting(memory)))
    await here.game()
    await there.keeper.current(ROOM)
    there.wanted = False
    store.asked.clear()
    store.let_go.clear()

    def begin_to_watch(shown: RoomToShow) -> None:
        there.wanted = True
        there.seen = shown.room.version

    watching = asyncio.create_task(there.keeper.show(ROOM, None, begin_to_watch))
    await store.asked.wait()
    version = await here.play(ALICE, 0)
    (move,) = await here.store.read(ROOM, version - 1)
    hearing = asyncio.create_task(there.keeper.follower.handle_wakeup(RoomWakeup(ROOM, version, (move,))))
    await asyncio.sleep(0)
    store.let_go.set()
    await asyncio.gather(watching, hearing)

    assert there.seen == version - 1
    assert [type(event) for event in there.told_events] == [ev.Moved]


async def test_a_move_on_what_only_another_node_has_seen_is_played() -> None:
    memory = MemoryDatabase()
    here, elsewhere = Scene(memory), Scene(memory)
    await here.game()
    await elsewhere.keeper.current(ROOM)
    seen = await here.play(ALICE, 0)
    base = here.keeper.checkpoint(ROOM)
    assert base is not None
    here_too = elsewhere.keeper.act(RoomCommand(ROOM, cmd.Play(Point(1)), BOB, CommandKey("bob"), base=base))
    assert await here_too == seen + 1
    with pytest.raises(Refused) as refused:
        await here.keeper.act(
            RoomCommand(
                ROOM, cmd.Play(Point(2)), ALICE, CommandKey("alice"), base=replace(base, version=seen + 2)
            )
        )
    assert refused.value.reason is Reason.OTHER_HISTORY


async def test_a_command_on_another_history_is_refused_unless_it_is_chat(scene: Scene) -> None:
    await scene.game()
    seen = await scene.play(ALICE, 0)
    base = Checkpoint(seen, Mark("f" * 16))
    for command in (cmd.Play(Point(1)), cmd.Resign()):
        with pytest.raises(OtherHistory):
            await scene.keeper.act(RoomCommand(ROOM, command, BOB, CommandKey(repr(command)), base=base))
    known = scene.keeper.checkpoint(ROOM)
    assert known is not None
    assert known.version == seen
    await scene.keeper.act(RoomCommand(ROOM, cmd.Say("hello"), BOB, CommandKey("say"), base=base))
    await scene.keeper.act(RoomCommand(ROOM, cmd.Play(Point(1)), BOB, CommandKey("play"), base=known))


async def test_a_command_is_not_committed_to_another_history_of_the_same_length() -> None:
    """A backup is restored and goes on elsewhere, up to the version that a node has in memory."""
    memory = MemoryDatabase()
    here, there = Scene(memory), Scene(memory)
    await here.game()
    await there.keeper.current(ROOM)
    backup = copy_of_room(memory)
    await here.play(ALICE, 0)
    put_back(memory, backup)
    elsewhere = Scene(memory)
    await elsewhere.play(ALICE, 7)
    theirs = here.keeper.checkpoint(ROOM)

    with pytest.raises(Refused):
        await here.keeper.act(RoomCommand(ROOM, cmd.Play(Point(1)), BOB, CommandKey("bob"), base=theirs))

    assert (await here.keeper.current(ROOM)).game.turns == (Point(7),)
    assert here.keeper.checkpoint(ROOM) == elsewhere.keeper.checkpoint(ROOM) != theirs
    await here.play(BOB, 1)


@pytest.mark.parametrize("stored", [None, Checkpoint(2, Mark("0" * 16)), Checkpoint(3, Mark("f" * 16))])
async def test_a_room_from_before_there_were_marks_gets_one_at_the_next_commit(
    stored: Checkpoint | None,
) -> None:
    memory = MemoryDatabase()
    old = Scene(memory)
    await old.game()
    memory.marks.pop(ROOM)
    if stored is not None:
        memory.marks[ROOM] = stored
    nodes = [Scene(memory), Scene(memory)]
    for node in nodes:
        await node.keeper.current(ROOM)

    await asyncio.gather(
        nodes[0].play(ALICE, 0), nodes[1].keeper.act(RoomCommand(ROOM, cmd.Say("hi"), BOB, CommandKey("hi")))
    )

    rooms = [await node.keeper.current(ROOM) for node in nodes]
    assert rooms[0] == rooms[1]
    assert {node.keeper.checkpoint(ROOM) for node in nodes} == {memory.marks[ROOM]}
    assert not [node for node in (old, *nodes) if node.rollbacks]


async def test_news_of_another_history_is_not_applied() -> None:
    memory = MemoryDatabase()
    here = Scene(memory)
    await here.game()
    backup = copy_of_room(memory)
    await here.play(ALICE, 0)
    put_back(memory, backup)
    there = Scene(memory)
    await there.play(ALICE, 7)
    version = await there.play(BOB, 8)
    body = (await there.store.read(ROOM, version - 1))[0]
    checkpoint = there.keeper.checkpoint(ROOM)
    assert checkpoint is not None

    await here.keeper.follower.handle_wakeup(RoomWakeup(ROOM, version, (body,), checkpoint.mark))

    assert here.rollbacks == [checkpoint]
    assert here.keeper.known(ROOM) == there.keeper.known(ROOM)


def copy_of_room(memory: MemoryDatabase) -> tuple[list[bytes], dict[str, Duplicate], Checkpoint]:
    return list(memory.logs[ROOM]), dict(memory.commands[ROOM]), memory.marks[ROOM]


def put_back(memory: MemoryDatabase, backup: tuple[list[bytes], dict[str, Duplicate], Checkpoint]) -> None:
    memory.logs[ROOM], memory.commands[ROOM], memory.marks[ROOM] = backup


@pytest.mark.parametrize(
    ("part", "name", "broken"),
    [
        (MemoryStore, "_has_mark", lambda store, change: True),
        (
            RoomLogReader,
            "marks",
            lambda log, before, bodies: LogMarks(before.version + len(bodies), bytes(80)),
        ),
    ],
)
async def test_a_part_that_compares_no_marks_is_caught(
    monkeypatch: pytest.MonkeyPatch, part: type, name: str, broken: Callable[..., object]
) -> None:
    monkeypatch.setattr(part, name, broken)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await test_a_command_is_not_committed_to_another_history_of_the_same_length()


async def test_who_knows_another_history_gets_no_events(scene: Scene) -> None:
    await scene.game()
    base = scene.keeper.checkpoint(ROOM)
    assert base is not None
    await scene.play(ALICE, 0)
    shown = list[RoomToShow]()

    await scene.keeper.show(ROOM, base, shown.append)
    await scene.keeper.show(ROOM, replace(base, mark=Mark("f" * 16)), shown.append)
    await scene.keeper.show(ROOM, scene.keeper.checkpoint(ROOM), shown.append)

    known, other, current = (room.missed for room in shown)
    assert [type(event) for event in known or ()] == [ev.Moved]
    assert other is None
    assert current == ()
