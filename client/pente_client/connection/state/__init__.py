"""All that a client knows of its server, and how what happens on the wire changes it."""
