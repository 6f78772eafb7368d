"""How a bot treats the people it plays with: its pace, draws, resigning, claims and explanations."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from pente_bots.play import absence_claims
from pente_bots.play.behaviour import PACE_WITH_PEOPLE, WHY_HINT, Behaviour
from pente_bots.play.bot import Bot
from pente_bots.play.hopeless_games import HopelessGames
from pente_bots.play.move_questions import explanation
from pente_bots.play.policy import Policy
from pente_bots.players.levels import player_of_level
from pente_bots.players.priorities import reason_of
from pente_bots.search.limit import Limit
from pente_bots.search.score import Score
from pente_bots.thinking.think_request import ConsideredMove, PlayerDecision, ThinkRequest, considered_move
from pente_bots.thinking.thinker import CannotThink
from pente_client.connection import RequestRejected
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind, RoomId
from pente_core.room import ChatPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import OfferKind
from pente_core.room.options import DEFAULT_OPTIONS, Options
from pente_core.rules.game import Game, Turn
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from tests.support.client.fake_server import FakeConnection, FakeServer
from tests.support.waiting import until

QUICK = Behaviour(Policy(lambda _rules: True, rated=True), pace=0.0)


class ScriptedThinker:
    """Plays every other point from the lowest, with the scores of a script; then it has no opinion."""

    def __init__(self, scores: Sequence[Score] = ()) -> None:
        self.scores = list(scores)
        self.considered = 0
        self.fails = False

    async def think(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> PlayerDecision:
        return cmd.Play(next(point for point in position.legal_points if point % 2 == 0))

    async def consider(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> ConsideredMove:
        if self.fails:
            raise CannotThink("it was killed")
        self.considered += 1
        score = self.scores.pop(0) if self.scores else None
        return ConsideredMove(await self.think(position, limit, game, turns), score)

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:
        return True

    def forget(self, game: str) -> None:
        """It remembers nothing of a game."""


class Table:
    """A game of ann, a person, who moves first, with the bot bob."""

    def __init__(self, house: FakeServer, ann: FakeConnection, bob: FakeConnection, room: RoomId) -> None:
        self.house, self.ann, self.bob, self.id = house, ann, bob, room

    async def move(self, *points: str) -> None:
        """Ann's stones, each once it is her turn."""
        for name in points:
            await until(lambda: self.house.rooms[self.id].to_act == 0 or self.house.is_over(self.id))
            await self.ann.act(self.id, cmd.Play(parse_point(name, 19)))

    async def answered(self) -> None:
        """Wait for the stone of the bot."""
        await until(lambda: self.house.rooms[self.id].to_act == 0)

    def said(self) -> list[str]:
        return [line.text for line in self.house.rooms[self.id].chat if line.player.id == self.bob.me.id]


@asynccontextmanager
async def table(
    behaviour: Behaviour = QUICK,
    thinker: ScriptedThinker | None = None,
    options: Options = DEFAULT_OPTIONS,
) -> AsyncIterator[Table]:
    house = FakeServer()
    ann, bob = house.connect("ann", PlayerKind.PERSON), house.connect("bob")
    bot = asyncio.create_task(Bot(bob, thinker or ScriptedThinker(), behaviour, Random(1)).run())
    try:
        room = await ann.create("pente", "5+3", seat=0, invite=["bob"], options=options)
        await until(lambda: house.rooms[room].status is ev.Status.PLAYING)
        yield Table(house, ann, bob, room)
    finally:
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)


async def others_went_on() -> None:
    """Give the bot the time to do what it must not do."""
    for _ in range(200):
        await asyncio.sleep(0)


# -- pace ----------------------------------------------------------------------------------------------------


async def test_its_pace_is_for_people() -> None:
    usual = replace(QUICK, pace=None)
    async with table() as game:
        room = game.house.rooms[game.id]
        assert usual.pace_in(room, game.bob.me.id) == PACE_WITH_PEOPLE
        assert usual.pace_in(room, game.ann.me.id) == 0.0
        assert replace(QUICK, pace=2.0).pace_in(room, game.ann.me.id) == 2.0


# -- draws ---------------------------------------------------------------------------------------------------


async def test_a_draw_is_considered_once_each_side_has_placed_so_many_stones() -> None:
    async with table(replace(QUICK, draws_after=2)) as game:
        await game.move("K10")
        await game.answered()
        for _ in range(2):
            await game.ann.act(game.id, cmd.Offer(OfferKind.DRAW))
            await until(lambda: cmd.Decline(OfferKind.DRAW) in game.bob.acted)
            game.bob.acted.remove(cmd.Decline(OfferKind.DRAW))
        await until(lambda: len(game.said()) == 1)
        assert game.said() == [
            "It is too early for a draw: I consider one once each of us has placed 2 stones."
        ]
        await game.move("A3")
        await game.answered()
        await game.ann.act(game.id, cmd.Offer(OfferKind.DRAW))
        await until(lambda: cmd.Accept(OfferKind.DRAW) in game.bob.acted)


