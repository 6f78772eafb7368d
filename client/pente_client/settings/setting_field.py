"""What can be set: every setting with its words, as people write them."""

from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, Self, get_args, get_origin, get_type_hints

from msgspec import Meta

from pente_client.settings.settings import Settings
from pente_core.switches import InvalidSwitch, read_switch
from pente_core.value import replace

AUTO: Final = "auto"
"""Leaves a yes or no to the program."""
_SWITCH: Final = ("yes", "no")


class InvalidSetting(ValueError):
    """A setting that does not exist, or a word that it can't have; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """One setting, whose values are words to a person."""

    name: str
    title: str
    explanation: str
    words: tuple[str, ...]
    """What it can be; empty: any word."""
    is_switch: bool
    """Whether its values are true, false and (with ``auto`` among the words) None."""

    @classmethod
    def of(cls, name: str, hint: Any) -> Self:
        """The field of a type with a `Meta` of title and description."""
        kind, meta = get_args(hint)
        assert isinstance(meta, Meta)
        title, explanation = meta.title or name, meta.description or ""
        if kind is str:
            return cls(name, title, explanation, (), is_switch=False)
        if get_origin(kind) is Literal:
            return cls(name, title, explanation, get_args(kind), is_switch=False)
        words = (AUTO, *_SWITCH) if NoneType in get_args(kind) else _SWITCH
        return cls(name, title, explanation, words, is_switch=True)

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
            raise InvalidSetting(f"{self.name} can't be {word!r}; {self._remedy}")
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
            raise InvalidSetting(f"{self.name} can't be {word!r}; {self._remedy}") from None

    @property
    def _remedy(self) -> str:
        *others, last = self.words or ("a word",)
        return f"write {', '.join(others)} or {last}" if others else f"write {last}"


@cache
def setting_fields() -> tuple[SettingField, ...]:
    """All settings in their order, without the own keys, which are a table of their own."""
    hints = get_type_hints(Settings, include_extras=True)
    return tuple(SettingField.of(name, hint) for name, hint in hints.items() if name != "keys")


def field_named(name: str) -> SettingField:
    """Raises InvalidSetting where there is none of that name."""
    for field in setting_fields():
        if field.name == name.strip():
            return field
    raise InvalidSetting(f"there is no setting {name.strip()!r}; {known_settings()}")


def known_settings() -> str:
    return f"there are {', '.join(field.name for field in setting_fields())}"
