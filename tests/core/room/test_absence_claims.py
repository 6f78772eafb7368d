"""Who is here: getting ready, going away, coming back, and claiming the end."""

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant, Millis, later
from pente_core.room import Absence, OfferKind, Options, RatingRange, Reason, grace
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import NOTICE
from pente_core.room.options import BadOptions
from pente_core.rules.outcome import Termination
from tests.support.games.room_scenario import ANN, BOB, CAT, EVE, Scene, millis

THREE = {"base": "pente-casual", "sides": 3}
TEAMS = {"base": "pente-casual", "sides": 4, "teams": True}
WIN, CANCEL = cmd.Claim(cmd.ClaimKind.WIN), cmd.Claim(cmd.ClaimKind.CANCEL)
MINUTE = 60_000


class TestReady:
    def table(self) -> Scene:
        scene = Scene(options=Options(ready_check=True))
        scene.do(cmd.Join(), BOB)
        return scene

    def test_the_game_begins_when_all_have_said_so(self) -> None:
        scene = self.table()
        assert scene.room.status is ev.Status.WAITING
        assert scene.do(cmd.Ready(), BOB) == (ev.Readied(scene.now, 1),)
        assert scene.do(cmd.Ready(), ANN) == (ev.Readied(scene.now, 0), ev.Started(scene.now))
        assert (scene.room.status, scene.room.ready) == (ev.Status.PLAYING, ())

    def test_only_when_all_are_there(self) -> None:
        assert Scene(options=Options(ready_check=True)).refusal(cmd.Ready(), ANN) is Reason.NOT_STARTED

    def test_who_was_ready_for_somebody_else_has_to_say_it_again(self) -> None:
        scene = self.table()
        scene.do(cmd.Ready(), ANN)
        assert scene.refusal(cmd.Ready(), ANN) is Reason.READY_ALREADY
        scene.do(cmd.Leave(), BOB)
        scene.do(cmd.Join(), CAT)
        assert scene.do(cmd.Ready(), CAT) == (ev.Readied(scene.now, 1),)

    def test_not_where_nobody_asked(self) -> None:
        assert Scene().refusal(cmd.Ready(), ANN) is Reason.NOT_ASKED
        assert Scene.begun().refusal(cmd.Ready(), ANN) is Reason.STARTED
        assert Scene().refusal(cmd.Ready(), EVE) is Reason.NOT_SEATED


class TestAbort:
    @pytest.mark.parametrize("stones", [(), ("K10",)])
    def test_before_the_second_move(self, stones: tuple[str, ...]) -> None:
        scene = Scene.begun(time="5+3")
        scene.play(*stones)
        assert scene.do(cmd.Abort(), BOB) == (
            ev.Finished(scene.now, Termination.ABORTED, remaining=scene.room.clock.remaining),
        )

    def test_not_after_it(self) -> None:
        scene = Scene.begun()
        scene.play("K10", "L10")
        assert scene.refusal(cmd.Abort(), ANN) is Reason.UNDER_WAY

    def test_a_flag_that_has_fallen_comes_first(self) -> None:
        scene = Scene.patient(time="5+3")
        (end,) = scene.wait(5 * MINUTE).do(cmd.Abort(), ANN)
        assert isinstance(end, ev.Finished)
        assert end.termination is Termination.TIME


class TestGoing:
    @pytest.mark.parametrize(
        ("time", "seconds"),
        [("5+3", 60), ("30+30", 60), ("3", 36), ("1", 15), ("0.2", 15), ("0+5x30", 30), ("30/move", 15)],
    )
    def test_how_long_one_is_waited_for(self, time: str, seconds: int) -> None:
        assert grace(parse_time_control(time)) == 1000 * seconds

    @pytest.mark.parametrize("time", ["-", "1d/move", "3d/move"])
    def test_nobody_is_missed_in_games_of_days(self, time: str) -> None:
        assert grace(parse_time_control(time)) is None
        assert Scene.begun(time=time).refusal(cmd.MarkAbsent(0)) is Reason.NOTHING_DUE

    def test_is_announced_with_its_deadline(self) -> None:
        scene = Scene.begun(time="5+3")
        until = later(scene.now, Millis(MINUTE))
        assert scene.do(cmd.MarkAbsent(1)) == (ev.Gone(scene.now, 1, until),)
        assert scene.room.absent == (Absence(1, until),)
        assert scene.refusal(cmd.MarkAbsent(1)) is Reason.NOTHING_DUE

    def test_and_coming_back(self) -> None:
        scene = Scene.begun(time="5+3")
        scene.do(cmd.MarkAbsent(1))
        assert scene.do(cmd.MarkPresent(1)) == (ev.Returned(scene.now, 1),)
        assert scene.room.absent == ()
        assert scene.refusal(cmd.MarkPresent(1)) is Reason.NOTHING_DUE

    def test_who_moves_is_back(self) -> None:
        scene = Scene.begun(time="5+3")
        scene.do(cmd.MarkAbsent(0))
        scene.do(cmd.MarkAbsent(1))
        scene.play("K10")
        assert [absence.seat for absence in scene.room.absent] == [1]

    def test_after_a_swap_it_is_another_seat(self) -> None:
        scene = Scene.begun("d-pente", "5+3")
        scene.play("K10", "L10", "K12", "L12")
        scene.do(cmd.MarkAbsent(0))
        scene.play("swap")
        assert [absence.seat for absence in scene.room.absent] == [1]
        scene.do(cmd.Offer(OfferKind.TAKEBACK), BOB)
        scene.do(cmd.Accept(OfferKind.TAKEBACK), ANN)
        assert [absence.seat for absence in scene.room.absent] == [0]

    @pytest.mark.parametrize("seat", [-1, 2])
    def test_nobody_misses_a_seat_that_is_not_there(self, seat: int) -> None:
        assert Scene.begun(time="5+3").refusal(cmd.MarkAbsent(seat)) is Reason.NOTHING_DUE
        assert Scene(time="5+3").refusal(cmd.MarkAbsent(seat)) is Reason.NOTHING_DUE

    def test_a_pause_begins_it_anew(self) -> None:
        scene = Scene.begun(time="5+3")
        scene.do(cmd.MarkAbsent(1))
        scene.wait(MINUTE - 1)
        scene.do(cmd.Offer(OfferKind.PAUSE), ANN)
        scene.do(cmd.Accept(OfferKind.PAUSE), BOB)
        scene.wait(MINUTE)
        assert scene.refusal(WIN, ANN) is Reason.PAUSED
        scene.do(cmd.Resume(), ANN)
        scene.wait(NOTICE).tick()
        assert scene.room.absent == (Absence(1, later(scene.now, Millis(MINUTE))),)

    def test_so_does_an_outage_once(self) -> None:
        scene = Scene.begun(time="5+3")
        scene.do(cmd.MarkAbsent(1))
        scene.wait(50_000)
        outage = cmd.CreditOutage(Instant(scene.now - 5000), scene.now)
        scene.do(outage)
        assert scene.room.absent == (Absence(1, later(scene.now, Millis(MINUTE))),)