async def test_no_draw_is_considered_before_the_twentieth_stone_unless_told() -> None:
    assert QUICK.draws_after == 20


# -- resigning -----------------------------------------------------------------------------------------------


async def test_it_resigns_what_it_saw_as_hopeless_for_several_moves_in_a_row() -> None:
    thinker = ScriptedThinker([Score.lost(6), Score(0.01), Score(0.4), Score.lost(4), Score(0.01), Score(0)])
    async with table(replace(QUICK, resigns_after=3), thinker) as game:
        await game.move("K10", "A3", "A5", "A7", "A9")
        await game.answered()
        assert cmd.Resign() not in game.bob.acted
        await game.move("A11")
        await until(lambda: game.house.is_over(game.id))
        assert cmd.Resign() in game.bob.acted
        outcome = game.house.rooms[game.id].game.outcome
        assert outcome is not None
        assert outcome.termination is Termination.RESIGNATION


def test_a_move_that_is_thought_about_again_counts_once() -> None:
    games, game = HopelessGames(2), RoomId("a")
    for _ in range(3):
        assert not games.is_enough(game, 4, Score.lost(6))
    assert not games.is_enough(game, 6, Score(0.4))
    assert not games.is_enough(game, 8, Score.lost(4))
    assert games.is_enough(game, 10, Score.lost(2))
    assert games.is_enough(game, 10, Score.lost(2))
    assert not games.is_enough(RoomId("b"), 10, Score.lost(2)), "each game by itself"


def test_a_move_without_an_opinion_leaves_the_count_as_it_was() -> None:
    games, game = HopelessGames(2), RoomId("a")
    assert not games.is_enough(game, 4, Score.lost(6))
    assert not games.is_enough(game, 6, None)
    assert games.is_enough(game, 8, Score.lost(4))


def test_a_level_has_no_opinion_of_what_it_plays_at_a_glance() -> None:
    never_looks_ahead = partial(player_of_level, level=1)
    request = ThinkRequest(never_looks_ahead, "", Limit(nodes=100), position_after("K10"))
    assert considered_move(request).score is None


async def test_it_plays_on_and_is_not_asked_for_scores_unless_told() -> None:
    thinker = ScriptedThinker([Score.lost(2)] * 9)
    async with table(thinker=thinker) as game:
        await game.move("K10", "A3", "A5", "A7", "A9")
        await game.answered()
        assert thinker.considered == 0


# -- claims --------------------------------------------------------------------------------------------------


async def begun(game: Table) -> None:
    """Both have placed a stone of their choice, and ann goes away."""
    await game.move("K10", "A3")
    await game.answered()
    game.house.act(game.id, cmd.MarkAbsent(0), None)


def later_by(game: Table, seconds: int) -> None:
    game.house.now = Instant(game.house.now + 1000 * seconds)


async def test_it_claims_the_win_over_an_opponent_who_does_not_come_back() -> None:
    async with table(replace(QUICK, claims_after=30.0)) as game:
        await begun(game)
        later_by(game, 60 + 30)
        await until(lambda: game.house.is_over(game.id))
        outcome = game.house.rooms[game.id].game.outcome
        assert outcome is not None
        assert (outcome.termination, outcome.winners) == (Termination.FORFEIT, (1,))


async def test_it_claims_again_when_a_claim_was_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence_claims, "_AGAIN_AFTER", 0)
    async with table(replace(QUICK, claims_after=30.0)) as game:
        sent, rejected = game.bob.act, list[cmd.Claim]()

        async def act(room: RoomId, command: cmd.PlayerCommand) -> int:
            if isinstance(command, cmd.Claim) and not rejected:
                rejected.append(command)
                raise RequestRejected("nobody-gone", "Nobody is gone.")
            return await sent(room, command)

        monkeypatch.setattr(game.bob, "act", act)
        await begun(game)
        later_by(game, 60 + 30)
        await until(lambda: game.house.is_over(game.id))
        assert rejected == [cmd.Claim(cmd.ClaimKind.WIN)]


