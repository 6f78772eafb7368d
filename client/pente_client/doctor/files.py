"""The files of a person: names and secrets, settings, themes, saved games."""

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pente_client.credentials import CredentialStore
from pente_client.credentials.credential_file import is_sound, read_credentials
from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_client.settings.settings_store import SettingsStore
from pente_client.terminal.themes.theme_store import ThemeStore
from pente_protocol.sentences import tell

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def file_diagnoses(environ: Mapping[str, str]) -> Iterator[Diagnosis]:
    """All files, with what is wrong with each."""
    yield _credentials(CredentialStore.default().path)
    yield from _settings(environ)


def _credentials(path: Path) -> Diagnosis:
    """The file of secrets; nothing of it is shown but how many names it has."""
    about = tell("doctor.names-and-secrets")
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return _new_credentials(path)
    except UnicodeDecodeError:
        return _damaged(path)
    except OSError as error:
        remedy = tell("doctor.check-the-permissions-of-the")
        return Diagnosis(about, f"{path}: {error.strerror or error}", Grade.PROBLEM, remedy)
    if mode & _OTHERS:
        remedy = tell("doctor.whoever-reads-it-can-play", path=path)
        return Diagnosis(about, tell("doctor.can-be-read-by-others", path=path), Grade.PROBLEM, remedy)
    if not is_sound(text):
        return _damaged(path)
    contents = read_credentials(text)
    names = sum(1 for one in contents.accounts if one.name)
    return Diagnosis(about, tell("doctor.has-names", path=path, n=names))


def _damaged(path: Path) -> Diagnosis:
    remedy = tell("doctor.put-a-backup-in-its")
    return Diagnosis(
        tell("doctor.about-names-and-secrets"), tell("doctor.is-damaged", path=path), Grade.PROBLEM, remedy
    )


def _new_credentials(path: Path) -> Diagnosis:
    about = tell("doctor.names-and-secrets")
    if _is_writable(path):
        return Diagnosis(about, tell("doctor.is-not-there-yet-your", path=path))
    remedy = tell("doctor.make-its-directory-writable-or")
    return Diagnosis(about, tell("doctor.cant-be-made", path=path), Grade.PROBLEM, remedy)


def _settings(environ: Mapping[str, str]) -> Iterator[Diagnosis]:
    store = SettingsStore.default(environ)
    read = store.load()
    theme = ThemeStore(store.directory).load(read.settings.theme, environ)
    for problem in (*read.problems, *theme.problems):
        yield Diagnosis(
            tell("doctor.about-settings"), problem, Grade.WARNING, tell("doctor.see-what-there-is-with")
        )
    if not read.problems:
        key = "doctor.theme" if store.path.exists() else "doctor.theme-as-usual"
        yield Diagnosis(tell("doctor.about-settings"), tell(key, path=store.path, theme=read.settings.theme))
    if not _is_writable(store.path):
        remedy = tell("doctor.make-the-directory-writable-or")
        yield Diagnosis(
            tell("doctor.about-settings"),
            tell("doctor.cant-be-written", path=store.path),
            Grade.WARNING,
            remedy,
        )


def _is_writable(path: Path) -> bool:
    """Whether a file could be written: itself, or the first directory above it that is there."""
    place = path
    while not place.exists() and place != place.parent:
        place = place.parent
    return os.access(place, os.W_OK)
