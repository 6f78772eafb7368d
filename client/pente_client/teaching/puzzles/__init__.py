"""Puzzles to solve: the person plays the attack, the computer the defence that lasts longest."""
