"""Names, clocks, moments, points and rules in words, for every output for people."""

from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo
from typing import Final, assert_never

from pente_client.connection.replica.sanitize import clean_name
from pente_core.clock.clock import (
    ByoYomi,
    Delay,
    Fischer,
    Odds,
    PerMove,
    Reading,
    TimeControl,
    Unlimited,
)
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity
from pente_core.rules.point import Point, format_point
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.login.keys import device_words
from pente_protocol.messages.account import DeviceId
from pente_protocol.sentences import tell

LOW_TIME: Final = Millis(10_000)
"""Below this a clock shows tenths of a second."""


def name_of(player: Identity | None) -> str:
    """A name that is safe to print."""
    return clean_name(player.name) if player else tell("phrase.nobody")


def seated_name(player: Identity | None) -> str:
    """The name of a player, with the rating if it is known: ``anna (1512)``."""
    if player is None or player.rating is None:
        return name_of(player)
    return f"{name_of(player)} ({rating_text(player.rating, provisional=player.provisional)})"


def names_of(players: Iterable[Identity | None]) -> str:
    """Several names.

    >>> names_of([None, None])
    'nobody and nobody'
    """
    return tell("phrase.and").join(map(name_of, players))


def rating_text(rating: int, *, provisional: bool = False) -> str:
    """A rating; with a question mark while it is provisional.

    >>> rating_text(1512), rating_text(1500, provisional=True)
    ('1512', '1500?')
    """
    return f"{rating}{'?' if provisional else ''}"


