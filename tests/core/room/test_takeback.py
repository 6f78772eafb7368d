"""Turns taken back: which, what becomes of the clocks, and of the record."""

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity
from pente_core.records import record_of, record_of_log
from pente_core.room import OfferKind, Options, Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.takeback import MOST_TAKEBACKS, WIDTH, with_cost
from pente_core.rules.move import Choice
from tests.support.games.room_scenario import ANN, BOB, CAT, Scene, millis

TAKEBACK, DRAW, PAUSE = OfferKind.TAKEBACK, OfferKind.DRAW, OfferKind.PAUSE
CASUAL = "pente-casual"
THREE = {"base": "pente-casual", "sides": 3}


def take_back(scene: Scene, asker: Identity, *others: Identity) -> ev.TakenBack:
    scene.do(cmd.Offer(TAKEBACK), asker)
    taken = [scene.do(cmd.Accept(TAKEBACK), other)[-1] for other in others][-1]
    assert isinstance(taken, ev.TakenBack)
    return taken


class TestWhich:
    def test_ones_own_last_stone(self) -> None:
        scene = Scene.begun(CASUAL)
        scene.play("K10", "L10")
        taken = take_back(scene, BOB, ANN)
        assert taken == ev.TakenBack(scene.now, 1, 1)
        assert scene.room.game.tokens == ("K10",)
        assert scene.room.to_act == 1

    def test_with_the_answer_of_the_other(self) -> None:
        scene = Scene.begun(CASUAL)
        scene.play("K10", "L10", "K11")
        take_back(scene, BOB, ANN)
        assert scene.room.game.tokens == ("K10",)

    def test_again_and_again(self) -> None:
        scene = Scene.begun(CASUAL)
        scene.play("K10", "L10", "K11", "L11")
        for _ in range(2):
            take_back(scene, BOB, ANN)
        take_back(scene, ANN, BOB)
        assert scene.room.game.turns == ()
        assert scene.refusal(cmd.Offer(TAKEBACK), ANN) is Reason.NO_TURN

    def test_stones_that_were_captured_are_there_again(self) -> None:
        scene = Scene.begun(CASUAL)
        scene.play("K10", "L10", "A1", "M10")
        before = scene.room.game.position
        scene.play("N10")
        assert scene.room.game.position.taken == (2, 0)
        take_back(scene, ANN, BOB)
        assert scene.room.game.position == before

    def test_one_stone_of_a_turn_of_two(self) -> None:
        scene = Scene.begun("connect6")
        scene.play("K10", "L10", "L11")
        take_back(scene, BOB, ANN)
        assert scene.room.game.tokens == ("K10", "L10")
        assert scene.room.to_act == 1

    def test_a_swap_changes_the_seats_back(self) -> None:
        scene = Scene.begun("d-pente")
        scene.play("K10", "L10", "K12", "L12", "swap")
        assert scene.room.seats == (BOB, ANN)
        taken = take_back(scene, BOB, ANN)
        assert (taken.seat, taken.turn_count) == (1, 4)
        assert scene.room.seats == (ANN, BOB)
        assert scene.room.game.position.choices == (Choice.SWAP, Choice.STAY)

    def test_beyond_a_swap(self) -> None:
        scene = Scene.begun("d-pente")
        scene.play("K10", "L10", "K12", "L12", "swap")
        taken = take_back(scene, ANN, BOB)
        assert (taken.seat, taken.turn_count) == (0, 3)
        assert scene.room.seats == (ANN, BOB)

    def test_nobody_comes_back_who_has_left(self) -> None:
        scene = Scene.begun(THREE)
        scene.play("K10", "L10", "M10")
        scene.do(cmd.Resign(), BOB)
        assert scene.refusal(cmd.Offer(TAKEBACK), CAT) is Reason.NO_TURN
        scene.play("A1", "B1")
        take_back(scene, CAT, ANN)
        assert scene.room.game.tokens == ("K10", "L10", "M10", "resignation:1", "A1")


class TestWhether:
    def test_all_others_have_to_agree(self) -> None:
        scene = Scene.begun(THREE)
        scene.play("K10")
        scene.do(cmd.Offer(TAKEBACK), ANN)
        assert scene.do(cmd.Accept(TAKEBACK), BOB) == (ev.Accepted(scene.now, 1, TAKEBACK),)
        assert isinstance(scene.do(cmd.Accept(TAKEBACK), CAT)[-1], ev.TakenBack)

    def test_wanting_one_oneself_is_not_to_agree(self) -> None:
        scene = Scene.begun(CASUAL)
        scene.play("K10", "L10")
        scene.do(cmd.Offer(TAKEBACK), ANN)
        assert scene.refusal(cmd.Offer(TAKEBACK), BOB) is Reason.ANSWER_FIRST

    @pytest.mark.parametrize("mover", [ANN, BOB])
    def test_a_move_of_anybody_withdraws_it(self, mover: Identity) -> None:
        scene = Scene.begun(CASUAL)
        scene.play("K10", *(["L10"] if mover is ANN else []))
        scene.do(cmd.Offer(TAKEBACK), ANN)
        scene.play("A1")
        assert scene.room.offers == ()
        assert scene.refusal(cmd.Accept(TAKEBACK), BOB) is Reason.NO_OFFER

    def test_a_draw_that_was_offered_outlasts_ones_own_move_still(self) -> None:
        scene = Scene.begun(CASUAL)
        scene.do(cmd.Offer(DRAW), ANN)
        scene.play("K10")
        assert [offer.kind for offer in scene.room.offers] == [DRAW]

    def test_it_clears_what_else_was_offered(self) -> None:
        scene = Scene.begun(CASUAL)
        scene.play("K10")
        scene.do(cmd.Offer(DRAW), BOB)
        take_back(scene, ANN, BOB)
        assert scene.room.offers == ()

    def test_not_for_ever(self) -> None:
        scene = Scene.begun(CASUAL)
        for _ in range(MOST_TAKEBACKS):
            scene.play("K10")
            take_back(scene, ANN, BOB)
        scene.play("K10")
        assert scene.refusal(cmd.Offer(TAKEBACK), ANN) is Reason.TOO_MANY_TAKEBACKS

    def test_not_where_the_host_did_not_want_it(self) -> None:
        scene = Scene.begun(CASUAL, options=Options(takebacks=False))
        scene.play("K10")
        assert scene.refusal(cmd.Offer(TAKEBACK), ANN) is Reason.NO_TAKEBACKS

    def test_not_while_the_game_is_paused(self) -> None:
        scene = Scene.begun(CASUAL, "5+3")
        scene.play("K10")
        scene.do(cmd.Offer(TAKEBACK), ANN)
        scene.do(cmd.Offer(PAUSE), ANN)
        scene.do(cmd.Accept(PAUSE), BOB)
        assert scene.refusal(cmd.Accept(TAKEBACK), BOB) is Reason.PAUSED
        assert scene.refusal(cmd.Offer(TAKEBACK), BOB) is Reason.PAUSED


