"""The command shell: a game, and commands that are typed for it. Nothing here reads or writes a terminal."""
