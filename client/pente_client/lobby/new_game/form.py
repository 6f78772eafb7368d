"""The form of a new game as a value, and the changes that keys make in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from pente_client.lobby.new_game.short_line import InvalidLine, read_line
from pente_client.options.new_game import GameField, InvalidField, fields, new_game_arguments

LINE: Final = "in one line"
"""The name of the first row, where the game can be described in a line."""
_LONGEST: Final = 300
"""The most characters of a word."""


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong, and the row that has to change."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """What stands in the form. The first row is a line for the whole game; a row for each field follows."""

    words: Mapping[str, str] = field(default_factory=dict)
    """The fields that were given, by name."""
    line: str = ""
    chosen: int = 0
    """The selected row."""
    listed: int | None = None
    """The selected word, while the words of a field are listed."""
    problem: FieldProblem | None = None
    bots: tuple[str, ...] = ()
    """The opponents that are offered."""

    @property
    def field(self) -> GameField | None:
        """The field of the selected row; None: the line."""
        return fields()[self.chosen - 1] if self.chosen else None

    @property
    def given(self) -> Mapping[str, str]:
        """The fields as they are with what the line says of them, as far as it can be read."""
        try:
            return {**self.words, **read_line(self.line)}
        except InvalidLine:
            return self.words

    @property
    def options(self) -> tuple[str, ...]:
        """The words that the selected field offers."""
        if self.field is None:
            return ()
        return ("", *self.bots) if self.field.name == "against" else self.field.words

    def moved(self, steps: int) -> Self:
        """With another row selected, or another word of the list."""
        if self.listed is not None:
            return replace(self, listed=min(max(0, self.listed + steps), len(self.options) - 1))
        return self.at(min(max(0, self.chosen + steps), len(fields())))

    def at(self, row: int) -> Self:
        """With a row selected; the fields take what the line says. A line with a mistake is not left."""
        if not row or self.chosen:
            return replace(self, chosen=row, listed=None)
        try:
            words = {**self.words, **read_line(self.line)}
        except InvalidLine as bad:
            return replace(self, problem=FieldProblem(LINE, str(bad)))
        return replace(self, words=words, line="", chosen=row, listed=None, problem=None)

    def stepped(self, steps: int) -> Self:
        """With the next of the words that the selected field offers."""
        options, word = self.options, self._word
        if len(options) < 2:
            return self
        place = options.index(word) if word in options else -1 if steps > 0 else 0
        return self._with(options[(place + steps) % len(options)])

    def typed(self, text: str) -> Self:
        """With text added to the selected row, where one can write."""
        if self.field is not None and not self.field.takes_text:
            return self
        shown = "".join(filter(str.isprintable, text[:_LONGEST]))
        return self._with((self._word + shown)[:_LONGEST])

    def erased(self, *, whole: bool = False) -> Self:
        """Without the last character of the selected row, or without its text."""
        return self._with("" if whole or not self._is_text else self._word[:-1])

    def with_list(self) -> Self:
        """With the words of the selected field listed, if there is a choice."""
        options = self.options
        if len(options) < 2:
            return self
        return replace(self, listed=options.index(self._word) if self._word in options else 0)

    def without_list(self) -> Self:
        return replace(self, listed=None)

    def taken(self) -> Self:
        """With the selected word of the list in the field."""
        return self._with(self.options[self.listed or 0]).without_list()

    def blaming(self, name: str, text: str) -> Self:
        """With a problem at a row, which is selected."""
        names = [LINE, *(known.name for known in fields())]
        return replace(self, problem=FieldProblem(name, text), chosen=names.index(name), listed=None)

    def finished(self) -> Mapping[str, str]:
        """All that is given, checked. Raises InvalidField, also for the line."""
        try:
            words = {**self.words, **read_line(self.line)}
        except InvalidLine as bad:
            raise InvalidField(LINE, str(bad)) from None
        new_game_arguments(words)
        return {name: word for name, word in words.items() if word}

    @property
    def _is_text(self) -> bool:
        return self.field is None or self.field.takes_text

    @property
    def _word(self) -> str:
        if self.field is None:
            return self.line
        return self.words.get(self.field.name, "") or ("" if self.field.takes_text else self.options[0])

    def _with(self, word: str) -> Self:
        if self.field is None:
            return replace(self, line=word, problem=None)
        return replace(self, words={**self.words, self.field.name: word}, problem=None)
