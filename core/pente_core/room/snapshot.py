"""A room as one value for the wire: for those who come later, or were away too long."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Final, NamedTuple

from msgspec import field

from pente_core.clock.clock import NO_LAG, Clock, Delay
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, PlayerId, RoomId
from pente_core.notation import format_position
from pente_core.rating import RatingChange
from pente_core.room import events as ev
from pente_core.room.absence import Absence, is_correspondence
from pente_core.room.analysis import NO_ANALYSIS, Analysis, problems_of, shown_to
from pente_core.room.conditions import Conditions, are_plannable
from pente_core.room.first_moves import FirstMoves
from pente_core.room.offers import MOST_ASKED, OfferKind, OpenOffer
from pente_core.room.options import WatchPolicy
from pente_core.room.room import CHAT_KEPT, MOST_BARRED, Room
from pente_core.room.view import NOBODY, Viewer, shown, view
from pente_core.rules.game import Game, format_turn, parse_turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.outcome import Outcome
from pente_core.rules.point import BadPoint, Point
from pente_core.value import Value, replace

SETUP: Final = "setup"
"""What stands before the turns of a game that has begun from a setup."""
_NEWER_TURN: Final = re.compile(r"[a-z][a-z0-9_:-]{0,39}")
"""The form of turns that later versions may have; points begin with a capital letter."""


class BadSnapshot(ValueError):
    """A snapshot that describes no room."""


class UnknownTurn(BadSnapshot):
    """A snapshot with a turn of a kind that this version does not know."""


class Snapshot(Value):
    """A `Room` with its game as the list of its turns.

    What only the keeper of a room needs is left out: what each turn has cost, for takebacks, and the lag that
    was not charged.
    """

    version: int
    created: ev.Created
    status: ev.Status
    seats: tuple[Identity | None, ...]
    turns: tuple[str, ...]
    """The turns as people write them (see `pente_core.rules.game.format_turn`).

    In a game that has begun from a setup, ``setup`` comes first. So a program that knows no setups does not
    play the turns on the empty board, but shows the position that comes with the snapshot.
    """
    changed: int = field(name="changed_version")
    """The version of the last event that changed the game or the seats."""
    active: Instant = field(name="active_at")
    """When that was."""
    invited: tuple[Identity, ...] = ()
    """The invited players who have neither joined nor declined."""
    outcome: Outcome | None = None
    """How the game ended; None while it has not."""
    remaining: tuple[Millis, ...] = ()
    """What each seat had on its clock at ``clocks_at``."""
    running: int | None = None
    """The seat whose time runs down from then on; None: no clock runs."""
    clocks_at: Instant = Instant(0)
    chat: tuple[ev.Said, ...] = ()
    """The last lines, oldest first."""
    free: Millis = Millis(0)
    """What was left of the turn's delay at ``clocks_at``."""
    paused: Instant | None = field(default=None, name="paused_at")
    """Since when the game is paused."""
    offers: tuple[OpenOffer, ...] = ()
    """Those in force."""
    asked: tuple[int, ...] = ()
    """The seats that have made an offer since the last turn, one for each offer."""
    rated: tuple[RatingChange, ...] = field(default=(), name="rating_changes")
    """What the game, which is over, did to the players' ratings."""
    ready: tuple[int, ...] = field(default=(), name="ready_seats")
    """The seats that are ready for the game to begin."""
    absent: tuple[Absence, ...] = ()
    """The players who are away, and for whom the others have to wait."""
    muted: tuple[PlayerId, ...] = ()
    """The ids of people who may not chat."""
    banned: tuple[PlayerId, ...] = ()
    """The ids of people who may not come back."""
    sequel: RoomId = NO_ROOM
    """The id of the room in which the players continue, if there is one."""
    takebacks: int = 0
    rests: tuple[Instant, ...] = field(default=(), name="vacations")
    """By seat, until when a player's own clock stands still; empty if none ever did."""
    conditions: tuple[Conditions, ...] = ()
    """The answers that the viewer has planned; nobody sees those of others."""
    watch: WatchPolicy | None = None
    """The people who may watch now; None: still those of ``created.options``."""
    analysis: Analysis = NO_ANALYSIS
    """What players and viewers have added to the game, which is over."""
    starting: Instant | None = field(default=None, name="clocks_from")
    """When the clocks begin to run at the latest, while they wait for the players of a game."""
    first_moves: FirstMoves | None = None
    """The first moves that players must make in time; None: all have, or need not."""


