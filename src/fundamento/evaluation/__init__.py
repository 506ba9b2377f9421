"""Figures that say which component of an assistant failed."""
