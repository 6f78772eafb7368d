"""Advice, in sentences."""

from collections.abc import Sequence
from typing import Final

from pente_core.rules.point import Point, format_point
from pente_core.rules.ruleset import Ruleset
from pente_protocol.sentences import tell

_DEGREES: Final = (
    (1.0, "advice.wins"),
    (0.95, "advice.is-winning"),
    (0.6, "advice.much-better"),
    (0.45, "advice.better"),
    (0.33, "advice.a-little-better"),
)
"""What is said of the side that stands better by so much."""
_MOST_CAPTURES: Final = 2
_MOST_POINTS: Final = 4


def hint_text(point: Point, reason: str, size: int) -> str:
    """The best point in a sentence; the reason may be empty.

    >>> hint_text(Point(180), "stops an open tessera", 19), hint_text(Point(180), "", 19)
    ('Hint: K10 stops an open tessera.', 'Hint: K10 looks best a few moves ahead.')
    """
    return tell("advice.hint", point=format_point(point, size), reason=reason or tell("advice.ahead"))


def value_text(value: float, colour: int, rules: Ruleset) -> str:
    """Who stands better; ``value`` is that for the side of a colour.

    >>> value_text(-0.5, 0, Ruleset()), value_text(1.0, 1, Ruleset()), value_text(0.1, 0, Ruleset())
    ('Black stands better (0.50).', 'Black wins (1.00).', 'Both sides stand about the same.')
    """
    key = next((key for least, key in _DEGREES if abs(value) >= least), "")
    if not key:
        return tell("advice.even" if rules.sides == 2 else "advice.open")
    if value < 0 and rules.sides > 2:
        return tell("advice.in-danger", side=rules.colours[colour].capitalize(), value=f"{value:.2f}")
    side = rules.colours[colour if value > 0 else 1 - colour].capitalize()
    return tell(key, side=side, value=f"{abs(value):.2f}")


def why_lines(
    points: Sequence[tuple[Point, str]], meaning: str, line: Sequence[Point], size: int
) -> list[str]:
    """The best points with their reasons, of which some are empty, and the moves that are expected.

    ``meaning`` says in sentences what the reason of the first is good for; it may be empty too.

    >>> points = [(Point(180), "wins"), (Point(181), "makes an open two"), (Point(182), "")]
    >>> why_lines(points, "The game is over with it.", [Point(180), Point(200)], 19)[:2]
    ['Best: K10 wins. The game is over with it.', 'Also: L10 (makes an open two), M10.']
    >>> why_lines(points[2:], "", [Point(182)], 19)[0]
    'Best: M10. Nothing has to be answered at once; your stones stand best with it a few moves ahead.'
    """
    (best, reason), *others = points
    name = format_point(best, size)
    lines = [tell("advice.best-quiet", point=name)]
    if reason:
        why = meaning or tell("advice.at-once")
        lines = [tell("advice.best", point=name, reason=reason, meaning=why)]
    if others:
        named = ", ".join(_with_reason(point, why, size) for point, why in others)
        lines.append(tell("advice.also", points=named))
    else:
        lines.append(tell("advice.no-other"))
    if len(line) > 1:
        expected = " ".join(format_point(point, size) for point in line)
        lines.append(tell("advice.expected", points=expected))
    return lines


def _with_reason(point: Point, reason: str, size: int) -> str:
    return f"{format_point(point, size)} ({reason})" if reason else format_point(point, size)


def danger_text(
    wins: Sequence[Point],
    fours: Sequence[Point],
    captures: Sequence[tuple[Point, Sequence[Point]]],
    size: int,
) -> str:
    """What a beginner is warned of; empty if nothing threatens.

    >>> danger_text([Point(180)], [], [], 19)
    'Careful: you lose with the next stone, unless you play K10.'
    >>> danger_text([], [Point(180), Point(181)], [(Point(0), [Point(20), Point(40)])], 19)
    'Careful: an open tessera comes; K10 or L10 stops it. Your B2 and C3 can be captured at A1.'
    """
    warnings = []
    if wins:
        warnings.append(tell("advice.loses", points=_choice(wins, size)))
    elif fours:
        warnings.append(tell("advice.open-tessera", points=_choice(fours, size)))
    for at, stones in captures[:_MOST_CAPTURES]:
        names = tell("phrase.and").join(format_point(stone, size) for stone in stones)
        warnings.append(tell("advice.can-be-captured", stones=names, point=format_point(at, size)))
    return " ".join(warnings)


def _choice(points: Sequence[Point], size: int) -> str:
    names = [format_point(point, size) for point in points[:_MOST_POINTS]]
    if len(names) == 1:
        return names[0]
    return tell("phrase.any-of", first=", ".join(names[:-1]), last=names[-1])
