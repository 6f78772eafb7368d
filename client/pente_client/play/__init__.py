"""What a player does in a room, whatever shows it: the one controller under the screen and the lines."""
