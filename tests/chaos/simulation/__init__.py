"""Seeded simulation of clients, nodes, store and faults on a virtual clock."""

from tests.chaos.simulation.world import Report, Size, simulate

__all__ = ["Report", "Size", "simulate"]
