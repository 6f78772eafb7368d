"""The options for browsers, as they are typed or set in the environment."""

import pytest

from pente_server.net.http.chosen_sites import site_policy_from
from pente_server.net.http.sites import SitePolicy
from pente_server.serve_arguments import InvalidOptions, parse_options


def policy(*words: str) -> SitePolicy:
    return site_policy_from(parse_options(words))


def test_nothing_is_allowed_by_default() -> None:
    assert (policy().allowed_origins, policy().server_names) == (frozenset(), frozenset())


def test_several_may_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    given = policy(
        *("--allow-origin", "https://Club.example:443", "--allow-origin", "http://localhost:5173"),
        *("--server-name", "Attic.example.", "--server-name", "attic.lan"),
    )
    assert given.allowed_origins == {"https://club.example", "http://localhost:5173"}
    assert given.server_names == {"attic.example", "attic.lan"}
    monkeypatch.setenv("PENTE_ALLOW_ORIGIN", "https://club.example, http://localhost:5173")
    monkeypatch.setenv("PENTE_SERVER_NAME", "attic.example,attic.lan")
    assert policy().allowed_origins == given.allowed_origins
    assert policy().server_names == given.server_names


def test_a_name_at_which_it_listens_is_one_of_its_names() -> None:
    assert policy("--host", "Attic.lan", "--host", "192.168.1.5", "--host", "::").server_names == {
        "attic.lan"
    }


@pytest.mark.parametrize(
    ("option", "text", "remedy"),
    [
        ("--allow-origin", "club.example", "https://pente.example.org"),
        ("--allow-origin", "*", "https://pente.example.org"),
        ("--allow-origin", "null", "https://pente.example.org"),
        ("--server-name", "https://club.example", "pente.example.org"),
        ("--server-name", "club.example:80", "without a port"),
    ],
)
def test_what_can_not_be_used_is_refused(
    option: str, text: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InvalidOptions, match=remedy):
        parse_options((option, text))
    variable = "PENTE_" + option[2:].replace("-", "_").upper()
    monkeypatch.setenv(variable, text)
    with pytest.raises(InvalidOptions, match=f"{variable}: .*{remedy}"):
        parse_options(())


def test_the_page_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not parse_options(()).no_web
    assert parse_options(("--no-web",)).no_web
    monkeypatch.setenv("PENTE_NO_WEB", "yes")
    assert parse_options(()).no_web
    monkeypatch.setenv("PENTE_NO_WEB", "no")
    assert not parse_options(()).no_web
