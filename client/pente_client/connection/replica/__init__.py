"""A copy of a watched room; what a server says is cleaned and checked before it changes one."""
