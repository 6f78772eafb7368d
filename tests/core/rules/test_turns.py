import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.rules.move import Choice
from pente_core.rules.ruleset import Swap, ruleset_from
from pente_core.rules.turns import choices_due, code_of, next_colour, seat_to_act, stones_in_turn

SWAP, STAY, PASS = Choice.SWAP, Choice.STAY, Choice.PASS


def order(swap: Swap, *answers: Choice, plies: int = 8) -> list[str]:
    """Who does what in an opening: the seat, and the colour placed or the choices it has."""
    made: tuple[Choice, ...] = ()
    steps = []
    for ply in range(plies):
        seat = seat_to_act(swap, ply, made, ply % 2)
        due = choices_due(swap, ply, made)
        if due:
            steps.append(f"{seat}:{'/'.join(due)}")
            made += (answers[len(made)],)
            seat = seat_to_act(swap, ply, made, ply % 2)
        steps.append(f"{seat}{'WB'[ply % 2]}")
    return steps


@pytest.mark.parametrize("answer", [SWAP, STAY])
def test_d_pente(answer: Choice) -> None:
    steps = "0W 0B 0W 0B 1:swap/stay 0W 1B 0W 1B"
    assert order(Swap.D_PENTE, answer) == steps.split()


@pytest.mark.parametrize("answer", [SWAP, STAY])
def test_swap2(answer: Choice) -> None:
    steps = "0W 0B 0W 1:swap/stay/pass 1B 0W 1B 0W 1B"
    assert order(Swap.SWAP2, answer) == steps.split()


@pytest.mark.parametrize("answer", [SWAP, STAY])
def test_swap2_after_a_pass(answer: Choice) -> None:
    steps = "0W 0B 0W 1:swap/stay/pass 1B 1W 0:swap/stay 1B 0W 1B"
    assert order(Swap.SWAP2, PASS, answer) == steps.split()


def test_without_a_swap_the_colour_is_the_seat() -> None:
    assert order(Swap.NONE) == ["0W", "1B", "0W", "1B", "0W", "1B", "0W", "1B"]


@pytest.mark.parametrize(("stones", "turns"), [(1, "01010101"), (2, "01100110")])
def test_the_first_turn_is_of_one_stone(stones: int, turns: str) -> None:
    rules = ruleset_from({"base": "gomoku", "stones_per_turn": stones})
    colour, left, seen = 0, stones_in_turn(rules, 0), ""
    for ply in range(8):
        seen += str(colour)
        left -= 1
        if not left:
            colour, left = next_colour(colour, 2, 0), stones_in_turn(rules, ply + 1)
    assert seen == turns


@given(st.integers(2, 4), st.integers(0, 15), st.integers(0, 3))
def test_the_next_colour_is_the_next_one_in(sides: int, out: int, colour: int) -> None:
    colour %= sides
    inside = [seat for seat in range(sides) if not out >> seat & 1]
    if inside:
        order = [(colour + n) % sides for n in range(1, sides + 1)]
        assert next_colour(colour, sides, out) == next(seat for seat in order if seat in inside)


def test_codes_tell_choices_apart() -> None:
    made = [(), (SWAP,), (STAY,), (PASS,), (PASS, SWAP), (PASS, STAY)]
    assert [code_of(choices) for choices in made] == [0, 1, 2, 3, 13, 14]
