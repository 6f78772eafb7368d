from pente_client.ssh_door.door_limits import BURST, RATE, DoorCounter, DoorLimits


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_address_has_so_many_connections() -> None:
    counter = DoorCounter(DoorLimits(per_address=2), Clock())
    assert [counter.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert counter.enter("192.0.2.2")
    counter.leave("192.0.2.1")
    assert counter.enter("192.0.2.1")
    assert counter.count == 3


def test_a_household_of_ipv6_is_one_address() -> None:
    counter = DoorCounter(DoorLimits(per_address=1), Clock())
    assert counter.enter("2001:db8::1")
    assert not counter.enter("2001:db8::2")
    assert counter.enter("2001:db8:0:1::1")


def test_there_are_so_many_connections_in_total() -> None:
    counter = DoorCounter(DoorLimits(sessions=2), Clock())
    assert [counter.enter(f"192.0.2.{n}") for n in range(3)] == [True, True, False]


def test_an_address_may_come_so_fast() -> None:
    clock = Clock()
    counter = DoorCounter(DoorLimits(), clock)

    def come() -> bool:
        is_in = counter.enter("192.0.2.1")
        if is_in:
            counter.leave("192.0.2.1")
        return is_in

    assert sum(come() for _ in range(100)) == BURST
    clock.now += 2 / RATE
    assert come()
    assert not come()


def test_quiet_addresses_are_forgotten() -> None:
    clock = Clock()
    counter = DoorCounter(DoorLimits(), clock)
    for number in range(20_000):
        clock.now += 1 / RATE
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        assert counter.enter(address)
        counter.leave(address)
    assert len(counter._spent) <= 4096
