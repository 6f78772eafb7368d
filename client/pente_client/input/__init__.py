"""What players type: lines read from stdin, and their meaning as moves, commands and answers."""
