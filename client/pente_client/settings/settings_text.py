"""Settings as text: a TOML file that people write too.

What is not understood is reported and kept: a change replaces the lines of one key and no others.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pente_client.settings.setting_field import InvalidSetting, SettingField, known_settings, setting_fields
from pente_client.settings.settings import OwnKeys, Settings
from pente_core.value import replace
from pente_protocol.sentences import tell

_KEYS: Final = "keys"
_SWITCH: Final = ("no", "yes")
_LONGEST: Final = 60
"""Characters of a value that a sentence about it repeats."""
_TABLE: Final = re.compile(r"\s*\[")


class UnchangeableText(ValueError):
    """A text in which a key can't be changed by a program; the message says what to write by hand."""


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """What a text sets, and a sentence about everything in it that was not understood."""

    settings: Settings
    problems: tuple[str, ...] = ()


def read_settings(text: str, settings: Settings = Settings()) -> SettingsRead:  # noqa: B008 -- frozen
    """The settings with what a text changes in them; a key with a problem stays as it is."""
    try:
        whole = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return SettingsRead(settings, (tell("setting.it-is-no-valid-toml", error=error),))
    problems: list[str] = []
    known = {field.name: field for field in setting_fields()}
    for name, value in whole.items():
        try:
            settings = _with_entry(settings, known.get(name), name, value)
        except InvalidSetting as problem:
            problems.append(str(problem))
    return SettingsRead(settings, tuple(problems))


def with_word(text: str, field: SettingField, word: str) -> str:
    """The text with another value of a setting. Raises UnchangeableText, InvalidSetting."""
    value = field.read(word)
    return _with_value(text, field.name, word if value is None else value)


def is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return True


def _with_entry(settings: Settings, field: SettingField | None, name: str, value: object) -> Settings:
    if name == _KEYS:
        return replace(settings, keys=tuple(_own_keys(value)))
    if field is None:
        raise InvalidSetting(
            tell("setting.there-is-no-setting", name=repr(name), known_settings=known_settings())
        )
    if isinstance(value, bool) and field.is_switch:
        return field.changed(settings, _SWITCH[value])
    if isinstance(value, (dict, list)):
        raise InvalidSetting(tell("setting.must-be-one-word-in", name=name))
    return field.changed(settings, str(value)[:_LONGEST])


def _own_keys(table: object) -> Iterator[OwnKeys]:
    if not isinstance(table, dict):
        raise InvalidSetting(tell("setting.keys-must-be-a-table"))
    for action, keys in table.items():
        given = [keys] if isinstance(keys, str) else keys
        if not isinstance(given, list) or not all(isinstance(key, str) for key in given):
            raise InvalidSetting(tell("setting.keys-must-be-a-list", action=action))
        yield OwnKeys(action, tuple(given))


def _with_value(text: str, key: str, value: str | bool) -> str:  # noqa: FBT001 -- a value, not a flag
    """The text with another value of a key of its beginning, before any table; its other lines stay.

    The first of the possible texts that means what is wanted is taken: values may have several lines.
    """
    try:
        wanted = {**tomllib.loads(text), key: value}
    except (tomllib.TOMLDecodeError, RecursionError):
        return _line(key, value)
    for candidate in _candidates(text.splitlines(keepends=True), key, _line(key, value)):
        if _means(candidate, wanted):
            return candidate
    raise UnchangeableText(tell("setting.its-form-is-unusual-write", line=_line(key, value).strip()))


def _candidates(lines: list[str], key: str, line: str) -> Iterator[str]:
    end = next((n for n, each in enumerate(lines) if _TABLE.match(each)), len(lines))
    assigns = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*=""")
    for start in (n for n, each in enumerate(lines[:end]) if assigns.match(each)):
        yield from ("".join((*lines[:start], line, *lines[after:])) for after in range(start + 1, end + 1))
    before = "".join(lines[:end])
    gap = "\n" if before and not before.endswith("\n") else ""
    yield "".join((before, gap, line, *lines[end:]))
    yield "".join((line, *lines))


def _means(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except (tomllib.TOMLDecodeError, RecursionError):
        return False


def _line(key: str, value: str | bool) -> str:  # noqa: FBT001 -- a value, not a flag
    return f"{key} = {json.dumps(value, ensure_ascii=False)}\n"  # what JSON writes is TOML too
