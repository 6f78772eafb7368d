"""Every limit that a client can run into is announced, as it is set."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pente_core.identity import PlayerKind
from pente_protocol.choices.server_limit import Per, ServerLimit, TimeUnit
from pente_protocol.spec.pages import VALUES, page_md
from pente_server.limits.announced_limits import announced_limits, differing_limits
from pente_server.limits.limit import RateLimit, times
from pente_server.limits.limits import LIMITS, Allowance

NAMES = Path(__file__).parents[2] / "data" / "frozen" / "names_1.json"


@pytest.mark.parametrize("name", LIMITS)
def test_whatever_is_set_is_announced_or_says_why_not(name: str) -> None:
    usual = Allowance()
    value = getattr(usual, name)
    changed = [{name: times(value, 3)}]
    if isinstance(value, RateLimit):
        changed = [{name: value._replace(per_second=9.0)}, {name: value._replace(burst=99.0)}]
    for change in changed:
        changed_limits = [announced_limits(replace(usual, **change), kind) for kind in PlayerKind]
        is_told = changed_limits != [announced_limits(usual, kind) for kind in PlayerKind]
        assert is_told is not bool(LIMITS[name].untold) or name == "bot_factor"


def told(allowance: Allowance, kind: PlayerKind = PlayerKind.PERSON) -> dict[str, ServerLimit]:
    return {limit.name: limit for limit in announced_limits(allowance, kind)}


def test_the_names_are_frozen() -> None:
    """A name never changes its meaning: what is new gets a new one."""
    names = json.loads(NAMES.read_text())["limits"]
    assert sorted(told(Allowance())) == sorted(names)


def test_a_name_is_told_once() -> None:
    for kind in PlayerKind:
        assert len(told(Allowance(), kind)) == len(announced_limits(Allowance(), kind))


def test_a_rate_is_told_in_its_unit_with_its_burst() -> None:
    limits = told(Allowance(messages=RateLimit(77, 99), watched_rooms=7))
    assert limits["messages"] == ServerLimit("messages", 77, Per.CONNECTION, TimeUnit.SECOND, 99)
    assert limits["accounts"] == ServerLimit("accounts", 6, Per.ADDRESS, TimeUnit.MINUTE, 20)
    assert limits["watched_rooms"] == ServerLimit("watched_rooms", 7, Per.CONNECTION)


def test_bots_may_do_more_and_are_told_only_of_that() -> None:
    bot = {limit.name: limit for limit in differing_limits(Allowance(), PlayerKind.BOT)}
    assert (bot["messages"].number, bot["openings"].burst, bot["rooms"].number) == (200, 600, 200)
    assert "chat" not in bot
    assert differing_limits(Allowance(), PlayerKind.PERSON) == ()


def test_the_page_of_values_has_every_limit_as_it_is() -> None:
    """The page is written by hand, as the protocol does not know the server; so the rows begin."""
    page = page_md(VALUES)
    assert [
        row for row in map(_row, announced_limits(Allowance(), PlayerKind.PERSON)) if row not in page
    ] == []


def _row(limit: ServerLimit) -> str:
    bots = {each.name: each for each in differing_limits(Allowance(), PlayerKind.BOT)}.get(limit.name)
    many = f"{_number(limit)}; bots {_number(bots)}" if bots else _number(limit)
    return f"| `{limit.name}` | {many} | {limit.per} |"


def _number(limit: ServerLimit) -> str:
    return f"{limit.number} a {limit.unit}, at once {limit.burst}" if limit.unit else str(limit.number)
