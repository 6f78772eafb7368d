"""Benchmarks: ``python -m tests.bench [--quick] [names...]``.

A benchmark is a function with `tests.bench.registry.benchmark` on it, in any module of this folder. It is
given a `Run` and gives figures, where it can against a reference that is measured in the same run.
"""
