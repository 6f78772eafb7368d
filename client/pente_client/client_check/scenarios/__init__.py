"""What is played for each level."""
