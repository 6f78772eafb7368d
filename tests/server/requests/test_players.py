"""Players over the wire: who may come in, rated games, profiles and lists of leaders."""

from pathlib import Path
from typing import Any

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind, RoomId
from pente_core.rating import Rating, Speed
from pente_core.room import Options, Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import RatingRange
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages.archive import GameFilter, GameList, Games
from pente_protocol.messages.base import Error
from pente_protocol.messages.friends import Befriend, Unfriend
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Browse, RoomFilter, RoomList, Rooms
from pente_protocol.messages.people import (
    Block,
    Leaderboard,
    LeaderList,
    Leaders,
    PlayerFound,
    Profile,
    ProfileFound,
    Rename,
    Unblock,
)
from pente_protocol.messages.rooms import Create, Synced
from pente_server.access.access_control import AccessControl, AllowList
from pente_server.access.house_accounts import claim_house_accounts
from tests.contracts.accounts.devices import a_device, an_account
from tests.support.accounts.sign_in import TestedDevice
from tests.support.peer import Peer, Served, creating, peers, play, serving
from tests.support.ratings import give_rating

RATED = Options(rated=True)


async def profile(peer: Peer, name: str = "") -> ProfileFound:
    _ = await peer.post(Profile, player=name)
    return await peer.heard(ProfileFound)


async def leaders(peer: Peer, **fields: Any) -> tuple[Leaderboard, ...]:
    _ = await peer.post(Leaders, **fields)
    return (await peer.heard(LeaderList)).boards


async def resigned(winner: Peer, loser: Peer, **options: object) -> RoomId:
    """A rated game that is over."""
    room = await winner.create("pente", "5+3", options=RATED, **options)
    await loser.act(room, cmd.Join())
    await play(winner, room, 180)
    await play(loser, room, 0)
    await loser.act(room, cmd.Resign())
    return room


