import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from pente_client.connection import Disconnected, FeaturedGameChanged, RequestRejected
from pente_client.input.inputs import TuneInput
from pente_client.play.question import RESIGN_QUESTION, leave_question
from pente_client.screen.game_controller import GameController
from pente_client.screen.game_screen import farewell_of
from pente_client.screen.next_game import MY_NEXT_GAME_DELAY, NEXT_GAME_DELAY
from pente_client.screen.ports import PagePort
from pente_client.terminal.glyphs import UNICODE
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import OfferKind, Options, Reason, Room, opening, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, START, FakeClient, room_of
from tests.support.conditions import described
from tests.support.waiting import patience

OTHER = RoomId("room-0002")
K10 = parse_point("K10", 19)
BOT = Identity(PlayerId("c" * 32), "hexa", PlayerKind.BOT)
REVIEWER = Identity(PlayerId("d" * 32), "review-bot", PlayerKind.BOT)


class ControllerFixture:
    """A desk with nobody's screen around it. Mutable; remembers what was asked of the screen."""

    def __init__(self, host: FakeClient, *, follows: bool = False) -> None:
        self.host = host
        self.left: list[int] = []
        self.given_back: list[str] = []
        self.bells = 0
        self.slept: list[float] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self._changes = asyncio.Event()
        page = PagePort(
            changed=self._changes.set,
            leave=self._leave,
            give_back=self.given_back.append,
            ring=self._ring,
            start=self._start,
            sleep=self._sleep,
        )
        self.controller = GameController(host, page, UNICODE, follows=follows)

    @property
    def notice(self) -> str:
        return self.controller.model.notice.text if self.controller.model.notice else ""

    async def until(self, holds: Callable[[], object]) -> None:
        wanted, seen = described(holds)
        async with patience(wanted, lambda: [*seen(), self.notice]):
            while not holds():
                self._changes.clear()
                await self._changes.wait()

    def _leave(self, status: int) -> None:
        self.left.append(status)
        self._changes.set()

    def _ring(self, _: str) -> None:
        self.bells += 1

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.add(asyncio.get_running_loop().create_task(work))

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@asynccontextmanager
async def at_table(
    room: Room | None, me: Identity = ADA, *, follows: bool = False, host: FakeClient | None = None
) -> AsyncIterator[ControllerFixture]:
    table = ControllerFixture(host or FakeClient(room, me=me), follows=follows)
    await table.controller.open(ROOM if room is not None else None)
    table._start(table.controller.listen())
    table._start(table.controller.keep_time())
    try:
        yield table
    finally:
        for task in table.tasks:
            task.cancel()
        results = await asyncio.gather(*table.tasks, return_exceptions=True)
        assert [r for r in results if isinstance(r, Exception)] == []


async def test_a_typed_point_is_played() -> None:
    async with at_table(room_of()) as table:
        assert table.controller.enter("K10")
        await table.until(lambda: table.controller.model.score and table.controller.model.score.entries)
        assert table.host.room().game.turns == (K10,)


async def test_the_next_game_is_the_next_in_which_it_is_the_players_turn() -> None:
    host = FakeClient(room_of(time="3d/move"))
    host.hidden[OTHER] = room_of(time="1d/move")
    async with at_table(host.room(), host=host) as table:
        assert table.controller.enter("/next")
        await table.until(lambda: table.controller.model.room_id == OTHER)
        assert ROOM in host.rooms  # the player has a seat there, and stays
        assert table.controller.enter("K10")
        await table.until(lambda: len(host.room(OTHER).game.turns) == 1)
        assert table.controller.enter("/next")
        await table.until(lambda: table.controller.model.room_id == ROOM)
        assert table.controller.enter("/next")
        await table.until(lambda: table.notice == "It is your turn in no other game.")


async def test_what_is_certain_to_be_refused_is_not_sent_and_the_text_stays() -> None:
    async with at_table(room_of(), BOB) as table:
        assert not table.controller.enter("K99")
        assert table.notice == "There is no point K99 on a 19x19 board." or table.notice
        assert not table.controller.enter("swap")
        table.controller.typed()
        assert table.notice == ""
    async with at_table(room_of(), EVE) as table:
        assert not table.controller.enter("/resign")
        assert table.notice == "You have no seat in this room."


