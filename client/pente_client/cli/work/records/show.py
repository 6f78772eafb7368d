"""What `pente show` does."""

import argparse

from pente_client.cli.offline.recorded_game import fail_on_record, game_asked_for
from pente_client.drawing.diagram import Diagram, diagram_of, diagram_svg, diagram_text
from pente_client.files.record_files import UnusableRecord, open_output, problem_text
from pente_client.files.stdout import say
from pente_client.options.charset_options import charset_of
from pente_core.drawing import NoSuchTurn
from pente_core.records import Record, ScannedRecord, Unplayable


def run(args: argparse.Namespace) -> int:
    """Draw the position; the exit status."""
    charset = charset_of(args)
    try:
        entry = game_asked_for(args)
        picture = _picture(args, entry)
        if args.svg is None:
            say(diagram_text(picture, charset))
            return 0
        with open_output(args.svg) as out:
            out.write(diagram_svg(picture))
    except UnusableRecord as problem:
        return fail_on_record(args, problem)
    return 0


def _picture(args: argparse.Namespace, entry: ScannedRecord) -> Diagram:
    """What to draw. Raises UnusableRecord."""
    assert isinstance(entry.content, Record)
    try:
        return diagram_of(entry.content, args.at)
    except Unplayable as unplayable:
        raise UnusableRecord(problem_text(args.file, args.game, unplayable.problem, entry)) from None
    except NoSuchTurn as problem:
        raise UnusableRecord(f"{problem}") from None
