"""The values of core: immutable to the bottom, equal by type and fields, and copied by `replace`."""

import copy
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from types import EllipsisType, NoneType
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin, get_type_hints

import pytest

import pente_core
from pente_core.clock.clock import Unlimited
from pente_core.records.model.scanned_record import ScannedRecord
from pente_core.room import commands as cmd
from pente_core.rules.compiled_rules import CompiledRules
from pente_core.rules.game import Game
from pente_core.rules.geometry import Geometry
from pente_core.rules.move import Capture, Move
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, InvalidRuleset
from pente_core.value import Value, replace

for _module in pkgutil.walk_packages(pente_core.__path__, "pente_core."):
    import_module(_module.name)


def subclasses(type_: type[Value]) -> Iterator[type[Value]]:
    for derived in type_.__subclasses__():
        yield derived
        yield from subclasses(derived)


VALUES: Final = [type_ for type_ in subclasses(Value) if type_.__module__.startswith("pente_core.")]
IMMUTABLE: Final = (int, str, bytes, float, bool, NoneType, EllipsisType, Enum, Value)
TABLES: Final = (Geometry, CompiledRules)
"""Never changed, shared, and made again where a value is unpickled."""


def made_of(hint: Any) -> Iterator[type]:
    """The classes that a type is made of; `object` where it may be anything, as a function is."""
    if isinstance(hint, TypeVar) or hint is Any or get_origin(hint) is Callable:
        yield object
    elif hasattr(hint, "__supertype__"):
        yield from made_of(hint.__supertype__)
    elif get_origin(hint) is Annotated:
        yield from made_of(get_args(hint)[0])
    elif arguments := get_args(hint):
        for argument in arguments:
            yield from made_of(argument)
    else:
        yield type(...) if hint is ... else hint


def test_there_are_values() -> None:
    assert {Move, Game, cmd.Play} < set(VALUES)
    assert len(VALUES) > 90


@pytest.mark.parametrize("type_", VALUES, ids=lambda type_: type_.__qualname__)
def test_a_value_is_immutable_to_the_bottom(type_: type[Value]) -> None:
    """The garbage collector does not look at values, because they can't be part of a cycle."""
    config = type_.__struct_config__
    assert config.frozen
    hints = get_type_hints(type_)
    parts = {part for name in type_.__struct_fields__ for part in made_of(hints[name])}
    changeable = [part for part in parts if not issubclass(part, IMMUTABLE + TABLES)]
    assert config.gc == bool(changeable)
    # The error of a record has a traceback, and the rows of options have functions.
    assert not changeable or type_ is ScannedRecord or type_.__module__ == "pente_protocol.option"


def test_no_field_can_be_set_or_deleted() -> None:
    play: Any = cmd.Play(Point(3))
    with pytest.raises(AttributeError, match="immutable"):
        play.point = Point(4)
    with pytest.raises(AttributeError, match="immutable"):
        del play.point
    assert play == cmd.Play(Point(3))


def test_values_are_equal_by_type_and_fields() -> None:
    assert Move(0, Point(3)) == Move(0, Point(3), ())
    assert hash(Move(0, Point(3))) == hash(Move(0, Point(3), ()))
    assert Move(0, Point(3)) != Move(1, Point(3))
    nothing_else: list[object] = [cmd.Leave(), cmd.Ready(), Unlimited(), ()]
    assert [[one == other for other in nothing_else] for one in nothing_else[:1]] == [
        [True, False, False, False]
    ]


def test_a_copy_has_other_fields_and_is_checked_like_any_value() -> None:
    move = Move(0, Point(3), (Capture(1, (Point(4), Point(5))),))
    assert replace(move, colour=1) == Move(1, Point(3), move.captured)
    with pytest.raises(TypeError):
        replace(move, color=1)  # type: ignore[call-arg]
    with pytest.raises(InvalidRuleset):
        replace(RULESETS["pente"], size=2)


def test_a_game_survives_pickling_and_copying() -> None:
    game = Game.new(RULESETS["keryo-pente"]).play(Point(180))[1]
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert (again, hash(again), repr(again)) == (game, hash(game), repr(game))
