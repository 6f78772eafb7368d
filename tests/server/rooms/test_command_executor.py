"""Commands in rooms: decided at once where nothing has to be waited for, and in the order of asking."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Reason, Refused
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_server.rooms.command_decider import CommandResult, RoomCommand
from pente_server.rooms.loaded.room_log import CommandKey, DamagedRoom, UnknownRoom
from pente_server.rooms.observer import Advance
from pente_server.store import Commit, CommitAnswer, DamagedKey, Outage, StoreUnavailable
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.server.rooms.test_keeper import ALICE, BOB, ROOM, Scene
from tests.support.waiting import until

OTHER = RoomId("other-room")


class HeldStore(MemoryStore):
    """A store whose answers to commits can be held back, or replaced by an error. Mutable."""

    def __init__(self, memory: MemoryDatabase | None = None) -> None:
        super().__init__(memory)
        self.is_holding = False
        self.error: StoreUnavailable | DamagedKey | None = None
        self.held: list[Callable[[], None]] = []

    def submit(self, change: Commit, answered: Callable[[CommitAnswer], None]) -> None:
        if self.error is not None:
            asyncio.get_running_loop().call_soon(answered, self.error)
        elif self.is_holding:
            self.held.append(partial(super().submit, change, answered))
        else:
            super().submit(change, answered)

    def let_go(self) -> None:
        """Carry out the commits that were held back, and hold back no more."""
        self.is_holding = False
        held, self.held = self.held, []
        for submit in held:
            submit()


class Place(Scene):
    """A game in a loaded room, on a store that can be held up. Mutable."""

    def __init__(self, memory: MemoryDatabase | None = None) -> None:
        self.held = HeldStore(memory)
        super().__init__(store=self.held)
        self.results: list[CommandResult] = []
        self.react: Callable[[], object] = lambda: None
        """What else it does when the room has advanced, or is lost."""

    def advanced(self, advance: Advance) -> None:
        super().advanced(advance)
        self.react()

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:
        self.react()

    def begin(self, by: object, point: int, *, room: RoomId = ROOM, id_: str = "") -> None:
        """Ask for a move; its result is the next of ``results``."""
        identity = ALICE if by is ALICE else BOB
        self.keeper.commands.begin(
            RoomCommand(
                room, cmd.Play(Point(point)), identity, CommandKey(id_ or f"{identity.name} {point}")
            ),
            self.results.append,
        )

    def chat(self, text: str) -> None:
        self.keeper.commands.begin(
            RoomCommand(ROOM, cmd.Say(text), ALICE, CommandKey(text)), self.results.append
        )

    async def next_result(self) -> CommandResult:
        await until(lambda: bool(self.results))
        return self.results.pop(0)

    def said(self) -> list[str]:
        return [event.text for event in self.told_events if isinstance(event, ev.Said)]


@pytest.fixture
async def place() -> Place:
    place = Place()
    await place.game()
    return place


class TestAnIdleRoom:
    async def test_a_command_is_decided_at_once_and_without_a_task(self, place: Place) -> None:
        place.held.is_holding = True
        before = asyncio.all_tasks()

        place.begin(ALICE, 0)

        assert len(place.held.held) == 1
        assert asyncio.all_tasks() == before
        place.held.let_go()
        assert await place.next_result() == 5
        assert asyncio.all_tasks() == before

    async def test_observers_hear_of_it_before_the_player_is_answered(self, place: Place) -> None:
        order: list[str] = []
        place.react = lambda: order.append("told")
        place.keeper.commands.begin(
            RoomCommand(ROOM, cmd.Say("hi"), BOB, CommandKey("hi")), lambda _: order.append("answered")
        )
        await until(lambda: len(order) == 2)
        assert order == ["told", "answered"]

    async def test_the_room_may_be_used_again_when_the_player_is_answered(self, place: Place) -> None:
        results: list[CommandResult] = []

        def answer_with_a_move(result: CommandResult) -> None:
            results.append(result)
            place.begin(BOB, 1)

        place.keeper.commands.begin(
            RoomCommand(ROOM, cmd.Play(Point(0)), ALICE, CommandKey("a")), answer_with_a_move
        )
        assert await place.next_result() == 6
        assert results == [5]

    async def test_a_refusal_is_answered_after_the_store_was_asked(self, place: Place) -> None:
        place.begin(BOB, 0)
        assert not place.results
        assert isinstance(refusal := await place.next_result(), Refused)
        assert refusal.reason is Reason.NOT_YOUR_TURN
        place.begin(ALICE, 0)
        assert await place.next_result() == 5

    async def test_a_command_that_comes_again_gets_its_first_answer(self, place: Place) -> None:
        place.begin(ALICE, 0)
        place.begin(ALICE, 0)
        assert [await place.next_result(), await place.next_result()] == [5, 5]
        place.chat("hello")
        place.chat("hello")
        assert [await place.next_result(), await place.next_result()] == [6, 6]

    async def test_a_move_after_the_flag_fell_is_too_late(self, place: Place) -> None:
        place.now = Instant(300_000)
        place.begin(ALICE, 0)
        assert isinstance(refusal := await place.next_result(), Refused)
        assert refusal.reason is Reason.TOO_LATE

    async def test_a_bug_in_the_rules_does_not_keep_the_room(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(place.keeper.commands, "_decide", lambda *_: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                place.begin(ALICE, 0)
        place.begin(ALICE, 0)
        assert [await place.next_result()] == [5]


class TestSlowCases:
    async def test_a_room_that_is_not_loaded(self, place: Place) -> None:
        place.keeper.forget()
        place.begin(ALICE, 0)
        assert await place.next_result() == 5
        place.begin(BOB, 0, room=RoomId("nowhere"))
        assert isinstance(await place.next_result(), UnknownRoom)

    async def test_an_outage_is_credited_first(self, place: Place) -> None:
        place.owed = [Outage(Instant(101_000), Instant(190_000))]
        place.now = Instant(191_500)
        place.begin(ALICE, 0)
        assert await place.next_result() == 6
        assert await place.left() == (59_000, 60_000)

    async def test_nothing_is_decided_while_not_serving(self, place: Place) -> None:
        place.is_serving = False
        place.begin(ALICE, 0)
        assert isinstance(await place.next_result(), StoreUnavailable)
        assert place.keeper.known(ROOM) == await place.keeper.current(ROOM)

    async def test_a_room_that_another_node_has_changed(self) -> None:
        memory = MemoryDatabase()
        here, there = Place(memory), Place(memory)
        await here.game()
        await there.keeper.current(ROOM)
        await here.play(ALICE, 0)
        there.chat("hi")
        assert await there.next_result() == 6
        here.begin(BOB, 1)
        assert await here.next_result() == 7
        assert here.keeper.known(ROOM) == await there.keeper.current(ROOM)

    async def test_a_commit_whose_answer_was_lost(self, place: Place) -> None:
        """The player sends the command again, and this node does not know yet that it was carried out."""
        place.held.is_holding = True
        place.chat("hello")
        (held,) = place.held.held
        place.held.held.clear()
        change = held.args[0]  # type: ignore[attr-defined]
        place.held.write(change)
        held.args[1](StoreUnavailable("no answer"))  # type: ignore[attr-defined]
        assert isinstance(await place.next_result(), StoreUnavailable)
        assert len(place.keeper._recorder.unconfirmed) == 1

        place.held.is_holding = False
        place.chat("hello")
        assert await place.next_result() == 5
        assert place.said() == ["hello"]

    async def test_a_store_that_has_lost_events(self, place: Place) -> None:
        await place.play(ALICE, 0)
        memory = place.store._memory
        memory.logs[ROOM].pop()
        memory.commands[ROOM].clear()
        place.begin(BOB, 1)
        assert isinstance(await place.next_result(), Refused)  # it is the other's turn again
        place.begin(ALICE, 5)
        assert await place.next_result() == 5

    async def test_a_damaged_room(self, place: Place) -> None:
        lost: list[bool] = []
        place.react = lambda: lost.append(True)
        place.held.error = DamagedKey("of another type")
        place.begin(ALICE, 0)
        assert isinstance(await place.next_result(), DamagedRoom)
        assert len(lost) == 1


class TestOrder:
    async def test_first_come_first_served_whichever_way_they_come(self, place: Place) -> None:
        place.held.is_holding = True
        said: list[str] = []

        async def act(text: str) -> None:
            await place.keeper.act(RoomCommand(ROOM, cmd.Say(text), ALICE, CommandKey(text)))

        async def look(text: str) -> None:
            await place.keeper.show(ROOM, None, lambda shown: said.append(f"{text} {shown.room.version}"))

        tasks = []
        place.chat("1")
        for n, ask in enumerate((act, None, look, act, None, look, None)):
            if ask is None:
                place.chat(f"{n + 2}")
            else:
                tasks.append(asyncio.create_task(ask(f"{n + 2}")))
                await asyncio.sleep(0)
        place.held.let_go()
        await asyncio.gather(*tasks)
        for _ in range(4):
            assert isinstance(await place.next_result(), int)

        assert place.said() == ["1", "2", "3", "5", "6", "8"]
        assert said == ["4 7", "7 9"]

    async def test_one_who_comes_when_the_turn_of_another_has_come_does_not_go_first(
        self, place: Place
    ) -> None:
        place.held.is_holding = True
        place.keeper.commands.begin(
            RoomCommand(ROOM, cmd.Say("first"), ALICE, CommandKey("first")), lambda _: place.chat("third")
        )
        place.chat("second")
        place.held.let_go()
        assert [await place.next_result(), await place.next_result()] == [6, 7]
        assert place.said() == ["first", "second", "third"]

    async def test_rooms_do_not_wait_for_each_other(self, place: Place) -> None:
        await place.keeper.create(OTHER, await _log_of(place), "create")
        await place.keeper.current(OTHER)
        place.held.is_holding = True
        place.chat("held")
        place.begin(ALICE, 0, room=OTHER)
        assert len(place.held.held) == 2


class TestCancellation:
    async def test_what_was_handed_to_the_store_counts(self, place: Place) -> None:
        place.held.is_holding = True
        asking = asyncio.create_task(place.play(ALICE, 0))
        await until(lambda: bool(place.held.held))
        asking.cancel()
        await asyncio.wait({asking})
        place.begin(BOB, 1)  # waits for its turn: the room is not free before the store has answered
        assert len(place.held.held) == 1
        place.held.let_go()
        assert await place.next_result() == 6
        assert len(place.told_events) == 6
        assert not place.keeper._recorder.unconfirmed

    async def test_a_credit_whose_caller_is_cancelled_counts_too(self, place: Place) -> None:
        place.owed = [Outage(Instant(101_000), Instant(190_000))]
        place.now = Instant(191_500)
        place.held.is_holding = True
        crediting = asyncio.create_task(place.keeper.credits.apply_everywhere())
        await until(lambda: bool(place.held.held))
        crediting.cancel()
        await asyncio.wait({crediting})
        place.begin(ALICE, 0)
        place.held.let_go()
        assert await place.next_result() == 6
        assert place.forgiven() == 1

    async def test_those_who_wait_and_go_away_are_passed_over(self, place: Place) -> None:
        place.held.is_holding = True
        place.chat("first")
        waiting = [asyncio.create_task(place.keeper.current(ROOM)) for _ in range(3)]
        await asyncio.sleep(0)
        place.chat("second")
        for task in waiting:
            task.cancel()
        place.held.let_go()
        await asyncio.wait(waiting)
        assert [await place.next_result(), await place.next_result()] == [5, 6]

    async def test_one_who_goes_away_just_when_the_turn_has_come_gives_it_on(self, place: Place) -> None:
        place.held.is_holding = True

        def go_away(_: CommandResult) -> None:
            waiting.cancel()

        place.keeper.commands.begin(RoomCommand(ROOM, cmd.Say("first"), ALICE, CommandKey("first")), go_away)
        waiting = asyncio.create_task(place.keeper.current(ROOM))
        await asyncio.sleep(0)
        place.chat("second")
        place.held.let_go()
        assert await place.next_result() == 6
        assert waiting.cancelled()

    async def test_a_command_that_waits_when_the_node_stops_is_answered(self, place: Place) -> None:
        place.held.is_holding = True
        place.chat("first")
        place.chat("second")
        await asyncio.sleep(0)
        for task in place.keeper.commands.tasks:
            task.cancel()
        assert isinstance(await place.next_result(), StoreUnavailable)


class TestBugsInObservers:
    async def test_they_are_logged_and_stop_nobody(
        self, place: Place, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken() -> None:
            if len(place.told_events) == 5:
                raise ZeroDivisionError

        await place.keeper.create(OTHER, await _log_of(place), "create")
        place.told_events[:] = place.told_events[:4]
        place.react = broken
        place.begin(ALICE, 0)
        place.begin(ALICE, 0, room=OTHER)
        place.begin(BOB, 1)
        assert sorted([await place.next_result() for _ in range(3)], key=str) == [5, 5, 6]
        assert f"an observer of room {ROOM} failed" in caplog.text

    async def test_nor_when_a_room_is_lost(self, place: Place, caplog: pytest.LogCaptureFixture) -> None:
        place.react = lambda: 1 // 0
        place.held.error = DamagedKey("of another type")
        place.begin(ALICE, 0)
        place.begin(ALICE, 0)
        assert [type(await place.next_result()) for _ in range(2)] == [DamagedRoom] * 2
        assert f"an observer of room {ROOM} failed" in caplog.text


async def test_an_unknown_commit_is_found_out_later(place: Place) -> None:
    place.held.error = StoreUnavailable("away")
    place.begin(ALICE, 0)
    assert await place.next_result() is place.held.error
    place.held.error = None
    await place.keeper.follower.check_unconfirmed()
    place.begin(ALICE, 0)
    assert await place.next_result() == 5


async def _log_of(place: Place) -> tuple[ev.Event, ...]:
    """The events of the room so far, for another like it."""
    bodies = await place.store.read(ROOM, 0)
    return place.keeper.room_log.events(ROOM, bodies, 1)