def clock_text(left: Millis) -> str:
    """The time on a clock; 0 only when nothing is left.

    >>> clock_text(Millis(299_001)), clock_text(Millis(3_661_000)), clock_text(Millis(9_810))
    ('5:00', '1:01:01', '0:09.9')

    Two days or more are written without seconds.

    >>> clock_text(Millis(259_200_000))
    '3d 0:00'
    """
    if left < LOW_TIME:
        seconds, tenths = divmod(max(0, -(-left // 100)), 10)
        return f"0:{seconds:02}.{tenths}"
    minutes, seconds = divmod(-(-left // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours // 24}d {hours % 24}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def reading_text(shown: Reading) -> str:
    """The reading of a clock: in overtime with the periods that remain.

    >>> reading_text(Reading(Millis(30_000), 4))
    '0:30x4'
    """
    return f"{clock_text(shown.time)}x{shown.periods}" if shown.periods else clock_text(shown.time)


def points_text(points: Iterable[Point], size: int) -> str:
    """The names of points.

    >>> points_text([Point(180), Point(0)], 19)
    'K10 A1'
    """
    return " ".join(format_point(point, size) for point in points)


def rules_name(rules: Ruleset) -> str:
    """The name of a ruleset; where it differs from the ruleset of that name with its size, or as changed.

    >>> rules_name(RULESETS["keryo-pente"]), rules_name(Ruleset(size=13)), rules_name(Ruleset(goal=6))
    ('keryo-pente', 'pente 13x13', 'pente, changed')
    """
    usual = RULESETS[rules.base]
    if rules == usual:
        return rules.base
    if rules.size != usual.size:
        return f"{rules.base} {rules.size}x{rules.size}"
    return tell("rules.changed-in-short", name=rules.base)


def rules_text(rules: Ruleset) -> str:
    """A ruleset in a few words.

    >>> rules_text(Ruleset())
    'pente, 19x19, 5 in a row or 5 captured pairs win'
    """
    row = tell("rules.exactly-in-a-row" if rules.exact_line else "room.by-line", n=rules.line)
    wins = tell("rules.row-wins", row=row)
    if rules.captures:
        wins = tell("rules.row-or-captures-win", row=row, goals=_goals_text(rules))
    return f"{rules.base}, {rules.size}x{rules.size}, {wins}"


def _goals_text(rules: Ruleset) -> str:
    if not rules.goals:
        return _goal_text(rules, rules.goal)
    goals = zip(rules.colours, rules.goals, strict=True)
    each = (tell("rules.goal-for", goal=_goal_text(rules, goal), colour=colour) for colour, goal in goals)
    return ", ".join(each)


def _goal_text(rules: Ruleset, goal: int) -> str:
    is_pairs = counts_pairs(rules) and goal % 2 == 0
    return tell("rules.captured-pairs", n=goal // 2) if is_pairs else tell("rules.captured-stones", n=goal)


def captured_text(rules: Ruleset, stones: int) -> str:
    """A number of captured stones; in pairs, where nothing else can be captured.

    >>> captured_text(Ruleset(), 2), captured_text(Ruleset(), 4), captured_text(Ruleset(captures=(2, 3)), 3)
    ('1 pair', '2 pairs', '3 stones')
    """
    is_pairs = counts_pairs(rules) and stones % 2 == 0
    return tell("room.pairs", n=stones // 2) if is_pairs else tell("room.stones", n=stones)


def counts_pairs(rules: Ruleset) -> bool:
    """Whether stones leave the board only in pairs."""
    return rules.captures == (2,) and not rules.poof


def time_text(control: TimeControl) -> str:
    """A time control in words.

    >>> time_text(Fischer(Millis(300_000), Millis(3000))), time_text(PerMove(Millis(86_400_000)))
    ('5 minutes plus 3 s a turn', '1 day a turn')
    >>> time_text(Fischer(Millis(25_000), Millis(0))), time_text(Fischer(Millis(90_000), Millis(0)))
    ('25 seconds', '1.5 minutes')
    >>> time_text(ByoYomi(Millis(600_000), 5, Millis(30_000)))
    '10 minutes, then 5 periods of 30 s'
    """
    match control:
        case Unlimited():
            return tell("time.no-clocks")
        case Fischer(initial, increment):
            if not increment:
                return _minutes(initial)
            return tell("time.plus", time=_minutes(initial), seconds=increment // 1000)
        case Delay(initial, delay):
            return tell("time.delay", time=_minutes(initial), seconds=delay // 1000)
        case ByoYomi(initial, periods, period):
            overtime = tell("time.periods", n=periods, seconds=period // 1000)
            return tell("time.then", time=_minutes(initial), overtime=overtime) if initial else overtime
        case PerMove(each) if control.is_correspondence and each % 86_400_000 == 0:
            return tell("time.days-a-turn", n=each // 86_400_000)
        case PerMove(each):
            return tell("time.seconds-a-turn", seconds=each // 1000)
        case Odds():
            return tell("time.odds", times=tell("time.against").join(map(time_text, control.each)))
        case _ as unreachable:
            assert_never(unreachable)


def _minutes(span: Millis) -> str:
    if span % 6000:  # not even tenths of a minute
        return tell("time.seconds", n=span // 1000)
    return tell("time.minutes", n=int(span / 60_000) if span % 60_000 == 0 else f"{span / 60_000:g}")


def local_time(moment: Instant, now: Instant | None = None, zone: tzinfo | None = None) -> str:
    """A moment in local time: the weekday and the time, with the date where the weekday does not tell.

    ``zone`` None: that of this machine.

    >>> from datetime import UTC
    >>> local_time(Instant(1_700_000_000_000), Instant(1_699_900_000_000), UTC)
    'Tue 22:13'
    >>> local_time(Instant(1_700_000_000_000), None, UTC)
    'Tue 14 Nov 22:13'
    """
    try:
        then = datetime.fromtimestamp(moment / 1000, zone).astimezone(zone)
    except (OverflowError, OSError, ValueError):  # no calendar has it
        return "?"
    is_soon = now is not None and 0 <= moment - now < _SOON.total_seconds() * 1000
    day = _WEEKDAYS[then.weekday()] if is_soon else f"{_WEEKDAYS[then.weekday()]} {local_day(then)}"
    return f"{day} {then:%H:%M}"


def local_day(then: datetime) -> str:
    return f"{then.day} {_MONTHS[then.month - 1]}"


_SOON: Final = timedelta(days=6)
# Not by strftime: the names have the language of the other words, whatever the machine speaks.
_WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def how_to_allow(device: DeviceId) -> str:
    """What a person does who has linked a device that may only play."""
    words = device_words(device)
    return f"{tell('account.may-play')}\n  pente account allow {words}"
