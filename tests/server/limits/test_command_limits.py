"""The limits of commands: each class of commands has a row, and rows say what there is."""

from typing import get_args

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room import OfferKind, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_server.limits.command_limits import (
    COMMAND_LIMITS,
    Check,
    CommandLimits,
    CommandRate,
    for_all_commands,
    limits_of,
)

ANN = PlayerId("ann")


@pytest.mark.parametrize("forgotten", get_args(cmd.Command))
def test_a_command_without_a_row_is_refused(forgotten: type[cmd.Command]) -> None:
    rows = {command: row for command, row in COMMAND_LIMITS.items() if command is not forgotten}
    with pytest.raises(TypeError, match=f"^{forgotten.__name__} must have a row of limits$"):
        for_all_commands(rows)


def test_so_is_a_rate_that_no_host_can_set() -> None:
    rows = {**COMMAND_LIMITS, cmd.Leave: CommandLimits(rate=CommandRate("exits", "leave"))}
    with pytest.raises(TypeError, match=r"^exits must be a limit$"):
        for_all_commands(rows)


def test_of_the_offers_only_a_rematch_is_more_than_a_move() -> None:
    for command in (cmd.Offer, cmd.Accept):
        checks = {kind: limits_of(command(kind)).check for kind in OfferKind}
        assert checks == dict.fromkeys(OfferKind) | {OfferKind.REMATCH: Check.REMATCH}


def test_what_ends_something_is_never_bound() -> None:
    now = Instant(1)
    pairs: list[tuple[cmd.Command, cmd.Command]] = [
        (cmd.SetConditions(((Point(1), Point(2)),)), cmd.SetConditions()),
        (cmd.SetWatchPolicy(WatchPolicy.ANYBODY), cmd.SetWatchPolicy(WatchPolicy.INVITED)),
        (cmd.MarkVacation(ANN, Instant(2)), cmd.MarkVacation(ANN, now)),
    ]
    for begins, ends in pairs:
        bound = limits_of(begins).bound
        assert bound is not None
        assert bound.only(begins, now)
        assert not bound.only(ends, now)
