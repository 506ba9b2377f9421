"""Where quotes stand: exact spans in the fragments that they are cited from."""
