"""What becomes of ratings is told once, after the end."""

from typing import Final

from pente_core.rating import RatingChange
from pente_core.room import Rate, Rated, Reason, Resign, Status
from tests.support.games.room_scenario import ANN, Scene

CHANGES: Final = (
    RatingChange(0, 1500, 1338, provisional=True),
    RatingChange(1, 1500, 1662, provisional=True),
)


def finished() -> Scene:
    scene = Scene.begun()
    scene.do(Resign(), ANN)
    return scene


def test_ratings_change_after_the_end() -> None:
    scene = finished()
    before = scene.room
    assert scene.do(Rate(CHANGES)) == (Rated(scene.now, CHANGES),)
    assert scene.room.rated == CHANGES
    assert (scene.room.status, scene.room.game) == (Status.FINISHED, before.game)


def test_ratings_change_once() -> None:
    scene = finished()
    scene.do(Rate(CHANGES))
    assert scene.refusal(Rate(CHANGES)) is Reason.NOTHING_DUE


def test_ratings_do_not_change_while_the_game_goes_on() -> None:
    assert Scene().refusal(Rate(CHANGES)) is Reason.NOTHING_DUE
    assert Scene.begun().refusal(Rate(CHANGES)) is Reason.NOTHING_DUE
