"""Computer players as people type them: those that ship, levels, files of one's own, engines of others."""
