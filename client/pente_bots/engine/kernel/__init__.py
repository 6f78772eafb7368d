"""What is compiled where there is a compiler, and runs as it is where there is none."""
