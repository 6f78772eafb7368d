"""The table of what follows from commands holds for rooms that are played by chance."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Final, get_args

import pytest

from pente_core.identity import Identity
from pente_core.room import OfferKind, Options, deadline
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from tests.core.room.invariants import Audited
from tests.core.room.test_invariants import CROWDED, TIMES, WISHES, live
from tests.support.games.room_scenario import ANN, BOB, CAT, Scene

Followed = dict[type, set[type]]
"""The events that followed, by command."""

EVENTFUL: Final = (281, 57, 37, 47, 19, 61, 75, 196, 232, 534, 703)
"""Seeds of lives in which together all of the table happens; without them some 700 lives are needed."""


class Recorded(Audited):
    """A room that notes what follows from each command of a player whose flag has not fallen. Mutable."""

    followed: Followed

    def ask(self, command: cmd.Command, by: Identity | None, round_trip: int = 0) -> tuple[ev.Event, ...]:
        due = deadline(self.room)
        is_late = self.room.status is ev.Status.PLAYING and due is not None and self.now >= due
        events = super().ask(command, by, round_trip=round_trip)
        kinds = set(map(type, events))
        if isinstance(command, cmd.KeeperCommand):
            assert kinds <= set(command.facts.leads_to)
        elif is_late:
            assert kinds <= {*command.facts.leads_to, *cmd.AFTER_THE_FLAG}
        else:
            self.followed[type(command)] |= kinds
        return events


def life(seed: int, followed: Followed) -> None:
    """A random life of a room."""
    chance = Random(seed)
    room = Recorded(
        chance.choice(["pente", *CROWDED]),
        chance.choice(TIMES),
        seat=chance.choice([None, 0, 0, 1]),
        invited=[BOB][: chance.randrange(2)],
        options=chance.choice(WISHES),
    )
    room.followed = followed
    room.begin_audit()
    live(room, chance, steps=120)


def _paused(ruleset: object) -> Scene:
    """A game that all have agreed to pause."""
    scene = Scene.begun(ruleset, "5+0")
    for player in scene.room.seats:
        scene.do(cmd.Offer(OfferKind.PAUSE), player)
    return scene


def rare_scenes() -> Iterator[tuple[type, tuple[ev.Event, ...]]]:
    """What hardly happens by chance: the last command of a scene, with its events."""
    scene = Scene.begun(time="5+0")
    scene.do(cmd.Offer(OfferKind.PAUSE), ANN)
    yield cmd.Offer, scene.do(cmd.Offer(OfferKind.PAUSE), BOB)
    scene.do(cmd.MarkAbsent(0))
    yield cmd.Resume, scene.do(cmd.Resume(), ANN)
    scene.do(cmd.MarkAbsent(1))
    yield cmd.Accept, scene.do(cmd.Accept(OfferKind.RESUME), BOB)
    scene = _paused("pente")
    scene.do(cmd.MarkAbsent(0))
    yield cmd.Offer, scene.do(cmd.Offer(OfferKind.RESUME), ANN)
    yield cmd.Offer, scene.do(cmd.Offer(OfferKind.RESUME), BOB)
    scene = _paused({"sides": 3})
    scene.do(cmd.Resume(), ANN)
    yield cmd.Resume, scene.do(cmd.Resume(), BOB)
    yield cmd.Resign, scene.do(cmd.Resign(), CAT)
    scene = _paused("pente")
    scene.do(cmd.Resume(), ANN)
    yield cmd.Resume, scene.do(cmd.Resume(), BOB)
    yield cmd.Abort, scene.do(cmd.Abort(), BOB)
    for ruleset, options in (({"sides": 3}, Options()), ("pente", Options(games=2))):
        scene = Scene.patient(ruleset, "5+0", options)
        scene.do(cmd.MarkAbsent(1))
        scene.wait(120_000)
        yield cmd.Claim, scene.do(cmd.Claim(cmd.ClaimKind.WIN), ANN)


def test_every_event_follows_from_something() -> None:
    follows = {event for command in get_args(cmd.PlayerCommand) for event in command.facts.leads_to}
    assert follows | set(cmd.BY_THE_SERVER) | {ev.Hidden} == set(get_args(ev.Event))


@pytest.mark.usefixtures("untraced")
def test_each_command_says_what_follows_from_it_and_no_more() -> None:
    followed: Followed = defaultdict(set)
    for command, events in rare_scenes():
        followed[command] |= set(map(type, events))
    table = {command: set(command.facts.leads_to) for command in get_args(cmd.PlayerCommand)}
    for seed in (*EVENTFUL, *range(2000)):  # whatever changes lives may make other seeds eventful
        life(seed, followed)
        if followed == table:
            return
    assert followed == table


@pytest.mark.long
@pytest.mark.usefixtures("untraced")
def test_no_more_follows_in_very_many_lives() -> None:
    for seed in range(5000):
        life(seed, defaultdict(set))
