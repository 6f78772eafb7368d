"""The passwords of rooms: guessers are slowed down, and those who know them get in."""

import asyncio
from dataclasses import replace
from hashlib import sha256

import pytest

from pente_core.identity import PlayerId
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.rooms import Act
from pente_server.access import room_passwords
from pente_server.access.room_passwords import MOST_WAITING, REMEMBERED, RoomPasswords
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.limits.origin import Origin
from tests.support.peer import GENEROUS, Peer, peers, serving
from tests.support.waiting import until

USUAL = Allowance()
HOST = Origin(PlayerId("host"), "192.0.2.1")


class Hashes:
    """The passwords that were hashed, in order. Mutable."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def digest(self, password: str, salt: str) -> str:
        self.done.append(password)
        return sha256((password + salt).encode()).hexdigest()


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> Hashes:
    """Quick hashes."""
    hashes = Hashes()
    monkeypatch.setattr(room_passwords, "slow_digest", hashes.digest)
    return hashes


class Time:
    """A clock that stands. Mutable."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def player(number: int, address: str = "198.51.100.7", *, is_exempt: bool = False) -> Origin:
    return Origin(PlayerId(f"player{number}"), address, is_exempt)


async def code_of(passwords: RoomPasswords, lock: str, password: str, origin: Origin) -> str:
    """How a try ends."""
    try:
        await passwords.check(lock, password, origin)
    except RequestDenied as denied:
        return denied.code
    return "right"


async def test_the_same_password_makes_another_hash_each_time() -> None:
    passwords = RoomPasswords(USUAL, lambda: 0.0)
    one, other = await passwords.hash("sesame", HOST), await passwords.hash("sesame", HOST)
    assert one != other
    await passwords.check(one, "sesame", player(1))
    await passwords.check(other, "sesame", player(1))


async def test_one_player_tries_a_few(hashes: Hashes) -> None:
    passwords = RoomPasswords(USUAL, Time())
    lock = await passwords.hash("sesame", HOST)
    codes = [await code_of(passwords, lock, "guess", player(1)) for _ in range(12)]
    assert codes == [ErrorCode.WRONG_PASSWORD] * 10 + [ErrorCode.RATE_LIMITED] * 2


@pytest.mark.parametrize("is_exempt", [False, True])
async def test_many_players_guess_no_more_at_one_room(hashes: Hashes, is_exempt: bool) -> None:
    time = Time()
    passwords = RoomPasswords(USUAL, time)
    lock = await passwords.hash("sesame", HOST)
    guessers = [player(number, f"198.51.100.{number}", is_exempt=is_exempt) for number in range(10)]
    for _ in range(9):
        for guesser in guessers:
            await code_of(passwords, lock, "guess", guesser)
    assert len(hashes.done) == 1 + 20
    time.now = 52
    for guesser in guessers:
        await code_of(passwords, lock, "guess", guesser)
    assert len(hashes.done) == 1 + 20 + 10
    assert await code_of(passwords, lock, "guess", guessers[0]) == ErrorCode.RATE_LIMITED


async def test_one_address_guesses_no_more_at_many_rooms(hashes: Hashes) -> None:
    passwords = RoomPasswords(USUAL, Time())
    locks = [await passwords.hash("sesame", player(1000 + number)) for number in range(10)]
    for number, lock in enumerate(locks * 5):
        await code_of(passwords, lock, "guess", player(number % 5))
    assert len(hashes.done) == len(locks) + 20


async def test_guesses_of_others_shut_nobody_out(hashes: Hashes) -> None:
    passwords = RoomPasswords(USUAL, Time())
    lock = await passwords.hash("sesame", HOST)
    for number in range(30):
        await code_of(passwords, lock, "guess", player(number % 5))
    assert await code_of(passwords, lock, "sesame", player(0)) == ErrorCode.RATE_LIMITED
    assert await code_of(passwords, lock, "sesame", player(77)) == "right"
    assert await code_of(passwords, lock, "sesame", player(78, "203.0.113.1")) == "right"


async def test_who_was_wrong_is_not_known_for_it_for_ever(hashes: Hashes) -> None:
    time = Time()
    passwords = RoomPasswords(replace(USUAL, wrong_room_passwords=RateLimit(1e-9, 20.0)), time)
    lock = await passwords.hash("sesame", HOST)
    assert await code_of(passwords, lock, "sesami", player(77)) == ErrorCode.WRONG_PASSWORD
    for number in range(30):
        await code_of(passwords, lock, "guess", player(number % 5))
    assert await code_of(passwords, lock, "sesame", player(77)) == ErrorCode.RATE_LIMITED
    time.now = REMEMBERED
    assert await code_of(passwords, lock, "sesame", player(77)) == "right"


