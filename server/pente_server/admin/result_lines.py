"""The lines of an export about the results of players."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.rating import RESULT_OF, RESULTS, Pool, Rating
from pente_server.admin.line_fields import ExportTag, Line, moment, optional, player_id, text, whole
from pente_server.results.pool_results import LedgerEntry, PoolResults


@dataclass(frozen=True, slots=True)
class ExportedResults:
    """A player's results in a pool."""

    player: PlayerId
    pool: str
    standing: PoolResults


@dataclass(frozen=True, slots=True)
class ExportedLedgerEntry:
    """The effect of one game on a player's results."""

    player: PlayerId
    room: RoomId
    entry: LedgerEntry


ResultItem = ExportedResults | ExportedLedgerEntry


def result_to_line(item: ResultItem) -> Line:
    """Encode an item as a JSON object; the inverse of `RESULT_READERS`."""
    match item:
        case ExportedResults(player, pool, standing):
            return {"t": ExportTag.STANDING, "player": player, "pool": pool, **_standing_to_line(standing)}
        case ExportedLedgerEntry(player, room, entry):
            return {"t": ExportTag.RESULT, "player": player, "room": room, **_entry_to_line(entry)}


def _standing_to_line(standing: PoolResults) -> Line:
    return {
        "wins": standing.wins,
        "losses": standing.losses,
        "draws": standing.draws,
        "rated": standing.rated,
        "rating": _rating_to_list(standing.rating),
        "last": standing.last,
    }


def _standing(line: Line) -> ExportedResults:
    wins, losses, draws, rated, last = (
        whole(line[name]) for name in ("wins", "losses", "draws", "rated", "last")
    )
    standing = PoolResults(wins, losses, draws, rated, _rating(line["rating"]), Instant(last))
    return ExportedResults(player_id(line["player"]), str(Pool.parse(line["pool"])), standing)


def _entry_to_line(entry: LedgerEntry) -> Line:
    return {
        "pool": str(entry.pool),
        "end": entry.end,
        "result": RESULTS[entry.result],
        "before": _rating_to_list(entry.before),
        "after": entry.after and _rating_to_list(entry.after),
    }


def _counted(line: Line) -> ExportedLedgerEntry:
    after = None if line["after"] is None else _rating(line["after"])
    result = RESULT_OF[line["result"]]
    end = moment(line["end"])
    entry = LedgerEntry(Pool.parse(line["pool"]), end, result, _rating(line["before"]), after)
    return ExportedLedgerEntry(player_id(line["player"]), RoomId(text(line["room"])), entry)


def _rating_to_list(rating: Rating) -> list[float | None]:
    return [rating.value, rating.deviation, rating.volatility, rating.at]


def _rating(numbers: Any) -> Rating:
    value, deviation, volatility, at = numbers
    return Rating(float(value), float(deviation), float(volatility), optional(Instant, at))


RESULT_READERS: Final[Mapping[str, Callable[[Line], ResultItem]]] = {
    ExportTag.STANDING: _standing,
    ExportTag.RESULT: _counted,
}
"""The reader of each kind of line. Raises KeyError, TypeError or ValueError for an invalid one."""
