"""The opening explorer: what was played in a position, how often, with what results."""

from collections.abc import Sequence
from typing import Final

from pente_client.connection.played_turns import ExplorerPort, PlayedTurns
from pente_client.input.game_search import parse_moves
from pente_client.lobby.choice import PageChoice, ShowGames
from pente_client.lobby.pages.page_content import ContentAction
from pente_client.screen.text.board import board_lines
from pente_client.screen.text.board_view import BoardView
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Line
from pente_client.words.lists.game_list import explored_table
from pente_client.words.phrases import rules_name
from pente_core.notation import format_position
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.ruleset import RULESETS
from pente_protocol.messages.archive import GameFilter
from pente_protocol.sentences import tell


class ExplorerContent:
    """The moves from the start to the position that is explored. Mutable."""

    question: Final = tell("browse.type-moves")
    choosing: Final = "play", tell("action.play-move")
    asking: Final = "moves", tell("action.type-moves")
    turning: Final = (
        ("on", tell("action.play-move")),
        ("back", tell("action.take-back")),
    )

    def __init__(self, archive: ExplorerPort) -> None:
        self._archive = archive
        self._game = Game.new(RULESETS["pente"])
        self._found: PlayedTurns | None = None
        self.place = 0

    @property
    def title(self) -> str:
        return tell("browse.explorer", rules=self._game.rules.base)

    @property
    def actions(self) -> Sequence[ContentAction]:
        return (ContentAction("games", tell("action.games-with-position"), "g", self._games),)

    def head(self, columns: int) -> Sequence[str]:
        moves = " ".join(self._game.tokens) or tell("browse.the-start")
        shown = moves if len(moves) <= columns - 4 else f"... {moves[-(columns - 8) :]}"
        table = self._table()
        return [shown, *(table[:2] if table else [])]

    def rows(self) -> Sequence[str]:
        return self._table()[2:]

    def empty(self) -> str:
        if self._game.turns:
            return tell("browse.nothing-from-here")
        return tell("browse.no-games-with", rules=rules_name(self._game.rules))

    def board(self, glyphs: Glyphs) -> Sequence[Line]:
        position = self._game.position
        last = self._game.turns[-1] if self._game.turns else None
        bit = position.board.geometry.bit
        turns = [parse_turn(turn, position.rules.size) for turn in self._turns()]
        marked = sum(bit[turn] for turn in turns if isinstance(turn, int))
        chosen = turns[self.place] if self.place < len(turns) else None
        view = BoardView(
            position.rules,
            position.board.stones,
            last=bit[last] if isinstance(last, int) else 0,
            marked=marked,
            cursor=bit[chosen] if isinstance(chosen, int) else 0,
        )
        return board_lines(view, glyphs, letters_above=False)

    async def load(self) -> None:
        game = self._game
        found = await PlayedTurns.read(self._archive, game.position)
        if game is self._game:  # else other moves were chosen meanwhile
            self._found = found

    def choose(self) -> PageChoice | None:
        turn = self._turns()[self.place]
        self._go(self._game.with_turn(parse_turn(turn, self._game.rules.size)))
        return None

    def may_turn(self, pages: int) -> bool:
        return bool(self._turns() if pages > 0 else self._game.turns)

    def turn(self, pages: int) -> None:
        if pages > 0:
            self.choose()
        else:
            self._go(self._game.back_to(len(self._game.turns) - 1))

    def enter(self, text: str) -> None:
        self._go(parse_moves(text, self._game.rules))

    def _turns(self) -> Sequence[str]:
        """The turns that were played, as they were played most lately."""
        return self._found.turns if self._found is not None else ()

    def _table(self) -> Sequence[str]:
        return explored_table(self._game.position, self._found.explored) if self._found is not None else []

    def _go(self, game: Game) -> None:
        self._game, self._found, self.place = game, None, 0

    def _games(self) -> PageChoice | None:
        return ShowGames(GameFilter(position=format_position(self._game.position)))
