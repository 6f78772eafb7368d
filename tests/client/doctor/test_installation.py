import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from pente_client.doctor.diagnosis import Grade
from pente_client.doctor.installation import compilation_diagnosis, engine_diagnosis, installation_diagnoses
from pente_protocol.login import signatures


def without(*packages: str) -> dict[str, tuple[Grade, str, str]]:
    def version_of(package: str) -> str:
        if package in packages:
            raise PackageNotFoundError(package)
        return "1.0"

    return {one.about: (one.grade, one.text, one.remedy) for one in installation_diagnoses(version_of)}


def test_a_whole_installation() -> None:
    assert {grade for grade, _, _ in without().values()} == {Grade.OK}


def test_a_package_that_is_missing_is_a_problem() -> None:
    assert without("websockets")["packages"][0] is Grade.PROBLEM


def test_without_signatures_it_says_how_to_get_a_wheel_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    signatures._private.cache_clear()
    for found in (without("cryptography"), without()):
        grade, text, remedy = found["signing in"]
        assert grade is Grade.WARNING
        assert "guests only" in text
        assert "pip install --only-binary :all: 'cryptography>=44'" in remedy
    monkeypatch.undo()
    assert without()["signing in"] == (Grade.OK, "cryptography 1.0", "")


def test_an_extra_that_is_missing_is_none() -> None:
    grade, _, remedy = without("asyncssh")["extra ssh"]
    assert grade is Grade.OK
    assert "pip install 'pente[ssh]'" in remedy


def test_an_engine_on_the_path(tmp_path: Path) -> None:
    engine = tmp_path / "redis-server"
    engine.write_text("#!/bin/sh\necho 'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc'\n")
    engine.chmod(0o700)
    assert engine_diagnosis(str(tmp_path)).text == f"Redis 7.0.15 ({engine})"


def test_no_engine_and_one_that_does_not_run(tmp_path: Path) -> None:
    assert "neither" in engine_diagnosis(str(tmp_path)).text
    broken = tmp_path / "valkey-server"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o700)
    assert "neither" in engine_diagnosis(str(tmp_path)).text


def test_an_engine_that_is_compiled_needs_nothing() -> None:
    found = compilation_diagnosis({}, is_compiled=True)
    assert (found.grade, found.remedy) == (Grade.OK, "")


def test_one_that_is_not_compiled_needs_a_compiler_unless_that_is_wanted() -> None:
    found = compilation_diagnosis({}, is_compiled=False)
    assert found.grade is Grade.WARNING
    assert "C compiler" in found.remedy
    assert compilation_diagnosis({"PENTE_UNCOMPILED": "yes"}, is_compiled=False).grade is Grade.OK
