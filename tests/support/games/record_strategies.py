"""Records made up for tests: anything that can be written down, legal or not."""

from functools import partial
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from pente_core.clock.clock import ByoYomi, Delay, Fischer, Odds, PerMove, TimeControl, Unlimited
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.records import Comment, Contestant, Day, DayTime, End, Record, RecordVariation
from pente_core.records.model.field_formats import tidy
from pente_core.records.model.record import tag_is_typed
from pente_core.review.review import LONGEST_LINE, MOST_GOOD, Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, Ruleset, Swap, ruleset_from
from pente_core.rules.setup import Setup
from tests.support.games.random_games import after, random_setup, random_turns

ALL_RULESETS: Final[list[Ruleset]] = [
    *RULESETS.values(),
    *map(
        ruleset_from,
        (
            {"base": "keryo-pente", "opening": "free", "second_move": "free"},
            {"size": 13, "line": 4, "captures": [], "goal": 0},
            {"base": "gomoku", "first": "black", "size": 15},
            {"base": "freestyle", "size": 3, "line": 3},
            {"size": 25, "captures": [1, 2, 3], "goal": 21, "poof": [2], "announce": False},
            {"sides": 3},
            {"sides": 3, "line": 5},
            {"sides": 4, "size": 12, "stones_per_turn": 2},
            {"sides": 4, "teams": True},
            {"goals": [10, 6]},
        ),
    ),
]

texts = st.one_of(
    st.text(max_size=30), st.text('ab "\\[]{};:()1.\n\r\t\x1b', max_size=30), st.just('1-0 [Game "x"]')
).map(tidy)
names = texts.map(lambda name: name or "?")
millis = st.integers(0, 10**9).map(Millis)
days = st.dates().map(lambda date: Day(date.year, date.month, date.day))
times = st.times().map(lambda time: DayTime(time.hour, time.minute, time.second))
controls: st.SearchStrategy[TimeControl] = st.one_of(
    st.builds(Unlimited),
    st.builds(Fischer, st.integers(1000, 86_400_000).map(Millis), st.integers(0, 3_600_000).map(Millis)),
    st.builds(
        lambda minutes, seconds: Fischer(Millis(minutes * 60_000), Millis(seconds * 1000)),
        st.integers(1, 1440),
        st.integers(0, 60),
    ),
    st.builds(Delay, st.integers(1000, 86_400_000).map(Millis), st.integers(1000, 3_600_000).map(Millis)),
    st.builds(
        ByoYomi,
        st.integers(0, 86_400_000).map(Millis),
        st.integers(1, 99),
        st.integers(1000, 3_600_000).map(Millis),
    ),
    st.builds(PerMove, st.integers(1000, 30 * 86_400_000).map(Millis)),
)


def odds(rules: Ruleset) -> st.SearchStrategy[TimeControl | None]:
    """Time odds for a ruleset; nothing where there can be none."""
    if rules.swap is not Swap.NONE:
        return st.none()
    times = st.lists(
        st.tuples(st.integers(1000, 86_400_000), st.integers(0, 3_600_000)),
        min_size=rules.sides,
        max_size=rules.sides,
        unique=True,
    )
    return times.map(
        lambda each: Odds(
            tuple(Millis(initial) for initial, _ in each), tuple(Millis(increment) for _, increment in each)
        )
    )


contestants = st.builds(
    Contestant, names, st.none() | st.integers(-99_999, 99_999), st.none() | st.sampled_from(PlayerKind)
)


@st.composite
def tags(draw: st.DrawFn) -> tuple[tuple[str, str], ...]:
    said = draw(
        st.dictionaries(texts | st.sampled_from(["Site", "Event", "Round", "Section"]), texts, max_size=4)
    )
    once = {name.casefold(): (name, value) for name, value in said.items() if name and '"' not in name}
    return tuple(tag for key, tag in once.items() if not tag_is_typed(key))


def setups(rules: Ruleset) -> st.SearchStrategy[Setup | None]:
    return st.builds(lambda seed: random_setup(rules, Random(seed), seed % 30), st.integers(0, 2**32))


