"""Commands that save and load games."""

from collections.abc import Sequence
from dataclasses import replace

from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.point_names import quoted
from pente_bots.shell.state.shell_game import ShellGame
from pente_bots.shell.text.board_text import board_lines
from pente_client.files.record_files import (
    FORMATS,
    PIPE,
    RecordFormat,
    UnusableRecord,
    format_of,
    game_of,
    open_output,
)
from pente_core.records import BadRecord, Record, record_of, replay_record
from pente_core.rules.game import Game


def save(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Write the record of the game."""
    path = _path(words)
    record = _record(context.game.game)
    try:
        text = _format(path).write(record)
        with open_output(path) as stream:
            stream.write(text)
    except (UnusableRecord, ValueError) as problem:
        raise ShellError(ErrorKind.INPUT, str(problem)) from None
    yield f"Saved {len(record.turns)} {'turn' if len(record.turns) == 1 else 'turns'} as {path}."
    return None


def load(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Go on from a recorded game."""
    path, number = _numbered(_path(words))
    game = load_game(context.game, path, number)
    context = replace(context, game=game)
    count = len(game.now.turns)
    yield f"Loaded {count} {'turn' if count == 1 else 'turns'} of {game.rules.base} from {path}."
    yield from board_lines(context)
    return game


def load_game(before: ShellGame, path: str, number: int, form: str | None = None) -> ShellGame:
    """A game of a file, in place of another one; the format is that of the extension, unless it is given.

    Raises ShellError.
    """
    try:
        content = game_of(path, FORMATS[form] if form else _format(path), number).content
        assert not isinstance(content, BadRecord)
        return _loaded(before, content)
    except (UnusableRecord, ValueError) as problem:
        raise ShellError(ErrorKind.INPUT, str(problem)) from None


def _format(path: str) -> RecordFormat:
    """The format of a file. Raises ShellError."""
    try:
        return format_of(path, None, "an extension, as in game.sgf, and leave out")
    except UnusableRecord:
        raise ShellError(
            ErrorKind.INPUT, f"{quoted(path)} needs one of the extensions {_extensions()}"
        ) from None


def _path(words: Sequence[str]) -> str:
    """A file name, which may have blanks. Raises ShellError for stdin and stdout, which are the shell's."""
    path = " ".join(words)
    if path == PIPE:
        raise ShellError(ErrorKind.INPUT, f"name a file, with one of the extensions {_extensions()}")
    return path


def _extensions() -> str:
    return ", ".join(ending for form in FORMATS.values() for ending in form.endings)


def _numbered(path: str) -> tuple[str, int]:
    """A path and the number of a game in it, written ``FILE#N``."""
    name, hash_, number = path.rpartition("#")
    if hash_ and number.isdecimal() and int(number[:9]) >= 1:
        return name, int(number[:9])
    return path, 1


def _record(game: Game) -> Record:
    """The record of a game. Raises ShellError where no record can hold it."""
    record = record_of(game)
    if replay_record(record).position != game.position:
        raise ShellError(
            ErrorKind.INPUT, "this game began with another side than its rules say, which no record can hold"
        )
    return record


def _loaded(before: ShellGame, record: Record) -> ShellGame:
    """The game of a record, with every turn as a moment of its own. Raises Unplayable."""
    played = replay_record(record)
    game = before.again(record.ruleset).rearranged(played.beginning)
    game = replace(game, past=())
    for turn in played.turns:
        game = game.after(turn)
    if played.is_over and not game.game.is_over:
        game = replace(game, now=replace(game.now, game=played))
    return game
