"""Options that change settings for one run."""

import argparse

from pente_client.settings.setting_field import InvalidSetting, SettingField, field_named
from pente_protocol.option_arguments import Where
from pente_protocol.sentences import tell


def add_settings(group: Where) -> None:
    """Add the settings of this run alone."""
    group.add_argument(
        "--setting",
        metavar="SETTING=WORD",
        type=read_setting,
        action="append",
        default=[],
        dest="settings",
        help=tell("flag.setting"),
    )


def read_setting(text: str) -> tuple[SettingField, str]:
    """A setting and its word. Raises argparse.ArgumentTypeError."""
    try:
        return setting_and_word(text)
    except InvalidSetting as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def setting_and_word(text: str) -> tuple[SettingField, str]:
    """The two sides of ``theme=light``. Raises InvalidSetting."""
    name, sign, word = text.partition("=")
    field = field_named(name)
    if not sign:
        raise InvalidSetting(tell("flag.say-what-should-be-as", name=field.name, words="|".join(field.words)))
    _ = field.read(word)
    return field, word.strip()
