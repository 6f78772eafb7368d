"""Options: what is true of one is said once, in a row, and every door is made from rows.

A row serves the command line, the environment, a file, a form and the documents. What people read of it
stands in the catalogue, by its name. People write values as words: the kind of an option says what they mean,
and a wrong word is an `InvalidOption`, which knows its option, so that each door can name it with its own
word: a flag, a variable or a title.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from pente_core.switches import InvalidSwitch, read_switch
from pente_core.value import Value
from pente_core.value.invalid_option import InvalidOption, quoted
from pente_protocol.sentences import tell, template

T = TypeVar("T")
N = TypeVar("N", int, float)

YES: Final = "yes"
NO: Final = "no"
NONE: Final = "none"
"""Stands for the empty list."""
_UNITS: Final = {"d": 86_400_000, "h": 3_600_000, "min": 60_000, "s": 1000, "ms": 1}
"""Milliseconds of the units of a duration, the longest first."""
_MOST: Final = 1e9
"""Where a range ends of which nobody needs to know the end."""
_DURATION: Final = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,3})?)([a-z]*)")


class Kind(Value, Generic[T]):
    """What values an option takes. `parse` and `format` are twins.

    `expects` says what to write, as in ``a whole number from 3 to 25``: forms that check words themselves say
    the same with it.
    """

    metavar: ClassVar[str] = "TEXT"
    """What stands for a value in the usage of a command."""

    @property
    def expects(self) -> str:
        raise NotImplementedError

    def parse(self, text: str) -> T:
        """The value that a text stands for. Raises ValueError with a clause that names no option."""
        raise NotImplementedError

    def format(self, value: T) -> str:
        """The text that stands for a value."""
        return str(value)

    def wrong(self, text: str) -> ValueError:
        """The error about a text that can't be parsed."""
        return ValueError(tell("kind.wrong", given=quoted(text), expects=self.expects))


class YesNo(Kind[bool]):
    """Yes or no. On a command line such an option stands alone.

    >>> YesNo().parse("on"), YesNo().format(False)
    (True, 'no')
    """

    @property
    def expects(self) -> str:
        return _either(YES, NO)

    def parse(self, text: str) -> bool:
        try:
            return read_switch(text or "?")
        except InvalidSwitch:
            raise self.wrong(text) from None

    def format(self, value: bool) -> str:  # noqa: FBT001 -- a value as any other
        return YES if value else NO


class OneOf(Kind[T], gc=True):
    """One of some values, each written as its text.

    >>> OneOf.of(1, 2).parse("2")
    2
    >>> OneOf.of("free", "centre").parse("edge")
    Traceback (most recent call last):
    ValueError: 'edge' is not free or centre
    """

    values: tuple[T, ...]

    @classmethod
    def of(cls, *values: T) -> Self:
        return cls(values)

    @property
    def expects(self) -> str:
        return _either(*map(str, self.values))

    def parse(self, text: str) -> T:
        for value in self.values:
            if str(value) == text:
                return value
        raise self.wrong(text)


class Ranged(Kind[N], Generic[N]):
    """A number in a range, ends included."""

    metavar = "N"
    noun: ClassVar[str]
    """What it is: the key of a text among those for kinds."""
    least: float = 0
    most: float = _MOST
    unit: str = ""
    """What is counted: the key of a word there."""

    @property
    def expects(self) -> str:
        noun = f"kind.{self.noun}"
        what = tell(f"{noun}-of", unit=tell(f"kind.{self.unit}")) if self.unit else tell(noun)
        least, most = f"{self.least:.15g}", f"{self.most:.15g}"
        if self.most < _MOST:
            return tell("kind.from-to", what=what, least=least, most=most)
        return tell("kind.or-more", what=what, least=least) if self.least else what

    def parse(self, text: str) -> N:
        number = self._number(text)
        if number is None or not self.least <= number <= self.most:
            raise self.wrong(text)
        return number

    def _number(self, text: str) -> N | None:
        """The number that a text is, in the range or not; None: it is none."""
        raise NotImplementedError


class Whole(Ranged[int]):
    """A whole number in a range.

    >>> Whole(3, 25).parse("19"), Whole(1, unit="days").expects
    (19, 'a whole number of days, 1 or more')
    """

    noun = "whole"

    def _number(self, text: str) -> int | None:
        return int(text) if re.fullmatch("-?[0-9]{1,9}", text) else None


