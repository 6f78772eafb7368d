"""The tutorial as a page of the lobby."""

from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.cli.steps import lessons
from pente_client.cli.steps.lessons import learn_for_lobby
from pente_client.connection import RequestRejected
from pente_client.teaching.tutorial.course import COURSE
from pente_client.teaching.tutorial.tutor import CourseTutor
from pente_core.identity import RoomId
from tests.support.client.piped_terminal import SizedOutput


async def test_who_has_learned_is_led_to_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    async def to_the_end(tutor: CourseTutor, _: RoomId) -> int:
        await tutor.begin(len(COURSE) + 1)
        return 0

    monkeypatch.setattr(lessons, "teach_on_screen", to_the_end)
    assert "b plays a bot" in (await learn_for_lobby("anna"))[0]


async def test_who_breaks_off_is_told_how_to_begin_again() -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=SizedOutput(80, 24)):
        keys.send_text("/quit\r")
        assert await learn_for_lobby("anna") == ("t takes the tutorial again.", False)


async def test_where_nothing_can_be_written_the_lobby_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(RequestRejected, match="No such file or directory"):
        await learn_for_lobby("anna")
