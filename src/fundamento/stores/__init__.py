"""Places that hold fragments: in memory, and in Chroma."""
