"""Variations in SGF: the branches of the tree beside the main line.

Where a variation goes on from the end of the game, an empty node stands for the end, as the first branch of a
tree is its main line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Final

from pente_core.records.model.field_formats import tidy
from pente_core.records.model.record import Comment, Record, RecordVariation, format_marks, parse_marks
from pente_core.records.model.scanned_record import BadRecord
from pente_core.records.sgf.properties import (
    CODES,
    PROPERTIES,
    TurnOrder,
    codes_of,
    format_place,
    parse_place,
)
from pente_core.records.sgf.scanner import SgfNode
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset

_TURNS: Final = (*CODES.values(), "CHOICE", "OUT")
_UNREADABLE: Final = ("CHOICE", "OUT", "AE", *PROPERTIES)
"""The properties of nodes that are left out, with all that follows: no stone of a variation has them."""
_MARKS: Final = ("MA", "CR")
"""Crosses and circles on points."""
Place = tuple[int, TurnOrder]
"""The number of a node in a record, and the order of turns after it."""


def read_variations(
    nodes: Sequence[SgfNode], rules: Ruleset, turn_count: int, places: Mapping[int, Place]
) -> tuple[RecordVariation, ...]:
    """The variations, as far as they can be read; ``places`` are those of the nodes of the main line.

    Stones of another side than the one to move are left out, with all that follows them.
    """
    known = dict(places)
    found: list[RecordVariation] = []
    for node in nodes:
        place = known.get(id(node.parent))
        if place is None or node.first(*_UNREADABLE):
            continue
        if not node.first(*_TURNS):
            known[id(node)] = place
            continue
        after = copy(place[1])
        point = _stone(node, rules, after)
        if point is not None:
            after.take(point)
            known[id(node)] = turn_count + len(found) + 1, after
            comments = tuple(Comment(1, text) for text in notes_of(node, rules.size))
            found.append(RecordVariation(place[0], (point,), comments))
    return tuple(found)


def _stone(node: SgfNode, rules: Ruleset, order: TurnOrder) -> Point | None:
    """The stone of a node, if it has one, of the side to move."""
    stones = [(name, value) for name in CODES.values() for value in node.properties.get(name, ())]
    if len(stones) != 1 or stones[0][0] != codes_of(rules)[order.colour]:
        return None
    try:
        return parse_place(stones[0][1], stones[0][1].text, rules.size)
    except BadRecord:
        return None


def notes_of(node: SgfNode, size: int) -> list[str]:
    """What is said at a node, line by line; marks that no line names get one of their own."""
    said = node.first("C")
    texts = [text for line in (said.text.split("\n") if said else ()) if (text := tidy(line))]
    named = {point for text in texts for point in parse_marks(text, size)}
    marked = dict.fromkeys(point for name in _MARKS for point in _places(node, name, size))
    new = [point for point in marked if point not in named]
    return [*texts, format_marks(new, size)] if new else texts


def _places(node: SgfNode, name: str, size: int) -> Iterator[Point]:
    """The points that a property lists, as far as they are on the board."""
    for value in node.properties.get(name, ()):
        with suppress(BadRecord):
            yield parse_place(value, value.text, size)


def format_notes(texts: Sequence[str], size: int) -> str:
    """The properties for what is said at a node: C, with MA for the first marks and CR for further ones."""
    if not texts:
        return ""
    names = dict[Point, str]()
    for number, points in enumerate(filter(None, (parse_marks(text, size) for text in texts))):
        for point in points:
            names.setdefault(point, _MARKS[min(number, 1)])
    marks = (
        name + "".join(f"[{format_place(point, size)}]" for point, its in names.items() if its == name)
        for name in dict.fromkeys(names.values())
    )
    return f"C[{escaped(chr(10).join(texts))}]{''.join(marks)}"


def with_variations(main: Sequence[str], record: Record) -> Iterator[str]:
    """The texts of the nodes of the main line, with those of the variations and the signs of branches."""
    if not record.variations:
        yield from main
        return
    texts: dict[int, str] = dict(enumerate(main, 1))
    following: dict[int, list[int]] = {node: [node + 1] for node in range(len(main))}
    _add_variations(texts, following, record)
    if len(main) in following:  # the end of the game, which is no branch by itself
        end = len(texts) + 1
        texts[end] = ";"
        following[len(main)].insert(0, end)
    yield from _tokens(texts, following)


def _add_variations(texts: dict[int, str], following: dict[int, list[int]], record: Record) -> None:
    """Add the stones of the variations to the texts of nodes, and to what follows each node."""
    orders = list(_orders(record))
    for variation in record.variations:
        node, order = variation.node, copy(orders[variation.node])
        for ply, point in enumerate(variation.points, 1):
            code = codes_of(record.ruleset)[order.colour]
            said = [comment.text for comment in variation.comments if comment.ply == ply]
            order.take(point)
            following.setdefault(node, []).append(node := len(orders))
            orders.append(copy(order))
            place, notes = format_place(point, record.ruleset.size), format_notes(said, record.ruleset.size)
            texts[node] = f";{code}[{place}]{notes}"


def _orders(record: Record) -> Iterator[TurnOrder]:
    """The order of turns at each node of the main line."""
    order = TurnOrder(record.ruleset, record.setup)
    yield copy(order)
    for turn in record.turns:
        order.take(turn)
        yield copy(order)


def _tokens(texts: Mapping[int, str], following: Mapping[int, Sequence[int]]) -> Iterator[str]:
    """The nodes after the first, with parentheses around branches wherever there are several."""
    waiting: list[int | str] = [0]
    while waiting:
        token = waiting.pop()
        if isinstance(token, str):
            yield token
            continue
        if token:
            yield texts[token]
        branches = following.get(token, ())
        if len(branches) == 1:
            waiting.append(branches[0])
        else:
            for branch in reversed(branches):
                waiting += [")", branch, "("]


def escaped(text: str) -> str:
    """Text as a value of a property."""
    return re.sub(r"([\\\]:])", r"\\\1", text)
