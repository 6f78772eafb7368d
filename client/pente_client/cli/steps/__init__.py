"""Steps that commands share on a server: connecting, entering a room, finding a game."""
