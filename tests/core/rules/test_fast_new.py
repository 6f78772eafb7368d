from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from pente_core.rules.fast_new import fast_new


@dataclass(frozen=True, slots=True)
class Pair:
    one: int
    other: int = 2
    total: int = field(init=False, compare=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.one + self.other)


def test_a_drafted_value_is_like_any_other() -> None:
    pair = fast_new(Pair)(1, 5, 6)
    assert type(pair) is Pair
    assert (pair, hash(pair), repr(pair)) == (Pair(1, 5), hash(Pair(1, 5)), repr(Pair(1, 5)))
    assert pair.total == Pair(1, 5).total


def test_it_does_not_change_either() -> None:
    pair = fast_new(Pair)(1, 5, 6)
    with pytest.raises(FrozenInstanceError):
        pair.one = 2
    with pytest.raises(FrozenInstanceError):
        del pair.one
