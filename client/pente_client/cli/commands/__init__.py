"""The subcommands of `pente`, one a module."""
