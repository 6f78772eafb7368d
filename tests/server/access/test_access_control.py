"""The server's password: guessing is slow, and nobody who knows it is shut out by the guesses of others."""

import pytest

from pente_core.identity import PlayerId
from pente_protocol.errors import ErrorCode
from pente_server.access import access_control
from pente_server.access.access_control import LONGEST_WAIT, AccessControl
from pente_server.limits.errors import RequestDenied

CLUB = "198.51.100.7"
ANN, BOB = PlayerId("a" * 32), PlayerId("b" * 32)


class Time:
    """A clock that goes on when somebody waits. Mutable."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


async def code_of(
    access: AccessControl, password: str, address: str = CLUB, player: PlayerId | None = None
) -> str:
    try:
        await access.check_password(password, address, player)
    except RequestDenied as denied:
        return denied.code
    return "right"


def controlled(time: Time) -> AccessControl:
    return AccessControl("sesame", wrong=(1.0, 10.0), clock=time, sleep=time.sleep)


async def test_a_stranger_beside_a_guesser_waits_and_gets_in() -> None:
    time = Time()
    access = controlled(time)
    for _ in range(13):
        assert await code_of(access, "guess") == ErrorCode.WRONG_PASSWORD
    assert await code_of(access, "sesame") == "right"
    assert time.waits == [1, 2, 3, 4]
    assert await code_of(access, "sesame", "203.0.113.1") == "right"
    assert time.waits == [1, 2, 3, 4]


async def test_a_right_password_costs_the_others_no_time() -> None:
    time = Time()
    access = controlled(time)
    for _ in range(100):
        assert await code_of(access, "sesame") == "right"
    assert time.waits == []


async def test_who_comes_when_very_many_wait_is_told_to_come_again() -> None:
    time = Time()
    access = controlled(time)
    for _ in range(10 + int(LONGEST_WAIT)):
        await code_of(access, "guess")
    with pytest.raises(RequestDenied) as denied:
        await access.check_password("sesame", CLUB)
    assert (denied.value.code, denied.value.retry_ms) == (ErrorCode.RATE_LIMITED, 8000)
    time.now = 8
    assert await code_of(access, "sesame") == "right"


async def test_who_was_let_in_before_does_not_notice_guessers() -> None:
    time = Time()
    access = controlled(time)
    await access.check_password("sesame", CLUB, ANN)
    access.let_in(ANN)
    for _ in range(100):
        await code_of(access, "guess")
    waited = list(time.waits)
    assert await code_of(access, "sesame", player=ANN) == "right"
    assert await code_of(access, "sesame", player=BOB) == ErrorCode.RATE_LIMITED
    assert time.waits == waited


async def test_one_who_was_let_in_guesses_no_faster() -> None:
    time = Time()
    access = controlled(time)
    access.let_in(ANN)
    codes = [await code_of(access, "guess", player=ANN) for _ in range(20)]
    assert codes.count(ErrorCode.RATE_LIMITED) == 2
    assert await code_of(access, "sesame") == "right"


def test_not_everybody_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_control, "MOST_LET_IN", 3)
    access, open_server = controlled(Time()), AccessControl()
    for name in ("a", "b", "a", "c", "d"):
        access.let_in(PlayerId(name))
        open_server.let_in(PlayerId(name))
    assert list(access._let_in) == ["a", "c", "d"]
    assert not open_server._let_in
