"""`pente games` and `pente explore`, at a server with games."""

import json
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from pente_client.cli import main
from pente_client.play.ports import GamePort
from pente_client.play.shown.guidance import Guidance
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.records import read_pgn, read_sgf
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.room import Options
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.codec import encode_event, encode_review
from pente_protocol.logs.game_records import read_gamelog
from pente_protocol.logs.json_lines import scan_logs
from pente_server.results.archive import archived_game
from pente_server.results.post_game import FinishedRoom
from pente_server.store import Commit, Store
from pente_server.store.memory.store import MemoryStore
from tests.client.conftest import Start
from tests.support.games.finished_games import NOON, PEOPLE, finished_room
from tests.support.games.real_games import load_real_games
from tests.support.peer import serving

ANN, BOB, CAT, _ = PEOPLE
DAY = 86_400_000


def game_of(*tokens: str, rules: object = "pente") -> Game:
    game = Game.new(ruleset_from(rules))
    for token in tokens:
        game = game.play(parse_point(token, game.rules.size))[1]
    return game


async def keep(store: Store, *games: FinishedRoom) -> None:
    """Have games in a store as if they had been played there."""
    for game in games:
        bodies = tuple(map(encode_event, game.events))
        await store.commit(Commit(game.id, 0, "the end", bodies, None, is_over=True))
        await store.archive.file(await archived_game(game))


FIRST = finished_room(game_of("K10", "L11", "N13"), 0, players=(ANN, BOB))
SECOND = finished_room(game_of("K10", "L9", "N7"), 1, players=(CAT, ANN), at=Instant(NOON + DAY))
GOMOKU = finished_room(
    game_of("K10", rules="gomoku"), termination=Termination.AGREEMENT, at=Instant(NOON + 2 * DAY)
)
SECRET = finished_room(game_of("K10"), 0, at=Instant(NOON + 3 * DAY), options=Options(private=True))


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A server with four games."""
    store = MemoryStore()
    await keep(store, FIRST, SECOND, GOMOKU, SECRET)
    async with serving(store) as served:
        yield served.url


@pytest.fixture
def ten_hours_east() -> Iterator[None]:
    """A reader in another time zone than that of the server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "XYZ-10")
        time.tzset()
        yield
    time.tzset()


