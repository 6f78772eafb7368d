"""The Go Text Protocol, version 2, and what docs/gtp.md adds to it."""
