"""The times of a game in words."""

from datetime import UTC

from pente_client.words.lists.timekeeping import timekeeping_lines
from pente_client.words.outcome import why_text
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.records import timekeeping_of
from pente_core.room import commands as cmd
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, T0, Scene

GAME = RoomId("3f2a9c41d07b")


def lines(scene: Scene) -> list[str]:
    return list(timekeeping_lines(timekeeping_of(scene.log), 19, UTC))


def test_a_loss_on_time() -> None:
    scene = Scene.patient(time="1+2")
    scene.wait(1250).play("K10")
    scene.wait(2000).do(cmd.MarkAbsent(1))
    scene.do(cmd.CreditOutage(Instant(T0 + 3000), Instant(T0 + 4500)))
    scene.wait(70_000).tick()
    assert lines(scene) == [
        "ann and bob, 1 minute plus 2 s a turn.",
        "Times are by the server's clock, on 2023-11-14, in your local time (UTC).",
        "#  player  turn  at the server  took   not charged  clock after",
        "1  ann     K10   22:13:21.250   1.2 s  -            1:01",
        "The server was away from 22:13:23.000 to 22:13:24.500; no clock ran.",
        "bob was not connected from 22:13:23.250 to the end.",
        (
            "Why the flag fell: bob's turn began at 22:13:21.250 with 1:00 on the clock;"
            " not charged: outage 1.5 s."
        ),
        "The clock reached zero at 22:14:22.750, and no move of bob had reached the server.",
        "bob was not connected from 22:13:23.250 on.",
    ]
    why = "How the time was counted: pente why"
    connected = replace(scene.room, created=replace(scene.room.created, needs_first_moves=True))
    assert why_text("", GAME, scene.room) == ""
    assert why_text("", GAME, connected) == f"{why} {GAME}"
    assert why_text("wss://pente.example.org", GAME, connected) == f"{why} wss://pente.example.org {GAME}"


def test_another_end() -> None:
    scene = Scene.begun()
    scene.do(cmd.Resign(), ANN)
    assert lines(scene)[0] == "ann and bob, no clocks."
    assert lines(scene)[-2:] == [
        "The server was not away during the game.",
        "All players were connected, but for moments.",
    ]
    assert why_text("", GAME, scene.room) == ""


def test_a_game_that_did_not_begin() -> None:
    assert lines(Scene())[-1] == "The game did not begin."