class Number(Ranged[float]):
    """A number in a range, perhaps with decimals.

    >>> Number(0.1, 1e6, "seconds").parse("2.5"), Number().format(60.0)
    (2.5, '60')
    """

    noun = "number"

    def _number(self, text: str) -> float | None:
        try:
            return float(text)
        except ValueError:
            return None

    def format(self, value: float) -> str:
        return f"{value:.15g}"


class Duration(Kind[int]):
    """A length of time in milliseconds, written with its unit; without one it is in seconds.

    >>> [Duration().parse(text) for text in ("500ms", "0.5", "2min")], Duration().format(90_000)
    ([500, 500, 120000], '90s')
    """

    metavar = "TIME"
    least: int = 1
    most: int = 1_000_000_000_000

    @property
    def expects(self) -> str:
        return tell("kind.duration", least=self.format(self.least), most=self.format(self.most))

    def parse(self, text: str) -> int:
        match = _DURATION.fullmatch(text)
        unit = _UNITS.get(match[2] or "s") if match else None
        if match is None or unit is None or not self.least <= float(match[1]) * unit <= self.most:
            raise self.wrong(text)
        return int(float(match[1]) * unit)

    def format(self, value: int) -> str:
        unit = next(unit for unit, length in _UNITS.items() if value % length == 0)
        return f"{value // _UNITS[unit]}{unit}"


class Text(Kind[str]):
    """Any text of one line."""

    longest: int = 300
    """The most characters."""
    is_secret: bool = False
    """Whether nobody may see it: a form shows stars, and a command line only says that there is one."""

    @property
    def expects(self) -> str:
        return tell("kind.text", longest=self.longest)

    def parse(self, text: str) -> str:
        if len(text) > self.longest or not text.isprintable():
            raise self.wrong(text)
        return text

    def wrong(self, text: str) -> ValueError:
        return (
            ValueError(tell("kind.wrong-secret", expects=self.expects))
            if self.is_secret
            else super().wrong(text)
        )


class Parsed(Kind[T], gc=True):
    """What a pair of functions reads and writes, such as `parse_time_control` and `format_time_control`.

    ``read`` raises ValueError with a clause that says what to write.
    """

    read: Callable[[str], T]
    what: str = ""
    """What it is, with an example, for a form: the key of a text, as ``kind.ratings``."""
    write: Callable[[T], str] = str

    @property
    def expects(self) -> str:
        return tell(self.what)

    def parse(self, text: str) -> T:
        return self.read(text)

    def format(self, value: T) -> str:
        return self.write(value)


class Listed(Kind[tuple[T, ...]], gc=True):
    """Some values, separated by commas.

    >>> Listed(Whole(1)).parse("2, 3"), Listed(Whole(1), may_be_empty=True).parse("none")
    ((2, 3), ())
    """

    of: Kind[T]
    what: str = ""
    """What it is, with an example, where that of its values does not say it: the key of a text."""
    may_be_empty: bool = False
    """Whether the empty list makes sense: it is written as ``none``."""
    repeats: bool = False
    """Whether the option may be given again on a command line, which adds to the list."""
    skips_blanks: bool = False
    """Whether nothing between two commas, or behind the last one, is no mistake."""

    @property
    def expects(self) -> str:
        what = tell(self.what) if self.what else tell("kind.several", one=self.of.expects)
        return tell("kind.or-none", what=what, none=NONE) if self.may_be_empty else what

    def parse(self, text: str) -> tuple[T, ...]:
        if text == NONE and self.may_be_empty:
            return ()
        parts = (part.strip() for part in text.split(","))
        try:
            return tuple(self.of.parse(part) for part in parts if part or not self.skips_blanks)
        except ValueError:
            if self.what:
                raise self.wrong(text) from None
            raise

    def format(self, value: tuple[T, ...]) -> str:
        return ",".join(map(self.of.format, value)) or NONE


def _either(*words: str) -> str:
    *others, last = words
    return tell("kind.or", others=", ".join(others), last=last) if others else last


class OptionSection(Value):
    """A group of options. What people read of it stands among the ``group`` texts, by its name."""

    name: str
    """The word that selects it, as in ``--help limits``."""
    of: str = ""
    """What tells it from others that this word selects, too."""

    @property
    def title(self) -> str:
        """Its heading, in small letters."""
        return tell(f"group.{self._key}")

    @property
    def about(self) -> str:
        """What is true of all of them; empty where there is nothing to say."""
        return template(f"group.{self._key}-about")

    @property
    def _key(self) -> str:
        return f"{self.name}-{self.of}" if self.of else self.name