async def test_it_waits_longer_than_it_must() -> None:
    async with table(replace(QUICK, claims_after=30.0)) as game:
        await begun(game)
        later_by(game, 60 + 29)
        await others_went_on()
        game.house.act(game.id, cmd.MarkPresent(0), None)
        later_by(game, 60)
        await game.move("A5")
        await game.answered()
        assert not [command for command in game.bob.acted if isinstance(command, cmd.Claim)]


async def test_it_waits_for_ever_unless_told() -> None:
    async with table() as game:
        await begun(game)
        later_by(game, 3600)
        await others_went_on()
        assert not [command for command in game.bob.acted if isinstance(command, cmd.Claim)]


# -- explanations --------------------------------------------------------------------------------------------

TALKS = replace(QUICK, explains=True)


async def asked(game: Table, text: str = "why?", by: FakeConnection | None = None) -> None:
    game.house.act(game.id, cmd.Say(text), (by or game.ann).me)
    await others_went_on()


async def test_it_explains_its_last_move_to_an_opponent_who_asks() -> None:
    async with table(TALKS, ScriptedThinker([Score(0.7)])) as game:
        await until(lambda: game.said() == [WHY_HINT])
        await asked(game)  # nothing to explain yet
        await game.move("K10")
        await game.answered()
        await asked(game, "WHY?")
        await until(lambda: len(game.said()) == 2)
        assert game.said()[1] == "Nothing was urgent, and I liked A1 best. I think I stand better."
        # once is enough
        await asked(game)
        assert len(game.said()) == 2


async def test_it_explains_also_while_its_player_can_not_think() -> None:
    thinker = ScriptedThinker()
    async with table(TALKS, thinker) as game:
        await game.move("K10")
        await game.answered()
        thinker.fails = True
        await asked(game, "explain")
        await until(lambda: len(game.said()) == 2)
        assert game.said()[1] == "Nothing was urgent, and I liked A1 best."


@pytest.mark.parametrize("options", [Options(rated=True), Options(chat=ChatPolicy.NOBODY)])
async def test_it_explains_nothing_in_a_rated_game_or_without_chat(options: Options) -> None:
    async with table(TALKS, options=options) as game:
        await game.move("K10")
        await game.answered()
        if options.rated:
            await asked(game)
        assert not game.said()


async def test_it_explains_nothing_unless_told() -> None:
    async with table() as game:
        await game.move("K10")
        await game.answered()
        await asked(game)
        assert not game.said()


async def test_other_talk_viewers_and_haste_are_ignored() -> None:
    async with table(TALKS) as game:
        await game.move("K10")
        await game.answered()
        for text in (
            "why are you so bad",
            "resign!",
            "/resign",
            "why" * 60,
            "{0}",
            "why?why?",
        ):
            await asked(game, text)
        await asked(game, by=game.house.connect("eve", PlayerKind.PERSON))
        await asked(game, by=game.house.connect("robot"))
        game.house.act(game.id, cmd.Say("why?", ev.ChatAudience.WATCHERS), game.house.connect("eve").me)
        await others_went_on()
        assert game.said() == [WHY_HINT]
        await asked(game)
        await until(lambda: len(game.said()) == 2)
        await game.move("A3")  # the next question comes too soon after that answer
        await game.answered()
        await asked(game)
        assert len(game.said()) == 2


def position_after(*names: str) -> Position:
    game = Game.new(ruleset_from("pente"))
    for name in names:
        game = game.play(parse_point(name, 19))[1]
    return game.position


def explained(position: Position, name: str, score: Score | None = None) -> str:
    point = parse_point(name, 19)
    return explanation(position, point, reason_of(position, point), score)


def test_explanations_are_in_plain_words() -> None:
    start = position_after()
    assert explained(start, "K10") == "K10: the game has to begin somewhere."
    pair = position_after("K10", "L10", "A1", "M10", "A19", "T1")
    assert explained(pair, "N10", Score.won(5)) == "N10 captures a pair. I see a win in 5 stones."
    three = position_after("K10", "A1", "K14", "A3", "K12", "A5", "K13")
    assert explained(three, "K11", Score(0.05)) == "K11 stops a win. I expect to lose."
    assert explained(three, "T19", Score.lost(2)) == (
        "Nothing was urgent, and I liked T19 best. I am lost in 2 stones."
    )


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.95, "I expect to win."),
        (0.7, "I think I stand better."),
        (0.35, "I think we are about even."),
        (0.2, "I think you stand better."),
        (0.01, "I expect to lose."),
        (0.5, ""),
    ],
)
def test_what_it_expects_is_said_in_words(chance: float, words: str) -> None:
    text = explanation(position_after("K10"), Point(0), "", Score(chance))
    assert text == " ".join(filter(None, ("Nothing was urgent, and I liked A1 best.", words)))
