"""Where servers and their doors are, as they are typed, kept and passed on."""
