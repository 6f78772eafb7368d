"""What must be true of every player's results: each finished game is in them, once."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pente_core.identity import RoomId
from pente_core.rating import RatingChange
from pente_core.room import Room, hides_game, replay
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_server.results.pool_results import LedgerEntry, PoolResults
from tests.chaos.simulation.store.ledger import Ledger


def miscounted(ledger: Ledger, rooms: Sequence[RoomId]) -> Iterator[str]:
    """All that is wrong with what was counted, once nothing is left to be filed."""
    counted: Counter[str] = Counter()
    for id_ in rooms:
        events = ledger.events(id_)
        room = replay(events)
        players = [player.id for player in room.seats if player is not None]
        kept = [ledger.register.ledgers.get(player, {}).get(id_) for player in players]
        entries = [LedgerEntry.decode(body) for body in kept if body is not None]
        if len(entries) != (len(players) if _counts(room, events) else 0):
            yield f"{id_}: {len(entries)} of {len(players)} players have it in their results"
        counted.update(player for player, body in zip(players, kept, strict=True) if body is not None)
        yield from _told(id_, events, room, entries)
    for player, standings in ledger.register.standings.items():
        decoded = [PoolResults.decode(body) for body in standings.values()]
        games = sum(one.wins + one.losses + one.draws for one in decoded)
        if games != counted[player] or len(ledger.register.ledgers[player]) != games:
            yield f"{player} has {games} results of {counted[player]} games"


def _told(
    id_: RoomId, events: Sequence[ev.Event], room: Room, entries: Sequence[LedgerEntry]
) -> Iterator[str]:
    """A room tells once, and what the ledgers have."""
    told = [event.changes for event in events if isinstance(event, ev.RatingsChanged)]
    changes = tuple(
        RatingChange.between(seat, entry.before, entry.after)
        for seat, entry in enumerate(entries)
        if entry.after is not None
    )
    if bool(changes) != (room.created.options.rated and _counts(room, events)):
        yield f"{id_}: ratings changed by a casual game, or not by a rated one"
    if told != ([changes] if changes else []):
        yield f"{id_}: it told {told} and not {changes}"


def _counts(room: Room, events: Sequence[ev.Event]) -> bool:
    """Whether a game is to be counted: not one that was aborted, nor a casual one that is hidden.

    A rated set counts with its second game, even if that was aborted: the first has a result then.
    """
    outcome = room.game.outcome
    if room.status is not ev.Status.FINISHED or outcome is None:
        return False
    if room.created.options.rated and room.created.game_of_set:
        return room.created.game_of_set == 2
    if outcome.termination is Termination.ABORTED:
        return False
    return room.created.options.rated or not hides_game(room, events)