def snapshot(
    room: Room, viewer: Viewer, blocked: AbstractSet[PlayerId] = NOBODY, me: PlayerId | None = None
) -> Snapshot:
    """The room as a viewer may know it who has blocked some players; ``me`` is the viewer (None: anybody).

    Nobody gets a password's hash, or conditional moves of others.
    """
    size = room.created.ruleset.size
    return Snapshot(
        version=room.version,
        created=shown(room.created),
        status=room.status,
        seats=room.seats,
        turns=(*_marker(room.created, room.status), *(format_turn(turn, size) for turn in room.game.turns)),
        changed=room.changed,
        active=room.active,
        invited=room.invited,
        outcome=room.game.outcome,
        remaining=room.clock.remaining,
        running=room.clock.running,
        clocks_at=room.clock.since,
        chat=tuple(line for line in room.chat if not isinstance(view(line, viewer, blocked), ev.Hidden)),
        free=room.clock.free,
        paused=room.paused,
        offers=room.offers,
        asked=room.asked,
        rated=room.rated,
        ready=room.ready,
        absent=room.absent,
        muted=room.muted,
        banned=room.banned,
        sequel=room.sequel,
        takebacks=room.takebacks,
        rests=room.clock.rests,
        conditions=tuple(own for own in room.conditions if own.player == me),
        watch=None if room.watch is room.created.options.watch else room.watch,
        analysis=shown_to(room.analysis, blocked),
        starting=room.starting,
        first_moves=room.first_moves,
    )


def _marker(created: ev.Created, status: ev.Status) -> tuple[str, ...]:
    """What comes before the turns of a game."""
    has_begun = status in (ev.Status.PLAYING, ev.Status.FINISHED)
    return (SETUP,) if created.setup is not None and has_begun else ()


def restore(shot: Snapshot) -> Room:
    """The room that a snapshot describes, as far as a client needs it. Raises BadSnapshot.

    A snapshot from elsewhere isn't believed: whatever its values, it gives a room that can be asked and
    drawn, or BadSnapshot.
    """
    problems = (_problems, _problems_of_clocks, _problems_of_offers, _problems_of_people, _problems_of_plans)
    for problem in chain.from_iterable(find(shot) for find in problems):
        raise BadSnapshot(f"the snapshot {problem}")
    room = Room(
        version=shot.version,
        created=shot.created,
        status=shot.status,
        seats=shot.seats,
        invited=shot.invited,
        game=_replayed(shot),
        clock=Clock(shot.created.time, shot.remaining, shot.running, shot.clocks_at, shot.free, shot.rests),
        changed=shot.changed,
        active=shot.active,
        watch=shot.created.options.watch if shot.watch is None else shot.watch,
        chat=shot.chat[-CHAT_KEPT:],
        lag=NO_LAG,
        paused=shot.paused,
        offers=shot.offers,
        asked=shot.asked,
        rated=shot.rated,
        ready=shot.ready,
        absent=shot.absent,
        muted=shot.muted,
        banned=shot.banned,
        sequel=shot.sequel,
        takebacks=shot.takebacks,
        analysis=shot.analysis,
        conditions=shot.conditions,
        starting=shot.starting,
        first_moves=shot.first_moves,
    )
    for problem in problems_of(shot.analysis, room.game):
        raise BadSnapshot(f"the snapshot {problem}")
    if shot.running != room.to_act:
        raise BadSnapshot("the snapshot's clock runs for a seat that is not to act")
    return room


def _problems(shot: Snapshot) -> Iterator[str]:
    """What can't be true of any room; nothing if all can."""
    rules = shot.created.ruleset
    begun = shot.status in (ev.Status.PLAYING, ev.Status.FINISHED)
    if not 1 <= shot.changed <= shot.version:
        yield "has a version that no room has"
    if len(shot.seats) != rules.sides or len(shot.remaining) != len(
        Clock.new(shot.created.time, rules.sides).remaining
    ):
        yield "has another number of seats than its ruleset"
    if begun and None in shot.seats:
        yield "has an empty seat in a game that has begun"
    if not begun and (shot.turns or shot.outcome):
        yield "has moves in a game that has not begun"
    if shot.status is ev.Status.FINISHED and shot.outcome is None:
        yield "has no outcome of a finished game"
    if shot.outcome is not None:
        if not all(0 <= seat < rules.sides for seat in (*shot.outcome.winners, *shot.outcome.no_show)):
            yield "has a winner without a seat"
        if not all(0 <= point < rules.size**2 for line in shot.outcome.lines for point in line):
            yield "has a winning row off the board"
    if shot.rated and shot.status is not ev.Status.FINISHED:
        yield "has ratings changed by a game that goes on"
    rated = [change.seat for change in shot.rated]
    if len(set(rated)) < len(rated) or not all(0 <= seat < rules.sides for seat in rated):
        yield "has ratings of nobody"


