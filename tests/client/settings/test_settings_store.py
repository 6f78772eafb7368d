"""The file of settings: what goes before it, and how it is written."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pente_client.settings.setting_field import field_named
from pente_client.settings.settings import Settings
from pente_client.settings.settings_store import CannotKeep, SettingsStore

THEME, MOUSE, BELL = field_named("theme"), field_named("mouse"), field_named("bell")


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert SettingsStore(tmp_path / "none", {}).load().settings == Settings()


def test_what_is_kept_is_there_for_the_next_program(tmp_path: Path) -> None:
    SettingsStore(tmp_path / "new", {}).keep(THEME, "light")
    assert SettingsStore(tmp_path / "new", {}).load().settings.theme == "light"


def test_the_environment_goes_before_the_file_and_is_never_written_to_it(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path, {"PENTE_THEME": "light", "PENTE_BELL": "0"})
    store.keep(MOUSE, "no")
    assert store.load().settings == Settings(theme="light", bell=False, mouse=False)
    assert store.kept().settings == Settings(mouse=False)
    assert store.is_overruled(THEME)
    assert not store.is_overruled(MOUSE)


def test_a_wrong_word_of_the_environment_is_reported_with_its_variable(tmp_path: Path) -> None:
    read = SettingsStore(tmp_path, {"PENTE_MOUSE": "maybe"}).load()
    assert read.settings == Settings()
    assert read.problems[0].startswith("PENTE_MOUSE: mouse can't be 'maybe'; write yes or no")


def test_the_directory_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SettingsStore.default({"PENTE_CONFIG": str(tmp_path)}).path == tmp_path / "settings.toml"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert SettingsStore.default({}).path.name == "settings.toml"


def test_two_programs_that_change_other_settings_lose_none(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        for field, word in ((MOUSE, "no"), (BELL, "no"), (THEME, "light")):
            pool.submit(SettingsStore(tmp_path, {}).keep, field, word)
    assert SettingsStore(tmp_path, {}).load().settings == Settings(theme="light", mouse=False, bell=False)


def test_a_file_that_lies_elsewhere_stays_there(tmp_path: Path) -> None:
    elsewhere = tmp_path / "dotfiles" / "pente.toml"
    elsewhere.parent.mkdir()
    elsewhere.write_text("# mine\n")
    (tmp_path / "settings.toml").symlink_to(elsewhere)
    SettingsStore(tmp_path, {}).keep(THEME, "light")
    assert (tmp_path / "settings.toml").is_symlink()
    assert elsewhere.read_text() == '# mine\ntheme = "light"\n'


@pytest.mark.parametrize("broken", [b"theme = = 1", b"\xff\xfe"])
def test_what_is_no_toml_is_set_aside_and_not_lost(broken: bytes, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(broken)
    store = SettingsStore(tmp_path, {})
    assert len(store.load().problems) == 1
    store.keep(THEME, "light")
    assert (tmp_path / "settings.toml.broken").read_bytes() == broken
    assert store.load().settings == Settings(theme="light")


def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotKeep, match=r"can't be written"):
        SettingsStore(tmp_path / "file", {}).keep(THEME, "light")


def test_a_change_that_fails_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    store = SettingsStore(tmp_path, {})
    store.keep(THEME, "light")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CannotKeep, match="No space left"):
        store.keep(THEME, "dark")
    assert store.load().settings.theme == "light"
    assert {path.name for path in tmp_path.iterdir()} == {"settings.toml", "settings.lock"}
