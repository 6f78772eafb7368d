"""Every limit that a client can run into is announced, as it is set."""

from dataclasses import fields, replace

import pytest

from pente_core.identity import PlayerKind
from pente_protocol.messages import Limits
from pente_server.limits.announced_limits import announced_limits
from pente_server.limits.limits import Allowance

NOT_ANNOUNCED = {
    "connections": "in total, which no client can count",
    "http_requests": "for pages",
    "http_requests_burst": "for pages",
    "makes_up_for_lag": "no limit",
    "exempt_networks": "nobody's business",
}


@pytest.mark.parametrize("field", [field.name for field in fields(Allowance)])
def test_whatever_is_set_is_announced(field: str) -> None:
    usual = Allowance()
    if field in NOT_ANNOUNCED:
        return
    changed = replace(usual, **{field: 3 * getattr(usual, field)})
    assert any(announced_limits(changed, kind) != announced_limits(usual, kind) for kind in PlayerKind)


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