async def test_what_the_server_denies_is_given_back_with_one_sentence() -> None:
    async with at_table(room_of()) as table:
        table.host.denials.append(RequestRejected("rate-limited", "not so\x1b[31m fast"))
        assert table.controller.enter("' hi")
        await table.until(lambda: table.notice)
        assert table.notice == "Not so[31m fast."
        assert table.given_back == ["' hi"]


async def test_one_turn_at_a_time_is_on_its_way_but_chat_goes_through() -> None:
    async with at_table(room_of()) as table:
        table.host.answers.clear()
        assert table.controller.enter("'wait")
        assert table.controller.enter("K10")
        assert not table.controller.enter("K10")
        assert table.notice == "Still sending K10."
        assert table.controller.enter("'wait")
        table.host.answers.set()
        await table.until(lambda: table.controller.model.chat)
        await table.until(lambda: table.host.room().game.turns)


async def test_what_waits_for_the_connection_is_named() -> None:
    async with at_table(room_of()) as table:
        table.host.answers.clear()
        table.host.tell(Disconnected("the server went away", 0.1))
        await table.until(lambda: table.controller.model.lost)
        assert table.controller.enter("K10")
        assert table.controller.model.sending == "K10"
        table.host.answers.set()
        await table.until(lambda: not table.controller.model.sending)


async def test_the_cursor_starts_at_the_centre_or_the_last_stone_and_stays_on_the_board() -> None:
    async with at_table(room_of()) as table:
        table.controller.enter("")
        assert table.host.room().game.turns == ()
        table.controller.move_cursor(1, 0)
        assert table.controller.model.cursor == K10
        table.controller.move_cursor(1, 1)
        assert table.controller.model.cursor == parse_point("L11", 19)
        table.controller.move_cursor(99, -99)
        assert table.controller.model.cursor == parse_point("T1", 19)
        table.controller.escape()
        shown = table.controller.model
        assert shown.cursor is None
    async with at_table(room_of(turns="K10 C3")) as table:
        table.controller.move_cursor(0, 1)
        assert table.controller.model.cursor == parse_point("C3", 19)


async def test_the_first_click_selects_and_the_second_plays() -> None:
    async with at_table(room_of()) as table:
        table.controller.click(Point(0))
        table.controller.click(K10)
        assert table.controller.model.cursor == K10
        assert not table.host.room().game.turns
        table.controller.click(K10)
        await table.until(lambda: table.host.room().game.turns)


async def test_resigning_is_asked_for_first() -> None:
    async with at_table(room_of()) as table:
        assert table.controller.enter("/resign")
        assert table.controller.model.question == RESIGN_QUESTION
        table.controller.answer(yes=False)
        assert table.controller.enter("/resign")
        table.controller.answer(yes=True)
        await table.until(lambda: table.host.room().status is ev.Status.FINISHED)


async def test_the_way_back_leads_to_the_server_that_is_left() -> None:
    async with at_table(room_of()) as table:
        table.controller.change(url="wss://pente.example.org")
        table.controller.enter("/quit")
        question = table.controller.model.question
        assert question is not None
        assert "; `pente pente.example.org` brings you back." in question.text


async def test_leaving_a_running_game_is_asked_for_or_said_twice() -> None:
    async with at_table(room_of()) as table:
        table.controller.enter("/quit")
        assert table.controller.model.question == leave_question("pente", table.host.room().created.time)
        assert table.left == []
        table.controller.quit()
        assert table.left == [0]
    async with at_table(room_of()) as table:
        table.controller.quit()
        table.controller.answer(yes=True)
        assert table.left == [0]


async def test_others_leave_at_once() -> None:
    days = room_of(players=(ADA,), time="3d/move")
    for room, me in ((room_of(), EVE), (room_of(players=(ADA,)), EVE), (days, ADA)):
        async with at_table(room, me) as table:
            table.controller.quit()
            assert table.left == [0]
            assert table.host.room() == room


async def test_who_waits_gives_up_the_seat_before_leaving_and_is_not_asked() -> None:
    async with at_table(room_of(players=(ADA,))) as table:
        table.controller.quit()
        await table.until(lambda: table.left == [0])
        assert table.host.room().status is ev.Status.CLOSED
        assert (
            farewell_of(table.controller.model, table.controller.now())
            == "You left the room, and it is closed."
        )


async def test_a_seat_that_can_not_be_given_up_holds_nobody_back() -> None:
    async with at_table(room_of(players=(ADA,))) as table:
        table.host.denials.append(RequestRejected("nothing-works", "no"))
        table.controller.quit()
        await table.until(lambda: table.left == [0])
        assert farewell_of(table.controller.model, table.controller.now()).startswith(
            "Your seat is kept for 60 s"
        )


