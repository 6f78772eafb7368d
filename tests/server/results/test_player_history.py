"""What a profile tells of the latest games: ratings, streaks, and results against another player."""

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.rating import Pool, Rating, Result, Speed
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import GameSummary
from pente_protocol.messages.people import HeadToHead, Profile, ProfileFound, Streaks
from pente_server.results.archive.head_to_head import head_to_head
from pente_server.results.player_history import MOST_POINTS, rating_history, streaks
from pente_server.results.pool_results import LedgerEntry
from tests.support.games.room_scenario import ANN, BOB, CAT, DAN, T0
from tests.support.peer import Peer, peers, play, serving

BLITZ = Pool("pente", Speed.BLITZ)
WIN, DRAW, LOSS = Result.WIN, Result.DRAW, Result.LOSS


def entry(result: Result, rating: float | None = None, end: int = 0) -> LedgerEntry:
    after = None if rating is None else Rating(rating, 60)
    return LedgerEntry(BLITZ, Instant(T0 + end), result, Rating(), after)


def game(
    *winners: int, players: tuple[object, ...] = (ANN, BOB), end: Termination = Termination.LINE
) -> GameSummary:
    rules = RULESETS["pente"] if len(players) == 2 else ruleset_from({"sides": 4, "teams": True})
    id_, time = RoomId("game-000001"), parse_time_control("5+0")
    return GameSummary(id_, rules, time, players, end, winners, 9, T0, T0)  # type: ignore[arg-type]


def test_casual_games_are_no_points_and_the_oldest_point_comes_first() -> None:
    results = [entry(WIN, 1510, 3), entry(LOSS), entry(LOSS, 1490, 1)]
    assert [point.rating for point in rating_history(results)] == [1490, 1510]


def test_a_history_is_bounded() -> None:
    history = rating_history([entry(WIN, 2000 - number) for number in range(100)])
    assert [point.rating for point in history] == list(range(2000 - MOST_POINTS + 1, 2001))


def test_streaks() -> None:
    assert streaks([]) == Streaks()
    assert streaks([entry(each) for each in (WIN, WIN, DRAW, WIN, WIN, WIN, LOSS)]) == Streaks(2, 0, 3, 7)
    assert streaks([entry(each) for each in (LOSS, LOSS, WIN)]) == Streaks(0, 2, 1, 3)
    assert streaks([entry(DRAW)]) == Streaks(0, 0, 0, 1)


def test_the_score_of_two() -> None:
    games = [game(0), game(1), game(), game(0, players=(BOB, ANN)), game(end=Termination.ABORTED)]
    assert head_to_head(ANN.id, BOB, games, is_whole=True) == HeadToHead(BOB, 1, 2, 1, T0)
    assert head_to_head(ANN.id, CAT, [], is_whole=False) == HeadToHead(CAT, complete=False)


def test_partners_do_not_beat_each_other() -> None:
    teams = game(0, 2, players=(ANN, BOB, CAT, DAN))
    assert head_to_head(ANN.id, CAT, [teams], is_whole=True) == HeadToHead(CAT)
    assert head_to_head(ANN.id, DAN, [teams], is_whole=True) == HeadToHead(DAN, wins=1, last_played=T0)


async def played(winner: Peer, loser: Peer, options: Options) -> None:
    room = await winner.create("pente", "5+0", options=options)
    await loser.act(room, cmd.Join(accepts_rating=True))
    await play(winner, room, 180)
    await play(loser, room, 0)
    await loser.act(room, cmd.Resign())
    if options.rated:
        await winner.happened(ev.RatingsChanged)


async def test_profiles_over_the_wire() -> None:
    async with serving() as served, peers(served.url, "ann", "bob", "cat") as (ann, bob, cat):
        await played(ann, bob, Options(rated=True))
        await played(bob, ann, Options(rated=True))
        await played(ann, cat, Options(rated=True))
        found = await cat.told(ProfileFound, Profile, player="ann", against="bob")
        assert found.against is not None
        assert (found.against.opponent.name, found.against.wins, found.against.losses) == ("bob", 1, 1)
        assert found.against.complete
        assert found.history[0].rating == 1662
        assert len(found.history) == 3
        assert found.streaks == Streaks(won=1, lost=0, best=1, games=3)
        own = await ann.told(ProfileFound, Profile, against="cat")
        assert own.against is not None
        assert (own.against.wins, own.against.losses) == (1, 0)
        assert (await ann.told(ProfileFound, Profile)).against is None
        assert await ann.code(Profile, player="bob", against="BOB") == ErrorCode.BAD_NAME
        assert await ann.code(Profile, against="nobody") == ErrorCode.UNKNOWN_PLAYER


async def test_a_private_game_is_counted_for_its_players_only() -> None:
    async with serving() as served, peers(served.url, "ann", "bob", "cat") as (ann, bob, cat):
        await played(ann, bob, Options(rated=True))
        room = await ann.create("pente", "5+0", options=Options(private=True))
        await bob.act(room, cmd.Join())
        await bob.act(room, cmd.Resign())
        await played(ann, cat, Options(rated=True))  # filed after it
        theirs = await cat.told(ProfileFound, Profile, player="ann", against="bob")
        own = await bob.told(ProfileFound, Profile, player="ann", against="bob")
        assert theirs.against is not None
        assert own.against is not None
        assert (theirs.against.wins, own.against.wins) == (1, 2)
        assert theirs.streaks.games == 2
