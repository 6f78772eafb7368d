"""`pente show`: draw a position of a recorded game."""

import argparse
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.files.stdout import say
from pente_client.options.charset_options import add_charset, charset_of
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.record_options import add_game
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-show.description")
EXAMPLES: Final = HELP + tell("cli-show.examples-pente-show-games-pgn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente show`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_game(parser)
    signs = add_charset(parser)
    signs.add_argument("--svg", metavar="FILE", help=tell("cli-show.svg"))


def run(args: argparse.Namespace) -> int:
    """Draw the position; the exit status."""
    from pente_client.cli.steps.recorded_game import fail_on_record, game_asked_for
    from pente_client.drawing.diagram import diagram_of, diagram_svg, diagram_text
    from pente_client.files.record_files import UnusableRecord, open_output, problem_text
    from pente_core.drawing import NoSuchTurn
    from pente_core.records import Record, Unplayable

    try:
        entry = game_asked_for(args)
        assert isinstance(entry.content, Record)
        try:
            picture = diagram_of(entry.content, args.at)
        except Unplayable as unplayable:
            return fail(args, problem_text(args.file, args.game, unplayable.problem, entry))
        except NoSuchTurn as problem:
            return fail(args, problem)
        if args.svg is None:
            say(diagram_text(picture, charset_of(args)))
            return ExitStatus.SUCCESS
        with open_output(args.svg) as out:
            out.write(diagram_svg(picture))
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
    return ExitStatus.SUCCESS
