"""Boards, turns and rules as the shell writes them."""