async def test_who_waits_alone_may_play_a_bot_instead() -> None:
    host = FakeClient(room_of(players=(ADA,)))
    host.bots = [REVIEWER, BOT]
    async with at_table(host.room(), host=host) as table:
        await table.until(lambda: table.controller.model.may_play_bot)
        assert "press b to play hexa instead" in table.controller.model.chat[-1].text
        table.controller.enter("/bot")
        await table.until(lambda: table.controller.model.room_id == host.opened)
        await table.until(lambda: ROOM not in table.host.rooms)
        assert table.host.room(host.opened).seats == (ADA, BOT)
        assert not table.controller.model.may_play_bot


async def test_who_waits_alone_chooses_among_the_bots_and_plays_the_one_that_is_offered() -> None:
    host = FakeClient(room_of(players=(ADA,)))
    names = ("expert-bot", "easy-bot", "medium-bot")
    host.bots = [Identity(PlayerId(name[0] * 32), name, PlayerKind.BOT) for name in names]
    async with at_table(host.room(), host=host) as table:
        await table.until(lambda: table.controller.model.may_play_bot)
        offered = []
        for steps in (0, 1, 1, 1, -1):
            table.controller.choose_bot(steps)
            offers = [line.text for line in table.controller.model.chat if "Nobody is waiting" in line.text]
            offered += [name for offer in offers for name in names if f"to play {name} (" in offer]
        assert offered == ["easy-bot", "medium-bot", "expert-bot", "expert-bot", "medium-bot"]
        table.controller.enter("/bot")
        await table.until(lambda: table.controller.model.is_playing)
        assert table.controller.model.room is not None
        assert table.controller.model.room.seats[1] == host.bots[2]


async def test_who_asks_for_a_bot_that_is_not_there_waits_on() -> None:
    host = FakeClient(room_of(players=(ADA,)))
    host.bots = [BOT]
    async with at_table(host.room(), host=host) as table:
        table.controller.enter("/bot hex")
        await table.until(lambda: "No bot hex is online." in table.notice)
        assert table.controller.model.room_id == ROOM


async def test_a_bot_is_no_longer_offered_once_a_game_has_begun() -> None:
    host = FakeClient(room_of(players=(ADA,)))
    host.bots = [BOT]
    async with at_table(host.room(), host=host) as table:
        await table.until(lambda: table.controller.model.may_play_bot)
        host.happen(cmd.Join(), BOB)
        await table.until(lambda: table.controller.model.is_playing)
        assert not [remark for remark in table.controller.model.chat if "Nobody is waiting" in remark.text]


async def test_there_may_be_no_bot_to_play_and_no_need_for_one() -> None:
    async with at_table(room_of(players=(ADA,))) as table:
        table.controller.enter("/bot")
        await table.until(lambda: table.notice.startswith("No bots are online."))
    async with at_table(room_of()) as table:
        table.controller.enter("/bot")
        assert table.notice == "/bot is for an open room in which you wait alone."


async def test_somebody_who_joins_in_time_is_played_instead_of_a_bot() -> None:
    host = FakeClient(room_of(players=(ADA,)))
    host.bots = [BOT]
    async with at_table(host.room(), host=host) as table:
        table.host.denials.append(RequestRejected(Reason.STARTED, "The game has started."))
        table.controller.enter("/bot")
        await table.until(lambda: table.notice == "The game has started.")
        assert table.controller.model.room_id == ROOM
        assert table.host.room(host.opened).status is ev.Status.FINISHED


async def test_the_bell_rings_when_the_turn_comes() -> None:
    async with at_table(room_of(), BOB) as table:
        table.host.happen(cmd.Play(K10), ADA)
        await table.until(lambda: table.bells)
        assert table.bells == 1


async def test_a_clock_that_runs_down_is_drawn_anew() -> None:
    async with at_table(room_of()) as table:
        table.host.now = Instant(START + 299_950)
        assert table.controller._until_tick() <= 0.05
        table.host.tell(Disconnected("wakes the clock", 1.0))
        await table.until(lambda: table.controller.model.lost)
        table._changes.clear()
        async with patience("another drawing of the clock"):
            await table._changes.wait()


async def test_between_games_nothing_ticks() -> None:
    async with at_table(room_of(time="-")) as table:
        assert table.controller._until_tick() > 60


