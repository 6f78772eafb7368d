"""Bots at the tables of a house without a wire."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.bot import Bot
from pente_bots.play.policy import Policy
from pente_bots.play.program.challenger import ChallengePlan, Challenger, OpponentUnwilling
from pente_bots.players.catalogue import make_player
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import ConsideredMove, PlayerDecision
from pente_bots.thinking.thinker import CannotThink
from pente_client.connection import Connected, RequestRejected
from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import OfferKind
from pente_core.room.options import DEFAULT_OPTIONS, Options
from pente_core.rules.game import Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.errors import ErrorCode
from tests.support.client.fake_server import FakeConnection, FakeServer
from tests.support.conditions import described
from tests.support.waiting import patience

SMALL = {"base": "freestyle", "size": 5, "line": 3}
PLAYS_ALL = Behaviour(Policy(lambda _rules: True), draws_after=0)


class FakeThinker:
    """Chooses by chance, at once, and remembers how long it might have thought."""

    def __init__(self) -> None:
        self.player = make_player("random", {}, Random(3))
        self.limits: list[Limit] = []
        self.stopped = 0
        self.forgotten: list[str] = []
        self.may_think = asyncio.Event()
        self.may_think.set()

    async def think(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> PlayerDecision:
        self.limits.append(limit)
        try:
            await self.may_think.wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        assert turns is not None
        assert sum(isinstance(turn, int) for turn in turns) == position.ply
        if position.choices:
            return cmd.Choose(self.player.choose_swap(position))
        return cmd.Play(self.player.choose(position))

    async def consider(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> ConsideredMove:
        return ConsideredMove(await self.think(position, limit, game, turns), None)

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:
        return position.ply > 2

    def forget(self, game: str) -> None:
        self.forgotten.append(game)


@asynccontextmanager
async def playing(
    connection: FakeConnection, thinker: FakeThinker | None = None, behaviour: Behaviour = PLAYS_ALL
) -> AsyncIterator[Bot]:
    bot = Bot(connection, thinker or FakeThinker(), behaviour, Random(1))
    task = asyncio.create_task(bot.run())
    try:
        yield bot
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(holds: Callable[[], bool]) -> None:
    """Let the others go on until something holds."""
    async with patience(*described(holds)):
        while not holds():  # noqa: ASYNC110 -- it does not wait, it lets all others take their turns
            await asyncio.sleep(0)


async def ended(house: FakeServer, room: RoomId) -> ev.Status:
    """How a room is once it is over."""
    await until(lambda: house.is_over(room))
    return house.rooms[room].status


async def test_an_invitation_is_accepted_and_the_game_played_to_its_end() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(ann), playing(bob):
        room = await ann.create(SMALL, "-", invite=["bob"])
        assert await ended(house, room) is ev.Status.FINISHED


async def test_only_the_latest_games_are_still_watched() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(ann), playing(bob):
        rooms = [await ann.create(SMALL, "-", invite=["bob"]) for _ in range(12)]
        for room in rooms:
            assert await ended(house, room) is ev.Status.FINISHED
        await until(lambda: len(ann.rooms) == len(bob.rooms) == 8)


async def test_many_games_go_on_at_once() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(ann), playing(bob):
        rooms = [await ann.create(SMALL, "-", invite=["bob"]) for _ in range(10)]
        for room in rooms:
            assert await ended(house, room) is ev.Status.FINISHED


@pytest.fixture
def _asks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server can't carry out just now is asked again at once."""
    monkeypatch.setattr("pente_bots.play.room_requests._FIRST_WAIT", 0.0)


def unavailable() -> None:
    raise RequestRejected(ErrorCode.UNAVAILABLE, "the store is away")


@pytest.mark.usefixtures("_asks_at_once")
async def test_an_invitation_is_accepted_as_soon_as_the_server_can() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    bob.before_acting.extend([unavailable, unavailable])
    async with playing(bob), playing(ann):
        room = await ann.create(SMALL, "-", invite=["bob"])
        assert await ended(house, room) is ev.Status.FINISHED


