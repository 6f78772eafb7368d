"""The storage interface for reviews of finished games, and for the games that wait for one."""
