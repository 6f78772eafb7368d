"""What a front end is asked to show, as values."""
