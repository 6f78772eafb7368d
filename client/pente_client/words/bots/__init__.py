"""The computer players of a server and of this program, in words."""
