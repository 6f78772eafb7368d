"""What a record says about its game beyond the moves, as comments of the game in the archive."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import IMPORTED_MARK, Identity
from pente_core.records import Record
from pente_core.records.model.calendar_day import DayTime, instant_of
from pente_core.room import events as ev
from pente_core.room.analysis import MOST_COMMENTS, MOST_TEXT
from pente_core.room.permissions import LONGEST_TEXT
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_protocol.untrusted_text import clean
from pente_server.results.archive.imported_players import imported_player

_AUTHOR: Final = "Annotator"
"""The tag with the name of who wrote the comments."""
_UNNAMED: Final = "annotator"
_SAYS_NOTHING: Final = frozenset({"", "?", "-", "unknown"})


def notes_of(record: Record, players: Sequence[Identity], at: Instant) -> Iterator[ev.CommentAdded]:
    """The comments of a record: first what it says of the whole game, as many as one person may add.

    ``players`` are those that the archive shows.
    """
    author, nodes, left = _author(record), _nodes(record), MOST_TEXT.of_person
    said = [(0, _heading(record, players)), *((nodes[each.ply], each.text) for each in record.comments)]
    parts = [(node, part) for node, text in said for part in _parts(clean(text, MOST_TEXT.of_person))]
    for node, part in parts[: MOST_COMMENTS.of_person]:
        left -= len(part)
        if left < 0:
            return
        yield ev.CommentAdded(at, author, node, part)


def _author(record: Record) -> Identity:
    return imported_player(dict(record.tags).get(_AUTHOR, _UNNAMED))


def _heading(record: Record, players: Sequence[Identity]) -> str:
    """The tags, and what the archive can't show of the names and the day."""
    names = [each.name for each in record.players]
    shown = [player.name.removesuffix(IMPORTED_MARK) for player in players]
    is_before_clocks = record.day is not None and not instant_of(record.day, record.time or DayTime(0, 0))
    said = [("Players", ", ".join(names))] if names != shown else []
    said += [("Date", str(record.day))] if is_before_clocks else []
    said += [(name, value) for name, value in record.tags if name != _AUTHOR]
    known = [(name, value) for name, value in said if value.strip().casefold() not in _SAYS_NOTHING]
    return "; ".join(f"{name}: {value}" for name, value in known)


def _nodes(record: Record) -> list[int]:
    """For each number of stones, the node of the game at which there are so many."""
    stones = accumulate((not isinstance(turn, Choice | Retirement) for turn in record.turns), initial=0)
    found: dict[int, int] = {}
    for node, count in enumerate(stones):
        found.setdefault(count, node)
    return list(found.values())


def _parts(text: str) -> Iterator[str]:
    """The text in parts that a comment can have, divided between words where there are any."""
    while len(text) > LONGEST_TEXT:
        end = text.rfind(" ", 1, LONGEST_TEXT + 1)
        end = end if end > 0 else LONGEST_TEXT
        yield text[:end]
        text = text[end:].strip()
    if text:
        yield text
