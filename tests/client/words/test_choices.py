"""A sentence with every choice of an opening: what to do, and why."""

import pytest

from pente_client.words.turns import my_turn_text
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.ruleset import RULESETS


def told(ruleset: str, *turns: str) -> str:
    """What the player who is to act is told after these turns."""
    game = Game.new(RULESETS[ruleset])
    for turn in turns:
        game = game.with_turn(parse_turn(turn, 19))
    return my_turn_text(game.position)


SWAP2 = ("K10", "L11", "M9")


@pytest.mark.parametrize(
    ("ruleset", "turns", "text"),
    [
        ("swap2-pente", (), "Place a white stone; 3 stones are left. Your opponent then takes a side"),
        ("swap2-pente", SWAP2, "Stay: you keep black and move next. Pass: you place two more stones"),
        ("swap2-pente", (*SWAP2, "pass"), "Place a black stone; 2 stones are left."),
        (
            "swap2-pente",
            (*SWAP2, "pass", "K3", "L3"),
            "Swap: you take black and move next. Stay: you keep white",
        ),
        ("swap2-pente", (*SWAP2, "stay"), "Your turn."),
        ("d-keryo", ("K10", "L11", "M9"), "Place a black stone; this is the last one."),
        ("d-keryo", (*SWAP2, "N3"), "Swap: you take white and move next."),
        ("o-pente", ("K10", "L11"), "Keep away from the centre with this stone, as moving first"),
        ("connect6", ("K10",), "so nobody has an advantage"),
        ("pente-casual", ("K10", "L11"), "Your turn."),
    ],
)
def test_every_choice_says_what_to_do_and_why(ruleset: str, turns: tuple[str, ...], text: str) -> None:
    assert text in told(ruleset, *turns)