def _problems_of_clocks(shot: Snapshot) -> Iterator[str]:
    control = shot.created.time
    if any(left < 0 for left in shot.remaining):
        yield "has less than no time left"
    if not 0 <= shot.free <= (control.delay if isinstance(control, Delay) else 0):
        yield "has a delay that its clock does not know"
    if shot.rests and (len(shot.rests) != len(shot.remaining) or not is_correspondence(control)):
        yield "has a vacation in a game that knows none"
    if shot.starting is not None and (shot.status is not ev.Status.PLAYING or not shot.remaining):
        yield "has clocks that wait where no game begins"
    first = shot.first_moves
    if first is not None and not all(0 <= seat < shot.created.ruleset.sides for seat in first.made):
        yield "has a first move of nobody"
    if first is not None and shot.status is not ev.Status.PLAYING:
        yield "has first moves to come where no game is played"
    if shot.paused is not None and (shot.status is not ev.Status.PLAYING or not shot.remaining):
        yield "has a pause of a game without a running clock"


def _problems_of_offers(shot: Snapshot) -> Iterator[str]:
    sides = shot.created.ruleset.sides
    seats = [*shot.asked, *(seat for offer in shot.offers for seat in (offer.seat, *offer.agreed))]
    if not all(0 <= seat < sides for seat in seats):
        yield "has an offer of nobody"
    kinds = {offer.kind for offer in shot.offers}
    may_be = {
        ev.Status.PLAYING: set(OfferKind) - {OfferKind.REMATCH},
        ev.Status.FINISHED: set() if shot.sequel else {OfferKind.REMATCH},
    }
    if not kinds <= may_be.get(shot.status, set()) or (seats and shot.status not in may_be):
        yield "has an offer that nobody can make now"
    if OfferKind.RESUME in kinds and shot.paused is None:
        yield "has an offer to resume a game that is not paused"
    if len({offer.kind for offer in shot.offers}) < len(shot.offers) or len(shot.asked) > MOST_ASKED * sides:
        yield "has more offers than there can be"


def _problems_of_people(shot: Snapshot) -> Iterator[str]:
    seats = [*shot.ready, *(absence.seat for absence in shot.absent)]
    if not all(0 <= seat < shot.created.ruleset.sides for seat in seats) or len(set(shot.ready)) < len(
        shot.ready
    ):
        yield "has a player ready or away who has no seat"
    is_begun = shot.status in (ev.Status.PLAYING, ev.Status.FINISHED)
    if shot.ready and is_begun and shot.starting is None:
        yield "has a player ready for a game that has begun"
    if shot.absent and shot.status not in (ev.Status.WAITING, ev.Status.PLAYING):
        yield "has a player away where nobody waits"
    if any(shot.seats[absence.seat] is None for absence in shot.absent):
        yield "has a player away who has no seat"
    if max(len(shot.muted), len(shot.banned)) > MOST_BARRED:
        yield "has sent away more than can be"
    if shot.analysis != NO_ANALYSIS and shot.status is not ev.Status.FINISHED:
        yield "has annotations of a game that is not over"
    if shot.sequel and shot.status is not ev.Status.FINISHED:
        yield "has gone on before its end"


def _problems_of_plans(shot: Snapshot) -> Iterator[str]:
    seated = {player.id for player in shot.seats if player is not None}
    planners = [own.player for own in shot.conditions]
    lines = [line for own in shot.conditions for line in own.lines]
    if planners and shot.status is not ev.Status.PLAYING:
        yield "has conditional moves where no game is played"
    if not seated.issuperset(planners) or len(set(planners)) < len(planners):
        yield "has conditional moves of nobody"
    if not all(own.lines for own in shot.conditions) or not are_plannable(lines, shot.created.ruleset):
        yield "has conditional moves that nobody can plan"


def _replayed(shot: Snapshot) -> Game:
    game, text = Game.new(shot.created.ruleset, shot.created.setup), ""
    marker = _marker(shot.created, shot.status)
    if shot.turns[: len(marker)] != marker:
        raise BadSnapshot("the snapshot does not say that its game began from a setup")
    try:
        for text in shot.turns[len(marker) :]:
            game = game.with_turn(parse_turn(text, shot.created.ruleset.size))
    except BadPoint as error:
        kind = UnknownTurn if _NEWER_TURN.fullmatch(text) else BadSnapshot
        raise kind(f"the snapshot's game can't be played: {error}") from None
    except IllegalMove as error:
        raise BadSnapshot(f"the snapshot's game can't be played: {error}") from None
    # Not what the last move decided: between that move and its `Finished` a game has no outcome yet.
    return replace(game, outcome=shot.outcome)


class DrawnBoard(NamedTuple):
    """A game as it looks now."""

    position: str
    """The position as one line of text (see `pente_core.notation`)."""
    captures: tuple[int, ...]
    """How many captured stones each seat has."""
    last_move: Point | None
    """Where the last stone was placed; None before the first."""


def drawn_board(game: Game) -> DrawnBoard:
    """What there is to draw of a game."""
    stones = (turn for turn in reversed(game.turns) if isinstance(turn, int))
    return DrawnBoard(format_position(game.position), game.position.taken, next(stones, None))
