"""Lines that are typed for the command shell, at a terminal or through a pipe."""
