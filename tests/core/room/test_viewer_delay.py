"""Viewer delay: what those may know by now who only watch a game."""

from contextlib import suppress
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.clock.instant import Instant, Millis
from pente_core.room import (
    BadOptions,
    OfferKind,
    Options,
    Reason,
    Refused,
    Room,
    ViewerDelay,
    apply,
    count_shown,
    may_know_all,
    next_shown_at,
    opening,
    replay,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import format_point
from tests.support.games.room_scenario import ANN, BOB, EVE, SEQUEL, Scene

THREE_MOVES = Options(viewer_delay=ViewerDelay(moves=3))
TEN_SECONDS = Options(viewer_delay=ViewerDelay(seconds=10))


def known(scene: Scene, now: Instant | None = None) -> Room:
    """The room as its viewers know it."""
    first, *later = scene.log
    count = count_shown(replay([first]), later, scene.now if now is None else now)
    return replay(scene.log[: count + 1])


def turns(scene: Scene, now: Instant | None = None) -> int:
    return len(known(scene, now).game.turns)


class TestOption:
    @pytest.mark.parametrize(
        ("moves", "seconds"), [(0, 0), (3, 30), (21, 0), (-1, 0), (0, 4), (0, 901), (3, -1), (-1, 30)]
    )
    def test_it_is_a_number_of_moves_or_of_seconds(self, moves: int, seconds: int) -> None:
        with pytest.raises(BadOptions):
            ViewerDelay(moves, seconds)

    @pytest.mark.parametrize(("moves", "seconds"), [(1, 0), (20, 0), (0, 5), (0, 900)])
    def test_its_bounds(self, moves: int, seconds: int) -> None:
        assert ViewerDelay(moves, seconds).millis == 1000 * seconds

    def test_the_next_game_has_it_too(self) -> None:
        scene = Scene.begun(options=THREE_MOVES)
        scene.do(cmd.Resign(), ANN)
        first, *_ = opening(scene.room, SEQUEL, scene.now)
        assert first.options == THREE_MOVES  # type: ignore[union-attr]


class TestMoves:
    def test_until_the_game_begins_nothing_is_kept_from_viewers(self) -> None:
        scene = Scene(options=THREE_MOVES)
        scene.do(cmd.Say("anybody here?"), ANN)
        assert known(scene) == scene.room
        scene.do(cmd.Join(), BOB)
        assert known(scene) == scene.room
        assert scene.room.status is ev.Status.PLAYING

    def test_the_last_moves_are_kept_with_all_that_came_after_them(self) -> None:
        scene = Scene.begun(options=THREE_MOVES)
        scene.do(cmd.Say("good luck"), BOB)
        assert known(scene).chat
        scene.play("K10", "L11", "N10")
        scene.do(cmd.Say("hm"), BOB)
        assert turns(scene) == 0
        assert len(known(scene).chat) == 1
        scene.play("M12")
        assert turns(scene) == 1
        scene.play("N12")
        assert turns(scene) == 2

    def test_time_changes_nothing(self) -> None:
        scene = Scene.begun(options=THREE_MOVES)
        scene.play("K10", "L11", "N10", "M12")
        assert turns(scene.wait(10_000_000)) == 1
        assert next_shown_at(known(scene), scene.log[known(scene).version :]) is None

    def test_moves_that_were_taken_back_count(self) -> None:
        scene = Scene.begun(options=THREE_MOVES)
        scene.play("K10", "L11", "N10", "M12")
        scene.do(cmd.Offer(OfferKind.TAKEBACK), BOB)
        scene.do(cmd.Accept(OfferKind.TAKEBACK), ANN)
        assert turns(scene) == 1
        scene.play("N12")
        assert turns(scene) == 2

    def test_choices_of_an_opening_count(self) -> None:
        scene = Scene.begun("d-pente", options=Options(viewer_delay=ViewerDelay(moves=1)))
        scene.play("K10", "L11", "N10", "M12", "swap")
        assert known(scene).seats == (ANN, BOB)
        scene.play("A1")
        assert known(scene).seats == (BOB, ANN)

    def test_the_end_shows_everything(self) -> None:
        scene = Scene.begun(options=THREE_MOVES)
        scene.play("K10", "L11")
        scene.do(cmd.Resign(), ANN)
        scene.do(cmd.Say("well played"), ANN)
        assert known(scene) == scene.room


class TestSeconds:
    def test_what_is_younger_is_kept_from_viewers(self) -> None:
        scene = Scene.begun(options=TEN_SECONDS)
        scene.play("K10")
        scene.wait(4000).play("L11")
        began = scene.now
        assert [turns(scene, Instant(began + after)) for after in (0, 5999, 6000, 9999, 10_000)] == [
            *(0, 0, 1, 1, 2)
        ]
        assert next_shown_at(known(scene), scene.log[known(scene).version :]) == began + 6000

    def test_the_end_comes_as_late_as_everything_else(self) -> None:
        scene = Scene.begun(options=TEN_SECONDS)
        scene.play("K10")
        scene.wait(10_000).do(cmd.Resign(), BOB)
        scene.wait(9_999).do(cmd.Say("well played"), BOB)
        assert known(scene).status is ev.Status.PLAYING
        assert turns(scene) == 1
        assert not may_know_all(scene.room, EVE.id, scene.now)
        assert known(scene.wait(1)) == scene.room
        assert may_know_all(scene.room, EVE.id, scene.now)

    def test_after_that_nothing_is_kept_from_viewers(self) -> None:
        scene = Scene.begun(options=TEN_SECONDS)
        scene.do(cmd.Resign(), BOB)
        scene.wait(10_000).do(cmd.Say("again?"), BOB)
        assert known(scene) == scene.room

    def test_viewers_can_annotate_the_game_once_they_know_its_end(self) -> None:
        scene = Scene.begun(options=TEN_SECONDS)
        scene.play("K10")
        scene.do(cmd.Resign(), BOB)
        scene.do(cmd.AddComment(1, "the centre"), ANN)
        assert scene.refusal(cmd.AddComment(1, "oh"), EVE) is Reason.NOT_OVER
        scene.wait(10_000).do(cmd.AddComment(1, "oh"), EVE)


def test_players_know_everything() -> None:
    scene = Scene.begun(options=THREE_MOVES)
    scene.play("K10")
    assert [may_know_all(scene.room, one.id, scene.now) for one in (ANN, BOB, EVE)] == [True, True, False]


DELAYS = st.builds(ViewerDelay, moves=st.integers(1, 4)) | st.builds(ViewerDelay, seconds=st.integers(5, 9))
STEPS = st.lists(st.tuples(st.sampled_from([*["play"] * 6, "say", "back", "resign"]), st.integers(0, 6000)))


def lived(delay: ViewerDelay, steps: list[tuple[str, int]]) -> Scene:
    """A game with moves, chat, takebacks and perhaps an end."""
    scene = Scene.begun(options=Options(viewer_delay=delay, games=2))
    for what, pause in steps:
        scene.wait(pause)
        if what == "say":
            scene.do(cmd.Say("hm"), BOB)
        elif scene.room.status is ev.Status.PLAYING:
            with suppress(Refused):
                act(scene, what)
    return scene


def act(scene: Scene, what: str) -> None:
    """Have somebody do what may be refused."""
    on_turn = scene.on_turn()
    if what == "play":
        scene.play(format_point(min(scene.room.game.position.legal_points), 19))
    elif what == "resign":
        scene.do(cmd.Resign(), ANN)
    else:
        scene.do(cmd.Offer(OfferKind.TAKEBACK), BOB if on_turn == ANN else ANN)
        scene.do(cmd.Accept(OfferKind.TAKEBACK), on_turn)


def is_too_much(delay: ViewerDelay, log: list[ev.Event], shown: int, now: Instant) -> bool:
    """Whether so many events of a log are too many, judged in another way than the product does."""
    ends = [event.at for event in log if isinstance(event, ev.Finished)]
    if delay.moves:
        turns_of = [place for place, event in enumerate(log) if isinstance(event, ev.Moved | ev.Chosen)]
        return not ends and any(place < shown for place in turns_of[-delay.moves :])
    if any(at + delay.millis <= now for at in ends):
        return False
    begun = next(number for number, event in enumerate(log) if isinstance(event, ev.Started))
    return any(event.at + delay.millis > now for event in log[begun + 1 : shown])


@given(DELAYS, STEPS, st.integers(0, 12_000))
def test_nothing_newer_is_shown_and_nothing_twice(
    delay: ViewerDelay, steps: list[tuple[str, int]], after: int
) -> None:
    scene = lived(delay, steps)
    log, at = list(scene.log), Instant(scene.now + Millis(after))
    first, shown, room = log[0], 1, replay(log[:1])
    for end in range(2, len(log) + 1):
        now = log[end - 1].at
        more = count_shown(room, log[shown:end], now)
        room = reduce(apply, log[shown : shown + more], room)
        shown += more
        assert shown == 1 + count_shown(replay([first]), log[1:end], now)
        if room.status is not ev.Status.WAITING:
            assert not is_too_much(delay, log[:end], shown, now)
        assert (shown == end) or not may_know_all(replay(log[:end]), EVE.id, now)
    assert 1 + count_shown(replay([first]), log[1:], at) >= shown
    assert not is_too_much(delay, log, 1 + count_shown(replay([first]), log[1:], at), at)
    assert (
        not any(isinstance(event, ev.Continued) for event in log) or scene.room.status is ev.Status.FINISHED
    )