class TestClocks:
    def test_are_as_they_were_when_the_turn_began(self) -> None:
        scene = Scene.begun(CASUAL, "5+3")
        scene.wait(10_000).play("K10")
        scene.wait(20_000).play("L10")
        scene.wait(30_000).play("K11")
        scene.wait(5000)
        taken = take_back(scene, BOB, ANN)
        assert taken.remaining == millis(293_000, 300_000)
        scene.wait(1000)
        assert scene.left() == (293_000, 299_000)

    def test_the_turn_that_runs_costs_nothing_either(self) -> None:
        scene = Scene.begun(CASUAL, "5+3")
        scene.wait(10_000).play("K10")
        scene.wait(20_000)
        assert take_back(scene, ANN, BOB).remaining == millis(300_000, 300_000)

    def test_time_that_was_given_is_kept(self) -> None:
        scene = Scene.begun(CASUAL, "5+3")
        scene.wait(10_000).play("K10")
        scene.wait(1000)
        scene.do(cmd.GiveTime(), BOB)
        scene.do(cmd.GiveTime(), ANN)
        scene.wait(1000).play("L10")
        assert take_back(scene, ANN, BOB).remaining == millis(315_000, 315_000)

    def test_a_pause_or_an_outage_in_the_turn_changes_nothing(self) -> None:
        scene = Scene.begun(CASUAL, "5+3")
        scene.play("K10")
        scene.wait(7000)
        scene.do(cmd.Offer(PAUSE), ANN)
        scene.do(cmd.Accept(PAUSE), BOB)
        scene.wait(60_000)
        scene.resume()
        scene.wait(5000)
        scene.do(cmd.CreditOutage(Instant(scene.now - 2000), scene.now))
        scene.wait(1000).play("L10")
        assert scene.room.clock.remaining == millis(303_000, 300_000 - 7000 - 3000 - 1000 + 3000)
        assert take_back(scene, BOB, ANN).remaining == millis(303_000, 300_000)

    def test_the_delay_begins_anew(self) -> None:
        scene = Scene.begun(CASUAL, "5d3")
        scene.wait(2000).play("K10")
        scene.wait(9000)
        take_back(scene, ANN, BOB)
        scene.wait(3000)
        assert scene.left() == (300_000, 300_000)

    def test_periods_are_whole_again(self) -> None:
        scene = Scene.patient(CASUAL, "0+3x30")
        scene.wait(70_000).play("K10")
        assert scene.left()[0] == 30_000
        assert take_back(scene, ANN, BOB).remaining == millis(90_000, 90_000)

    @pytest.mark.parametrize("options", [Options(takebacks=False), Options()])
    def test_nothing_is_remembered_where_it_is_of_no_use(self, options: Options) -> None:
        scene = Scene.begun(CASUAL, "5+3" if not options.takebacks else "-", options=options)
        scene.play("K10")
        assert scene.room.costs == b""

    @pytest.mark.parametrize("spans", [(), (0,), (1, -2, 2**38, -(2**38))])
    def test_costs_are_kept_in_few_bytes(self, spans: tuple[int, ...]) -> None:
        costs = b""
        for span in spans:
            costs = with_cost(costs, span)
        packed = [costs[start : start + WIDTH] for start in range(0, len(costs), WIDTH)]
        assert tuple(int.from_bytes(each, "big", signed=True) for each in packed) == spans
        assert len(costs) == 5 * len(spans)


class TestRecords:
    def test_tell_the_game_as_it_ended(self) -> None:
        scene = Scene.begun("d-pente", "5+3")
        scene.wait(1000).play("K10", "L10", "K12", "L12", "swap")
        take_back(scene, BOB, ANN)
        scene.wait(1000).play("stay", "A1")
        scene.do(cmd.Resign(), ANN)
        record = record_of_log(scene.log)
        assert record.turns == record_of(scene.room).turns == scene.room.game.turns[:6]
        assert [player.name for player in record.players] == ["ann", "bob"]
        assert record.clocks[-1] == Millis(305_000)
        assert len(record.clocks) == len(record.turns) == 6

    def test_the_log_tells_all(self) -> None:
        scene = Scene.begun("d-pente")
        scene.play("K10", "L10", "K12", "L12", "swap")
        take_back(scene, BOB, ANN)
        kinds = [type(event) for event in scene.log if isinstance(event, ev.Moved | ev.Chosen | ev.TakenBack)]
        assert kinds == [ev.Moved] * 4 + [ev.Chosen, ev.TakenBack]
