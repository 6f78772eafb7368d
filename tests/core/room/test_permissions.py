"""Who may watch, talk and sit down, and what a host may do about others."""

import pytest

from pente_core.identity import Identity
from pente_core.room import (
    BotPolicy,
    ChatPolicy,
    Options,
    RatingRange,
    Reason,
    Viewer,
    WatchPolicy,
    is_expected,
    may_watch,
    snapshot,
    view,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import LOCKED
from pente_core.room.room import MOST_BARRED
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, BOT, CAT, EVE, GUEST, Scene, player


class TestChat:
    @pytest.mark.parametrize(
        ("chat", "players", "watchers"),
        [
            (ChatPolicy.ANYBODY, True, True),
            (ChatPolicy.PLAYERS, True, False),
            (ChatPolicy.NOBODY, False, False),
        ],
    )
    def test_who_may_talk(self, chat: ChatPolicy, players: bool, watchers: bool) -> None:
        scene = Scene.begun(options=Options(chat=chat))
        for command in (cmd.Say("hi"), cmd.Say("hi", ev.ChatAudience.WATCHERS)):
            if watchers:
                assert isinstance(scene.do(command, EVE)[0], ev.Said)
            else:
                assert scene.refusal(command, EVE) is Reason.NO_CHAT
        if players:
            assert isinstance(scene.do(cmd.Say("hi"), BOB)[0], ev.Said)
        else:
            assert scene.refusal(cmd.Say("hi"), BOB) is Reason.NO_CHAT

    def test_who_may_not_watch_may_not_talk_either(self) -> None:
        scene = Scene.begun(options=Options(watch=WatchPolicy.INVITED))
        assert scene.refusal(cmd.Say("hi"), EVE) is Reason.NO_CHAT


class TestWatching:
    def test_anybody(self) -> None:
        assert may_watch(Scene().room, EVE.id)

    def test_only_those_who_are_expected(self) -> None:
        room = Scene(options=Options(watch=WatchPolicy.INVITED), invited=[BOB], seat=None).room
        assert [may_watch(room, one.id) for one in (ANN, BOB, CAT)] == [True, True, False]
        assert [is_expected(room, one.id) for one in (ANN, BOB, CAT)] == [True, True, False]

    def test_those_who_have_sat_down_stay_expected(self) -> None:
        scene = Scene(options=Options(watch=WatchPolicy.INVITED))
        scene.do(cmd.Join(), CAT)
        assert may_watch(scene.room, CAT.id)


class TestSecrets:
    def test_nobody_sees_the_hash_of_the_password(self) -> None:
        scene = Scene(options=Options(password_hash="salt:hash"))
        for viewer in Viewer:
            shown = view(scene.log[0], viewer)
            assert isinstance(shown, ev.Created)
            assert shown.options.password_hash == LOCKED
            assert snapshot(scene.room, viewer).created == shown
        assert scene.room.created.options.password_hash == "salt:hash"

    def test_but_everybody_sees_that_there_is_none(self) -> None:
        assert view(Scene().log[0], Viewer.WATCHER) == Scene().log[0]


class TestSeats:
    @pytest.mark.parametrize(("rating", "fits"), [(1000, True), (1500, True), (999, False), (None, False)])
    def test_for_players_of_some_ratings(self, rating: int | None, fits: bool) -> None:
        scene = Scene(options=Options(ratings=RatingRange(1000, 1500)))
        bob = replace(BOB, rating=rating)
        if fits:
            scene.do(cmd.Join(), bob)
        else:
            assert scene.refusal(cmd.Join(), bob) is Reason.OTHER_RATING

    def test_the_invited_and_the_host_may_have_any(self) -> None:
        scene = Scene(options=Options(ratings=RatingRange(1000, 1500)), invited=[BOB], seat=None)
        scene.do(cmd.Join(), ANN)
        scene.do(cmd.Join(), BOB)

    def test_for_any_bot_where_the_room_says_so(self) -> None:
        Scene(options=Options(bots=BotPolicy.ANYBODY)).do(cmd.Join(), BOT)

    def test_for_bots_by_invitation_else(self) -> None:
        options = Options()
        assert Scene(options=options).refusal(cmd.Join(), BOT) is Reason.NO_BOTS
        Scene(options=options).do(cmd.Join(), BOB)
        Scene(options=options, invited=[BOT]).do(cmd.Join(), BOT)

    def test_for_guests_by_invitation(self) -> None:
        options = Options(named_only=True)
        assert Scene(options=options).refusal(cmd.Join(), GUEST) is Reason.NAMED_ONLY
        Scene(options=options).do(cmd.Join(), replace(GUEST, name="greta"))
        Scene(options=options, invited=[GUEST]).do(cmd.Join(), GUEST)

    def test_guests_do_not_chat_in_a_room_that_is_not_for_them(self) -> None:
        options = Options(named_only=True)
        assert Scene(options=options).refusal(cmd.Say("hi"), GUEST) is Reason.NAMED_ONLY
        Scene(options=options).do(cmd.Say("hi"), EVE)
        Scene(options=options, invited=[GUEST]).do(cmd.Say("hi"), GUEST)


class TestHost:
    def test_mutes(self) -> None:
        scene = Scene.begun()
        assert scene.do(cmd.Mute(EVE.id), ANN) == (ev.Muted(scene.now, EVE.id),)
        assert scene.refusal(cmd.Say("hi"), EVE) is Reason.MUTED
        assert may_watch(scene.room, EVE.id)
        assert scene.do(cmd.Unmute(EVE.id), ANN) == (ev.Unmuted(scene.now, EVE.id),)
        scene.do(cmd.Say("hi"), EVE)

    def test_kicks(self) -> None:
        scene = Scene()
        assert scene.do(cmd.Kick(EVE.id), ANN) == (ev.Kicked(scene.now, EVE.id),)
        assert may_watch(scene.room, EVE.id)

    def test_bans(self) -> None:
        scene = Scene(invited=[EVE])
        assert scene.do(cmd.Ban(EVE.id), ANN) == (ev.Banned(scene.now, EVE.id),)
        assert not may_watch(scene.room, EVE.id)
        assert scene.refusal(cmd.Join(), EVE) is Reason.BANNED
        assert scene.refusal(cmd.Say("hi"), EVE) is Reason.NO_CHAT
        scene.do(cmd.Join(), BOB)  # the seat is no longer kept
        assert scene.do(cmd.Unban(EVE.id), ANN) == (ev.Unbanned(scene.now, EVE.id),)
        assert may_watch(scene.room, EVE.id)

    @pytest.mark.parametrize(
        "command", [cmd.Mute(EVE.id), cmd.Unmute(EVE.id), cmd.Kick(EVE.id), cmd.Ban(EVE.id)]
    )
    def test_nobody_else_does(self, command: cmd.Command) -> None:
        assert Scene.begun().refusal(command, BOB) is Reason.NOT_HOST

    @pytest.mark.parametrize("command", [cmd.Mute, cmd.Kick, cmd.Ban])
    @pytest.mark.parametrize("other", [ANN, BOB])
    def test_not_those_at_the_table(
        self, command: type[cmd.Mute | cmd.Kick | cmd.Ban], other: Identity
    ) -> None:
        assert Scene.begun().refusal(command(other.id), ANN) is Reason.AT_THE_TABLE

    def test_not_twice(self) -> None:
        scene = Scene()
        assert scene.refusal(cmd.Unmute(EVE.id), ANN) is Reason.SO_ALREADY
        assert scene.refusal(cmd.Unban(EVE.id), ANN) is Reason.SO_ALREADY
        scene.do(cmd.Mute(EVE.id), ANN)
        assert scene.refusal(cmd.Mute(EVE.id), ANN) is Reason.SO_ALREADY
        scene.do(cmd.Ban(EVE.id), ANN)
        assert scene.refusal(cmd.Ban(EVE.id), ANN) is Reason.SO_ALREADY

    def test_not_in_a_closed_room(self) -> None:
        scene = Scene()
        scene.do(cmd.Leave(), ANN)
        assert scene.refusal(cmd.Kick(EVE.id), ANN) is Reason.ROOM_CLOSED

    def test_there_is_an_end_to_it(self) -> None:
        scene = Scene()
        for number in range(MOST_BARRED):
            scene.do(cmd.Ban(player(100 + number, "x").id), ANN)
        assert scene.refusal(cmd.Ban(EVE.id), ANN) is Reason.TOO_MANY_BARRED
        scene.do(cmd.Mute(EVE.id), ANN)