class TestClaim:
    def test_not_before_the_grace_is_over(self) -> None:
        scene = Scene.begun(time="5+3")
        scene.do(cmd.MarkAbsent(1))
        assert scene.wait(MINUTE - 1).refusal(WIN, ANN) is Reason.NOBODY_GONE
        assert scene.refusal(CANCEL, ANN) is Reason.NOBODY_GONE

    def test_a_win(self) -> None:
        scene = Scene.patient(time="5+3")
        scene.do(cmd.MarkAbsent(1))
        scene.wait(MINUTE)
        assert scene.do(WIN, ANN) == (
            ev.Finished(scene.now, Termination.FORFEIT, (0,), (), millis(240_000, 300_000)),
        )
        assert scene.room.absent == ()

    def test_no_result(self) -> None:
        scene = Scene.begun(time="5+3")
        scene.do(cmd.MarkAbsent(0))
        (end,) = scene.wait(MINUTE).do(CANCEL, BOB)
        assert isinstance(end, ev.Finished)
        assert (end.termination, end.winners) == (Termination.ABORTED, ())

    def test_or_wait(self) -> None:
        scene = Scene.patient(time="5+3")
        scene.do(cmd.MarkAbsent(0))
        scene.wait(2 * MINUTE)
        assert scene.refusal(WIN, ANN) is Reason.NOBODY_GONE
        assert scene.room.status is ev.Status.PLAYING
        scene.play("K10")
        assert scene.refusal(WIN, BOB) is Reason.NOBODY_GONE

    def test_with_three_the_others_play_on(self) -> None:
        scene = Scene.patient(THREE, "5+3")
        scene.do(cmd.MarkAbsent(1))
        scene.wait(MINUTE)
        assert scene.refusal(CANCEL, CAT) is Reason.OTHERS_PLAY
        left = scene.left()
        assert scene.do(WIN, CAT) == (ev.Retired(scene.now, 1, Termination.FORFEIT, millis(*left)),)
        assert scene.room.status is ev.Status.PLAYING
        assert scene.refusal(cmd.MarkAbsent(1)) is Reason.NOTHING_DUE

    def test_with_three_the_one_who_is_left(self) -> None:
        scene = Scene.patient(THREE, "5+3")
        scene.do(cmd.MarkAbsent(1))
        scene.do(cmd.MarkAbsent(2))
        scene.wait(MINUTE)
        *_, end = scene.do(WIN, ANN)
        assert isinstance(end, ev.Finished)
        assert (end.termination, end.winners) == (Termination.FORFEIT, (0,))

    def test_with_three_the_one_who_is_left_may_cancel(self) -> None:
        scene = Scene.begun(THREE, "5+3")
        scene.do(cmd.MarkAbsent(1))
        scene.do(cmd.Resign(), CAT)
        (end,) = scene.wait(MINUTE).do(CANCEL, ANN)
        assert isinstance(end, ev.Finished)
        assert end.termination is Termination.ABORTED

    def test_partners_claim_nothing_of_each_other(self) -> None:
        scene = Scene.patient(TEAMS, "5+3")
        scene.do(cmd.MarkAbsent(2))
        scene.wait(MINUTE)
        assert scene.refusal(WIN, ANN) is Reason.NOBODY_GONE
        assert isinstance(scene.do(WIN, BOB)[0], ev.Retired)


class TestRatings:
    @pytest.mark.parametrize(("low", "high"), [(-1, 5), (5, 4), (0, 10_000)])
    def test_ranges_that_make_no_sense(self, low: int, high: int) -> None:
        with pytest.raises(BadOptions):
            RatingRange(low, high)

    @pytest.mark.parametrize("games", [0, 3])
    def test_sets_that_make_no_sense(self, games: int) -> None:
        with pytest.raises(BadOptions):
            Options(games=games)
