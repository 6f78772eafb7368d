"""What `pente doctor` looks at: the terminal, the installation, files and a server."""