@pytest.mark.usefixtures("_asks_at_once")
async def test_a_seat_that_was_taken_without_an_answer_is_kept() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")

    def answer_lost() -> None:
        (room,) = house.rooms
        house.act(room, cmd.Join(), bob.me)
        unavailable()

    bob.before_acting.append(answer_lost)
    async with playing(bob), playing(ann):
        room = await ann.create(SMALL, "-", invite=["bob"])
        assert await ended(house, room) is ev.Status.FINISHED


async def test_an_invitation_to_a_seat_that_is_refused_is_declined() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")

    def too_many() -> None:
        raise RequestRejected(ErrorCode.TOO_MANY, "You have seats in 20 rooms.")

    bob.before_acting.append(too_many)
    async with playing(bob), playing(ann) as bot:
        room = await ann.create(SMALL, "-", invite=["bob"])
        assert await ended(house, room) is ev.Status.CLOSED
        await until(lambda: bot.games_with("bob") == 0)
    assert bob.acted == [cmd.Decline()]


async def test_a_welcome_from_before_the_end_of_a_game_brings_it_not_back() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    stuck = FakeThinker()
    stuck.may_think.clear()
    async with playing(bob, stuck), playing(ann) as bot:
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: bool(stuck.limits))
        old = ann._welcome()
        assert old.rooms
        stuck.may_think.set()
        assert await ended(house, room) is ev.Status.FINISHED
        await until(lambda: bot.games_with("bob") == 0)
        bot.stirred.clear()
        ann.push(Connected(old))
        await until(bot.stirred.is_set)
        await until(lambda: bot.games_with("bob") == 0)


async def test_an_invitation_from_before_is_accepted() -> None:
    house = FakeServer()
    ann = house.connect("ann")
    house.connect("bob")
    room = await ann.create(SMALL, "-", invite=["bob"])
    async with playing(house.connect("bob")):
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)


