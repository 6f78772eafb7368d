"""Themes: the colours of all pages, as TOML files."""
