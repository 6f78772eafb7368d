"""Time controls and clocks."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.clock.clock import (
    BadTimeControl,
    ByoYomi,
    Clock,
    Delay,
    Fischer,
    Odds,
    PerMove,
    Reading,
    TimeControl,
    Unlimited,
    format_time_control,
    parse_time_control,
    reading,
)
from pente_core.clock.instant import Instant, Millis, elapsed, later
from pente_core.clock.time_control import LONGEST_TURN, initial_time

CONTROL = Fischer(Millis(60_000), Millis(2000))

DAY = 86_400_000


def seconds(least: int, most: int) -> st.SearchStrategy[Millis]:
    return st.integers(least, most).map(lambda number: Millis(number * 1000))


stocks = st.integers(1000, DAY).map(Millis)
controls = st.one_of(
    st.just(Unlimited()),
    st.builds(Fischer, stocks, seconds(0, 3600)),
    st.builds(Delay, stocks, seconds(1, 3600)),
    st.builds(ByoYomi, st.integers(0, DAY).map(Millis), st.integers(1, 99), seconds(1, 3600)),
    st.builds(PerMove, seconds(1, 30 * 86_400)),
    st.builds(
        lambda one, more, increment: Odds((one, Millis(one + more)), (increment, Millis(0))),
        st.integers(1000, DAY // 2).map(Millis),
        st.integers(1, DAY // 2),
        seconds(0, 3600),
    ),
)
moments = st.integers(0, 200_000).map(Instant)
short = st.sampled_from(
    [
        Fischer(Millis(60_000), Millis(2000)),
        Delay(Millis(60_000), Millis(5000)),
        ByoYomi(Millis(30_000), 3, Millis(10_000)),
        ByoYomi(Millis(0), 2, Millis(40_000)),
        PerMove(Millis(40_000)),
    ]
)
clocks = st.builds(
    Clock,
    short,
    st.tuples(*[st.integers(0, 100_000).map(Millis)] * 2),
    st.sampled_from([None, 0, 1]),
    moments,
    st.sampled_from([0, 0, 1, 3000]).map(Millis),
)


def running(seat: int = 0, since: int = 1000, control: TimeControl = CONTROL) -> Clock:
    return Clock.new(control, 2).turned(Instant(since), seat)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("-", Unlimited()),
        ("5", Fischer(Millis(300_000))),
        ("5+3", Fischer(Millis(300_000), Millis(3000))),
        ("0.5+0", Fischer(Millis(30_000))),
        ("0.01667", Fischer(Millis(1000))),
        ("1440+3600", Fischer(Millis(86_400_000), Millis(3_600_000))),
        ("1/2+0", Fischer(Millis(30_000))),
        ("0:30+2", Fischer(Millis(30_000), Millis(2000))),
        ("1:30d5", Delay(Millis(90_000), Millis(5000))),
        ("5d3", Delay(Millis(300_000), Millis(3000))),
        ("0.5d1", Delay(Millis(30_000), Millis(1000))),
        ("10+5x30", ByoYomi(Millis(600_000), 5, Millis(30_000))),
        ("0+99x3600", ByoYomi(Millis(0), 99, Millis(3_600_000))),
        ("30/move", PerMove(Millis(30_000))),
        ("3d/move", PerMove(Millis(3 * DAY))),
        ("2592000/move", PerMove(LONGEST_TURN)),
        ("5+3,2+0", Odds((Millis(300_000), Millis(120_000)), (Millis(3000), Millis(0)))),
        ("5,5+1,5,5", Odds((Millis(300_000),) * 4, (Millis(0), Millis(1000), Millis(0), Millis(0)))),
    ],
)
def test_a_time_control_is_read(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5+",
        "+3",
        "0",
        "0+5",
        "-1",
        "5 + 3",
        "5+3\n",
        "1441",
        "5+3601",
        "5.",
        ".5",
        "٥+٣",
        "1e3",
        "5+3.5",
        "5d",
        "d3",
        "5d0",
        "5d3601",
        "0d3",
        "1441d3",
        "5d3+3",
        "10+0x30",
        "10+5x0",
        "10+5x3601",
        "10+100x30",
        "10+x30",
        "10x30",
        "10+5X30",
        "/move",
        "0/move",
        "1.5/move",
        "31d/move",
        "0d/move",
        "2592001/move",
        "30 /move",
        "30/Move",
        ",",
        "5,",
        "5,5",
        "5,0",
        "5,-",
        "5,5d3",
        "5,3d/move",
        "5,4,3,2,1",
        "5," * 99,
        "x" * 99,
    ],
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(BadTimeControl) as caught:
        parse_time_control(text)
    assert len(str(caught.value)) < 200


@given(st.text())
def test_any_text_is_a_time_control_or_refused(text: str) -> None:
    with suppress(BadTimeControl):
        assert isinstance(parse_time_control(text), TimeControl)


@given(controls)
def test_a_time_control_is_read_back(control: TimeControl) -> None:
    assert parse_time_control(format_time_control(control)) == control


def test_with_time_odds_each_seat_has_its_own_time_and_increment() -> None:
    clock = running(0, 0, parse_time_control("5+3,2+1"))
    assert clock.remaining == (300_000, 120_000)
    clock = clock.turned(Instant(10_000), 1).turned(Instant(20_000), 0)
    assert clock.remaining == (293_000, 111_000)


@pytest.mark.parametrize("increment", [(), (Millis(0),), (Millis(0), Millis(-1)), (Millis(0), Millis(DAY))])
def test_time_odds_out_of_range_are_refused(increment: tuple[Millis, ...]) -> None:
    with pytest.raises(BadTimeControl):
        Odds((Millis(1000), Millis(2000)), increment)


@pytest.mark.parametrize("initial", [999, DAY + 1])
def test_a_stock_out_of_range_is_refused(initial: int) -> None:
    with pytest.raises(BadTimeControl):
        Fischer(Millis(initial))
    with pytest.raises(BadTimeControl):
        Delay(Millis(initial), Millis(3000))


@pytest.mark.parametrize("increment", [-1, 3_600_001])
def test_an_increment_or_a_period_out_of_range_is_refused(increment: int) -> None:
    with pytest.raises(BadTimeControl):
        Fischer(Millis(1000), Millis(increment))
    with pytest.raises(BadTimeControl):
        Delay(Millis(1000), Millis(increment))
    with pytest.raises(BadTimeControl):
        ByoYomi(Millis(1000), 5, Millis(increment))


def test_a_main_time_or_a_turn_out_of_range_is_refused() -> None:
    for initial, periods in ((-1, 5), (DAY + 1, 5), (0, 0), (0, 100)):
        with pytest.raises(BadTimeControl):
            ByoYomi(Millis(initial), periods, Millis(30_000))
    for each in (999, LONGEST_TURN + 1):
        with pytest.raises(BadTimeControl):
            PerMove(Millis(each))


def test_correspondence_is_a_turn_of_days() -> None:
    assert PerMove(Millis(DAY)).is_correspondence
    assert not PerMove(Millis(DAY - 1)).is_correspondence


def test_spans_are_never_negative() -> None:
    assert elapsed(Instant(10), Instant(4)) == 0
    assert later(Instant(10), elapsed(Instant(10), Instant(14))) == 14


def test_a_new_clock_stands_still() -> None:
    clock = Clock.new(CONTROL, 3)
    assert clock.remaining_at(Instant(10**9)) == (60_000,) * 3
    assert clock.flag_at() is None


def test_without_a_limit_nobody_runs_out_of_time() -> None:
    clock = Clock.new(Unlimited(), 2).turned(Instant(5), 1)
    assert not clock.is_timed
    assert clock.remaining_at(Instant(10**12)) == ()
    assert clock.flag_at() is None


def test_only_the_time_of_the_running_seat_runs_down() -> None:
    assert running().remaining_at(Instant(4000)) == (57_000, 60_000)


def test_time_runs_down_to_nothing_when_the_flag_falls() -> None:
    clock = running()
    assert clock.flag_at() == 61_000
    assert clock.remaining_at(Instant(60_999))[0] == 1
    assert clock.remaining_at(Instant(61_000))[0] == 0
    assert clock.remaining_at(Instant(99_000))[0] == 0


def test_a_turn_earns_the_increment_when_it_ends() -> None:
    clock = running().turned(Instant(4000), 1)
    assert (clock.remaining, clock.running, clock.since) == ((59_000, 60_000), 1, 4000)


def test_going_on_with_the_same_turn_earns_nothing() -> None:
    clock = running().turned(Instant(4000), 0)
    assert clock.remaining == (57_000, 60_000)


def test_the_first_turn_earns_nothing_for_anybody() -> None:
    assert running().remaining == (60_000, 60_000)


def test_the_last_turn_leaves_nobody_running() -> None:
    clock = running().turned(Instant(4000), None)
    assert (clock.remaining, clock.running, clock.flag_at()) == ((59_000, 60_000), None, None)


def test_players_who_change_seats_take_their_time_along() -> None:
    clock = running(seat=1).swapped()
    assert clock.running == 0
    assert clock.remaining_at(Instant(4000)) == (57_000, 60_000)
    assert clock.swapped() == running(seat=1)


def test_a_clock_of_another_host_that_is_behind_costs_nothing() -> None:
    assert running().remaining_at(Instant(500)) == (60_000, 60_000)
    assert running().turned(Instant(500), 1).since == 1000


def test_an_outage_is_not_charged() -> None:
    clock = running().outage_credited(Instant(3000), Instant(50_000))
    assert clock.remaining_at(Instant(51_000)) == (57_000, 60_000)
    assert clock.flag_at() == 108_000


def test_an_outage_before_the_turn_changes_nothing() -> None:
    assert running().outage_credited(Instant(0), Instant(1000)) == running()


def test_only_the_part_of_an_outage_in_this_turn_counts() -> None:
    clock = running().outage_credited(Instant(0), Instant(3000))
    assert clock.remaining_at(Instant(4000)) == (59_000, 60_000)


def test_time_to_come_back_runs_for_nobody() -> None:
    clock = running().outage_credited(Instant(3000), Instant(10_000))
    assert clock.remaining_at(Instant(9000)) == (58_000, 60_000)
    moved = clock.turned(Instant(9000), 1)
    assert moved.remaining_at(Instant(10_500)) == (60_000, 59_500)
    went_on = clock.turned(Instant(9000), 0)
    assert went_on.remaining_at(Instant(10_500)) == (57_500, 60_000)


def test_a_flag_that_fell_before_the_outage_stays_down() -> None:
    clock = running().outage_credited(Instant(70_000), Instant(80_000))
    assert clock.remaining_at(Instant(80_000)) == (0, 60_000)
    assert clock.flag_at() == 80_000


@given(clocks, moments, moments)
def test_forgiving_twice_is_forgiving_once(clock: Clock, start: Instant, end: Instant) -> None:
    once = clock.outage_credited(start, end)
    assert once.outage_credited(start, end) == once


@given(clocks, moments, moments, st.integers(0, 200_000).map(Millis))
def test_forgiving_never_costs_anybody_time(
    clock: Clock, start: Instant, end: Instant, since: Millis
) -> None:
    now = later(start, since)
    pairs = zip(clock.outage_credited(start, end).remaining_at(now), clock.remaining_at(now), strict=True)
    assert all(after >= before for after, before in pairs)


@given(clocks, moments, moments)
def test_no_clock_is_ever_negative(clock: Clock, now: Instant, other: Instant) -> None:
    turned = clock.turned(now, 1)
    assert min(clock.remaining_at(now) + turned.remaining + turned.remaining_at(other)) >= 0


@given(clocks, moments, moments, st.sampled_from([None, 0, 1]))
def test_no_clock_grows_but_by_what_its_control_grants(
    clock: Clock, now: Instant, other: Instant, seat: int | None
) -> None:
    later_left = clock.turned(now, seat).remaining_at(other)
    at_end = clock.remaining_at(now)
    for seat_, (before, after) in enumerate(zip(clock.remaining, later_left, strict=True)):
        ended = seat_ == clock.running != seat
        assert after <= (_most_after(clock.control, at_end[seat_]) if ended else before)


def _most_after(control: TimeControl, left: Millis) -> int:
    """The most that a seat may have after a turn that it ended with so much left."""
    match control:
        case Fischer(increment=increment):
            return left + increment
        case ByoYomi(periods=periods, period=period):
            whole = next(number for number in range(10**6) if number * period >= left)
            return left if left >= periods * period else whole * period
        case PerMove(each):
            return each
        case _:
            return left


@given(clocks, moments, st.sampled_from([0, 1]))
def test_a_turn_that_is_halted_goes_on_where_it_was(clock: Clock, now: Instant, seat: int) -> None:
    stopped = clock.stopped(now)
    assert stopped.flag_at() is None
    assert stopped.remaining_at(Instant(10**9)) == clock.remaining_at(now)
    resumed = stopped.resumed(Instant(10**9), clock.running)
    assert resumed.remaining_at(Instant(10**9)) == clock.remaining_at(now)
    flag = clock.flag_at()
    if flag is not None and flag > now >= clock.since:
        assert resumed.flag_at() == 10**9 + flag - now


@given(clocks, moments, st.integers(0, 300).map(Millis))
def test_time_that_is_not_charged_is_taken_from_nobody(clock: Clock, now: Instant, lag: Millis) -> None:
    lag = min(lag, clock.charged_at(now))
    with_it, without = clock.turned(now, None, lag), clock.turned(now, None)
    assert (with_it.since, with_it.running) == (without.since, without.running)
    for seat, (more, less) in enumerate(zip(with_it.remaining, without.remaining, strict=True)):
        if seat != clock.running:
            assert more == less
        elif not isinstance(clock.control, ByoYomi):
            assert less <= more <= less + lag


# Simple delay.

SLOW = Delay(Millis(60_000), Millis(5000))


def test_time_runs_down_only_after_the_delay() -> None:
    clock = running(control=SLOW)
    assert clock.remaining_at(Instant(6000)) == (60_000, 60_000)
    assert clock.remaining_at(Instant(7000)) == (59_000, 60_000)
    assert clock.flag_at() == 66_000


def test_what_is_left_of_a_delay_is_lost() -> None:
    clock = running(control=SLOW).turned(Instant(2000), 1)
    assert (clock.remaining, clock.free, clock.flag_at()) == ((60_000, 60_000), 5000, 67_000)
    assert clock.turned(Instant(2000), None).free == 0


def test_who_goes_on_has_one_delay_for_all_of_it() -> None:
    clock = running(control=SLOW).turned(Instant(3000), 0)
    assert (clock.free, clock.flag_at()) == (3000, 66_000)
    assert clock.turned(Instant(9000), 0).free == 0


def test_an_outage_spares_the_rest_of_the_delay() -> None:
    clock = running(control=SLOW).outage_credited(Instant(3000), Instant(50_000))
    assert clock.remaining_at(Instant(53_000)) == (60_000, 60_000)
    assert clock.flag_at() == 113_000


# Byo-yomi.

JAPANESE = ByoYomi(Millis(60_000), 3, Millis(10_000))


def test_everybody_begins_with_main_time_and_all_periods() -> None:
    assert initial_time(JAPANESE) == 90_000
    assert reading(JAPANESE, Millis(90_000)) == Reading(Millis(60_000))


@pytest.mark.parametrize(
    ("left", "time", "periods"),
    [(30_001, 1, 0), (30_000, 10_000, 3), (29_999, 9999, 3), (20_000, 10_000, 2), (1, 1, 1), (0, 0, 0)],
)
def test_a_clock_shows_main_time_or_a_period(left: int, time: int, periods: int) -> None:
    assert reading(JAPANESE, Millis(left)) == Reading(Millis(time), periods)


@pytest.mark.parametrize(
    ("spent", "left"),
    [
        (1, 89_999),
        (60_000, 30_000),
        (60_001, 30_000),
        (69_999, 30_000),
        (70_000, 20_000),
        (85_000, 10_000),
        (89_999, 10_000),
    ],
)
def test_a_period_that_was_begun_is_whole_again(spent: int, left: int) -> None:
    assert running(control=JAPANESE).turned(Instant(1000 + spent), 1).remaining[0] == left


def test_within_a_turn_a_period_is_not_made_whole() -> None:
    assert running(control=JAPANESE).turned(Instant(66_000), 0).remaining[0] == 25_000


# The same time for every turn.


def test_every_turn_has_its_time_anew() -> None:
    clock = running(control=PerMove(Millis(30_000))).turned(Instant(30_999), 1)
    assert clock.remaining == (30_000, 30_000)
    assert clock.flag_at() == 60_999


def test_a_turn_of_two_stones_has_its_time_once() -> None:
    assert running(control=PerMove(Millis(30_000))).turned(Instant(11_000), 0).remaining[0] == 20_000
