"""The form of a new game as a value, and the changes that keys make in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from pente_client.lobby.new_game.short_line import InvalidLine, read_line
from pente_client.options.new_game import read_form
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.game_options import GAME_OPTIONS, GameOption, offered_words
from pente_protocol.option import OneOf, YesNo

LINE: Final = "in one line"
"""The name of the first row, where the game can be described in a line."""
_LONGEST: Final = 300
"""The most characters of a word."""


def takes_text(row: GameOption[Any]) -> bool:
    """Whether one can write in the field of an option, besides choosing a word on offer."""
    return not isinstance(row.kind, YesNo | OneOf)


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
    is_edited: bool = False
    """Whether the text of the selected row has been typed in, so that the arrows move in it."""
    behind: int = 0
    """How many characters of it are behind the cursor."""
    listed: int | None = None
    """The selected word, while the words of a field are listed."""
    problem: FieldProblem | None = None
    bots: tuple[str, ...] = ()
    """The opponents that are offered."""

    @property
    def field(self) -> GameOption[Any] | None:
        """The option of the selected row; None: the line."""
        return GAME_OPTIONS[self.chosen - 1] if self.chosen else None

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
        return ("", *self.bots) if self.field.name == "against" else offered_words(self.field)

    def moved(self, steps: int) -> Self:
        """With another row selected, or another word of the list."""
        if self.listed is not None:
            return replace(self, listed=min(max(0, self.listed + steps), len(self.options) - 1))
        return self.at(min(max(0, self.chosen + steps), len(GAME_OPTIONS)))

    def at(self, row: int) -> Self:
        """With a row selected; the fields take what the line says. A line with a mistake is not left."""
        if not row or self.chosen:
            return replace(self, chosen=row, listed=None, is_edited=False, behind=0)
        try:
            words = {**self.words, **read_line(self.line)}
        except InvalidLine as bad:
            return replace(self, problem=FieldProblem(LINE, str(bad)))
        chosen = replace(self, words=words, line="", chosen=row, listed=None, problem=None)
        return replace(chosen, is_edited=False, behind=0)

    def stepped(self, steps: int) -> Self:
        """With the next of the words that the selected field offers."""
        options, word = self.options, self._word
        if len(options) < 2:
            return self
        place = options.index(word) if word in options else -1 if steps > 0 else 0
        word = options[(place + steps) % len(options)]
        return replace(self._with(word), is_edited=False, behind=0)

    def typed(self, text: str) -> Self:
        """With text added at the cursor of the selected row, where one can write."""
        if not self._is_text:
            return self
        shown = "".join(filter(str.isprintable, text[:_LONGEST]))
        return replace(self._with((self._before + shown + self._after)[:_LONGEST]), is_edited=True)

    def erased(self) -> Self:
        """Without the character before the cursor; where nothing can be written, as usual."""
        if not self._is_text:
            return self._with("")
        return replace(self._with(self._before[:-1] + self._after), is_edited=True)

    def erased_ahead(self) -> Self:
        """Without the character at the cursor; where nothing has been written, as usual."""
        if not self._moves_in_text:
            return self._with("")
        return replace(self._with(self._before + self._after[1:]), behind=max(0, self.behind - 1))

    def erased_word(self) -> Self:
        """Without the word before the cursor."""
        if not self._is_text:
            return self._with("")
        head = self._before.rstrip()
        return self._with(head[: len(head) - len(head.split(" ")[-1])] + self._after)

    def emptied(self) -> Self:
        """Without the text of the selected row."""
        return self._with("")

    def turned(self, steps: int) -> Self:
        """With the cursor moved in a text that has been typed; else with another of the words on offer."""
        if not self._moves_in_text:
            return self.stepped(steps)
        return replace(self, behind=min(max(0, self.behind - steps), len(self._word)))

    def jumped(self, steps: int) -> Self:
        """With the cursor at an end of a text that has been typed; else so many rows further down."""
        if not self._moves_in_text or self.listed is not None:
            return self.moved(steps)
        return replace(self, behind=0 if steps > 0 else len(self._word))

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
        taken = self._with(self.options[self.listed or 0]).without_list()
        return replace(taken, is_edited=False, behind=0)

    def blaming(self, name: str, text: str) -> Self:
        """With a problem at a row, which is selected."""
        names = [LINE, *(row.name for row in GAME_OPTIONS)]
        blamed = replace(self, problem=FieldProblem(name, text), chosen=names.index(name), listed=None)
        return replace(blamed, is_edited=True, behind=0)

    def finished(self) -> Mapping[str, str]:
        """All that is given, checked. Raises InvalidOption, also for the line."""
        try:
            words = {**self.words, **read_line(self.line)}
        except InvalidLine as bad:
            raise InvalidOption(LINE, "{problem}", problem=bad) from None
        read_form(words)
        return {name: word for name, word in words.items() if word}

    @property
    def _moves_in_text(self) -> bool:
        return self._is_text and bool(self._word) and (self.field is None or self.is_edited)

    @property
    def _before(self) -> str:
        """What is before the cursor."""
        return self._word[: len(self._word) - self.behind]

    @property
    def _after(self) -> str:
        """What is behind it."""
        return self._word[len(self._word) - self.behind :]

    @property
    def _is_text(self) -> bool:
        return self.field is None or takes_text(self.field)

    @property
    def _word(self) -> str:
        if self.field is None:
            return self.line
        return self.words.get(self.field.name, "") or ("" if takes_text(self.field) else self.options[0])

    def _with(self, word: str) -> Self:
        if self.field is None:
            return replace(self, line=word, problem=None)
        return replace(self, words={**self.words, self.field.name: word}, problem=None)
