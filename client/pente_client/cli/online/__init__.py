"""Steps that commands share at a server: connecting, entering a room with a password, finding a game."""
