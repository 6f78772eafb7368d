"""A bot as a program, for as long as its games take."""
