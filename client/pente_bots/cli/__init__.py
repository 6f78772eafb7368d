"""The command lines of bots and of matches between players."""
