"""Friends, messages and reports in memory."""
