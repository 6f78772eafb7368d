"""Agreed pauses: how they end, and that nobody loses a clock that runs because of one."""

from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import Identity
from pente_core.room import OfferKind, Reason, Refused, deadline
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from tests.support.games.room_scenario import ANN, BOB, CAT, Scene, millis

HOUR: Final = Millis(3_600_000)
DAY: Final = Millis(24 * HOUR)
PAUSE: Final = OfferKind.PAUSE
THREE: Final = {"base": "pente-casual", "sides": 3}
LEFT: Final = millis(50_000, 60_000)


def paused(ruleset: object = "pente", time: str = "1+2", after: int = 10_000) -> Scene:
    """A game that all of its players have agreed to pause."""
    scene = Scene.patient(ruleset, time)
    scene.wait(after).do(cmd.Offer(PAUSE), ANN)
    for player in scene.room.seats[1:]:
        scene.do(cmd.Accept(PAUSE), player)
    return scene


def test_who_is_away_loses_no_time_to_an_opponent_who_wants_to_go_on() -> None:
    scene = paused()
    scene.do(cmd.MarkAbsent(0))
    scene.wait(1000).do(cmd.Resume(), BOB)
    scene.wait(23 * HOUR)
    assert scene.left() == LEFT
    assert scene.room.status is ev.Status.PLAYING
    assert scene.refusal(cmd.Tick()) is Reason.NOTHING_DUE


def test_who_only_sits_there_loses_none_either() -> None:
    scene = paused()
    scene.do(cmd.Resume(), BOB)
    assert scene.wait(HOUR).left() == LEFT


def test_when_all_say_so_the_game_goes_on() -> None:
    scene = paused()
    assert scene.do(cmd.Resume(), BOB) == (ev.Offered(scene.now, 1, OfferKind.RESUME, later(scene.now, DAY)),)
    assert scene.refusal(cmd.Resume(), BOB) is Reason.OFFER_STANDS
    scene.wait(5000)
    assert scene.do(cmd.Resume(), ANN) == (
        ev.Accepted(scene.now, 0, OfferKind.RESUME),
        ev.Resumed(scene.now, 0, LEFT),
    )
    assert (scene.on_turn(), scene.room.offers) == (ANN, ())
    assert scene.wait(1000).left() == (49_000, 60_000)


def test_a_day_after_it_was_announced_the_game_goes_on_without_an_answer() -> None:
    scene = paused()
    scene.do(cmd.Resume(), BOB)
    assert scene.wait(DAY - 1).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Resumed(scene.now, None, LEFT),)
    assert deadline(scene.room) == scene.now + 50_000


def test_nobody_can_decline_to_go_on() -> None:
    scene = paused()
    scene.do(cmd.Resume(), BOB)
    assert scene.refusal(cmd.Decline(OfferKind.RESUME), ANN) is Reason.NOTICE_STANDS


def test_a_game_that_nobody_wants_to_go_on_with_for_a_week_has_no_result() -> None:
    scene = paused()
    assert scene.wait(7 * DAY - 1).refusal(cmd.Tick()) is Reason.NOTHING_DUE
    assert scene.wait(1).tick() == (ev.Finished(scene.now, Termination.ABORTED, remaining=LEFT),)


def test_who_said_so_and_went_away_has_to_say_so_again() -> None:
    scene = paused()
    scene.do(cmd.Resume(), BOB)
    scene.do(cmd.MarkAbsent(1))
    assert scene.do(cmd.Resume(), ANN) == (ev.Accepted(scene.now, 0, OfferKind.RESUME),)
    scene.do(cmd.MarkPresent(1))
    assert scene.room.paused is not None
    assert isinstance(scene.do(cmd.Resume(), BOB)[-1], ev.Resumed)


def test_who_says_so_is_there() -> None:
    scene = paused()
    scene.do(cmd.MarkAbsent(1))
    assert scene.do(cmd.Resume(), BOB)[0] == ev.Returned(scene.now, 1)
    assert scene.room.absent == ()


def test_of_three_all_who_are_still_in_have_to_say_so() -> None:
    scene = paused(THREE)
    scene.do(cmd.Resume(), ANN)
    assert [type(event) for event in scene.do(cmd.Resume(), BOB)] == [ev.Accepted]
    assert [type(event) for event in scene.do(cmd.Resign(), CAT)] == [ev.Retired, ev.Resumed]


def test_a_notice_stands_although_its_player_resigns() -> None:
    scene = paused(THREE)
    scene.do(cmd.Resume(), ANN)
    assert [type(event) for event in scene.do(cmd.Resign(), ANN)] == [ev.Retired]
    assert deadline(scene.room) == later(scene.now, DAY)


def test_after_an_outage_a_notice_begins_again_once() -> None:
    scene = paused()
    scene.do(cmd.Resume(), BOB)
    outage = cmd.CreditOutage(scene.now, later(scene.now, HOUR))
    scene.wait(HOUR).do(outage)
    assert deadline(scene.room) == later(scene.now, DAY)
    assert scene.refusal(outage) is Reason.NOTHING_DUE


@pytest.mark.parametrize("claim", list(cmd.ClaimKind))
def test_a_refused_claim_does_not_say_how_to_get_round_the_pause(claim: cmd.ClaimKind) -> None:
    scene = paused()
    scene.do(cmd.MarkAbsent(0))
    with pytest.raises(Refused) as caught:
        scene.wait(HOUR).do(cmd.Claim(claim), BOB)
    assert "resume" not in str(caught.value).lower()