class TestList:
    @pytest.mark.usefixtures("ten_hours_east")
    async def test_times_are_local(self, start: Start, url: str) -> None:
        program = start("games", url, "--since", "2025-06-16", "--until", "2025-06-16")
        assert await program.ended() == 0
        (line,) = program.said.splitlines()
        assert line.split()[:3] == [FIRST.id, "2025-06-16", "01:06"]

    async def test_for_people(self, start: Start, url: str) -> None:
        program = start("games", url)

        assert await program.ended() == 0
        lines = program.said.splitlines()
        assert [line.split()[0] for line in lines] == [GOMOKU.id, SECOND.id, FIRST.id]
        assert lines[-1].split() == [
            *(FIRST.id, "2025-06-15", "15:06", "pente", "-", "ann", "-", "bob"),
            *("1-0", "(resignation)", "3", "moves"),
        ]

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            (["--player", "ann"], [GOMOKU, SECOND, FIRST]),
            (["--player", "ANN", "--result", "won"], [SECOND, FIRST]),
            (["--player", "cat", "--result", "lost"], [SECOND]),
            (["--result", "draw"], [GOMOKU]),
            (["--ruleset", "gomoku"], [GOMOKU]),
            (["--since", "2025-06-16", "--until", "2025-06-16"], [SECOND]),
            (["--since", "2025-06-15T15:06:40", "--until", "2025-06-15T15:06:41Z"], [FIRST]),
            (["--since", "2025-06-15 15:06:41"], [GOMOKU, SECOND]),
            (["--position", "K10 J9"], [SECOND, FIRST]),
            (["--position", "K10", "--ruleset", "gomoku"], [GOMOKU]),
            (
                [
                    "--position",
                    "19/19/19/19/19/19/19/19/19/9X9/19/19/19/19/19/19/19/19/19 0,0 1O1 - - 1 gomoku",
                ],
                [GOMOKU],
            ),
        ],
    )
    async def test_filters(
        self, start: Start, url: str, options: list[str], expected: list[FinishedRoom]
    ) -> None:
        program = start("games", "list", url, *options, "--json")

        assert await program.ended() == 0
        lines = [json.loads(line) for line in program.said.splitlines()]
        assert [line["id"] for line in lines[:-1]] == [game.id for game in expected]
        assert lines[-1] == {"t": "end"}

    async def test_every_field(self, start: Start, url: str) -> None:
        program = start("games", url, "--until", "2025-06-15", "--json")

        assert await program.ended() == 0
        assert json.loads(program.said.splitlines()[0]) == {
            "t": "game",
            "id": FIRST.id,
            "ruleset": "pente",
            "time": "-",
            "players": [
                {"name": "ann", "kind": "person", "id": ANN.id},
                {"name": "bob", "kind": "person", "id": BOB.id},
            ],
            "result": "1-0",
            "termination": "resignation",
            "winners": [0],
            "moves": 3,
            "start": "2025-06-15T15:05:40Z",
            "end": "2025-06-15T15:06:40Z",
            "rated": False,
            "private": False,
            "from_position": False,
        }

    async def test_page_after_page(self, start: Start, url: str) -> None:
        program = start("games", url, "--count", "2")
        assert await program.ended() == 0
        *games, more = program.said.splitlines()
        assert [line.split()[0] for line in games] == [GOMOKU.id, SECOND.id]
        assert more.startswith("For more games, add --from ")

        program = start("games", url, "--from", more.split()[-1])
        assert await program.ended() == 0
        assert [line.split()[0] for line in program.said.splitlines()] == [FIRST.id]

    async def test_nothing(self, start: Start, url: str) -> None:
        program = start("games", url, "--player", "ann", "--ruleset", "boat-pente")
        assert (await program.ended(), program.said) == (0, "No games found.\n")

    async def test_a_player_who_is_not_there(self, start: Start, url: str) -> None:
        program = start("games", url, "--player", "nobody")
        assert await program.ended() == 4
        assert "there is no player nobody" in program.err.getvalue().lower()

    @pytest.mark.parametrize(
        ("options", "why"),
        [
            (
                ["--since", "tomorrow"],
                "2026-01-31T18:30, in your local time",
            ),
            (["--ruleset", "chess"], "there is no ruleset 'chess'"),
            (["--position", "K10 K10"], "K10 is not legal there in pente: "),
            (["--position", "X99"], "write moves such as K10 L11"),
            (["--position", "19/19 x"], "a position needs 7 fields"),
        ],
    )
    def test_what_makes_no_sense(
        self, options: list[str], why: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["games", *options]) == 2
        error = capsys.readouterr().err
        assert error.startswith(("pente games: ", "pente games list: "))
        assert why in error


class TestShow:
    async def test_a_moment(self, start: Start, url: str) -> None:
        program = start("games", "show", FIRST.id, url, "--at", "2", "--ascii")

        assert await program.ended() == 0
        assert "   1. K10 L11 N13\n" in program.said
        assert "ann - bob (pente)" in program.said
        assert "N13" not in program.said.split("ann - bob (pente)")[1]

    async def test_the_end(self, start: Start, url: str) -> None:
        program = start("games", "show", FIRST.id, url)

        assert await program.ended() == 0
        assert "Result: 1-0 (resignation)" in program.said

    async def test_every_event(self, start: Start, url: str) -> None:
        program = start("games", "show", FIRST.id, url, "--json")

        assert await program.ended() == 0
        types = [json.loads(line)["t"] for line in program.said.splitlines()]
        assert types == ["created", "joined", "joined", "started", "moved", "moved", "moved", "finished"]

    @pytest.mark.parametrize("id_", [SECRET.id, "0123456789ab"], ids=["private", "unknown"])
    async def test_what_is_not_there_or_not_for_all(self, start: Start, url: str, id_: str) -> None:
        program = start("games", "show", id_, url)
        assert await program.ended() == 4
        assert "there is no such room" in program.err.getvalue()

    async def test_a_moment_that_never_was(self, start: Start, url: str) -> None:
        program = start("games", "show", FIRST.id, url, "--at", "9")
        assert await program.ended() == 1
        assert "the game has only 3 stones" in program.err.getvalue()


