from pathlib import Path

import pytest

from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_client.doctor.files import file_diagnoses

SECRET = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PENTE_STATE", str(tmp_path))
    return tmp_path / "accounts.json"


def looked_at(config: Path) -> list[Diagnosis]:
    return list(file_diagnoses({"PENTE_CONFIG": str(config)}))


def test_nothing_there_yet_is_fine(state: Path, tmp_path: Path) -> None:
    assert {one.grade for one in looked_at(tmp_path)} == {Grade.OK}
    assert not state.exists()


def test_secrets_that_others_can_read_are_a_problem(state: Path, tmp_path: Path) -> None:
    state.write_text('{"version": 2, "servers": [], "accounts": []}')
    state.chmod(0o644)
    found = looked_at(tmp_path)[0]
    assert found.grade is Grade.PROBLEM
    assert f"chmod 600 {state}" in found.remedy


def test_a_damaged_file_is_a_problem_and_its_content_stays_secret(state: Path, tmp_path: Path) -> None:
    state.write_text(f'{{"secret": "{SECRET}"')
    state.chmod(0o600)
    found = looked_at(tmp_path)[0]
    assert found.grade is Grade.PROBLEM
    assert SECRET not in found.line


def test_settings_that_cannot_be_used_are_a_warning(state: Path, tmp_path: Path) -> None:
    del state
    (tmp_path / "settings.toml").write_text('theme = "nope"\nmouse = "perhaps"\n')
    warnings = [one.text for one in looked_at(tmp_path) if one.grade is Grade.WARNING]
    assert any("nope" in text for text in warnings)
    assert any("mouse" in text for text in warnings)
