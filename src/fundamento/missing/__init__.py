"""What an abstention and a gap say is missing: whether they only name it, and how it is shown."""