class Option(Value, Generic[T], kw_only=True, gc=True):
    """One option: a row of a table.

    What people read of it stands in a section of the catalogue: by its name the help, which is one clause
    that begins with a small letter and has no full stop; by that, a dash and a word what else there is to
    say: ``title``, the label of its field in a form; ``none``, what the empty list means; and one of its
    values, what that means where it does not say it itself.

    >>> days = Option(name="idle_days", kind=Whole(1, 3650), texts="serve")
    >>> days.flag, days.variable, days.parse("13"), days.help
    ('--idle-days', 'PENTE_IDLE_DAYS', 13, 'end a game without a clock after N days without a move')
    >>> days.parse("0")
    Traceback (most recent call last):
    pente_core.value.invalid_option.InvalidOption: '0' is not a whole number from 1 to 3650
    """

    name: str
    """The one name in all doors: attribute, key in a file or in JSON, field of a form."""
    kind: Kind[T]
    texts: str
    """The section of the catalogue that has its texts."""
    key: str = ""
    """Its key there, where that is not its name."""
    places: tuple[tuple[str, object], ...] = ()
    """What stands in the places of its help."""
    section: OptionSection | None = None
    default: T | None = None
    """What holds where nothing is given; None: nothing, or what `usual` says."""
    usual: str = ""
    """What holds where nothing is given, where the default does not say it: a word, or the key of one among
    those for what is ``usual``.
    """
    offers: tuple[str, ...] = ()
    """What people often write, for a form that offers it; others may be written too."""
    alone: T | None = None
    """What it means on a command line without a value; None: it needs one, unless it is a switch."""
    metavar: str = ""
    """What stands for a value in the usage of a command; empty: the kind's."""
    excludes: tuple[str, ...] = ()
    """The options that can't be given with it, and whose variables do not count beside it."""
    is_usual: bool = False
    """Whether many people use it, so that a short help has it."""
    reloads: bool = False
    """Whether it can change while a program runs that reads its options again."""

    @property
    def help(self) -> str:
        """What it does."""
        return self.text().format_map(dict(self.places))

    @property
    def title(self) -> str:
        return self.text("title")

    def text(self, part: str = "") -> str:
        """One of its texts in the catalogue; empty where there is none."""
        return template(f"{self.texts}.{self.key or self.name}{'-' * bool(part)}{part}")

    def meaning(self, word: str) -> str:
        """What a word means; empty where the word says it itself."""
        return self.text(word) if isinstance(self.kind, OneOf) else ""

    @property
    def flag(self) -> str:
        return flag_of(self.name)

    @property
    def variable(self) -> str:
        """The variable of the environment that stands in for the option where it is not given."""
        return f"PENTE_{self.name.upper()}"

    @property
    def usual_text(self) -> str:
        """What holds where nothing is given, in words; empty where there is nothing to say."""
        if self.usual or self.default is None or self.default == ():
            return template(f"usual.{self.usual}") or self.usual
        return self.kind.format(self.default)

    def parse(self, text: str) -> T:
        """The value that a text stands for. Raises InvalidOption."""
        try:
            return self.kind.parse(text)
        except ValueError as wrong:
            raise InvalidOption(self.name, "{problem}", problem=wrong) from None

    def format(self, value: T) -> str:
        """The text that stands for a value; the twin of `parse`."""
        return self.kind.format(value)

    def words(self, value: T) -> tuple[str, ...]:
        """The words of a command line that give a value.

        >>> Option(name="chat", kind=YesNo(), texts="game").words(False)
        ('--no-chat',)
        """
        if isinstance(self.kind, YesNo):
            return (self.flag if value else no_flag(self),)
        if isinstance(self.kind, Text) and self.kind.is_secret:
            return (self.flag,)
        return (f"{self.flag}={self.format(value)}",)


Row = TypeVar("Row", bound=Option[Any])


def flag_of(name: str) -> str:
    """The flag of the option with a name: ``--board-size``."""
    return f"--{name.replace('_', '-')}"


def no_flag(option: Option[Any]) -> str:
    """The flag that says no: ``--no-chat``."""
    return f"--no-{option.flag.removeprefix('--')}"


def sections(rows: tuple[Row, ...]) -> Iterator[tuple[OptionSection, tuple[Row, ...]]]:
    """The sections of a table in their order, each with its rows. Raises ValueError for a row without one."""
    for section in dict.fromkeys(row.section for row in rows):
        members = tuple(row for row in rows if row.section == section)
        if section is None:
            raise ValueError(f"{members[0].name} has no section, so that no help shows it; give it one")
        yield section, members
