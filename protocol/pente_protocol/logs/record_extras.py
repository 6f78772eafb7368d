"""The fields of a record that differ from the events of its log, as JSON values for the header.

``players`` are lists of name, rating and kind, by final seat; ``end`` is an object of winners and
termination; ``control`` is a time control in seconds (``300+3``, or ``-``); ``clocks`` are milliseconds,
one per turn; ``comments`` are lists of ply and text, ``variations`` lists of node, points and comments;
``review`` is an object of its reviewer and a list for each stone: what its side could expect after it and
after the best one (chance and win_in), the judgement, the points of the best line, and other good points;
``tags`` are lists of name and value; ``rated`` is a boolean, ``day`` is like ``2016-04-08`` and ``time`` like
``01:22:33``. null means unknown. A missing field is as in the events.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.records import Comment, Contestant, End, Record
from pente_core.records.model.calendar_day import parse_day, parse_day_time
from pente_core.records.model.field_formats import format_control_seconds, parse_control_seconds
from pente_core.records.model.record import RecordVariation
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.value import replace

_T = TypeVar("_T")


def differences(record: Record, told: Record) -> dict[str, Any]:
    """The fields in which ``record`` differs from ``told``, the record of its events.

    Clocks are left out if the two records differ in the number of turns.
    """
    return {
        name: _WRITERS[name](getattr(record, name))
        for name in _WRITERS
        if getattr(record, name) != getattr(told, name)
        and (name != "clocks" or len(record.turns) == len(told.turns))
    }


def with_extras(told: Record, extras: Mapping[str, Any]) -> Record:
    """The record of the events, ``told``, with the fields in ``extras``; the inverse of `differences`.

    Raises ValueError.
    """
    if unknown := sorted(set(extras) - set(_READERS)):
        raise ValueError(f"a record has no field {unknown[0][:40]!r}")
    fields: dict[str, Any] = {}
    for name, value in extras.items():
        try:
            fields[name] = _READERS[name](value)
        except (TypeError, KeyError) as error:
            raise ValueError(f"the field {name} has a bad value: {type(error).__name__}") from None
    return replace(told, **fields)


def _is(type_: type[_T], value: Any) -> _T:
    """Return the value if it is of exactly this type. Raises TypeError."""
    if type(value) is not type_:
        raise TypeError(f"expected {type_.__name__}, not {type(value).__name__}")
    return value


def _maybe(read: Callable[[Any], _T], value: Any) -> _T | None:
    return None if value is None else read(value)


def _list(read: Callable[..., _T], value: Any) -> tuple[_T, ...]:
    """Make a value from each inner list."""
    return tuple(read(*_is(list, items)) for items in _is(list, value))


def _contestant(name: Any, rating: Any, kind: Any) -> Contestant:
    return Contestant(_is(str, name), _maybe(lambda n: _is(int, n), rating), _maybe(PlayerKind, kind))


def _end(value: Any) -> End:
    if set(_is(dict, value)) != {"winners", "termination"}:
        raise ValueError("end must have winners and a termination")
    winners = tuple(_is(int, seat) for seat in _is(list, value["winners"]))
    return End(winners, _maybe(Termination, value["termination"]))


def _variation(node: Any, points: Any, comments: Any) -> RecordVariation:
    return RecordVariation(_is(int, node), _points(points), _list(_comment, comments))


def _points(value: Any) -> tuple[Point, ...]:
    return tuple(Point(_is(int, point)) for point in _is(list, value))


def _review(value: Any) -> GameReview:
    if set(_is(dict, value)) != {"by", "stones"}:
        raise ValueError("review must have its reviewer and stones")
    return GameReview(_is(str, value["by"]), _list(_stone_review, value["stones"]))


def _stone_review(played: Any, best: Any, judgement: Any, line: Any, good: Any) -> StoneReview:
    said = Judgement(_is(str, judgement))
    return StoneReview(_expectation(played), _expectation(best), _points(line), said, _points(good))


def _expectation(value: Any) -> Expectation:
    chance, win_in = _is(list, value)
    return Expectation(_is(int, chance), _is(int, win_in))


def _written_stone(stone: StoneReview) -> list[Any]:
    expected = ([each.chance, each.win_in] for each in (stone.played, stone.best))
    return [*expected, stone.judgement.value, list(stone.line), list(stone.good)]


def _comment(ply: Any, text: Any) -> Comment:
    return Comment(_is(int, ply), _is(str, text))


def _clocks(value: Any) -> tuple[Millis | None, ...]:
    return tuple(_maybe(lambda left: Millis(_is(int, left)), left) for left in _is(list, value))


_WRITERS: Final[dict[str, Callable[[Any], Any]]] = {
    "players": lambda players: [[player.name, player.rating, player.kind] for player in players],
    "end": lambda end: end and {"winners": list(end.winners), "termination": end.termination},
    "rated": lambda rated: rated,
    "control": lambda control: control and format_control_seconds(control),
    "day": lambda day: day and str(day),
    "time": lambda time: time and str(time),
    "clocks": list,
    "comments": lambda comments: [[comment.ply, comment.text] for comment in comments],
    "variations": lambda variations: [
        [each.node, list(each.points), [[comment.ply, comment.text] for comment in each.comments]]
        for each in variations
    ],
    "review": lambda review: review and {"by": review.by, "stones": [*map(_written_stone, review.stones)]},
    "tags": lambda tags: [list(tag) for tag in tags],
}
_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "players": lambda value: _list(_contestant, value),
    "end": lambda value: _maybe(_end, value),
    "rated": lambda value: _maybe(lambda rated: _is(bool, rated), value),
    "control": lambda value: _maybe(lambda text: parse_control_seconds(_is(str, text)), value),
    "day": lambda value: _maybe(lambda text: parse_day(_is(str, text)), value),
    "time": lambda value: _maybe(lambda text: parse_day_time(_is(str, text)), value),
    "clocks": _clocks,
    "comments": lambda value: _list(_comment, value),
    "variations": lambda value: _list(_variation, value),
    "review": lambda value: _maybe(_review, value),
    "tags": lambda value: _list(lambda name, text: (_is(str, name), _is(str, text)), value),
}
