"""Tests, their data, and the benchmarks."""