class TestExport:
    @pytest.mark.parametrize("form", ["pgn", "sgf", "jsonl"])
    async def test_every_format_reads_back(self, start: Start, tmp_path: Path, form: str) -> None:
        store, real = MemoryStore(), load_real_games()
        games = [
            finished_room(game_of(*each.moves, rules=each.ruleset), each.winner, at=Instant(NOON - number))
            for number, each in enumerate(real)
        ]
        await keep(store, *games)
        file = tmp_path / f"games.{form}"
        async with serving(store) as served:
            program = start("games", "export", served.url, "-o", str(file))
            assert await program.ended() == 0

        assert program.err.getvalue() == f"Exported {len(games)} games to {file}.\n"
        with file.open() as lines:
            read = {"pgn": read_pgn, "sgf": read_sgf, "jsonl": read_gamelog}[form]
            records = list(read(lines))
        assert [record.turns for record in records] == [game.room.game.turns for game in games]
        assert [record.players[0].name for record in records] == ["ann"] * len(games)

    @pytest.mark.parametrize("form", ["pgn", "sgf"])
    async def test_a_record_has_the_review_of_its_game(self, start: Start, tmp_path: Path, form: str) -> None:
        store, file = MemoryStore(), tmp_path / f"games.{form}"
        await keep(store, FIRST, SECOND)
        mistake = StoneReview(Expectation(200), Expectation(600), (Point(0),), Judgement.BLUNDER)
        review = GameReview("engine", (StoneReview(Expectation(500), Expectation(500)), mistake))
        await store.reviews.put(FIRST.id, encode_review(review))
        async with serving(store) as served:
            assert await start("games", "export", served.url, "-o", str(file)).ended() == 0
        with file.open() as lines:
            second, first = {"pgn": read_pgn, "sgf": read_sgf}[form](lines)
        assert (second.review, first.review) == (None, review)

    async def test_the_log_is_as_it_was_played(self, start: Start, url: str, tmp_path: Path) -> None:
        file = tmp_path / "games"
        program = start("games", "export", url, "--player", "cat", "--to", "jsonl", "-o", str(file))

        assert await program.ended() == 0
        logs = [entry.content for entry in scan_logs(file.read_text().splitlines())]
        assert [log.events for log in logs] == [SECOND.events]  # type: ignore[union-attr]

    async def test_many_games_some_of_them_long(self, start: Start, tmp_path: Path) -> None:
        store = MemoryStore()
        endless = {"base": "freestyle", "size": 25, "line": 25, "dead_draw": False}
        turns = [f"{column}{row}" for row in range(1, 25) for column in "ABCDEFGHJK"]
        long, short = game_of(*turns, rules=endless), game_of(*turns[:5], rules=endless)
        games = [finished_room(short if n % 8 else long, 0, at=Instant(NOON - n)) for n in range(60)]
        await keep(store, *games)
        async with serving(store) as served:
            program = start("games", "export", served.url, "--json", "-o", "-")
            assert await program.ended() == 0

        logs = [entry.content for entry in scan_logs(program.said.splitlines())]
        assert [log.room for log in logs] == [game.id for game in games]  # type: ignore[union-attr]
        assert all(log.events == game.events for log, game in zip(logs, games, strict=True))  # type: ignore[union-attr]

    async def test_one_game(
        self, start: Start, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert await start("games", "export", FIRST.id, url).ended() == 0
        (record,) = read_sgf((tmp_path / f"{FIRST.id}.sgf").read_text().splitlines(keepends=True))
        assert [player.name for player in record.players] == ["ann", "bob"]
        shown = start("games", "export", url, FIRST.id, "--to", "pgn", "-o", "-")
        assert (await shown.ended(), len(list(read_pgn(shown.said.splitlines(keepends=True))))) == (0, 1)

    @pytest.mark.parametrize("words", [(), (FIRST.id, SECOND.id), (FIRST.id, "--player", "ann"), ("?",)])
    def test_one_game_or_a_file(self, words: tuple[str, ...]) -> None:
        assert main(["games", "export", *words]) == 2

    def test_a_format_is_needed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["games", "export", "-o", "games"]) == 2
        assert "add --to" in capsys.readouterr().err


