"""Where settings are kept: under the environment, which the command line writes over."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from platformdirs import user_config_path

from pente_client.settings.setting_field import InvalidSetting, SettingField, setting_fields
from pente_client.settings.settings import Settings
from pente_client.settings.settings_text import (
    SettingsRead,
    UnchangeableText,
    is_toml,
    read_settings,
    with_word,
)
from pente_protocol.sentences import tell

try:
    import fcntl
except ImportError:  # no such locks on this platform: of two changes at once, one may be lost
    fcntl = None  # type: ignore[assignment]

FILE: Final = "settings.toml"


class CannotKeep(Exception):
    """A setting could not be written; the message is one sentence."""


class SettingsStore:
    """The settings of one person on one device. Reads the file each time it is asked."""

    def __init__(self, directory: Path, environ: Mapping[str, str]) -> None:
        self.directory = directory
        self.path = directory / FILE
        self._environ = environ

    @classmethod
    def default(cls, environ: Mapping[str, str]) -> "SettingsStore":
        """The store in ``$PENTE_CONFIG``, else in the user's directory for such things."""
        chosen = environ.get("PENTE_CONFIG")
        if chosen:
            return cls(Path(chosen), environ)
        return cls(user_config_path("pente"), environ)

    def load(self) -> SettingsRead:
        """The settings that hold now: defaults, the file over them, the environment over both."""
        kept = self.kept()
        settings, problems = kept.settings, list(kept.problems)
        for field in setting_fields():
            word = self._environ.get(field.variable)
            try:
                settings = field.changed(settings, word) if word else settings
            except InvalidSetting as problem:
                problems.append(f"{field.variable}: {problem}")
        return SettingsRead(settings, tuple(problems))

    def kept(self) -> SettingsRead:
        """What the file says alone."""
        try:
            read = read_settings(self._text())
        except (OSError, UnicodeDecodeError) as error:
            return SettingsRead(
                Settings(), (tell("setting.cant-be-read", path=self.path, reason=_reason(error)),)
            )
        return SettingsRead(read.settings, tuple(f"{self.path}: {problem}" for problem in read.problems))

    def is_overruled(self, field: SettingField) -> bool:
        """Whether the environment says what a setting is, whatever is kept."""
        return bool(self._environ.get(field.variable))

    def keep(self, field: SettingField, word: str) -> None:
        """Write one setting; other settings, comments and unknown keys of the file stay as they are.

        A file that is no TOML at all is set aside, as one that ends in ``.broken``. Raises InvalidSetting,
        CannotKeep.
        """
        try:
            with self._locked():
                self._set_aside_if_broken()
                self._write(with_word(self._text(), field, word))
        except UnchangeableText as error:
            raise CannotKeep(tell("setting.was-not-changed", path=self.path, error=error)) from None
        except (OSError, UnicodeDecodeError) as error:
            raise CannotKeep(tell("setting.cant-be-written", path=self.path, reason=_reason(error))) from None

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""

    def _set_aside_if_broken(self) -> None:
        try:
            is_sound = is_toml(self._text())
        except UnicodeDecodeError:
            is_sound = False
        if not is_sound:
            self.path.replace(self.path.with_name(f"{FILE}.broken"))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other clients of the same person from changing the file meanwhile."""
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _write(self, text: str) -> None:
        """Replace the file as a whole, behind a symbolic link too, as people keep such files elsewhere."""
        place = self.path.resolve()
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=".settings-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return tell("setting.it-is-no-utf-8")
