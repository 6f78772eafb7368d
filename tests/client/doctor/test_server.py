import io
import sys

import pytest
from msgspec import structs

from pente_client.cli import main
from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_client.doctor.server import server_diagnoses
from pente_protocol.login.fingerprints import fingerprint_of
from tests.client.conftest import Start
from tests.support.client.scripted_server import greeting, scripted
from tests.support.ports import HeldPort


def by_topic(found: tuple[Diagnosis, ...]) -> dict[str, Diagnosis]:
    return {one.about: one for one in found}


@pytest.fixture(autouse=True)
def _state(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENTE_STATE", str(tmp_path))


async def test_a_server_is_heard_and_told_nothing() -> None:
    said = greeting(name="The club", server="pente/9.9", durability="strict")
    async with scripted(greeting=said) as server:
        found = by_topic(await server_diagnoses(server.url))
        assert "The club" in found["server"].text
        assert "pente/9.9" in found["server"].text
        assert found["store"].grade is Grade.OK
        assert found["latency"].grade is Grade.OK
        assert "guest" in found["your names there"].text
        assert found["clock"].grade is Grade.WARNING  # the greeting is of another year


async def test_who_a_server_is_and_whether_a_link_is_for_it() -> None:
    fingerprint = fingerprint_of(greeting().server_id)
    async with scripted() as server:
        for link in (server.url, f"{server.url}#{fingerprint}"):
            key = by_topic(await server_diagnoses(link))["key of the server"]
            assert (key.grade, key.text) == (Grade.OK, f"proven, its fingerprint is {fingerprint}")
        key = by_topic(await server_diagnoses(f"{server.url}#b5xcq2tzp4gkmn7a"))["key of the server"]
        assert (key.grade, key.text.endswith("the link is for b5xcq2tzp4gkmn7a")) == (Grade.PROBLEM, True)


async def test_a_server_that_only_says_who_it_is_is_a_problem() -> None:
    async with scripted(greeting=structs.replace(greeting(), signature="A" * 86)) as server:
        key = by_topic(await server_diagnoses(server.url))["key of the server"]
        assert key.grade is Grade.PROBLEM
        assert "can't prove" in key.text


async def test_a_server_that_is_not_there_is_a_problem() -> None:
    nowhere = HeldPort()
    (found,) = await server_diagnoses(f"ws://127.0.0.1:{nowhere.number}")
    assert found.grade is Grade.PROBLEM
    assert "pente local" in found.remedy


async def test_the_command_prints_lines_and_says_by_its_status_whether_all_is_well(start: Start) -> None:
    async with scripted(greeting=greeting(durability="memory")) as server:
        program = start("doctor", server.url)
        assert await program.ended() == 0
        assert "warning  store: memory only" in program.said
    nowhere = HeldPort()
    program = start("doctor", "--json", f"ws://127.0.0.1:{nowhere.number}")
    assert await program.ended() == 1
    assert '"grade": "problem"' in program.said


def test_it_can_do_without_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--offline"]) == 0
    assert "server:" not in capsys.readouterr().out.replace("extra server:", "")


class TerminalOutput(io.StringIO):
    """What a person sees."""

    def isatty(self) -> bool:
        return True


def test_a_person_who_reaches_no_server_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = HeldPort()
    url = f"ws://127.0.0.1:{nowhere.number}"
    for errors, is_told in ((io.StringIO(), False), (TerminalOutput(), True)):
        monkeypatch.setattr(sys, "stderr", errors)
        assert main(["lobby", url, "--json"]) == 3
        assert (f"pente doctor {url}" in errors.getvalue()) is is_told
