"""Every limit that a client can run into is announced, as it is set."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pente_core.identity import PlayerKind
from pente_protocol.messages.hello import Limits
from pente_server.limits.announced_limits import FIXED, announced_limits
from pente_server.limits.limit import RateLimit, times
from pente_server.limits.limit_options import allowance_from
from pente_server.limits.limits import LIMITS, Allowance
from pente_server.serve_arguments import parse_options

TOLD: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data" / "limits.json").read_text())
"""What clients were told before limits were rows, for some command lines."""


@pytest.mark.parametrize("name", LIMITS)
def test_whatever_is_set_is_announced_or_says_why_not(name: str) -> None:
    usual = Allowance()
    value = getattr(usual, name)
    changed = [{name: times(value, 3)}]
    if isinstance(value, RateLimit):
        changed = [{name: value._replace(per_second=9.0)}, {name: value._replace(burst=99.0)}]
    for change in changed:
        told = [announced_limits(replace(usual, **change), kind) for kind in PlayerKind]
        is_told = told != [announced_limits(usual, kind) for kind in PlayerKind]
        assert is_told is not bool(LIMITS[name].untold) or name == "bot_factor"


def test_every_number_of_the_message_comes_from_a_limit_of_its_name() -> None:
    usual, names = Allowance(), set(FIXED)
    for name, limit in LIMITS.items():
        names |= set() if limit.untold else set(limit.told_as(name, getattr(usual, name)))
    assert names == set(Limits.__struct_fields__)


@pytest.mark.parametrize("case", TOLD)
@pytest.mark.parametrize("kind", PlayerKind)
def test_what_is_told_is_what_it_was(case: str, kind: PlayerKind) -> None:
    allowance = allowance_from(parse_options(TOLD[case]["options"].split()), 1000)
    assert msgspec.to_builtins(announced_limits(allowance, kind)) == TOLD[case][kind]


def test_the_defaults_of_the_message_are_those_of_the_server() -> None:
    limits = announced_limits(Allowance(), PlayerKind.PERSON)
    assert limits == Limits(
        frame_bytes=limits.frame_bytes,
        messages_per_second=limits.messages_per_second,
        chat_length=limits.chat_length,
        rooms_per_player=limits.rooms_per_player,
    )


def test_bots_may_do_more() -> None:
    person, bot = (announced_limits(Allowance(), kind) for kind in (PlayerKind.PERSON, PlayerKind.BOT))
    assert (person.messages_per_second, bot.messages_per_second) == (10, 200)
    assert (person.openings_burst, bot.openings_burst) == (30, 600)
    assert (person.rooms_per_player, bot.rooms_per_player) == (10, 200)
    assert bot.chat_burst == person.chat_burst
