"""Import of collections of recorded games into the archive of a server."""