class Law:
    """What must be true of the events of a game with pauses, told from its commands alone. Mutable.

    Nobody's clock begins to run after a pause unless every player of the game has said so during it, and was
    not away since; or a day has gone by since one of them has.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.paused: Instant | None = None
        self.said: set[int] = set()
        self.announced: Instant | None = None
        self.left: tuple[int, ...] = ()

    def do(self, command: cmd.Command, by: Identity | None) -> None:
        seat = None if by is None else self.scene.room.seat_of(by.id)
        try:
            events = self.scene.do(command, by)
        except Refused:
            events = ()
        else:
            if (
                isinstance(command, cmd.Resume | cmd.Accept | cmd.Offer)
                and self.paused is not None
                and seat is not None
            ):
                self._say(command, seat)
        for event in events:
            self._check(event)
        if self.paused is not None:
            assert not self._is_agreed(), "all want to go on, and yet the game is paused"
            assert self.scene.left() == self.left, "a clock ran during a pause"
            assert deadline(self.scene.room) == self.ends_at, "a pause ends at another moment"

    @property
    def ends_at(self) -> Instant:
        assert self.paused is not None
        if self.announced is not None:
            return later(self.announced, DAY)
        return later(self.paused, Millis(7 * DAY))

    def _say(self, command: cmd.Resume | cmd.Accept | cmd.Offer, seat: int) -> None:
        if not isinstance(command, cmd.Resume) and command.kind is not OfferKind.RESUME:
            return
        self.said.add(seat)
        if self.announced is None:
            self.announced = self.scene.now

    def _check(self, event: ev.Event) -> None:
        match event:
            case ev.Paused(at=at, remaining=left):
                self.paused, self.said, self.announced, self.left = at, set(), None, left
            case ev.Gone(seat=seat):
                self.said.discard(seat)
            case ev.Resumed():
                self._check_end()
                self.paused = None
            case ev.Finished(termination=termination):
                if self.paused is not None and termination not in (
                    Termination.RESIGNATION,
                    Termination.AGREEMENT,
                ):
                    assert termination is Termination.ABORTED, "somebody won a game that was paused"
                    assert event.winners == ()
                self.paused = None
            case _:
                pass

    def _out(self) -> set[int]:
        out = self.scene.room.game.position.out
        return {seat for seat in range(len(self.scene.room.seats)) if out >> seat & 1}

    def _is_agreed(self) -> bool:
        return self.said | self._out() >= set(range(len(self.scene.room.seats)))

    def _check_end(self) -> None:
        assert self.paused is not None
        is_agreed = self._is_agreed()
        is_due = self.announced is not None and self.scene.now >= later(self.announced, DAY)
        assert is_agreed or is_due, "clocks run again that not all have agreed to"


def some_command(scene: Scene, chance: Random) -> tuple[cmd.Command, Identity | None]:
    """A command that a game with pauses may be given; most of those in a pause are about its end."""
    seats = range(len(scene.room.seats))
    by = scene.room.seats[chance.choice(seats)]
    keepers: list[cmd.Command] = [
        cmd.Tick(),
        cmd.Tick(),
        cmd.MarkAbsent(chance.choice(seats)),
        cmd.MarkPresent(chance.choice(seats)),
    ]
    if chance.random() < 0.4:
        return chance.choice(keepers), None
    if scene.room.paused is None:
        if chance.random() < 0.5:
            return cmd.Play(chance.choice(sorted(scene.room.game.position.legal_points))), scene.on_turn()
        others: list[cmd.Command] = [
            cmd.Offer(PAUSE),
            cmd.Offer(PAUSE),
            cmd.Claim(cmd.ClaimKind.WIN),
            cmd.Resume(),
        ]
        return chance.choice(others), by
    resign: list[cmd.Command] = [cmd.Resign()] if chance.random() < 0.1 else []
    kinds = [OfferKind.RESUME] * 3 + [OfferKind.DRAW]
    wishes: list[cmd.Command] = [
        *[cmd.Resume()] * 3,
        cmd.Offer(chance.choice(kinds)),
        cmd.Accept(chance.choice(kinds)),
        cmd.Decline(chance.choice(kinds)),
        cmd.Claim(chance.choice(list(cmd.ClaimKind))),
        *resign,
    ]
    return chance.choice(wishes), by


RULES: Final = (
    "pente",
    THREE,
    {"base": "pente-casual", "sides": 4},
    {"base": "pente-casual", "sides": 4, "teams": True},
)
SPANS: Final = (0, 0, 0, 1000, 1000, 20_000, HOUR, 23 * HOUR, DAY, 7 * DAY - HOUR)


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_nobody_loses_a_clock_that_runs_because_of_a_pause(seed: int) -> None:
    chance = Random(seed)
    scene = Scene.begun(chance.choice(RULES), chance.choice(["1+2", "10d5", "5+5x30", "1d/move"]))
    law = Law(scene)
    for player in scene.room.seats:
        law.do(cmd.Offer(PAUSE), player)
    for _ in range(40):
        if scene.room.status is not ev.Status.PLAYING:
            break
        scene.wait(chance.choice(SPANS if scene.room.paused is not None else SPANS[:6]))
        due = deadline(scene.room)
        if due is not None and due <= scene.now and chance.random() < 0.9:
            law.do(cmd.Tick(), None)
        else:
            law.do(*some_command(scene, chance))