class TestExplore:
    async def test_for_people(self, start: Start, url: str) -> None:
        program = start("explore", url, "K10", "J9")

        assert await program.ended() == 0
        first, head, row = program.said.splitlines()
        assert first == "pente, after 2 stones: 2 games; white won 1, black won 1, drawn 0"
        assert head.split() == ["games", "white", "black", "draws"]
        assert row.split() == ["G7", "2", "50%", "50%", "0%"]

    async def test_for_programs(self, start: Start, url: str) -> None:
        program = start("explore", url, "--ruleset", "gomoku", "--json")

        assert await program.ended() == 0
        told = json.loads(program.said)
        assert (told["games"], told["wins"], told["draws"]) == (1, [0, 0], 1)
        assert told["turns"] == [{"turn": "K10", "same": [], "games": 1, "wins": [0, 0], "draws": 1}]

    async def test_nothing(self, start: Start, url: str) -> None:
        program = start("explore", url, "--ruleset", "connect6", "--board")
        assert await program.ended() == 0
        assert program.said.endswith("connect6, at the start: no games\n")

    def test_an_illegal_move(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["explore", "A1"]) == 2
        assert "A1 is not legal there in pente" in capsys.readouterr().err


class TestReplay:
    async def test_a_game_of_a_server_as_text(self, start: Start, url: str) -> None:
        program = start("replay", url, FIRST.id, "--at", "2")
        assert await program.ended() == 0
        assert "ann" in program.said
        assert "L11" in program.said
        assert "N13" not in program.said
        assert "  2025-06-15 15:05:40 UTC\n" in program.said

    async def test_only_moves(self, start: Start, url: str) -> None:
        program = start("replay", url, SECOND.id, "--moves")
        assert await program.ended() == 0
        assert "┼" not in program.said

    async def test_what_is_not_there(self, start: Start, url: str, tmp_path: Path) -> None:
        program = start("replay", url, SECRET.id)
        assert await program.ended() == 4
        (tmp_path / "games.pgn").touch()
        program = start("replay", str(tmp_path / "games.pgn"), SECRET.id)
        assert await program.ended() == 2
        assert "is a file; type pente replay FILE, or pente replay URL ID" in program.err.getvalue()

    async def test_a_terminal_shows_it_on_the_whole_screen(
        self, start: Start, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shown: list[tuple[str, tuple[str, ...], int | None]] = []

        async def run_screen(
            game: GamePort,
            room: RoomId,
            *,
            review: object,
            at: int | None,
            learn: str | None,
            guidance: Guidance,
        ) -> int:
            assert (review, learn, guidance.tutor) == (None, None, None)
            assert guidance.advisor is not None
            shown.append((room, game.rooms[room].room.game.tokens, at))
            return 0

        monkeypatch.setattr("pente_client.screen.run_screen", run_screen)
        monkeypatch.setattr("pente_client.cli.steps.replaying.wants_screen", lambda _: True)
        assert await start("replay", url, FIRST.id, "--at", "2").ended() == 0
        assert await start("replay", url, GOMOKU.id).ended() == 0
        assert shown == [(FIRST.id, ("K10", "L11", "N13"), 2), (GOMOKU.id, ("K10",), 0)]

    async def test_a_reviewed_game_is_shown_with_its_review(
        self, start: Start, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shown = list[GameReview | None]()

        async def run_screen(
            game: GamePort, room: RoomId, *, review: GameReview | None, learn: str | None, **_: object
        ) -> int:
            del game, room
            assert learn == "black"
            shown.append(review)
            return 0

        stone = StoneReview(Expectation(500), Expectation(500))
        review, store = GameReview("engine", (stone,) * 3), MemoryStore()
        await keep(store, FIRST)
        await store.reviews.put(FIRST.id, encode_review(review))
        monkeypatch.setattr("pente_client.screen.run_screen", run_screen)
        monkeypatch.setattr("pente_client.cli.steps.replaying.wants_screen", lambda _: True)
        async with serving(store) as served:
            assert await start("replay", served.url, FIRST.id, "--learn", "black").ended() == 0
        assert shown == [review]
