"""What holds for every room, whatever is asked of it in whatever order."""

from random import Random
from typing import Any, Final, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.rating import RatingChange
from pente_core.room import (
    BotPolicy,
    ChatPolicy,
    OfferKind,
    Options,
    RatingRange,
    Reason,
    ViewerDelay,
    WatchPolicy,
    deadline,
    opening,
    replay,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, Swap, ruleset_from
from tests.core.room.invariants import Audited
from tests.support.games.random_games import random_setup, random_turn
from tests.support.games.room_scenario import ANN, BOB, BOT, CAT, DAN, EVE, GUEST, PEOPLE

pytestmark = pytest.mark.usefixtures("untraced")

CROWDED: Final[list[Any]] = [
    {"base": "pente-casual", "sides": 3},
    {"base": "keryo-pente", "sides": 4, "size": 9},
    {"base": "pente-casual", "sides": 4, "teams": True, "size": 9},
    {"base": "connect6", "sides": 3, "size": 9},
    {"base": "swap2-pente", "size": 7},
    {"base": "d-pente", "size": 7},
    {"base": "pente", "size": 7},
    {"base": "pente", "size": 7, "goals": [2, 4]},
]
TIMES: Final = ["-", "0.05+1", "0.2", "5+2", "0.1d1", "0.05+3x2", "3/move", "1d/move"]
ODDS: Final = ["0.05+1,0.2", "0.2,0.1+2"]
EVERYBODY: Final = (*PEOPLE, EVE, BOT, GUEST)
EVENTFUL: Final = (71, 115, 45, 90, 16, 164, 192, 51, 1, 37, 48, 67, 89, 217)
"""Seeds of lives in which together everything happens; without them some 200 lives are needed."""
ENDING: Final = (OfferKind.DRAW, OfferKind.CANCEL)
WISHES: Final = [
    *[Options()] * 8,
    Options(takebacks=False, watch=WatchPolicy.INVITED),
    Options(chat=ChatPolicy.PLAYERS, ratings=RatingRange(1000, 2000)),
    Options(ready_check=True, games=2),
    Options(bots=BotPolicy.INVITED, named_only=True),
    Options(ready_check=True, chat=ChatPolicy.NOBODY, private=True),
    Options(rated=True, private=True),
    Options(viewer_delay=ViewerDelay(moves=2)),
    Options(viewer_delay=ViewerDelay(seconds=5)),
]


def anything(scene: Audited, chance: Random) -> cmd.Command:
    """A command that may well be refused."""
    size = scene.room.created.ruleset.size
    commands: list[cmd.Command] = [
        cmd.Join(chance.choice([None, None, 0, 1, 2, 3, -1, 9]), accepts_rating=chance.random() < 0.5),
        cmd.Leave(),
        cmd.Decline(),
        *[cmd.Play(Point(chance.randrange(-1, size**2 + 1))) for _ in range(9)],
        cmd.Choose(chance.choice(list(Choice))),
        cmd.Say(chance.choice(["hi", "", "\x00"]), chance.choice(list(ev.ChatAudience))),
        cmd.Say("hello", chance.choice(list(ev.ChatAudience))),
        cmd.Tick(),
        *[cmd.Offer(chance.choice(list(OfferKind))) for _ in range(3)],
        cmd.Accept(chance.choice([OfferKind.PAUSE, OfferKind.TAKEBACK])),
        *([cmd.Accept(chance.choice(ENDING))] if chance.random() < 0.2 else []),
        cmd.Decline(chance.choice(list(OfferKind))),
        cmd.GiveTime(),
        cmd.Resume(),
        cmd.Rate((RatingChange(0, 1500, 1508), RatingChange(1, 1500, 1492))),
        cmd.Ready(),
        *([cmd.Abort()] if chance.random() < 0.05 else []),
        cmd.Claim(chance.choice(list(cmd.ClaimKind))),
        cmd.MarkAbsent(chance.choice([0, 1, 2, 3, -1])),
        cmd.MarkPresent(chance.choice([0, 1, 2])),
        *[vacation(scene, chance) for _ in range(2)],
        *[about(chance.choice(EVERYBODY).id) for about in (cmd.Mute, cmd.Unban, cmd.Kick)],
        cmd.SetWatchPolicy(chance.choice(list(WatchPolicy))),
        *annotations(scene, chance),
        *[plan(scene, chance) for _ in range(4)],
    ]
    return chance.choice(commands)


def vacation(scene: Audited, chance: Random) -> cmd.MarkVacation:
    """A vacation that begins, becomes longer or is over, of anybody."""
    until = Instant(scene.now + chance.choice([-500, 0, 800, 3000]))
    return cmd.MarkVacation(chance.choice(PEOPLE).id, until)


def annotations(scene: Audited, chance: Random) -> list[cmd.Command]:
    """What may be added to a game that is over, and else not."""
    size, most = scene.room.created.ruleset.size, 4 if scene.room.status is ev.Status.FINISHED else 1
    points = tuple(Point(chance.randrange(-1, size**2 + 1)) for _ in range(chance.randrange(4)))
    node = chance.randrange(-1, 4)
    added: list[cmd.Command] = [
        cmd.AddVariation(node, points),
        cmd.AddComment(node, chance.choice(["hm", ""])),
        cmd.MarkPoints(node, chance.choice([points, points[:1] * 2])),
        cmd.RemoveAnnotation(scene.room.version - chance.randrange(4)),
    ]
    return added * most


def plan(scene: Audited, chance: Random) -> cmd.SetConditions:
    """Answers to what may come next, of which some are even to the point; seldom none."""
    seats, empty = len(scene.room.seats), sorted(scene.room.game.position.legal_points)
    if not empty or chance.random() < 0.1:
        return cmd.SetConditions()
    expected = chance.sample(empty, min(len(empty), 3))
    lines = tuple(
        (point, *chance.sample(empty, chance.randrange(min(len(empty), seats * 2))))
        for point in (*expected, expected[0])[: chance.choice([1, 2, 3, 4])]
    )
    return cmd.SetConditions(lines * chance.choice([1, 1, 1, 30]))


def sensible(scene: Audited, chance: Random) -> tuple[cmd.Command, Identity | None]:
    """What moves the room on."""
    room = scene.room
    if room.status is ev.Status.WAITING and None not in room.seats:
        return cmd.Ready(), chance.choice(room.seats)
    if room.status is ev.Status.WAITING:
        answer = cmd.Decline() if chance.random() < 0.2 else cmd.Join(accepts_rating=chance.random() < 0.8)
        if room.absent and chance.random() < 0.3:
            return cmd.MarkPresent(chance.choice(room.absent).seat), None
        return answer, chance.choice([*room.invited, *EVERYBODY])
    if room.status is ev.Status.FINISHED and room.game.turns:
        agree = cmd.Accept(OfferKind.REMATCH) if room.offers else cmd.Offer(OfferKind.REMATCH)
        return agree, chance.choice(room.seats)
    if room.status is not ev.Status.PLAYING:
        return cmd.Tick(), None
    if chance.random() < 0.02:
        return cmd.Resign(), chance.choice(room.seats)
    if room.paused is not None:
        wishes = (
            *(cmd.Resume(), cmd.Resume(), cmd.Resume(), cmd.Decline(OfferKind.RESUME)),
            *(cmd.Offer(OfferKind.DRAW), cmd.Offer(OfferKind.DRAW), cmd.Offer(OfferKind.TAKEBACK)),
        )
        return chance.choice(wishes), chance.choice(room.seats)
    if room.absent and chance.random() < 0.05:
        return cmd.MarkPresent(room.absent[0].seat), None
    if room.absent and chance.random() < 0.05:
        scene.wait(chance.choice([1000, 20_000]))
        return cmd.Claim(chance.choice([*cmd.ClaimKind])), chance.choice(room.seats)
    if chance.random() < 0.1:
        return vacation(scene, chance), None
    if chance.random() < 0.2:
        return plan(scene, chance), chance.choice(room.seats)
    if room.offers:
        kind = chance.choice(room.offers).kind
        if chance.random() < (0.1 if kind in ENDING else 0.5):
            return cmd.Accept(kind), chance.choice(room.seats)
    if room.conditions and chance.random() < 0.5:
        return cmd.Play(chance.choice(room.conditions[0].lines)[0]), scene.on_turn()
    turn = random_turn(room.game, chance)
    assert not isinstance(turn, Retirement)
    return cmd.Choose(turn) if isinstance(turn, Choice) else cmd.Play(turn), scene.on_turn()


def haggle(scene: Audited, chance: Random) -> None:
    """Somebody offers the same again and again, and gets the same answer."""
    maker, other = chance.sample([*PEOPLE], 2)
    for _ in range(5):
        scene.ask(cmd.Offer(OfferKind.DRAW), maker)
        scene.ask(cmd.Decline(OfferKind.DRAW), other)
        scene.ask(cmd.Offer(OfferKind.TAKEBACK), maker)
        scene.ask(cmd.Offer(OfferKind.TAKEBACK), other)


def desert(scene: Audited, chance: Random) -> None:
    """Somebody goes away for long, and somebody else does not want to wait."""
    gone, other = chance.sample(range(len(scene.room.seats)), 2)
    scene.ask(cmd.MarkAbsent(gone), None)
    scene.wait(61_000 if scene.room.absent else 0)
    scene.ask(cmd.Claim(cmd.ClaimKind.CANCEL), scene.room.seats[other])


def look_together(scene: Audited, chance: Random) -> None:
    """Some look at a game that is over, and one of them would like to have it for themselves."""
    point = Point(chance.randrange(scene.room.created.ruleset.size**2))
    start = scene.room.version
    scene.ask(cmd.AddVariation(chance.choice([0, 1]), (point,)), EVE)
    scene.ask(cmd.AddComment(chance.choice([0, len(scene.room.game.turns) + 1]), "hm"), BOB)
    scene.ask(cmd.MarkPoints(0, (point,)), CAT)
    for number in (start + 1, start + 2, start + 9):
        scene.ask(cmd.RemoveAnnotation(number), chance.choice([ANN, BOB, EVE]))


def keep_order(scene: Audited, chance: Random) -> None:
    """The host does something about somebody, and perhaps undoes it."""
    for do, undo in ((cmd.Mute, cmd.Unmute), (cmd.Ban, cmd.Unban), (cmd.Kick, cmd.Unmute)):
        player = chance.choice(EVERYBODY)
        scene.ask(do(player.id), ANN)
        scene.ask(cmd.Say("hello"), player)
        scene.ask(cmd.Join(accepts_rating=True), player)
        if chance.random() < 0.7:
            scene.ask(undo(player.id), ANN)
    scene.ask(cmd.SetWatchPolicy(chance.choice(list(WatchPolicy))), ANN)


def outage(scene: Audited, chance: Random) -> cmd.CreditOutage:
    """An outage that has just ended, or the last one again; outages do not overlap."""
    spans = scene.ledger.forgiven if scene.ledger else []
    last = spans[-1] if spans else (0, 0)
    start = max(last[1], scene.now - chance.randrange(1, 3000))
    if start >= scene.now:
        return cmd.CreditOutage(Instant(last[0]), Instant(last[1]))
    return cmd.CreditOutage(Instant(start), Instant(scene.now + chance.choice([0, 0, 500, 2000])))


def pass_time(scene: Audited, chance: Random) -> None:
    """A little time, a lot, or exactly until something is due."""
    due = deadline(scene.room)
    if due is not None and chance.random() < (0.02 if scene.room.paused is None else 0.1):
        scene.wait(max(0, due - scene.now - chance.randrange(2)))
    else:
        scene.wait(chance.choice([0, 0, 1, 40, 300, 900]))


def created(rules: Any, time: str, chance: Random) -> Audited:
    seat, ruleset = chance.choice([None, 0, 0, 1]), ruleset_from(rules)
    if ruleset.sides == 2 and ruleset.swap is Swap.NONE and chance.random() < 0.2:
        time = chance.choice(ODDS)
    scene = Audited(
        rules,
        time,
        seat=seat,
        invited=[BOB][: chance.randrange(2)],
        options=chance.choice(WISHES),
        setup=random_setup(ruleset, chance, chance.randrange(30)) if chance.random() < 0.3 else None,
    )
    scene.begin_audit()
    return scene


def continued(rules: Any, time: str, chance: Random) -> Audited:
    """The rematch of a game that was aborted at once, whose clocks wait for the players."""
    scene = Audited(rules, time, options=chance.choice(WISHES[:9]))
    for player in PEOPLE[1 : len(scene.room.seats)]:
        scene.do(cmd.Join(), player)
    scene.do(cmd.Abort(), ANN)
    for player in PEOPLE[: len(scene.room.seats)]:
        scene.do(cmd.Offer(OfferKind.REMATCH), player)
    scene.wait(chance.choice([0, 5000]))
    first, *others = opening(scene.room, RoomId("first-game"), scene.now)
    scene.log, scene.room = (first,), replay([first])
    scene.begin_audit()
    for event in others:
        scene.happen(event)
    return scene


def live(scene: Audited, chance: Random, steps: int) -> None:
    """A random life of a room."""
    for step in range(steps):
        pass_time(scene, chance)
        dice = chance.random()
        if dice < (0.2 if scene.room.status is ev.Status.WAITING else 0.7):
            scene.ask(*sensible(scene, chance), round_trip=chance.choice([0, 0, 80, 250, 4000]))
        elif dice > 0.995:
            desert(scene, chance)
        elif dice > 0.99:
            haggle(scene, chance)
        elif dice > 0.97:
            keep_order(scene, chance)
        elif dice > 0.9 and scene.room.status is ev.Status.FINISHED:
            look_together(scene, chance)
        elif dice > 0.9:
            scene.ask(outage(scene, chance), None)
        else:
            scene.ask(
                anything(scene, chance), chance.choice([*EVERYBODY, *scene.room.seats, scene.on_turn()])
            )
        if step % 20 == 0:
            scene.check_history()
    scene.check_history()


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("rules", [*RULESETS, *CROWDED], ids=str)
def test_a_random_life_of_a_room(rules: Any, time: str) -> None:
    chance = Random(f"{rules} {time}")
    live(created(rules, time, chance), chance, steps=120)


def test_random_lives_see_every_event_and_every_refusal() -> None:
    events: set[object] = {ev.Hidden}
    # The answers of a keeper, never of a room; what takes hours of gifts, or many friends or enemies.
    reasons = {Reason.STALE, Reason.NO_BASE, Reason.OTHER_HISTORY, Reason.TOO_LATE, Reason.ENOUGH_TIME}
    reasons.add(Reason.TOO_MANY_BARRED)
    reasons |= {Reason.TOO_MANY_TAKEBACKS, Reason.TOO_MANY_NOTES}
    reasons.add(Reason.HINTS_RATED)  # of a request to open a room
    for seed in (*EVENTFUL, *range(2000)):  # whatever changes lives may make other seeds eventful
        chance = Random(seed)
        scene = created(chance.choice(["pente", *CROWDED]), chance.choice(TIMES), chance)
        live(scene, chance, steps=120)
        events |= {type(event) for event in scene.log}
        reasons |= scene.reasons
        if events == set(get_args(ev.Event)) and reasons == set(Reason):
            return
    assert (set(get_args(ev.Event)) - events, set(Reason) - reasons) == (set(), set())


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("rules", ["pente", "swap2-pente", *CROWDED], ids=str)
def test_a_random_life_of_a_rematch(rules: Any, time: str) -> None:
    for seed in range(2):
        chance = Random(f"rematch {rules} {time} {seed}")
        live(continued(rules, time, chance), chance, steps=60)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("rules", [*RULESETS, *CROWDED], ids=str)
def test_many_random_lives_of_a_room(rules: Any) -> None:
    for seed in range(100):
        chance = Random(f"long {rules} {seed}")
        live(created(rules, chance.choice(TIMES), chance), chance, steps=250)


class AnyRoom(RuleBasedStateMachine):
    """Small rooms, searched for the shortest way to break them."""

    people = st.sampled_from([ANN, BOB, CAT, DAN])

    @initialize(
        rules=st.sampled_from(
            [
                {"base": "freestyle", "size": 3, "line": 3, "dead_draw": False},
                {"base": "freestyle", "size": 3, "line": 3, "sides": 3, "dead_draw": False},
                {"base": "freestyle", "size": 4, "line": 3, "sides": 4, "teams": True, "dead_draw": False},
                {"base": "d-pente", "size": 5},
                {"base": "swap2-pente", "size": 5},
            ]
        ),
        time=st.sampled_from(["-", "0.05+1", "0.05d1", "0+2x2"]),
        seat=st.sampled_from([None, 0]),
        invited=st.lists(st.sampled_from([BOB, CAT]), max_size=1),
    )
    def create(self, rules: Any, time: str, seat: int | None, invited: list[Identity]) -> None:
        self.scene = Audited(rules, time, seat=seat, invited=invited)
        self.scene.begin_audit()

    @rule(span=st.sampled_from([0, 1, 500, 2999, 3000]))
    def wait(self, span: int) -> None:
        self.scene.wait(span)
        self.scene.check()

    @rule(by=people, seat=st.sampled_from([None, 0, 1, 2]))
    def join(self, by: Identity, seat: int | None) -> None:
        self.scene.ask(cmd.Join(seat), by)

    @rule()
    def fill(self) -> None:
        for player in (*self.scene.room.invited, *PEOPLE):
            self.scene.ask(cmd.Join(), player)

    @rule(
        by=people,
        command=st.sampled_from(
            [cmd.Leave(), cmd.Decline(), cmd.Resign(), cmd.Say("hi", ev.ChatAudience.WATCHERS)]
        ),
    )
    def ask(self, by: Identity, command: cmd.Command) -> None:
        self.scene.ask(command, by)

    @rule(
        by=people,
        command=st.sampled_from(
            [
                *map(cmd.Offer, OfferKind),
                *map(cmd.Accept, OfferKind),
                *map(cmd.Claim, cmd.ClaimKind),
                cmd.Decline(OfferKind.DRAW),
                cmd.GiveTime(),
                cmd.Resume(),
                cmd.Abort(),
            ]
        ),
    )
    def bargain(self, by: Identity, command: cmd.Command) -> None:
        self.scene.ask(command, by)

    @rule(seat=st.integers(0, 2), is_back=st.booleans())
    def come_and_go(self, seat: int, is_back: bool) -> None:
        self.scene.ask(cmd.MarkPresent(seat) if is_back else cmd.MarkAbsent(seat), None)

    @rule(point=st.integers(-1, 25))
    def play(self, point: int) -> None:
        if self.scene.room.status is ev.Status.PLAYING:
            self.scene.ask(cmd.Play(Point(point)), self.scene.on_turn())

    @rule(seed=st.integers(0, 99))
    def play_well(self, seed: int) -> None:
        if self.scene.room.status is ev.Status.PLAYING:
            self.scene.ask(*sensible(self.scene, Random(seed)))

    @rule(seed=st.integers(0, 99))
    def forgive(self, seed: int) -> None:
        self.scene.ask(outage(self.scene, Random(seed)), None)

    @rule()
    def tick(self) -> None:
        self.scene.ask(cmd.Tick(), None)

    @invariant()
    def history_is_one(self) -> None:
        self.scene.check_history()


TestAnyRoom = AnyRoom.TestCase
TestAnyRoom.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
