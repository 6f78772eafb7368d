"""Who is connected, where, and who is missing."""
