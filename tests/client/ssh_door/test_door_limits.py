from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from pente_client.ssh_door.door_limits import (
    BURST,
    RATE,
    WAITING,
    WAITING_PER_ADDRESS,
    DoorCounter,
    DoorLimits,
    DoorPlace,
    Refusal,
)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Counted:
    """A counter, and the addresses of those who had to go. Mutable."""

    def __init__(self, limits: DoorLimits) -> None:
        self.clock = Clock()
        self.counter = DoorCounter(limits, self.clock)
        self.gone: list[str] = []

    def come(self, address: str) -> DoorPlace | Refusal:
        """A connection, a while after the last one."""
        self.clock.now += 1 / RATE
        return self.counter.enter(address, partial(self.gone.append, address))

    def sign_in(self, address: str) -> DoorPlace | Refusal:
        place = self.come(address)
        return place if isinstance(place, Refusal) else place.sign_in() or place


def test_an_address_has_so_many_sessions() -> None:
    counted = Counted(DoorLimits(per_address=2))
    first = counted.sign_in("192.0.2.1")
    assert isinstance(first, DoorPlace)
    assert isinstance(counted.sign_in("192.0.2.1"), DoorPlace)
    assert counted.come("192.0.2.1") is Refusal.ADDRESS_FULL
    assert isinstance(counted.sign_in("192.0.2.2"), DoorPlace)
    first.leave()
    first.leave()
    assert isinstance(counted.sign_in("192.0.2.1"), DoorPlace)
    assert counted.counter.count == 3


def test_who_waited_for_a_session_that_another_took_is_turned_away() -> None:
    counted = Counted(DoorLimits(per_address=1))
    waits = counted.come("192.0.2.1")
    assert isinstance(waits, DoorPlace)
    assert isinstance(counted.sign_in("192.0.2.1"), DoorPlace)
    assert waits.sign_in() is Refusal.ADDRESS_FULL


def test_a_household_of_ipv6_is_one_address_and_what_is_rented_at_once_is_four() -> None:
    counted = Counted(DoorLimits(per_address=1))
    assert isinstance(counted.sign_in("2001:db8::1"), DoorPlace)
    assert counted.sign_in("2001:db8::2") is Refusal.ADDRESS_FULL
    others = [counted.sign_in(f"2001:db8:0:{n}::1") for n in range(1, 5)]
    assert [other is Refusal.ADDRESS_FULL for other in others] == [False, False, False, True]
    assert isinstance(counted.sign_in("2001:db8:1::1"), DoorPlace)


def test_there_are_so_many_sessions_in_total() -> None:
    counted = Counted(DoorLimits(sessions=2))
    came = [counted.sign_in(f"192.0.2.{n}") for n in range(3)]
    assert [one is Refusal.DOOR_FULL for one in came] == [False, False, True]


def test_an_address_may_come_so_fast() -> None:
    counted = Counted(DoorLimits())

    def come() -> bool:
        place = counted.counter.enter("192.0.2.1", lambda: None)
        if isinstance(place, DoorPlace):
            place.leave()
        return place is not Refusal.TOO_FAST

    assert sum(come() for _ in range(100)) == BURST
    counted.clock.now += 2 / RATE
    assert come()
    assert not come()


def test_an_ipv6_network_may_come_four_times_as_fast_as_an_address() -> None:
    counter = DoorCounter(DoorLimits(), Clock())
    came = [counter.enter(f"2001:db8:0:{n:x}::1", lambda: None) for n in range(1000)]
    assert sum(isinstance(one, DoorPlace) for one in came) == 4 * BURST


def test_quiet_addresses_are_forgotten() -> None:
    counted = Counted(DoorLimits())
    for number in range(20_000):
        place = counted.come(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        assert isinstance(place, DoorPlace)
        place.leave()
    assert len(counted.counter._spent) <= 4096


ATTACKERS = st.lists(
    st.builds("203.0.{}.{}".format, st.integers(1, 3), st.integers(1, 9))
    | st.builds("2001:db8:{:x}:{:x}::1".format, st.integers(1, 2), st.integers(1, 9)),
    min_size=40,
    max_size=250,
)


@settings(max_examples=100, deadline=None)
@given(attackers=ATTACKERS, at=st.floats(0, 1))
def test_silent_connections_take_nobodys_place(attackers: list[str], at: float) -> None:
    counted = Counted(DoorLimits())
    begin = round(at * len(attackers))
    for address in attackers[:begin]:
        counted.come(address)
    person = counted.come("198.51.100.7")
    for address in attackers[begin:]:
        counted.come(address)
    assert isinstance(person, DoorPlace)
    assert "198.51.100.7" not in counted.gone
    assert person.sign_in() is None
    assert counted.counter.count <= WAITING + 1


def test_the_oldest_of_an_address_that_waits_too_often_goes() -> None:
    counted = Counted(DoorLimits())
    counted.come("192.0.2.1")
    waiting = [counted.come("192.0.2.2") for _ in range(WAITING_PER_ADDRESS)]
    counted.come("192.0.2.2")
    assert counted.gone == ["192.0.2.2"]
    assert isinstance(waiting[0], DoorPlace)
    waiting[0].leave()
    assert counted.counter.count == 1 + WAITING_PER_ADDRESS


def test_if_all_are_too_many_the_oldest_of_the_largest_network_goes() -> None:
    counted = Counted(DoorLimits())
    for number in range(WAITING - 3):
        counted.come(f"10.0.{number}.1")
    for address in ("2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:2::2", "10.1.0.1"):
        counted.come(address)
    assert counted.gone == ["2001:db8:1:2::1"]
