"""From game to game: rematches, sets of two, and the rooms they are played in."""

from typing import Any

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_core.rating import RatingChange
from pente_core.room import (
    OfferKind,
    Options,
    Reason,
    Viewer,
    WatchPolicy,
    deadline,
    decide,
    may_continue,
    may_watch,
    opening,
    replay,
    restore,
    snapshot,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.ending import CLOCKS_WAIT
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.setup import Setup
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, CAT, EVE, SEQUEL, Scene, millis

REMATCH, DRAW = OfferKind.REMATCH, OfferKind.DRAW
FIRST = RoomId("a1b2c3d4e5f6")
THREE = {"base": "pente-casual", "sides": 3}


def over(
    ruleset: object = "pente", time: str = "-", options: Options | None = None, **handicap: Any
) -> Scene:
    scene = Scene.begun(ruleset, time, options=options or Options(), **handicap)
    scene.do(cmd.Resign(), ANN)
    if len(scene.room.seats) > 2:
        scene.do(cmd.Resign(), BOB)
    return scene


def agreed(scene: Scene) -> RoomId:
    """The id of the next room, once all want a rematch."""
    scene.do(cmd.Offer(REMATCH), BOB)
    *_, continued = scene.do(cmd.Accept(REMATCH), ANN)
    assert isinstance(continued, ev.Continued)
    return continued.room


class TestRematch:
    def test_is_agreed_after_the_end(self) -> None:
        scene = over()
        scene.do(cmd.Offer(REMATCH), BOB)
        events = scene.do(cmd.Accept(REMATCH), ANN)
        assert events == (ev.Accepted(scene.now, 0, REMATCH), ev.Continued(scene.now, SEQUEL))
        assert scene.room.sequel == SEQUEL

    def test_who_offers_the_same_agrees(self) -> None:
        scene = over()
        scene.do(cmd.Offer(REMATCH), BOB)
        assert isinstance(scene.do(cmd.Offer(REMATCH), ANN)[-1], ev.Continued)
        assert scene.refusal(cmd.Offer(REMATCH), BOB) is Reason.CONTINUED

    def test_all_have_to_agree_those_who_were_out_too(self) -> None:
        scene = over(THREE)
        scene.do(cmd.Offer(REMATCH), ANN)
        assert scene.do(cmd.Accept(REMATCH), CAT) == (ev.Accepted(scene.now, 2, REMATCH),)
        assert isinstance(scene.do(cmd.Accept(REMATCH), BOB)[-1], ev.Continued)

    def test_may_be_declined_and_offered_again(self) -> None:
        scene = over()
        scene.do(cmd.Offer(REMATCH), BOB)
        assert scene.do(cmd.Decline(REMATCH), ANN) == (ev.Rejected(scene.now, 0, REMATCH),)
        scene.do(cmd.Offer(REMATCH), BOB)
        assert scene.refusal(cmd.Offer(REMATCH), BOB) is Reason.OFFER_STANDS
        assert scene.refusal(cmd.Accept(REMATCH), BOB) is Reason.NO_OFFER

    def test_may_be_withdrawn_and_is_not_played_then(self) -> None:
        scene = over()
        scene.do(cmd.Offer(REMATCH), BOB)
        assert scene.do(cmd.Decline(REMATCH), BOB) == (ev.Rejected(scene.now, 1, REMATCH),)
        assert scene.refusal(cmd.Accept(REMATCH), ANN) is Reason.NO_OFFER
        scene.do(cmd.Offer(REMATCH), ANN)  # which accepts nothing
        assert not scene.room.sequel

    def test_is_not_offered_without_end(self) -> None:
        scene = over()
        for _ in range(3):
            scene.do(cmd.Offer(REMATCH), BOB)
            scene.do(cmd.Decline(REMATCH), ANN)
        assert scene.refusal(cmd.Offer(REMATCH), BOB) is Reason.TOO_MANY_OFFERS

    def test_not_before_the_end_nor_by_others(self) -> None:
        assert Scene.begun().refusal(cmd.Offer(REMATCH), ANN) is Reason.NOT_OVER
        assert Scene().refusal(cmd.Offer(REMATCH), ANN) is Reason.NOT_STARTED
        assert over().refusal(cmd.Offer(REMATCH), EVE) is Reason.NOT_SEATED
        assert over().refusal(cmd.Offer(DRAW), ANN) is Reason.GAME_OVER


class TestNextRoom:
    def test_begins_at_once_with_seats_exchanged_and_the_same_wishes(self) -> None:
        scene = over("keryo-pente", options=Options(takebacks=False, private=True, password_hash="secret"))
        scene.do(cmd.Mute(CAT.id), ANN)
        scene.do(cmd.Ban(EVE.id), ANN)
        name = agreed(scene)
        scene.wait(500)
        created, *events = opening(scene.room, FIRST, scene.now)
        assert created == ev.Created(
            scene.now,
            ANN,
            scene.room.created.ruleset,
            scene.room.created.time,
            options=scene.room.created.options,
            continues=FIRST,
            number=2,
            format=ev.LOG_FORMAT,
        )
        assert events == [
            ev.Joined(scene.now, 0, BOB),
            ev.Joined(scene.now, 1, ANN),
            ev.Muted(scene.now, CAT.id),
            ev.Banned(scene.now, EVE.id),
            ev.Started(scene.now),
        ]
        room = replay((created, *events))
        assert (room.status, room.to_act, name) == (ev.Status.PLAYING, 0, SEQUEL)

    def test_may_be_watched_by_those_who_might_watch_the_last(self) -> None:
        scene = Scene.begun(options=Options(private=True))
        scene.do(cmd.SetWatchPolicy(WatchPolicy.INVITED), ANN)
        scene.do(cmd.Resign(), BOB)
        room = replay(opening(scene.room, FIRST, scene.now))
        assert room.created.options == Options(private=True, watch=WatchPolicy.INVITED)
        assert not may_watch(room, EVE.id)

    def test_with_three_everybody_moves_one_seat_on(self) -> None:
        scene = over(THREE)
        room = replay(opening(scene.room, FIRST, scene.now))
        assert room.seats == (CAT, ANN, BOB)

    def test_shows_the_ratings_that_the_game_before_has_left(self) -> None:
        scene = over()
        scene.do(cmd.Rate((RatingChange(0, 1500, 1338, provisional=True), RatingChange(1, 1700, 1712))))
        room = replay(opening(scene.room, FIRST, scene.now))
        assert room.seats == (replace(BOB, rating=1712), replace(ANN, rating=1338, provisional=True))


class TestIds:
    """The id of the next room is an argument, needed only where a command may lead there."""

    def test_needed_once_a_game_is_over_and_until_the_next(self) -> None:
        scene = Scene()
        assert not may_continue(scene.room)
        scene.do(cmd.Join(), BOB)
        assert not may_continue(scene.room)
        scene.do(cmd.Resign(), ANN)
        assert may_continue(scene.room)
        agreed(scene)
        assert not may_continue(scene.room)

    def test_needed_during_the_first_game_of_a_set(self) -> None:
        scene = Scene.begun(options=Options(games=2))
        assert may_continue(scene.room)
        scene.do(cmd.Resign(), ANN)
        assert not may_continue(scene.room)
        assert not may_continue(replay(opening(scene.room, FIRST, scene.now)))

    def test_does_not_depend_on_the_id_of_the_room(self) -> None:
        scene = over()
        scene.do(cmd.Offer(REMATCH), BOB)
        drawn = RoomId("another")
        *_, continued = decide(scene.room, cmd.Accept(REMATCH), by=ANN, now=scene.now, sequel=drawn)
        assert continued == ev.Continued(scene.now, drawn)


class TestSets:
    def test_the_second_game_follows_by_itself(self) -> None:
        scene = Scene.begun(options=Options(games=2))
        finished, continued = scene.do(cmd.Resign(), ANN)
        assert isinstance(finished, ev.Finished)
        assert isinstance(continued, ev.Continued)
        assert scene.room.sequel

    def test_but_no_third(self) -> None:
        scene = Scene.begun(options=Options(games=2))
        scene.do(cmd.Resign(), ANN)
        second = replay(opening(scene.room, FIRST, scene.now))
        (finished,) = decide(second, cmd.Resign(), by=ANN, now=scene.now, sequel=SEQUEL)
        assert isinstance(finished, ev.Finished)

    def test_a_flag_that_falls_ends_the_first_game_alike(self) -> None:
        scene = Scene.patient(time="5+3", options=Options(games=2))
        scene.wait(300_000)
        finished, continued = scene.tick()
        assert isinstance(finished, ev.Finished)
        assert finished.termination is Termination.TIME
        assert isinstance(continued, ev.Continued)

    def test_a_game_without_a_result_ends_the_set(self) -> None:
        scene = Scene.begun(options=Options(games=2))
        assert len(scene.do(cmd.Abort(), ANN)) == 1
        assert scene.room.sequel == ""

    def test_and_a_rematch_of_it_is_the_first_one_again(self) -> None:
        """Else it would decide a set alone, and be rated without a move where both want that."""
        scene = Scene.begun(options=Options(games=2))
        scene.do(cmd.Abort(), ANN)
        agreed(scene)
        created = opening(scene.room, FIRST, scene.now)[0]
        assert isinstance(created, ev.Created)
        assert created.game_of_set == 1


class TestHandicaps:
    SETUP = Setup(((Point(180), Point(200)), (Point(0),)), colour=1)

    def test_the_position_stays_and_the_players_change_sides(self) -> None:
        scene = over(setup=self.SETUP)
        following = replay(opening(scene.room, FIRST, scene.now))
        assert (following.created.setup, following.game.position) == (
            self.SETUP,
            self.SETUP.position(following.created.ruleset),
        )
        assert following.seats == (BOB, ANN)

    def test_a_handicap_stays_with_its_player(self) -> None:
        scene = over({"base": "pente", "goals": [4, 10]}, time="5+1,3+0")
        following = replay(opening(scene.room, FIRST, scene.now))
        assert following.seats == (BOB, ANN)
        assert following.created.ruleset.goals == (10, 4)
        assert following.clock.remaining == (180_000, 300_000)

    def test_given_stones_stay_with_their_player(self) -> None:
        scene = over({"base": "pente", "goals": [4, 10]}, "5+1,3+0", setup=self.SETUP, keeps_seats=True)
        following = replay(opening(scene.room, FIRST, scene.now))
        assert following.seats == (ANN, BOB)
        assert following.created.ruleset.goals == (4, 10)
        assert (following.clock.remaining, following.created.keeps_seats) == ((300_000, 180_000), True)


class TestClocks:
    """The clocks of a sequel wait for its players."""

    def rematch(self, time: str = "5") -> Scene:
        scene = Scene.begun("freestyle", time)
        scene.do(cmd.Resign(), ANN)
        again = Scene("freestyle", time)
        again.now = scene.now
        again.log = opening(scene.room, FIRST, scene.now)
        again.room = replay(again.log)
        return again

    def test_they_start_after_a_while_at_the_latest(self) -> None:
        scene = self.rematch()
        assert scene.room.starting == later(scene.now, CLOCKS_WAIT)
        assert scene.wait(CLOCKS_WAIT).left() == millis(300_000, 300_000)
        assert scene.wait(1000).left() == millis(299_000, 300_000)

    def test_they_start_when_everybody_is_there(self) -> None:
        scene = self.rematch().wait(2000)
        assert scene.do(cmd.MarkPresent(0)) == (ev.Readied(scene.now, 0),)
        assert scene.refusal(cmd.MarkPresent(0)) is Reason.NOTHING_DUE
        assert scene.wait(3000).do(cmd.MarkPresent(1)) == (ev.Readied(scene.now, 1),)
        assert (scene.room.starting, scene.room.ready) == (None, ())
        assert scene.wait(1000).left() == millis(299_000, 300_000)
        assert deadline(scene.room) == later(scene.now, Millis(59_000))
        assert scene.refusal(cmd.MarkPresent(1)) is Reason.NOTHING_DUE

    def test_the_first_move_starts_them(self) -> None:
        scene = self.rematch().wait(1000)
        scene.play("K10")
        assert scene.wait(2000).left() == millis(300_000, 298_000)
        assert scene.room.starting is None
        assert replay(scene.log) == scene.room

    def test_nobody_is_waited_for_who_has_resigned(self) -> None:
        ended = Scene.begun({"base": "pente-casual", "sides": 3}, "5")
        ended.do(cmd.Abort(), ANN)
        scene = Scene({"base": "pente-casual", "sides": 3}, "5")
        scene.log = opening(ended.room, FIRST, ended.now)
        scene.room = replay(scene.log)
        scene.do(cmd.Resign(), ANN)
        for seat in (0, 2):
            scene.do(cmd.MarkPresent(seat))
        assert scene.room.starting is None

    def test_they_start_when_the_last_who_was_waited_for_resigns(self) -> None:
        ended = Scene.begun({"base": "pente-casual", "sides": 3}, "5")
        ended.do(cmd.Abort(), ANN)
        scene = Scene({"base": "pente-casual", "sides": 3}, "5")
        scene.now, scene.log = ended.now, opening(ended.room, FIRST, ended.now)
        scene.room = replay(scene.log)
        for seat in (0, 2):
            scene.do(cmd.MarkPresent(seat))
        missed = scene.room.seats[1]
        assert missed is not None
        scene.wait(5000).do(cmd.Resign(), missed)
        assert (scene.room.starting, scene.room.ready) == (None, ())
        assert scene.wait(1000).left() == millis(299_000, 300_000, 300_000)
        assert deadline(scene.room) == later(scene.now, Millis(59_000))
        assert replay(scene.log) == scene.room

    def test_a_first_move_is_due_from_the_start_of_the_clocks(self) -> None:
        scene = self.rematch()
        assert deadline(scene.room) == later(scene.now, Millis(CLOCKS_WAIT + 60_000))

    def test_an_outage_that_ends_later_is_waited_for(self) -> None:
        scene = self.rematch().wait(40_000)
        start = Instant(scene.now - 35_000)
        scene.do(cmd.CreditOutage(start, later(scene.now, Millis(2000))))
        assert scene.wait(2000).left() == millis(300_000, 300_000)
        assert deadline(scene.room) == later(scene.now, Millis(60_000))

    def test_they_do_not_wait_in_correspondence(self) -> None:
        assert self.rematch("1d/move").room.starting is None

    def test_a_snapshot_has_who_is_there(self) -> None:
        scene = self.rematch()
        scene.do(cmd.MarkPresent(1))
        assert restore(snapshot(scene.room, Viewer.WATCHER)) == scene.room
