"""Command-line options shared by several subcommands."""
