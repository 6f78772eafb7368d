"""The last turn in one sentence."""

from pente_client.screen.model.move_list import MoveListEntry
from pente_client.screen.model.remarks import announcement_text
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.words.phrases import captured_text, name_of
from pente_core.room import Room
from pente_core.rules.point import format_point
from pente_core.rules.ruleset import Ruleset
from pente_protocol.sentences import tell


def last_turn_text(model: ScreenModel) -> str:
    """Who placed which stones in the last turn, and what came of it; empty where it placed none.

    Looks like ``bob captured a pair at N10.``
    """
    room, moves = model.room, model.score
    entry = moves.entries[-1] if moves and moves.entries else None
    if room is None or entry is None or entry.seat is None:
        return ""
    rules = room.created.ruleset
    points = tell("phrase.and").join(format_point(point, rules.size) for point in entry.points)
    key = f"turn.last-{'captured' if entry.captured else 'played'}{'-and-lost' if entry.lost else ''}"
    captured, lost = _count(rules, entry.captured), _count(rules, entry.lost)
    name = _player(model, room, entry)
    text = tell(key, name=name, points=points, captured=captured, lost=lost)
    return f"{text}: {announcement_text(entry.calls)}." if entry.calls else f"{text}."


def _player(model: ScreenModel, room: Room, entry: MoveListEntry) -> str:
    assert entry.seat is not None
    return tell("outcome.you") if entry.seat == model.reader_seat else name_of(room.seats[entry.seat])


def _count(rules: Ruleset, stones: int) -> str:
    """How many were captured: ``a pair``, ``2 pairs``, ``3 stones``."""
    text = captured_text(rules, stones)
    return text.replace("1 ", "a ", 1) if text.startswith("1 ") else text