class TestRatedGames:
    async def test_all_who_are_there_are_told_what_it_did(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob", "cat") as (ann, bob, cat):
            room = await resigned(ann, bob)

            for peer in (ann, bob):
                rated = await peer.happened(ev.RatingsChanged)
                assert [(change.seat, change.after) for change in rated.changes] == [(0, 1662), (1, 1338)]

            found = await profile(cat, "ANN")
            assert found.player == ann.welcome.player
            (score,) = found.scores
            assert (score.ruleset, score.speed, score.wins, score.rated_games) == ("pente", Speed.BLITZ, 1, 1)
            assert (score.rating, score.provisional) == (1662, True)
            assert score.deviation == 290
            assert ann.version(room) == bob.version(room) == 8

    async def test_who_sits_down_has_a_rating(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob") as (ann, bob):
            await give_rating(served.node.store, ann, Rating(1812.4, 60, 0.06))
            await ann.create("pente", "5+3", options=RATED)
            host = (await ann.heard(Synced)).snapshot.created.by
            assert (host.rating, host.provisional) == (1812, False)
            room = await ann.create("pente", "5+3", options=RATED)
            await bob.act(room, cmd.Join())
            guest = (await ann.happened(ev.Joined)).player
            assert (guest.name, guest.rating, guest.provisional) == ("bob", 1500, True)

    async def test_a_rating_is_shown_in_casual_games_too_once_there_is_one(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob") as (ann, bob):
            await give_rating(served.node.store, ann, Rating(1812.4, 60, 0.06))
            await ann.create("pente", "5+3")
            assert (await ann.heard(Synced)).snapshot.created.by.rating == 1812
            await ann.create("pente", "60")
            assert (await ann.heard(Synced)).snapshot.created.by.rating is None
            await bob.create("pente", "5+3")
            assert (await bob.heard(Synced)).snapshot.created.by.rating is None

    async def test_a_range_of_ratings_asks_for_one(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob", "cat") as (ann, bob, cat):
            await give_rating(served.node.store, cat, Rating(1812.4, 60, 0.06))
            room = await ann.create("pente", "5+3", options=Options(ratings=RatingRange(1400, 1600)))
            assert await cat.refusal(room, cmd.Join()) == Reason.OTHER_RATING
            await bob.act(room, cmd.Join())

    @pytest.mark.parametrize(
        ("ruleset", "time"),
        [("pente", "-"), ({"base": "pente", "size": 13}, "5+3"), ({"base": "pente", "sides": 3}, "5+3")],
    )
    async def test_what_can_not_be_rated_is_not_opened(
        self, served: Served, ruleset: object, time: str
    ) -> None:
        async with peers(served.url, "ann") as (ann,):
            request = creating(ruleset=ruleset, time=time, options=RATED)
            assert await ann.code(Create, **request) == ErrorCode.NOT_RATED


class TestBots:
    async def test_rated_games_are_for_people(self, served: Served) -> None:
        async with peers(served.url, "ann") as (ann,), Peer(served.url) as bot:
            await bot.hello("robot", kind=PlayerKind.BOT)
            room = await ann.create("pente", "5+3", options=RATED)
            request = creating(options=RATED)

            assert await bot.refusal(room, cmd.Join()) == ErrorCode.NOT_RATED
            assert await bot.code(Create, **request) == ErrorCode.NOT_RATED
            assert await ann.code(Create, **request, invite=("robot",)) == ErrorCode.NOT_RATED
            await bot.act(await ann.create("pente", "5+3", invite=("robot",)), cmd.Join())

    async def test_unless_the_host_wants_it_otherwise(self) -> None:
        async with serving(rates_bots=True) as served, Peer(served.url) as ann, Peer(served.url) as bot:
            await ann.hello("ann")
            await bot.hello("robot", kind=PlayerKind.BOT)
            await resigned(ann, bot, invite=("robot",))
            await ann.happened(ev.RatingsChanged)
            assert (await profile(ann, "robot")).scores[0].rating == 1338

    async def test_bots_of_players_win_no_ratings_from_each_other(self) -> None:
        async with serving(rates_bots=True) as served, Peer(served.url) as one, Peer(served.url) as other:
            await one.hello("robot", kind=PlayerKind.BOT)
            await other.hello("cyborg", kind=PlayerKind.BOT)
            assert (
                await one.code(Create, **creating(options=RATED), invite=("cyborg",)) == ErrorCode.NOT_RATED
            )
            room = await one.create("pente", "5+3", options=RATED)
            assert await other.refusal(room, cmd.Join()) == ErrorCode.NOT_RATED

    async def test_a_rated_game_of_a_bot_with_one_of_the_house_is_kept_and_counted(self) -> None:
        async with serving(rates_bots=True) as served, Peer(served.url) as one, Peer(served.url) as other:
            bots = await claim_house_accounts(served.node.store.accounts, ("easy-bot",))
            credentials = served.node.house_devices.issue(bots.values())
            await one.hello("robot", kind=PlayerKind.BOT)
            await other.hello(credential=credentials["easy-bot"])
            await resigned(one, other, invite=("easy-bot",))
            await one.happened(ev.RatingsChanged)

    async def test_house_bots_are_rated_among_themselves_apart_from_people(self, served: Served) -> None:
        bots = await claim_house_accounts(served.node.store.accounts, ("easy-bot", "medium-bot"))
        credentials = served.node.house_devices.issue(bots.values())
        async with peers(served.url, "ann") as (ann,), Peer(served.url) as one, Peer(served.url) as other:
            await one.hello(credential=credentials["easy-bot"])
            await other.hello(credential=credentials["medium-bot"])
            await resigned(one, other, invite=("medium-bot",))
            await one.happened(ev.RatingsChanged)
            assert (await profile(ann, "easy-bot")).scores[0].rating == 1662
            assert await leaders(ann) == ()
            request = creating(options=RATED)
            assert await ann.code(Create, **request, invite=("easy-bot",)) == ErrorCode.NOT_RATED
            room = await one.create("pente", "5+3", options=RATED)
            assert await ann.refusal(room, cmd.Join()) == ErrorCode.NOT_RATED

    async def test_one_scale_has_one_leaderboard(self) -> None:
        async with serving(rates_bots=True) as served, Peer(served.url) as ann, Peer(served.url) as bot:
            await ann.hello("ann")
            await bot.hello("robot", kind=PlayerKind.BOT)
            await resigned(ann, bot, invite=("robot",))
            await ann.happened(ev.RatingsChanged)
            (board,) = await leaders(ann)
            assert [one.player.name for one in board.provisional] == ["ann", "robot"]


class TestLeaders:
    async def test_the_best_come_first_and_nobody_who_is_provisional(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob", "cat") as (ann, bob, cat):
            store = served.node.store
            await give_rating(store, ann, Rating(1700, 60, 0.06))
            await give_rating(store, bob, Rating(1900, 80, 0.06))
            await give_rating(store, cat, Rating(2400, 200, 0.06))
            (board,) = await leaders(ann)

        assert (board.ruleset, board.speed) == ("pente", Speed.BLITZ)
        assert [(one.player.name, one.score.rating) for one in board.leaders] == [
            ("bob", 1900),
            ("ann", 1700),
        ]
        assert [(one.player.name, one.score.rating) for one in board.provisional] == [("cat", 2400)]

    async def test_a_club_has_one_from_its_first_game(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob") as (ann, bob):
            room = await ann.create("pente", "5+0", options=Options(rated=True))
            await bob.act(room, cmd.Join())
            await play(ann, room, 180)
            await play(bob, room, 0)
            await bob.act(room, cmd.Resign())
            await ann.happened(ev.RatingsChanged)
            (board,) = await leaders(ann)
        assert board.leaders == ()
        assert [one.player.name for one in board.provisional] == ["ann", "bob"]

    async def test_who_was_away_for_too_long_leads_no_more(self, served: Served) -> None:
        async with peers(served.url, "ann") as (ann,):
            now = served.node.heartbeat.now()
            long_ago = type(now)(now - 5 * 365 * 24 * 60 * 60 * 1000)
            await give_rating(served.node.store, ann, Rating(1700, 60, 0.06, long_ago))
            (board,) = await leaders(ann)
        assert board.leaders == ()
        assert [one.player.name for one in board.provisional] == ["ann"]

    async def test_a_crowd_that_asks_costs_the_store_little(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(served.node.profiles, "_now", lambda: Instant(0))
        async with peers(served.url, "ann") as (ann,):
            assert await leaders(ann) == ()
            await give_rating(served.node.store, ann, Rating(1700, 60, 0.06))
            assert await leaders(ann) == ()
            monkeypatch.setattr(served.node.profiles, "_now", lambda: Instant(5000))
            assert len(await leaders(ann)) == 1

    async def test_by_ruleset_and_speed(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob") as (ann, bob):
            await give_rating(served.node.store, ann, Rating(1700, 60, 0.06), "gomoku/rapid")
            await give_rating(served.node.store, bob, Rating(1700, 60, 0.06), "gomoku/bullet")

            boards = await leaders(ann, ruleset="gomoku")
            assert [board.speed for board in boards] == [Speed.BULLET, Speed.RAPID]
            (board,) = await leaders(ann, ruleset="gomoku", speed=Speed.RAPID)
            assert [leader.player.name for leader in board.leaders] == ["ann"]
            assert await leaders(ann, ruleset="connect6") == ()
            assert await ann.code(Leaders, ruleset="chess\x1b") == ErrorCode.BAD_RULESET


class TestNames:
    async def test_a_new_name_holds_at_once_and_after_coming_back(self, served: Served) -> None:
        async with Peer(served.url) as ann:
            await ann.hello("ann")
            ok = await ann.ok(Rename, name="Annika")
            assert ok.player.name == "Annika"
            await ann.create("pente", "5+3")
            assert (await ann.heard(Synced)).snapshot.created.by.name == "Annika"
            credential, id_ = ann.credential, ann.welcome.player.id
        async with Peer(served.url) as again:
            welcome = await again.hello(credential=credential)
            assert (welcome.player.name, welcome.player.id) == ("Annika", id_)

    @pytest.mark.parametrize(
        ("name", "code"),
        [
            ("BOB", ErrorCode.NAME_TAKEN),
            ("b0b", ErrorCode.NAME_TAKEN),
            ("x", ErrorCode.BAD_NAME),
            ("--", ErrorCode.BAD_NAME),
            ("guest-000001", ErrorCode.BAD_NAME),
            ("Admin", ErrorCode.BAD_NAME),
            ("Easy_B0t", ErrorCode.BAD_NAME),
            ("expert-bot", ErrorCode.BAD_NAME),
        ],
    )
    async def test_a_name_that_can_not_be_had(self, served: Served, name: str, code: str) -> None:
        async with peers(served.url, "ann", "bob") as (ann, _):
            assert await ann.code(Rename, name=name) == code
            assert (await profile(ann)).player.name == "ann"

    async def test_the_same_again_is_harmless_and_another_one_has_to_wait(self, served: Served) -> None:
        async with peers(served.url, "ann") as (ann,):
            for name in ("annika", "annika", "Annika"):
                await ann.ok(Rename, name=name)
            answer = await ann.ask(Rename, name="anni")
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.RATE_LIMITED
            assert answer.retry_ms

    async def test_a_guest_may_keep_the_name_that_was_given(self, served: Served) -> None:
        async with peers(served.url, "") as (guest,):
            await guest.ok(Rename, name=guest.welcome.player.name)

    async def test_a_name_from_before_the_rules_is_kept(self, served: Served) -> None:
        device = TestedDevice()
        account = an_account("--", a_device(secret=device.secret))
        await served.node.store.accounts.open(account)
        async with Peer(served.url) as peer:
            assert (await peer.hello(credential=device.credential)).player.name == "--"

    async def test_games_keep_the_name_they_were_played_under(self, served: Served) -> None:
        async with peers(served.url, "ann", "bob") as (ann, bob):
            room = await resigned(ann, bob)
            await ann.ok(Rename, name="annika")
            ended = await served.node.keeper.current(room)
            assert ended.created.by.name == "ann"
            assert (await profile(bob, "ann")).player.name == "annika"

    async def test_there_is_no_profile_of_nobody(self, served: Served) -> None:
        async with peers(served.url, "ann") as (ann,):
            assert await ann.code(Profile, player="nobody-at-all") == ErrorCode.UNKNOWN_PLAYER


async def refusal(url: str, **fields: Any) -> tuple[str, int]:
    """The code with which a hello is refused, and that of the end of the connection."""
    async with Peer(url) as peer:
        answer = await (await peer.post(Hello, **await peer.introduced(**fields)))
        assert isinstance(answer, Error)
        return answer.code, (await peer.closed())[0]


class TestGate:
    async def test_who_knows_the_password_comes_in(self) -> None:
        async with serving(access_control=AccessControl("open sesame")) as served, Peer(served.url) as ann:
            await ann.hello("ann", password="open sesame")
            refused = CloseCode.REFUSED_HELLO
            assert await refusal(served.url) == (ErrorCode.PASSWORD_NEEDED, refused)
            for wrong in ("open", "open sesame ", "OPEN SESAME"):
                assert await refusal(served.url, password=wrong) == (ErrorCode.WRONG_PASSWORD, refused)
            assert await refusal(served.url, credential=ann.credential) == (
                ErrorCode.PASSWORD_NEEDED,
                refused,
            )

    async def test_guessing_is_slow_and_shuts_nobody_out(self) -> None:
        waits: list[float] = []

        async def wait(seconds: float) -> None:
            waits.append(seconds)

        access = AccessControl("sesame", clock=lambda: 0.0, sleep=wait)
        async with serving(access_control=access) as served, Peer(served.url) as ann:
            await ann.hello("ann", password="sesame")
            for _ in range(14):
                assert (await refusal(served.url, password="guess"))[0] == ErrorCode.WRONG_PASSWORD
            assert waits == [1, 2, 3, 4]
            async with Peer(served.url) as stranger, Peer(served.url) as again:
                await stranger.hello("bob", password="sesame")
                assert waits.pop() == 5
                await again.hello(credential=ann.credential, password="sesame")
                assert waits == [1, 2, 3, 4]
            for _ in range(4):
                await refusal(served.url, password="guess")
            assert await refusal(served.url, password="sesame") == (ErrorCode.RATE_LIMITED, CloseCode.BUSY)
            async with Peer(served.url) as again:
                await again.hello(credential=ann.credential, password="sesame")

    async def test_only_those_on_the_list_come_in(self, tmp_path: Path) -> None:
        path = tmp_path / "friends"
        path.write_text("# friends\nAnn   # my sister\n\n")
        async with (
            serving(access_control=AccessControl(allowed=AllowList(path))) as served,
            Peer(served.url) as ann,
        ):
            await ann.hello("aNN")
            refused = CloseCode.REFUSED_HELLO
            assert await refusal(served.url, name="bob") == (ErrorCode.NOT_ALLOWED, refused)
            assert await refusal(served.url) == (ErrorCode.NOT_ALLOWED, refused)
            assert await served.node.store.accounts.find("bob") is None

            path.write_text(f"{ann.welcome.player.id}\nbob\n")
            async with Peer(served.url) as bob, Peer(served.url) as again:
                await bob.hello("bob")
                await again.hello(credential=ann.credential)
            assert await refusal(served.url, name="cat") == (ErrorCode.NOT_ALLOWED, refused)

    async def test_nobody_leaves_the_list_by_another_name(self, tmp_path: Path) -> None:
        path = tmp_path / "friends"
        path.write_text("ann\nanna\n")
        async with (
            serving(access_control=AccessControl(allowed=AllowList(path))) as served,
            Peer(served.url) as ann,
        ):
            await ann.hello("ann")

            assert await ann.code(Rename, name="bella") == ErrorCode.NOT_ALLOWED
            await ann.ok(Rename, name="anna")

    async def test_a_list_that_is_gone_holds_as_it_was(self, tmp_path: Path) -> None:
        path = tmp_path / "friends"
        path.write_text("ann\n")
        async with (
            serving(access_control=AccessControl(allowed=AllowList(path))) as served,
            Peer(served.url) as ann,
        ):
            path.unlink()
            await ann.hello("ann")
            assert (await refusal(served.url, name="bob"))[0] == ErrorCode.NOT_ALLOWED


@pytest.mark.parametrize("by", ["id", "name", "capitals"])
async def test_a_player_is_named_by_name_or_id_everywhere(served: Served, by: str) -> None:
    async with peers(served.url, "ann", "bob") as (ann, bob):
        identity = bob.welcome.player
        player = {"id": identity.id, "name": "bob", "capitals": "BOB"}[by]
        room = await ann.create("pente", "5+3", invite=(player,))
        assert (await ann.told(ProfileFound, Profile, player=player)).player == identity
        assert (await ann.told(ProfileFound, Profile, against=player)).against is not None
        for request in (Rooms, Browse):
            found = await ann.told(RoomList, request, which=RoomFilter(player=player))
            assert [listed.room.id for listed in found.rooms] == [room]
        for change in (Befriend, Unfriend, Block, Unblock):
            assert (await ann.told(PlayerFound, change, player=player)).player == identity
        assert (await ann.told(GameList, Games, which=GameFilter(player=player))).games == ()