async def test_a_game_that_is_followed_stays_to_be_seen_before_the_next() -> None:
    host = FakeClient(room_of(), me=EVE)
    host.hidden[OTHER] = room_of("gomoku")
    async with at_table(room_of(), EVE, follows=True, host=host) as table:
        host.happen(cmd.Resign(), BOB)
        host.now = Instant(START + 1000)
        host.tell(FeaturedGameChanged(OTHER))
        await table.until(lambda: table.controller.model.room_id == OTHER)
        assert table.slept == [(NEXT_GAME_DELAY - 1000) / 1000]
        await table.until(lambda: ROOM not in host.rooms)


async def test_without_a_game_the_next_one_is_shown_at_once() -> None:
    host = FakeClient(me=EVE)
    host.hidden[OTHER] = room_of("gomoku")
    async with at_table(None, EVE, follows=True, host=host) as table:
        assert not table.controller.enter("K10")
        assert table.notice == "There is no game here yet."
        host.tell(FeaturedGameChanged(RoomId("room-gone")))
        await table.until(lambda: table.notice == "There is no such room.")
        host.tell(FeaturedGameChanged(OTHER))
        await table.until(lambda: table.controller.model.room_id == OTHER)
        assert table.slept == []


async def test_the_keys_of_tv() -> None:
    host = FakeClient(room_of(), me=EVE)
    host.hidden[OTHER] = room_of("gomoku")
    async with at_table(host.room(), EVE, follows=True, host=host) as table:
        host.featured = OTHER
        table.controller.tune(TuneInput(back=True))
        await table.until(lambda: table.controller.model.room_id == OTHER)
        assert table.slept == []  # who asks is not made to wait
        host.featured = None
        table.controller.tv.next_channel()
        await table.until(lambda: table.controller.model.channel == "people")
        assert table.notice.startswith("No game is on in the channel people now.")
        table.controller.tv.next_channel()
        await table.until(lambda: table.controller.model.channel == "bots")
        table.controller.tv.next_channel()
        await table.until(lambda: table.controller.model.channel == "best")
        channels = [(channel, None, False) for channel in ("people", "bots", "best")]
        assert host.tuned[-4:] == [("best", ROOM, True), *channels]


async def test_a_game_that_goes_dull_stays_for_a_moment() -> None:
    host = FakeClient(room_of(), me=EVE)
    host.hidden[OTHER] = room_of("gomoku")
    async with at_table(host.room(), EVE, follows=True, host=host) as table:
        host.tell(FeaturedGameChanged(OTHER))
        await table.until(lambda: table.controller.model.room_id == OTHER)
        assert table.slept == [NEXT_GAME_DELAY / 1000]


async def test_at_a_table_there_is_no_tv() -> None:
    async with at_table(room_of()) as table:
        table.controller.enter("/tv next")
        assert table.notice.startswith("This is not TV.")


async def test_the_game_to_follow_is_asked_for() -> None:
    host = FakeClient(me=EVE)
    host.featured, host.hidden[OTHER] = OTHER, room_of("gomoku", turns="K10")
    async with at_table(None, EVE, follows=True, host=host) as table:
        assert table.controller.model.room_id == OTHER
        assert table.controller.model.score is not None


NEXT = RoomId("room-0001-next")
REMATCH = OfferKind.REMATCH


def resigned(*, games: int = 1) -> Room:
    """A game that Bob has just lost; of a set it is the first, whose end was not decided yet."""
    room = room_of(turns="K10")
    return replace(room, created=replace(room.created, options=Options(games=games)))


def follow_up(room: Room) -> Room:
    """The room in which the players of another go on."""
    return replay(opening(room, ROOM, START))


async def test_a_rematch_that_is_agreed_on_is_shown_by_itself() -> None:
    host = FakeClient(resigned())
    host.happen(cmd.Resign(), BOB)
    host.now = Instant(START + MY_NEXT_GAME_DELAY)
    host.hidden[NEXT] = follow_up(host.room())
    async with at_table(None, host=host) as table:
        await table.controller._next_game.open(ROOM)
        assert table.controller.model.may_rematch
        assert table.controller.enter("/rematch")
        await table.until(lambda: host.room().offers)
        await table.until(lambda: not table.controller.model.may_rematch)
        host.happen(cmd.Offer(REMATCH), BOB)
        await table.until(lambda: table.controller.model.room_id == NEXT)
        assert table.slept == [0]
        assert table.controller.model.seat == 1
        assert [remark.text for remark in table.controller.model.chat] == ["Game 2: bob 0, ada 1"]
        await table.until(lambda: ROOM not in host.rooms)