@st.composite
def turns(draw: st.DrawFn, rules: Ruleset, setup: Setup | None = None) -> tuple[Turn, ...]:
    """Turns in any order, or those of a random game."""
    chance = Random(draw(st.integers(0, 2**32)))
    if draw(st.booleans()):
        return random_turns(rules, chance, limit=draw(st.integers(0, 40)), setup=setup)
    count = draw(st.integers(0, 30))
    made: list[Turn] = [Point(chance.randrange(rules.size**2)) for _ in range(count)]
    chosen: list[Turn] = draw(st.lists(st.sampled_from(Choice), max_size=3))
    retired: list[Turn] = draw(
        st.lists(
            st.builds(
                Retirement,
                st.integers(0, rules.sides - 1),
                st.sampled_from([Termination.TIME, Termination.RESIGNATION, Termination.FORFEIT]),
            ),
            max_size=3,
        )
    )
    places = sorted(chance.randrange(count + 1) for _ in (*chosen, *retired))
    for place, turn in reversed(list(zip(places, (*chosen, *retired), strict=True))):
        made.insert(place, turn)
    return tuple(made)


@st.composite
def ends(draw: st.DrawFn, rules: Ruleset) -> End | None:
    termination = draw(st.none() | st.sampled_from(Termination))
    seat = draw(st.none() | st.integers(0, rules.sides - 1))
    winners = () if seat is None or termination is Termination.ABORTED else rules.team(seat)
    return draw(st.none() | st.just(End(winners, termination)))


@st.composite
def variations(draw: st.DrawFn, rules: Ruleset, turn_count: int) -> tuple[RecordVariation, ...]:
    """Any variations, in any order."""
    made: list[RecordVariation] = []
    nodes = turn_count
    for _ in range(draw(st.integers(0, 5))):
        points = draw(st.lists(st.integers(0, rules.size**2 - 1).map(Point), min_size=1, max_size=4))
        said = draw(st.lists(st.builds(Comment, st.integers(1, len(points)), names), max_size=3))
        node = draw(st.integers(0, nodes))
        comments = tuple(sorted(said, key=lambda comment: comment.ply))
        made.append(RecordVariation(node, tuple(points), comments))
        nodes += len(points)
    return tuple(made)


expectations = st.builds(Expectation, st.integers(0, 1000), st.just(0) | st.integers(-9999, 9999))


@st.composite
def reviews(draw: st.DrawFn, rules: Ruleset, stones: int) -> GameReview:
    """Any review of a game of so many stones, or of its first ones."""
    points = st.integers(0, rules.size**2 - 1).map(Point)
    judged: list[StoneReview] = []
    for _ in range(draw(st.integers(0, min(stones, 4)))):
        played = draw(expectations)
        line = draw(st.just(()) | st.lists(points, max_size=LONGEST_LINE).map(tuple))
        good = draw(st.just(()) | st.lists(points, max_size=MOST_GOOD, unique=True).map(tuple))
        best, judgement = draw(st.just(played) | expectations), draw(st.sampled_from(Judgement))
        others = tuple(point for point in good if point not in line[:1])
        judged.append(StoneReview(played, best, line, judgement, others))
    return GameReview(draw(names), tuple(judged))


@st.composite
def made_records(
    draw: st.DrawFn, rulesets: st.SearchStrategy[Ruleset] | None = None, *, has_variations: bool = False
) -> Record:
    rules = draw(rulesets or st.sampled_from(ALL_RULESETS))
    setup = draw(st.none() | setups(rules))
    played = draw(turns(rules, setup))
    stones = sum(not isinstance(turn, Choice | Retirement) for turn in played)
    comments = draw(st.lists(st.builds(Comment, st.integers(0, stones), names), max_size=4))
    clocks = st.tuples(*[st.none() | millis] * len(played))
    return Record(
        ruleset=rules,
        players=draw(st.tuples(*[contestants] * rules.sides)),
        turns=played,
        end=draw(ends(rules)),
        rated=draw(st.none() | st.booleans()),
        control=draw(st.none() | controls | odds(rules)),
        day=draw(st.none() | days),
        time=draw(st.none() | times),
        clocks=draw(st.just(()) | clocks),
        comments=tuple(sorted(comments, key=lambda comment: comment.ply)),
        tags=draw(tags()),
        setup=setup,
        variations=draw(variations(rules, len(played))) if has_variations else (),
        review=draw(st.none() | reviews(rules, stones)),
    )


def plain_record(rules: Ruleset, **fields: Any) -> Record:
    """A record of players whom nobody knows."""
    return partial(Record, ruleset=rules, players=(Contestant(),) * rules.sides)(**fields)


def played(rules: Ruleset, *turns: Turn) -> Game:
    game = Game.new(rules)
    for turn in turns:
        game = after(game, turn)
    return game
