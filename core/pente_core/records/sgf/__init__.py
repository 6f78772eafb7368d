"""Reader and writer for SGF, the Smart Game Format."""
