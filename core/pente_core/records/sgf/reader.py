"""Reader for SGF, formats FF[1] to FF[4]; see `pente_core.records.sgf.properties` for the properties.

Unknown properties are ignored, and of variations what can't be read. A game without one of our rulesets is
read as Gomoku with a free opening on a board of its size, in which the side that places the first stone moves
first. Whether moves are legal is not checked.
"""

from collections.abc import Iterable, Iterator
from copy import copy

from msgspec import Struct

from pente_core.clock.instant import Millis
from pente_core.records.model.bad_record import BadRecord
from pente_core.records.model.field_formats import parse_seconds
from pente_core.records.model.record import Record
from pente_core.records.model.review_text import parse_stone_review
from pente_core.records.model.sanitize import quoted
from pente_core.records.model.scanned_record import ScannedRecord, records
from pente_core.records.model.variations import Comment
from pente_core.records.sgf.points import parse_place
from pente_core.records.sgf.properties import CODES, codes_of
from pente_core.records.sgf.root_node import SgfRoot
from pente_core.records.sgf.scanner import SgfNode, SgfTree, SgfValue, trees
from pente_core.records.sgf.setup_stones import PROPERTIES, read_setup
from pente_core.records.sgf.turn_order import TurnOrder
from pente_core.records.sgf.variations import notes_of, read_variations
from pente_core.review.review import GameReview, StoneReview
from pente_core.rules.game import Retirement, Turn, parse_turn
from pente_core.rules.move import Choice
from pente_core.rules.point import BadPoint
from pente_core.rules.ruleset import Ruleset


def read_sgf(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the games of a text. Raises BadRecord at the first that can't be read."""
    return records(scan_sgf(lines))


def scan_sgf(lines: Iterable[str]) -> Iterator[ScannedRecord]:
    """Yield the games of a text, and errors in place of those that can't be read."""
    for tree in trees(lines):
        try:
            yield _entry(tree)
        except BadRecord as error:
            yield ScannedRecord(tree.line, error)


class _Line(Struct):
    """The main line read so far. Mutable."""

    rules: Ruleset
    order: TurnOrder
    turns: list[Turn] = []
    clocks: list[Millis | None] = []
    lines: list[int] = []
    comments: list[Comment] = []
    stones: int = 0
    reviews: list[StoneReview] = []
    """Those of the first stones, up to the first stone without one."""
    places: dict[int, tuple[int, TurnOrder]] = {}
    """For each node, by its identity, the number of turns up to it, and the order after them."""


def _entry(tree: SgfTree) -> ScannedRecord:
    if tree.error is not None:
        raise tree.error
    if not tree.nodes:
        raise BadRecord(tree.line, tree.column, "expected a game with nodes")
    first = _first_stone(tree.nodes)
    # With setup stones, the side of the first stone need not be the one that moves first by the rules.
    root = SgfRoot(tree.nodes[0], None if tree.nodes[0].first(*PROPERTIES) else first)
    rules = root.rules()
    setup, reviewer = read_setup(tree.nodes[0], rules, first), root.reviewer()
    line = _Line(rules, TurnOrder(rules, setup))
    for node in tree.nodes:
        _check_setup(node, is_root=node is tree.nodes[0])
        _follow(line, node)
        line.places[id(node)] = len(line.turns), copy(line.order)
    try:
        record = Record(
            ruleset=rules,
            players=root.players(rules),
            turns=tuple(line.turns),
            end=root.end(rules),
            rated=root.rated(),
            control=root.control(),
            day=root.day(),
            time=root.time(),
            clocks=tuple(line.clocks),
            comments=tuple(line.comments),
            tags=root.tags(),
            setup=setup,
            variations=read_variations(tree.others, rules, len(line.turns), line.places),
            review=GameReview(reviewer, tuple(line.reviews)) if reviewer else None,
            line_end=tree.line_end,
        )
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(tree.line, tree.column, f"expected a consistent game: {error}") from None
    return ScannedRecord(tree.line, record, tuple(line.lines))


def _first_stone(nodes: Iterable[SgfNode]) -> str | None:
    """The property of the first turn, if it is a stone."""
    for node in nodes:
        if node.first("CHOICE", "OUT"):
            return None
        for code in CODES.values():
            if node.first(code):
                return code
    return None


def _check_setup(node: SgfNode, *, is_root: bool) -> None:
    """Raises BadRecord for a node that changes the board by other means than a turn."""
    if later := node.first("AE", *(() if is_root else PROPERTIES)):
        raise later.bad("expected setup stones in the first node only, and none that are cleared")


def _follow(line: _Line, node: SgfNode) -> None:
    """Add a node: its turn, if it has one, and its comment."""
    if told := _turn(line, node):
        turn, clock = told
        actor = turn.seat if isinstance(turn, Retirement) else line.order.to_act
        line.turns.append(turn)
        line.clocks.append(_left(line, node, actor, clock))
        line.lines.append(node.line)
        if not isinstance(turn, Choice | Retirement):
            _review(line, node)
            line.stones += 1
        line.order.take(turn)
    line.comments.extend(Comment(line.stones, text) for text in notes_of(node, line.rules.size))


def _review(line: _Line, node: SgfNode) -> None:
    """Add the review of the stone of a node, unless there is a stone without one before it."""
    value = node.first("REVIEW")
    if value is None or len(line.reviews) < line.stones:
        return
    try:
        line.reviews.append(parse_stone_review(value.text.strip(), line.rules.size))
    except ValueError as error:
        raise value.bad(error) from None


def _turn(line: _Line, node: SgfNode) -> tuple[Turn, str | None] | None:
    """The turn of a node, with the property of its stone; None if the node has no turn."""
    found = [
        (name, value)
        for name in (*CODES.values(), "CHOICE", "OUT")
        for value in node.properties.get(name, ())
    ]
    if not found:
        return None
    if len(found) > 1:
        raise found[1][1].bad("expected one turn in a node")
    name, value = found[0]
    if name in ("CHOICE", "OUT"):
        return _other(value, name, line.rules), None
    expected = codes_of(line.rules)[line.order.colour]
    if name != expected:
        raise value.bad(f"expected a stone of {expected}, whose turn it is, not of {name}")
    return parse_place(value, value.text, line.rules.size), name


def _other(value: SgfValue, name: str, rules: Ruleset) -> Choice | Retirement:
    try:
        turn = parse_turn(value.text, 19)
    except BadPoint:
        turn = None
    if isinstance(turn, Choice) and name == "CHOICE":
        return turn
    if isinstance(turn, Retirement) and name == "OUT" and turn.seat < rules.sides:
        return turn
    example = "swap, stay or pass" if name == "CHOICE" else "a seat that drops out, like time:2"
    raise value.bad(f"expected {example}, not {quoted(value.text)}")


def _left(line: _Line, node: SgfNode, actor: int, colour: str | None) -> Millis | None:
    """The time left of the player of a turn; other programs write it for the colour of the stone."""
    value = node.first(f"{codes_of(line.rules)[actor]}L", f"{colour}L")
    try:
        return None if value is None else parse_seconds(value.text)
    except ValueError:
        return None
