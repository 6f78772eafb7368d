"""A moment of a recorded game, to be drawn."""

from dataclasses import dataclass

from pente_client.drawing.text_board import Charset, board_lines
from pente_client.words.lists.record import (
    RecordedTurn,
    captures_text,
    recorded_outcome,
    recorded_turns,
    seat_names,
)
from pente_core.drawing import BoardPicture, board_svg, no_such_turn, picture_of
from pente_core.records import Record, Unplayable
from pente_core.rules.game import Game


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board with title and captions."""

    board: BoardPicture
    title: str
    captions: tuple[str, ...]


def diagram_of(record: Record, at: int | None = None) -> Diagram:
    """The game after ``at`` stones, or at its end. Raises NoSuchTurn, or Unplayable where it ends."""
    shown: RecordedTurn | None = None
    stone: RecordedTurn | None = None
    try:
        for step in recorded_turns(record):
            if at is not None and step.game.stones > at:
                break
            shown = step
            stone = step if step.move is not None else stone
    except Unplayable:
        if at is None or shown is None or shown.game.stones != at:
            raise
    game = record.beginning if shown is None else shown.game
    if at is not None and game.stones != at:
        raise no_such_turn(game)
    return Diagram(
        picture_of(game, None if stone is None else stone.move),
        _title(record),
        tuple(
            filter(None, ("" if shown is None else shown.line, captures_text(game), *_ending(record, game)))
        ),
    )


def diagram_text(picture: Diagram, charset: Charset) -> str:
    """The diagram as lines of text."""
    shown = picture.board
    last = () if shown.last is None else (shown.last,)
    won = [point for line in shown.lines for point in line]
    board = board_lines(shown.position, charset, last=last, won=won)
    return "\n".join((picture.title, *board, *picture.captions))


def diagram_svg(picture: Diagram) -> str:
    """The diagram as an SVG document."""
    return board_svg(picture.board, picture.title, picture.captions)


def _title(record: Record) -> str:
    names = seat_names(record, range(record.ruleset.sides), " - ")
    return f"{names} ({record.ruleset.base})"


def _ending(record: Record, game: Game) -> tuple[str, ...]:
    """How the game ended, if this is its last position."""
    stones = record.stones
    try:
        return tuple(recorded_outcome(record)) if game.stones == stones else ()
    except Unplayable:
        return ()
