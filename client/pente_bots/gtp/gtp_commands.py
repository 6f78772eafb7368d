"""The commands of the protocol itself."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final, assert_never

from pente_bots.gtp.gtp_arguments import SYNTAX_ERROR, check_due, colour_of, numbers_of, turn_of, words_of
from pente_bots.gtp.gtp_clock import GtpClock, TimeLeft
from pente_bots.gtp.gtp_engine import COLOURS, GtpEngine
from pente_bots.gtp.gtp_lines import GtpError
from pente_bots.shell.commands.games import sizes_of
from pente_bots.shell.commands.records import load_game
from pente_bots.shell.state.context import ShellContext, ShellOptions
from pente_bots.shell.state.errors import ShellError
from pente_bots.shell.text.board_text import board_lines
from pente_core.room import commands as cmd
from pente_core.rules.board import GLYPHS
from pente_core.rules.game import Turn, format_turn
from pente_core.rules.move import Choice
from pente_core.value import replace

PROTOCOL: Final = "2"
NAME: Final = "pente"
PASS: Final = "pass"
RESIGN: Final = "resign"
_SCORE_LETTERS: Final = "BWRU"
_MOST_SECONDS: Final = 10**6
_MOST_STONES: Final = 10**4


def protocol_version(_session: GtpEngine, _rest: str) -> str:
    return PROTOCOL


def name(engine: GtpEngine, _rest: str) -> str:
    return f"{NAME} {engine.player.name}"


def program_version(_session: GtpEngine, _rest: str) -> str:
    try:
        return version("pente")
    except PackageNotFoundError:
        return "unknown"


def quit_(engine: GtpEngine, _rest: str) -> str:
    engine.is_over = True
    return ""


def boardsize(engine: GtpEngine, rest: str) -> str:
    (size,) = numbers_of(words_of(rest, 1), _MOST_STONES)
    if size not in sizes_of(engine.game.rules, most_with_centre=25):
        raise GtpError("unacceptable size")
    engine.begin(replace(engine.game.rules, size=size))
    return ""


def clear_board(engine: GtpEngine, _rest: str) -> str:
    engine.begin(engine.game.rules)
    return ""


def komi(_session: GtpEngine, rest: str) -> str:
    """Accept points that make up for moving second, which there are none of in these games."""
    (points,) = words_of(rest, 1)
    try:
        float(points)
    except ValueError:
        raise GtpError(SYNTAX_ERROR) from None
    return ""


def play(engine: GtpEngine, rest: str) -> str:
    colour, word = words_of(rest, 2)
    seat = colour_of(colour)
    if word == PASS and engine.has_ended:
        return ""  # managers made for Go end a game so
    turn = turn_of(word, engine.game.rules.size)
    check_due(engine, seat)
    if turn is Choice.PASS and turn not in engine.game.position.choices:
        raise GtpError("illegal move: nobody passes in this game")
    engine.place(turn)
    return ""


def genmove(engine: GtpEngine, rest: str) -> str:
    check_due(engine, colour_of(*words_of(rest, 1)))
    if engine.has_ended:
        return PASS
    turn = engine.timed(lambda: _decided(engine))
    if turn is None:
        return RESIGN
    engine.game = engine.game.thought()
    engine.place(turn)
    return format_turn(turn, engine.game.rules.size)


def reg_genmove(engine: GtpEngine, rest: str) -> str:
    """What `genmove` would answer, without any effect."""
    check_due(engine, colour_of(*words_of(rest, 1)))
    if engine.has_ended:
        return PASS
    turn = _decided(engine)
    return RESIGN if turn is None else format_turn(turn, engine.game.rules.size)


def undo(engine: GtpEngine, _rest: str) -> str:
    if not engine.game.past:
        raise GtpError("cannot undo")
    engine.game = engine.game.back()
    return ""


def time_settings(engine: GtpEngine, rest: str) -> str:
    main, period, stones = numbers_of(words_of(rest, 3), _MOST_SECONDS)
    engine.clock = GtpClock.canadian(main, period, min(stones, _MOST_STONES))
    return ""


def time_left(engine: GtpEngine, rest: str) -> str:
    colour, *numbers = words_of(rest, 3)
    seconds, stones = numbers_of(numbers, _MOST_SECONDS)
    engine.clock = engine.clock.told(colour_of(colour), TimeLeft(1000 * seconds, min(stones, _MOST_STONES)))
    return ""


def showboard(engine: GtpEngine, _rest: str) -> str:
    lines = board_lines(ShellContext(engine.game, ShellOptions()))
    *board, _ = lines
    sides = zip(GLYPHS, COLOURS[: engine.game.rules.sides], strict=False)
    return "\n" + "\n".join((*board, ", ".join(f"{glyph} {colour}" for glyph, colour in sides)))


def final_score(engine: GtpEngine, _rest: str) -> str:
    outcome = engine.game.game.outcome
    if outcome is None:
        raise GtpError("cannot score")
    if not outcome.winners:
        return "0"
    return f"{_SCORE_LETTERS[outcome.winners[0]]}+1"


def loadsgf(engine: GtpEngine, rest: str) -> str:
    """Load the first game of a file, up to before a move if that is given."""
    path, before = _path_and_move(rest)
    try:
        game = load_game(engine.game, path, 1, "sgf")
        engine.check(game.rules)
    except (ShellError, GtpError):
        raise GtpError("cannot load file") from None
    while game.past and before is not None and len(game.now.turns) >= before:
        game = game.back()
    engine.go_on(game)
    return ""


def _path_and_move(rest: str) -> tuple[str, int | None]:
    """A file name, which may have blanks, and the number of a move. Raises GtpError."""
    path, _, number = rest.rpartition(" ")
    if path and number.isascii() and number.isdecimal():
        return path.strip(), max(1, int(number[:9]))
    if not rest:
        raise GtpError(SYNTAX_ERROR)
    return rest, None


def _decided(engine: GtpEngine) -> Turn | None:
    """The turn of the player; None: it resigns."""
    match engine.decided():
        case cmd.Play(point=point):
            return point
        case cmd.Choose(choice=choice):
            return choice
        case cmd.Resign() | cmd.Offer():  # no player offers anything
            return None
        case _ as unreachable:
            assert_never(unreachable)
