"""`pente settings`: show and change how pages look, sound and take keys."""

import argparse
import json
import os
from typing import Final

from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail, report
from pente_client.options.output_options import add_json
from pente_client.options.settings_options import read_setting
from pente_client.settings.setting_field import SettingField, setting_fields
from pente_client.settings.settings import Settings
from pente_client.settings.settings_store import CannotKeep, SettingsStore

DESCRIPTION: Final = """
Show your settings, or change some of them. They are kept in a file, settings.toml; "pente settings --json"
says where. On every page of the full screen F2 shows and changes them too.
"""
EXAMPLES: Final = """
examples:
  pente settings                         show all settings
  pente settings theme=light mouse=no    change two of them, for good
  pente play --setting theme=light       change one for this game only
  PENTE_THEME=light pente                the same, from the environment
  pente settings --json                  one JSON object

themes: auto, dark, light, high-contrast, colour-blind, and your own: a file themes/NAME.toml beside
settings.toml, with lines like board = "#af875f".
exit status: 0 success, 1 the file can't be read or written, 2 usage error.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente settings`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "changes", nargs="*", metavar="SETTING=WORD", type=read_setting, help="what to change, and to what"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Change what is asked for, and show all settings; the exit status."""
    store = SettingsStore.default(os.environ)
    try:
        for field, word in args.changes:
            store.keep(field, word)
    except CannotKeep as problem:
        return fail(args, problem)
    read = store.load()
    if args.json:
        say(json.dumps(_fields(store, read.settings)))
    else:
        for field in setting_fields():
            say(_line(store, field, read.settings))
    for each in read.problems:
        report("pente settings", each)
    return ExitStatus.FAILURE if read.problems else ExitStatus.SUCCESS


def _fields(store: SettingsStore, settings: Settings) -> dict[str, object]:
    words = {field.name: field.word_in(settings) for field in setting_fields()}
    keys = {own.action: list(own.keys) for own in settings.keys}
    return {"t": "settings", "file": str(store.path), "settings": words, "keys": keys}


def _line(store: SettingsStore, field: SettingField, settings: Settings) -> str:
    words = f" ({', '.join(field.words)})" if field.words else ""
    forced = f" Set by {field.variable}." if store.is_overruled(field) else ""
    return f"{field.name:<9} {field.word_in(settings):<7} {field.explanation}{words}{forced}"
