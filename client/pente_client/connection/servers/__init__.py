"""Where a server is, from what a person types or pastes."""
