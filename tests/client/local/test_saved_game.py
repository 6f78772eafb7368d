import errno
import os
from pathlib import Path

import pytest

from pente_client.local.new_game import first_events
from pente_client.local.saved_game import SavedGame, UnusableGame, read_saved_game, saved_games
from pente_core.identity import RoomId
from pente_core.records import Record
from pente_core.room import commands as cmd
from pente_core.room import decide, replay
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.logs.game_records import scan_gamelog
from tests.support.games.local_games import NOW, game_of

ROOM = RoomId("20260131-183000-abcd")
FIRST = first_events(game_of(), NOW)


def first_move() -> tuple[ev.Moved, ...]:
    room = replay(FIRST)
    events = decide(room, cmd.Play(Point(180)), by=room.seats[0], now=NOW)
    return tuple(event for event in events if isinstance(event, ev.Moved))


def test_a_game_is_read_as_it_was_saved(tmp_path: Path) -> None:
    saved = SavedGame.create(tmp_path / "local", ROOM, FIRST)
    saved.append(first_move())
    saved.close()
    again, log = SavedGame.open(saved.path)
    again.close()
    assert (log.room, log.events) == (ROOM, (*FIRST, *first_move()))
    assert oct(saved.path.stat().st_mode & 0o777) == "0o600"


def test_a_saved_game_is_a_record_that_all_commands_read(tmp_path: Path) -> None:
    saved = SavedGame.create(tmp_path, ROOM, FIRST)
    saved.append(first_move())
    saved.close()
    (entry,) = scan_gamelog(saved.path.read_text().splitlines())
    assert isinstance(entry.content, Record)
    assert [player.name for player in entry.content.players] == ["anna", "boris"]


@pytest.mark.parametrize("torn", [1, 10, 60])
def test_a_line_that_was_torn_by_a_kill_is_cut_off(tmp_path: Path, torn: int) -> None:
    saved = SavedGame.create(tmp_path, ROOM, FIRST)
    whole = saved.path.read_bytes()
    saved.append(first_move())
    saved.close()
    os.truncate(saved.path, len(whole) + torn)
    again, log = SavedGame.open(saved.path)
    assert log.events == FIRST
    again.append(first_move())
    again.close()
    assert read_saved_game(saved.path).events == (*FIRST, *first_move())


def test_what_could_not_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = SavedGame.create(tmp_path, ROOM, FIRST)
    real = os.write

    def half(descriptor: int, data: bytes) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        with pytest.raises(OSError, match="No space left"):
            saved.append(first_move())
    saved.append(first_move())
    saved.close()
    assert read_saved_game(saved.path).events == (*FIRST, *first_move())


def test_two_programs_do_not_write_one_game(tmp_path: Path) -> None:
    saved = SavedGame.create(tmp_path, ROOM, FIRST)
    with pytest.raises(UnusableGame, match="another terminal"):
        SavedGame.open(saved.path)
    assert read_saved_game(saved.path).events == FIRST
    saved.close()


@pytest.mark.parametrize("text", ["", "no game\n", '{"t":"log","format":2}\n{"t":"moved"}\n'])
def test_what_is_no_game_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    with pytest.raises(UnusableGame):
        SavedGame.open(path)


def test_the_game_played_last_comes_first(tmp_path: Path) -> None:
    for name, at in (("a", 3), ("b", 9), ("c", 5)):
        path = tmp_path / f"{name}.jsonl"
        path.touch()
        os.utime(path, (at, at))
    assert [path.stem for path in saved_games(tmp_path)] == ["b", "c", "a"]
    assert not list(saved_games(tmp_path / "none"))
