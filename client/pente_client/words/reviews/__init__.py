"""What a computer says about finished games, in words, and learning from it."""
