"""Use cases: one function each, which owns its transaction and gives back plain views."""