async def test_right_passwords_count_for_nobody_else(hashes: Hashes) -> None:
    passwords = RoomPasswords(USUAL, Time())
    lock = await passwords.hash("sesame", HOST)
    for number in range(50):
        assert await code_of(passwords, lock, "sesame", player(number)) == "right"
    assert await code_of(passwords, lock, "guess", player(1)) == ErrorCode.WRONG_PASSWORD


class TestQueue:
    """Sixty guessers who arrive at the same moment, before the honest player."""

    async def crowd(
        self, passwords: RoomPasswords, lock: str, guessers: list[Origin], honest: Origin
    ) -> list[str]:
        tasks = [asyncio.create_task(code_of(passwords, lock, "guess", guesser)) for guesser in guessers]
        tasks.append(asyncio.create_task(code_of(passwords, lock, "sesame", honest)))
        return await asyncio.gather(*tasks)

    async def test_another_address_comes_first(self, hashes: Hashes) -> None:
        passwords = RoomPasswords(USUAL, Time())
        lock = await passwords.hash("sesame", HOST)
        hashes.done.clear()
        guessers = [player(number) for number in range(60)]
        codes = await self.crowd(passwords, lock, guessers, player(77, "203.0.113.1"))
        assert codes[-1] == "right"
        assert hashes.done.index("sesame") <= 1
        assert len(hashes.done) <= 1 + MOST_WAITING

    async def test_and_so_does_who_has_not_guessed_yet(self, hashes: Hashes) -> None:
        generous = replace(USUAL, wrong_room_passwords=RateLimit(1e6, 1e6))
        passwords = RoomPasswords(generous, Time())
        lock = await passwords.hash("sesame", HOST)
        guessers = [player(number, is_exempt=True) for number in range(60)]
        for guesser in guessers:
            await code_of(passwords, lock, "guess", guesser)
        hashes.done.clear()
        codes = await self.crowd(passwords, lock, guessers, player(77, is_exempt=True))
        assert codes[-1] == "right"
        assert hashes.done.index("sesame") <= 1
        assert codes.count(ErrorCode.RATE_LIMITED) == 60 - MOST_WAITING

    async def test_who_finds_no_place_is_told_when_to_come_again(self, hashes: Hashes) -> None:
        passwords = RoomPasswords(USUAL, Time())
        lock = await passwords.hash("sesame", HOST)
        guessers = [player(number, is_exempt=True) for number in range(MOST_WAITING + 2)]
        tasks = [asyncio.create_task(passwords.check(lock, "guess", guesser)) for guesser in guessers]
        *_, last = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(last, RequestDenied)
        assert (last.code, last.retry_ms) == (ErrorCode.RATE_LIMITED, 1000)
        assert await code_of(passwords, lock, "sesame", guessers[-1]) == "right"


def codes(peer: Peer) -> set[str]:
    return {message.code for message in peer.said if isinstance(message, Error)}


async def test_an_honest_join_among_sixty_guessers_waits_for_a_few_hashes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a slow hash (an eighth of the cost is slow enough), over sockets, and all from one address."""
    monkeypatch.setattr(room_passwords, "_COST", room_passwords._COST // 8)
    tried: list[str] = []
    digest = room_passwords.slow_digest

    def noted(password: str, salt: str) -> str:
        tried.append(password)
        return digest(password, salt)

    monkeypatch.setattr(room_passwords, "slow_digest", noted)
    allowance = replace(GENEROUS, messages=USUAL.messages)
    async with (
        serving(allowance=allowance) as served,
        peers(served.url, "alice", "honest", *(f"guesser{n}" for n in range(60))) as (
            alice,
            honest,
            *guessers,
        ),
    ):
        room = await alice.create(password="sesame")

        is_over = False

        async def guess(peer: Peer) -> None:
            while not is_over:
                assert isinstance(await peer.ask(Act, **peer.acting(room, cmd.Join(password="guess"))), Error)

        async with asyncio.TaskGroup() as crowd:
            for guesser in guessers:
                crowd.create_task(guess(guesser))
            await until(lambda: all(ErrorCode.WRONG_PASSWORD in codes(guesser) for guesser in guessers))
            before = len(tried)
            await honest.act(room, cmd.Join(password="sesame"))
            waited = tried[before:].index("sesame")
            is_over = True
    assert waited <= 3
