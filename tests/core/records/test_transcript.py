"""Records of games and rooms."""

import pytest

from pente_core.clock.clock import Fischer, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_core.records import (
    Contestant,
    Day,
    DayTime,
    End,
    check,
    format_pgn,
    read_pgn,
    record_of,
    record_of_log,
)
from pente_core.room import Options, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, CAT, EVE, T0, Scene


def test_a_game_alone_has_players_whom_nobody_knows() -> None:
    record = record_of(Game.new(RULESETS["pente"]).play(Point(180))[1])
    assert record.players == (Contestant(), Contestant())
    assert record.turns == (Point(180),)
    assert (record.end, record.day, record.control) == (None, None, None)


def test_a_game_is_told_its_circumstances() -> None:
    bot = Identity(PlayerId("0" * 32), "deep\nthought", PlayerKind.BOT)
    record = record_of(
        Game.new(RULESETS["pente"]),
        (ANN, bot),
        begun=T0,
        control=Unlimited(),
        rated=True,
        tags=(("Site", "here"),),
    )
    assert record.players == (
        Contestant("ann", None, PlayerKind.PERSON),
        Contestant("deep thought", None, PlayerKind.BOT),
    )
    assert (record.day, record.time) == (Day(2023, 11, 14), DayTime(22, 13, 20))
    assert (record.control, record.rated, record.tags) == (Unlimited(), True, (("Site", "here"),))


def test_with_two_sides_giving_up_is_the_end_and_no_turn() -> None:
    game = Game.new(RULESETS["pente"]).retire(1, Termination.RESIGNATION)
    record = record_of(game)
    assert (record.turns, record.end) == ((), End((0,), Termination.RESIGNATION))
    assert check(record) == []


def test_with_more_sides_it_is_a_turn() -> None:
    scene = Scene.begun({"sides": 3})
    scene.do(cmd.Resign(), CAT)
    record = record_of(scene.room)
    assert record.turns == (Retirement(2, Termination.RESIGNATION),)
    assert record.end is None


def test_a_room_is_recorded_with_its_players_and_its_time_control() -> None:
    scene = Scene.begun("pente", "5+3")
    scene.do(cmd.Play(Point(180)), ANN)
    scene.do(cmd.Resign(), BOB)
    record = record_of(scene.room)
    assert [player.name for player in record.players] == ["ann", "bob"]
    assert record.control == Fischer(Millis(300_000), Millis(3000))
    assert record.day == Day(2023, 11, 14)
    assert record.end == End((0,), Termination.RESIGNATION)
    assert record.clocks == ()


def test_an_empty_seat_is_nobodys() -> None:
    assert record_of(Scene().room).players[1] == Contestant()


def test_a_log_tells_the_clock_after_each_turn() -> None:
    scene = Scene.begun("pente", "5+3")
    for seconds, (who, point) in enumerate(((ANN, 180), (BOB, 0), (ANN, 19)), start=1):
        scene.now = Instant(scene.now + 1000 * seconds)
        scene.do(cmd.Play(Point(point)), who)
    record = record_of_log(scene.log)
    assert record.clocks == (302_000, 301_000, 302_000)
    assert list(read_pgn(format_pgn(record).splitlines())) == [record]


def test_after_a_swap_players_and_clocks_have_changed_seats() -> None:
    scene = Scene.begun("d-pente", "5+3")
    for point in range(4):
        scene.do(cmd.Play(Point(point)), ANN)
    scene.now = Instant(scene.now + 10_000)
    scene.do(cmd.Choose(Choice.SWAP), BOB)
    record = record_of_log(scene.log)
    assert [player.name for player in record.players] == ["bob", "ann"]
    assert record.turns[-1] is Choice.SWAP
    assert record.clocks[-1] == scene.room.clock.remaining[0]
    assert 290_000 <= (record.clocks[-1] or 0) <= 293_000


def test_a_game_lost_on_time_ends_so() -> None:
    scene = Scene.patient("pente", "5+3")
    scene.now = Instant(scene.now + 10_000)
    scene.do(cmd.CreditOutage(T0, Instant(T0 + 10_000)))
    scene.now = Instant(scene.now + 400_000)
    scene.do(cmd.Tick())
    assert record_of_log(scene.log).end == End((1,), Termination.TIME)


def test_every_kind_of_seat_that_is_out_has_its_clock() -> None:
    scene = Scene.begun(ruleset_from({"sides": 3}).spec, "5+3")
    scene.do(cmd.Play(Point(0 + 180)), ANN)
    scene.do(cmd.Resign(), CAT)
    assert record_of_log(scene.log).clocks == (303_000, 300_000)


def test_who_left_before_the_game_is_not_in_its_record() -> None:
    scene = Scene({"sides": 3})
    scene.do(cmd.Join(1), BOB)
    scene.do(cmd.Leave(), BOB)
    scene.do(cmd.Join(2), CAT)
    scene.do(cmd.Join(1), EVE)
    assert [player.name for player in record_of_log(scene.log).players] == ["ann", "eve", "cat"]


def test_an_aborted_game_has_no_winner() -> None:
    scene = Scene.begun()
    finished = ev.Finished(T0, Termination.ABORTED, (0,))
    assert record_of_log((*scene.log, finished)).end == End((), Termination.ABORTED)


@pytest.mark.parametrize(
    "log",
    [
        (),
        (ev.Started(T0),),
        (*Scene().log, ev.Joined(T0, 2, BOB)),
        (*Scene().log, ev.Left(T0, -1)),
        (*Scene().log, ev.Moved(T0, 0, 0, Point(361), "")),
    ],
)
def test_a_log_that_no_record_can_hold_is_refused(log: tuple[ev.Event, ...]) -> None:
    with pytest.raises(ValueError, match=r"log|seat|board"):
        record_of_log(log)


def test_a_rated_game_says_so_with_the_ratings_of_its_players() -> None:
    scene = Scene.begun(options=Options(rated=True))
    seats = (replace(ANN, rating=1512), replace(BOB, rating=1488, provisional=True))
    events = [replace(e, player=seats[e.seat]) if isinstance(e, ev.Joined) else e for e in scene.log]
    record = record_of_log(events)
    assert record == record_of(replay(events))
    assert record.rated
    assert [player.rating for player in record.players] == [1512, 1488]
    assert record_of_log(Scene.begun().log).rated is None
