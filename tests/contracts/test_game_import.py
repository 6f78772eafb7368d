"""Recorded games in every store: there once, found where they belong, and never counted."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from pente_client.stream.jsonl.fields import game_fields
from pente_client.words.lists.game_list import game_lines, short_game_lines
from pente_core.clock.instant import Instant
from pente_core.identity import IMPORTED_IDS, PlayerId, PlayerKind
from pente_core.records import (
    Comment,
    Contestant,
    Day,
    End,
    Record,
    format_pgn,
    format_sgf,
    record_of_log,
)
from pente_core.room import events as ev
from pente_core.room import replay
from pente_core.room.analysis import MOST_COMMENTS, MOST_TEXT
from pente_core.room.permissions import LONGEST_TEXT, check_text
from pente_core.rules.game import Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from pente_core.value import replace
from pente_protocol.codec import decode_game
from pente_protocol.logs.format_versions import read_log
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.messages.base import RequestId
from pente_protocol.names import check_new_name
from pente_protocol.untrusted_text import BadName
from pente_server.admin.games.game_importer import (
    EntryReport,
    FileEntry,
    GameFate,
    broken_games,
    import_games,
)
from pente_server.admin.games.record_files import record_file
from pente_server.limits.errors import RequestDenied
from pente_server.results.archive.game_search import GameSearch
from pente_server.results.archive.imported_players import imported_player
from pente_server.results.archive.opening_explorer import explore_position
from pente_server.store import Store
from pente_server.store.archive_store import ArchiveList, SortKey, room_of_sort_key
from tests.support.games.real_games import load_real_games

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOW = Instant(1_800_000_000_000)
FOR_EVER = Instant(1 << 45)
NOBODY = PlayerId("0" * 32)
ANY = RequestId(1)
GAMES = [
    Record(
        ruleset=game.rules,
        players=(Contestant("Anna", 1500), Contestant("bob", kind=PlayerKind.BOT)),
        turns=tuple(parse_point(name, 19) for name in game.moves),
        end=End((game.winner,)),
        rated=True,
        day=Day(2010, 1, number),
    )
    for number, game in enumerate(load_real_games()[:4], start=1)
]


def a_file(directory: Path, records: Iterable[Record], extra: str = "") -> Path:
    path = directory / "games.pgn"
    path.write_text("\n".join(map(format_pgn, records)) + extra, encoding="utf-8")
    return path


def entries(path: Path) -> list[FileEntry]:
    file = record_file(path, None)
    return [(file, number, entry) for number, entry in enumerate(file.entries(), start=1)]


async def imported(store: Store, path: Path, *, is_trial: bool = False) -> list[EntryReport]:
    return [game async for game in import_games(store, entries(path), NOW, is_trial=is_trial)]


def fates(games: Iterable[EntryReport]) -> Counter[GameFate]:
    return Counter(game.fate for game in games)


async def listed(store: Store) -> list[GameSummary]:
    keys = await store.archive.places(ArchiveList(), SortKey(b""), SortKey(b""), 100)
    found = await store.archive.entries([room_of_sort_key(key) for key in keys])
    return [decode_game(entry) for entry in found if entry is not None]


async def test_games_are_listed_with_their_names_dates_and_results(store: Store, tmp_path: Path) -> None:
    games = await imported(store, a_file(tmp_path, GAMES))
    assert fates(games) == {GameFate.IMPORTED: 4}

    shown = await listed(store)
    assert [game.end for game in shown] == sorted((game.end for game in shown), reverse=True)
    for game, record in zip(reversed(shown), GAMES, strict=True):
        assert [player.name for player in game.players] == ["Anna_", "bob_"]
        assert [player.kind for player in game.players] == [PlayerKind.PERSON, PlayerKind.BOT]
        assert all(player.is_imported for player in game.players)
        assert game.winners == (0,) if record.end == End((0,)) else (1,)
        assert game.ruleset == record.ruleset
        assert not game.rated
        assert game.moves == len(record.turns)
        assert 1_262_304_000_000 <= game.end < 1_262_304_000_000 + 5 * 86_400_000


async def test_the_whole_game_is_there(store: Store, tmp_path: Path) -> None:
    await imported(store, a_file(tmp_path, GAMES[:1]))
    (game,) = await listed(store)
    events = read_log(await store.read(game.id, 0))
    room = replay(events)
    assert room.game.turns == GAMES[0].turns
    assert isinstance(events[-1], ev.Finished)
    assert events[-1].termination in {Termination.LINE, Termination.CAPTURES, Termination.RESIGNATION}


async def test_what_a_record_says_besides_is_kept(store: Store, tmp_path: Path) -> None:
    said = replace(
        GAMES[0],
        players=(Contestant("Zoë <b>", 1720), Contestant("bob", 99_999)),
        tags=(("Site", "example.org"), ("Event", "Club <i>final</i>"), ("Round", "-"), ("Annotator", "Gus")),
        comments=(Comment(0, "They met again."), Comment(3, "A surprise"), Comment(3, "word " * 70 + "end")),
    )
    await imported(store, a_file(tmp_path, [said]))
    (game,) = await listed(store)
    assert [player.rating for player in game.players] == [1720, None], "a rating that none can be is left out"
    room = replay(read_log(await store.read(game.id, 0)))
    comments = room.analysis.comments
    assert {comment.player.name for comment in comments} == {"Gus_"}
    first, again, surprise, *rest = comments
    assert (first.node, first.text) == (
        0,
        "Players: Zoë <b>, bob; Site: example.org; Event: Club <i>final</i>",
    )
    assert (again.node, again.text) == (0, "They met again.")
    assert (surprise.node, surprise.text) == (3, "A surprise")
    assert " ".join(part.text for part in rest) == "word " * 70 + "end"
    assert {part.node for part in rest} == {3}
    assert all(len(part.text) <= LONGEST_TEXT for part in rest)
    for comment in comments:
        check_text(comment.text)


async def test_comments_are_bounded_and_harmless(store: Store, tmp_path: Path) -> None:
    many = tuple(Comment(1, "x" * 190 + str(number)) for number in range(200))
    path = a_file(tmp_path, [replace(GAMES[0], comments=many)])
    path.write_text(path.read_text("utf-8").replace("x" * 190 + "0", "a\u202eb"), encoding="utf-8")
    await imported(store, path)
    (game,) = await listed(store)
    comments = replay(read_log(await store.read(game.id, 0))).analysis.comments
    assert comments[0].text == "a b"
    assert sum(len(comment.text) for comment in comments) <= MOST_TEXT.of_person
    assert 1 < len(comments) <= MOST_COMMENTS.of_person


@pytest.mark.parametrize(("day", "said"), [(None, []), (Day(1950, 5, 1), ["Date: 1950-05-01"])])
async def test_a_game_without_a_date_has_none(
    store: Store, tmp_path: Path, day: Day | None, said: list[str]
) -> None:
    await imported(store, a_file(tmp_path, [replace(GAMES[0], day=day)]))
    (game,) = await listed(store)
    (line,) = game_lines([game])
    (short,) = short_game_lines([game])
    assert "1970" not in line + short
    assert (game_fields(game)["start"], game_fields(game)["end"]) == (None, None)
    events = read_log(await store.read(game.id, 0))
    assert record_of_log(events).day is None
    assert [comment.text for comment in replay(events).analysis.comments] == said


async def test_repeating_it_changes_nothing(store: Store, tmp_path: Path) -> None:
    path = a_file(tmp_path, GAMES)
    await imported(store, path)
    before = await listed(store)
    opening = Position.initial(RULESETS["pente"])
    counted = await explore_position(store.archive, ANY, opening)
    assert fates(await imported(store, path)) == {GameFate.THERE: 4}
    assert await listed(store) == before
    assert await explore_position(store.archive, ANY, opening) == counted


async def test_a_game_that_comes_twice_is_one(store: Store, tmp_path: Path) -> None:
    again = replace(GAMES[0], players=(Contestant(" ANNA"[1:]), Contestant("Bob")))
    (tmp_path / "more.sgf").write_text(format_sgf(again), encoding="utf-8")
    path = a_file(tmp_path, [GAMES[0], GAMES[0], replace(GAMES[0], day=Day(2011, 1, 1))])
    assert [game.fate for game in await imported(store, path)] == [
        GameFate.IMPORTED,
        GameFate.AGAIN,
        GameFate.IMPORTED,
    ]
    assert fates(await imported(store, tmp_path / "more.sgf")) == {GameFate.THERE: 1}


async def test_an_interrupted_import_is_completed(store: Store, tmp_path: Path) -> None:
    await imported(store, a_file(tmp_path, GAMES[:2]))
    assert fates(await imported(store, a_file(tmp_path, GAMES))) == {GameFate.THERE: 2, GameFate.IMPORTED: 2}
    assert len(await listed(store)) == 4


async def test_a_trial_writes_nothing(store: Store, tmp_path: Path) -> None:
    assert fates(await imported(store, a_file(tmp_path, GAMES), is_trial=True)) == {GameFate.IMPORTED: 4}
    assert await listed(store) == []


async def test_no_server_counts_them(store: Store, tmp_path: Path) -> None:
    await imported(store, a_file(tmp_path, GAMES))
    assert list(await store.archive.unfiled(FOR_EVER)) == []


async def test_the_explorer_counts_them_once(store: Store, tmp_path: Path) -> None:
    await imported(store, a_file(tmp_path, GAMES))
    found = await explore_position(store.archive, ANY, Position.initial(RULESETS["pente"]))
    assert found.games == sum(record.ruleset.base == "pente" for record in GAMES)
    assert [turn.notations for turn in found.turns] == [("K10",)]


async def test_they_are_found_by_the_marked_name_only(store: Store, tmp_path: Path) -> None:
    await imported(store, a_file(tmp_path, GAMES))
    search = GameSearch(store)
    found, _ = await search.find(GameFilter(player="ANNA_"), "", NOBODY)
    assert len(found) == 4
    for name in ("anna", "nobody_"):
        with pytest.raises(RequestDenied):
            await search.find(GameFilter(player=name), "", NOBODY)


async def test_what_is_broken_is_skipped_with_its_line(store: Store, tmp_path: Path) -> None:
    broken = (
        '\n[Game "Pente"]\n[Player 1 Name "x"]\n[Result "1-0"]\n\n1. K10 K10 1-0\n'
        '\n[Game "Pente"]\n[Result "?"]\n\n1. K10 L10 ?\n'
        '\n[Game "Chess"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    )
    path = a_file(tmp_path, GAMES[:1], broken)
    lines = path.read_text("utf-8").splitlines()
    *_, illegal, unfinished, foreign = games = await imported(store, path)
    assert fates(games) == {GameFate.IMPORTED: 1, GameFate.SKIPPED: 3}
    assert str(illegal).startswith(f"{path}:{lines.index('1. K10 K10 1-0') + 1}: game 2: turn 2, K10")
    assert unfinished.reason == "the game has no result"
    assert "expected" in foreign.reason
    assert [game.number for game in broken_games(entries(path))] == [2, 3, 4]


async def test_a_game_that_ended_on_the_board_needs_no_result(store: Store, tmp_path: Path) -> None:
    won = next(record for record in GAMES if record.ruleset.base == "pente")
    record = replace(won, end=None)
    assert fates(await imported(store, a_file(tmp_path, [record]))) == {GameFate.IMPORTED: 1}
    (game,) = await listed(store)
    assert won.end is not None
    assert game.winners == won.end.winners


@pytest.mark.parametrize(
    "name", ["a\u202eb", "\u3164", "?", "x" * 300, "admin", "<b>", "guest-1", "*", "ann *"]
)
async def test_hostile_names_become_harmless_ones(store: Store, tmp_path: Path, name: str) -> None:
    path = tmp_path / "games.pgn"
    text = format_pgn(GAMES[0]).replace('"Anna"', f'"{name}"')
    path.write_text(text, encoding="utf-8")
    assert fates(await imported(store, path)) == {GameFate.IMPORTED: 1}
    (game,) = await listed(store)
    first = game.players[0]
    assert first.id.startswith(IMPORTED_IDS)
    assert first.name.endswith("_")
    assert re.fullmatch("[A-Za-z0-9_-]{2,20}", first.name)
    assert not first.is_guest
    with pytest.raises(BadName):
        check_new_name(first.name)
    assert await store.accounts.find(first.name) is None


async def test_swapped_players_sit_where_the_record_says(store: Store, tmp_path: Path) -> None:
    rules: Ruleset = ruleset_from("d-pente")
    stones = [parse_point(name, 19) for name in ("K10", "L10", "K12", "L12")]
    turns: tuple[Turn, ...] = (*stones, Choice.SWAP)
    record = Record(
        ruleset=rules,
        players=(Contestant("first"), Contestant("second")),
        turns=turns,
        end=End((0,), Termination.RESIGNATION),
    )
    assert fates(await imported(store, a_file(tmp_path, [record]))) == {GameFate.IMPORTED: 1}
    (game,) = await listed(store)
    assert [player.name for player in game.players] == ["first_", "second_"]
    assert game.winners == (0,)


async def test_a_game_of_the_future_is_one_of_today(store: Store, tmp_path: Path) -> None:
    await imported(store, a_file(tmp_path, [replace(GAMES[0], day=Day(2999, 1, 1))]))
    (game,) = await listed(store)
    assert game.end == NOW


async def test_names_are_equal_in_any_case() -> None:
    assert imported_player("Anna").id == imported_player("ANNA_").id != imported_player("Annb").id
