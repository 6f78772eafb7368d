"""What commands do, by their names; imported when one runs."""
