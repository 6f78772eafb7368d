import asyncio
from pathlib import Path

import pytest

from pente_client.cli.steps.local_session import write_records
from pente_client.connection import ClientStopped, MoveExplained, RequestRejected, RoomAdvanced
from pente_client.files.record_files import FORMATS, entries_of
from pente_client.local.computer_turns import TurnManner
from pente_client.local.local_client import LocalClient
from pente_client.local.new_game import VIEWER, LocalPlayer
from pente_client.local.saved_game import UnusableGame, read_saved_game, saved_games
from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.records import Record
from pente_core.room import OfferKind, Reason, Room, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.setup import Setup
from tests.support.games.local_games import (
    ANNA,
    NOW,
    Finder,
    Time,
    game_of,
    local_client,
    played,
    updates_so_far,
)

COMPUTER = LocalPlayer("scripted", is_computer=True)
FIVE = parse_time_control("5+3")


def at(name: str) -> int:
    return parse_point(name, 19)


def saved_room(directory: Path) -> Room:
    (path,) = saved_games(directory)
    return replay(read_saved_game(path).events)


def room_in(client: LocalClient) -> Room:
    return client.rooms[client.latest].room


async def test_two_people_play_in_turn_at_one_keyboard(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        assert client.shares_board
        names = []
        for point in ("K10", "L11", "M13"):
            names.append(client.me.name)
            await client.act(room, cmd.Play(parse_point(point, 19)))
        assert names == ["anna", "boris", "anna"]
        assert room_in(client).game.tokens == ("K10", "L11", "M13")


async def test_every_event_is_in_the_file_before_it_is_shown(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        await played(client, room, at("K10"))
        (update,) = await updates_so_far(client)
        assert isinstance(update, RoomAdvanced)
        assert isinstance(update.event, ev.Moved)
        assert saved_room(tmp_path) == room_in(client) == update.after


async def test_what_the_rules_forbid_is_refused_as_on_a_server(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        with pytest.raises(RequestRejected) as rejected:
            await played(client, room, at("L11"))
        assert rejected.value.code == Reason.NOT_CENTRE
        assert not room_in(client).game.turns


async def test_what_cannot_be_saved_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", _full)
            with pytest.raises(RequestRejected, match="No space") as rejected:
                await played(client, room, at("K10"))
        assert rejected.value.code == "not-saved"
        assert not await updates_so_far(client)
        await played(client, room, at("K10"))
        assert saved_room(tmp_path) == room_in(client)


async def test_a_game_that_can_not_be_saved_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with local_client(tmp_path) as client:
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", _full)
            with pytest.raises(OSError, match="No space"):
                client.begin(game_of())
        assert not list(saved_games(tmp_path))
        client.begin(game_of())


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


async def test_the_last_move_is_taken_back_without_asking(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        await played(client, room, at("K10"), at("L11"))
        await client.act(room, cmd.Offer(OfferKind.TAKEBACK))
        await client.act(room, cmd.Offer(OfferKind.TAKEBACK))
        assert client.me.name == "anna"
        assert not room_in(client).game.turns
        with pytest.raises(RequestRejected) as rejected:
            await client.act(room, cmd.Offer(OfferKind.TAKEBACK))
        assert rejected.value.code == Reason.NO_TURN


async def test_takebacks_at_one_board_have_no_limit_in_practice(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        for _ in range(60):
            await played(client, room, at("K10"))
            await client.act(room, cmd.Offer(OfferKind.TAKEBACK))
        assert room_in(client).takebacks == 60


async def test_a_draw_needs_the_answer_of_the_other(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        await client.act(room, cmd.Offer(OfferKind.DRAW))
        assert client.me.name == "boris"
        await client.act(room, cmd.Decline(OfferKind.DRAW))
        assert client.me.name == "anna"
        await client.act(room, cmd.Offer(OfferKind.DRAW))
        await client.act(room, cmd.Accept(OfferKind.DRAW))
        assert room_in(client).status is ev.Status.FINISHED


async def test_a_rematch_begins_at_once_with_seats_exchanged(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of(time=FIVE))
        await client.act(room, cmd.Resign())
        await client.act(room, cmd.Offer(OfferKind.REMATCH))
        following = client.latest
        assert client.rooms[room].room.sequel == following != room
        assert [player and player.name for player in room_in(client).seats] == ["boris", "anna"]
        assert room_in(client).clock.running == 0
        assert [path.is_file() for path in client.files] == [True, True]


async def test_a_swap_opening(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of("swap2-pente"))
        await played(client, room, at("K10"), at("L11"), at("M12"))
        assert client.me.name == "boris"
        await client.act(room, cmd.Choose(Choice.SWAP))
        assert [player and player.name for player in room_in(client).seats] == ["boris", "anna"]
        assert client.me.name == "anna"


async def test_four_sides_and_a_player_who_gives_up(tmp_path: Path) -> None:
    people = [LocalPlayer(name) for name in ("anna", "boris", "cleo", "dora")]
    async with local_client(tmp_path) as client:
        room = client.begin(game_of({"base": "pente", "sides": 4}, people))
        await played(client, room, at("K10"))
        await client.act(room, cmd.Resign())
        assert client.me.name == "cleo"
        assert room_in(client).status is ev.Status.PLAYING


async def test_the_computer_answers(tmp_path: Path) -> None:
    finder = Finder()
    finder.found.turns = [cmd.Play(parse_point("L11", 19))]
    async with local_client(tmp_path, finder) as client:
        room = client.begin(game_of(players=(ANNA, COMPUTER)))
        assert not client.shares_board
        await played(client, room, at("K10"))
        assert client.me.name == "anna"
        await client.settled()
        assert room_in(client).game.tokens == ("K10", "L11")
        assert saved_room(tmp_path) == room_in(client)


async def test_a_move_is_taken_back_while_the_computer_thinks(tmp_path: Path) -> None:
    finder = Finder()
    finder.found.turns = [cmd.Play(parse_point("L11", 19))]
    finder.found.may_think.clear()
    async with local_client(tmp_path, finder) as client:
        room = client.begin(game_of(players=(ANNA, COMPUTER)))
        await played(client, room, at("K10"))
        await client.act(room, cmd.Offer(OfferKind.TAKEBACK))
        finder.found.may_think.set()
        await client.settled()
        assert not room_in(client).game.turns


async def test_the_computer_answers_an_offer_of_a_draw(tmp_path: Path) -> None:
    async with local_client(tmp_path, finder := Finder()) as client:
        room = client.begin(game_of(players=(ANNA, COMPUTER)))
        await client.act(room, cmd.Offer(OfferKind.DRAW))
        await client.settled()
        assert isinstance((await updates_so_far(client))[-1].event, ev.Rejected)  # type: ignore[union-attr]
        finder.found.agrees = True
        await client.act(room, cmd.Offer(OfferKind.DRAW))
        await client.settled()
        assert room_in(client).game.outcome is not None


async def test_an_answer_that_can_not_be_saved_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with local_client(tmp_path, Finder()) as client:
        room = client.begin(game_of(players=(ANNA, COMPUTER)))
        await client.act(room, cmd.Offer(OfferKind.DRAW))
        with monkeypatch.context() as patched:
            patched.setattr("os.fsync", _full)
            await client.settled()
        assert isinstance((await updates_so_far(client))[-1], ClientStopped)


@pytest.mark.parametrize("turn", [None, cmd.Play(parse_point("A1", 19))])
async def test_a_computer_that_can_not_go_on_is_said(tmp_path: Path, turn: cmd.Play | None) -> None:
    finder = Finder()
    finder.found.turns = [turn]
    async with local_client(tmp_path, finder) as client:
        client.begin(game_of(players=(COMPUTER, ANNA)))
        await client.settled()
        assert isinstance((await updates_so_far(client))[-1], ClientStopped)


async def test_the_computer_explains_a_move_before_it(tmp_path: Path) -> None:
    finder = Finder()
    finder.found.explanation = ("the centre is best",)
    manner = TurnManner(explains=True)
    async with LocalClient(tmp_path, finder, Time(), manner) as client:
        client.begin(game_of(players=(COMPUTER, ANNA)))
        await client.settled()
        explained, moved = await updates_so_far(client)
        assert isinstance(explained, MoveExplained)
        assert (explained.player.name, explained.lines) == ("scripted", ("the centre is best",))
        assert isinstance(moved, RoomAdvanced)


async def test_an_explanation_is_not_shown_once_the_move_is_taken_back(tmp_path: Path) -> None:
    finder = Finder()
    finder.found.explanation = ("the centre is best",)
    async with LocalClient(tmp_path, finder, Time(), TurnManner(explains=True)) as client:
        room = client.begin(game_of(players=(ANNA, COMPUTER)))
        await played(client, room, at("K10"))
        await client.act(room, cmd.Offer(OfferKind.TAKEBACK))
        await client.settled()
        assert not any(isinstance(update, MoveExplained) for update in await updates_so_far(client))


async def test_computers_keep_their_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr("pente_client.local.computer_turns.asyncio.sleep", noted)
    async with LocalClient(tmp_path, Finder(), Time(), TurnManner(pace=7.0)) as client:
        client.begin(game_of(players=(COMPUTER, ANNA)))
        await client.settled()
        assert len(room_in(client).game.turns) == 1
    assert any(6.0 < wait <= 7.0 for wait in waits)


async def test_computers_play_each_other_while_somebody_looks_on(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of({"base": "gomoku", "size": 5, "opening": "free"}, (COMPUTER, COMPUTER)))
        await client.settled()
        assert room_in(client).status is ev.Status.FINISHED
        assert room_in(client).seat_of(client.me.id) is None
        assert not client.shares_board
        with pytest.raises(RequestRejected):
            await client.act(room, cmd.Offer(OfferKind.REMATCH))
        (path,) = client.files
    async with local_client(tmp_path) as client:
        client.resume(path)
        assert room_in(client).status is ev.Status.FINISHED


async def test_who_looks_on_can_not_move(tmp_path: Path) -> None:
    finder = Finder()
    finder.found.may_think.clear()
    async with local_client(tmp_path, finder) as client:
        room = client.begin(game_of(players=(COMPUTER, COMPUTER)))
        for command in (cmd.Play(parse_point("K10", 19)), cmd.Resign(), cmd.Offer(OfferKind.TAKEBACK)):
            with pytest.raises(RequestRejected):
                await client.act(room, command)
        assert not room_in(client).game.turns


async def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        await played(client, room, at("K10"))
        before, (path,) = room_in(client), client.files
    async with local_client(tmp_path) as client:
        assert client.resume(path) == room
        assert room_in(client) == before
        await played(client, room, at("L11"))
    assert saved_room(tmp_path).game.tokens == ("K10", "L11")


async def test_a_clock_stands_still_while_the_program_is_not_there(tmp_path: Path) -> None:
    time = Time()
    async with local_client(tmp_path, time=time) as client:
        room = client.begin(game_of(time=FIVE))
        time.now = Instant(NOW + 10_000)
        await played(client, room, at("K10"))
        time.now = Instant(NOW + 14_000)
        (path,) = client.files
    time.now = Instant(NOW + 90_000_000)
    async with local_client(tmp_path, time=time) as client:
        client.resume(path)
        left = room_in(client).clock.remaining_at(time.now)
        assert left == (293_000, 296_000)
        assert room_in(client).paused is not None
        await client.act(room, cmd.Resume())
        time.now = Instant(time.now + 1_000)
        assert room_in(client).clock.remaining_at(time.now) == (293_000, 295_000)


async def test_a_killed_program_took_no_time_of_a_turn(tmp_path: Path) -> None:
    time = Time()
    async with local_client(tmp_path, time=time) as client:
        room = client.begin(game_of(time=FIVE))
        await played(client, room, at("K10"))
        (path,) = client.files
        as_killed = path.read_bytes()
    path.write_bytes(as_killed)
    time.now = Instant(NOW + 1_000_000)
    async with local_client(tmp_path, time=time) as client:
        client.resume(path)
        assert isinstance(read_saved_game(path).events[-1], ev.Paused)
        assert room_in(client).clock.remaining_at(time.now)[1] == 300_000


async def test_a_flag_falls(tmp_path: Path) -> None:
    time = Time()
    async with local_client(tmp_path, time=time) as client:
        room = client.begin(game_of(time=FIVE))
        await played(client, room, at("K10"))
        time.now = Instant(NOW + 301_000)
        with pytest.raises(RequestRejected) as rejected:
            await played(client, room, at("L11"))
        assert rejected.value.code == Reason.TOO_LATE
        outcome = room_in(client).game.outcome
        assert outcome is not None
        assert outcome.termination is Termination.TIME


async def test_nobody_has_to_hurry_with_the_first_move(tmp_path: Path) -> None:
    time = Time()
    async with local_client(tmp_path, time=time) as client:
        room = client.begin(game_of(time=FIVE))
        time.now = Instant(NOW + 200_000)
        await played(client, room, at("K10"))
        assert room_in(client).status is ev.Status.PLAYING


async def test_a_game_without_moves_is_not_kept(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        client.begin(game_of())
        (path,) = client.files
    assert not path.exists()


async def test_a_position_is_kept(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        following = await client.set_up(room, Setup(((Point(at("A1")),), ()), colour=1))
        assert client.latest == following
    (path,) = saved_games(tmp_path)
    assert path.stem == following


async def test_computers_take_seats_and_people_keep_their_names(tmp_path: Path) -> None:
    def names() -> list[str]:
        return [player.name for player in room_in(client).seats if player is not None]

    async with local_client(tmp_path) as client:
        room = client.begin(game_of(players=(ANNA, COMPUTER)))
        room = await client.set_up(room, None, seats=("scripted", "scripted"))
        assert names() == ["scripted", "scripted"]
        assert (client.me, client.shares_board) == (VIEWER, False)
        room = await client.set_up(room, None, seats=("scripted", None))
        assert (names(), client.me.name) == (["scripted", "anna"], "anna")
        room = await client.set_up(room, None, seats=(None, None))
        assert (names(), client.shares_board) == (["anna", "player-1"], True)
        with pytest.raises(RequestRejected, match="champion"):
            await client.set_up(room, None, seats=(None, "champion"))
        assert client.latest == room


async def test_a_game_in_whose_place_another_has_begun_stands_still(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of(players=(COMPUTER, COMPUTER)))
        await client.set_up(room, None, seats=(None, None))
        await asyncio.sleep(0)
        assert not client.rooms[room].room.game.turns


async def test_a_saved_game_whose_events_do_not_fit(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        await played(client, room, at("K10"))
        (path,) = client.files
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines, lines[-1]]))
    async with local_client(tmp_path) as client:
        with pytest.raises(UnusableGame, match="do not fit"):
            client.resume(path)


async def test_a_saved_game_with_an_unknown_computer_player(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of(players=(ANNA, COMPUTER)))
        await played(client, room, at("K10"))
        (path,) = client.files
    path.write_text(path.read_text().replace("scripted", "champion"))
    async with local_client(tmp_path) as client:
        with pytest.raises(UnusableGame, match="no player champion"):
            client.resume(path)


async def test_a_room_that_still_waits_is_no_saved_game(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        await played(client, room, at("K10"))
        (path,) = client.files
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]))
    async with local_client(tmp_path) as client:
        with pytest.raises(UnusableGame, match="an empty seat"):
            client.resume(path)


async def test_what_needs_a_server_says_so(tmp_path: Path) -> None:
    async with local_client(tmp_path) as client:
        room = client.begin(game_of())
        for ask in (client.browse_players(), client.profile("bob"), client.codes.share(room)):
            with pytest.raises(RequestRejected, match="no server here"):
                await ask
        with pytest.raises(RequestRejected):
            await client.watch(RoomId("room-none"))


async def test_a_record_is_written_without_a_rematch_that_was_left(
    tmp_path: Path,
) -> None:
    async with local_client(tmp_path / "games") as client:
        room = client.begin(game_of())
        await client.act(room, cmd.Resign())
        await client.act(room, cmd.Offer(OfferKind.REMATCH))
        assert client.latest != room
    path = tmp_path / "games.pgn"
    write_records(str(path), client.files)
    (entry,) = entries_of(str(path), FORMATS["pgn"])
    assert isinstance(entry.content, Record)
