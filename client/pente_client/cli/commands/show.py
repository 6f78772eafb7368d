"""`pente show`: a moment of a recorded game as a picture."""

import argparse
from typing import Final

from pente_client.drawing.diagram import Diagram, NoSuchTurn, diagram_of, diagram_text
from pente_client.files.record_files import HELP, UnusableRecord, fail, open_output, problem_text, say
from pente_client.options.record_options import add_charset, add_game, charset_asked_for, game_asked_for
from pente_core.records import Record, ScannedRecord, Unplayable

DESCRIPTION: Final = """
Show the board of a recorded game, in the end or after a number of stones: as text, or as an SVG picture for a
report or a web page. The last stone, what it captured and winning rows are marked.
"""
EXAMPLES: Final = (
    HELP
    + """
examples:
  pente show games.pgn
  pente show games.pgn --game 3 --at 31 --svg board.svg
  pente show games.sgf --at 12 --ascii
  pente show games.pgn --svg - > board.svg

exit status: 0 done, 1 when there is no such game or moment, 2 for a wrong command line, 130 after Ctrl-C.
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente show`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_game(parser)
    signs = add_charset(parser)
    signs.add_argument("--svg", metavar="FILE", help="write an SVG picture; - for stdout")


def run(args: argparse.Namespace) -> int:
    """Show the moment; the exit status."""
    charset = charset_asked_for(args)
    try:
        entry = game_asked_for(args)
        picture = _picture(args, entry)
        if args.svg is None:
            say(diagram_text(picture, charset))
            return 0
        from pente_client.drawing.svg import board_svg

        with open_output(args.svg) as out:
            out.write(board_svg(picture))
    except UnusableRecord as problem:
        return fail(args, problem)
    return 0


def _picture(args: argparse.Namespace, entry: ScannedRecord) -> Diagram:
    """What to draw. Raises Unusable."""
    assert isinstance(entry.content, Record)
    try:
        return diagram_of(entry.content, args.at)
    except Unplayable as unplayable:
        raise UnusableRecord(problem_text(args.file, args.game, unplayable.problem, entry)) from None
    except NoSuchTurn as problem:
        raise UnusableRecord(f"{problem}") from None
