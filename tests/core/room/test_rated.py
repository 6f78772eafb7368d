"""What becomes of ratings is told once, after the end."""

from typing import Final

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.rating import RatingChange
from pente_core.room import OfferKind, Options, Reason, Refused, WatchPolicy, create, deadline, step
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, GUEST, T0, Scene

CHANGES: Final = (
    RatingChange(0, 1500, 1338, provisional=True),
    RatingChange(1, 1500, 1662, provisional=True),
)


def finished() -> Scene:
    scene = Scene.begun()
    scene.do(cmd.Resign(), ANN)
    return scene


def test_ratings_change_after_the_end() -> None:
    scene = finished()
    before = scene.room
    assert scene.do(cmd.Rate(CHANGES)) == (ev.RatingsChanged(scene.now, CHANGES),)
    assert scene.room.rated == CHANGES
    assert (scene.room.status, scene.room.game) == (ev.Status.FINISHED, before.game)


def test_ratings_change_once() -> None:
    scene = finished()
    scene.do(cmd.Rate(CHANGES))
    assert scene.refusal(cmd.Rate(CHANGES)) is Reason.NOTHING_DUE


@pytest.mark.parametrize(
    "hidden",
    [Options(private=True), Options(password_hash="secret"), Options(watch=WatchPolicy.INVITED)],
    ids=("private", "locked", "invited only"),
)
def test_nobody_plays_a_hidden_game_for_rating_without_knowing_that_it_shows(hidden: Options) -> None:
    rated = replace(hidden, rated=True)
    with pytest.raises(Refused) as caught:
        create(RULESETS["pente"], parse_time_control("5+3"), by=ANN, now=T0, options=rated)
    assert caught.value.reason is Reason.RATING_SHOWN
    scene = Scene(time="5+3", invited=[BOB], options=rated)
    assert scene.refusal(cmd.Join(), BOB) is Reason.RATING_SHOWN
    scene.do(cmd.Join(accepts_rating=True), BOB)
    assert scene.room.status is ev.Status.PLAYING


@pytest.mark.parametrize("options", [Options(rated=True), Options(private=True)], ids=("public", "casual"))
def test_other_games_need_no_consent(options: Options) -> None:
    scene = Scene(time="5+3", options=options)
    scene.do(cmd.Join(), BOB)
    assert scene.room.status is ev.Status.PLAYING


def test_games_of_guests_are_casual() -> None:
    for host, invited in ((GUEST, ()), (ANN, (GUEST,))):
        with pytest.raises(Refused) as caught:
            create(
                RULESETS["pente"],
                parse_time_control("5+3"),
                by=host,
                now=T0,
                invited=invited,
                options=Options(rated=True),
            )
        assert caught.value.reason is Reason.GUEST_RATED
    assert Scene(time="5+3", options=Options(rated=True)).refusal(cmd.Join(), GUEST) is Reason.GUEST_RATED


def test_a_move_after_the_flag_that_aborted_a_rated_game_was_too_late() -> None:
    scene = Scene("freestyle", "1d/move", options=Options(rated=True))
    scene.do(cmd.Join(), BOB)
    for player, stone in ((ANN, 180), (BOB, 0)):
        scene.do(cmd.Play(Point(stone)), player)
    for player, takes_back in ((BOB, ANN), (ANN, BOB)):
        scene.do(cmd.Offer(OfferKind.TAKEBACK), player)
        scene.do(cmd.Accept(OfferKind.TAKEBACK), takes_back)
    flag = deadline(scene.room)
    assert flag is not None
    taken = step(scene.room, cmd.Play(Point(180)), by=ANN, now=flag)
    assert taken.too_late
    assert taken.room.game.outcome == Outcome(Termination.ABORTED)


def test_ratings_do_not_change_while_the_game_goes_on() -> None:
    assert Scene().refusal(cmd.Rate(CHANGES)) is Reason.NOTHING_DUE
    assert Scene.begun().refusal(cmd.Rate(CHANGES)) is Reason.NOTHING_DUE
