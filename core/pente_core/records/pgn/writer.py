"""Writer for pente.org's text format, which pente.org can read.

The tags that pente.org writes come first, then those that it ignores. Lines have at most 80 characters,
except for tags and for a longer word of a comment. Turns that place no stone are written as tags, because
pente.org's reader expects two points per move. pente.org can't read games with comments. Variations are
written as comments, and read as such.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pente_core.identity import PlayerKind
from pente_core.notation import format_setup
from pente_core.records.model.field_formats import (
    GAMES,
    format_clocks,
    format_control,
    format_control_seconds,
    format_placed,
    format_result,
    format_ruleset,
    implied_ruleset,
    placed_turns,
    wrapped,
)
from pente_core.records.model.record import LONGEST_TEXT, Comment, Record, RecordVariation
from pente_core.records.model.review_notes import format_stone_review
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, format_point


def variations_as_comments(record: Record) -> Iterator[Comment]:
    """Each variation as a comment on the stone after which it leaves the game.

    One that leaves another variation has the stones of that in front. The comments on its stones stand in
    brackets behind them. One is left out where the comments on its position would be too long for a reader.
    """
    plies = list(_plies(record))
    stones: list[tuple[RecordVariation, int, int]] = []
    """For each stone of a variation: that variation, its stones up to this one, and the ply at which it
    leaves the game."""
    length = Counter[int]()
    for comment in record.comments:
        length[comment.ply] += len(comment.text) + 1
    for variation in record.variations:
        node = variation.node
        ply = plies[node] if node < len(plies) else stones[node - len(plies)][2]
        stones += ((variation, count, ply) for count in range(1, len(variation.points) + 1))
        if length[ply] > LONGEST_TEXT:
            continue
        before = list[Point]()
        while node >= len(plies):
            parent, count, _ = stones[node - len(plies)]
            before[:0] = parent.points[:count]
            node = parent.node
        text = " ".join(("Variation:", *_variation_words(variation, before, record.ruleset.size)))
        length[ply] += len(text) + 1
        if length[ply] <= LONGEST_TEXT + 1:
            yield Comment(ply, text)


def _plies(record: Record) -> Iterator[int]:
    """The stones placed up to each node of the game."""
    ply = 0
    yield ply
    for turn in record.turns:
        ply += not isinstance(turn, Choice | Retirement)
        yield ply


def _variation_words(variation: RecordVariation, before: Sequence[Point], size: int) -> Iterator[str]:
    yield from (format_point(point, size) for point in before)
    for ply, point in enumerate(variation.points, 1):
        yield format_point(point, size)
        yield from (f"[{comment.text}]" for comment in variation.comments if comment.ply == ply)


_WIDTH: Final = 80
_TYPES: Final = {PlayerKind.PERSON: "Human", PlayerKind.BOT: "Computer", None: "?"}
_BEFORE_DATE: Final = ("Site", "Event", "Round", "Section")


def write_pgn(records: Iterable[Record]) -> Iterator[str]:
    """Yield the text of each record, with an empty line between two."""
    for number, record in enumerate(records):
        yield record.line_end + format_pgn(record) if number else format_pgn(record)


def format_pgn(record: Record) -> str:
    """The text of a record: its tags, an empty line, its moves."""
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _tags(record))
    moves = "".join(f"{line}\n" for line in wrapped(_words(record), _WIDTH))
    return f"{tags}\n{moves}".replace("\n", record.line_end)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    others = dict(record.tags)
    game = others.pop("Game", GAMES[record.ruleset.base])
    yield "Game", game
    yield from ((name, others.pop(name)) for name in _BEFORE_DATE if name in others)
    if record.day is not None:
        yield "Date", record.day.american
    if record.time is not None:
        yield "Time", str(record.time)
    yield from _control(record, others)
    if record.rated is not None:
        yield "Rated", "Y" if record.rated else "N"
    yield from _players(record)
    yield "Result", _result(record)
    yield from _ours(record, game)
    yield from others.items()


def _control(record: Record, others: dict[str, str]) -> Iterator[tuple[str, str]]:
    if record.control is None:
        text = others.pop("TimeControl", None)
    else:
        text = format_control(record.control, dict(record.tags).get("Event", ""))
        if text is None:
            yield "TimeControlSeconds", format_control_seconds(record.control)
    if text is not None:
        yield "TimeControl", text


def _players(record: Record) -> Iterator[tuple[str, str]]:
    players = list(enumerate(record.players, start=1))
    yield from ((f"Player {number} Name", player.name) for number, player in players)
    for number, player in players:
        yield f"Player {number} Rating", "?" if player.rating is None else str(player.rating)
    yield from ((f"Player {number} Type", _TYPES.get(player.kind, "?")) for number, player in players)


def _ours(record: Record, game: str) -> Iterator[tuple[str, str]]:
    """The tags that pente.org does not write."""
    if record.end is not None and record.end.termination is not None:
        yield "Termination", record.end.termination
    if implied_ruleset(game, rated=record.rated) != record.ruleset:
        yield from _continued("Ruleset", format_ruleset(record.ruleset))
    if record.setup is not None:
        yield from _continued("Position", format_setup(record.setup, record.ruleset))
    placed = list(placed_turns(record.turns))
    yield from _continued("Opening", format_placed(turn for turn in placed if isinstance(turn[1], Choice)))
    retired = (turn for turn in placed if isinstance(turn[1], Retirement))
    yield from _continued("Retired", format_placed(retired))
    yield from _continued("Clocks", format_clocks(record.clocks))
    if record.review is not None:
        yield "ReviewedBy", record.review.by
        words = (format_stone_review(stone, record.ruleset.size) for stone in record.review.stones)
        yield from _continued("StoneReviews", " ".join(words))


def _continued(name: str, words: str) -> Iterator[tuple[str, str]]:
    """A tag, continued in further tags of its name so that no line is too long with its escapes."""
    lines = wrapped(map(_escaped, words.split()), _WIDTH - len(name) - 5)
    yield from ((name, line.replace('\\"', '"').replace("\\\\", "\\")) for line in lines)


def _result(record: Record) -> str:
    end = record.end
    if end is None or end.termination is Termination.ABORTED:
        return "?"
    return format_result(end.winners, record.ruleset)


def _words(record: Record) -> Iterator[str]:
    """Move numbers, points, comments and the result. A move is one point of each side."""
    comments = list(reversed(_all_comments(record)))
    stones = [turn for turn in record.turns if not isinstance(turn, Choice | Retirement)]
    for ply, point in enumerate(stones):
        yield from _comments_at(ply, comments)
        number, place = divmod(ply, record.ruleset.sides)
        if place == 0:
            yield f"{number + 1}."
        yield format_point(point, record.ruleset.size)
    yield from _comments_at(len(stones), comments)
    yield _result(record)


def _all_comments(record: Record) -> Sequence[Comment]:
    """The comments in order, with the variations as such: pente.org's text has no other place for them."""
    return sorted((*record.comments, *variations_as_comments(record)), key=lambda comment: comment.ply)


def _comments_at(ply: int, comments: list[Comment]) -> Iterator[str]:
    """The words of the comments at a ply. They are popped from the end of ``comments``."""
    while comments and comments[-1].ply == ply:
        text = comments.pop().text.replace("\\", "\\\\").replace("}", "\\}")
        yield from f"{{{text}}}".split(" ")