def _shows(table: ControllerFixture, room: RoomId) -> bool:
    return table.controller.model.room_id == room


async def test_what_is_featured_takes_nobody_from_a_table() -> None:
    host = FakeClient(resigned(games=2))
    async with at_table(host.room(), host=host) as table:
        for featured in (OTHER, ROOM):
            host.tell(FeaturedGameChanged(featured))
        host.happen(cmd.Resign(), BOB)
        host.hidden[NEXT] = follow_up(host.room())
        await table.until(partial(_shows, table, NEXT))
        assert OTHER not in host.rooms


async def test_the_game_that_is_shown_may_be_featured_anew() -> None:
    host = FakeClient(resigned(games=2), me=EVE)
    async with at_table(host.room(), EVE, follows=True, host=host) as table:
        host.tell(FeaturedGameChanged(ROOM))
        host.happen(cmd.Resign(), BOB)
        host.hidden[NEXT] = follow_up(host.room())
        await table.until(partial(_shows, table, NEXT))


async def test_the_first_game_of_a_set_stays_to_be_seen_for_a_moment() -> None:
    for me, linger in ((ADA, MY_NEXT_GAME_DELAY), (EVE, NEXT_GAME_DELAY)):
        host = FakeClient(resigned(games=2), me=me)
        host.hidden[NEXT] = follow_up(host.room())
        async with at_table(host.room(), me, host=host) as table:
            host.happen(cmd.Resign(), BOB)
            await table.until(partial(_shows, table, NEXT))
            assert table.slept == [linger / 1000]
            assert table.controller.model.series is not None
            assert table.controller.model.series.text((BOB, ADA)) == "bob 0, ada 1"


async def test_a_rematch_that_can_not_be_seen_leaves_one_where_one_is() -> None:
    host = FakeClient(resigned(games=2), me=EVE)
    async with at_table(host.room(), EVE, host=host) as table:
        host.happen(cmd.Resign(), BOB)
        await table.until(lambda: table.notice == "There is no such room.")
        assert table.controller.model.room_id == ROOM
        assert table.controller.model.moves_on_at is None


async def test_who_is_here_is_one_sentence() -> None:
    async with at_table(room_of()) as table:
        assert table.controller.enter("/who")
        assert table.notice == "white: ada; black: bob"
        table.host.latency = 0.024
        table.controller.enter("/who")
        assert table.notice == "white: ada; black: bob. The server answers in 24 ms."
        table.controller.enter("/board")
        assert "on the screen" in table.notice
    async with at_table(None, host=FakeClient(me=EVE), follows=True) as table:
        table.controller.enter("/who")
        assert table.notice == "There is no game here yet."


async def test_the_host_sends_people_away_by_their_names() -> None:
    async with at_table(room_of()) as table:
        table.host.happen(cmd.Say("hm"), EVE)
        assert table.controller.enter("/mute eve")
        await table.until(lambda: table.host.room().muted == (EVE.id,))
        assert table.controller.enter("/kick nobody")
        await table.until(lambda: table.given_back)
        assert (table.given_back, table.notice) == (["/kick nobody"], "There is no player nobody.")
        assert table.controller.enter("/ban bob")
        await table.until(lambda: table.notice.startswith("You can't kick, ban or mute"))
    async with at_table(room_of(), BOB) as table:
        assert not table.controller.enter("/kick eve")
        assert table.notice == "Only the host of this room can do that."


async def test_who_said_something_under_an_old_name_is_found() -> None:
    async with at_table(room_of()) as table:
        table.host.happen(cmd.Say("hm"), replace(EVE, name="evelyn"))
        await table.until(lambda: table.controller.model.chat)
        assert table.controller.enter("/ban Evelyn")
        await table.until(lambda: table.host.room().banned == (EVE.id,))


async def test_while_somebody_is_waited_for_the_seconds_are_drawn() -> None:
    async with at_table(room_of(time="5+3", turns="K10")) as table:
        table.host.happen(cmd.MarkAbsent(1), None)
        await table.until(lambda: table.controller.model.away)
        assert table.controller._until_tick() <= 1
        assert [remark.text for remark in table.controller.model.chat] == [
            "bob disconnected and has 60 s to come back."
        ]
