"""Every limit is an option, and every option says what it takes."""

import re
from dataclasses import fields
from typing import Any

import pytest
from websockets.datastructures import Headers

from pente_client.cli import main
from pente_protocol.option import Option
from pente_server.limits.limit import RateLimit
from pente_server.limits.limit_options import LIMIT_OPTIONS, allowance_from
from pente_server.limits.limits import LIMITS, Allowance
from pente_server.limits.networks import parse_address
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.options import OPTIONS
from pente_server.serve_arguments import InvalidOptions, parse_options
from tests.support.peer import Peer
from tests.support.server_program import one_sentence, refused, serving

NUMBERS = [option for option in LIMIT_OPTIONS if option.name != "exempt_network"]


def allowed(*arguments: str, **environment: str) -> Allowance:
    """The limits of a command line."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return allowance_from(parse_options(arguments), 1000)


async def test_a_bad_variable_is_named() -> None:
    status, complaint = await refused("--store", "memory", PENTE_CHAT_PER_MINUTE="x")

    assert status == 2
    assert "PENTE_CHAT_PER_MINUTE" in complaint


def test_every_field_is_a_limit_or_has_an_option_of_its_name() -> None:
    names = {field.name for field in fields(Allowance)}
    assert names - set(LIMITS) <= {option.name for option in OPTIONS}


def values(allowance: Allowance) -> dict[str, float]:
    """The numbers of an allowance by the names of their options, in the units of these."""
    found: dict[str, float] = {}
    for name, limit in LIMITS.items():
        value: Any = getattr(allowance, name)
        if isinstance(value, RateLimit):
            found[f"{name}_burst"] = value.burst
            value = value.per_second * limit.unit
        found[limit.number_name(name)] = value
    return found


def test_without_options_the_limits_are_the_usual_ones() -> None:
    usual, parsed = Allowance(connections=1000), allowed()
    assert [
        field.name for field in fields(usual) if getattr(usual, field.name) != getattr(parsed, field.name)
    ] == ["exempt_network"]


@pytest.mark.parametrize("option", NUMBERS, ids=lambda option: option.name)
def test_each_number_is_taken_from_the_command_line_or_the_environment(option: Option[Any]) -> None:
    number, flag = 2 * values(Allowance())[option.name], option.flag
    text = f"{number:.15g}"
    for allowance in (allowed(flag, text), allowed(**{option.variable: text})):
        assert values(allowance)[option.name] == pytest.approx(number)
    both = allowed(flag, text, **{option.variable: "7"})
    assert values(both)[option.name] == pytest.approx(number)
    assert allowed(**{option.variable: ""}).connections == 1000


@pytest.mark.parametrize("option", NUMBERS, ids=lambda option: option.name)
@pytest.mark.parametrize("text", ["x", "nan", "0", "1e9"])
def test_each_refuses_what_is_out_of_its_range(
    option: Option[Any], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("serve", f"{option.flag}={text}")) == 2
    complaint = capsys.readouterr().err
    assert one_sentence(complaint, option.flag, f"{text!r} is not a ", "number from ", " to ")


@pytest.mark.parametrize(("text", "is_on"), [("yes", True), ("0", False), ("", False)])
def test_a_switch_is_taken_from_the_environment(text: str, is_on: bool) -> None:
    assert allowed(PENTE_NO_LAG_COMPENSATION=text).no_lag_compensation is is_on
    assert allowed("--no-lag-compensation", PENTE_NO_LAG_COMPENSATION=text).no_lag_compensation


def test_a_count_is_whole() -> None:
    with pytest.raises(InvalidOptions, match="not a whole number from 1 to 1000000"):
        allowed("--watched-rooms", "1.5")


def test_units_are_those_of_the_name() -> None:
    allowance = allowed("--chat-per-minute", "90", "--messages-per-second", "5")
    assert (allowance.chat.per_second, allowance.messages.per_second) == (1.5, 5)


def test_a_burst_is_never_less_than_three_seconds_unless_it_is_given() -> None:
    assert allowed("--messages-per-second", "100").messages.burst == 300
    assert allowed("--messages-per-second", "2").messages.burst == 30
    assert allowed("--messages-per-second", "100", "--messages-burst", "7").messages.burst == 7


class TestExemptNetworks:
    def test_there_may_be_several(self) -> None:
        allowance = allowed("--exempt-network", "192.0.2.0/24", "--exempt-network", "2001:db8::/48")
        limiter = ConnectionLimiter(allowance)
        assert [parse_address(text) in allowance.exempt_network for text in ("192.0.2.9", "192.0.3.9")] == [
            True,
            False,
        ]
        club = limiter.address(("192.0.2.9", 1))
        for _ in range(100):
            assert not limiter.is_full_for(club)
            limiter.begin_session(club)
            assert limiter.wait_for_account(club) == 0

    def test_a_variable_has_several_with_commas_which_an_option_replaces(self) -> None:
        variable = {"PENTE_EXEMPT_NETWORK": "192.0.2.0/24, 2001:db8::/48"}
        assert str(allowed(**variable).exempt_network) == "192.0.2.0/24, 2001:db8::/48"
        assert str(allowed("--exempt-network", "10.0.0.9", **variable).exempt_network) == "10.0.0.9/32"

    def test_a_proxy_in_one_exempts_nobody(self) -> None:
        limiter = ConnectionLimiter(allowed("--exempt-network", "192.0.2.0/24"))
        headers = Headers({"X-Forwarded-For": "198.51.100.7"})
        socket, stranger = limiter.address(("192.0.2.9", 1)), limiter.address(("192.0.2.9", 1), headers)
        assert limiter.is_exempt(socket)
        assert not limiter.is_exempt(stranger)
        assert any(limiter.is_too_fast(stranger) for _ in range(100))

    @pytest.mark.parametrize(
        ("text", "remedy"),
        [
            ("nonsense", "192.168.1.0/24"),
            ("192.0.2.1/24", "192.0.2.0/24"),
            ("2001:db8:1:2:3::/80", "give 2001:db8:1:2::/64"),
        ],
    )
    def test_what_is_none_is_refused(
        self, text: str, remedy: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(("serve", "--exempt-network", text)) == 2
        assert one_sentence(capsys.readouterr().err, "--exempt-network", text, remedy)

    def test_the_smallest_ones(self) -> None:
        allowance = allowed("--exempt-network", "192.0.2.7", "--exempt-network", "2001:db8:1:2::/64")
        limiter = ConnectionLimiter(allowance)
        peers = ("2001:db8:1:2:3:4:5:6", "192.0.2.7", "192.0.2.8", "?")
        addresses = [limiter.address((peer, 1)) for peer in peers]
        assert [limiter.is_exempt(address) for address in addresses] == [True, True, False, False]


class TestServing:
    async def test_more_connections_than_the_system_allows_are_refused(self) -> None:
        status, complaint = await refused("--store", "memory", "--port", "0", "--connections", "10000000")
        assert status == 1
        assert one_sentence(complaint, "the system allows", "10000000", "--connections")

    async def test_the_limits_of_the_command_line_are_those_of_the_server(self) -> None:
        arguments = ("--store", "memory", "--port", "0", "--rooms-per-person", "3")
        async with serving(*arguments, PENTE_MESSAGES_PER_SECOND="77") as served:
            found = re.search(r"ws://\S+?(?=;)", await served.greeting())
            assert found is not None
            async with Peer(found[0]) as peer:
                _ = await peer.hello()
                assert [peer.limit(name).number for name in ("rooms", "messages")] == [3, 77]


def test_the_help_names_every_limit_with_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    usual, told = values(Allowance()), ""
    for section in ("limits", "bursts"):
        assert main(("serve", "--help", section)) == 0
        told += " ".join(capsys.readouterr().out.split())
    assert "--exempt-network CIDR " in told
    for option in NUMBERS[1:]:
        default = re.escape(f"{usual[option.name]:.15g}")
        assert re.search(rf"{option.flag} N [^(]*\(default: {default}[,)]", told), option.name