async def test_what_it_does_not_play_is_declined(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    behaviour = Behaviour(Policy(lambda rules: rules.base == "pente"))
    async with playing(bob, behaviour=behaviour):
        room = await ann.create("gomoku", "-", invite=["bob"])
        assert await ended(house, room) is ev.Status.CLOSED
    assert "declines to play with ann: I can't play gomoku with these parameters" in caplog.text


async def test_too_many_games_are_declined_and_more_accepted_later() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    thinker = FakeThinker()
    thinker.may_think.clear()
    async with playing(bob, thinker, Behaviour(Policy(lambda _rules: True, most_games=2))), playing(ann):
        rooms = [await ann.create(SMALL, "-", invite=["bob"]) for _ in range(3)]
        assert await ended(house, rooms[2]) is ev.Status.CLOSED
        thinker.may_think.set()
        for room in rooms[:2]:
            assert await ended(house, room) is ev.Status.FINISHED
        again = await ann.create(SMALL, "-", invite=["bob"])
        assert await ended(house, again) is ev.Status.FINISHED


async def test_games_are_taken_up_again_after_a_restart_of_the_bot() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    stuck = FakeThinker()
    stuck.may_think.clear()
    async with playing(ann):
        async with playing(bob, stuck):
            room = await ann.create(SMALL, "-", invite=["bob"])
            await until(lambda: bool(stuck.limits))
        assert house.rooms[room].status is ev.Status.PLAYING
        async with playing(house.connect("bob")):
            assert await ended(house, room) is ev.Status.FINISHED


async def test_games_are_taken_up_again_after_a_break() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(bob):
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        bob.lose()
        await ann.act(room, cmd.Play(Point(12)))
        bob.come_back()
        await until(lambda: house.rooms[room].game.position.ply == 2)


async def test_a_game_that_the_server_has_lost_is_forgotten() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(bob, behaviour=Behaviour(Policy(lambda _rules: True, most_games=1))) as bot:
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        bob.lose()
        del house.rooms[room]
        bob.come_back()
        await until(lambda: bot.games_with("ann") == 0)


async def test_a_game_that_ended_meanwhile_is_over() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(bob) as bot:
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        bob.lose()
        await ann.act(room, cmd.Resign())
        bob.come_back()
        await until(lambda: bot.games_with("ann") == 0)
        assert not any(isinstance(command, cmd.Play) for command in bob.acted)


async def test_choices_of_a_swap_opening_are_answered() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(ann), playing(bob):
        room = await ann.create("d-pente", "-", invite=["bob"])
        await until(lambda: bool(house.rooms[room].game.position.made))
        assert house.rooms[room].game.position.made[0] in (Choice.SWAP, Choice.STAY)
        await until(lambda: house.rooms[room].game.position.ply > 8)


async def test_three_sides_and_two_stones_a_turn() -> None:
    house = FakeServer()
    guests = [house.connect(name) for name in ("ann", "bob", "cid")]
    async with playing(guests[0]), playing(guests[1]), playing(guests[2]):
        spec = {"base": "pente-casual", "size": 5, "sides": 3, "stones_per_turn": 2}
        room = await guests[0].create(spec, "-", invite=["bob", "cid"])
        assert await ended(house, room) is ev.Status.FINISHED


async def test_a_denied_move_is_thought_about_again() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")

    def deny() -> None:
        raise RequestRejected("stale", "the game has moved on")

    async with playing(bob):
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        bob.before_acting.append(deny)
        await ann.act(room, cmd.Play(Point(12)))
        await until(lambda: not bob.before_acting)
        house.act(room, cmd.Say("still there?"), ann.me)
        await until(lambda: house.rooms[room].game.position.ply == 2)


async def test_a_move_that_was_overtaken_is_not_sent() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    thinker = FakeThinker()
    thinker.may_think.clear()
    async with playing(bob, thinker) as bot:
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        await ann.act(room, cmd.Play(Point(12)))
        await until(lambda: bool(thinker.limits))
        await ann.act(room, cmd.Resign())
        thinker.may_think.set()
        await until(lambda: bot.games_with("ann") == 0)
    assert bob.acted == [cmd.Join()]


async def test_a_room_that_its_host_has_left_is_left_too() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    house.connect("cid")
    async with playing(bob):
        room = await ann.create({"base": "pente", "sides": 3}, "-", invite=["bob", "cid"])
        await until(lambda: house.rooms[room].seat_of(bob.me.id) is not None)
        await ann.act(room, cmd.Leave())
        await ended(house, room)
    assert bob.acted == [cmd.Join(), cmd.Leave()]


async def test_a_mistake_of_a_player_ends_one_game_only(caplog: pytest.LogCaptureFixture) -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    thinker = FakeThinker()
    answers = [ValueError("a mistake")]

    async def think(
        position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> PlayerDecision:
        if answers:
            raise answers.pop()
        return await FakeThinker.think(thinker, position, limit, game, turns)

    thinker.think = think  # type: ignore[method-assign]
    async with playing(bob, thinker), playing(ann):
        first = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: not answers)
        second = await ann.create(SMALL, "-", invite=["bob"])
        assert await ended(house, second) is ev.Status.FINISHED
        assert house.rooms[first].status is ev.Status.PLAYING
    assert "because of a bug in this program" in caplog.text


@pytest.mark.parametrize("chosen", [Point(12), "C3", None])
async def test_a_stone_where_none_may_go_is_not_asked_for(
    chosen: Any, caplog: pytest.LogCaptureFixture
) -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    thinker = FakeThinker()

    async def think(
        position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> PlayerDecision:
        return cmd.Play(chosen)

    thinker.think = think  # type: ignore[method-assign]
    async with playing(bob, thinker):
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        await ann.act(room, cmd.Play(Point(12)))
        await until(lambda: "no move yet" in caplog.text)
    assert f"the player chose {chosen!r}, which is not one of position.legal_points" in caplog.text
    assert bob.acted == [cmd.Join()]


async def test_who_can_not_think_now_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pente_bots.play.turns._FIRST_WAIT", 0.0)
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    thinker, failures = FakeThinker(), [CannotThink("no memory")] * 3

    async def think(
        position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> PlayerDecision:
        if failures:
            raise failures.pop()
        return await FakeThinker.think(thinker, position, limit, game, turns)

    thinker.think = think  # type: ignore[method-assign]
    async with playing(bob, thinker):
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        await ann.act(room, cmd.Play(Point(12)))
        await until(lambda: house.rooms[room].game.position.ply == 2)
    assert not failures


async def test_a_thought_ends_with_its_game() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    thinker = FakeThinker()
    thinker.may_think.clear()
    async with playing(bob, thinker):
        room = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        await ann.act(room, cmd.Play(Point(12)))
        await until(lambda: len(thinker.limits) == 1)
        await ann.act(room, cmd.Resign())
        await until(lambda: thinker.forgotten == [room])
        await until(lambda: thinker.stopped == 1)
    assert bob.acted == [cmd.Join()]


async def test_the_bot_ends_with_its_connection() -> None:
    bob = FakeServer().connect("bob")
    bob.end("closed for good")
    assert await Bot(bob, FakeThinker(), PLAYS_ALL, Random(1)).run() == "closed for good"


async def test_the_clock_limits_thinking_and_pace() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    thinker = FakeThinker()
    async with playing(bob, thinker, Behaviour(Policy(lambda _rules: True), pace=3600.0)):
        room = await ann.create(SMALL, "0.02+0", invite=["bob"])
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        await ann.act(room, cmd.Play(Point(12)))
        await until(lambda: house.rooms[room].game.position.ply == 2)
    assert [limit.time for limit in thinker.limits] == [Millis(50)]


# -- behaviour -----------------------------------------------------------------------------------------------


def said(house: FakeServer, by: FakeConnection, room: RoomId) -> list[str]:
    return [line.text for line in house.rooms[room].chat if line.player.id == by.me.id]


@asynccontextmanager
async def playing_with(
    behaviour: Behaviour = PLAYS_ALL, options: Options = DEFAULT_OPTIONS
) -> AsyncIterator[tuple[FakeServer, FakeConnection, FakeConnection, RoomId]]:
    """A game of ann's with a bot, which is to answer her first move but thinks for ever."""
    house, thinker = FakeServer(), FakeThinker()
    thinker.may_think.clear()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(bob, thinker, behaviour):
        room = await ann.create(SMALL, "5+3", invite=["bob"], options=options)
        await until(lambda: bob.acted != [] and isinstance(bob.acted[-1], cmd.Join | cmd.Decline))
        yield house, ann, bob, room


async def test_it_says_why_it_declines_and_nothing_else() -> None:
    policy = Policy(lambda _rules: True, most_each=1)
    async with playing_with(Behaviour(policy)) as (house, ann, bob, room):
        second = await ann.create(SMALL, "-", invite=["bob"])
        assert await ended(house, second) is ev.Status.CLOSED
        assert said(house, bob, second) == ["I have 1 game with you already. Finish one first."]
        await ann.act(room, cmd.Resign())
        third = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[third].status is ev.Status.PLAYING)
        assert said(house, bob, room) == said(house, bob, third) == []


async def test_rated_games_are_declined_unless_it_was_told() -> None:
    async with playing_with(options=Options(rated=True)) as (house, _, bob, room):
        assert house.rooms[room].status is ev.Status.CLOSED
        assert said(house, bob, room) == ["I don't play rated games. Open an unrated one."]
    rated = Behaviour(Policy(lambda _rules: True, rated=True))
    async with playing_with(rated, Options(rated=True)) as (house, *_, room):
        assert house.rooms[room].status is ev.Status.PLAYING


async def test_it_greets_and_thanks_once_if_told() -> None:
    behaviour = Behaviour(Policy(lambda _rules: True), greeting="hello", thanks="bye")
    async with playing_with(behaviour) as (house, ann, bob, room):
        await until(lambda: said(house, bob, room) == ["hello"])
        house.act(room, cmd.Say("hi"), ann.me)
        await ann.act(room, cmd.Resign())
        await until(lambda: said(house, bob, room) == ["hello", "bye"])
        async with playing(house.connect("bob"), behaviour=behaviour):
            house.act(room, cmd.Say("good game"), ann.me)
            for _ in range(100):
                await asyncio.sleep(0)
        assert said(house, bob, room) == ["hello", "bye"]


async def test_offers_are_always_answered() -> None:
    async with playing_with() as (house, ann, _, room):
        await ann.act(room, cmd.Offer(OfferKind.DRAW))
        await until(lambda: isinstance(house.events[-1], ev.Rejected))
        await ann.act(room, cmd.Offer(OfferKind.PAUSE))
        await until(lambda: house.rooms[room].paused is not None)
        await ann.act(room, cmd.Resume())
        await until(lambda: house.rooms[room].paused is None)
        await ann.act(room, cmd.Play(Point(12)))
        await ann.act(room, cmd.Offer(OfferKind.TAKEBACK))
        await until(lambda: not house.rooms[room].game.turns)
        await ann.act(room, cmd.Offer(OfferKind.CANCEL))
        assert await ended(house, room) is ev.Status.FINISHED


async def test_an_offer_that_was_made_while_it_was_away_is_answered() -> None:
    async with playing_with() as (house, ann, bob, room):
        bob.lose()
        await ann.act(room, cmd.Offer(OfferKind.DRAW))
        bob.come_back()
        await until(lambda: isinstance(house.events[-1], ev.Rejected))


async def test_in_a_rated_game_nothing_is_undone() -> None:
    rated = Behaviour(Policy(lambda _rules: True, rated=True))
    async with playing_with(rated, Options(rated=True)) as (house, ann, _, room):
        await ann.act(room, cmd.Play(Point(12)))
        for kind in (OfferKind.TAKEBACK, OfferKind.CANCEL, OfferKind.DRAW):
            await ann.act(room, cmd.Offer(kind))
            await until(lambda: isinstance(house.events[-1], ev.Rejected))
        assert house.rooms[room].status is ev.Status.PLAYING


async def test_a_draw_is_agreed_to_where_it_does_not_stand_better() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(bob):
        room = await ann.create("pente", "-", invite=["bob"])
        for point in (180, 0):
            await until(lambda: house.rooms[room].to_act == 0)
            await ann.act(room, cmd.Play(Point(point)))
        await until(lambda: house.rooms[room].game.position.ply == 4)
        await ann.act(room, cmd.Offer(OfferKind.DRAW))
        await until(lambda: house.is_over(room))
        assert house.rooms[room].game.outcome == Outcome(Termination.AGREEMENT)


async def test_another_game_is_played_if_it_would_have_been_accepted() -> None:
    async with playing_with() as (house, ann, _, room):
        await ann.act(room, cmd.Resign())
        await ann.act(room, cmd.Offer(OfferKind.REMATCH))
        await until(lambda: bool(house.rooms[room].sequel))
        sequel = RoomId(house.rooms[room].sequel)
        # the bot begins the next game, and there it is answered, too
        await ann.watch(sequel)
        await ann.act(sequel, cmd.Offer(OfferKind.CANCEL))
        assert await ended(house, sequel) is ev.Status.FINISHED


async def test_another_game_is_declined_while_there_are_too_many() -> None:
    busy = Behaviour(Policy(lambda _rules: True, most_games=1))
    async with playing_with(busy) as (house, ann, _, room):
        await ann.act(room, cmd.Resign())
        second = await ann.create(SMALL, "-", invite=["bob"])
        await until(lambda: house.rooms[second].status is ev.Status.PLAYING)
        await ann.act(room, cmd.Offer(OfferKind.REMATCH))
        await until(lambda: isinstance(house.events[-1], ev.Rejected))


async def test_it_says_that_it_is_ready() -> None:
    async with playing_with(options=Options(ready_check=True)) as (house, ann, _, room):
        await ann.act(room, cmd.Ready())
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)


# -- challenges --------------------------------------------------------------------------------------------


class Match:
    """A bot that challenges bob, as long as the test lasts."""

    def __init__(self, connection: FakeConnection, games: int | None, at_once: int) -> None:
        self.lines: list[str] = []
        rules = ruleset_from(SMALL)
        challenger = Challenger(ChallengePlan("bob", rules, "-", games, at_once), self.lines.append)
        self.bot = Bot(connection, FakeThinker(), PLAYS_ALL, Random(1), challenger.ended)
        self.playing = asyncio.create_task(self.bot.run())
        self.challenging = asyncio.create_task(challenger.run(self.bot))


@asynccontextmanager
async def match(
    connection: FakeConnection, games: int | None = None, at_once: int = 1
) -> AsyncIterator[Match]:
    started = Match(connection, games, at_once)
    try:
        yield started
    finally:
        for task in (started.playing, started.challenging):
            task.cancel()
        await asyncio.gather(started.playing, started.challenging, return_exceptions=True)


async def test_a_challenge_ends_after_its_games() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with playing(bob), match(ann, games=5, at_once=2) as started:
        await started.challenging
    assert [line.split()[0] for line in started.lines] == ["1", "2", "3", "4", "5"]
    assert started.lines[0].split()[1:3] == ["ann", "bob"]
    assert len(house.rooms) == 5


async def test_never_more_games_than_wanted_at_once() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    stuck = FakeThinker()
    stuck.may_think.clear()
    async with playing(bob, stuck), match(ann, at_once=3) as started:
        await until(lambda: bool(stuck.limits))
        for _ in range(100):
            await asyncio.sleep(0)
        assert started.bot.games_with("bob") == len(house.rooms) == 3


async def test_a_showcase_goes_on_with_the_game_that_is_on() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    stuck = FakeThinker()
    stuck.may_think.clear()
    async with playing(bob, stuck):
        async with match(ann):
            await until(lambda: bool(stuck.limits))
        async with match(house.connect("ann")) as started:
            stuck.may_think.set()
            await until(lambda: len(started.lines) >= 2)
    assert started.lines[0].endswith("room0000")
    assert started.lines[1].endswith("room0001")


async def test_an_offer_that_still_stands_is_not_repeated() -> None:
    house = FakeServer()
    ann = house.connect("ann")
    house.connect("bob")
    async with match(ann):
        await until(lambda: bool(house.rooms))
    async with match(house.connect("ann")) as started:
        await started.bot.welcomed.wait()
        for _ in range(100):
            await asyncio.sleep(0)
    assert len(house.rooms) == 1


async def test_a_showcase_may_rest_before_its_first_game() -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    plan = ChallengePlan("bob", ruleset_from(SMALL), "-", rest=3600.0, rests_first=True)
    challenger = Challenger(plan, list[str]().append)
    async with playing(bob), playing(ann) as bot:
        challenging = asyncio.create_task(challenger.run(bot))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not house.rooms
        challenging.cancel()
        await asyncio.gather(challenging, return_exceptions=True)


async def test_a_showcase_that_is_not_rated_leaves_the_bot_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeServer()
    ann = house.connect("ann")
    house.connect("bob")
    asked: list[object] = []

    def reject(*arguments: Any, **_options: Any) -> RoomId:
        asked.append(arguments)
        raise RequestRejected("not-rated", "This server does not rate games with bots.")

    monkeypatch.setattr(house, "open", reject)
    async with match(ann) as started:
        await until(lambda: bool(asked))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not started.challenging.done()


async def test_a_showcase_waits_for_its_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pente_bots.play.program.challenger._FIRST_WAIT", 0.0)
    house = FakeServer()
    async with match(house.connect("ann")) as started:
        for _ in range(50):
            await asyncio.sleep(0)
        assert not house.rooms
        async with playing(house.connect("bob")):
            await until(lambda: bool(started.lines))


async def test_a_challenge_that_is_always_declined_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pente_bots.play.program.challenger._FIRST_WAIT", 0.0)
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    async with (
        playing(bob, behaviour=Behaviour(Policy(lambda _rules: False))),
        match(ann, games=1) as started,
    ):
        with pytest.raises(OpponentUnwilling, match="bob does not play"):
            await started.challenging


async def test_its_own_haste_is_no_answer_of_the_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")
    open_ = house.open
    refused: list[RequestRejected] = []

    def slow_down(*arguments: Any, **options: Any) -> RoomId:
        if len(refused) < 20:
            refused.append(RequestRejected("rate-limited", "You invite bob too often.", 0.0))
            raise refused[-1]
        return open_(*arguments, **options)

    monkeypatch.setattr(house, "open", slow_down)
    async with playing(bob), match(ann, games=1) as started:
        await started.challenging
    assert len(started.lines) == 1


async def test_what_the_server_will_never_allow_ends_a_challenge(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeServer()
    ann, bob = house.connect("ann"), house.connect("bob")

    def refuse(*_: object, **__: object) -> RoomId:
        raise RequestRejected("bad-ruleset", "this server does not play that")

    monkeypatch.setattr(house, "open", refuse)
    async with playing(bob), match(ann, games=1) as started:
        with pytest.raises(RequestRejected):
            await started.challenging
