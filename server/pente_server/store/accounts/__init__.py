"""The parts of a store that belong to accounts."""
