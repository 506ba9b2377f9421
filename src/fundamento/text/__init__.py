"""A text as such: its language, its stems, its characters. It knows no check."""
