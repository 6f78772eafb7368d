"""The room when its game begins, after a turn, and after turns were taken back."""

from pente_core.clock.clock import Clock
from pente_core.clock.lag import Lag
from pente_core.room.state.absence import Absences, exchanged, without_seat
from pente_core.room.state.clock_start import begun_if_ready, clock_in_turn
from pente_core.room.state.first_moves import FirstMoves, awaited, is_own, seats_exchanged, with_own
from pente_core.room.state.room import Room, Status
from pente_core.room.state.takeback import WIDTH, Costs, is_swapped_back, with_cost
from pente_core.room.values.conditions import AllConditions, after_stone
from pente_core.room.values.events import PEOPLE_FROM, Chosen, Moved, Retired, Started, TakenBack
from pente_core.room.values.offers import Offers, after_retirement, after_turn, swapped
from pente_core.rules.game import Game
from pente_core.rules.move import Choice, Move
from pente_core.value import replace


def started(room: Room, event: Started) -> Room:
    position = room.game.position
    clock = room.clock.turned(event.at, position.to_act)
    if event.clocks_from is not None:
        clock = replace(clock, since=event.clocks_from)
    created = room.created
    begins = created.format >= PEOPLE_FROM and created.needs_first_moves and clock.is_timed
    return replace(
        room,
        status=Status.PLAYING,
        clock=clock,
        ready=(),
        starting=event.clocks_from,
        first_moves=awaited(FirstMoves(), position, clock) if begins else None,
    )


def played(room: Room, event: Moved | Chosen | Retired) -> Room:
    game = _game_after(room.game, event)
    after = turned(room, event, game, _clock_after(room, event, game.position.to_act))
    return begun_if_ready(after, event.at) if isinstance(event, Retired) else after


def turned(room: Room, event: Moved | Chosen | Retired, game: Game, clock: Clock) -> Room:
    """The room after a turn, with the game and the clock that follow from it."""
    version = room.version + 1
    return replace(
        room,
        version=version,
        seats=room.seats[::-1] if _is_swap(event) else room.seats,
        game=game,
        clock=clock,
        changed=version,
        active=event.at,
        lag=_lag_after(room.lag, event),
        offers=_offers_after(room.offers, event) if room.offers else (),
        absent=_absent_after(room.absent, event) if room.absent else (),
        costs=_costs_after(room, event),
        charged=_charged_after(room, event, game),
        asked=(),
        conditions=_conditions_after(room.conditions, event) if room.conditions else (),
        starting=room.starting if isinstance(event, Retired) else None,
        ready=room.ready if isinstance(event, Retired) else (),
        first_moves=None if room.first_moves is None else _first_moves_after(room, event, game, clock),
    )


def _first_moves_after(
    room: Room, event: Moved | Chosen | Retired, game: Game, clock: Clock
) -> FirstMoves | None:
    first, before = room.first_moves or FirstMoves(), room.game.position
    if not isinstance(event, Retired) and is_own(before):
        first = with_own(first, (event.seat,))
    if _is_swap(event):
        first = seats_exchanged(first)
    after = awaited(first, game.position, clock)
    goes_on = game.position.to_act == before.to_act and not _is_swap(event)
    if after is None or after.until is None or not goes_on:
        return after
    return first


def taken_back(room: Room, event: TakenBack) -> Room:
    game = room.game.back_to(event.turn_count)
    swaps = is_swapped_back(room.game, event.turn_count)
    clock = room.clock.back_to(event.remaining, game.position.to_act, event.at)
    if swaps:
        clock = replace(clock, rests=clock.rests[::-1])
    first = seats_exchanged(room.first_moves) if swaps and room.first_moves else room.first_moves
    return replace(
        room,
        seats=room.seats[::-1] if swaps else room.seats,
        game=game,
        clock=clock,
        lag=room.lag.swapped() if swaps else room.lag,
        absent=exchanged(room.absent) if swaps else room.absent,
        offers=(),
        asked=(),
        costs=room.costs[: WIDTH * event.turn_count],
        first_moves=None if first is None else awaited(first, game.position, clock),
        charged=0,
        takebacks=room.takebacks + 1,
        conditions=(),
    )


def _is_swap(event: Moved | Chosen | Retired) -> bool:
    return isinstance(event, Chosen) and event.choice is Choice.SWAP


def _clock_after(room: Room, event: Moved | Chosen | Retired, to_act: int) -> Clock:
    clock = room.clock if isinstance(event, Retired) else clock_in_turn(room, event.at)
    if _is_swap(event):
        clock = clock.swapped()  # a player who takes two turns in a row gets no new delay
    if room.paused is None:
        return clock.set_to(event.remaining, to_act, event.at)
    if to_act == room.game.position.to_act:
        return replace(clock, remaining=event.remaining)
    return clock.set_to(event.remaining, to_act, event.at).stopped(event.at)


def _lag_after(lag: Lag, event: Moved | Chosen | Retired) -> Lag:
    match event:
        case Moved(seat=seat, lag=uncharged):
            return lag.after(seat, uncharged)
        case Chosen(seat=seat, choice=choice, lag=uncharged):
            after = lag.after(seat, uncharged)
            return after.swapped() if choice is Choice.SWAP else after
        case Retired():
            return lag


def _offers_after(offers: Offers, event: Moved | Chosen | Retired) -> Offers:
    if isinstance(event, Retired):
        return after_retirement(offers, event.seat)
    outlasting = after_turn(offers, event.seat)
    return swapped(outlasting) if _is_swap(event) else outlasting


def _absent_after(absent: Absences, event: Moved | Chosen | Retired) -> Absences:
    """A player who takes a turn is present; a seat that is out is no longer waited for."""
    others = without_seat(absent, event.seat)
    return exchanged(others) if _is_swap(event) else others


def _conditions_after(conditions: AllConditions, event: Moved | Chosen | Retired) -> AllConditions:
    """Stones follow the lines that were planned; no other turn stands in one."""
    return after_stone(conditions, event.point) if isinstance(event, Moved) else ()


def _costs_after(room: Room, event: Moved | Chosen | Retired) -> Costs:
    is_known = len(room.costs) == WIDTH * len(room.game.turns)
    if not (is_known and event.remaining and room.created.options.takebacks):
        return b""
    if isinstance(event, Retired):  # no takeback goes back beyond a retirement
        return with_cost(room.costs, 0)
    seat = 1 - event.seat if _is_swap(event) else event.seat
    return with_cost(room.costs, room.clock.remaining[event.seat] + room.charged - event.remaining[seat])


def _charged_after(room: Room, event: Moved | Chosen | Retired, game: Game) -> int:
    if not (isinstance(event, Retired) and event.remaining and game.position.to_act == room.clock.running):
        return 0
    return room.charged + room.clock.remaining[room.clock.running] - event.remaining[room.clock.running]


def _game_after(game: Game, event: Moved | Chosen | Retired) -> Game:
    match event:
        case Moved():
            return game.moved(Move(event.colour, event.point, event.captured, event.poofed, event.calls))
        case Chosen(choice=choice):
            return game.choose(choice)
        case Retired(seat=seat, reason=why):
            return game.retire(seat, why)
