"""A bot of one's own obeys `--log-file` too."""

from pathlib import Path

import pytest

from pente_bots import run
from pente_bots.players.player import Player
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from tests.support.ports import HeldPort


class LastPoint(Player):
    """Plays the last legal point."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        del limit
        return list(position.legal_points)[-1]


def status_of(*arguments: str) -> object:
    with pytest.raises(SystemExit) as ended:
        run(LastPoint, arguments)
    return ended.value.code


def test_what_it_sends_is_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENTE_STATE", str(tmp_path))
    nowhere, log = HeldPort(), tmp_path / "log"
    assert status_of(f"ws://127.0.0.1:{nowhere.number}", "--log-file", str(log)) == 3
    assert f"connecting to ws://127.0.0.1:{nowhere.number}" in log.read_text()


def test_a_log_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("--log-file", str(tmp_path)) == 1
    assert "choose another --log-file" in capsys.readouterr().err
