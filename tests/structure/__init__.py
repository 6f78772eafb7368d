"""Figures of the code's structure: `python -m tests.structure`."""
