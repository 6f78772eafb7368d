"""Watching: the host's changes of who may, and which events end it for whom."""

import pytest

from pente_core.room import (
    Options,
    Reason,
    Room,
    WatchPolicy,
    could_watch_all,
    ends_watching,
    hides_game,
    is_expected,
    may_watch,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from tests.support.games.room_scenario import ANN, BOB, CAT, EVE, Scene

CLOSE, OPEN = cmd.SetWatchPolicy(WatchPolicy.INVITED), cmd.SetWatchPolicy(WatchPolicy.ANYBODY)
BY_INVITATION = Options(watch=WatchPolicy.INVITED)


class TestPolicy:
    def test_the_host_ends_watching_and_allows_it_again(self) -> None:
        scene = Scene.begun()
        assert scene.do(CLOSE, ANN) == (ev.WatchPolicyChanged(scene.now, WatchPolicy.INVITED),)
        assert scene.room.options == BY_INVITATION
        assert scene.room.created.options == Options()
        assert [may_watch(scene.room, one.id) for one in (ANN, BOB, EVE)] == [True, True, False]
        assert scene.refusal(cmd.Say("hi"), EVE) is Reason.NO_CHAT
        scene.do(OPEN, ANN)
        assert scene.room.options == Options()
        assert may_watch(scene.room, EVE.id)

    def test_the_game_goes_on(self) -> None:
        scene = Scene.begun()
        before = scene.room
        scene.do(CLOSE, ANN)
        assert (scene.room.changed, scene.room.active) == (before.changed, before.active)
        scene.play("K10")
        assert scene.room.watch is WatchPolicy.INVITED

    def test_not_twice(self) -> None:
        scene = Scene()
        assert scene.refusal(OPEN, ANN) is Reason.SO_ALREADY
        scene.do(CLOSE, ANN)
        assert scene.refusal(CLOSE, ANN) is Reason.SO_ALREADY

    def test_by_a_host_without_a_seat(self) -> None:
        scene = Scene(seat=None)
        scene.do(CLOSE, ANN)
        assert scene.refusal(OPEN, BOB) is Reason.NOT_HOST

    def test_it_is_remembered_that_it_hides_game(self) -> None:
        scene = Scene()
        assert not hides_game(scene.room, scene.log)
        scene.do(CLOSE, ANN)
        scene.do(OPEN, ANN)
        assert hides_game(scene.room, scene.log)
        assert hides_game(Scene(options=BY_INVITATION).room, ())


class TestEnds:
    def ends(self, scene: Scene, event: ev.Event) -> list[str]:
        people = (ANN, BOB, CAT, EVE)
        assert event.facts.ends_watching
        return [one.name for one in people if ends_watching(event, scene.room, one.id)]

    def test_for_a_stranger_who_gives_up_a_seat(self) -> None:
        scene = Scene({"base": "freestyle", "sides": 3}, options=BY_INVITATION)
        joined = scene.do(cmd.Join(), EVE)[0]
        assert not joined.facts.ends_watching
        assert self.ends(scene, scene.do(cmd.Leave(), EVE)[0]) == ["bob", "cat", "eve"]

    def test_not_for_an_invited_player_who_gives_it_up(self) -> None:
        scene = Scene({"base": "freestyle", "sides": 3}, invited=[EVE], options=BY_INVITATION)
        scene.do(cmd.Join(), EVE)
        assert "eve" not in self.ends(scene, scene.do(cmd.Leave(), EVE)[0])

    def test_for_one_who_is_kicked_or_banned(self) -> None:
        scene = Scene()
        assert self.ends(scene, scene.do(cmd.Kick(EVE.id), ANN)[0]) == ["eve"]
        assert self.ends(scene, scene.do(cmd.Ban(EVE.id), ANN)[0]) == ["eve"]

    def test_for_strangers_when_the_host_ends_it(self) -> None:
        scene = Scene.begun()
        assert self.ends(scene, scene.do(CLOSE, ANN)[0]) == ["cat", "eve"]


def joined_in(*, options: Options) -> tuple[Room, tuple[ev.Event, ...]]:
    """A room that Eve has joined, and its log."""
    scene = Scene({"base": "freestyle", "sides": 3}, options=options)
    scene.do(cmd.Join(), EVE)
    return scene.room, scene.log


class TestCouldWatchAll:
    def test_in_an_open_room_all_could(self) -> None:
        room, events = joined_in(options=Options())
        assert could_watch_all(room, events, EVE.id)
        assert could_watch_all(room, events, CAT.id)

    def test_before_joining_a_room_for_invited_people_one_could_not(self) -> None:
        room, events = joined_in(options=BY_INVITATION)
        assert not could_watch_all(room, events, EVE.id)
        assert could_watch_all(room, (), EVE.id)
        assert could_watch_all(room, events, ANN.id)
        assert not could_watch_all(room, (), CAT.id)

    def test_while_watching_was_by_invitation_one_could_not(self) -> None:
        scene = Scene()
        events = (*scene.do(CLOSE, ANN), *scene.do(cmd.Say("psst"), ANN), *scene.do(OPEN, ANN))
        assert not could_watch_all(scene.room, events, EVE.id)
        assert could_watch_all(scene.room, events, ANN.id)
        assert could_watch_all(scene.room, scene.do(cmd.Say("hi"), ANN), EVE.id)

    def test_while_banned_one_could_not(self) -> None:
        scene = Scene()
        events = (*scene.do(cmd.Ban(EVE.id), ANN), *scene.do(cmd.Unban(EVE.id), ANN))
        assert not could_watch_all(scene.room, events, EVE.id)
        assert could_watch_all(scene.room, events, CAT.id)


@pytest.mark.parametrize("event", [ev.Joined, ev.Left])
def test_whether_one_is_expected_follows_the_seats(event: type[ev.Event]) -> None:
    scene = Scene({"base": "freestyle", "sides": 3}, options=BY_INVITATION)
    scene.do(cmd.Join(), EVE)
    if event is ev.Left:
        scene.do(cmd.Leave(), EVE)
    assert is_expected(scene.room, EVE.id) is (event is ev.Joined)
