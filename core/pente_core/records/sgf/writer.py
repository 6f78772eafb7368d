"""Writer for SGF, format FF[4]; see `pente_core.records.sgf.properties` for the properties.

Variations are branches of the tree. Lines of moves have at most 80 characters, except for comments.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from pente_core.clock.clock import ByoYomi, Fischer
from pente_core.identity import PlayerKind
from pente_core.records.model.field_formats import format_control_seconds, format_ruleset, format_seconds
from pente_core.records.model.record import NOBODY, Record
from pente_core.records.model.review_notes import format_stone_review
from pente_core.records.sgf.properties import TAGS, TurnOrder, codes_of, format_place, setup_properties
from pente_core.records.sgf.variations import escaped, format_notes, with_variations
from pente_core.review.review import Judgement, StoneReview
from pente_core.rules.game import Retirement, format_turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination

_WIDTH: Final = 80
_KINDS: Final = {PlayerKind.PERSON: "Human", PlayerKind.BOT: "Computer"}
_MARKS: Final = {
    Judgement.MISSED_WIN: "BM[2]",
    Judgement.BLUNDER: "BM[2]",
    Judgement.MISTAKE: "BM[1]",
    Judgement.INACCURACY: "DO[]",
    Judgement.ONLY_MOVE: "TE[1]",
}
"""What other programs know about stones, by what a review says."""
_HOW: Final = {Termination.RESIGNATION: "R", Termination.TIME: "T", Termination.FORFEIT: "F"}


def write_sgf(records: Iterable[Record]) -> Iterator[str]:
    """Yield the text of each record, with an empty line between two."""
    for number, record in enumerate(records):
        yield record.line_end + format_sgf(record) if number else format_sgf(record)


def format_sgf(record: Record) -> str:
    """The text of a record."""
    comments = {
        ply: format_notes([comment.text for comment in group], record.ruleset.size)
        for ply, group in groupby(record.comments, key=lambda comment: comment.ply)
    }
    lines = "\n".join(filter(None, ("".join(line) for line in _root(record, comments.get(0, "")))))
    moves = "".join(f"{line}\n" for line in _lines(with_variations(list(_nodes(record, comments)), record)))
    return f"(;{lines}\n{moves})\n".replace("\n", record.line_end)


def _root(record: Record, notes: str) -> Iterator[Iterator[str] | list[str]]:
    """The properties of the root node, grouped by lines."""
    rules = record.ruleset
    yield [
        *("FF[4]", "GM[4]", "CA[UTF-8]"),
        _property("SZ", str(rules.size)),
        _property("RU", format_ruleset(rules)),
    ]
    for seat, code in enumerate(codes_of(rules)):
        yield _player(record, seat, code)
    yield _when(record)
    yield _control(record)
    yield _end(record)
    yield (_tag(name, value) for name, value in record.tags)
    if record.setup is not None:
        yield setup_properties(record.setup, rules)
    yield [_property("REVIEWER", record.review.by)] if record.review else []
    yield [notes]


def _player(record: Record, seat: int, code: str) -> Iterator[str]:
    player = record.players[seat]
    if player.name != NOBODY:
        yield _property(f"P{code}", player.name)
    if player.rating is not None:
        yield _property(f"{code}R", str(player.rating))
    if player.kind in _KINDS:
        yield _property(f"KIND{code}", _KINDS[player.kind])


def _when(record: Record) -> Iterator[str]:
    if record.day is not None:
        yield _property("DT", str(record.day))
    if record.time is not None:
        yield _property("TIME", str(record.time))


def _control(record: Record) -> Iterator[str]:
    match record.control:
        case None:
            pass
        case Fischer(initial, increment) as control:
            yield _property("TM", format_seconds(initial))
            yield _property("OT", f"{format_seconds(increment)} Fischer") if increment else ""
            yield _property("CLOCK", format_control_seconds(control))
        case ByoYomi(initial, periods, period) as control:
            yield _property("TM", format_seconds(initial))
            yield _property("OT", f"{periods}x{format_seconds(period)} byo-yomi")
            yield _property("CLOCK", format_control_seconds(control))
        case other:
            yield _property("CLOCK", format_control_seconds(other))
    if record.rated is not None:
        yield _property("RATED", "Y" if record.rated else "N")


def _end(record: Record) -> Iterator[str]:
    end = record.end
    if end is None:
        return
    if end.termination is Termination.ABORTED:
        yield _property("RE", "Void")
    elif not end.winners:
        yield _property("RE", "Draw")
    else:
        how = _HOW.get(end.termination, "") if end.termination else ""
        yield _property("RE", f"{codes_of(record.ruleset)[end.winners[0]]}+{how}")
    if end.termination is not None:
        yield _property("END", end.termination)


def _tag(name: str, value: str) -> str:
    return _property(TAGS[name], value) if name in TAGS else f"TAG[{escaped(name)}:{escaped(value)}]"


def _nodes(record: Record, comments: dict[int, str]) -> Iterator[str]:
    order, codes, ply = TurnOrder(record.ruleset, record.setup), codes_of(record.ruleset), 0
    reviews = record.review.stones if record.review else ()
    clocks = record.clocks or (None,) * len(record.turns)
    for turn, left in zip(record.turns, clocks, strict=True):
        notes = ""
        actor = turn.seat if isinstance(turn, Retirement) else order.to_act
        match turn:
            case Choice():
                node = _property("CHOICE", turn)
            case Retirement():
                node = _property("OUT", format_turn(turn, record.ruleset.size))
            case _:
                node = f"{codes[order.colour]}[{format_place(turn, record.ruleset.size)}]"
                node += "".join(
                    _review(stone, codes[order.colour], record) for stone in reviews[ply : ply + 1]
                )
                ply += 1
                notes = comments.get(ply, "")
        if left is not None:
            node += _property(f"{codes[actor]}L", format_seconds(left))
        yield f";{node}{notes}"
        order.take(turn)


def _review(stone: StoneReview, code: str, record: Record) -> str:
    """The review of a stone of a colour, also in words that other programs know."""
    value = round((stone.played.chance / 500 - 1) * (1 if code == "B" else -1), 2) + 0.0  # no -0.0
    worth = f"V[{value:.2f}]" if record.ruleset.sides == 2 else ""
    word = format_stone_review(stone, record.ruleset.size)
    return f"{_property('REVIEW', word)}{_MARKS.get(stone.judgement, '')}{worth}"


def _lines(nodes: Iterable[str]) -> Iterator[str]:
    line = ""
    for node in nodes:
        if line and len(line) + len(node) > _WIDTH:
            yield line
            line = ""
        line += node
    if line:
        yield line


def _property(name: str, value: str) -> str:
    return f"{name}[{escaped(value)}]"
