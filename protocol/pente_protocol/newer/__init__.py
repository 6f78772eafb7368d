"""Reading what a newer server sends: all that this version does not know is left out, and nothing else."""
