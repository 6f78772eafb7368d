"""A game as it is read aloud: moves, turns, clocks and parts of the board in words."""
