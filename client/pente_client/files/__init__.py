"""Reading and writing of game records and ruleset files."""
