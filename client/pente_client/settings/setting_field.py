"""What can be set: every setting with its words, as people write them."""

from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, Self, get_args, get_origin, get_type_hints

from pente_client.settings.settings import Settings
from pente_core.switches import InvalidSwitch, read_switch
from pente_core.value import replace
from pente_protocol.sentences import tell

AUTO: Final = "auto"
"""Leaves a yes or no to the program."""
_SWITCH: Final = ("yes", "no")


class InvalidSetting(ValueError):
    """A setting that does not exist, or a word that it can't have; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """One setting, whose values are words to a person."""

    name: str
    words: tuple[str, ...]
    """What it can be; empty: any word."""
    is_switch: bool
    """Whether its values are true, false and (with ``auto`` among the words) None."""

    @classmethod
    def of(cls, name: str, hint: Any) -> Self:
        """The field with a name and a type."""
        if hint is str:
            return cls(name, (), is_switch=False)
        if get_origin(hint) is Literal:
            return cls(name, get_args(hint), is_switch=False)
        return cls(name, (AUTO, *_SWITCH) if NoneType in get_args(hint) else _SWITCH, is_switch=True)

    @property
    def title(self) -> str:
        """Its label on the page of settings."""
        return tell(f"setting.{self.name}-title")

    @property
    def explanation(self) -> str:
        """What it does, in a sentence."""
        return tell(f"setting.{self.name}")

    @property
    def variable(self) -> str:
        """The variable of the environment that goes before the file: ``PENTE_THEME``."""
        return f"PENTE_{self.name.upper()}"

    def word_in(self, settings: Settings) -> str:
        """What a setting is, as a word."""
        value = getattr(settings, self.name)
        if not self.is_switch:
            return str(value)
        return AUTO if value is None else _SWITCH[not value]

    def read(self, word: str) -> str | bool | None:
        """The value that a word stands for; the twin of `word_in`. Raises InvalidSetting."""
        wanted = word.strip()
        if self.is_switch:
            return self._switch(wanted)
        if not wanted or (self.words and wanted not in self.words):
            raise InvalidSetting(
                tell("setting.cant-be", name=self.name, word=repr(word), remedy=self._remedy)
            )
        return wanted

    def changed(self, settings: Settings, word: str) -> Settings:
        """The settings with a word in place of another. Raises InvalidSetting."""
        changes: dict[str, Any] = {self.name: self.read(word)}
        return replace(settings, **changes)

    def _switch(self, word: str) -> bool | None:
        if word == AUTO and AUTO in self.words:
            return None
        try:
            return read_switch(word or "?")
        except InvalidSwitch:
            raise InvalidSetting(
                tell("setting.cant-be", name=self.name, word=repr(word), remedy=self._remedy)
            ) from None

    @property
    def _remedy(self) -> str:
        *others, last = self.words or (tell("setting.a-word"),)
        word = tell("kind.or", others=", ".join(others), last=last) if others else last
        return tell("setting.write", word=word)


@cache
def setting_fields() -> tuple[SettingField, ...]:
    """All settings in their order, without the own keys, which are a table of their own."""
    hints = get_type_hints(Settings)
    return tuple(SettingField.of(name, hint) for name, hint in hints.items() if name != "keys")


def field_named(name: str) -> SettingField:
    """Raises InvalidSetting where there is none of that name."""
    for field in setting_fields():
        if field.name == name.strip():
            return field
    raise InvalidSetting(
        tell("setting.there-is-no-setting", name=repr(name.strip()), known_settings=known_settings())
    )


def known_settings() -> str:
    return tell("setting.there-are", names=", ".join(field.name for field in setting_fields()))
