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

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def file_diagnoses(environ: Mapping[str, str]) -> Iterator[Diagnosis]:
    """All files, with what is wrong with each."""
    yield _credentials(CredentialStore.default().path)
    yield from _settings(environ)


def _credentials(path: Path) -> Diagnosis:
    """The file of secrets; nothing of it is shown but how many names it has."""
    about = "names and secrets"
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return _new_credentials(path)
    except UnicodeDecodeError:
        return _damaged(path)
    except OSError as error:
        remedy = "Check the permissions of the file and its directory."
        return Diagnosis(about, f"{path}: {error.strerror or error}", Grade.PROBLEM, remedy)
    if mode & _OTHERS:
        remedy = f"Whoever reads it can play as you: chmod 600 {path}"
        return Diagnosis(about, f"{path} can be read by others on this machine", Grade.PROBLEM, remedy)
    if not is_sound(text):
        return _damaged(path)
    contents = read_credentials(text)
    names = sum(1 for one in contents.accounts if one.name)
    return Diagnosis(about, f"{path}, {names} name{'' if names == 1 else 's'}")


def _damaged(path: Path) -> Diagnosis:
    remedy = "Put a backup in its place; without one, your next game sets it aside and begins anew."
    return Diagnosis("names and secrets", f"{path} is damaged", Grade.PROBLEM, remedy)


def _new_credentials(path: Path) -> Diagnosis:
    about = "names and secrets"
    if _is_writable(path):
        return Diagnosis(about, f"{path} is not there yet; your first game makes it")
    remedy = "Make its directory writable, or name another one in PENTE_STATE."
    return Diagnosis(about, f"{path} can't be made", Grade.PROBLEM, remedy)


def _settings(environ: Mapping[str, str]) -> Iterator[Diagnosis]:
    store = SettingsStore.default(environ)
    read = store.load()
    theme = ThemeStore(store.directory).load(read.settings.theme, environ)
    for problem in (*read.problems, *theme.problems):
        yield Diagnosis("settings", problem, Grade.WARNING, "See what there is with: pente settings")
    if not read.problems:
        there = "" if store.path.exists() else " (not there yet: everything as usual)"
        yield Diagnosis("settings", f"{store.path}{there}, theme {read.settings.theme}")
    if not _is_writable(store.path):
        remedy = "Make the directory writable, or name another one in PENTE_CONFIG."
        yield Diagnosis("settings", f"{store.path} can't be written", Grade.WARNING, remedy)


def _is_writable(path: Path) -> bool:
    """Whether a file could be written: itself, or the first directory above it that is there."""
    place = path
    while not place.exists() and place != place.parent:
        place = place.parent
    return os.access(place, os.W_OK)
