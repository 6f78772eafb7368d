"""`pente settings`: show and change how pages look, sound and take keys."""

import argparse
import json
import os
from collections.abc import Sequence
from typing import Final

from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail, report
from pente_client.options.output_options import add_json
from pente_client.options.settings_options import read_setting
from pente_client.settings.setting_field import AUTO, InvalidSetting, SettingField, setting_fields
from pente_client.settings.settings import Settings
from pente_client.settings.settings_store import CannotKeep, SettingsStore
from pente_client.terminal.themes.theme_store import ThemeStore
from pente_protocol.sentences import tell

_THEME: Final = "theme"
DESCRIPTION: Final = tell("cli-settings.description")
EXAMPLES: Final = tell("cli-settings.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente settings`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "changes", nargs="*", metavar="SETTING=WORD", type=read_setting, help=tell("cli-settings.changes")
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Change what is asked for, and show all settings; the exit status."""
    store = SettingsStore.default(os.environ)
    themes = ThemeStore(store.directory)
    try:
        for field, word in args.changes:
            _check_theme(field, word, themes)
        for field, word in args.changes:
            store.keep(field, word)
    except InvalidSetting as bad:
        return fail(args, bad, ExitStatus.USAGE)
    except CannotKeep as problem:
        return fail(args, problem)
    return _show(args, store, themes)


def _check_theme(field: SettingField, word: str, themes: ThemeStore) -> None:
    """Raises InvalidSetting for a theme that does not exist."""
    if field.name == _THEME and word not in (AUTO, *themes.names()):
        raise InvalidSetting(
            tell(
                "cli-settings.there-is-no-theme-there",
                word=repr(word),
                themes=", ".join((AUTO, *themes.names())),
            )
        )


def _show(args: argparse.Namespace, store: SettingsStore, themes: ThemeStore) -> int:
    """Show all settings, and what is wrong with them; the exit status."""
    read = store.load()
    if args.json:
        say(json.dumps(_fields(store, read.settings)))
    else:
        for field in setting_fields():
            words = field.words if field.name != _THEME else (AUTO, *themes.names())
            say(_line(store, field, words, read.settings))
    problems = (*read.problems, *themes.load(read.settings.theme, os.environ).problems)
    for each in problems:
        report("pente settings", each)
    return ExitStatus.FAILURE if problems else ExitStatus.SUCCESS


def _fields(store: SettingsStore, settings: Settings) -> dict[str, object]:
    words = {field.name: field.word_in(settings) for field in setting_fields()}
    keys = {own.action: list(own.keys) for own in settings.keys}
    return {"t": "settings", "file": str(store.path), "settings": words, "keys": keys}


def _line(store: SettingsStore, field: SettingField, words: Sequence[str], settings: Settings) -> str:
    width = max(len(each.name) for each in setting_fields())
    forced = tell("cli-settings.set-by", variable=field.variable) if store.is_overruled(field) else ""
    return (
        f"{field.name:<{width}} {field.word_in(settings):<7} {field.explanation} ({', '.join(words)}){forced}"
    )
