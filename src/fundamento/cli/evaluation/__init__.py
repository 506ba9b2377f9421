"""The commands of `fundamento eval`."""
