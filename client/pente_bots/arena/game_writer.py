"""The games of an arena in a file, as SGF for *.sgf, else as the text of pente.org."""

from pathlib import Path
from types import TracebackType
from typing import Self

from pente_bots.arena.match_game import PlayedGame
from pente_core.identity import PlayerKind
from pente_core.records import Contestant, End, Record, format_pgn, format_sgf


class CannotWrite(Exception):
    """The file can't be written; the message says which, and why."""


class GameWriter:
    """A file that each game is appended to as soon as it has ended. Mutable; use it in a ``with``.

    An existing file is overwritten. Raises CannotWrite from the constructor and from `add`.
    """

    def __init__(self, path: Path, event: str) -> None:
        self._path = path
        self._event = event
        self._format = format_sgf if path.suffix.casefold() == ".sgf" else format_pgn
        try:
            self._file = path.open("w", encoding="utf-8")
        except OSError as error:
            raise self._cannot(error) from None
        self._is_empty = True

    def add(self, played: PlayedGame) -> None:
        """Write a game."""
        text = self._format(game_record(played, self._event))
        try:
            self._file.write(text if self._is_empty else f"\n{text}")
            self._file.flush()
        except OSError as error:
            raise self._cannot(error) from None
        self._is_empty = False

    def _cannot(self, error: OSError) -> CannotWrite:
        return CannotWrite(f"{self._path} can't be written: {error.strerror}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def game_record(played: PlayedGame, event: str) -> Record:
    """The record of a game. It has no date, so that equal arenas write equal files."""
    plan = played.plan
    labels = dict(zip(plan.players, (one.label for one in plan.contestants), strict=True))
    seat = played.winning_seat
    return Record(
        ruleset=plan.rules,
        players=tuple(Contestant(labels[number], kind=PlayerKind.BOT) for number in played.seats),
        turns=played.turns,
        end=End(() if seat is None else (seat,), played.termination),
        tags=(("Event", event), ("Round", str(plan.number))),
    )
