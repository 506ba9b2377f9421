"""The checks, one module a family, in one visible mapping."""
