"""What nodes know of the logs that they share: formats that all can read, and marks of histories."""
