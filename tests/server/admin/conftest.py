"""Stores in which administrators look and put right."""

import pytest


@pytest.fixture(autouse=True)
def _patient(patient_stores: None) -> None:
    """None of these tests is about a store that does not answer."""
