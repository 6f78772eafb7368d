"""The SSH door: the screens of this client for people who have nothing but an SSH client."""
