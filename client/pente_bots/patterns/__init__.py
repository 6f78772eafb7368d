"""The evaluation and search of the player `patterns`."""
