"""The opening explorer: which turns were played in a position, how often, and with what results."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from pente_core.rules.game import format_turn
from pente_core.rules.position import Position
from pente_protocol.messages.archive import Explored, ExploredTurn
from pente_protocol.messages.base import RequestId
from pente_server.results.archive.position_tally import PositionView, decode_tally, position_view
from pente_server.store.archive_store import ArchiveStore


@dataclass(slots=True)
class _Score:
    """The results of counted games. Mutable."""

    wins: list[int]
    games: int = 0
    draws: int = 0

    def add(self, winners: tuple[int, ...], count: int) -> None:
        self.games += count
        self.draws += 0 if winners else count
        for seat in winners:
            if seat < len(self.wins):
                self.wins[seat] += count


async def explore_position(archive: ArchiveStore, request: RequestId, position: Position) -> Explored:
    """The statistics of a position, most frequent turns first. Raises StoreUnavailable."""
    place = position_view(position)
    scores, total = _scores(await archive.tallies(place.key), position.rules.sides)
    played = [_played(place, code, score) for code, score in scores.items()]
    turns = sorted(
        (each for each in played if each.notations), key=lambda each: (-each.games, each.notations)
    )
    return Explored(request, total.games, tuple(total.wins), total.draws, tuple(turns))


def _scores(tallies: Mapping[bytes, int], sides: int) -> tuple[dict[int, _Score], _Score]:
    """The scores by turn code, and in total."""
    scores: defaultdict[int, _Score] = defaultdict(lambda: _Score([0] * sides))
    total = _Score([0] * sides)
    for counted, count in tallies.items():
        code, winners = decode_tally(counted)
        scores[code].add(winners, count)
        total.add(winners, count)
    return scores, total


def _played(place: PositionView, code: int, score: _Score) -> ExploredTurn:
    turns = place.turns(code)
    points = [] if turns is None else [turns] if not isinstance(turns, list) else turns
    texts = tuple(format_turn(turn, place.size) for turn in points)
    return ExploredTurn(texts, score.games, tuple(score.wins), score.draws)
